import type { BarButton, CommandInput, Engine, MarkdownDocument, Options, Outcome, Range } from "./index.js";
export interface TextareaOptions extends Options {
  /** Whether the catalogue's shortcuts do something; true unless said otherwise. */
  keys?: boolean;
  /** Whether Enter, Backspace, Tab, paste and all that replaces a selection do what the commands do if they apply;
   * true by default. */
  typing?: boolean;
}
export interface CommandDetail extends CommandInput {
  name: string;
  outcome: Outcome;
  before: string;
  after: string;
}
export function bindTextarea(
  textarea: HTMLTextAreaElement, engine: Engine, options?: TextareaOptions): TextareaBinding;
/** Events: "state"; "command", whose detail is a CommandDetail. */
export class TextareaBinding extends EventTarget {
  constructor(textarea: HTMLTextAreaElement, engine: Engine, options?: TextareaOptions);
  readonly textarea: HTMLTextAreaElement;
  readonly document: MarkdownDocument;
  readonly composing: boolean;
  readonly selection: Range;
  readonly bar: BarButton[];
  perform(name: string, input?: CommandInput): Outcome;
  /** Shows another document, whose history is empty. */
  setText(text: string): void;
  destroy(): void;
}
