// @ts-self-types="./textarea.d.ts"
// The commands on a textarea. Each is one step of the browser's own undo, which setting `value` or calling
// `setRangeText` would destroy. So the changed part is written by one `insertText`.

import { Binding, LEAVING } from "./binding.js";
import { cutsPair, difference } from "./pieces.js";
import { commandsByShortcut, isOwn, replacement, shortcutOf } from "./keys.js";

// The browser's input types for keys, with their commands.
const INPUTS = {
  insertLineBreak: "newline", insertParagraph: "newline", deleteContentBackward: "backspace",
};
// Input types that replace or delete a selection. A drop does not: it inserts elsewhere, where nothing is selected.
const REPLACING = {
  insertText: "insert-text", insertReplacementText: "insert-text", insertFromPaste: "insert-text",
  deleteContentBackward: "backspace", deleteContentForward: "backspace", deleteByCut: "backspace",
  deleteByDrag: "backspace",
};

// Keys after which the change in a long text is between the old selection and the new caret.
const TYPED = new Set(["insertText", "insertLineBreak", "insertParagraph", "deleteContentBackward", "deleteContentForward"]);
// From this length on, a typed key is followed only near its place, and the whole text is compared later.
const LONG = 100_000;
const MARGIN = 64;

export function bindTextarea(textarea, engine, options = {}) {
  return new TextareaBinding(textarea, engine, options);
}

export class TextareaBinding extends Binding {
  #end = new AbortController();
  #done = [];
  #refused = null;
  #shortcuts;
  // The last followed text, and the place where a key is about to type.
  #value;
  #typing = null;
  #check = 0;
  // The place where marks are pending; null if there are none.
  #pending = null;
  #leaves = false;
  // WebKit fires "beforeinput" for what a binding writes, too.
  #isWriting = false;

  constructor(textarea, engine, { keys = true, typing = true, keepsTab = false, alignsTables, image, ...options } = {}) {
    super({ typing, keepsTab, alignsTables, image });
    this.textarea = textarea;
    this.#value = textarea.value;
    this.document = engine.open(this.#value, options);
    this.composing = false;
    const listen = (target, name, body) =>
      target.addEventListener(name, body, { signal: this.#end.signal });
    listen(textarea, "input", (event) => this.#input(event));
    listen(textarea, "compositionstart", () => this.#compose(true));
    listen(textarea, "compositionend", () => this.#compose(false));
    for (const name of ["focus", "blur", "select"]) listen(textarea, name, () => this.changed());
    listen(textarea.ownerDocument, "selectionchange", () => {
      if (!this.#isActive) return;
      this.#isPending();
      this.changed();
    });
    this.#shortcuts = commandsByShortcut(engine);
    for (const shortcut of this.#shortcuts.keys()) {
      if (shortcut.endsWith("tab") ? !typing : !keys) this.#shortcuts.delete(shortcut);
    }
    listen(textarea, "keydown", (event) => this.#keydown(event));
    listen(textarea, "beforeinput", (event) => {
      this.#refused = null;
      const { selectionStart: from, selectionEnd: to } = textarea;
      this.#typing = TYPED.has(event.inputType) && !event.isComposing ? { from, to } : null;
      if (typing) this.#beforeinput(event);
    });
    for (const [name, take] of Object.entries({
      paste: ({ clipboardData }) => this.paste(clipboardData), drop: ({ dataTransfer }) => this.takeImages(dataTransfer),
      copy: ({ clipboardData }) => this.copy(clipboardData), cut: ({ clipboardData }) => this.#cut(clipboardData),
    })) {
      listen(textarea, name, (event) => {
        if (!take(event)) return;
        event.preventDefault();
        event.stopPropagation();
      });
    }
  }

  // The selection as [from, to], extended to whole surrogate pairs.
  get selection() {
    const { selectionStart, selectionEnd, value } = this.textarea;
    const start = selectionStart - (cutsPair(value, selectionStart) ? 1 : 0);
    return [start, selectionStart === selectionEnd ? start : selectionEnd + (cutsPair(value, selectionEnd) ? 1 : 0)];
  }

  get selections() {
    this.#follow();
    return [this.selection];
  }

  get barrier() {
    if (this.composing) return { unchanged: "composing", message: "An input method is composing." };
    return this.#isFixed ? { unchanged: "readOnly", message: "the text cannot be edited." } : null;
  }

  focus() { this.textarea.focus(); }
  undo() { this.#history("undo"); }
  redo() { this.#history("redo"); }
  #history(command) {
    this.textarea.focus({ preventScroll: true });
    this.textarea.ownerDocument.execCommand(command);
  }

  carryOut(command, plan) {
    const { textarea, barrier } = this;
    this.#follow();
    const before = this.#value;
    const selection = { from: textarea.selectionStart, to: textarea.selectionEnd };
    const outcome = barrier ?? plan();
    if (outcome.changes) {
      const direction = textarea.selectionDirection;
      this.#write(outcome.changes);
      this.#follow();
      const [from, to] = outcome.selections[0];
      textarea.setSelectionRange(from, to, direction);
      if (outcome.changes.length > 0) {
        this.#remember(outcome.changes, before, { ...selection, direction }, { from, to, direction });
      }
      this.#pending = this.document.pending(outcome.selections) > 0 ? from : null;
    }
    this.changed();
    const detail = { ...command, outcome, before, after: this.#value };
    this.dispatchEvent(new CustomEvent("command", { detail }));
    return outcome;
  }

  setText(text) {
    this.textarea.value = text;
    // A textarea has only LF.
    this.#value = this.textarea.value;
    this.document.text = this.#value;
    this.#done = [];
    this.#typing = this.#pending = null;
    this.changed();
  }

  destroy() {
    this.#end.abort();
    this.isClosed = true;
    clearTimeout(this.#check);
    this.document.close();
  }

  get #isFixed() { return this.textarea.readOnly || this.textarea.disabled; }
  get #isActive() { return this.textarea.getRootNode().activeElement === this.textarea; }

  // Writes one range, from the first change to the last.
  #write(changes) {
    if (changes.length === 0) return;
    const { textarea } = this;
    const [first, last] = [changes[0].from, changes.at(-1).to];
    let text = "";
    let end = first;
    for (const { from, to, insert } of changes) {
      text += textarea.value.slice(end, from) + insert;
      end = to;
    }
    if (!this.#isActive) textarea.focus({ preventScroll: true });
    textarea.setSelectionRange(first, last);
    this.#isWriting = true;
    const isDone = text === ""
      ? first === last || textarea.ownerDocument.execCommand("delete")
      : textarea.ownerDocument.execCommand("insertText", false, text);
    this.#isWriting = false;
    if (isDone) return;
    // In a browser that does not support this, the text is right but its undo is not.
    textarea.setRangeText(text, first, last, "end");
    textarea.dispatchEvent(new InputEvent("input", { inputType: "insertText", bubbles: true }));
  }

  // Undo selects the range again, and redo puts the caret after it. When a text is restored, so are the command's
  // selections before or after it.
  #remember(changes, before, old, fresh) {
    const start = changes[0].from;
    const end = changes.at(-1).to;
    const growth = changes.reduce((sum, { from, to, insert }) => sum + insert.length - (to - from), 0);
    const { value } = this.textarea;
    this.#done.push({
      start,
      historyUndo: { stretch: before.slice(start, end), length: before.length, ...old },
      historyRedo: { stretch: value.slice(start, end + growth), length: value.length, ...fresh },
    });
    if (this.#done.length > 100) this.#done.shift();
  }

  #input(event) {
    if (!this.#followTyped()) this.#follow();
    if (event.inputType === "historyUndo" || event.inputType === "historyRedo") {
      const { value, selectionEnd } = this.textarea;
      const step = this.#done.findLast(({ start, [event.inputType]: { stretch, length } }) =>
        length === value.length && selectionEnd === start + stretch.length
        && value.startsWith(stretch, start))?.[event.inputType];
      if (step) this.textarea.setSelectionRange(step.from, step.to, step.direction);
    }
    this.changed();
    if (!event.inputType?.startsWith("history")) this.#markTyped();
    if (!this.#refused) return;
    const detail = { ...this.#refused, after: this.textarea.value };
    this.#refused = null;
    this.dispatchEvent(new CustomEvent("command", { detail }));
  }

  #compose(isComposing) {
    this.composing = isComposing;
    this.#follow();
    this.changed();
    // After the browser has handled the event.
    if (!isComposing) setTimeout(() => this.#markTyped());
  }

  // Gives the pending marks to a text that was typed at their caret without "insert-text", for example by an input method.
  #markTyped() {
    if (this.#pending === null || this.composing || this.#isFixed || this.#end.signal.aborted) return;
    this.#follow();
    const range = [this.#pending, this.selection[1]];
    if (range[0] >= range[1] || cutsPair(this.#value, range[0]) || !this.document.pending([range])) {
      if (!this.#isPending()) this.#pending = null;
      return;
    }
    const argument = this.document.slice(...range);
    this.carryOut({ name: "insert-text", argument }, () => this.document.plan("insert-text", [range], { argument }));
  }

  // Whether a text typed at the caret gets or loses marks. They end if the caret is elsewhere.
  #isPending() {
    if (this.#pending === null) return false;
    this.#follow();
    return this.document.pending([this.selection]) > 0;
  }

  #keydown(event) {
    this.watch(event);
    this.#isPending();
    const shortcut = shortcutOf(event);
    const names = this.#shortcuts.get(shortcut);
    const isTab = shortcut.endsWith("tab");
    const leaves = this.#leaves;
    const isModifier = /^(Shift|Control|Alt|Meta)$/.test(event.key);
    if (!isModifier) this.#leaves = event.key === "Escape" && this.keepsTab && !event.defaultPrevented;
    if (this.#leaves) this.hint(LEAVING);
    if (!names || this.composing || (isTab && leaves)) return;
    // Without `keepsTab`, Tab moves to the next field if it does nothing; a shortcut is always handled.
    if (isTab && !this.tab(names, shortcut !== "tab")) return;
    event.preventDefault();
    if (!isTab) this.key(names[0]);
  }

  // Handles Enter, Backspace, and input that replaces a selection or is typed with pending marks. If the command does not apply, or is the same as
  // the browser's edit, the browser makes it; a refusal is then reported.
  #beforeinput(event) {
    const { selectionStart, selectionEnd, value } = this.textarea;
    const isSelected = selectionStart !== selectionEnd;
    const isMarked = !isSelected && event.inputType === "insertText" && !this.composing && this.#isPending();
    const name = ((isSelected || isMarked) && REPLACING[event.inputType]) || INPUTS[event.inputType];
    if (!name || this.#isWriting || !event.cancelable || event.isComposing || this.composing || this.#isFixed) return;
    const argument = name !== "insert-text" ? undefined
      : (event.data ?? event.dataTransfer?.getData("text/plain") ?? "").replace(/\r\n?/g, "\n");
    if (argument === "") return;
    this.#follow();
    const outcome = isSelected && name !== "newline"
      ? replacement(this.document, [this.selection], argument ?? "") : this.document.plan(name, [this.selection], { argument });
    if (outcome.refused) this.#refused = { name, argument, outcome, before: value };
    const typed = name === "newline" ? "\n" : argument ?? "";
    if (isMarked) this.#pending = outcome.selections?.[0][0] ?? null;
    if (!outcome.changes || isOwn(outcome, typed, [[selectionStart, selectionEnd]], value)) return;
    event.preventDefault();
    this.carryOut({ name, argument }, () => outcome);
  }

  #cut(data) {
    if (this.barrier || !this.copy(data)) return false;
    const outcome = replacement(this.document, this.selections, "");
    if (outcome.changes) this.carryOut({ name: "backspace" }, () => outcome);
    else this.textarea.ownerDocument.execCommand("delete");
    return true;
  }

  // Updates the engine's document with changes of the text.
  #follow() {
    const { value } = this.textarea;
    if (value === this.#value) return;
    this.#change(difference(this.#value, value), value);
  }

  // Follows a key in a long text without reading all of it, or returns false. A browser may change more than the
  // key, for example correct a word. So the whole text is compared when no key was pressed for half a second.
  #followTyped() {
    const { value, selectionEnd: caret, selectionStart } = this.textarea;
    const { from, to } = this.#typing ?? {};
    this.#typing = null;
    const start = Math.min(from, caret);
    const growth = value.length - this.#value.length;
    const end = caret - growth;
    if (from === undefined || value.length < LONG || selectionStart !== caret || this.composing || end < to) return false;
    const isEqual = (at, other) => value.slice(at, at + MARGIN) === this.#value.slice(other, other + MARGIN);
    const margin = Math.max(0, start - MARGIN);
    if (value.slice(margin, start) !== this.#value.slice(margin, start) || !isEqual(caret, end)) return false;
    if ([[this.#value, start], [this.#value, end], [value, caret]].some(([text, at]) => cutsPair(text, at))) return false;
    this.#change({ from: start, to: end, insert: value.slice(start, caret) }, value);
    clearTimeout(this.#check);
    this.#check = setTimeout(() => {
      this.#change(difference(this.document.text, this.textarea.value), this.textarea.value);
    }, 500);
    return true;
  }

  #change(change, value) {
    this.#value = value;
    if (!change) return;
    this.document.change([change]);
    this.changed();
  }
}
