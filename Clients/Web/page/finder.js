// The panel to find and replace in the visible text.

import { found, visibleText } from "../find.js";

// The largest number of highlighted matches.
const SHOWN_LIMIT = 2000;

export class Finder {
  #page;
  #visible = null;
  #text = null;
  #ranges = [];
  #current = -1;
  // Where the search begins, which stays while a text is typed into the field.
  #origin = 0;

  constructor(page) {
    this.#page = page;
    const { element } = page;
    element("find").addEventListener("submit", (event) => event.preventDefault());
    for (const [id, event, body] of [
      ["find-text", "input", () => this.#search()], ["find-case", "change", () => this.#search()],
      ["find-pattern", "change", () => this.#search()],
      ["find-next", "click", () => this.step(1)], ["find-previous", "click", () => this.step(-1)],
      ["replace-one", "click", () => this.replace()], ["replace-all", "click", () => this.replaceAll()],
      ["find-close", "click", () => this.close()],
    ]) element(id).addEventListener(event, body);
    element("find").addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close();
      if (event.key !== "Enter" || event.target.localName !== "input") return;
      event.preventDefault();
      if (event.target === element("replace-text")) this.replace();
      else this.step(event.shiftKey ? -1 : 1);
    });
  }

  get isOpen() { return !this.#page.element("find").hidden; }

  open() {
    const { element, editor: { binding } } = this.#page;
    const [from, to] = binding.selection;
    const chosen = binding.document.slice(from, to);
    if (chosen && chosen.length < 100 && !chosen.includes("\n")) element("find-text").value = chosen;
    this.#origin = from;
    if (!element("write").checkVisibility()) element("tab-write").click();
    element("find").hidden = false;
    element("find-text").focus();
    element("find-text").select();
    this.#search();
  }

  close() {
    const { element, editor } = this.#page;
    element("find").hidden = true;
    editor.mark([]);
    editor.view.focus();
  }

  // Searches the text again after a change.
  update() { if (this.isOpen && this.#text !== this.#page.editor.binding.document.text) this.#search(); }

  #search() {
    const { element, editor: { binding } } = this.#page;
    const { document } = binding;
    if (this.#text !== document.text) [this.#text, this.#visible] = [document.text, visibleText(document)];
    this.#ranges = found(this.#visible, element("find-text").value, { matchesCase: element("find-case").checked, isPattern: element("find-pattern").checked });
    this.#current = this.#ranges.findIndex(([start]) => start >= this.#origin);
    if (this.#current < 0) this.#current = this.#ranges.length - 1;
    this.#show();
  }

  step(by) {
    this.update();
    const count = this.#ranges.length;
    if (count === 0) return;
    this.#current = (this.#current + by + count) % count;
    [this.#origin] = this.#ranges[this.#current];
    this.#show();
  }

  #show() {
    const { element, editor } = this.#page;
    const count = this.#ranges.length;
    const range = this.#ranges[this.#current];
    element("find-count").textContent = !element("find-text").value.trim() ? ""
      : count === 0 ? "nothing found" : `${this.#current + 1} of ${count}`;
    const first = Math.max(0, this.#current - SHOWN_LIMIT / 2);
    editor.mark(this.#ranges.slice(first, first + SHOWN_LIMIT), range);
    if (range) editor.reveal(range);
  }

  replace() {
    this.update();
    const range = this.#ranges[this.#current];
    if (!range) return;
    this.#replaceRanges([range]);
    this.#search();
  }

  replaceAll() {
    this.update();
    const count = this.#ranges.length;
    if (count === 0) return;
    const isOne = this.#replaceRanges(this.#ranges);
    // If all matches cannot be replaced together, they are replaced one by one, from the end.
    let done = isOne ? count : 0;
    if (!isOne) for (const range of this.#ranges.reverse()) done += this.#replaceRanges([range]) ? 1 : 0;
    this.#search();
    this.#page.element("find-count").textContent = `${done} of ${count} replaced`;
    this.#page.element("find-text").focus();
  }

  #replaceRanges(selections) {
    const argument = this.#page.element("replace-text").value;
    const input = argument ? { selections, argument } : { selections };
    return Boolean(this.#page.editor.binding.perform(argument ? "insert-text" : "backspace", input).changes);
  }
}
