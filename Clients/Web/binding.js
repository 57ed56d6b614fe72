// @ts-self-types="./binding.d.ts"
// The common part of the bindings of a textarea and of CodeMirror: planning, asking, pasting, copying, and Tab.

import { TOKEN_KINDS } from "./index.js";
import { linkAt, withTitle } from "./link.js";
import { isOwn } from "./keys.js";
import { joined } from "./pieces.js";

// The commands whose argument a host may ask for.
const ASKED = new Set(["link", "image", "footnote", "table-insert"]);
export const LEAVING = "Tab moves on once: press it to leave the text.";
// The elements that Markdown can write. Many editors add HTML to copied text that only colours it.
const MARKUP = "p,h1,h2,h3,h4,h5,h6,blockquote,li,table,hr,b,strong,i,em,cite,dfn,var,code,samp,tt,a[href],img,"
  + "input,del,s,strike,ins,u,mark,sub,sup,kbd";
const hasMarkup = (html) => new DOMParser().parseFromString(html, "text/html").body.querySelector(MARKUP) !== null;
// The part of the text around a selection in code that is read for its indentation.
const CODE_REACH = 20_000;
// The time between two events "state" while somebody types, in milliseconds.
const PAUSE = 250;
const LITERAL = new Set(["inCode", "inHTML", "inMetadata"]);
const CODE = new Set(["codeBlock", "htmlBlock", "frontMatter"]);

// A subclass has `document`, `selections`, `barrier` (why nothing can be performed now), and `carryOut`.
export class Binding extends EventTarget {
  #isScheduled = false;
  // When the event "state" was fired last, and the timer of the next.
  #told = -Infinity;
  #later = 0;
  #bar = null;
  // Whether the last key was that of a paste without formatting.
  #pastesPlain = false;

  constructor({ typing, keepsTab, alignsTables = false, image }) {
    super();
    Object.assign(this, { typing, keepsTab: keepsTab && typing, alignsTables, image });
  }

  get selection() { return this.selections[0]; }

  get bar() {
    const { selections, barrier } = this;
    this.#bar ??= this.document.bar(selections).map((button) => barrier ? { ...button, applies: false } : button);
    return this.#bar;
  }

  get link() { return linkAt(this.document, this.selection); }

  ask(name, input = {}) {
    const event = new CustomEvent("ask", { cancelable: true, detail: { name, ...input } });
    return ASKED.has(name) && !this.barrier && !this.dispatchEvent(event);
  }

  hint(sentence) { this.dispatchEvent(new CustomEvent("hint", { detail: sentence })); }

  perform(name, { selections = this.selections, ...input } = {}) {
    const { argument, action } = input;
    return this.carryOut({ name, argument, action }, () => this.plan(name, selections, input));
  }

  plan(name, selections, { replaces, title, text, ...input } = {}) {
    const { document } = this;
    if (replaces) {
      const [from, to] = replaces;
      return joined(document, { changes: [{ from, to, insert: "" }], selections: [[from, from]] },
        (carets) => this.plan(name, carets, { title, text, ...input }));
    }
    if (text && name === "image") {
      const [[from, to]] = selections;
      const written = { changes: [{ from, to, insert: text }], selections: [[from, from + text.length]] };
      const outcome = joined(document, written, (whole) => document.plan(name, whole, input));
      const { insert, from: start } = outcome.changes?.[0] ?? {};
      return insert ? { ...outcome, selections: [[start + insert.length, start + insert.length]] } : outcome;
    }
    const outcome = document.plan(name, selections, input);
    if (!outcome.changes) return outcome;
    if (name === "link" && title !== undefined) return withTitle(document, outcome, title);
    if (!text || name !== "footnote") return outcome;
    // The caret stays where the note is referred to.
    const { from, insert } = outcome.changes[0];
    const end = from + insert.indexOf("]") + 1;
    return joined(document, outcome, ([[at]]) =>
      ({ ...outcome, changes: [{ from: at, to: at, insert: text }], selections: [[end, end]] }));
  }

  // Performs the command of a shortcut, or asks for its argument.
  key(name) {
    if (!this.ask(name)) this.perform(name);
  }

  // Tab or Shift+Tab: the first of their commands that applies. Returns whether the key is handled.
  tab(names, isBack) {
    if (names.length === 0 || this.barrier) return false;
    let outcome;
    for (const name of names) {
      outcome = this.document.plan(name, this.selections);
      if (!outcome.changes) continue;
      if (this.alignsTables && name.startsWith("table-")) {
        const both = joined(this.document, outcome, (cells) => this.document.plan("table-format", cells));
        if (both.changes) outcome = both;
      }
      this.carryOut({ name }, () => outcome);
      return true;
    }
    if (!this.keepsTab) return false;
    const changes = this.#tabs(outcome.unchanged, isBack);
    const selections = [this.selection.map((at) => moved(at, changes))];
    if (changes.length === 0) this.hint(outcome.message || "there is nothing to indent.");
    else {
      const plan = { effect: "moved", changes, selections, leaves: [], references: [] };
      this.carryOut({ name: names.at(-1) }, () => plan);
    }
    return true;
  }

  // The changes of Tab if no command applies. At the start of a paragraph, blanks would turn it into code.
  #tabs(reason, isBack) {
    const { document, selections: [[from, to], ...others] } = this;
    const begin = Math.max(0, from - CODE_REACH);
    const text = document.slice(begin, Math.min(document.length, to + CODE_REACH));
    const startOf = (at) => text.lastIndexOf("\n", at - begin - 1) + 1 + begin;
    if (others.length > 0) return [];
    if (!LITERAL.has(reason)) {
      const isCaret = reason === "notInList" && !isBack && from === to;
      return isCaret && /[^\s>#]/.test(document.slice(startOf(from), from)) ? [{ from, to, insert: "\t" }] : [];
    }
    const lines = codeLines(document, text, begin, from);
    const { base, unit } = lines;
    const chosen = lines.filter(({ start, end }) => end >= from && (start < to || start <= from));
    if (from === to && !isBack) {
      const at = Math.max(from, Math.min(chosen[0]?.start + base, chosen[0]?.end) || 0);
      return [{ from: at, to: at, insert: unit }];
    }
    return chosen.flatMap(({ start, end, place }) => {
      if (!isBack) return place < end ? [{ from: start + base, to: start + base, insert: unit }] : [];
      const [own] = /^(?:\t| *)/.exec(document.slice(start + base, place));
      const blanks = Math.min(own.length, unit === "\t" ? 8 : unit.length);
      return blanks > 0 ? [{ from: start + base, to: start + base + blanks, insert: "" }] : [];
    });
  }

  // Follows the keys that mean something for the next one.
  watch(event) { this.#pastesPlain = event.shiftKey && /^v$/i.test(event.key); }

  // Pastes a clipboard. Returns whether it did; otherwise the editor pastes the text.
  paste(data) {
    const { document, selections } = this;
    if (!data || this.barrier || selections.length > 1) return false;
    if (this.takeImages(data)) return true;
    if (this.#pastesPlain || !this.typing) return false;
    const [text, html] = ["text/plain", "text/html"].map((type) => data.getData(type).replace(/\r\n?/g, "\n"));
    // This is how a binding copies: the Markdown itself.
    const isOurs = data.getData("text/markdown") !== "";
    const attempt = (name, argument) => {
      const outcome = document.plan(name, selections, { argument });
      if (!outcome.changes || (name === "paste-url" && outcome.effect !== "added")) return false;
      if (name === "paste" && isOwn(outcome, argument, selections, document)) return false;
      this.carryOut({ name, argument }, () => outcome);
      return true;
    };
    const [from, to] = this.selection;
    if (from < to && /^\s*\S+\s*$/.test(text) && attempt("paste-url", text)) return true;
    const isCode = () => this.bar.some(({ name, presence }) => /^code/.test(name) && presence === "on");
    const isRich = html && !isOurs && (text === "" || (hasMarkup(html) && !isCode()));
    if (isRich && attempt("paste-html", html)) return true;
    return text !== "" && attempt("paste", text);
  }

  // Puts the selection on a clipboard as Markdown, and as HTML for other programs. Returns whether it did.
  copy(data) {
    const [from, to] = this.selection;
    if (!data || !this.typing || from === to || this.selections.length > 1) return false;
    const text = this.document.slice(from, to);
    const { html } = this.document.copied([[from, to]]);
    for (const [type, value] of Object.entries({ plain: text, markdown: text, html })) data.setData(`text/${type}`, value);
    return true;
  }

  // Images become links, each at the caret when its address is known. Returns whether there are any.
  takeImages(data) {
    const files = [...data?.files ?? []].filter(({ type }) => type.startsWith("image/"));
    // A word processor also copies its text as a picture.
    if (!this.image || this.barrier || files.length === 0 || data.getData("text/plain")) return false;
    this.#addImages(files);
    return true;
  }

  async #addImages(files) {
    for (const file of files) {
      const argument = await this.image(file);
      const text = file.name.replace(/\.\w+$/, "").replace(/[^\p{L}\p{N}]+/gu, " ").trim();
      if (argument && !this.isClosed) this.perform("image", { argument: String(argument), text });
    }
  }

  // The text or the selection is another. The event follows when the browser has painted the key; while somebody types, it
  // follows now and then.
  changed(isTyped = false) {
    this.#bar = null;
    if (isTyped && performance.now() - this.#told < PAUSE) {
      this.#later ||= setTimeout(() => this.changed(), PAUSE);
      return;
    }
    clearTimeout(this.#later);
    this.#later = 0;
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    requestAnimationFrame(() => setTimeout(() => {
      this.#isScheduled = false;
      this.#told = performance.now();
      if (!this.isClosed) this.dispatchEvent(new Event("state"));
    }));
  }
}

// Returns the lines of the code around an offset as {start, end, place}, the place of their text; `base` is the column at
// which the code begins, in a quote for example, and `unit` is one step of its indentation.
function codeLines(document, text, begin, offset) {
  const tokens = document.tokens(begin, begin + text.length);
  const firsts = new Map();
  for (let token = 0; token < tokens.length; token += 4) {
    const start = text.lastIndexOf("\n", tokens[token] - begin - 1) + 1 + begin;
    const kind = TOKEN_KINDS[tokens[token + 2]];
    if (!firsts.has(start) && !/Marker$/.test(kind)) firsts.set(start, { place: tokens[token], kind });
  }
  let end = begin - 1;
  const all = text.split("\n").map((line) => {
    const start = end + 1;
    end = start + line.length;
    return { start, end, place: end, ...firsts.get(start) };
  });
  const isCode = ({ kind }) => kind === undefined || CODE.has(kind);
  const here = all.findIndex((line) => line.end >= offset);
  const first = all.findLastIndex((line, index) => index <= here && !isCode(line)) + 1;
  const last = all.findIndex((line, index) => index >= here && !isCode(line));
  const lines = all.slice(first, last < 0 ? all.length : last);
  // A fence is at the column of its code.
  const fence = all[first - 1]?.kind === "delimiter" ? [all[first - 1]] : [];
  const columns = [...fence, ...lines.filter(({ kind }) => kind)].map(({ start, place }) => place - start);
  lines.base = columns.length > 0 ? Math.min(...columns) : 0;
  const steps = columns.map((column) => column - lines.base).filter((step) => step > 1 && step <= 8);
  const hasTabs = lines.some(({ start, place }) => /^\t/.test(document.slice(start + lines.base, place)));
  lines.unit = hasTabs ? "\t" : " ".repeat(steps.length > 0 ? Math.min(...steps) : 4);
  return lines;
}

// Returns where an offset is after changes; after a text that is inserted there.
function moved(offset, changes) {
  return changes.reduce((at, { from, to, insert }) =>
    from <= offset ? at + insert.length - (Math.min(to, offset) - from) : at, offset);
}
