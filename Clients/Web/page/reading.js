// The preview: blocks of HTML from the worker, each shown in an element of its own, so that a key changes one of them.

import { TOKEN_KINDS } from "../index.js";
import { safely, sanitized } from "../preview.js";

// The time for showing blocks at a stretch, in milliseconds.
const SLICE = 8;
// The number of blocks in a part.
const PART = 50;
const isLocal = (href) => !/^([a-z][a-z0-9+.-]*:|\/\/|#|data-)/i.test(href);

export class Reading {
  #page;
  #worker;
  #elements = [];
  #starts = new Uint32Array();
  #waiting = new Map();
  #last = 0;
  #empty = new Set();
  #timer = 0;
  #leader = null;
  #rendering = null;
  #opened = 0;
  #changes = [];
  #names = { emoji: [], languages: [] };

  constructor(page, worker) {
    this.#page = page;
    this.#worker = worker;
    this.headings = [];
    worker.onmessage = ({ data }) => {
      if (data.error) return page.status(`the preview: ${data.error}`);
      this.#waiting.get(data.id)?.(data);
      return this.#waiting.delete(data.id);
    };
    const { element, editor: { view } } = page;
    this.article = element("preview");
    this.article.dataset.preview = "";
    this.article.addEventListener("change", (event) => this.#toggleTask(event.target));
    this.article.addEventListener("click", (event) => this.#click(event));
    this.#ask({ ask: "names" }).then((names) => { this.#names = names; });
    const read = element("read");
    for (const side of [view.scrollDOM, read]) side.addEventListener("scroll", () => this.#scroll(side), { passive: true });
    // The text leads, also while the preview grows, until somebody acts in the preview.
    this.#leader = view.scrollDOM;
    for (const name of ["wheel", "touchmove", "pointerdown", "keydown", "focusin"]) {
      addEventListener(name, ({ target }) => {
        this.#leader = target instanceof Node && read.contains(target) ? read : view.scrollDOM;
      }, { passive: true, capture: true });
    }
  }

  // Begins with another document.
  open(contents, dialect) {
    this.#opened += 1;
    this.#changes = [];
    this.#worker.postMessage({ ask: "open", contents, dialect });
    this.article.replaceChildren();
    [this.#elements, this.#starts, this.headings] = [[], new Uint32Array(), []];
    this.#empty.clear();
    this.#page.element("read").scrollTop = 0;
    this.#soon(0);
  }

  // Changes are sent to the worker with the next request, because a message for each key takes time.
  change(changes) {
    this.#changes.push(changes);
    this.#soon();
  }

  dialect(dialect) {
    this.#worker.postMessage({ ask: "dialect", dialect });
    this.#soon(0);
  }

  // The words and characters in a range.
  count(from, to) { return this.#ask({ ask: "count", from, to }); }

  // What begins with `:` and letters in dialects that have emoji, or with a fence and letters: [text, sign].
  names(typed) {
    const { emoji, languages } = this.#names;
    if (typed.startsWith("`")) {
      return languages.map((name) => [`\`\`\`${name}`, ""])
        .filter(([text]) => text.startsWith(typed) && text !== typed).slice(0, 8);
    }
    if (!["github", "hugo"].includes(this.#page.element("dialect").value)) return [];
    return emoji.filter(([name]) => name.startsWith(typed.slice(1))).slice(0, 8).map(([name, sign]) => [`:${name}:`, sign]);
  }

  #ask(message) {
    const id = ++this.#last;
    return new Promise((done) => {
      this.#waiting.set(id, done);
      this.#worker.postMessage({ ...message, id, changes: this.#changes.splice(0) });
    });
  }

  // Renders after some time, also while somebody types on.
  #soon(milliseconds = Math.min(1500, 200 + this.#page.editor.view.state.doc.length / 1000)) {
    if (milliseconds === 0) clearTimeout(this.#timer);
    else if (this.#timer) return;
    this.#timer = setTimeout(() => this.render(), milliseconds);
  }

  // Has the text rendered, and shows the blocks that differ. One rendering at a time.
  async render() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    while (this.#rendering) await this.#rendering;
    const opened = this.#opened;
    this.#rendering = this.#ask({ ask: "render" });
    const { from, removed, blocks, starts, headings, words, characters } = await this.#rendering;
    this.#rendering = null;
    // Another text was opened in the meantime, so this HTML is out of date.
    if (opened !== this.#opened) return;
    [this.#starts, this.headings] = [starts, headings];
    const fresh = blocks.map((html) => {
      const element = document.createElement("div");
      element.className = "block";
      element.dir = "auto";
      element.html = html;
      this.#empty.add(element);
      return element;
    });
    const old = this.#elements.slice(from, from + removed);
    // Elements that are replaced keep the place: without this, the preview would jump while somebody types above it.
    fresh.slice(0, 50).forEach((element) => this.#fill(element));
    if (from === 0 && removed === this.#elements.length) this.article.replaceChildren(...parts(fresh));
    else if (from > 0) this.#elements[from - 1].after(...fresh);
    else this.#elements[removed].before(...fresh);
    for (const element of old) {
      this.#empty.delete(element);
      element.remove();
    }
    this.#elements = [...this.#elements.slice(0, from), ...fresh, ...this.#elements.slice(from + removed)];
    this.#fillSome();
    this.#page.counted({ words, characters });
  }

  #fill(element) {
    if (!this.#empty.delete(element)) return;
    element.append(sanitized(element.html, { tasks: true, formulas: true, addressOf: (value) => this.#address(value) }));
    delete element.html;
  }

  #fillSome() {
    if (this.#empty.size === 0) return;
    (globalThis.requestIdleCallback ?? setTimeout)(() => {
      const end = performance.now() + SLICE;
      for (const element of this.#empty) {
        this.#fill(element);
        if (performance.now() > end) break;
      }
      this.#fillSome();
    });
  }

  // Renders what has changed, and shows all of it.
  async complete() {
    await this.render();
    for (const element of this.#empty) this.#fill(element);
  }

  // A page with the preview alone, and its styles.
  async exported(title) {
    await this.complete();
    const article = this.article.cloneNode(true);
    for (const box of article.querySelectorAll("input")) box.disabled = true;
    for (const each of article.querySelectorAll("[data-anchor]")) each.id = each.dataset.anchor;
    for (const image of article.querySelectorAll("img[data-source]")) image.setAttribute("src", image.dataset.source);
    const heading = Object.assign(document.createElement("title"), { textContent: title });
    const rules = [...document.styleSheets[0].cssRules].map(({ cssText }) => cssText)
      .filter((text) => /^(:root|#preview|\.hljs)/.test(text));
    const html = [...article.querySelectorAll(".block")].map(({ innerHTML }) => innerHTML).join("\n");
    return `<!doctype html>\n<html lang="${document.documentElement.lang}">\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n`
      + `${heading.outerHTML}\n<style>\nbody { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.6 system-ui, sans-serif; }\n`
      + `#preview { margin: auto; }\n${rules.join("\n")}\n</style>\n<article id="preview" dir="auto">\n${html}\n</article>\n</html>\n`;
  }

  // MARK: Links, images, task boxes

  // Where an image of the folder is; other addresses stay as they are.
  #address(value) {
    const { folder, note } = this.#page;
    if (!folder || !isLocal(value)) return null;
    const path = new URL(value, `https://folder.invalid/${note.path.split("/").map(encodeURIComponent).join("/")}`).pathname;
    return `asset${path}`;
  }

  #click(event) {
    const link = event.target.closest("a[href]");
    const href = link?.getAttribute("href");
    if (!link || link.dataset.target !== undefined || !isLocal(href)) return;
    event.preventDefault();
    const { names = [], note, open, status } = this.#page;
    const [path, anchor = ""] = safely(href).split("#");
    if (link.classList.contains("wiki-link")) {
      const wanted = (path || note.name).toLowerCase().replace(/\.md$/, "");
      const name = names.find((each) => [each, each.split("/").at(-1)]
        .some((other) => other.toLowerCase().replace(/\.(md|markdown)$/, "") === wanted));
      return name || !path ? open(name ?? note.name, { anchor: slug(anchor) }) : status(`there is no note ${path} in this folder`);
    }
    const name = safely(new URL(path, `https://folder.invalid/${note.path}`).pathname.slice(1));
    if (names.includes(name)) return open(name, { anchor });
    if (!this.#page.folder || /\.(md|markdown)$/i.test(name)) return status(`there is no ${name} in this folder`);
    return window.open(this.#address(path), "_blank", "noopener");
  }

  // Scrolls to an anchor.
  async follow(anchor) {
    if (!anchor) return;
    await this.complete();
    const found = [...this.article.querySelectorAll("[data-anchor]")].find(({ dataset }) => dataset.anchor === anchor);
    found?.scrollIntoView();
    if (!found) this.#page.status(`there is no heading #${anchor}`);
  }

  // Scrolls to the block at an offset of the text, if the preview is shown alone; else it follows the text.
  async show(offset) {
    if (this.#page.editor.view.scrollDOM.clientHeight > 0) return;
    await this.complete();
    this.#elements[this.#indexAt(offset)]?.scrollIntoView();
  }

  #toggleTask(box) {
    if (box.type !== "checkbox") return;
    const block = this.#elements.findIndex((element) => element.contains(box));
    const index = Number(box.dataset.task ?? Infinity);
    const { editor, status } = this.#page;
    const { document } = editor.binding;
    const numbers = document.tokens(this.#starts[block], this.#starts[block + 1] ?? document.length);
    const boxes = numbers.filter((_, at) => at % 4 === 0 && TOKEN_KINDS[numbers[at + 2]] === "taskBox");
    // The text decides what the box shows.
    box.checked = !box.checked;
    if (boxes[index] === undefined) return;
    const { changes, message } = document.plan("task-toggle", [[boxes[index], boxes[index]]]);
    if (changes) editor.change(changes); else status(message);
  }

  // MARK: Scrolling

  // Makes the other side show the same block, with proportional places inside it.
  #scroll(from) {
    const { editor: { view }, element } = this.#page;
    const read = element("read");
    if (from !== this.#leader) return;
    if (this.#elements.length === 0 || read.clientHeight === 0 || view.scrollDOM.clientHeight === 0) return;
    const to = from === read ? view.scrollDOM : read;
    const isEnd = from.scrollTop > 0 && from.scrollTop + from.clientHeight >= from.scrollHeight - 2;
    to.scrollTop = isEnd ? to.scrollHeight : from === read ? this.#heightInText(read.scrollTop) : this.#heightInPreview(from.scrollTop);
  }

  // The index of the block at an offset of the text.
  #indexAt(offset) {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.#starts[middle] <= offset) low = middle; else high = middle - 1;
    }
    return low;
  }

  #heightInPreview(top) {
    const { view } = this.#page.editor;
    const low = this.#indexAt(view.lineBlockAtHeight(top - view.documentPadding.top).from);
    const element = this.#elements[low];
    if (!element) return 0;
    this.#fill(element);
    const [start, end] = this.#heights(low);
    return this.#top(element) + element.offsetHeight * fraction(top, start, end);
  }

  #heightInText(top) {
    let [low, high] = [0, this.#elements.length - 1];
    const offset = (index) => this.#top(this.#elements[index]);
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (offset(middle) <= top) low = middle; else high = middle - 1;
    }
    const [start, end] = this.#heights(low);
    return start + (end - start) * fraction(top, offset(low), offset(low) + this.#elements[low].offsetHeight);
  }

  #top(element) { return element.getBoundingClientRect().top - this.article.getBoundingClientRect().top; }

  // The heights in the text where a block begins and ends.
  #heights(index) {
    const { view } = this.#page.editor;
    const at = (offset) => view.lineBlockAt(Math.min(offset ?? view.state.doc.length, view.state.doc.length)).top + view.documentPadding.top;
    return [at(this.#starts[index]), index + 1 < this.#starts.length ? at(this.#starts[index + 1]) : view.contentHeight];
  }
}

// Puts blocks into parts, which a browser lays out when they are in view: to watch each block would take longer.
function parts(blocks) {
  return Array.from({ length: Math.ceil(blocks.length / PART) }, (_, index) => {
    const part = document.createElement("div");
    part.className = "part";
    part.append(...blocks.slice(index * PART, (index + 1) * PART));
    return part;
  });
}

const fraction = (value, start, end) => end > start ? Math.min(1, Math.max(0, (value - start) / (end - start))) : 0;
const slug = (heading) => heading.trim().toLowerCase().replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, "").replace(/\s/g, "-");
