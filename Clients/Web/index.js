// @ts-self-types="./index.d.ts"
// The engine: a WebAssembly module without imports, and documents in it, for browsers, Node and Deno. index.d.ts
// describes what is exported.

import { TextPieces } from "./pieces.js";

export { applied, cutsPair, difference } from "./pieces.js";

const UTF16 = 1;
// The words for the numbers of markdown_editing.h, in its order.
const ACTIONS = ["toggle", "mark", "unmark"];
const EFFECTS = ["added", "removed", "converted", "moved", "typed", "pending"];
const PRESENCES = ["off", "on", "mixed"];
const FIELDS = ["name", "title", "group", "symbol", "shortcut", "argument"];
// The options with their values, the default first except for the dialect.
const OPTIONS = [
  ["dialect", "commonmark", "github", "obsidian", "hugo"], ["inRun", "run", "word"],
  ["atEdge", "word", "pending"], ["edges", "readable", "exact", "plain"],
  ["numbering", "renumbers", "leaves"], ["indentStep", "list", "2", "4", "tab"],
  ["cellNewline", "row", "break", "refused"], ["lineBreak", "soft", "backslash", "spaces"],
  ["taskFamily", "alone", "follows"], ["typedDelimiters", "literal", "marks", "pairs"],
  ["steps", "ends", "never"],
];
const REASONS = {
  1: "nothingMarkable", 2: "alreadySo", 3: "caretOutsideText", 4: "noSelection", 5: "noStep",
  6: "composing", 7: "notInDialect", 8: "nothingToMark", 16: "readingsDiffer", 17: "noSpelling",
  19: "unparsable", 20: "editRejected", 21: "insideCharacter", 22: "tooIntricate",
  23: "internal", 24: "blocksDiffer",
  32: "inCode", 33: "inHTML", 34: "inMetadata", 35: "inDefinition", 36: "inTable", 37: "onRule",
  38: "noText", 39: "notInList", 40: "noTask", 41: "notInTable", 42: "nowhereToMove", 43: "noLink",
  44: "badArgument", 46: "inFormula", 47: "noHeading", 48: "noFootnote",
  49: "inTask", 50: "joinsList",
};

export const TOKEN_KINDS = [
  "text", "linkText", "autolink", "codeSpan", "codeBlock", "info", "htmlInline", "htmlBlock", "delimiter",
  "quoteMarker", "listMarker", "destination", "title", "label", "definition", "tablePipe", "tableRule",
  "taskBox", "footnoteReference", "footnoteLabel", "frontMatter", "alertName", "rule", "escape", "reference",
  "hardBreak", "math", "emoji", "mention", "wikiLink", "comment", "blockIdentifier", "template", "attributes",
  "directive",
];
export const TOKEN_MARKS = [
  "strong", "emphasis", "strikethrough", "highlight", "code", "link", "image", "quote", "tableHeader",
  "checked",
];

// The largest number of UTF-16 code units in a document: memory in WebAssembly never shrinks.
export const LENGTH_LIMIT = 16 * 1024 * 1024;

export class EngineError extends Error {
  constructor(message, code) {
    super(message);
    this.name = "EngineError";
    this.code = code;
  }
}

export async function load(source = new URL("./markdown-editing.wasm", import.meta.url)) {
  const compiled = await moduleOf(await source);
  return new Engine(compiled, await WebAssembly.instantiate(compiled));
}

async function moduleOf(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  if (typeof Blob === "function" && source instanceof Blob) {
    return WebAssembly.compile(await source.arrayBuffer());
  }
  if (typeof Response === "function" && source instanceof Response) {
    if (!source.ok) throw new EngineError(`${source.url}: status ${source.status}`, 0);
    return WebAssembly.compile(await source.arrayBuffer());
  }
  const isFile = source instanceof URL ? source.protocol === "file:" : /^file:/.test(source);
  if (typeof process === "object" && process.versions?.node && (isFile || !/^[a-z]+:/i.test(source))) {
    const { readFile } = await import("node:fs/promises");
    return WebAssembly.compile(await readFile(isFile ? new URL(source) : source));
  }
  return moduleOf(await fetch(source));
}

// The engine. If the module traps, for example because it has run out of memory, its instance is replaced, and each
// document reopens its text there at its next use.
export class Engine {
  #module;
  #exports;
  #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  #encoder = new TextEncoder();
  #lost = new FinalizationRegistry(([generation, handle]) => {
    if (generation === this.generation) this.#exports.mde_close(handle);
  });

  constructor(module, instance) {
    this.#module = module;
    this.#exports = instance.exports;
    this.generation = 0;
    this.version = this.string(this.#exports.mde_version());
    this.commands = Array.from({ length: this.#exports.mde_catalogue_count() }, (_, command) =>
      Object.fromEntries(FIELDS.map((field, number) =>
        [field, this.string(this.#exports.mde_catalogue_text(command, number))])));
  }

  open(text = "", options = {}) {
    return new MarkdownDocument(this, text, options);
  }

  // Calls the module. A trap replaces the instance and is thrown.
  run(body) {
    try {
      return body(this.#exports);
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError) && !(error instanceof RangeError)) throw error;
      this.restart();
      throw new EngineError("The engine has stopped, and is started again.", "stopped");
    }
  }

  // Replaces the instance and loses its contents.
  restart() {
    this.#exports = new WebAssembly.Instance(this.#module).exports;
    this.generation += 1;
  }

  string(pointer) {
    const bytes = new Uint8Array(this.#exports.memory.buffer, pointer);
    return this.#decoder.decode(bytes.subarray(0, bytes.indexOf(0)));
  }

  text(pointer, length) {
    return this.#decoder.decode(new Uint8Array(this.#exports.memory.buffer, pointer, length));
  }

  numbers(pointer, count) {
    return new Int32Array(this.#exports.memory.buffer, pointer, count);
  }

  // Lends a copy of bytes to a call.
  lending(bytes, body) {
    const pointer = this.#exports.mde_allocate(bytes.length);
    if (pointer === 0) throw new WebAssembly.RuntimeError("no memory");
    new Uint8Array(this.#exports.memory.buffer).set(bytes, pointer);
    const result = body(pointer, bytes.length);
    this.#exports.mde_release(pointer);
    return result;
  }

  // Half a surrogate pair becomes U+FFFD, which has the same length, so offsets stay valid.
  encode(text) { return this.#encoder.encode(text); }

  closeWith(owner, handle) { this.#lost.register(owner, [this.generation, handle], owner); }
  forget(owner) { this.#lost.unregister(owner); }
}

export class MarkdownDocument {
  #engine;
  #text;
  #edited;
  #options;
  #handle = 0;
  #generation = -1;
  #isClosed = false;

  constructor(engine, text, options = {}) {
    this.#engine = engine;
    this.#text = new TextPieces(checkedText(text));
    this.#edited = { from: 0, to: 0, end: text.length };
    this.#options = new Map();
    this.setOptions(options);
    this.#open();
  }

  get engine() { return this.#engine; }

  // Returns a document with another text and the same options.
  like(text) {
    const other = new MarkdownDocument(this.#engine, text);
    other.#options = new Map(this.#options);
    other.#applyOptions();
    return other;
  }

  get text() { return this.#text.toString(); }
  set text(text) {
    const { length } = this.#text;
    this.#text = new TextPieces(checkedText(text));
    this.#record(0, length, text.length);
    this.#close();
  }
  get length() { return this.#text.length; }
  slice(from, to) { return this.#text.slice(from, to); }

  setOptions(options) {
    OPTIONS.forEach(([name, ...values], number) => {
      if (options[name] === undefined) return;
      this.#options.set(number, indexIn(values, options[name]));
    });
    if (this.#isOpen) this.#applyOptions();
  }

  replace(from, to, text) { this.change([{ from, to, insert: text }]); }

  change(changes) {
    let end = 0;
    let growth = 0;
    const edges = [];
    for (const { from, to, insert } of changes) {
      if (!(Number.isInteger(from) && Number.isInteger(to) && from >= end && to >= from
        && to <= this.#text.length)) {
        throw new RangeError(`${from} to ${to} is not a range of a text of ${this.#text.length}`);
      }
      if (this.#text.cutsPair(from) || this.#text.cutsPair(to)) {
        throw new RangeError(`${from} to ${to} cuts a surrogate pair`);
      }
      edges.push(from + growth, from + growth + insert.length);
      growth += insert.length - (to - from);
      end = to;
    }
    checkLength(this.#text.length + growth);
    // From the end, so that offsets refer to the text before.
    const reversed = [...changes].reverse();
    for (const { from, to, insert } of reversed) {
      this.#text.replace(from, to, insert);
      this.#record(from, to, insert.length);
    }
    if (!this.#isOpen) return;
    // Two halves that are now adjacent are one character, which is another text to the engine.
    if (edges.some((edge) => this.#text.cutsPair(edge))) return this.#close();
    try {
      this.#engine.run((engine) => {
        for (const { from, to, insert } of reversed) {
          const code = this.#engine.lending(this.#engine.encode(insert), (pointer, length) =>
            engine.mde_replace(this.#handle, UTF16, 2, from, to, pointer, length));
          if (code !== 0) throw new EngineError(this.#message(engine), code);
        }
      });
    } catch (error) {
      // The text here is authoritative; the engine reopens it at the next call.
      if (!(error instanceof EngineError)) throw error;
      this.#close();
    }
  }

  takeEdit() {
    const edit = this.#edited;
    this.#edited = null;
    return edit;
  }

  #record(from, to, length) {
    const growth = length - (to - from);
    const edit = this.#edited;
    this.#edited = edit === null ? { from, to, end: from + length } : {
      from: Math.min(edit.from, from), to: edit.to + Math.max(0, to - edit.end), end: Math.max(edit.end, to) + growth,
    };
  }

  plan(name, selections, { argument, action = "toggle" } = {}) {
    const command = indexIn(this.#engine.commands.map((row) => row.name), name);
    const actionNumber = indexIn(ACTIONS, action);
    const bytes = argument === undefined ? null : this.#engine.encode(String(argument));
    return this.#asking(selections, (message) => ({ refused: "stopped", message }), (engine, pointer, count) => {
      const plan = (text, length) =>
        engine.mde_plan(this.#handle, UTF16, command, actionNumber, text, length, pointer, count);
      return this.#outcome(engine, bytes === null ? plan(0, 0) : this.#engine.lending(bytes, plan));
    });
  }

  pending(selections) {
    return this.#asking(selections, () => 0, (engine, pointer, count) => {
      const result = engine.mde_pending(this.#handle, UTF16, pointer, count);
      if (result < 0) throw this.#error(engine, result);
      return result;
    });
  }

  bar(selections) {
    return this.#asking(selections, () => [], (engine, pointer, count) => {
      const handle = this.#handle;
      const code = engine.mde_state(handle, UTF16, pointer, count);
      if (code < 0) throw this.#error(engine, code);
      return this.#engine.commands.map((row, command) => {
        const reason = REASONS[engine.mde_state_reason(handle, command)] ?? "";
        if (reason) engine.mde_state_message(handle, command);
        return {
          ...row, presence: PRESENCES[engine.mde_presence(handle, command)],
          applies: engine.mde_applies(handle, command) === 1,
          reason, message: reason ? this.#result(engine) : "",
        };
      }).filter(({ group, reason }) => group !== "typing" && reason !== "notInDialect");
    });
  }

  tokens(from, to) {
    this.#open();
    return this.#engine.run((engine) => {
      const count = engine.mde_tokens(this.#handle, UTF16, from, to);
      if (count < 0) throw this.#error(engine, count);
      return new Uint32Array(this.#engine.numbers(engine.mde_token_numbers(this.#handle), 4 * count));
    });
  }

  takeChanges() {
    this.#open();
    return this.#engine.run((engine) => {
      const code = engine.mde_changes(this.#handle, UTF16);
      if (code < 0) throw this.#error(engine, code);
      return this.#ranges(engine, 1);
    });
  }

  html({ raw = false, ids = false, preview = false, blocks = false } = {}) {
    this.#open();
    const options = (raw ? 1 : 0) + (ids ? 2 : 0) + (preview ? 4 : 0);
    return this.#engine.run((engine) => {
      const code = blocks
        ? engine.mde_html_blocks(this.#handle, options, UTF16) : engine.mde_html(this.#handle, options);
      if (code !== 0) throw this.#error(engine, code);
      const html = this.#result(engine);
      if (!blocks) return html;
      const parts = this.#ranges(engine, 2);
      return this.#ranges(engine, 1).map(([from, to], index) => ({ from, to, html: html.slice(...parts[index]) }));
    });
  }

  close() {
    this.#close();
    this.#isClosed = true;
  }

  [Symbol.dispose ?? Symbol("dispose")]() { this.close(); }

  get #isOpen() { return this.#handle !== 0 && this.#generation === this.#engine.generation; }

  #open() {
    if (this.#isClosed) throw new EngineError("The document is closed.", -2);
    if (this.#isOpen) return;
    this.#engine.forget(this);
    this.#handle = 0;
    this.#engine.run((engine) => {
      const bytes = this.#engine.encode(this.text);
      const code = this.#engine.lending(new Uint8Array(4), (codePointer) => {
        this.#handle = this.#engine.lending(bytes, (pointer, length) =>
          engine.mde_open(pointer, length, codePointer));
        return this.#engine.numbers(codePointer, 1)[0];
      });
      if (this.#handle === 0) {
        throw new EngineError(this.#engine.string(engine.mde_code_message(code)), code);
      }
    });
    this.#generation = this.#engine.generation;
    this.#engine.closeWith(this, this.#handle);
    this.#applyOptions();
  }

  #applyOptions() {
    this.#engine.run((engine) => {
      for (const [option, value] of this.#options) engine.mde_set_option(this.#handle, option, value);
    });
  }

  #close() {
    if (this.#isOpen) this.#engine.run((engine) => engine.mde_close(this.#handle));
    this.#engine.forget(this);
    this.#handle = 0;
  }

  // Asks about selections. If the module traps, returns what `stopped` makes of the message.
  #asking(selections, stopped, body) {
    this.#open();
    const numbers = new Int32Array(2 * selections.length);
    selections.forEach((selection, index) => {
      const [from, to] = Array.isArray(selection) ? selection : [selection.from, selection.to];
      if (!(Number.isInteger(from) && Number.isInteger(to))) {
        throw new TypeError("a selection is two whole numbers");
      }
      numbers.set([from, to], 2 * index);
    });
    try {
      return this.#engine.run((engine) =>
        this.#engine.lending(new Uint8Array(numbers.buffer), (pointer) =>
          body(engine, pointer, selections.length)));
    } catch (error) {
      if (error.code !== "stopped") throw error;
      return stopped(error.message);
    }
  }

  #outcome(engine, code) {
    const handle = this.#handle;
    if (code < 0) throw this.#error(engine, code);
    if (code > 0) {
      const reason = REASONS[engine.mde_reason(handle)] ?? "unknown";
      return { [code === 1 ? "unchanged" : "refused"]: reason, message: this.#message(engine) };
    }
    const changes = this.#ranges(engine, 0).map(([from, to], index) => ({
      from, to,
      insert: this.#engine.text(
        engine.mde_change_text(handle, index), engine.mde_change_text_length(handle, index)),
    }));
    return {
      effect: EFFECTS[engine.mde_effect(handle)], changes, selections: this.#ranges(engine, 1),
      leaves: this.#ranges(engine, 2), references: this.#ranges(engine, 3),
    };
  }

  #ranges(engine, kind) {
    const count = engine.mde_change_count(this.#handle, kind);
    const numbers = this.#engine.numbers(engine.mde_change_ranges(this.#handle, kind), 2 * count);
    return Array.from({ length: count }, (_, index) => [numbers[2 * index], numbers[2 * index + 1]]);
  }

  #result(engine) {
    return this.#engine.text(
      engine.mde_result(this.#handle), engine.mde_result_length(this.#handle));
  }

  #message(engine) { return this.#engine.string(engine.mde_message(this.#handle)); }

  #error(engine, code) {
    const message = this.#message(engine);
    // Offsets outside the text, or inside a surrogate pair.
    const Kind = code === -5 || code === -6 ? SelectionError : EngineError;
    return new Kind(message, code);
  }
}

export class SelectionError extends EngineError {
  constructor(message, code) {
    super(message, code);
    this.name = "SelectionError";
  }
}

function indexIn(names, name) {
  const index = names.indexOf(name);
  if (index < 0) throw new TypeError(`${name} is not one of ${names.join(", ")}`);
  return index;
}

function checkedText(text) {
  if (typeof text !== "string") throw new TypeError("a text is a string");
  checkLength(text.length);
  return text;
}

function checkLength(length) {
  if (length <= LENGTH_LIMIT) return;
  throw new EngineError(`The text has ${length} code units; at most ${LENGTH_LIMIT}.`, -7);
}
