/** The input of a command besides selections. */
export interface CommandInput {
  /** The argument of the command: a link's destination, the text to type, the format of a date. */
  argument?: string;
  /** Whether a mark's command toggles, adds or removes its mark; "toggle" by default. */
  action?: "toggle" | "mark" | "unmark";
}
/** Returns a date and time by a format of strftime: `%Y-%m-%d` by default, with `%H:%M` for a time, or `%B` for the name of
 * the month. The command `date` calls it with its argument. */
export function dateText(format?: string, now?: Date): string;
/** The start and end in UTF-16 code units; the end is exclusive. */
export type Range = [from: number, to: number];
export type Selection = Range | { from: number; to: number };
export interface Change { from: number; to: number; insert: string }
export interface HTMLOptions {
  /** Includes raw HTML and dangerous links, which must be sanitised. */
  raw?: boolean;
  /** Headings have their anchors on GitHub as ids. */
  ids?: boolean;
  /** Shows a page what it may react to: `<span class="emoji">:tada:</span>`; the number of a task's box among the
   * boxes in its block, `data-task="0"`; and `<a class="wiki-link" href="…">`, whose address is the target of `[[a]]`:
   * `decodeURIComponent` returns it as it is written. */
  preview?: boolean;
}
/** A block of a document that is not in another block: its range in the text, and its HTML. Footnotes are the last
 * block, with an empty range at the end of the text. Blocks without HTML are left out, and those in one element of raw
 * HTML, such as `<details>`, are one block. */
export interface HTMLBlock { from: number; to: number; html: string }
export interface Options {
  /** The dialect of the document; "github" by default. */
  dialect?: "commonmark" | "github" | "obsidian" | "hugo";
  /** A mark's command with the caret in marked text: removes the mark from the run, or from the word. */
  inRun?: "run" | "word";
  /** A mark's command with the caret at the edge of a word: marks the word, or holds the mark for the text typed
   * next. */
  atEdge?: "word" | "pending";
  /** Delimiters that would not flank: leaves punctuation outside the mark, writes a character reference, or
   * refuses the command. */
  edges?: "readable" | "exact" | "plain";
  /** The numbers after an item that is added or removed: renumbers them, or leaves them. */
  numbering?: "renumbers" | "leaves" | "ones";
  /** The indentation of a nested item: as in the list, by columns, or by a tab. */
  indentStep?: "list" | "2" | "4" | "tab";
  /** Enter in a cell: moves to the cell below, writes a `<br>`, or does nothing. */
  cellNewline?: "row" | "break" | "refused";
  /** How `line-break` breaks a line: softly, with a backslash, or with two spaces. */
  lineBreak?: "soft" | "backslash" | "spaces";
  /** The tasks above and below one whose state changes: stay the same, or follow. */
  taskFamily?: "alone" | "follows";
  /** A typed delimiter: is text, toggles its mark over a selection, or also completes its pair at a caret. */
  typedDelimiters?: "literal" | "marks" | "pairs";
  /** A mark's command with the caret at the end of marked text: steps past the delimiter, or unmarks the text, and
   * nothing is ever pending. For hosts that do not pass typed text to the engine, it is "never". */
  steps?: "ends" | "never";
  /** `task-toggle` without a task: does nothing, or makes tasks of items and lines. */
  plainTasks?: "refused" | "made";
  /** The bullets of nested lists that a command makes or moves: stay, or are `-`, `*` and `+` in turn. */
  bullets?: "kept" | "levels";
}
export interface Plan {
  effect: "added" | "removed" | "converted" | "moved" | "typed" | "pending";
  /** In the text before, ascending; empty if only the caret moves, or if the mark is pending. */
  changes: Change[];
  /** In the text after. */
  selections: Range[];
  /** The blocks that a mark's command changed, in the text before. */
  leaves: Range[];
  /** The characters respelled as references, in the text before. */
  references: Range[];
  unchanged?: undefined;
  refused?: undefined;
}
export interface Unchanged { unchanged: string; message: string; refused?: undefined }
export interface Refused { refused: string; message: string; unchanged?: undefined }
export type Outcome = Plan | Unchanged | Refused;
/** A row of the catalogue. */
export interface CommandRow {
  name: string;
  title: string;
  /** "typing": a key, which a bar does not show. */
  group: "marks" | "headings" | "lists" | "blocks" | "inlines" | "tables" | "lines" | "typing";
  /** The name of an SF Symbol; empty for a key. */
  symbol: string;
  /** "mod+alt+2", where mod is Command or Control; empty if there is none. */
  shortcut: string;
  /** A description of the argument, such as "the destination"; empty without one. */
  argument: string;
}
/** A button of a bar. */
export interface BarButton extends CommandRow {
  /** Whether the selection has what the command adds. */
  presence: "off" | "on" | "mixed";
  /** Whether the command has something to do. */
  applies: boolean;
  /** The reason why it does not apply, such as "inCode"; empty if it does. */
  reason: string;
  /** The reason as a sentence. */
  message: string;
}
/** The meaning of a token. */
export type TokenKind =
  | "text" | "linkText" | "autolink" | "codeSpan" | "codeBlock" | "info" | "htmlInline" | "htmlBlock"
  | "delimiter" | "quoteMarker" | "listMarker" | "destination" | "title" | "label" | "definition"
  | "tablePipe" | "tableRule" | "taskBox" | "footnoteReference" | "footnoteLabel" | "frontMatter"
  | "alertName" | "rule" | "escape" | "reference" | "hardBreak" | "math" | "emoji" | "mention" | "wikiLink"
  | "comment" | "blockIdentifier" | "template" | "attributes" | "directive";
/** A construct around a token. */
export type TokenMark =
  | "strong" | "emphasis" | "strikethrough" | "highlight" | "code" | "link" | "image" | "quote" | "tableHeader"
  | "checked";
/** The kinds in the order of their numbers. */
export const TOKEN_KINDS: readonly TokenKind[];
/** The marks in the order of their bits. */
export const TOKEN_MARKS: readonly TokenMark[];
/** The largest number of UTF-16 code units in a document. */
export const LENGTH_LIMIT: number;
export class EngineError extends Error {
  /** A code of markdown_editing.h, or "stopped" if the module trapped. */
  readonly code: number | "stopped";
}
/** A selection outside the text, or one that splits a surrogate pair. */
export class SelectionError extends EngineError {}
export type Source =
  | URL | string | ArrayBuffer | ArrayBufferView | Blob | Response | WebAssembly.Module;
/** Loads the engine, by default from markdown-editing.wasm beside the package's index. */
export function load(source?: Source | Promise<Source>): Promise<Engine>;
export class Engine {
  readonly version: string;
  /** The catalogue, in the order of a bar. */
  readonly commands: CommandRow[];
  /** How often the instance was replaced. */
  readonly generation: number;
  open(text?: string, options?: Options): MarkdownDocument;
  /** Replaces the instance; documents reopen their texts at the next use. */
  restart(): void;
}
export class MarkdownDocument {
  readonly engine: Engine;
  /** A document with another text and the same options. */
  like(text: string): MarkdownDocument;
  /** The whole text, which is joined from pieces when it is read. */
  text: string;
  readonly length: number;
  /** A part of the text; much faster than `text` in a long document. */
  slice(from: number, to?: number): string;
  /** The range edited since the last call: `from` to `to` in the text then, and `from` to `end` in the text now. */
  takeEdit(): { from: number; to: number; end: number } | null;
  setOptions(options: Options): void;
  /** Throws a RangeError if the range is outside the text or splits a surrogate pair. */
  replace(from: number, to: number, text: string): void;
  /** Makes several changes at once, ascending, all in the text before. */
  change(changes: Change[]): void;
  /** Plans a command without changing the text. A mark with nothing to mark becomes pending (effect "pending"):
   * "insert-text" at the caret then plans the text with the mark. A mark's command that is repeated plans the inverse
   * changes. */
  plan(name: string, selections: Selection[], input?: CommandInput): Outcome;
  /** The number of marks pending at a caret. If it is not 0, type text by "insert-text" there. After an input method
   * has typed a text at the caret, select that text, and plan "insert-text" with the same text. */
  pending(selections: Selection[]): number;
  /** The buttons of a bar: all commands of the dialect except the keys. */
  bar(selections: Selection[]): BarButton[];
  /** The tokens in a range, for colouring. Each has four numbers: start, length, kind (an index in TOKEN_KINDS),
   * and marks (bit i is TOKEN_MARKS[i]) with the level of a heading from bit 16. */
  tokens(from: number, to: number): Uint32Array;
  /** The ranges whose tokens may have changed since the last call; at first, the whole text. */
  takeChanges(): Range[];
  /** HTML in the dialect of the document; with `blocks`, that of each block. Joined, they are the whole. */
  html(options?: HTMLOptions & { blocks?: false }): string;
  html(options: HTMLOptions & { blocks: true }): HTMLBlock[];
  /**
   * What selections show of the text, for a clipboard: as HTML, and as plain text without markup. Marks and blocks of
   * which only a part is selected are complete; a selection inside a paragraph is its text alone.
   */
  copied(selections: Selections): { html: string; plain: string };
  close(): void;
}
export function applied(text: string, changes: Change[]): string;
export function difference(before: string, after: string): Change | null;
/** Whether an offset is inside a surrogate pair. */
export function cutsPair(text: string, offset: number): boolean;
