import type { BarButton, CommandInput, Outcome } from "./index.js";
/** What a bar works on: a TextareaBinding, a CodeMirrorBinding, or one's own. */
export interface BarBinding extends EventTarget {
  readonly bar: BarButton[];
  /** The link that is selected, for the form; without it the form has no field for a title. */
  readonly link?: { destination: string; title: string } | null;
  perform(name: string, input?: CommandInput & { title?: string }): Outcome;
}
/** Attributes: `docked` (on top of the on-screen keyboard), `compact` (three buttons, all else in the menu), `marks` (no others), `label`. Event: "coverage" with how many CSS pixels of the bottom are covered. */
export class MarkdownBar extends HTMLElement {
  binding: BarBinding | null;
  refresh(): void;
}
/** How many CSS pixels of the layout viewport's bottom a keyboard covers. */
export function keyboardCoverage(viewport: {
  layoutHeight: number; offsetTop: number; height: number; scale?: number; minimumHeight?: number;
}): number;
declare global {
  interface HTMLElementTagNameMap { "markdown-bar": MarkdownBar }
}
