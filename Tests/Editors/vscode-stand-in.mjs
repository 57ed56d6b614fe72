// A stand-in for Visual Studio Code: loads an unpacked extension and presses keys. Keys are resolved as the editor does:
// by `when` clauses, later bindings before earlier ones, with chords. What the extension uses of the interface and is not
// here fails by name.
import Module, { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { holds, strict } from "./marked.mjs";

// The editor's own keys that matter here.
export const OWN_KEYS = [
  ["enter", "type", "editorTextFocus && !editorReadonly", { text: "\n" }],
  ["shift+enter", "type", "editorTextFocus && !editorReadonly", { text: "\n" }],
  ["backspace", "deleteLeft", "editorTextFocus && !editorReadonly"],
  ["tab", "tab", "editorTextFocus && !editorReadonly && !editorTabMovesFocus"],
  ["tab", "acceptSelectedSuggestion", "suggestWidgetVisible"],
  ["tab", "jumpToNextSnippetPlaceholder", "inSnippetMode"],
  ["shift+tab", "outdent", "editorTextFocus && !editorReadonly && !editorTabMovesFocus"],
  ["ctrl+b", "workbench.action.toggleSidebarVisibility", ""],
  ["ctrl+i", "editor.action.triggerSuggest", "editorTextFocus"],
  ["ctrl+enter", "editor.action.insertLineAfter", "editorTextFocus && !editorReadonly"],
  ["ctrl+e", "workbench.action.quickOpen", ""],
  ["ctrl+u", "cursorUndo", "textInputFocus"],
  ["ctrl+\\", "workbench.action.splitEditor", ""],
  ["ctrl+shift+x", "workbench.view.extensions", ""],
  ["ctrl+shift+h", "workbench.action.replaceInFiles", ""],
  ["ctrl+shift+.", "breadcrumbs.focusAndSelect", ""],
  ["alt+up", "editor.action.moveLinesUpAction", "editorTextFocus && !editorReadonly"],
  ["alt+down", "editor.action.moveLinesDownAction", "editorTextFocus && !editorReadonly"],
  ["shift+alt+down", "editor.action.copyLinesDownAction", "editorTextFocus && !editorReadonly"],
  ["ctrl+v", "editor.action.clipboardPasteAction", "editorTextFocus"],
  ["ctrl+k ctrl+i", "editor.action.showHover", "editorTextFocus"],
  ["ctrl+k ctrl+s", "workbench.action.openGlobalKeybindings", ""],
  ["ctrl+k v", "markdown.showPreviewToSide", "!notebookEditorFocused && editorLangId == 'markdown'"],
  ["ctrl+z", "undo", ""],
  ["ctrl+y", "redo", ""],
];
const OWN_BINDINGS = OWN_KEYS.map(([key, command, when, args]) => ({ key, command, when, args }));

class Emitter {
  #listeners = new Set();
  event = (listener) => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };
  fire(event) { for (const listener of [...this.#listeners]) listener(event); }
  get count() { return this.#listeners.size; }
}

// Positions, documents with versions, and editors with undo.

class Position {
  constructor(line, character) {
    if (!(line >= 0 && character >= 0)) throw new Error("illegal argument: a position is not negative");
    Object.assign(this, { line, character });
    Object.freeze(this);
  }
  compareTo(other) { return this.line - other.line || this.character - other.character; }
}

class Range {
  constructor(start, end) {
    if (!(start instanceof Position && end instanceof Position)) throw new Error("Invalid arguments");
    const isOrdered = start.compareTo(end) <= 0;
    Object.assign(this, { start: isOrdered ? start : end, end: isOrdered ? end : start });
  }
  get isEmpty() { return this.start.compareTo(this.end) === 0; }
}

class Selection extends Range {
  constructor(anchor, active) {
    super(anchor, active);
    Object.assign(this, { anchor, active, isReversed: active.compareTo(anchor) < 0 });
  }
}

export const EndOfLine = { LF: 1, CRLF: 2 };

class SnippetString {
  value = "";
  appendText(text) { this.value += text.replace(/[$}\\]/g, "\\$&"); return this; }
  appendTabstop(number) { this.value += `\${${number}}`; return this; }
}

class TextEdit {
  static replace(range, newText) { return Object.assign(new TextEdit(), { range, newText }); }
}

// A document as the editor has it: its line endings are all the same, whatever is typed or pasted.
class TextDocument {
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
class TextEditor {
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
    return this.#later(() => this.apply(edits));
  }

  // A snippet with one place, for the caret, which the editor sets in the same step.
  async insertSnippet({ value }, range, options) {
    const [before, after] = value.split("${0}").map((text) => text.replace(/\\([$}\\])/g, "$1"));
    const [from, to] = [range.start, range.end].map((position) => this.document.offsetAt(position));
    return this.#later(() => {
      this.apply([{ from, to, text: before + after }], options);
      this.offsets = [[from + before.length, from + before.length]];
    });
  }

  async #later(body) {
    const { version } = this.document;
    await new Promise((done) => setImmediate(done));
    if (this.document.version !== version || this.document.isReadOnly) return false;
    body();
    return true;
  }

  // Makes edits at once; the host's own commands do.
  apply(edits, { undoStopBefore = true } = {}) {
    const selections = this.offsets;
    if (undoStopBefore) this.#undo.push({ text: this.document.getText(), selections });
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

  #change(edits, reason) {
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
    this.#fire("change", { document, contentChanges, reason });
  }

  // Another line ending: the event has no changes.
  setEndOfLine(eol) {
    this.document.eol = eol;
    this.document.set(this.document.normal(this.document.getText()));
    this.document.version += 1;
    this.#fire("change", { document: this.document, contentChanges: [], reason: undefined });
  }

  undo() { this.#step(this.#undo, this.#redo, 1); }
  redo() { this.#step(this.#redo, this.#undo, 2); }
  #step(from, to, reason) {
    const step = from.pop();
    if (!step) return;
    to.push({ text: this.document.getText(), selections: this.offsets });
    this.#change([{ from: 0, to: this.document.getText().length, text: step.text }], reason);
    this.offsets = step.selections;
  }
}

export class Host {
  constructor(folder, manifest) {
    Object.assign(this, { folder, manifest, context: { editorTextFocus: true, textInputFocus: true }, done: [], messages: [], answers: [],
      clipboard: "", items: [], documents: [], settings: {}, chord: "", formatters: {}, subscriptions: [] });
    this.commands = new Map();
    this.events = Object.fromEntries(["change", "close", "configuration", "selection", "active"]
      .map((name) => [name, new Emitter()]));
    this.vscode = this.#interface();
  }

  async activate() {
    const load = Module._load;
    Module._load = (name, ...rest) => (name === "vscode" ? this.vscode : load(name, ...rest));
    const require = createRequire(join(this.folder, "package.json"));
    const main = require.resolve(join(this.folder, this.manifest.main));
    // Each window of the editor has its own copy.
    delete require.cache[main];
    const extension = require(main);
    this.exported = await extension.activate({ subscriptions: this.subscriptions, extensionUri: { path: this.folder } });
    Module._load = load;
    this.extension = extension;
  }

  deactivate() {
    for (const subscription of this.subscriptions) subscription.dispose();
    this.extension.deactivate();
  }

  open(text, { path = `/notes-${this.documents.length}.md`, languageId = "markdown", at = [[0, 0]] } = {}) {
    const document = new TextDocument(path, text, languageId);
    const editor = new TextEditor(document, (name, event) => this.events[name].fire(event ?? { textEditor: editor, selections: editor.selections }));
    this.documents.push(document);
    this.editor = editor;
    this.events.active.fire(editor);
    editor.offsets = at;
    return editor;
  }

  close(editor) {
    if (this.editor === editor) this.editor = undefined;
    this.events.close.fire(editor.document);
  }

  setting(name) { return name in this.settings ? this.settings[name] : this.manifest.contributes.configuration.properties[name]?.default; }
  configure(name, value) {
    this.settings[name] = value;
    this.events.configuration.fire({ affectsConfiguration: (section) => name === section || name.startsWith(`${section}.`) });
  }

  get keys() {
    const { editor } = this;
    const names = Object.keys(this.manifest.contributes.configuration.properties);
    return {
      ...this.context, ...Object.fromEntries(names.map((name) => [`config.${name}`, this.setting(name)])),
      editorLangId: editor?.document.languageId, editorReadonly: editor?.document.isReadOnly,
      editorHasSelection: editor?.selections.some(({ isEmpty }) => !isEmpty),
    };
  }

  // Presses a key, and waits for its command.
  async press(key) {
    const pressed = this.chord ? `${this.chord} ${key}` : key;
    const context = this.keys;
    const enabled = ({ command }) =>
      holds(this.manifest.contributes.commands.find((one) => one.command === command)?.enablement ?? "", context);
    const bindings = [...OWN_BINDINGS, ...this.manifest.contributes.keybindings].reverse()
      .filter((binding) => (binding.key === pressed || binding.key.startsWith(`${pressed} `))
        && holds(binding.when, context) && enabled(binding));
    this.chord = "";
    const [first] = bindings;
    if (first?.key === pressed) return this.run(first.command, first.args);
    if (first) this.chord = pressed;
    return undefined;
  }

  // Types a text, with the caret `back` before its end in a pair that the editor completes, and waits for what follows.
  async type(text, back = 0) {
    await this.run("type", { text, back });
    for (let turn = 0; turn < 4; turn++) await new Promise((done) => setImmediate(done));
  }

  // What the editor does when it saves, or for a selection.
  async format(range) {
    const { document } = this.editor;
    const edits = range ? await this.formatters.range.provideDocumentRangeFormattingEdits(document, range)
      : await this.formatters.document.provideDocumentFormattingEdits(document);
    if (edits.length > 0) {
      this.editor.apply(edits.map(({ range: { start, end }, newText }) =>
        ({ from: document.offsetAt(start), to: document.offsetAt(end), text: newText })));
    }
  }

  async run(name, ...args) { return this.commands.has(name) ? this.commands.get(name)(...args) : this.#own(name, args[0]); }

  async #own(name, args) {
    if (name === "setContext") throw new Error("setContext has three arguments");
    this.done.push(name);
    const { editor } = this;
    const typed = { type: args?.text, "editor.action.clipboardPasteAction": this.clipboard, tab: "\t", deleteLeft: "" }[name];
    if (typed !== undefined) {
      editor.apply(editor.offsets.map((ends) => {
        const [from, to] = [...ends].sort((one, other) => one - other);
        return { from: from === to && typed === "" ? Math.max(0, from - 1) : from, to, text: typed };
      }).sort((one, other) => one.from - other.from));
      editor.offsets = editor.offsets.map(([, active]) => Array(2).fill(active - (args?.back ?? 0)));
    } else if (name === "undo" || name === "redo") {
      editor[name]();
    } else if (!OWN_BINDINGS.some(({ command }) => command === name)) {
      throw new Error(`command '${name}' not found`);
    }
  }

  #interface() {
    const host = this;
    const { events } = host;
    return strict("vscode", {
      Position, Range, Selection, EndOfLine, SnippetString, TextEdit,
      languages: strict("languages", Object.fromEntries(
        [["registerDocumentFormattingEditProvider", "document"], ["registerDocumentRangeFormattingEditProvider", "range"]]
          .map(([name, kind]) => [name, ({ language }, provider) => {
            if (language !== "markdown") throw new Error("a formatter is for Markdown");
            host.formatters[kind] = provider;
            return { dispose: () => { delete host.formatters[kind]; } };
          }]))),
      StatusBarAlignment: { Left: 1, Right: 2 }, ConfigurationTarget: { Global: 1, Workspace: 2, WorkspaceFolder: 3 },
      Uri: strict("Uri", { joinPath: ({ path }, ...parts) => ({ path: join(path, ...parts) }) }),
      env: strict("env", { clipboard: {
        readText: async () => host.clipboard, writeText: async (text) => { host.clipboard = text; },
      } }),
      commands: strict("commands", {
        registerCommand(name, body) {
          if (host.commands.has(name)) throw new Error(`command '${name}' already exists`);
          host.commands.set(name, body);
          return { dispose: () => host.commands.delete(name) };
        },
        async executeCommand(name, ...args) {
          if (name === "setContext") host.context[args[0]] = args[1];
          else return host.run(name, ...args);
          return undefined;
        },
      }),
      window: strict("window", {
        get activeTextEditor() { return host.editor; },
        onDidChangeTextEditorSelection: events.selection.event, onDidChangeActiveTextEditor: events.active.event,
        createStatusBarItem(id, alignment) {
          if (typeof id !== "string" || typeof alignment !== "number") throw new Error("Invalid arguments");
          const show = (isShown) => () => Object.assign(item, { isShown });
          const item = { id, isShown: false, show: show(true), hide: show(false), dispose: show(false) };
          host.items.push(item);
          return item;
        },
        setStatusBarMessage: (message) => void host.messages.push(message),
        showInputBox: async (options) => (host.asked = options, host.answers.shift()),
        showQuickPick: async (items) => {
          const answer = host.answers.shift();
          if (answer !== undefined && !items.includes(answer)) throw new Error(`${answer} is not offered`);
          return answer;
        },
      }),
      workspace: strict("workspace", {
        fs: strict("fs", { readFile: async ({ path }) => new Uint8Array(await readFile(path)) }),
        onDidChangeTextDocument: events.change.event, onDidCloseTextDocument: events.close.event,
        onDidChangeConfiguration: events.configuration.event,
        getConfiguration: (section) => strict("configuration", {
          get: (name) => host.setting(`${section}.${name}`),
          inspect: () => ({ workspaceValue: undefined }),
          update: async (name, value) => host.configure(`${section}.${name}`, value),
        }),
      }),
    });
  }
}
