import type { BarButton, CommandInput, MarkdownDocument, Outcome, Range, Selection } from "./index.js";
export interface BindingOptions {
  /** Whether Enter, Backspace, Tab, paste, copy and input that replaces a selection run the commands, if they apply;
   * true by default. */
  typing?: boolean;
  /** Whether Tab stays in the text if no command applies: in code it indents the lines, inside a line it types a tab, and
   * else the event "hint" says why it does nothing. After Escape, the next Tab leaves the text. True by default in
   * CodeMirror, false in a textarea. */
  keepsTab?: boolean;
  /** Whether Tab in a table aligns its columns, too; false by default. */
  alignsTables?: boolean;
  /** Called with a pasted or dropped image; the returned address is inserted as an image, or nothing without one. */
  image?: (file: File) => string | undefined | Promise<string | undefined>;
}
export interface PerformInput extends CommandInput {
  /** Instead of the current ones. */
  selections?: Selection[];
  /** The title of a link; "" for none. */
  title?: string;
  /** The text of a footnote, after which the caret stays at its reference, or the description of an image. */
  text?: string;
  /** A range that is deleted before the command, in the same step. */
  replaces?: Range;
}
/** The detail of the event "command". */
export interface CommandDetail extends CommandInput {
  name: string;
  outcome: Outcome;
  /** The whole text; in CodeMirror it is joined when it is read. */
  readonly before: string;
  readonly after: string;
}
/** Events: "state", one frame after the text or the selection has changed; "command", also of one that changes nothing,
 * with a CommandDetail; "ask", which can be cancelled, when the key of a link, an image, a footnote or a table asks for its
 * argument: its detail is { name, argument?, replaces? }, for `perform`; and "hint", whose detail is a sentence. */
export interface Binding extends EventTarget {
  readonly document: MarkdownDocument;
  readonly composing: boolean;
  readonly selection: Range;
  readonly selections: Range[];
  readonly bar: BarButton[];
  /** The selected link; null if there is none. */
  readonly link: { destination: string; title: string } | null;
  /** Takes time in the length of the changed part, not of the text. */
  perform(name: string, input?: PerformInput): Outcome;
  /** Fires "ask". Returns whether a host asks for the argument, so that nothing is to be performed yet. */
  ask(name: string, input?: { argument?: string; replaces?: Range }): boolean;
  /** One step in the editor's own history. */
  undo(): void;
  redo(): void;
  focus(): void;
  /** Shows another document, whose history is empty. */
  setText(text: string): void;
}
