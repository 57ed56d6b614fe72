import type { CommandInput, Engine, Options, Outcome } from "./index.js";
import type { BarBinding } from "./bar.js";
/** The parts of @codemirror/view, /commands and /state that are used. */
export interface CodeMirrorModules {
  ViewPlugin: any;
  keymap: any;
  isolateHistory: any;
  EditorSelection: any;
  EditorState: any;
  Prec: any;
  /** With it, an address that is pasted over selected text links it. */
  EditorView?: any;
}
export interface CodeMirrorOptions extends Options {
  /** Other keys than the usual by a command's name, as CodeMirror writes them; "" for none. */
  keys?: Record<string, string>;
  /** Whether Enter, Backspace, Tab and all that replaces a selection do what the commands do if they apply;
   * true by default. */
  typing?: boolean;
}
export interface CodeMirrorEditing {
  /** For the `extensions` of a view. */
  extension: any;
  /** A command of CodeMirror's: a function of a view. */
  perform(name: string, input?: CommandInput): (view: any) => boolean;
  /** What a <markdown-bar> works on; `outcome`: of the last command, or of a selection that was replaced. */
  binding(view: any): BarBinding & { readonly outcome: Outcome | null };
}
export function markdownEditing(
  engine: Engine, modules: CodeMirrorModules, options?: CodeMirrorOptions): CodeMirrorEditing;
