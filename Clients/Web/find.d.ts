import type { MarkdownDocument, Range } from "./index.js";
/** The visible text of a document. Lines of a paragraph are joined by a blank; blocks and cells are separated by
 * a line ending. */
export interface VisibleText {
  text: string;
}
export function visibleText(document: MarkdownDocument): VisibleText;
/** Returns the ranges of the document that show a text: "seed list" finds "**seed** list". With `isPattern`, the
 * query is a regular expression. */
export function found(visible: VisibleText, query: string, options?: { matchesCase?: boolean; isPattern?: boolean }): Range[];
/** Returns the headings of a document with level, visible title, and start. */
export function headings(visible: VisibleText): { level: number; title: string; from: number }[];
export function wordCount(text: string): number;
