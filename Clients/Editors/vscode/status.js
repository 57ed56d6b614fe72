// Shows the dialect and the constructs at the caret, and sets a context key for each command, such as
// `markdownEditing.strong`: "on", "mixed" or "off", and unset if the dialect does not have the command.
import * as vscode from "vscode";
import { rangesOf } from "./documents.js";

const DELAY = 60;
// Of a paragraph nothing is shown.
const HIDDEN = new Set(["paragraph", "heading"]);

export class Status {
  #documents;
  #events;
  #timer;
  #keys = new Map();
  #item = vscode.window.createStatusBarItem("markdownEditing.status", vscode.StatusBarAlignment.Right, 100);

  constructor(documents) {
    this.#documents = documents;
    this.#item.name = "Markdown";
    this.#item.command = "markdownEditing.chooseDialect";
    const refresh = () => this.soon();
    this.#events = [
      vscode.window.onDidChangeTextEditorSelection(refresh), vscode.window.onDidChangeActiveTextEditor(refresh),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document === vscode.window.activeTextEditor?.document) this.soon();
      }),
      vscode.workspace.onDidChangeConfiguration(refresh),
    ];
    this.soon();
  }

  dispose() {
    clearTimeout(this.#timer);
    for (const event of this.#events) event.dispose();
    this.#item.dispose();
  }

  soon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.refresh(), DELAY);
  }

  refresh() {
    const editor = vscode.window.activeTextEditor;
    if (editor?.document.languageId !== "markdown") {
      this.#item.hide();
      return this.#setKeys([]);
    }
    const { document } = editor;
    let buttons = [];
    try {
      buttons = this.#documents.of(document).bar(rangesOf(editor));
    } catch {
      // A text that is too long for the engine has no state; its commands say why.
    }
    this.#setKeys(buttons);
    const settings = vscode.workspace.getConfiguration("markdownEditing", document);
    if (!settings.get("statusBar")) return this.#item.hide();
    const shown = buttons.filter(({ name, presence }) => presence !== "off" && !HIDDEN.has(name))
      .map(({ title, presence }) => title + (presence === "mixed" ? " (partly)" : ""));
    this.#item.text = [settings.get("dialect"), ...shown].join(" · ");
    this.#item.tooltip = "The dialect of Markdown, and what the selection is in";
    return this.#item.show();
  }

  // Only the keys that change are set: each is a message to the editor.
  #setKeys(buttons) {
    const keys = new Map(buttons.map(({ name, presence }) => [name, presence]));
    for (const name of this.#keys.keys()) if (!keys.has(name)) set(name, undefined);
    for (const [name, presence] of keys) if (this.#keys.get(name) !== presence) set(name, presence);
    this.#keys = keys;
  }
}

const set = (name, value) => vscode.commands.executeCommand("setContext", `markdownEditing.${name}`, value);
