// A stand-in for Visual Studio Code around Monaco, which is that editor's own core: its keys, carets, snippets and steps of
// undo are real. Loads an extension in a page. What passes between the editor and the extension takes a while, as it does
// between the processes of the editor.
import { holds } from "./marked.mjs";

class Position {
  constructor(line, character) { Object.assign(this, { line, character }); }
  compareTo(other) { return this.line - other.line || this.character - other.character; }
}
class Range {
  constructor(one, other) { [this.start, this.end] = one.compareTo(other) <= 0 ? [one, other] : [other, one]; }
  get isEmpty() { return this.start.compareTo(this.end) === 0; }
}
class Selection extends Range {
  constructor(anchor, active) {
    super(anchor, active);
    Object.assign(this, { anchor, active, isReversed: active.compareTo(anchor) < 0 });
  }
}
class SnippetString {
  value = "";
  appendText(text) { this.value += text.replace(/[$}\\]/g, "\\$&"); return this; }
  appendTabstop(number) { this.value += `\${${number}}`; return this; }
}
class Emitter {
  #listeners = new Set();
  event = (listener) => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };
  fire(event) { for (const listener of this.#listeners) listener(event); }
}

// The document as the extension knows it: changes arrive later than in the editor.
class TextDocument {
  eol = 1;
  languageId = "markdown";
  uri = { toString: () => "file:///notes.md" };
  constructor(model) { Object.assign(this, { text: model.getValue(), version: model.getVersionId() }); }
  getText() { return this.text; }
  get lines() { return this.text.split("\n"); }
  get lineCount() { return this.lines.length; }
  lineAt(line) {
    const text = this.lines[line];
    return { text, range: new Range(new Position(line, 0), new Position(line, text.length)) };
  }
  offsetAt({ line, character }) { return this.lines.slice(0, line).reduce((sum, text) => sum + text.length + 1, 0) + character; }
  positionAt(offset) {
    const before = this.text.slice(0, offset).split("\n");
    return new Position(before.length - 1, before.at(-1).length);
  }
}

// monaco: the module; folder: the address of the unpacked extension; delay: of each message, in milliseconds.
export async function start(monaco, folder, delay) {
  const manifest = await (await fetch(`${folder}/package.json`)).json();
  const later = (body) => setTimeout(body, delay);
  const box = document.body.appendChild(Object.assign(document.createElement("div"), { style: "width:900px;height:400px" }));
  const view = monaco.editor.create(box, { value: "", language: "markdown", quickSuggestions: false });
  const model = view.getModel();
  const events = Object.fromEntries(["change", "close", "configuration", "selection", "active"].map((name) => [name, new Emitter()]));
  const [commands, context, properties] = [new Map(), {}, manifest.contributes.configuration.properties];
  const text = new TextDocument(model);
  let selections = [];
  let last;

  const rangeOf = ({ start, end }) => new monaco.Range(start.line + 1, start.character + 1, end.line + 1, end.character + 1);
  // Refused if the editor has another version of the text by then.
  const edited = ({ undoStopBefore = true, undoStopAfter = true } = {}, body) => new Promise((done) => {
    const { version } = text;
    later(() => {
      const isDone = model.getVersionId() === version;
      if (isDone) {
        if (undoStopBefore) view.pushUndoStop();
        body();
        if (undoStopAfter) view.pushUndoStop();
      }
      later(() => done(isDone));
    });
  });
  const editor = {
    document: text,
    get selections() { return selections; },
    set selections(chosen) {
      selections = chosen;
      later(() => view.setSelections(chosen.map(({ anchor, active }) =>
        new monaco.Selection(anchor.line + 1, anchor.character + 1, active.line + 1, active.character + 1))));
    },
    revealRange() {},
    edit(body, options) {
      const edits = [];
      body({ replace: (range, inserted) => edits.push({ range: rangeOf(range), text: inserted, forceMoveMarkers: false }) });
      return edited(options, () => view.executeEdits("extension", edits));
    },
    insertSnippet: ({ value }, range, options) => edited(options, () => {
      view.setSelections([monaco.Selection.fromRange(rangeOf(range), 0)]);
      view.getContribution("snippetController2").insert(value, {
        overwriteBefore: 0, overwriteAfter: 0, undoStopBefore: false, undoStopAfter: false,
      });
    }),
  };
  model.onDidChangeContent(({ changes, versionId, isUndoing, isRedoing }) => later(() => {
    for (const { rangeOffset, rangeLength, text: inserted } of changes) {
      text.text = text.text.slice(0, rangeOffset) + inserted + text.text.slice(rangeOffset + rangeLength);
    }
    text.version = versionId;
    events.change.fire({ document: text, contentChanges: changes, reason: isUndoing ? 1 : isRedoing ? 2 : undefined });
  }));
  view.onDidChangeCursorSelection(({ selection, secondarySelections }) => later(() => {
    selections = [selection, ...secondarySelections].map((one) => new Selection(
      new Position(one.selectionStartLineNumber - 1, one.selectionStartColumn - 1),
      new Position(one.positionLineNumber - 1, one.positionColumn - 1)));
    events.selection.fire({ textEditor: editor, selections });
  }));

  const run = (name, ...input) => (commands.has(name) ? commands.get(name)(...input)
    : later(() => view.trigger("keyboard", name, input[0])));
  const disposable = () => ({ dispose() {} });
  const vscode = {
    Position, Range, Selection, SnippetString, EndOfLine: { LF: 1, CRLF: 2 }, StatusBarAlignment: { Right: 2 },
    Uri: { joinPath: (_, name) => `${folder}/${name}` }, env: { clipboard: { readText: async () => "" } },
    languages: {
      registerDocumentFormattingEditProvider: disposable, registerDocumentRangeFormattingEditProvider: disposable,
    },
    commands: {
      registerCommand: (name, body) => (commands.set(name, body), disposable()),
      executeCommand: async (name, ...input) => {
        if (name === "setContext") context[input[0]] = input[1];
        else run(name, ...input);
      },
    },
    window: {
      activeTextEditor: editor, setStatusBarMessage() {}, onDidChangeTextEditorSelection: events.selection.event,
      onDidChangeActiveTextEditor: events.active.event,
      createStatusBarItem: () => ({ show() {}, hide() {}, dispose() {} }),
    },
    workspace: {
      fs: { readFile: async (address) => new Uint8Array(await (await fetch(address)).arrayBuffer()) },
      getConfiguration: () => ({ get: (name) => properties[`markdownEditing.${name}`].default }),
      onDidChangeTextDocument: events.change.event, onDidCloseTextDocument: events.close.event,
      onDidChangeConfiguration: events.configuration.event,
    },
  };
  const module = { exports: {} };
  const source = await (await fetch(`${folder}/extension.js`)).text();
  new Function("module", "exports", "require", source)(module, module.exports, () => vscode);
  await module.exports.activate({ subscriptions: [], extensionUri: folder });

  view.onKeyDown((event) => {
    const { ctrlKey, shiftKey, altKey, key } = event.browserEvent;
    const pressed = [ctrlKey && "ctrl", shiftKey && "shift", altKey && "alt", key.toLowerCase()].filter(Boolean).join("+");
    const state = {
      ...context, editorTextFocus: true, editorLangId: "markdown", editorHasSelection: !view.getSelection().isEmpty(),
      ...Object.fromEntries(Object.entries(properties).map(([name, schema]) => [`config.${name}`, schema.default])),
    };
    const found = manifest.contributes.keybindings.find((binding) => binding.key === pressed && holds(binding.when, state));
    if (!found) return;
    event.preventDefault();
    event.stopPropagation();
    last = new Promise((done) => later(() => done(run(found.command))));
  });
  return {
    open(value, [[from, to]]) {
      view.setValue(value);
      view.setSelection(monaco.Selection.fromPositions(model.getPositionAt(from), model.getPositionAt(to)));
      view.focus();
    },
    // Waits for the command of the last key, and for what it sends.
    async settled() {
      await last;
      await new Promise((done) => setTimeout(done, 5 * delay));
    },
    get text() { return model.getValue(); },
    get ranges() {
      return view.getSelections().map((one) =>
        [model.getOffsetAt(one.getStartPosition()), model.getOffsetAt(one.getEndPosition())]);
    },
  };
}
