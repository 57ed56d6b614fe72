import type { CommandInput, Engine, Options, Outcome } from "./index.js";
import type { BarBinding } from "./bar.js";
/** The required parts of @codemirror/view, /commands and /state. */
export interface CodeMirrorModules {
  ViewPlugin: any;
  keymap: any;
  isolateHistory: any;
  EditorSelection: any;
  EditorState: any;
  Prec: any;
  /** With it, an address pasted over selected text links the text. */
  EditorView?: any;
}
export interface CodeMirrorOptions extends Options {
  /** Other keys than the default ones by a command's name, in CodeMirror's notation; "" for none. */
  keys?: Record<string, string>;
  /** Whether Enter, Backspace, Tab and input that replaces a selection run the commands, if they apply; true by
   * default. */
  typing?: boolean;
}
export interface CodeMirrorEditing {
  /** For the `extensions` of a view. */
  extension: any;
  /** A CodeMirror command: a function of a view. */
  perform(name: string, input?: CommandInput): (view: any) => boolean;
  /** The binding for a <markdown-bar>; `outcome` is that of the last command, or of the last replaced selection. */
  binding(view: any): BarBinding & { readonly outcome: Outcome | null };
}
export function markdownEditing(
  engine: Engine, modules: CodeMirrorModules, options?: CodeMirrorOptions): CodeMirrorEditing;
