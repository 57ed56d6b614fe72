import type { CodeMirrorEditing } from "./codemirror.js";
/** The required parts of @codemirror/view and /state. */
export interface SlashModules {
  EditorView: any;
  ViewPlugin: any;
  keymap: any;
  Prec: any;
}
/** An extension for the same view, after `editing.extension`. `/` at the start of an empty line or item opens a menu of
 * blocks, which what is typed filters; a choice replaces the typed text by the command, as one step. */
export function slashMenu(editing: CodeMirrorEditing, modules: SlashModules, options?: {
  /** What may replace `:` and letters, or a fence and letters, with a sign that is shown beside it: `[":tada:", "🎉"]`. */
  names?: (typed: string) => [replacement: string, shown: string][];
}): any;
