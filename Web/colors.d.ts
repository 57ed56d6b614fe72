import type { TextareaBinding } from "./textarea.js";
export interface ColorOptions {
  /** The most code units that are coloured; 200,000 by default. A longer text is shown by the textarea itself. */
  limit?: number;
}
/** Shows the text of a binding in an element behind its textarea: a `div` for each line, in it a `span` for each token,
 * whose classes are its `TokenKind`, its `TokenMark`s and "heading". */
export function colorTextarea(
  binding: TextareaBinding, backdrop: HTMLElement, options?: ColorOptions): TextareaColors;
export class TextareaColors {
  constructor(binding: TextareaBinding, backdrop: HTMLElement, options?: ColorOptions);
  /** Colours what has changed; the binding's event "state" does that. */
  update(): void;
  /** The stretch of the element that shows a range of the text, for `CSS.highlights`; null if there are no colours. */
  range(from: number, to: number): globalThis.Range | null;
  destroy(): void;
}
