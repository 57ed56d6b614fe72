// A stand-in for Visual Studio Code: loads an unpacked extension and presses keys. Keys are resolved as the editor does:
// by `when` clauses, later bindings before earlier ones, with chords. What the extension uses of the interface and is not
// here fails by name.
import Module, { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { EndOfLine, Position, Range, Selection, TextDocument, TextEditor } from "./vscode-document.mjs";

// The editor's own keys that matter here.
const OWN_KEYS = [
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
  ["ctrl+v", "editor.action.clipboardPasteAction", "editorTextFocus"],
  ["ctrl+k ctrl+i", "editor.action.showHover", "editorTextFocus"],
  ["ctrl+k ctrl+s", "workbench.action.openGlobalKeybindings", ""],
  ["ctrl+k v", "markdown.showPreviewToSide", "!notebookEditorFocused && editorLangId == 'markdown'"],
  ["ctrl+z", "undo", ""],
  ["ctrl+y", "redo", ""],
].map(([key, command, when, args]) => ({ key, command, when, args }));

// Evaluates a `when` clause; a key that is not set is false. But for names, it is an expression of JavaScript.
export function holds(when, context) {
  const expression = (when || "true").replace(
    /([\w.]+) (==|!=) '?([\w.]+)'?|(?!(?:true|false)\b)\b[A-Za-z][\w.]*/g, (name, compared, operator, value) =>
      compared ? `(String(context["${compared}"]) ${operator} "${value}")` : `context["${name}"]`);
  return Boolean(new Function("context", `return ${expression};`)(context));
}

class Emitter {
  #listeners = new Set();
  event = (listener) => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };
  fire(event) { for (const listener of [...this.#listeners]) listener(event); }
  get count() { return this.#listeners.size; }
}

// Members that the stand-in does not have fail by name, except those that a promise is asked for.
const strict = (name, object) => new Proxy(object, {
  get(target, key) {
    if (key in target || typeof key === "symbol" || key === "then") return target[key];
    throw new Error(`the stand-in has no ${name}.${key}`);
  },
});

export class Host {
  constructor(folder, manifest) {
    Object.assign(this, { folder, manifest, context: { editorTextFocus: true }, done: [], messages: [], answers: [],
      clipboard: "", items: [], editors: [], documents: [], settings: {}, chord: "", subscriptions: [] });
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
    this.editors.push(editor);
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
    const bindings = [...OWN_KEYS, ...this.manifest.contributes.keybindings].reverse()
      .filter((binding) => (binding.key === pressed || binding.key.startsWith(`${pressed} `))
        && holds(binding.when, context) && enabled(binding));
    this.chord = "";
    if (bindings.length === 0) return undefined;
    if (bindings[0].key !== pressed) {
      this.chord = pressed;
      return undefined;
    }
    return this.run(bindings[0].command, bindings[0].args);
  }

  async run(name, ...args) {
    const body = this.commands.get(name);
    if (body) return body(...args);
    return this.#own(name, args[0]);
  }

  async #own(name, args) {
    if (name === "setContext") throw new Error("setContext has three arguments");
    this.done.push(name);
    const { editor } = this;
    const typed = { type: args?.text, "editor.action.clipboardPasteAction": this.clipboard, tab: "\t" }[name];
    if (typed !== undefined) {
      editor.apply(editor.offsets.map(([one, other]) => ({ from: Math.min(one, other), to: Math.max(one, other), text: typed }))
        .sort((one, other) => one.from - other.from));
      editor.offsets = editor.offsets.map(([, active]) => [active, active]);
    } else if (name === "deleteLeft") {
      editor.apply(editor.offsets.map(([one, other]) => ({ from: one === other ? Math.max(0, one - 1) : Math.min(one, other), to: Math.max(one, other), text: "" })));
    } else if (name === "undo" || name === "redo") {
      editor[name]();
    } else if (!OWN_KEYS.some(({ command }) => command === name)) {
      throw new Error(`command '${name}' not found`);
    }
  }

  #interface() {
    const host = this;
    const { events } = host;
    return strict("vscode", {
      Position, Range, Selection, EndOfLine,
      StatusBarAlignment: { Left: 1, Right: 2 }, ConfigurationTarget: { Global: 1, Workspace: 2, WorkspaceFolder: 3 },
      Uri: strict("Uri", { joinPath: ({ path }, ...parts) => ({ path: join(path, ...parts) }) }),
      env: strict("env", { clipboard: { readText: async () => host.clipboard } }),
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
        createStatusBarItem(id, alignment, priority) {
          if (typeof id !== "string" || typeof alignment !== "number") throw new Error("Invalid arguments");
          const item = { id, alignment, priority, isShown: false, dispose() { item.isShown = false; } };
          item.show = () => { item.isShown = true; };
          item.hide = () => { item.isShown = false; };
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
