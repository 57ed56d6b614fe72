import type { Binding, BindingOptions, PerformInput } from "./binding.js";
import type { Change, Engine, Options } from "./index.js";
/** The required parts of @codemirror/view, /commands and /state. */
export interface CodeMirrorModules {
  ViewPlugin: any;
  keymap: any;
  isolateHistory: any;
  EditorSelection: any;
  EditorState: any;
  Prec: any;
  undo: any;
  redo: any;
  /** With them, `editing.history` is the editor's history, which `setText` empties. */
  history?: any;
  Compartment?: any;
}
export interface CodeMirrorOptions extends Options, BindingOptions {
  /** Other keys than the default ones by a command's name, in CodeMirror's notation; "" for none. */
  keys?: Record<string, string>;
  /** Whether keys, paste and typing over a selection are handled in a view; by default in every view. Commands are
   * always carried out. */
  keysIn?: (view: any) => boolean;
}
export interface CodeMirrorEditing {
  /** For the `extensions` of a view. */
  extension: any;
  /** In place of CodeMirror's own `history()`. */
  history: any;
  /** A CodeMirror command: a function of a view. */
  perform(name: string, input?: PerformInput): (view: any) => boolean;
  /** The binding of a view, for a <markdown-bar>: always the same one. */
  binding(view: any): CodeMirrorBinding;
}
export interface CodeMirrorBinding extends Binding { readonly view: any }
/** The changes of a CodeMirror `ViewUpdate`, with offsets in the text before, ascending. */
export function changesOf(update: any): Change[];
export function markdownEditing(
  engine: Engine, modules: CodeMirrorModules, options?: CodeMirrorOptions): CodeMirrorEditing;
