// @ts-self-types="./colors.d.ts"
// Colours for the Markdown of a textarea. A copy of its text lies under it, with one element for each line and each
// token. A key changes only the lines whose tokens have changed.

import { TOKEN_KINDS, TOKEN_MARKS } from "./index.js";

export function colorTextarea(binding, backdrop, options) { return new TextareaColors(binding, backdrop, options); }

export class TextareaColors {
  #binding;
  #backdrop;
  #limit;
  #end = new AbortController();
  // The texts of the lines, their elements, and their previous tokens.
  #lines = [];
  #elements = [];
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

  // Colours changed text. The attribute data-colored on the textarea lets a style hide its own text.
  update() {
    const { document, textarea } = this.#binding;
    try {
      if (document.length > this.#limit) return this.#clear();
      const isNew = this.#lines.length === 0;
      const changes = document.takeChanges();
      const edit = document.takeEdit();
      if (!isNew && !edit && changes.length === 0) return;
      if (isNew) this.#replace(0, 0, document.text.split("\n"));
      else if (edit) this.#follow(document, edit);
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
    this.#elements = [];
    this.#signatures = [];
    this.#backdrop.replaceChildren();
    this.#binding.textarea.toggleAttribute("data-colored", false);
  }

  #scroll() {
    this.#backdrop.scrollTop = this.#binding.textarea.scrollTop;
    this.#backdrop.scrollLeft = this.#binding.textarea.scrollLeft;
  }

  // Reads the lines touched by an edit again. Unchanged lines at the start and end keep their elements.
  #follow(document, { from, to, end }) {
    let [first, start] = this.#lineAt(from);
    let [last, lastStart] = [first, start];
    while (lastStart + this.#lines[last].length < to) lastStart += this.#lines[last++].length + 1;
    const lines = document.slice(start, lastStart + this.#lines[last].length + end - to).split("\n");
    let old = last + 1 - first;
    while (old > 0 && lines.length > 0 && this.#lines[first] === lines[0]) lines.shift(), first++, old--;
    while (old > 0 && lines.length > 0 && this.#lines[first + old - 1] === lines.at(-1)) lines.pop(), old--;
    this.#replace(first, old, lines);
  }

  // Returns the line of an offset, and the start of that line.
  #lineAt(offset) {
    let [line, start] = [0, 0];
    while (start + this.#lines[line].length < offset) start += this.#lines[line++].length + 1;
    return [line, start];
  }

  #replace(first, removed, lines) {
    const next = this.#elements[first + removed] ?? null;
    const elements = lines.map((line) => {
      const element = this.#backdrop.ownerDocument.createElement("div");
      element.textContent = line;
      this.#backdrop.insertBefore(element, next);
      return element;
    });
    // A new text may have more lines than a call may have arguments.
    if (this.#lines.length === 0) {
      [this.#lines, this.#elements, this.#signatures] = [lines, elements, lines.map(() => "")];
      return;
    }
    for (const element of this.#elements.splice(first, removed, ...elements)) element.remove();
    this.#lines.splice(first, removed, ...lines);
    this.#signatures.splice(first, removed, ...lines.map(() => ""));
  }

  range(from, to) {
    if (this.#lines.length === 0) return null;
    const range = this.#backdrop.ownerDocument.createRange();
    const place = (offset) => {
      const [line, start] = this.#lineAt(offset);
      let rest = offset - start;
      const walk = this.#backdrop.ownerDocument.createTreeWalker(this.#elements[line], NodeFilter.SHOW_TEXT);
      for (let node = walk.nextNode(); node; rest -= node.length, node = walk.nextNode()) {
        if (rest <= node.length) return [node, rest];
      }
      return [this.#elements[line], 0];
    };
    range.setStart(...place(from));
    range.setEnd(...place(to));
    return range;
  }

  // Colours the lines in a range if their tokens have changed.
  #color(document, from, to) {
    let [line, start] = this.#lineAt(from);
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
        this.#elements[line].replaceChildren(...this.#pieces(text, tokens));
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

// Returns the classes of a token: its kind, its marks, "heading"; none for text without marks.
function classes(kind, style) {
  const names = TOKEN_KINDS[kind] === "text" ? [] : [TOKEN_KINDS[kind]];
  TOKEN_MARKS.forEach((name, bit) => { if (style >> bit & 1) names.push(name); });
  if (style >> 16) names.push("heading");
  return names.join(" ");
}
