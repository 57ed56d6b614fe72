import type { Editing } from "./codemirror.js";

/**
 * Returns an extension for CodeMirror 6 that colours the Markdown in view: `md-` and the kind of each token
 * (`md-codeSpan`), its marks (`md-strong`), and `md-heading md-heading-2` are the classes of its text. O(what is in view)
 * for each change.
 */
export function markdownColors(editing: Editing, modules: Record<string, unknown>): unknown;
