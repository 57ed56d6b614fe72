/** What a command is given besides selections. */
export interface CommandInput {
  /** What the command takes: a link's destination, the text that is typed. */
  argument?: string;
  /** What a mark's command does with its mark; "toggle" by default. */
  action?: "toggle" | "mark" | "unmark";
}
/** From and to, in UTF-16 code units; the end is not included. */
export type Range = [from: number, to: number];
export type Selection = Range | { from: number; to: number };
export interface Change { from: number; to: number; insert: string }
export interface Options {
  /** The dialect of the document; "github" by default. */
  dialect?: "commonmark" | "github" | "obsidian" | "hugo";
  /** A mark's command with the caret in marked text: the run loses the mark, or the word. */
  inRun?: "run" | "word";
  /** A mark's command with the caret at the edge of a word: it marks the word, or inserts a pair. */
  atEdge?: "word" | "pair";
  /** Delimiters that would not flank: punctuation stays outside the mark, a character reference is written, or the
   * command is refused. */
  edges?: "readable" | "exact" | "plain";
  /** A list command with the caret in an item: the item changes, or all items of its list. */
  caretInList?: "item" | "list";
  /** A heading's own level: it becomes a paragraph, or stays. */
  sameLevel?: "removes" | "stays";
  /** Enter in an empty item: leaves a blank line behind the list, or nothing. */
  leavingList?: "blank" | "none";
  /** The numbers behind an item that comes or goes: they close up, or stay. */
  numbering?: "renumbers" | "leaves";
  /** The indentation of an item under another: as in the list, by columns, or by a tab. */
  indentStep?: "list" | "2" | "4" | "tab";
  /** Enter in a cell: the cell below, a `<br>`, or nothing. */
  cellNewline?: "row" | "break" | "refused";
  /** Backspace at an item's start: the marker goes, one level out, or joins the line above. */
  itemStart?: "marker" | "outdents" | "joins";
  /** Tasks of which some are checked: all are, none is, or each becomes the other. */
  mixedTasks?: "checks" | "unchecks" | "each";
  /** How `line-break` breaks a line: softly, with a backslash, or with two spaces. */
  lineBreak?: "soft" | "backslash" | "spaces";
  /** Lists inside a list that is renumbered keep their numbers, or are renumbered too. */
  nestedLists?: "leaves" | "renumbers";
  /** The definition of a new footnote is after the last footnote, or at the end of its section. */
  footnotePlace?: "end" | "section";
  /** The tasks above and below one whose state changes stay, or follow. */
  taskFamily?: "alone" | "follows";
  /** A typed delimiter: text, the toggle of its mark over a selection, or also its pair at a caret. */
  typedDelimiters?: "literal" | "marks" | "pairs";
}
export interface Plan {
  effect: "added" | "removed" | "converted" | "moved" | "typed";
  /** Of the text before, ascending; none where only the caret moves. */
  changes: Change[];
  /** Of the text after. */
  selections: Range[];
  /** The blocks that a mark's command touched, in the text before. */
  leaves: Range[];
  /** Characters respelled as references, in the text before. */
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
  /** "mod+alt+2", mod being Command or Control; empty where there is none. */
  shortcut: string;
  /** "the destination": what it takes; empty where it takes none. */
  argument: string;
}
/** A button of a bar. */
export interface BarButton extends CommandRow {
  /** Whether the selection has what the command adds. */
  presence: "off" | "on" | "mixed";
  /** Whether the command has something to do. */
  applies: boolean;
  /** Why it does not apply, "inCode"; empty where it does. */
  reason: string;
  /** The same as a sentence. */
  message: string;
}
/** The meaning of a token. */
export type TokenKind =
  | "text" | "linkText" | "autolink" | "codeSpan" | "codeBlock" | "info" | "htmlInline" | "htmlBlock"
  | "delimiter" | "quoteMarker" | "listMarker" | "destination" | "title" | "label" | "definition"
  | "tablePipe" | "tableRule" | "taskBox" | "footnoteReference" | "footnoteLabel" | "frontMatter"
  | "alertName" | "rule" | "escape" | "reference" | "hardBreak" | "math" | "emoji" | "mention" | "wikiLink"
  | "comment" | "blockIdentifier" | "template" | "attributes" | "directive" | "island";
/** A construct that a token is in. */
export type TokenMark =
  | "strong" | "emphasis" | "strikethrough" | "highlight" | "code" | "link" | "image" | "quote"
  | "tableHeader" | "checked";
/** The kinds, by their numbers. */
export const TOKEN_KINDS: readonly TokenKind[];
/** The marks, by their bits. */
export const TOKEN_MARKS: readonly TokenMark[];
/** The most UTF-16 code units that a document may have. */
export const LENGTH_LIMIT: number;
export class EngineError extends Error {
  /** A code of markdown_editing.h, or "stopped" where the module trapped. */
  readonly code: number | "stopped";
}
export class SelectionError extends EngineError {}
export type Source =
  | URL | string | ArrayBuffer | ArrayBufferView | Blob | Response | WebAssembly.Module;
/** Loads the engine; without a source from markdown-editing.wasm beside the package's index. */
export function load(source?: Source | Promise<Source>): Promise<Engine>;
export class Engine {
  readonly version: string;
  /** The catalogue, in the order of a bar. */
  readonly commands: CommandRow[];
  /** How often the instance was replaced. */
  readonly generation: number;
  open(text?: string, options?: Options): MarkdownDocument;
  /** Drops the instance; documents open their texts again when they are used. */
  restart(): void;
}
export class MarkdownDocument {
  readonly engine: Engine;
  /** The whole text, which is joined from pieces when it is read. */
  text: string;
  readonly length: number;
  /** A part of the text; much faster than `text` in a long document. */
  slice(from: number, to?: number): string;
  /** The range that was edited since the last call: `from` to `to` of the text then, `from` to `end` of the text now. */
  takeEdit(): { from: number; to: number; end: number } | null;
  setOptions(options: Options): void;
  /** RangeError where the range is not in the text, or cuts a surrogate pair. */
  replace(from: number, to: number, text: string): void;
  change(changes: Change[]): void;
  /** Plans; changes nothing. */
  plan(name: string, selections: Selection[], input?: CommandInput): Outcome;
  /** The buttons of a bar: the commands of the dialect but the keys. */
  bar(selections: Selection[]): BarButton[];
  /** The tokens in a range, to colour it. Four numbers for each: start, length, kind (an index in TOKEN_KINDS), and marks
   * (bit i is TOKEN_MARKS[i]) with the level of a heading from bit 16 on. */
  tokens(from: number, to: number): Uint32Array;
  /** The ranges whose tokens may have changed since the last call; the first time, the whole text. */
  takeChanges(): Range[];
  /** HTML in the dialect of the document. `raw`: with raw HTML and dangerous links, to be sanitised. */
  html(options?: { raw?: boolean }): string;
  close(): void;
}
export function applied(text: string, changes: Change[]): string;
export function difference(before: string, after: string): Change | null;
/** Whether an offset is inside a surrogate pair. */
export function cutsPair(text: string, offset: number): boolean;
