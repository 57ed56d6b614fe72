// @ts-self-types="./colors.d.ts"
// Colours for the Markdown of a textarea: a copy of its text lies behind it, one element for each line and one
// for each token. A key changes the elements of the lines whose tokens have changed, and no others.

import { TOKEN_KINDS, TOKEN_MARKS } from "./index.js";

// Shows the text of a binding in an element behind its textarea, in colours. limit: the most code units that are
// coloured; a longer text is shown by the textarea itself.
export function colorTextarea(binding, backdrop, options) { return new TextareaColors(binding, backdrop, options); }

export class TextareaColors {
  #binding;
  #backdrop;
  #limit;
  #end = new AbortController();
  // The texts of the lines, and what their tokens were.
  #lines = [];
  #signatures = [];

  constructor(binding, backdrop, { limit = 200_000 } = {}) {
    this.#binding = binding;
    this.#backdrop = backdrop;
    this.#limit = limit;
    const { signal } = this.#end;
    binding.addEventListener("state", () => this.update(), { signal });
    binding.textarea.addEventListener("scroll", () => this.#scroll(), { signal, passive: true });
    this.#clear();
    this.update();
  }

  // Colours what has changed. The textarea has the attribute data-colored, by which a style hides its own text.
  update() {
    const { document, textarea } = this.#binding;
    try {
      if (document.length > this.#limit) return this.#clear();
      const isNew = this.#lines.length === 0;
      const changes = document.takeChanges();
      if (!isNew && changes.length === 0) return;
      this.#follow(document.text.split("\n"));
      for (const [from, to] of isNew ? [[0, document.length]] : changes) this.#color(document, from, to);
      textarea.toggleAttribute("data-colored", true);
      this.#scroll();
    } catch (error) {
      // The text can be read without colours.
      this.#clear();
      console.warn(error);
    }
  }

  destroy() {
    this.#end.abort();
    this.#clear();
  }

  #clear() {
    this.#lines = [];
    this.#signatures = [];
    this.#backdrop.replaceChildren();
    this.#binding.textarea.toggleAttribute("data-colored", false);
  }

  #scroll() {
    this.#backdrop.scrollTop = this.#binding.textarea.scrollTop;
    this.#backdrop.scrollLeft = this.#binding.textarea.scrollLeft;
  }

  // Makes the elements as many as the lines: those between the lines that are the same at both ends are new.
  #follow(lines) {
    const before = this.#lines;
    const most = Math.min(before.length, lines.length);
    let first = 0;
    while (first < most && before[first] === lines[first]) first++;
    let last = 0;
    while (last < most - first && before.at(-1 - last) === lines.at(-1 - last)) last++;
    const removed = before.length - first - last;
    const added = lines.length - first - last;
    const elements = this.#backdrop.children;
    const next = elements[first + removed] ?? null;
    for (let index = 0; index < removed; index++) elements[first].remove();
    for (let index = 0; index < added; index++) {
      const element = this.#backdrop.ownerDocument.createElement("div");
      element.textContent = lines[first + index];
      this.#backdrop.insertBefore(element, next);
    }
    this.#signatures.splice(first, removed, ...Array(added).fill(""));
    this.#lines = lines;
  }

  // Colours the lines that a range touches, if their tokens are others than before.
  #color(document, from, to) {
    let [line, start] = [0, 0];
    while (start + this.#lines[line].length < from) start += this.#lines[line++].length + 1;
    const numbers = document.tokens(start, Math.min(document.length, to));
    let token = 0;
    for (; line < this.#lines.length && start < to; line++) {
      const text = this.#lines[line];
      const first = token;
      while (token < numbers.length && numbers[token] < start + text.length) token += 4;
      const tokens = numbers.subarray(first, token).map((number, index) => index % 4 === 0 ? number - start : number);
      const signature = tokens.join();
      if (signature !== this.#signatures[line]) {
        this.#signatures[line] = signature;
        this.#backdrop.children[line].replaceChildren(...this.#pieces(text, tokens));
      }
      start += text.length + 1;
    }
  }

  #pieces(text, tokens) {
    const pieces = [];
    let end = 0;
    for (let index = 0; index < tokens.length; index += 4) {
      const [start, length, kind, style] = tokens.subarray(index, index + 4);
      const names = classes(kind, style);
      if (!names) continue;
      if (start > end) pieces.push(text.slice(end, start));
      const piece = this.#backdrop.ownerDocument.createElement("span");
      piece.className = names;
      piece.textContent = text.slice(start, start + length);
      pieces.push(piece);
      end = start + length;
    }
    if (end < text.length) pieces.push(text.slice(end));
    return pieces;
  }
}

// The classes of a token: its kind, its marks, "heading"; none of text without any.
function classes(kind, style) {
  const names = TOKEN_KINDS[kind] === "text" ? [] : [TOKEN_KINDS[kind]];
  TOKEN_MARKS.forEach((name, bit) => { if (style >> bit & 1) names.push(name); });
  if (style >> 16) names.push("heading");
  return names.join(" ");
}
