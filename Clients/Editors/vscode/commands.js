// Carries commands out in the active editor: one undo step each, on all selections.
import * as vscode from "vscode";
import { isOwn } from "../../Web/keys.js";
import { ASKED, asked, valueFor } from "../questions.js";
import { DIALECTS, rangesOf } from "./documents.js";
import { makeEdits } from "./edits.js";
import { PendingMarks } from "./pending.js";

const NEWLINE = ["type", { text: "\n" }];
// The keys: commands of which the first that applies is carried out, and what the editor itself does on the key.
const KEYS = {
  "newline": [["newline"], NEWLINE, "\n"], "line-break": [["line-break"], NEWLINE, "\n"],
  "backspace": [["backspace"], ["deleteLeft"], ""],
  "tab": [["table-next-cell", "indent"], ["tab"]], "backtab": [["table-previous-cell", "outdent"], ["outdent"]],
  "task-toggle": [["task-toggle"], ["editor.action.insertLineAfter"]],
};
const PASTE = ["editor.action.clipboardPasteAction"];

export class Commands {
  #engine;
  #documents;
  #status;
  #pending;
  // One command at a time: a second key waits for the edit of the first.
  #queue = Promise.resolve();

  constructor(engine, documents, status) {
    this.#engine = engine;
    this.#documents = documents;
    this.#status = status;
    this.#pending = new PendingMarks(documents, (body) => this.#next(body));
  }

  register() {
    const own = {
      chooseDialect: () => this.#chooseDialect(),
      copyHTML: () => this.#copy("html"),
      copyText: () => this.#copy("plain"),
    };
    for (const { name } of this.#engine.commands) own[name] = (input) => this.#perform(name, input ?? {});
    for (const name of Object.keys(KEYS)) own[name] = () => this.#press(...KEYS[name]);
    own["paste-url"] = (input) => this.#pasteAddress(input ?? {});
    own.paste = (input) => this.#pasteAs("paste", input ?? {});
    own["paste-html"] = (input) => this.#pasteAs("paste-html", input ?? {});
    return [this.#pending, ...Object.entries(own).map(([name, body]) =>
      vscode.commands.registerCommand(`markdownEditing.${name}`, (input) => this.#next(() => body(input))))];
  }

  #next(body) {
    const done = this.#queue.then(body);
    this.#queue = done.catch(() => {});
    return done;
  }

  // A key: the editor's own command where none applies, or where the result is the same.
  async #press(names, own, typed) {
    const editor = vscode.window.activeTextEditor;
    const written = typed === "\n" && editor?.document.eol === vscode.EndOfLine.CRLF ? "\r\n" : typed;
    const isOurs = (outcome, markdown, ranges) =>
      outcome.changes && !(written !== undefined && isOwn(outcome, written, ranges, markdown));
    for (const name of editor ? names : []) {
      if (await this.#carryOut(editor, (markdown, ranges) => markdown.plan(name, ranges), isOurs)) return undefined;
    }
    return vscode.commands.executeCommand(...own);
  }

  async #perform(name, { argument, action }) {
    const editor = vscode.window.activeTextEditor;
    if (!editor) return undefined;
    let given = argument;
    if (given === undefined && name === "date") {
      given = vscode.workspace.getConfiguration("markdownEditing", editor.document).get("dateFormat");
    }
    if (given === undefined && ASKED[name]) {
      given = await this.#ask(name, editor);
      if (given === undefined) return undefined;
    }
    return this.#carryOut(editor, (markdown, ranges) => markdown.plan(name, ranges, { argument: given, action }), report);
  }

  async #ask(name, editor) {
    const question = asked(name, vscode.workspace.getConfiguration("markdownEditing", editor.document).get("dialect"));
    const { title } = this.#engine.commands.find((row) => row.name === name);
    if (Array.isArray(question)) return vscode.window.showQuickPick(question, { title });
    const value = valueFor(name, this.#documents.of(editor.document), rangesOf(editor)[0]);
    return vscode.window.showInputBox({ title, prompt: question, value });
  }

  // An address over selected text links it; anything else is pasted by the editor.
  async #pasteAddress({ argument }) {
    const editor = vscode.window.activeTextEditor;
    const text = argument ?? await vscode.env.clipboard.readText();
    const isAddress = editor && /^\s*\S+\s*$/.test(text) && editor.selections.every(({ isEmpty }) => !isEmpty);
    const plan = (markdown, ranges) => markdown.plan("paste-url", ranges, { argument: text });
    if (isAddress && await this.#carryOut(editor, plan, ({ effect }) => effect === "added")) return undefined;
    return vscode.commands.executeCommand(...PASTE);
  }

  async #pasteAs(name, { argument }) {
    return this.#perform(name, { argument: argument ?? await vscode.env.clipboard.readText() });
  }

  // Copies what the selections show; without one, the document.
  async #copy(format) {
    const editor = vscode.window.activeTextEditor;
    if (!editor) return;
    const ranges = rangesOf(editor).filter(([from, to]) => from < to);
    const markdown = this.#documents.of(editor.document);
    const copied = markdown.copied(ranges.length > 0 ? ranges : [[0, editor.document.getText().length]]);
    await vscode.env.clipboard.writeText(copied[format]);
  }

  async #chooseDialect() {
    const { document } = vscode.window.activeTextEditor ?? {};
    const settings = vscode.workspace.getConfiguration("markdownEditing", document);
    const chosen = await vscode.window.showQuickPick(DIALECTS, { title: "Dialect of Markdown" });
    if (chosen === undefined) return;
    const { workspaceValue } = settings.inspect("dialect") ?? {};
    await settings.update("dialect", chosen, workspaceValue === undefined
      ? vscode.ConfigurationTarget.Global : vscode.ConfigurationTarget.Workspace);
  }

  // Makes the edits of a plan that `isWanted` accepts; returns whether it did. If the text changes before the editor makes
  // them, the command is planned again once.
  async #carryOut(editor, plan, isWanted, triesLeft = 1) {
    if (!editor) return false;
    const { document } = editor;
    const [markdown, before] = [this.#documents.of(document), rangesOf(editor)];
    let outcome;
    try {
      outcome = plan(markdown, before);
    } catch (error) {
      outcome = { refused: "internal", message: error.message };
    }
    if (!isWanted(outcome, markdown, before)) return false;
    if (!await makeEdits(editor, outcome)) return triesLeft > 0 && this.#carryOut(editor, plan, isWanted, triesLeft - 1);
    this.#pending.hold(editor, rangesOf(editor), outcome.effect === "pending" ? plan : undefined);
    this.#status.soon();
    const { active } = editor.selections[0];
    editor.revealRange(new vscode.Range(active, active));
    return true;
  }
}

// Whether a plan changes something; if not, the status bar says why.
function report(outcome) {
  if (outcome.changes) return true;
  vscode.window.setStatusBarMessage(`Markdown: ${outcome.message}`, 5000);
  return false;
}
