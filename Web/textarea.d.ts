import type { Action, ButtonState, Engine, MarkName, MarkdownDocument, Options, Outcome, Range } from "./index.js";
export interface TextareaOptions extends Options {
  /** Whether Ctrl or Command with B, I and E toggle marks; true unless said otherwise. */
  keys?: boolean;
}
export interface CommandDetail {
  action: Action;
  mark: MarkName;
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
  toggle(mark: MarkName): Outcome;
  command(action: Action, mark: MarkName): Outcome;
  /** Another text, as one step to undo. */
  setText(text: string): void;
  destroy(): void;
}
