// @ts-self-types="./bar.d.ts"
// The bar of buttons as a web component: <markdown-bar>. It shows the state of a binding (of a textarea or
// CodeMirror) and performs its commands. Buttons without room are in a menu, by groups.
//
// Attributes: "docked" puts the bar at the bottom of the visual viewport, on top of an on-screen keyboard.
// "compact" shows three buttons and puts all others into the menu. "marks" shows only the marks. "label" is the
// accessible name ("Formatting").

import { ariaKey, keyTitle } from "./keys.js";
import { GLYPHS, STYLE, made } from "./look.js";

// The buttons on the bar itself, in order, as far as there is room; the menu has all.
const FIRST = [
  "strong", "emphasis", "heading", "bullet-list", "task-list", "link", "code", "quote", "ordered-list",
  "indent", "outdent", "strikethrough", "highlight", "code-block", "image", "table-insert",
];
const COMPACT = ["strong", "heading", "bullet-list"];
const SECTIONS = {
  marks: "Text", headings: "Headings", lists: "Lists", blocks: "Blocks", inlines: "Links", tables: "Tables",
  lines: "Lines",
};
// These act; the other commands are on or off.
const ACTION = new RegExp("^(table|move|duplicate|select|delete|promote|demote|renumber|footnote|clear|unlink|image|indent"
  + "|outdent|horizontal|reference|inline|sort|date|comment)");
// The fields of a form: for the argument, and for another option of `perform`.
const FORMS = {
  link: ["Address", "title", "Title"], image: ["Address", "text", "Description"],
  footnote: ["Text of the footnote"],
};
const ADDRESS = /^(?:https?:\/\/|mailto:|www\.)\S+$/i;
// These are carried out without their argument.
const AT_ONCE = new Set(["date", "wiki-link", "reference-links", "inline-links"]);
// The largest table that can be chosen.
const LARGEST = [8, 10];

export function keyboardCoverage({ layoutHeight, offsetTop, height, scale = 1, minimumHeight = 1 }) {
  const factor = scale > 0 ? scale : 1;
  const keyboardHeight = layoutHeight - height * factor;
  if (!(keyboardHeight >= minimumHeight && keyboardHeight > 0)) return 0;
  const top = Math.max(0, offsetTop + height);
  const bottom = Math.min(layoutHeight, offsetTop + height + keyboardHeight / factor);
  return bottom > top ? layoutHeight - top : 0;
}

// The module can also be loaded without HTMLElement, as in Node.
const Base = globalThis.HTMLElement ?? class {};

export class MarkdownBar extends Base {
  static observedAttributes = ["docked", "label", "compact", "marks"];
  #binding = null;
  #end = null;
  #placing = null;
  #buttons = new Map();
  #items = new Map();
  #lines = [];
  #rows = "";
  #current = 0;
  #level = 0;
  #pointer = "";
  #asked = null;
  #size = [3, 3];
  #limits = LARGEST;
  #resizes = null;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    this.toolbar = made("div", { role: "toolbar", "aria-orientation": "horizontal" });
    this.more = made("button", {
      class: "more", "aria-label": "More", "aria-haspopup": "menu", "aria-expanded": "false", tabindex: -1,
    }, "⋯");
    this.menu = made("div", { role: "menu", "aria-label": "More" });
    this.form = made("form", {});
    this.field = made("input", { type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
    this.titleField = made("input", { type: "text", autocomplete: "off" });
    this.form.append(this.field, this.titleField, made("button", { type: "submit" }, "OK"));
    // The rows and columns of a table.
    this.grid = made("div", { class: "grid", role: "slider", tabindex: 0, "aria-label": "Size" }, made("i", {}));
    this.sizes = made("div", { class: "sizes" }, made("p", {}), this.grid);
    // The reason why a button is disabled, shown by a tap, like the tooltip of a pointer.
    this.note = made("div", { class: "note", role: "status" });
    this.menu.hidden = this.form.hidden = this.sizes.hidden = this.note.hidden = true;
    root.append(this.toolbar);
    this.toolbar.append(this.more, this.menu, this.form, this.sizes, this.note);
    this.#listen();
  }

  #listen() {
    // A tap must not take the focus from the text, or the keyboard would disappear.
    for (const name of ["pointerdown", "mousedown"]) {
      this.toolbar.addEventListener(name, (event) => {
        if (event.target.localName !== "input") event.preventDefault();
        this.#pointer = event.pointerType ?? this.#pointer;
      });
    }
    this.toolbar.addEventListener("click", (event) => this.#click(event));
    this.toolbar.addEventListener("keydown", (event) => this.#keydown(event));
    this.toolbar.addEventListener("focusin", ({ target }) => {
      if (this.#stops.includes(target)) this.#rove(this.#stops.indexOf(target));
    });
    this.toolbar.addEventListener("focusout", (event) => {
      if (!this.toolbar.contains(event.relatedTarget)) this.#open(null);
    });
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit(this.field.value.trim(), this.titleField.value.trim());
    });
    for (const name of ["pointerdown", "pointermove"]) {
      this.grid.addEventListener(name, ({ clientX, clientY }) => {
        const { left, right, top, width } = this.grid.getBoundingClientRect();
        const cell = width / this.#limits[1];
        const inline = this.#isReversed ? right - clientX : clientX - left;
        this.#choose(Math.ceil((clientY - top) / cell), Math.ceil(inline / cell));
      });
    }
    this.grid.addEventListener("pointerup", () => this.#submit(this.#size.join("x")));
    // A tap outside the menu closes it.
    this.ownerDocument.addEventListener("pointerdown", (event) => {
      if (!event.composedPath().includes(this)) this.#open(null);
      this.note.hidden = true;
    });
  }

  get binding() { return this.#binding; }
  set binding(binding) {
    this.#end?.abort();
    this.#binding = binding;
    this.#end = new AbortController();
    binding?.addEventListener("state", () => this.refresh(), { signal: this.#end.signal });
    binding?.addEventListener("ask", (event) => {
      const isSeen = !event.defaultPrevented && this.getClientRects().length > 0;
      if (isSeen && this.#ask(event.detail)) event.preventDefault();
    }, { signal: this.#end.signal });
    if (this.isConnected) this.refresh();
  }

  connectedCallback() {
    this.attributeChangedCallback();
    // In a separate frame, because hiding a button changes the observed size, which browsers would report as an
    // error.
    this.#resizes = new ResizeObserver(() => requestAnimationFrame(() => this.#fit()));
    this.#resizes.observe(this);
    this.refresh();
    this.#dock();
  }

  disconnectedCallback() {
    this.#resizes?.disconnect();
    this.#placing?.abort();
  }

  attributeChangedCallback() {
    this.toolbar.setAttribute("aria-label", this.getAttribute("label") ?? "Formatting");
    if (!this.isConnected) return;
    this.#rows = "";
    this.refresh();
    this.#dock();
  }

  get #state() {
    const all = this.#binding?.bar ?? [];
    // The keys of the editor paste what is in the clipboard.
    return all.filter(({ name, group }) => this.hasAttribute("marks") ? group === "marks" : !name.startsWith("paste"));
  }

  refresh() {
    const state = this.#state;
    const rows = state.map(({ name }) => name).join();
    if (rows !== this.#rows) this.#build(state, rows);
    const seen = state.find(({ name, presence }) => /^heading-\d$/.test(name) && presence === "on");
    this.#level = Number(seen?.name.at(-1) ?? 0);
    for (const entry of state) {
      if (entry.name !== "heading" || !seen) this.#show(entry, entry);
      // After the third level, the button makes text again.
      else this.#show({ ...entry, applies: entry.applies || this.#level > 2 }, seen);
    }
  }

  // Shows an entry; the button for headings looks like that of the current level.
  #show(entry, seen) {
    const pressed = seen.presence === "mixed" ? "mixed" : String(seen.presence === "on");
    const look = [pressed, entry.applies, entry.message, seen.name].join();
    for (const element of [this.#buttons.get(entry.name), this.#items.get(entry.name)]) {
      // Most buttons look the same after a key.
      if (!element || element.look === look) continue;
      element.look = look;
      const isItem = element.hasAttribute("role");
      if (!ACTION.test(entry.name)) element.setAttribute(isItem ? "aria-checked" : "aria-pressed", pressed);
      element.setAttribute("aria-disabled", String(!entry.applies));
      const key = keyTitle(entry.shortcut);
      const why = !entry.applies && entry.message ? `: ${entry.message}` : "";
      element.title = `${entry.title}${key ? ` (${key})` : ""}${why}`;
      if (isItem) continue;
      element.setAttribute("aria-label", seen.title);
      if (entry.name === "heading") element.innerHTML = GLYPHS[seen.name];
    }
  }

  #build(state, rows) {
    this.#rows = rows;
    for (const element of [...this.#buttons.values(), ...this.#lines]) element.remove();
    const byName = new Map(state.map((entry) => [entry.name, entry]));
    const first = this.hasAttribute("compact") ? COMPACT : FIRST;
    const shown = state.every(({ group }) => group === "marks")
      ? state : first.map((name) => byName.get(name)).filter((entry) => entry);
    this.#lines = [];
    this.#buttons = new Map(shown.map((entry, index) => {
      if (index > 0 && shown[index - 1].group !== entry.group && !this.hasAttribute("compact")) {
        const line = made("div", { role: "separator", "aria-orientation": "vertical" });
        this.more.before(line);
        this.#lines.push(line);
      }
      const button = this.#button(entry);
      button.innerHTML = GLYPHS[entry.name] ?? "";
      if (!GLYPHS[entry.name]) button.textContent = entry.title;
      this.more.before(button);
      return [entry.name, button];
    }));
    this.#buildMenu(state);
    this.#current = 0;
    this.#fit();
  }

  #button({ name, group, title, shortcut }) {
    const button = made("button", { "data-name": name, "data-group": group, "aria-label": title });
    if (shortcut) button.setAttribute("aria-keyshortcuts", ariaKey(shortcut));
    return button;
  }

  #buildMenu(state) {
    this.#items = new Map();
    this.menu.replaceChildren(...Object.entries(SECTIONS).flatMap(([group, title]) => {
      const entries = state.filter((entry) => entry.group === group);
      if (entries.length === 0) return [];
      return [made("div", { role: "group", "aria-label": title },
        made("h3", { "aria-hidden": "true" }, title), ...entries.map((entry) => this.#item(entry)))];
    }));
  }

  #item(entry) {
    const item = this.#button(entry);
    item.setAttribute("role", ACTION.test(entry.name) ? "menuitem" : "menuitemcheckbox");
    item.tabIndex = -1;
    const glyph = made("span", { class: "glyph" });
    glyph.innerHTML = GLYPHS[entry.name] ?? "";
    item.append(glyph, entry.title, made("kbd", {}, keyTitle(entry.shortcut)));
    this.#items.set(entry.name, item);
    return item;
  }

  // Moves buttons without room into the menu.
  #fit() {
    const room = this.toolbar.clientWidth - 16;
    const width = (element) => {
      element.hidden = false;
      return element.offsetWidth + 4;
    };
    const children = [...this.toolbar.children].filter((child) =>
      this.#lines.includes(child) || this.#buttons.get(child.dataset.name) === child);
    const widths = children.map(width);
    const all = widths.reduce((sum, width) => sum + width, 0) + 2 * this.#lines.length;
    const isRest = this.#items.size > this.#buttons.size;
    const reserved = all <= room && !isRest ? 0 : width(this.more);
    let used = reserved;
    let isFull = false;
    children.forEach((child, index) => {
      used += widths[index] + (this.#lines.includes(child) ? 2 : 0);
      isFull ||= used > room && room > 0;
      child.hidden = isFull;
    });
    // A separator must not be last.
    for (const line of this.#lines) line.hidden ||= line.nextElementSibling.hidden;
    for (const [name, item] of this.#items) {
      item.hidden = this.#buttons.get(name)?.hidden === false;
    }
    for (const section of this.menu.children) {
      section.hidden = [...section.querySelectorAll("button")].every((item) => item.hidden);
    }
    this.more.hidden = !isFull && !isRest;
    if (this.more.hidden && !this.menu.hidden) this.#open(null);
    this.#rove(this.#current);
  }

  get #stops() { return [...this.#buttons.values(), this.more].filter((button) => !button.hidden); }

  // Only one button is a stop of the Tab key; arrow keys move to the others.
  #rove(index) {
    const stops = this.#stops;
    this.#current = stops.length === 0 ? 0 : Math.min(Math.max(index, 0), stops.length - 1);
    for (const button of [...this.#buttons.values(), this.more]) button.tabIndex = -1;
    if (stops.length > 0) stops[this.#current].tabIndex = 0;
  }

  get #isReversed() { return getComputedStyle(this).direction === "rtl"; }

  #keydown(event) {
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      this.#open(null);
      return this.#binding?.focus();
    }
    if (event.target === this.grid) return this.#gridKey(event);
    if (this.menu.contains(event.target)) return this.#menuKey(event);
    if (this.form.contains(event.target)) return undefined;
    const stops = this.#stops;
    const step = this.#isReversed ? -1 : 1;
    const next = {
      ArrowRight: this.#current + step, ArrowLeft: this.#current - step, Home: 0,
      End: stops.length - 1,
    }[event.key];
    if (next !== undefined) {
      event.preventDefault();
      this.#rove((next + stops.length) % stops.length);
      stops[this.#current].focus();
    } else if (event.target === this.more && ["ArrowDown", "ArrowUp"].includes(event.key)) {
      event.preventDefault();
      this.#open(this.menu, event.key === "ArrowUp" ? -1 : 0);
    }
  }

  get #shownItems() { return [...this.#items.values()].filter((item) => !item.hidden); }

  #menuKey(event) {
    const items = this.#shownItems;
    const index = items.indexOf(event.target);
    let next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: items.length - 1 }[event.key];
    if (/^\p{L}$/u.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
      // The next one whose title begins with the letter.
      const begins = (item) => item.getAttribute("aria-label").toLowerCase().startsWith(event.key.toLowerCase());
      next = items.findIndex((item, at) => at > index && begins(item));
      if (next < 0) next = items.findIndex(begins);
    }
    if (next === undefined) return;
    event.preventDefault();
    items.at(next % items.length)?.focus();
  }

  #gridKey(event) {
    const [rows, columns] = this.#size;
    const step = this.#isReversed ? -1 : 1;
    const size = {
      ArrowDown: [rows + 1, columns], ArrowUp: [rows - 1, columns], ArrowRight: [rows, columns + step],
      ArrowLeft: [rows, columns - step], Home: [1, 1], End: LARGEST,
    }[event.key];
    if (!size && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    if (size) this.#choose(...size); else this.#submit(this.#size.join("x"));
  }

  #click(event) {
    // While somebody types, the buttons show the state of a moment ago.
    this.refresh();
    const button = event.target.closest("button");
    if (button === this.more) {
      // A tap leaves the focus in the text, so that the keyboard stays.
      const takesFocus = event.detail === 0 || this.#pointer !== "touch";
      return this.#open(this.menu.hidden ? this.menu : null, takesFocus ? 0 : undefined);
    }
    if (!button || this.form.contains(button)) return;
    const { name } = button.dataset;
    this.note.hidden = button.getAttribute("aria-disabled") !== "true";
    if (!this.note.hidden) {
      const { title, message } = this.#state.find((entry) => entry.name === name) ?? {};
      this.note.textContent = message || `${title}: nothing to do here.`;
      this.#place(this.note);
      return;
    }
    const isItem = this.menu.contains(button);
    const hadFocus = this.shadowRoot.activeElement;
    if (this.#ask({ name })) return;
    this.#open(null);
    this.#perform(name === "heading" && this.#level > 2 ? "paragraph" : name);
    // With a key, the focus stays on the bar; with a tap, it stayed in the text.
    if (hadFocus && isItem) this.#binding?.focus();
    else if (hadFocus?.isConnected) hadFocus.focus();
  }

  // Asks for the argument of a command. Returns false if there is nothing to ask.
  #ask(asked) {
    const { name } = asked;
    const { bar, link: selected, document, selection } = this.#binding;
    const entry = bar.find((entry) => entry.name === name);
    if (!entry?.applies || AT_ONCE.has(name) || !(entry.argument || FORMS[name])) return false;
    // A selected address is the argument.
    if (name === "link" && selection && ADDRESS.test(document?.slice(...selection))) return false;
    this.#asked = asked;
    if (name === "table-insert") {
      this.#open(this.sizes);
      this.#choose(3, 3);
      this.grid.focus();
      return true;
    }
    const link = name === "link" ? selected : null;
    const [title = `${entry.title}: ${entry.argument}`, , second] = FORMS[name] ?? [];
    this.field.value = link?.destination ?? asked.argument ?? "";
    this.titleField.value = link?.title ?? "";
    this.titleField.hidden = !second || selected === undefined;
    this.field.placeholder = this.field.ariaLabel = title;
    this.titleField.placeholder = this.titleField.ariaLabel = second ?? "";
    this.field.inputMode = title === "Address" ? "url" : "text";
    this.#open(this.form);
    this.field.focus();
    this.field.select();
    return true;
  }

  #submit(value, second) {
    const { name, ...asked } = this.#asked;
    const link = name === "link" ? this.#binding.link : null;
    this.#open(null);
    const [, option] = FORMS[name] ?? [];
    if (name === "footnote") this.#perform(name, { ...asked, text: value });
    else if (link && value === "") this.#perform("unlink");
    else {
      const other = second || link?.title ? { [option]: second } : {};
      this.#perform(name, { ...asked, argument: value || undefined, ...other });
    }
    this.#binding.focus();
  }

  #choose(rows, columns) {
    const size = [rows, columns].map((count, index) => Math.min(Math.max(count, 1), this.#limits[index]));
    this.#size = size;
    this.grid.style.setProperty("--rows", size[0]);
    this.grid.style.setProperty("--columns", size[1]);
    this.grid.previousSibling.textContent = size.join(" × ");
    this.grid.setAttribute("aria-valuenow", size[0] * size[1]);
    this.grid.setAttribute("aria-valuetext", `${size[0]} rows, ${size[1]} columns`);
  }

  #perform(name, input = {}) {
    this.#binding?.perform(name, input);
    this.refresh();
  }

  // Opens the menu, the form or the sizes of a table, and closes the others; null closes all. The item with an index of
  // the menu gets the focus.
  #open(popup, index) {
    for (const one of [this.menu, this.form, this.sizes]) one.hidden = one !== popup;
    this.more.setAttribute("aria-expanded", String(popup === this.menu));
    if (!popup) return;
    this.#place(popup);
    if (index !== undefined) this.#shownItems.at(index)?.focus();
  }

  // Puts what opens where the visible part of the page has more room.
  #place(popup) {
    const { top, bottom, width } = this.getBoundingClientRect();
    const { offsetTop, height } = visualViewport;
    const [above, below] = [top - offsetTop, offsetTop + height - bottom];
    const isUp = above > below;
    const room = Math.max(above, below) - 8;
    popup.classList.toggle("up", isUp);
    popup.style.maxHeight = `${room}px`;
    if (popup !== this.sizes) return;
    const cell = matchMedia("(pointer: coarse)").matches ? 44 : 24;
    // As many cells as there is room for.
    const fits = [room - 46, width - 32].map((length) => Math.max(2, Math.floor(length / cell)));
    this.#limits = fits.map((count, index) => Math.min(count, LARGEST[index]));
    const [tall, wide] = this.#limits.map((count) => count * cell + 1);
    this.grid.style.cssText = `--cell: ${cell}px; block-size: ${tall}px; inline-size: ${wide}px`;
  }

  // Keeps a docked bar on top of the keyboard.
  #dock() {
    this.#placing?.abort();
    this.style.removeProperty("transform");
    if (!this.hasAttribute("docked") || !globalThis.visualViewport) return;
    this.#placing = new AbortController();
    const { signal } = this.#placing;
    const keyboard = navigator.virtualKeyboard;
    const place = () => {
      const layoutHeight = document.documentElement.clientHeight;
      const { offsetTop, height, scale } = visualViewport;
      let covered = keyboardCoverage({ layoutHeight, offsetTop, height, scale });
      if (keyboard?.overlaysContent) covered = Math.max(covered, keyboard.boundingRect.height);
      this.style.transform = covered > 0 ? `translateY(${-covered}px)` : "";
      this.dispatchEvent(new CustomEvent("coverage", { detail: covered }));
    };
    // The page may be laid out again after its visible part has changed.
    globalThis.addEventListener("resize", () => requestAnimationFrame(place), { signal });
    visualViewport.addEventListener("resize", place, { signal });
    visualViewport.addEventListener("scroll", place, { signal });
    keyboard?.addEventListener("geometrychange", place, { signal });
    place();
  }
}

// A plugin that is loaded again finds its element already defined.
if (!globalThis.customElements?.get("markdown-bar")) globalThis.customElements?.define("markdown-bar", MarkdownBar);
