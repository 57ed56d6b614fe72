// Marks that wait for the text that is typed next. The editor types it, because only one extension may replace its command
// "type"; then the text is replaced with the marked one, in the same step of undo.
import * as vscode from "vscode";
import { applied } from "../../Web/index.js";
import { rangeIn } from "./edits.js";
import { rangesOf } from "./documents.js";

const SAME_STEP = { undoStopBefore: false, undoStopAfter: false };

export class PendingMarks {
  #documents;
  #next;
  #events;
  // The document, the range typed so far, the plans that made marks pending, and whether the engine has used them up; undefined
  // if no mark is pending.
  #held;

  // next: carries a function out after the commands before it.
  constructor(documents, next) {
    this.#documents = documents;
    this.#next = next;
    this.#events = [
      vscode.workspace.onDidChangeTextDocument((event) => this.#follow(event)),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => this.#moved(textEditor)),
    ];
  }

  dispose() {
    for (const event of this.#events) event.dispose();
  }

  // Holds what a command has left pending at the caret.
  hold({ document }, ranges, plan) {
    if (this.#documents.of(document).pending(ranges) === 0) {
      this.#held = undefined;
      return;
    }
    const [[at]] = ranges;
    const isSame = document === this.#held?.document && String(this.#held.range) === String([at, at]);
    const plans = [...isSame ? this.#held.plans : [], ...plan ? [plan] : []];
    this.#held = { document, range: [at, at], plans, isSpent: false };
  }

  // Only text that is typed at the caret gets the marks.
  #follow({ document, contentChanges, reason }) {
    if (document !== this.#held?.document || contentChanges.length === 0) return;
    const { range: [from, to] } = this.#held;
    const [{ rangeOffset, rangeLength, text }] = contentChanges;
    const isTyped = reason === undefined && contentChanges.length === 1 && rangeOffset === to && rangeLength === 0
      && !/[\r\n]/.test(text);
    this.#held = isTyped ? { ...this.#held, range: [from, to + text.length] } : undefined;
  }

  // The selection follows the text: only then is it known where the caret is in what was typed, as in a pair of brackets.
  #moved(editor) {
    if (editor.document !== this.#held?.document) return;
    const { range: [from, to] } = this.#held;
    const carets = rangesOf(editor);
    const isInside = carets.length === 1 && from <= carets[0][0] && carets[0][1] <= to;
    if (isInside) this.#next(() => this.#mark(editor));
    else this.hold(editor, carets);
  }

  async #mark(editor) {
    const { document, range: [from, to] = [] } = this.#held ?? {};
    if (editor.document !== document || from === to) return;
    const markdown = this.#documents.of(document);
    if (this.#held.isSpent) this.#planAgain(markdown);
    this.#held.isSpent = true;
    const { changes, selections } = markdown.plan("insert-text", [[from, to]], { argument: markdown.slice(from, to) });
    if (!changes) {
      this.#held = undefined;
    } else if (changes.every((change) => change.insert === markdown.slice(change.from, change.to))) {
      // A blank is there already: the mark waits for the text after it.
      markdown.change(changes);
      this.hold(editor, selections);
    } else {
      // A snippet has a place for the caret, so that no key comes between the text and the caret.
      const start = Math.min(from, ...changes.map((change) => change.from));
      const end = Math.max(to, ...changes.map((change) => change.to));
      const text = applied(markdown.slice(start, end),
        changes.map((change) => ({ ...change, from: change.from - start, to: change.to - start })));
      const caret = selections[0][0] - start - (to - rangesOf(editor)[0][0]);
      const snippet = new vscode.SnippetString().appendText(text.slice(0, caret)).appendTabstop(0)
        .appendText(text.slice(caret));
      // If another character is typed before, the editor refuses, and the event of that character is the next attempt.
      await editor.insertSnippet(snippet, rangeIn(document, start, end), SAME_STEP);
    }
  }

  // Makes the marks pending again in the engine's document, as if nothing had been typed since.
  #planAgain(markdown) {
    const { range: [from, to], plans } = this.#held;
    const typed = markdown.slice(from, to);
    markdown.change([{ from, to, insert: "" }]);
    for (const plan of plans) plan(markdown, [[from, from]]);
    markdown.change([{ from, to: from, insert: typed }]);
  }
}
