import type { Binding, PerformInput } from "./binding.js";
import type { BarButton, Outcome } from "./index.js";
/** The binding of a bar: a TextareaBinding, a CodeMirrorBinding, or a custom one. */
export interface BarBinding extends Pick<EventTarget, "addEventListener">, Partial<Pick<Binding, "document" | "selection">> {
  readonly bar: BarButton[];
  /** The selected link, for the form; without it, the form has no field for a title. */
  readonly link?: { destination: string; title: string } | null;
  perform(name: string, input?: PerformInput): Outcome;
  focus(): void;
}
/** Attributes: `docked` (on top of the on-screen keyboard), `compact` (three buttons, everything else in the
 * menu), `marks` (only marks), `label`. It opens its form, or the sizes of a table, on the binding's event "ask". The event "coverage" has the number of covered CSS pixels at the bottom. */
export class MarkdownBar extends HTMLElement {
  binding: BarBinding | null;
  refresh(): void;
}
/** The number of CSS pixels that a keyboard covers at the bottom of the layout viewport. */
export function keyboardCoverage(viewport: {
  layoutHeight: number; offsetTop: number; height: number; scale?: number; minimumHeight?: number;
}): number;
declare global {
  interface HTMLElementTagNameMap { "markdown-bar": MarkdownBar }
}
