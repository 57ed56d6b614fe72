import type { MarkdownDocument, Range } from "./index.js";
/** The text that a reader sees. Lines of a paragraph are joined by a blank; blocks and cells are separated by a line ending. */
export interface VisibleText {
  text: string;
}
export function visibleText(document: MarkdownDocument): VisibleText;
/** The ranges of the document that show a text: "seed list" finds "**seed** list". */
export function found(visible: VisibleText, query: string, options?: { matchesCase?: boolean }): Range[];
/** The headings of a document, each with its level, what is shown of it, and where that begins. */
export function headings(visible: VisibleText): { level: number; title: string; from: number }[];
export function wordCount(text: string): number;
