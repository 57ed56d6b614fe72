// @ts-self-types="./codemirror.d.ts"
// The commands in CodeMirror 6. The host passes its own modules.
//
//   import { load } from "markdown-editing";
//   import { markdownEditing } from "markdown-editing/codemirror";
//   import * as view from "@codemirror/view";
//   import * as commands from "@codemirror/commands";
//   import * as state from "@codemirror/state";
//   const editing = markdownEditing(await load(), { ...view, ...commands, ...state });
//   new EditorView({ extensions: [editing.extension, editing.history, …] });

import { Binding, LEAVING } from "./binding.js";
import { commandsByShortcut, isOwn, replacement } from "./keys.js";
import { cutsPair } from "./pieces.js";

const KEY_NAMES = { mod: "Mod", alt: "Alt", shift: "Shift", up: "ArrowUp", down: "ArrowDown", enter: "Enter", tab: "Tab" };
// The user events that replace a selection.
const REPLACED_BY = ["input.type", "input.paste", "delete.selection", "delete.cut", "move.drop"];
// CodeMirror forgets all but the last hundred steps, which is a page or two.
const HISTORY = { minDepth: 10_000 };
// Keyed by the states of views, because a transaction filter does not get the view.
const bindings = new WeakMap();
// Returns the changes of an update: {from, to, insert}, with offsets in the text before, ascending.
export function changesOf({ changes }) {
  const found = [];
  changes.iterChanges((from, to, _start, _end, inserted) => found.push({ from, to, insert: inserted.toString() }));
  return found;
}

const keyOf = (shortcut) => shortcut.split("+").map((part) => KEY_NAMES[part] ?? part).join("-");

export function markdownEditing(engine, modules, {
  keys = {}, keysIn = () => true, typing = true, keepsTab = true, alignsTables, image, ...options
} = {}) {
  const { Compartment, EditorState, ViewPlugin, history, keymap, Prec } = modules;
  // CodeMirror then types without the engine, so no mark is pending.
  if (!typing) options.steps = "never";
  const past = Compartment && history ? new Compartment() : null;
  const settings = { typing, keepsTab, alignsTables, image, options, past };
  const handling = (name) => (event, view) => {
    const isHandled = keysIn(view) && view.plugin(plugin)[name](event);
    if (isHandled) event.preventDefault();
    return isHandled;
  };
  const plugin = ViewPlugin.define((view) => new CodeMirrorBinding(view, engine, modules, settings), {
    eventHandlers: {
      // After CodeMirror has read the text of the input method.
      compositionend() { setTimeout(() => this.markTyped()); },
      blur() { this.leave(false); },
      paste: handling("pasted"), copy: handling("copied"), cut: handling("cut"), drop: handling("dropped"),
    },
    // Chromium reports what was typed after the next handler has run. If that is CodeMirror's for scrolling, which reads the text
    // but not the caret, the caret would stay before the character: so this handler comes first.
    eventObservers: { keydown(event) { this.watch(event); }, input() {} },
  });
  const on = (action) => (view) => {
    const binding = view.plugin(plugin);
    return binding !== null && !view.composing && action(binding) !== false;
  };
  const onKey = (action) => (view) => keysIn(view) && on(action)(view);
  const bound = [...commandsByShortcut(engine)].flatMap(([shortcut, all]) => {
    const names = all.filter((name) => keys[name] === undefined);
    const key = keyOf(shortcut);
    if (!shortcut.endsWith("tab")) return names.map((name) => ({ key, run: onKey((binding) => binding.key(name)) }));
    return typing ? [{ key, run: onKey((binding) => binding.tab(names, shortcut !== "tab")) }] : [];
  });
  const chosen = Object.entries(keys).filter(([, key]) => key)
    .map(([name, key]) => ({ key, run: onKey((binding) => binding.key(name)) }));
  // The filter below handles input that replaces a selection.
  const hasCaret = ({ selections }) => selections.some(([from, to]) => from === to);
  const typed = !typing ? [] : [
    { key: "Enter", run: onKey((binding) => binding.type("newline", "\n")) },
    { key: "Backspace", run: onKey((binding) => hasCaret(binding) && binding.type("backspace", "")) },
  ];
  return {
    extension: [
      plugin, Prec.high(keymap.of([...bound, ...chosen, ...typed])),
      keepsTab && typing ? Prec.lowest(keymap.of([{ key: "Escape", run: on((binding) => binding.leave(true)) }])) : [],
      typing ? EditorState.transactionFilter.of((transaction) => {
        const binding = bindings.get(transaction.startState);
        return (binding && keysIn(binding.view) && binding.replacing(transaction)) || transaction;
      }) : [],
    ],
    history: past ? past.of(history(HISTORY)) : [],
    perform: (name, input) => on((binding) => { binding.perform(name, input); }),
    binding: (view) => view.plugin(plugin),
  };
}

// The engine's document beside the editor's. The editor counts each line ending as one, as in text with LF.
class CodeMirrorBinding extends Binding {
  #modules;
  #past;
  #leaves = false;
  // The place where marks are pending; null if there are none.
  #pending = null;
  // The command that the filter has planned instead of the transaction from a state.
  #replaced = null;

  constructor(view, engine, modules, { options, past, ...settings }) {
    super(settings);
    this.view = view;
    this.#modules = modules;
    this.#past = past;
    this.document = engine.open(view.state.doc.toString(), options);
    bindings.set(view.state, this);
  }

  update(update) {
    bindings.set(update.state, this);
    if (update.docChanged) {
      this.document.change(changesOf(update));
    }
    // A caret that has moved ends pending marks.
    if (update.selectionSet && this.#pending !== null) this.document.pending(this.selections);
    if (update.docChanged || update.selectionSet || update.focusChanged) {
      this.changed(update.transactions.length > 0 && update.transactions.every((one) => one.isUserEvent("input.type")));
    }
    if (this.#replaced?.state !== update.startState || !update.docChanged) return;
    const { command, outcome } = this.#replaced;
    this.#replaced = null;
    // A listener may change the text, which CodeMirror does not allow during an update.
    queueMicrotask(() => this.#tell(command, outcome, update.startState.doc, update.state.doc));
  }

  destroy() {
    this.isClosed = true;
    bindings.delete(this.view.state);
    this.document.close();
  }

  get selections() {
    // CodeMirror maps the ends of a selection towards each other, so they cross if all its text is replaced.
    return this.view.state.selection.ranges.map(({ from, to }) => from <= to ? [from, to] : [to, from]);
  }

  get selection() {
    const { from, to } = this.view.state.selection.main;
    return [from, to];
  }

  get composing() { return this.view.composing; }

  get barrier() {
    if (this.composing) return { unchanged: "composing", message: "An input method is composing." };
    return this.view.state.readOnly ? { unchanged: "readOnly", message: "the text cannot be edited." } : null;
  }

  focus() { this.view.focus(); }
  undo() { this.#modules.undo(this.view); }
  redo() { this.#modules.redo(this.view); }

  setText(text) {
    const { view } = this;
    const { doc } = view.state;
    view.dispatch({
      changes: { from: 0, to: doc.length, insert: text }, selection: { anchor: 0 }, scrollIntoView: true, filter: false,
      effects: this.#past?.reconfigure([]) ?? [],
    });
    if (this.#past) view.dispatch({ effects: this.#past.reconfigure(this.#modules.history(HISTORY)) });
    this.#pending = null;
  }

  carryOut(command, plan) {
    const { EditorSelection, isolateHistory } = this.#modules;
    const { view, barrier } = this;
    const { doc, selection } = view.state;
    const outcome = barrier ?? plan();
    if (outcome.changes) {
      const { changes, selections } = outcome;
      const ranges = selections.map(([from, to], index) => {
        const old = selection.ranges[Math.min(index, selection.ranges.length - 1)];
        return old.head < old.anchor ? EditorSelection.range(to, from) : EditorSelection.range(from, to);
      });
      view.dispatch({
        changes, selection: EditorSelection.create(ranges, Math.min(selection.mainIndex, ranges.length - 1)),
        scrollIntoView: true, userEvent: "input.format", annotations: isolateHistory.of("full"),
      });
      this.#pending = this.document.pending(this.selections) > 0 ? this.selections[0][0] : null;
    }
    this.changed();
    this.#tell(command, outcome, doc, view.state.doc);
    return outcome;
  }

  // The texts are joined only for listeners that read them.
  #tell(command, outcome, before, after) {
    const detail = {
      ...command, outcome, get before() { return before.toString(); }, get after() { return after.toString(); },
    };
    this.dispatchEvent(new CustomEvent("command", { detail }));
  }

  // Enter and Backspace. Returns false if the editor's own edit is right.
  type(name, typed) {
    if (this.barrier) return false;
    const outcome = this.document.plan(name, this.selections);
    if (!outcome.changes || isOwn(outcome, typed, this.selections, this.document)) return false;
    return this.carryOut({ name }, () => outcome);
  }

  // The next Tab leaves the text, if no other key is pressed before it. CodeMirror itself allows it for two seconds.
  leave(isNext) {
    if (this.#leaves || isNext) queueMicrotask(() => this.view.setTabFocusMode?.(isNext && 3_600_000));
    this.#leaves = isNext;
    if (isNext) this.hint(LEAVING);
    return false;
  }

  pasted({ clipboardData }) { return this.paste(clipboardData); }
  copied({ clipboardData }) { return this.copy(clipboardData); }

  cut({ clipboardData }) {
    const { view, selection: [from, to] } = this;
    if (this.barrier || !this.copy(clipboardData)) return false;
    view.dispatch({ changes: { from, to }, scrollIntoView: true, userEvent: "delete.cut" });
    return true;
  }

  dropped({ dataTransfer, clientX: x, clientY: y }) {
    const anchor = this.view.posAtCoords({ x, y }, false);
    if (!this.takeImages(dataTransfer)) return false;
    this.view.dispatch({ selection: { anchor } });
    return true;
  }

  // Gives the pending marks to a text that was typed at their caret without "insert-text", for example by an input method.
  markTyped() {
    const range = [this.#pending, this.view.state.selection.main.head];
    if (this.#pending === null || this.barrier || range[0] >= range[1]
      || cutsPair(this.document.slice(Math.max(0, range[0] - 1), range[0] + 1), range[0] > 0 ? 1 : 0)
      || !this.document.pending([range])) return;
    this.perform("insert-text", { argument: this.document.slice(...range), selections: [range] });
  }

  // Returns the command's transaction instead of one that replaces the selection, or that types with pending marks.
  // Returns undefined if the editor's own is right, or if there is none: the event "command" then says why.
  replacing(transaction) {
    const { EditorSelection } = this.#modules;
    const { startState, effects, scrollIntoView } = transaction;
    const { ranges, mainIndex } = startState.selection;
    const userEvent = REPLACED_BY.find((event) => transaction.isUserEvent(event));
    if (!userEvent || transaction.isUserEvent("input.type.compose") || startState.readOnly) return undefined;
    const isMarked = this.#pending !== null && userEvent === "input.type" && this.document.pending(this.selections) > 0;
    if (!isMarked && ranges.every(({ empty }) => empty)) return undefined;
    const texts = [];
    const dropped = [];
    transaction.changes.iterChanges((from, to, _start, _end, inserted) => {
      const range = ranges[texts.length];
      if (range?.from === from && range.to === to) texts.push(inserted.toString());
      else dropped.push({ from, to, insert: inserted });
    }, true);
    if (texts.length !== ranges.length || new Set(texts).size > 1) return undefined;
    if (dropped.length > (userEvent === "move.drop" ? 1 : 0)) return undefined;
    const [argument] = texts;
    const outcome = isMarked ? this.document.plan("insert-text", this.selections, { argument })
      : replacement(this.document, this.selections, argument);
    const command = argument === "" ? { name: "backspace" } : { name: "insert-text", argument };
    this.#replaced = outcome.refused ? { command, outcome, state: startState } : null;
    if (isMarked) this.#pending = outcome.selections?.[0][0] ?? null;
    if (!outcome.changes || isOwn(outcome, argument, this.selections, this.document)) return undefined;
    const [drop] = dropped;
    if (outcome.changes.some(({ from, to }) => from < drop?.to && drop.from < to)) return undefined;
    this.#replaced = { command, outcome, state: startState };
    const changes = startState.changes([...outcome.changes, ...dropped]);
    const selection = drop
      ? { anchor: changes.mapPos(drop.from, -1), head: changes.mapPos(drop.from, 1) }
      : EditorSelection.create(outcome.selections.map(([at]) => EditorSelection.cursor(at)),
        Math.min(mainIndex, outcome.selections.length - 1));
    return { changes, selection, effects, scrollIntoView, userEvent };
  }
}
