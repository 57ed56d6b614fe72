export interface SanitizeOptions {
  /** Whether images of other hosts are loaded; true by default. */
  allowsRemoteImages?: boolean;
  /** Whether task boxes are boxes that can be clicked, with their `data-task`; false by default, which shows signs. */
  tasks?: boolean;
  /** Whether formulas in MathML are shown; false by default. */
  formulas?: boolean;
  /** Returns another address of an image, which keeps its own as `data-source`; null for its own. */
  addressOf?: (source: string) => string | null;
}
/** The allowed parts of some HTML as nodes of this document. None of its scripts run. */
export function sanitized(html: string, options?: SanitizeOptions): DocumentFragment;
/** Shows sanitised HTML in an element; unchanged parts stay. */
export function show(html: string, element: Element, options?: SanitizeOptions): void;
/** Decodes percent-encoding; an address that is not encoded well stays as it is. */
export function safely(address: string): string;
