import type { BarButton, CommandInput, Engine, MarkdownDocument, Options, Outcome, Range, Selection } from "./index.js";
export interface TextareaOptions extends Options {
  /** Whether the catalogue's shortcuts are active; true by default. */
  keys?: boolean;
  /** Whether Enter, Backspace, Tab, paste and input that replaces a selection run the commands, if they apply;
   * true by default. */
  typing?: boolean;
  /** Called with a pasted or dropped image; the returned address is inserted as an image, or nothing without one. */
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
  /** The selected link; null if there is none. */
  readonly link: { destination: string; title: string } | null;
  /** `title` is for the command "link"; "" for none. `selections` replaces the current selection. */
  perform(name: string, input?: CommandInput & { title?: string; selections?: Selection[] }): Outcome;
  /** One step in the browser's own history. */
  undo(): void;
  redo(): void;
  /** Shows another document, whose history is empty. */
  setText(text: string): void;
  destroy(): void;
}
