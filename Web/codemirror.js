// @ts-self-types="./codemirror.d.ts"
// The commands in CodeMirror 6. The modules are the host's: pass those it has.
//
//   import { load } from "markdown-editing";
//   import { markdownEditing } from "markdown-editing/codemirror";
//   import * as view from "@codemirror/view";
//   import * as commands from "@codemirror/commands";
//   import * as state from "@codemirror/state";
//   const editing = markdownEditing(await load(), { ...view, ...commands, ...state });
//   new EditorView({ extensions: [editing.extension, …] });

const KEYS = { strong: "Mod-b", emphasis: "Mod-i", code: "Mod-e", strikethrough: "Mod-Shift-x", highlight: "Mod-Shift-h" };

// Gives {extension, toggle(mark): a Command of CodeMirror's, binding(view): what a bar works on}.
//
// modules: ViewPlugin and keymap (@codemirror/view), isolateHistory (@codemirror/commands),
// EditorSelection and Prec (@codemirror/state).
export function markdownEditing(engine, modules, { keys = KEYS, ...options } = {}) {
  const { ViewPlugin, keymap, isolateHistory, EditorSelection, Prec } = modules;
  const plugin = ViewPlugin.define((view) => new Follower(view, engine, options));
  const command = (action, mark) => (view) => {
    const follower = view.plugin(plugin);
    return follower ? follower.command(action, mark, { isolateHistory, EditorSelection }) : false;
  };
  const bindings = engine.marks.filter((mark) => keys[mark]).map((mark) => ({
    key: keys[mark], run: command("toggle", mark), preventDefault: true,
  }));
  return {
    extension: [plugin, Prec.high(keymap.of(bindings))],
    command,
    toggle: (mark) => command("toggle", mark),
    binding: (view) => {
      const follower = view.plugin(plugin);
      follower.run = (mark) => command("toggle", mark)(view);
      return follower;
    },
  };
}

// The engine's document beside the editor's. Offsets of the editor count each line ending as one, as a
// text with LF does.
class Follower extends EventTarget {
  #frame = 0;
  #state = null;

  constructor(view, engine, options) {
    super();
    this.view = view;
    this.document = engine.open(view.state.doc.toString(), options);
    this.outcome = null;
  }

  update(update) {
    if (update.docChanged) {
      const changes = [];
      // Of the text before, ascending, as the engine takes them.
      update.changes.iterChanges((from, to, _start, _end, inserted) => {
        changes.push({ from, to, insert: inserted.toString() });
      });
      this.document.change(changes);
    }
    if (update.docChanged || update.selectionSet || update.focusChanged) this.#changed();
  }

  destroy() {
    cancelAnimationFrame(this.#frame);
    this.document.close();
  }

  get #ranges() { return this.view.state.selection.ranges.map(({ from, to }) => [from, to]); }

  get state() {
    this.#state ??= this.document.state(this.#ranges).map((button) =>
      this.view.composing || this.view.state.readOnly ? { ...button, applies: "no" } : button);
    return this.#state;
  }

  // For a bar.
  toggle(mark) {
    this.run?.(mark);
    return this.outcome;
  }

  command(action, mark, { isolateHistory, EditorSelection }) {
    const { view } = this;
    if (view.composing || view.state.readOnly) return false;
    const { selection } = view.state;
    this.outcome = this.document.command(action, mark, this.#ranges);
    // The key is used up, so that the browser does nothing of its own.
    if (!this.outcome.changes) return true;
    const { changes, selections } = this.outcome;
    const ranges = selections.map(([from, to], index) => {
      const isBackward = selection.ranges[index].head < selection.ranges[index].anchor;
      return isBackward ? EditorSelection.range(to, from) : EditorSelection.range(from, to);
    });
    view.dispatch({
      changes, selection: EditorSelection.create(ranges, selection.mainIndex), scrollIntoView: true,
      userEvent: "input.format", annotations: isolateHistory.of("full"),
    });
    return true;
  }

  #changed() {
    this.#state = null;
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.dispatchEvent(new Event("state"));
    });
  }
}
