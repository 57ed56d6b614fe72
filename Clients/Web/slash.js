// @ts-self-types="./slash.d.ts"
// A menu of blocks in CodeMirror 6, which opens when `/` is typed at the start of an empty line or item; and one of names,
// such as those of emoji, after `:` and two letters, and those of languages after a fence.

import { GLYPHS, LIST_STYLE, made } from "./look.js";

const BLOCKS = ["heading-1", "heading-2", "heading-3", "bullet-list", "ordered-list", "task-list", "quote", "code-block",
  "table-insert", "horizontal-rule", "image", "callout", "footnote"];
// Quotes, and the marker of an item with its box; then `/` and what is searched for.
const LINE = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?)*\/([\p{L}\p{N}-]*)$/u;
const NAME = /(?:^|[\s(])(:[\p{L}\d_+-]{2,})$|^[\s>]*(`{3}[\p{L}\d+#-]+)$/u;
const STEPS = { ArrowDown: 1, ArrowUp: -1, Enter: 0, Tab: 0, Escape: null };
const ARIA = ["aria-autocomplete", "aria-controls", "aria-activedescendant"];
let count = 0;

export function slashMenu(editing, { EditorView, ViewPlugin, keymap, Prec }, { names = () => [] } = {}) {
  const plugin = ViewPlugin.define((view) => new SlashMenu(view, editing, names), {
    eventObservers: { blur() { this.close(); }, scroll() { this.place(); } },
  });
  const bound = Object.entries(STEPS).map(([key, step]) => ({ key, run: (view) => view.plugin(plugin)?.key(step, key) }));
  return [plugin, Prec.highest(keymap.of(bound)), EditorView.baseTheme(LIST_STYLE)];
}

class SlashMenu {
  #list = null;
  // The place of the slash, and the states of the commands when it was typed.
  #from = -1;
  #rows = [];
  // A language's name may be any word, so Enter takes what is typed, and only Tab chooses one.
  #keepsEnter = false;
  // Where Escape has closed the menu of names.
  #closed = -1;

  constructor(view, editing, names) { Object.assign(this, { view, editing, names, id: `cm-slash-${count++}`, destroy: this.close }); }

  update({ docChanged, selectionSet, transactions, state }) {
    const isTyped = docChanged && transactions.some((one) => one.isUserEvent("input.type"));
    if (!isTyped && !(this.#list && (docChanged || selectionSet))) return;
    const { main: { head, empty }, ranges } = state.selection, line = state.doc.lineAt(head);
    const query = empty && ranges.length === 1 && line.to === head ? LINE.exec(line.text)?.[1] : undefined;
    if (query === "" && !this.#list) {
      const { document } = this.editing.binding(this.view);
      this.#from = head - 1;
      // The states without the slash. If a heading cannot be here, for example in code, there is no menu.
      document.replace(head - 1, head, "");
      const rows = document.bar([[head - 1, head - 1]]);
      this.#rows = rows.find(({ name }) => name === "heading-1")?.applies ? rows : [];
      document.replace(head - 1, head - 1, "/");
    }
    const isHere = query !== undefined && this.#from === head - query.length - 1;
    const rows = isHere ? BLOCKS.map((name) => this.#rows.find((row) => row.name === name))
      .filter((row) => row?.applies && row.presence === "off" && matches(row, query.toLowerCase())) : [];
    const isTyping = rows.length === 0 && isTyped && empty && ranges.length === 1;
    const [, name, fence] = isTyping ? NAME.exec(line.text.slice(0, head - line.from)) ?? [] : [];
    const typed = fence ?? name;
    if (typed && this.#closed !== head - typed.length && (fence || this.#isText(head))) {
      this.#from = head - typed.length;
      for (const [insert, shown] of this.names(typed.toLowerCase())) rows.push({ name: insert, title: insert, shown });
    }
    this.#keepsEnter = fence !== undefined;
    if (rows.length === 0) this.close(); else this.#show(rows);
  }

  // Whether a name at a place is not code.
  #isText(at) {
    const states = this.editing.binding(this.view).document.bar([[at, at]]);
    return states.some(({ name, applies }) => name === "strong" && applies) && states.every(({ name, presence }) => name !== "code" || presence === "off");
  }

  #show(rows) {
    if (!this.#list) {
      this.#list = made("ul", { class: "cm-slash", id: this.id, role: "listbox", "aria-label": "Insert" });
      // The text keeps the focus.
      for (const name of ["pointerdown", "mousedown"]) this.#list.addEventListener(name, (event) => event.preventDefault());
      this.#list.addEventListener("click", ({ target }) => this.#choose(target.closest("li")));
      this.view.dom.append(this.#list);
    }
    this.#list.replaceChildren(...rows.map(({ name, title, shown }) => {
      const item = made("li", { role: "option", id: `${this.id}-${name}`, "data-name": name }, made("span", {}), title);
      if (shown !== undefined) item.firstChild.textContent = shown; else item.firstChild.innerHTML = GLYPHS[name];
      return item;
    }));
    this.#light(this.#list.firstChild);
    this.place();
  }

  #light(item) {
    for (const other of this.#list.children) other.setAttribute("aria-selected", String(other === item));
    item.scrollIntoView({ block: "nearest" });
    // A screen reader learns of the list from the text, which has the focus.
    ARIA.forEach((name, at) => this.view.contentDOM.setAttribute(name, ["list", this.id, item.id][at]));
  }

  key(step, key) {
    if (key === "Enter" && this.#keepsEnter) this.close();
    if (!this.#list) return false;
    const items = [...this.#list.children];
    const index = items.findIndex((item) => item.getAttribute("aria-selected") === "true");
    if (step === null) this.#closed = this.#from, this.close();
    else if (step === 0) this.#choose(items[index]);
    else this.#light(items.at((index + step) % items.length));
    return true;
  }

  #choose(item) {
    const [{ view }, binding, name] = [this, this.editing.binding(this.view), item?.dataset.name];
    const replaces = [this.#from, view.state.selection.main.head];
    this.close();
    // An input method may still compose what was searched for.
    if (view.composing) view.contentDOM.blur(), view.focus();
    if (name && !BLOCKS.includes(name)) {
      const [from, to] = replaces;
      view.dispatch({ changes: { from, to, insert: name }, selection: { anchor: from + name.length }, userEvent: "input.complete" });
      return;
    }
    if (name && !binding.ask(name, { replaces })) binding.perform(name, { replaces });
  }

  close() {
    this.#list?.remove();
    this.#list = null;
    this.#from = -1;
    for (const name of ARIA) this.view.contentDOM.removeAttribute(name);
  }

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
          top: isUp ? "" : `${at.bottom + 4}px`, bottom: isUp ? `${innerHeight - at.top + 4}px` : "",
        });
      },
    });
  }
}

// Whether a word of a title begins with what is typed: "h2", "num", "task".
const matches = ({ name, title }, query) => [title.replaceAll(" ", ""), name.replace("heading-", "h"), ...title.split(" ")]
  .some((word) => word.toLowerCase().startsWith(query));
