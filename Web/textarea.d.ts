import type { Action, BarButton, ButtonState, Engine, MarkName, MarkdownDocument, Options, Outcome, Range } from "./index.js";
export interface TextareaOptions extends Options {
  /** Whether the catalogue's shortcuts and those of the marks do something; true unless said otherwise. */
  keys?: boolean;
  /** Whether Enter, Backspace, Tab, paste and all that replaces a selection do what the commands do if they apply;
   * true by default. */
  typing?: boolean;
}
export interface CommandDetail {
  /** A mark's, or of the catalogue. */
  name: string;
  /** Of a mark's command alone. */
  action?: Action;
  mark?: MarkName;
  argument?: string;
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
  readonly state: ButtonState[];
  readonly bar: BarButton[];
  toggle(mark: MarkName): Outcome;
  command(action: Action, mark: MarkName): Outcome;
  /** A command of the catalogue, or a mark's toggle, by its name. */
  perform(name: string, argument?: string): Outcome;
  /** Another text, as one step to undo. */
  setText(text: string): void;
  destroy(): void;
}
