// @ts-self-types="./bar.d.ts"
// The bar of buttons as a web component: <markdown-bar>. It shows the state of a binding (of a textarea or
// CodeMirror) and performs its commands. Buttons without room are in a menu, by groups.
//
// Attributes: "docked" puts the bar at the bottom of the visual viewport, on top of an on-screen keyboard.
// "compact" shows three buttons and puts all others into the menu. "marks" shows only the marks. "label" is the
// accessible name ("Formatting").

import { ariaKey, keyTitle } from "./keys.js";
import { GLYPHS, STYLE } from "./look.js";

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

// Returns how far an on-screen keyboard covers the bottom of the layout viewport, by the rule of KeyboardGeometry's
// KeyboardDriver. All lengths are CSS pixels of the layout viewport.
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
  #sizes = null;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    const made = (tag, attributes) => {
      const element = document.createElement(tag);
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      return element;
    };
    this.toolbar = made("div", { role: "toolbar", "aria-orientation": "horizontal" });
    this.more = made("button", {
      class: "more", "aria-label": "More", "aria-haspopup": "menu", "aria-expanded": "false", tabindex: -1,
    });
    this.more.textContent = "⋯";
    this.menu = made("div", { role: "menu", "aria-label": "More" });
    this.form = made("form", {});
    this.field = made("input", { type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
    const done = made("button", { type: "submit" });
    done.textContent = "OK";
    this.titleField = made("input", { type: "text", autocomplete: "off", placeholder: "Title", "aria-label": "Title" });
    this.form.append(this.field, this.titleField, done);
    // The reason why a button is disabled, shown by a tap, like the tooltip of a pointer.
    this.note = made("div", { class: "note", role: "status" });
    this.menu.hidden = this.form.hidden = this.note.hidden = true;
    this.toolbar.append(this.more);
    root.append(this.toolbar);
    this.toolbar.append(this.menu, this.form, this.note);
    this.#listen();
  }

  #listen() {
    // A tap must not take the focus from the text, or the keyboard would disappear.
    for (const name of ["pointerdown", "mousedown"]) {
      this.toolbar.addEventListener(name, (event) => {
        if (event.target.localName !== "input") event.preventDefault();
      });
    }
    this.toolbar.addEventListener("click", (event) => this.#click(event));
    this.toolbar.addEventListener("keydown", (event) => this.#keydown(event));
    this.toolbar.addEventListener("focusin", (event) => this.#focused(event.target));
    this.toolbar.addEventListener("focusout", (event) => {
      if (this.toolbar.contains(event.relatedTarget)) return;
      this.#open(false);
      this.form.hidden = true;
    });
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.form.hidden = true;
      const title = this.titleField.hidden ? undefined : this.titleField.value.trim();
      this.#perform(this.form.dataset.name, this.field.value.trim() || undefined,
        title || this.#binding?.link?.title ? title : undefined);
      this.#focusText();
    });
    // A tap outside the menu closes it.
    this.ownerDocument.addEventListener("pointerdown", (event) => {
      if (!event.composedPath().includes(this)) this.#open(false);
      this.note.hidden = true;
    });
  }

  // The binding: an EventTarget with `bar`, `perform(name, {argument})` and the event "state".
  get binding() { return this.#binding; }
  set binding(binding) {
    this.#end?.abort();
    this.#binding = binding;
    this.#end = new AbortController();
    binding?.addEventListener("state", () => this.refresh(), { signal: this.#end.signal });
    if (this.isConnected) this.refresh();
  }

  connectedCallback() {
    this.attributeChangedCallback();
    // In a separate frame, because hiding a button changes the observed size, which browsers would report as an
    // error.
    this.#sizes = new ResizeObserver(() => requestAnimationFrame(() => this.#fit()));
    this.#sizes.observe(this);
    this.refresh();
    this.#dock();
  }

  disconnectedCallback() {
    this.#sizes?.disconnect();
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
    return this.hasAttribute("marks") ? all.filter(({ group }) => group === "marks") : all;
  }

  // Shows the current state of the binding.
  refresh() {
    const state = this.#state;
    const rows = state.map(({ name }) => name).join();
    if (rows !== this.#rows) this.#build(state, rows);
    const level = state.findIndex(({ name, presence }) => /^heading-\d$/.test(name) && presence === "on");
    for (const entry of state) {
      const isHeading = entry.name === "heading" && level >= 0;
      this.#show(entry, isHeading ? state[level] : entry);
    }
  }

  // Shows an entry; the button for headings looks like that of the current level.
  #show(entry, seen) {
    const pressed = seen.presence === "mixed" ? "mixed" : String(seen.presence === "on");
    for (const element of [this.#buttons.get(entry.name), this.#items.get(entry.name)]) {
      if (!element) continue;
      const isItem = element.getAttribute("role") === "menuitemcheckbox";
      element.setAttribute(isItem ? "aria-checked" : "aria-pressed", pressed);
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
        const line = document.createElement("div");
        line.setAttribute("role", "separator");
        line.setAttribute("aria-orientation", "vertical");
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
    const button = document.createElement("button");
    Object.assign(button.dataset, { name, group });
    button.setAttribute("aria-label", title);
    if (shortcut) button.setAttribute("aria-keyshortcuts", ariaKey(shortcut));
    return button;
  }

  #buildMenu(state) {
    this.#items = new Map();
    this.menu.replaceChildren(...Object.entries(SECTIONS).flatMap(([group, title]) => {
      const entries = state.filter((entry) => entry.group === group);
      if (entries.length === 0) return [];
      const section = document.createElement("div");
      section.setAttribute("role", "group");
      section.setAttribute("aria-label", title);
      const heading = document.createElement("h3");
      heading.setAttribute("aria-hidden", "true");
      heading.textContent = title;
      section.append(heading, ...entries.map((entry) => this.#item(entry)));
      return [section];
    }));
  }

  #item(entry) {
    const item = this.#button(entry);
    item.setAttribute("role", "menuitemcheckbox");
    item.tabIndex = -1;
    const glyph = document.createElement("span");
    glyph.className = "glyph";
    glyph.innerHTML = GLYPHS[entry.name] ?? "";
    const key = document.createElement("kbd");
    key.textContent = keyTitle(entry.shortcut);
    item.append(glyph, entry.title, key);
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
    if (this.more.hidden) this.#open(false);
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

  #focused(target) {
    const index = this.#stops.indexOf(target);
    if (index >= 0) this.#rove(index);
  }

  #keydown(event) {
    if (this.menu.contains(event.target)) return this.#menuKey(event);
    if (this.form.contains(event.target)) {
      if (event.key !== "Escape") return undefined;
      this.form.hidden = true;
      return this.#focusText();
    }
    const stops = this.#stops;
    const isReversed = getComputedStyle(this).direction === "rtl";
    const step = isReversed ? -1 : 1;
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
      this.#open(true, true);
    } else if (event.key === "Escape") {
      this.#focusText();
    }
  }

  #focusText() {
    this.#binding?.textarea?.focus();
    this.#binding?.view?.focus();
  }

  #menuKey(event) {
    const items = [...this.#items.values()].filter((item) => !item.hidden);
    const index = items.indexOf(event.target);
    const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: items.length - 1 }[event.key];
    if (next !== undefined) {
      event.preventDefault();
      items[(next + items.length) % items.length].focus();
    } else if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      this.#open(false);
      this.more.focus();
    }
  }

  #click(event) {
    const button = event.target.closest("button");
    if (button === this.more) return this.#open(this.menu.hidden, event.detail === 0);
    if (!button || this.form.contains(button)) return;
    const { name } = button.dataset;
    this.note.hidden = button.getAttribute("aria-disabled") !== "true";
    if (!this.note.hidden) {
      const { title, message } = this.#state.find((entry) => entry.name === name) ?? {};
      this.note.textContent = message || `${title}: nothing to do here.`;
      return;
    }
    this.#open(false);
    if (this.#state.find((entry) => entry.name === name)?.argument) return this.#ask(name);
    // With a key, the focus stays on the bar; with a tap, it stayed in the text.
    const hadFocus = this.shadowRoot.activeElement;
    this.#perform(name);
    if (hadFocus && hadFocus.isConnected && !this.menu.contains(hadFocus)) hadFocus.focus();
  }

  // Asks for the argument of a command.
  #ask(name) {
    const entry = this.#state.find((entry) => entry.name === name);
    this.form.dataset.name = name;
    const link = name === "link" ? this.#binding.link : null;
    this.field.value = name === "table-insert" ? "2x2" : link?.destination ?? "";
    this.titleField.hidden = name !== "link" || this.#binding.link === undefined;
    this.titleField.value = link?.title ?? "";
    this.field.placeholder = this.field.ariaLabel = `${entry.title}: ${entry.argument}`;
    this.field.inputMode = name === "table-insert" ? "text" : "url";
    this.form.hidden = false;
    this.field.focus();
    this.field.select();
  }

  #perform(name, argument, title) {
    this.#binding?.perform(name, title === undefined ? { argument } : { argument, title });
    this.refresh();
  }

  #open(isOpen, focuses = false) {
    this.menu.hidden = !isOpen;
    if (isOpen) this.form.hidden = true;
    this.more.setAttribute("aria-expanded", String(isOpen));
    if (isOpen && focuses) [...this.#items.values()].find((item) => !item.hidden)?.focus();
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
    visualViewport.addEventListener("resize", place, { signal });
    visualViewport.addEventListener("scroll", place, { signal });
    keyboard?.addEventListener("geometrychange", place, { signal });
    place();
  }
}

// A plugin that is loaded again finds its element already defined.
if (!globalThis.customElements?.get("markdown-bar")) globalThis.customElements?.define("markdown-bar", MarkdownBar);
