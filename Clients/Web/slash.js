// @ts-self-types="./slash.d.ts"
// A menu of blocks in CodeMirror 6, which opens when `/` is typed at the start of an empty line or item.

import { GLYPHS, made } from "./look.js";

const NAMES = [
  "heading-1", "heading-2", "heading-3", "bullet-list", "ordered-list", "task-list", "quote", "code-block",
  "table-insert", "horizontal-rule", "image", "callout", "footnote",
];
// Quotes, and the marker of an item with its box; then `/` and what is searched for.
const LINE = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?)*\/([\p{L}\p{N}-]*)$/u;
const KEYS = { ArrowDown: 1, ArrowUp: -1, Enter: 0, Tab: 0, Escape: null };
const STYLE = {
  ".cm-slash": {
    position: "fixed", zIndex: 20, boxSizing: "border-box", width: "min(260px, 100vw - 16px)", margin: 0,
    padding: "6px", overflowY: "auto", listStyle: "none", font: "15px/1.3 system-ui, sans-serif", borderRadius: "12px",
    border: "1px solid #8886", boxShadow: "0 6px 24px #0003", background: "Canvas", color: "CanvasText",
  },
  ".cm-slash li": {
    display: "flex", alignItems: "center", gap: "12px", minHeight: "34px", padding: "0 8px", borderRadius: "8px",
  },
  ".cm-slash li[aria-selected=true]": { background: "Highlight", color: "HighlightText" },
  ".cm-slash span": { display: "grid", width: "24px", flex: "none", justifyItems: "center" },
  "@media (pointer: coarse)": { ".cm-slash li": { minHeight: "44px" } },
};
let count = 0;

export function slashMenu(editing, { EditorView, ViewPlugin, keymap, Prec }) {
  const plugin = ViewPlugin.define((view) => new SlashMenu(view, editing), {
    eventObservers: { blur() { this.close(); }, scroll() { this.place(); } },
  });
  const bound = Object.entries(KEYS).map(([key, step]) => ({ key, run: (view) => view.plugin(plugin)?.key(step) ?? false }));
  return [plugin, Prec.highest(keymap.of(bound)), EditorView.baseTheme(STYLE)];
}

class SlashMenu {
  #list = null;
  // The place of the slash, the states of the commands when it was typed, and the names in the list.
  #from = -1;
  #rows = [];
  #names = [];
  #chosen = 0;

  constructor(view, editing) { Object.assign(this, { view, editing, id: `cm-slash-${count++}` }); }

  update({ docChanged, selectionSet, transactions, state }) {
    const isTyped = docChanged && transactions.some((one) => one.isUserEvent("input.type"));
    if (!isTyped && !(this.#list && (docChanged || selectionSet))) return;
    const { main: { head, empty }, ranges } = state.selection;
    const line = state.doc.lineAt(head);
    const query = empty && ranges.length === 1 && line.to === head ? LINE.exec(line.text)?.[1] : undefined;
    if (query === "" && !this.#list) {
      const { document } = this.editing.binding(this.view);
      this.#from = head - 1;
      // What applies without the slash. Where a heading cannot be, as in code, a slash is a slash.
      document.replace(head - 1, head, "");
      const rows = document.bar([[head - 1, head - 1]]);
      this.#rows = rows.find(({ name }) => name === "heading-1")?.applies ? rows : [];
      document.replace(head - 1, head - 1, "/");
    }
    const isHere = query !== undefined && this.#from === head - query.length - 1;
    const rows = isHere ? NAMES.map((name) => this.#rows.find((row) => row.name === name))
      .filter((row) => row?.applies && row.presence === "off" && matches(row, query.toLowerCase())) : [];
    if (rows.length === 0) this.close(); else this.#show(rows);
  }

  #show(rows) {
    if (!this.#list) {
      this.#list = made("ul", { class: "cm-slash", id: this.id, role: "listbox", "aria-label": "Insert" });
      // The text keeps the focus.
      for (const name of ["pointerdown", "mousedown"]) this.#list.addEventListener(name, (event) => event.preventDefault());
      this.#list.addEventListener("click", ({ target }) => this.#choose([...this.#list.children].indexOf(target.closest("li"))));
      this.view.dom.append(this.#list);
    }
    this.#names = rows.map(({ name }) => name);
    this.#list.replaceChildren(...rows.map(({ name, title }, index) => {
      const glyph = made("span", {});
      glyph.innerHTML = GLYPHS[name];
      return made("li", { role: "option", id: `${this.id}-${index}` }, glyph, title);
    }));
    this.#light(0);
    this.place();
  }

  #light(index) {
    this.#chosen = index;
    [...this.#list.children].forEach((item, at) => item.setAttribute("aria-selected", String(at === index)));
    this.#list.children[index].scrollIntoView({ block: "nearest" });
    // A screen reader learns of the list from the text, which has the focus.
    this.#describe({ "aria-autocomplete": "list", "aria-controls": this.id, "aria-activedescendant": `${this.id}-${index}` });
  }

  #describe(attributes) {
    for (const name of ["aria-autocomplete", "aria-controls", "aria-activedescendant"]) {
      this.view.contentDOM.toggleAttribute(name, name in attributes);
      if (name in attributes) this.view.contentDOM.setAttribute(name, attributes[name]);
    }
  }

  key(step) {
    if (!this.#list) return false;
    if (step === null) this.close();
    else if (step === 0) this.#choose(this.#chosen);
    else this.#light((this.#chosen + step + this.#names.length) % this.#names.length);
    return true;
  }

  #choose(index) {
    const { view, editing } = this;
    const [name, replaces] = [this.#names[index], [this.#from, view.state.selection.main.head]];
    this.close();
    // An input method may still compose what was searched for.
    if (view.composing) view.contentDOM.blur(), view.focus();
    const binding = editing.binding(view);
    if (name && !binding.ask(name, { replaces })) binding.perform(name, { replaces });
  }

  close() {
    this.#list?.remove();
    this.#list = null;
    this.#from = -1;
    this.#describe({});
  }

  destroy() { this.close(); }

  // Below the line, or above it if there is more room in the visible part of the page.
  place() {
    this.view.requestMeasure({
      key: this, read: (view) => this.#list && view.coordsAtPos(this.#from), write: (at) => {
        if (!at || !this.#list) return;
        const { offsetTop, offsetLeft, width, height } = visualViewport;
        const [above, below] = [at.top - offsetTop - 12, offsetTop + height - at.bottom - 12];
        const isUp = below < 200 && above > below;
        Object.assign(this.#list.style, {
          maxHeight: `${Math.min(isUp ? above : below, 380)}px`,
          left: `${Math.max(8, Math.min(at.left, offsetLeft + width - this.#list.offsetWidth - 8))}px`,
          top: isUp ? "" : `${at.bottom + 4}px`, bottom: isUp ? `${document.documentElement.clientHeight - at.top + 4}px` : "",
        });
      },
    });
  }
}

// Whether a word of a title begins with what is typed: "h2", "num", "task".
function matches({ name, title }, query) {
  return [...title.split(" "), title.replaceAll(" ", ""), name.replace("heading-", "h"), name]
    .some((word) => word.toLowerCase().startsWith(query));
}
