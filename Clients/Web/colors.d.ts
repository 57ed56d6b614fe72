import type { TextareaBinding } from "./textarea.js";
export interface ColorOptions {
  /** The largest number of coloured code units; 200,000 by default. The textarea itself shows a longer text. */
  limit?: number;
}
/** Shows the text of a binding in an element under its textarea: a `div` for each line with a `span` for each
 * token. Its classes are its `TokenKind`, its `TokenMark`s and "heading". */
export function colorTextarea(
  binding: TextareaBinding, backdrop: HTMLElement, options?: ColorOptions): TextareaColors;
export class TextareaColors {
  constructor(binding: TextareaBinding, backdrop: HTMLElement, options?: ColorOptions);
  /** Colours changed text; the binding's event "state" calls this. */
  update(): void;
  /** The part of the element for a range of the text, for `CSS.highlights`; null if there are no colours. */
  range(from: number, to: number): globalThis.Range | null;
  destroy(): void;
}
