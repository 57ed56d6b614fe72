// The engine's documents beside the editor's. Each follows the changes of its own, so that a key in a long document does
// not read the whole text.
import * as vscode from "vscode";
// The table is made from Clients/Web/index.d.ts when the extension is packed, as the settings are.
import { SETTINGS } from "markdown-editing-options";

export const DIALECTS = SETTINGS.find(({ name }) => name === "dialect").values;

export class Documents {
  #engine;
  #open = new Map();
  #events;

  constructor(engine) {
    this.#engine = engine;
    this.#events = [
      vscode.workspace.onDidChangeTextDocument((event) => this.#follow(event)),
      vscode.workspace.onDidCloseTextDocument((document) => this.#forget(document)),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("markdownEditing")) this.#configure();
      }),
    ];
  }

  // Returns the engine's document with the text and the options that the editor's document has now. An event for other line
  // endings has no changes: the length shows them.
  of(document) {
    const key = document.uri.toString();
    let entry = this.#open.get(key);
    if (!entry) {
      entry = { own: document, markdown: this.#engine.open(document.getText(), options(document)) };
      this.#open.set(key, entry);
    } else if (entry.isStale || entry.markdown.length !== length(document)) {
      entry.markdown.text = document.getText();
    }
    Object.assign(entry, { own: document, isStale: false });
    return entry.markdown;
  }

  dispose() {
    for (const event of this.#events) event.dispose();
    for (const { own } of [...this.#open.values()]) this.#forget(own);
  }

  #follow({ document, contentChanges }) {
    const entry = this.#open.get(document.uri.toString());
    if (!entry || entry.isStale) return;
    try {
      entry.markdown.change(contentChanges.map(({ rangeOffset, rangeLength, text }) =>
        ({ from: rangeOffset, to: rangeOffset + rangeLength, insert: text })).sort((one, other) => one.from - other.from));
    } catch {
      // The text is read again when it is asked about.
      entry.isStale = true;
    }
  }

  #forget(document) {
    const key = document.uri.toString();
    this.#open.get(key)?.markdown.close();
    this.#open.delete(key);
  }

  #configure() {
    for (const { own, markdown } of this.#open.values()) markdown.setOptions(options(own));
  }
}

// The selections of an editor as the engine takes them: offsets, ascending.
export function rangesOf({ document, selections }) {
  return selections.map(({ start, end }) => [document.offsetAt(start), document.offsetAt(end)])
    .sort(([one], [other]) => one - other);
}

const length = (document) => document.offsetAt(document.lineAt(document.lineCount - 1).range.end);

function options(document) {
  const settings = vscode.workspace.getConfiguration("markdownEditing", document);
  const chosen = SETTINGS.flatMap(({ name, values }) => {
    const value = settings.get(name);
    // A value that the schema does not have is ignored; the editor underlines it in the settings.
    return values.includes(value) ? [[name, value]] : [];
  });
  return Object.fromEntries(chosen);
}
