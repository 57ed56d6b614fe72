// Part of the stand-in for Visual Studio Code: positions, documents with versions, and editors with undo.

export class Position {
  constructor(line, character) {
    if (!(line >= 0 && character >= 0)) throw new Error("illegal argument: a position is not negative");
    Object.assign(this, { line, character });
    Object.freeze(this);
  }
  compareTo(other) { return this.line - other.line || this.character - other.character; }
}

export class Range {
  constructor(start, end) {
    if (!(start instanceof Position && end instanceof Position)) throw new Error("Invalid arguments");
    const isOrdered = start.compareTo(end) <= 0;
    Object.assign(this, { start: isOrdered ? start : end, end: isOrdered ? end : start });
  }
  get isEmpty() { return this.start.compareTo(this.end) === 0; }
}

export class Selection extends Range {
  constructor(anchor, active) {
    super(anchor, active);
    Object.assign(this, { anchor, active, isReversed: active.compareTo(anchor) < 0 });
  }
}

export const EndOfLine = { LF: 1, CRLF: 2 };

// A document as the editor has it: its line endings are all the same, whatever is typed or pasted.
export class TextDocument {
  #text;

  constructor(path, text, languageId) {
    const crlf = (text.match(/\r\n/g) ?? []).length;
    this.eol = 2 * crlf > (text.match(/\n/g) ?? []).length ? EndOfLine.CRLF : EndOfLine.LF;
    Object.assign(this, { uri: { toString: () => `file://${path}` }, languageId, version: 1, isReadOnly: false });
    this.set(this.normal(text));
  }

  get lineEnding() { return this.eol === EndOfLine.CRLF ? "\r\n" : "\n"; }
  normal(text) { return text.replace(/\r\n|\r|\n/g, this.lineEnding); }

  set(text) { this.#text = text; }
  getText() { return this.#text; }
  get lines() { return this.#text.split(this.lineEnding); }
  get lineCount() { return this.lines.length; }

  lineAt(line) {
    const text = this.lines[line];
    if (text === undefined) throw new Error("Illegal value for `line`");
    return { text, range: new Range(new Position(line, 0), new Position(line, text.length)) };
  }

  // Positions outside the text are moved into it, as by the editor.
  offsetAt({ line, character }) {
    const { lines, lineEnding } = this;
    if (line >= lines.length) return this.#text.length;
    const start = lines.slice(0, line).reduce((sum, text) => sum + text.length + lineEnding.length, 0);
    return start + Math.min(character, lines[line].length);
  }

  positionAt(offset) {
    const before = this.#text.slice(0, Math.max(0, offset)).split(this.lineEnding);
    const line = before.length - 1;
    return new Position(line, Math.min(before[line].length, this.lines[line].length));
  }
}

// An editor. `fire` tells what happens; the host decides who listens.
export class TextEditor {
  #selections = [new Selection(new Position(0, 0), new Position(0, 0))];
  #undo = [];
  #redo = [];
  #fire;

  constructor(document, fire) {
    this.document = document;
    this.#fire = fire;
  }

  get selections() { return this.#selections; }
  set selections(selections) {
    if (!Array.isArray(selections) || selections.length === 0 || selections.some((one) => !(one instanceof Selection))) {
      throw new Error("Invalid argument: selections");
    }
    this.#selections = selections;
    this.#fire("selection");
  }
  get offsets() {
    return this.#selections.map(({ anchor, active }) => [this.document.offsetAt(anchor), this.document.offsetAt(active)]);
  }
  set offsets(pairs) {
    this.selections = pairs.map(([anchor, active]) =>
      new Selection(this.document.positionAt(anchor), this.document.positionAt(active)));
  }
  revealRange() {}

  // The edits are of the text at the time of the call. They are made later, unless the text has changed then.
  async edit(body) {
    const { document } = this;
    const { version } = document;
    const edits = [];
    body({
      replace(range, text) {
        if (!(range instanceof Range) || typeof text !== "string") throw new Error("Invalid arguments");
        edits.push({ from: document.offsetAt(range.start), to: document.offsetAt(range.end), text });
      },
    });
    edits.sort((one, other) => one.from - other.from || one.to - other.to);
    edits.forEach(({ from }, index) => {
      if (index > 0 && from < edits[index - 1].to) throw new Error("Overlapping ranges are not allowed!");
    });
    await new Promise((done) => setImmediate(done));
    if (document.version !== version || document.isReadOnly) return false;
    this.apply(edits);
    return true;
  }

  // Makes edits at once; the host's own commands do.
  apply(edits) {
    const selections = this.offsets;
    this.#undo.push({ text: this.document.getText(), selections });
    this.#redo = [];
    this.#change(edits);
    let growth = 0;
    const moved = edits.map(({ from, to, text }) => {
      const end = from + growth + this.document.normal(text).length;
      growth = end - to;
      return { to, end, growth };
    });
    const map = (offset) => {
      const last = moved.findLast(({ to }) => to <= offset);
      return last ? offset + last.growth : offset;
    };
    this.#selections = selections.map((pair) => new Selection(...pair.map((offset) => this.document.positionAt(map(offset)))));
    this.#fire("selection");
  }

  #change(edits) {
    const { document } = this;
    const contentChanges = edits.map(({ from, to, text }) => ({
      range: new Range(document.positionAt(from), document.positionAt(to)), rangeOffset: from, rangeLength: to - from,
      text: document.normal(text),
    })).reverse();
    let text = document.getText();
    for (const change of contentChanges) {
      text = text.slice(0, change.rangeOffset) + change.text + text.slice(change.rangeOffset + change.rangeLength);
    }
    document.set(text);
    document.version += 1;
    this.#fire("change", { document, contentChanges });
  }

  // Another line ending: the event has no changes.
  setEndOfLine(eol) {
    this.document.eol = eol;
    this.document.set(this.document.normal(this.document.getText()));
    this.document.version += 1;
    this.#fire("change", { document: this.document, contentChanges: [] });
  }

  undo() { this.#step(this.#undo, this.#redo); }
  redo() { this.#step(this.#redo, this.#undo); }
  #step(from, to) {
    const step = from.pop();
    if (!step) return;
    to.push({ text: this.document.getText(), selections: this.offsets });
    this.#change([{ from: 0, to: this.document.getText().length, text: step.text }]);
    this.offsets = step.selections;
  }
}
