import type { BarButton, CommandInput, Engine, MarkdownDocument, Options, Outcome, Range, Selection } from "./index.js";
export interface TextareaOptions extends Options {
  /** Whether the catalogue's shortcuts do something; true unless said otherwise. */
  keys?: boolean;
  /** Whether Enter, Backspace, Tab, paste and all that replaces a selection do what the commands do if they apply;
   * true by default. */
  typing?: boolean;
  /** Called with an image that is pasted or dropped; its address is written as an image. No address: nothing is. */
  image?: (file: File) => string | undefined | Promise<string | undefined>;
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
  /** The link that is selected; null if there is none. */
  readonly link: { destination: string; title: string } | null;
  /** `title`: of the command "link"; "" for none. `selections`: if they are not what is selected. */
  perform(name: string, input?: CommandInput & { title?: string; selections?: Selection[] }): Outcome;
  /** One step in the browser's own history. */
  undo(): void;
  redo(): void;
  /** Shows another document, whose history is empty. */
  setText(text: string): void;
  destroy(): void;
}
