import type { BarButton, CommandInput, Outcome } from "./index.js";
/** The binding of a bar: a TextareaBinding, a CodeMirrorBinding, or a custom one. */
export interface BarBinding extends EventTarget {
  readonly bar: BarButton[];
  /** The selected link, for the form; without it, the form has no field for a title. */
  readonly link?: { destination: string; title: string } | null;
  perform(name: string, input?: CommandInput & { title?: string }): Outcome;
}
/** Attributes: `docked` (on top of the on-screen keyboard), `compact` (three buttons, everything else in the
 * menu), `marks` (only marks), `label`. The event "coverage" has the number of covered CSS pixels at the bottom. */
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
