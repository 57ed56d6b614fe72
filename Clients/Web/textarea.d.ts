import type { Binding, BindingOptions } from "./binding.js";
import type { Engine, Options } from "./index.js";
export type { CommandDetail } from "./binding.js";
export interface TextareaOptions extends Options, BindingOptions {
  /** Whether the catalogue's shortcuts are active; true by default. */
  keys?: boolean;
}
export function bindTextarea(
  textarea: HTMLTextAreaElement, engine: Engine, options?: TextareaOptions): TextareaBinding;
export interface TextareaBinding extends Binding {
  readonly textarea: HTMLTextAreaElement;
  destroy(): void;
}
