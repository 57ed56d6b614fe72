export interface SanitizeOptions {
  /** Whether images of other hosts are loaded; true by default. */
  allowsRemoteImages?: boolean;
}
/** The allowed parts of some HTML as nodes of this document. None of its scripts run. */
export function sanitized(html: string, options?: SanitizeOptions): DocumentFragment;
/** Shows sanitised HTML in an element; unchanged parts stay. */
export function show(html: string, element: Element, options?: SanitizeOptions): void;
export interface Comparison {
  sameText: boolean;
  sameBlocks: boolean;
  /** The parts of the text whose marks differ; marks are names separated by spaces. */
  changed: { text: string; before: string; after: string }[];
}
/** Compares two renderings by the browser's own reading of their HTML. */
export function compared(before: string, after: string): Comparison;
