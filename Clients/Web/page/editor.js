// The page's editor: CodeMirror 6 with the commands, colours, and marks for what is found.

import * as modules from "codemirror";
import { markdownEditing } from "../codemirror.js";
import { markdownColors } from "../colors.js";
import { slashMenu } from "../slash.js";

const { Compartment, Decoration, EditorState, EditorView, StateEffect, StateField, keymap } = modules;
const marks = StateEffect.define();
const MARKED = Object.fromEntries(["found", "current"].map((name) => [name, Decoration.mark({ class: name })]));
const markedRanges = StateField.define({
  create: () => Decoration.none,
  update(ranges, { changes, effects }) {
    const effect = effects.findLast((each) => each.is(marks));
    return effect ? Decoration.set(effect.value, true) : ranges.map(changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

const FROM_RIGHT = Decoration.line({ attributes: { dir: "rtl" } });

// Lines whose first letter, after a task's box, is written from right to left.
function directions({ state: { doc }, viewport: { from, to } }) {
  const found = [];
  for (let line = doc.lineAt(from); ; line = doc.line(line.number + 1)) {
    if (/^(?:[^\p{L}]|\[[xX]\])*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/u.test(line.text)) found.push(FROM_RIGHT.range(line.from));
    if (line.to >= to) return Decoration.set(found);
  }
}

export const { Text } = modules;

// Creates the editor in an element. `options` are those of `markdownEditing`, and the `names` of emoji and languages;
// `changed(update)` is called after each change of the text or the selection.
export function createEditor(parent, engine, nonce, changed, { names, ...options }) {
  const editing = markdownEditing(engine, modules, options);
  const drawing = new Compartment();
  let isDrawing = false;
  const extensions = [
    editing.extension, markdownColors(editing, modules), slashMenu(editing, modules, { names }), markedRanges, editing.history,
    EditorState.allowMultipleSelections.of(true), EditorView.lineWrapping, EditorView.perLineTextDirection.of(true),
    EditorView.decorations.of(directions), drawing.of([]), modules.highlightSpecialChars(), EditorView.cspNonce.of(nonce),
    EditorView.contentAttributes.of({ spellcheck: "true", autocapitalize: "sentences", autocorrect: "on", "aria-label": "Markdown" }),
    keymap.of([...modules.defaultKeymap, ...modules.historyKeymap]),
    EditorView.updateListener.of((update) => {
      changed(update);
      // A browser draws neither several selections nor one while a form has the focus, so CodeMirror draws them.
      const isDrawn = update.state.selection.ranges.length > 1 || !update.view.hasFocus;
      if (isDrawn === isDrawing) return;
      isDrawing = isDrawn;
      queueMicrotask(() => view.dispatch({ effects: drawing.reconfigure(isDrawn ? modules.drawSelection() : []) }));
    }),
  ];
  const editable = new Compartment();
  const fixed = (isFixed) => [EditorState.readOnly.of(isFixed), EditorView.editable.of(!isFixed)];
  const view = new EditorView({ parent, extensions: [...extensions, editable.of(fixed(true))] });
  return {
    view,
    binding: editing.binding(view),
    get text() { return view.state.doc.toString(); },
    // Shows another text, with an empty history.
    show(text, isEditable) {
      view.dispatch({ effects: editable.reconfigure(fixed(!isEditable)) });
      this.binding.setText(text);
    },
    // Replaces parts of the text as one step of undo.
    change(changes) { view.dispatch({ changes, userEvent: "input.replace", annotations: modules.isolateHistory.of("full") }); },
    undo: () => modules.undo(view),
    redo: () => modules.redo(view),
    get canUndo() { return modules.undoDepth(view.state) > 0; },
    get canRedo() { return modules.redoDepth(view.state) > 0; },
    // Selects a range, or puts the caret at its start, and scrolls to it.
    reveal([from, to = from], y = "nearest") {
      view.dispatch({ selection: { anchor: from, head: to }, effects: EditorView.scrollIntoView(from, { y, yMargin: 40 }) });
    },
    // Shows what was found; `current` is one of the ranges.
    mark(found, current) {
      const ranges = found.filter(([from, to]) => from < to).map((range) => MARKED[range === current ? "current" : "found"].range(...range));
      view.dispatch({ effects: marks.of(ranges) });
    },
  };
}
