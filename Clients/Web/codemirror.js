// @ts-self-types="./codemirror.d.ts"
// The commands in CodeMirror 6. The host passes its own modules.
//
//   import { load } from "markdown-editing";
//   import { markdownEditing } from "markdown-editing/codemirror";
//   import * as view from "@codemirror/view";
//   import * as commands from "@codemirror/commands";
//   import * as state from "@codemirror/state";
//   const editing = markdownEditing(await load(), { ...view, ...commands, ...state });
//   new EditorView({ extensions: [editing.extension, …] });

import { commandsByShortcut, isOwn, replacement } from "./keys.js";
import { cutsPair } from "./pieces.js";

const NAMES = { mod: "Mod", alt: "Alt", shift: "Shift", up: "ArrowUp", down: "ArrowDown", enter: "Enter", tab: "Tab" };
// The user events that replace a selection.
const REPLACING = ["input.type", "input.paste", "delete.selection", "delete.cut", "move.drop"];
// Keyed by the states of views, because a transaction filter does not get the view.
const followers = new WeakMap();
const keyOf = (shortcut) => shortcut.split("+").map((part) => NAMES[part] ?? part).join("-");

export function markdownEditing(engine, modules, { keys = {}, typing = true, ...options } = {}) {
  const { ViewPlugin, keymap, isolateHistory, EditorSelection, EditorState, Prec } = modules;
  // CodeMirror then types without the engine, so no mark is pending.
  if (!typing) options.steps = "never";
  const plugin = ViewPlugin.define((view) => new Follower(view, engine, options), {
    // After CodeMirror has read the text of the input method.
    eventHandlers: {
      compositionend() { setTimeout(() => this.markTyped({ isolateHistory, EditorSelection })); },
    },
  });
  const perform = (name, input, fallsBack = false) => (view) =>
    view.plugin(plugin)?.carryOut(name, input, { isolateHistory, EditorSelection }, fallsBack) ?? false;
  const bound = [...commandsByShortcut(engine)].flatMap(([shortcut, names]) => names
    .filter((name) => keys[name] === undefined && (typing || !shortcut.endsWith("tab")))
    // If Tab does nothing, the editor handles it; only one of its two commands applies at a time.
    .map((name) => ({ key: keyOf(shortcut), run: perform(name, undefined, shortcut.endsWith("tab")) })));
  const chosen = Object.entries(keys).filter(([, key]) => key).map(([name, key]) =>
    ({ key, run: perform(name) }));
  // The filter below handles input that replaces a selection.
  const typed = !typing ? [] : [["Enter", "newline"], ["Backspace", "backspace"]].map(([key, name]) => ({
    key, run: (view) => (name === "newline" || view.state.selection.ranges.some(({ empty }) => empty))
      && perform(name, undefined, true)(view),
  }));
  const bindings = [...bound, ...chosen, ...typed];
  const paste = (event, view) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (view.state.selection.main.empty || !/^\s*\S+\s*$/.test(text)) return false;
    const isLinked = perform("paste-url", { argument: text }, true)(view);
    if (isLinked) event.preventDefault();
    return isLinked;
  };
  return {
    extension: [
      plugin, Prec.high(keymap.of(bindings)),
      typing && modules.EditorView ? modules.EditorView.domEventHandlers({ paste }) : [],
      typing ? EditorState.transactionFilter.of((transaction) =>
        followers.get(transaction.startState)?.replacing(transaction, EditorSelection) ?? transaction) : [],
    ],
    perform,
    binding: (view) => {
      const follower = view.plugin(plugin);
      follower.run = (name, input) => perform(name, input)(view);
      return follower;
    },
  };
}

// The engine's document beside the editor's. The editor counts each line ending as one, as in text with LF.
class Follower extends EventTarget {
  #frame = 0;
  #bar = null;
  // The place where marks are pending; null if there are none.
  #pending = null;

  constructor(view, engine, options) {
    super();
    this.view = view;
    this.document = engine.open(view.state.doc.toString(), options);
    this.outcome = null;
    followers.set(view.state, this);
  }

  update(update) {
    followers.set(update.state, this);
    if (update.docChanged) {
      const changes = [];
      // Offsets in the text before, ascending, as the engine requires.
      update.changes.iterChanges((from, to, _start, _end, inserted) => {
        changes.push({ from, to, insert: inserted.toString() });
      });
      this.document.change(changes);
    }
    // A caret that has moved ends pending marks.
    if (update.selectionSet && this.#pending !== null) this.document.pending(this.#ranges);
    if (update.docChanged || update.selectionSet || update.focusChanged) this.#changed();
  }

  destroy() {
    followers.delete(this.view.state);
    cancelAnimationFrame(this.#frame);
    this.document.close();
  }

  get #ranges() {
    // CodeMirror maps the ends of a selection towards each other, so they cross if all its text is replaced.
    return this.view.state.selection.ranges.map(({ from, to }) => from <= to ? [from, to] : [to, from]);
  }

  get bar() {
    this.#bar ??= this.document.bar(this.#ranges).map((button) =>
      this.view.composing || this.view.state.readOnly ? { ...button, applies: false } : button);
    return this.#bar;
  }

  perform(name, input) {
    this.run(name, input);
    return this.outcome;
  }

  // Performs a command. With `fallsBack`, the editor handles a key that does nothing or only the editor's own edit.
  carryOut(name, input, { isolateHistory, EditorSelection }, fallsBack, places = this.#ranges) {
    const { view } = this;
    if (view.composing || view.state.readOnly) return false;
    const { selection } = view.state;
    this.outcome = this.document.plan(name, places, input);
    // The key is handled, so that the browser does nothing.
    if (!this.outcome.changes) return !fallsBack;
    if (fallsBack && name === "paste-url" && this.outcome.effect !== "added") return false;
    const typed = fallsBack ? { newline: "\n", backspace: "" }[name] : undefined;
    if (typed !== undefined && isOwn(this.outcome, typed, this.#ranges, this.document)) return false;
    const { changes, selections } = this.outcome;
    const ranges = selections.map(([from, to], index) => {
      const old = selection.ranges[Math.min(index, selection.ranges.length - 1)];
      const isBackward = old.head < old.anchor;
      return isBackward ? EditorSelection.range(to, from) : EditorSelection.range(from, to);
    });
    view.dispatch({
      changes, selection: EditorSelection.create(ranges, Math.min(selection.mainIndex, ranges.length - 1)),
      scrollIntoView: true,
      userEvent: "input.format", annotations: isolateHistory.of("full"),
    });
    this.#pending = this.document.pending(this.#ranges) > 0 ? this.#ranges[0][0] : null;
    return true;
  }

  // Gives the pending marks to a text that was typed at their caret without "insert-text", for example by an input method.
  markTyped(modules) {
    const range = [this.#pending, this.view.state.selection.main.head];
    if (this.#pending === null || this.view.composing || range[0] >= range[1]
      || cutsPair(this.document.text, range[0]) || !this.document.pending([range])) return;
    this.carryOut("insert-text", { argument: this.document.slice(...range) }, modules, false, [range]);
  }

  // Returns the command's transaction instead of one that replaces the selection, or that types with pending marks.
  // Returns undefined if the editor's own is right, or if there is none: `outcome` then says why.
  replacing(transaction, EditorSelection) {
    const { startState, effects, scrollIntoView } = transaction;
    const { ranges, mainIndex } = startState.selection;
    const userEvent = REPLACING.find((event) => transaction.isUserEvent(event));
    if (!userEvent || transaction.isUserEvent("input.type.compose") || startState.readOnly) return undefined;
    const isMarked = this.#pending !== null && userEvent === "input.type" && this.document.pending(this.#ranges) > 0;
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
    const outcome = this.outcome = isMarked ? this.document.plan("insert-text", this.#ranges, { argument: texts[0] })
      : replacement(this.document, this.#ranges, texts[0]);
    if (isMarked) this.#pending = outcome.selections?.[0][0] ?? null;
    if (!outcome.changes || isOwn(outcome, texts[0], this.#ranges, this.document)) return undefined;
    const [drop] = dropped;
    if (outcome.changes.some(({ from, to }) => from < drop?.to && drop.from < to)) return undefined;
    const changes = startState.changes([...outcome.changes, ...dropped]);
    const selection = drop
      ? { anchor: changes.mapPos(drop.from, -1), head: changes.mapPos(drop.from, 1) }
      : EditorSelection.create(outcome.selections.map(([at]) => EditorSelection.cursor(at)),
        Math.min(mainIndex, outcome.selections.length - 1));
    return { changes, selection, effects, scrollIntoView, userEvent };
  }

  #changed() {
    this.#bar = null;
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.dispatchEvent(new Event("state"));
    });
  }
}
