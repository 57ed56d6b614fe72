import type { Action, Engine, MarkName, Options } from "./index.js";
import type { BarBinding } from "./bar.js";
/** The parts of @codemirror/view, /commands and /state that are used. */
export interface CodeMirrorModules {
  ViewPlugin: any;
  keymap: any;
  isolateHistory: any;
  EditorSelection: any;
  Prec: any;
}
export interface CodeMirrorOptions extends Options {
  /** Keys as CodeMirror names them; those left out have none. */
  keys?: Partial<Record<MarkName, string>>;
}
export interface CodeMirrorEditing {
  /** For the `extensions` of a view. */
  extension: any;
  /** Commands of CodeMirror's: functions of a view. */
  command(action: Action, mark: MarkName): (view: any) => boolean;
  toggle(mark: MarkName): (view: any) => boolean;
  /** What a <markdown-bar> works on. */
  binding(view: any): BarBinding;
}
export function markdownEditing(
  engine: Engine, modules: CodeMirrorModules, options?: CodeMirrorOptions): CodeMirrorEditing;
