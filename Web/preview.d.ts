export interface SanitizeOptions {
  /** Whether images of other hosts are loaded; true unless said otherwise. */
  allowsRemoteImages?: boolean;
}
/** What is allowed of some HTML, as nodes of this document. No script of it runs. */
export function sanitized(html: string, options?: SanitizeOptions): DocumentFragment;
/** Shows HTML in an element, sanitised; what has not changed stays. */
export function show(html: string, element: Element, options?: SanitizeOptions): void;
export interface Comparison {
  sameText: boolean;
  sameBlocks: boolean;
  /** Stretches of the text whose marks differ; marks are names, parted by spaces. */
  changed: { text: string; before: string; after: string }[];
}
/** Compares two renderings by the browser's own reading of their HTML. */
export function compared(before: string, after: string): Comparison;
