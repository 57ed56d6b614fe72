// The panel to find and replace in the visible text.

import { found, visibleText } from "../find.js";

// The largest number of highlighted matches.
const SHOWN_LIMIT = 2000;

// The `host` has element(id), binding(), highlight(name, ranges) and reveal(range).
export class Finder {
  #host;
  #visible = null;
  #text = null;
  #ranges = [];
  #current = -1;

  constructor(host) {
    this.#host = host;
    const { element } = host;
    element("find").addEventListener("submit", (event) => event.preventDefault());
    for (const [id, event, body] of [
      ["find-text", "input", () => this.#search()], ["find-case", "change", () => this.#search()],
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

  get isOpen() { return !this.#host.element("find").hidden; }

  open() {
    const { element, binding } = this.#host;
    const { document, selection: [from, to] } = binding();
    const chosen = document.slice(from, to);
    if (chosen && chosen.length < 100 && !chosen.includes("\n")) element("find-text").value = chosen;
    element("find").hidden = false;
    element("find-text").focus();
    element("find-text").select();
    this.#search();
  }

  close() {
    this.#host.element("find").hidden = true;
    this.#host.highlight("found", []);
    this.#host.highlight("current", []);
    const { textarea } = this.#host.binding();
    textarea.focus({ preventScroll: true });
    const range = this.#ranges[this.#current];
    if (range) textarea.setSelectionRange(...range);
  }

  // Searches the text again after a change.
  update() { if (this.isOpen && this.#text !== this.#host.binding().document.text) this.#search(); }

  #search() {
    const { element, binding } = this.#host;
    const { document, selection: [from] } = binding();
    if (this.#text !== document.text) [this.#text, this.#visible] = [document.text, visibleText(document)];
    this.#ranges = found(this.#visible, element("find-text").value, { matchesCase: element("find-case").checked });
    this.#current = this.#ranges.findIndex(([start]) => start >= from);
    if (this.#current < 0) this.#current = this.#ranges.length - 1;
    this.#show();
  }

  step(by) {
    this.update();
    const count = this.#ranges.length;
    if (count === 0) return;
    this.#current = (this.#current + by + count) % count;
    this.#show();
  }

  #show() {
    const { element, binding, highlight, reveal } = this.#host;
    const count = this.#ranges.length;
    const range = this.#ranges[this.#current];
    element("find-count").textContent = !element("find-text").value.trim() ? ""
      : count === 0 ? "nothing found" : `${this.#current + 1} of ${count}`;
    highlight("found", this.#ranges.slice(0, SHOWN_LIMIT));
    highlight("current", range ? [range] : []);
    if (!range) return;
    binding().textarea.setSelectionRange(...range);
    reveal(range);
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
    this.#host.element("find-count").textContent = `${done} of ${count} replaced`;
    this.#host.element("find-text").focus();
  }

  #replaceRanges(selections) {
    const argument = this.#host.element("replace-text").value;
    const input = argument ? { selections, argument } : { selections };
    return Boolean(this.#host.binding().perform(argument ? "insert-text" : "backspace", input).changes);
  }
}
