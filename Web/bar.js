// @ts-self-types="./bar.d.ts"
// The bar of buttons as a web component: <markdown-bar>. It shows the state of a binding (a textarea's or
// CodeMirror's) and carries its commands out.
//
// Attributes: "docked" puts it at the bottom of the visual viewport, on top of an on-screen keyboard;
// "label" is what it is called aloud ("Formatting").

const GLYPHS = {
  strong: "<b>B</b>", emphasis: "<i>I</i>", code: "<code>&lt;/&gt;</code>",
  strikethrough: "<s>S</s>", highlight: "<mark>H</mark>",
};

const STYLE = `
:host {
  --bar-background: #f6f5f2; --bar-text: #22211e; --bar-line: #dedbd4; --bar-lit: #22211e;
  --bar-lit-text: #fff; --bar-hover: #eae7e0; --bar-focus: #2563eb;
  display: block; box-sizing: border-box; background: var(--bar-background); color: var(--bar-text);
  border-block: 1px solid var(--bar-line); font: 16px/1 system-ui, sans-serif;
  -webkit-user-select: none; user-select: none; touch-action: manipulation;
}
@media (prefers-color-scheme: dark) {
  :host {
    --bar-background: #242321; --bar-text: #eceae5; --bar-line: #3a3835; --bar-lit: #eceae5;
    --bar-lit-text: #1b1a18; --bar-hover: #34322f; --bar-focus: #8ab4ff;
  }
}
:host([hidden]) { display: none; }
:host([docked]) { position: fixed; inset-inline: 0; bottom: 0; z-index: 10; border-block-end: 0; }
[role=toolbar] { display: flex; align-items: center; gap: 4px; padding: 5px 8px; position: relative; }
button {
  all: unset; box-sizing: border-box; min-width: 44px; height: 38px; padding-inline: 10px;
  border-radius: 8px; display: inline-flex; align-items: center; justify-content: center;
  cursor: default; position: relative; flex: none;
}
button[hidden] { display: none; }
button:hover { background: var(--bar-hover); }
button:focus-visible { outline: 2px solid var(--bar-focus); outline-offset: -2px; }
button[aria-pressed=true], button[aria-checked=true] { background: var(--bar-lit); color: var(--bar-lit-text); }
button[aria-pressed=mixed]::after, button[aria-checked=mixed]::after {
  content: ""; position: absolute; inset-block-end: 5px; inset-inline: 12px; height: 2.5px;
  border-radius: 2px; background: currentColor;
}
button[aria-disabled=true] { opacity: .35; }
b { font-weight: 800; } i { font-family: Georgia, serif; font-size: 18px; }
code { font: 600 13px ui-monospace, monospace; letter-spacing: -1px; }
mark { background: #ffe58a; color: #22211e; padding: 1px 5px; border-radius: 3px; font-weight: 600; }
.more { margin-inline-start: auto; }
[role=menu] {
  position: absolute; inset-inline-end: 8px; background: var(--bar-background); z-index: 11;
  border: 1px solid var(--bar-line); border-radius: 10px; padding: 4px; display: flex;
  flex-direction: column; box-shadow: 0 6px 24px #0003; inset-block-start: calc(100% + 2px);
}
:host([docked]) [role=menu] { inset-block: auto calc(100% + 2px); }
[role=menu][hidden] { display: none; }
[role=menu] button { justify-content: start; gap: 10px; }
@media (forced-colors: active) {
  button { border: 1px solid ButtonText; }
  button[aria-pressed=true], button[aria-checked=true] { background: Highlight; color: HighlightText; forced-color-adjust: none; }
  button[aria-disabled=true] { color: GrayText; opacity: 1; }
}
`;

// How far the bottom of the layout viewport is covered by an on-screen keyboard: the rule of
// KeyboardGeometry's KeyboardCoverage. All in CSS pixels of the layout viewport.
export function keyboardCoverage({ layoutHeight, offsetTop, height, scale = 1, minimumHeight = 1 }) {
  const factor = scale > 0 ? scale : 1;
  const keyboardHeight = layoutHeight - height * factor;
  if (!(keyboardHeight >= minimumHeight && keyboardHeight > 0)) return 0;
  const top = Math.max(0, offsetTop + height);
  const bottom = Math.min(layoutHeight, offsetTop + height + keyboardHeight / factor);
  return bottom > top ? layoutHeight - top : 0;
}

// Where there is no HTMLElement (Node), the module can be loaded all the same.
const Base = globalThis.HTMLElement ?? class {};

export class MarkdownBar extends Base {
  static observedAttributes = ["docked", "label"];
  #binding = null;
  #end = null;
  #placing = null;
  #buttons = [];
  #current = 0;
  #sizes = null;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    this.toolbar = document.createElement("div");
    this.toolbar.setAttribute("role", "toolbar");
    this.toolbar.setAttribute("aria-orientation", "horizontal");
    this.more = document.createElement("button");
    this.more.className = "more";
    this.more.textContent = "⋯";
    this.more.tabIndex = -1;
    for (const [name, value] of [["label", "More"], ["haspopup", "menu"], ["expanded", "false"]]) {
      this.more.setAttribute(`aria-${name}`, value);
    }
    this.menu = document.createElement("div");
    this.menu.setAttribute("role", "menu");
    this.menu.hidden = true;
    this.toolbar.append(this.more, this.menu);
    root.append(this.toolbar);
    // A tap must not take the focus from the text: the keyboard would go.
    this.toolbar.addEventListener("pointerdown", (event) => event.preventDefault());
    this.toolbar.addEventListener("mousedown", (event) => event.preventDefault());
    this.toolbar.addEventListener("click", (event) => this.#click(event));
    this.toolbar.addEventListener("keydown", (event) => this.#keydown(event));
    this.toolbar.addEventListener("focusin", (event) => this.#focused(event.target));
    this.toolbar.addEventListener("focusout", (event) => {
      if (!this.toolbar.contains(event.relatedTarget)) this.#open(false);
    });
  }

  // What it works on: an EventTarget with `state`, `toggle(mark)` and events "state".
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
    this.#sizes = new ResizeObserver(() => this.#fit());
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
    if (this.isConnected) this.#dock();
  }

  // Shows the state that the binding has now.
  refresh() {
    const state = this.#binding?.state ?? [];
    const names = state.map(({ mark }) => mark).join();
    if (names !== this.#buttons.map(({ dataset }) => dataset.mark).join()) this.#build(state);
    state.forEach((entry, index) => {
      for (const button of [this.#buttons[index], this.menu.children[index]]) {
        const pressed = entry.presence === "mixed" ? "mixed" : String(entry.presence === "on");
        const isItem = button.parentNode === this.menu;
        button.setAttribute(isItem ? "aria-checked" : "aria-pressed", pressed);
        button.setAttribute("aria-disabled", String(entry.applies === "no"));
      }
    });
  }

  #build(state) {
    for (const button of this.#buttons) button.remove();
    this.menu.replaceChildren();
    this.#buttons = state.map(({ mark, title, key }) => {
      const button = document.createElement("button");
      const shift = mark === "strikethrough" || mark === "highlight" ? "Shift+" : "";
      button.dataset.mark = mark;
      button.setAttribute("aria-label", title);
      button.title = key ? `${title} (Ctrl+${shift}${key.toUpperCase()})` : title;
      if (key) button.setAttribute("aria-keyshortcuts", `Control+${shift}${key.toUpperCase()}`);
      button.innerHTML = GLYPHS[mark] ?? "";
      if (!GLYPHS[mark]) button.textContent = title;
      const item = document.createElement("button");
      item.setAttribute("role", "menuitemcheckbox");
      item.dataset.mark = mark;
      item.tabIndex = -1;
      item.textContent = title;
      this.menu.append(item);
      this.more.before(button);
      return button;
    });
    this.#current = 0;
    this.#fit();
  }

  // What does not fit goes into the menu.
  #fit() {
    const room = this.toolbar.clientWidth - 16;
    const width = (button) => {
      button.hidden = false;
      return button.offsetWidth + 4;
    };
    const widths = this.#buttons.map(width);
    const all = widths.reduce((sum, width) => sum + width, 0);
    const reserved = all <= room ? 0 : width(this.more);
    let used = reserved;
    let isFull = false;
    this.#buttons.forEach((button, index) => {
      used += widths[index];
      isFull ||= used > room && room > 0;
      button.hidden = isFull;
      this.menu.children[index].hidden = !isFull;
    });
    this.more.hidden = !isFull;
    if (!isFull) this.#open(false);
    this.#rove(this.#current);
  }

  get #stops() { return [...this.#buttons, this.more].filter((button) => !button.hidden); }

  // One button is a stop of the Tab key; the arrows go to the others.
  #rove(index) {
    const stops = this.#stops;
    this.#current = stops.length === 0 ? 0 : Math.min(Math.max(index, 0), stops.length - 1);
    for (const button of [...this.#buttons, this.more]) button.tabIndex = -1;
    if (stops.length > 0) stops[this.#current].tabIndex = 0;
  }

  #focused(target) {
    const index = this.#stops.indexOf(target);
    if (index >= 0) this.#rove(index);
  }

  #keydown(event) {
    if (this.menu.contains(event.target)) return this.#menuKey(event);
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
      this.#binding?.textarea?.focus();
    }
  }

  #menuKey(event) {
    const items = [...this.menu.children].filter((item) => !item.hidden);
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
    if (!button || button.getAttribute("aria-disabled") === "true") return;
    this.#open(false);
    // By a key, the focus stays on the bar; a tap has left it with the text.
    const hadFocus = this.shadowRoot.activeElement;
    this.#binding?.toggle(button.dataset.mark);
    if (hadFocus && hadFocus.isConnected && !this.menu.contains(hadFocus)) hadFocus.focus();
    this.refresh();
  }

  #open(isOpen, focuses = false) {
    this.menu.hidden = !isOpen;
    this.more.setAttribute("aria-expanded", String(isOpen));
    if (isOpen && focuses) [...this.menu.children].find((item) => !item.hidden)?.focus();
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

globalThis.customElements?.define("markdown-bar", MarkdownBar);
