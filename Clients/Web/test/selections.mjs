// Tests input that replaces a selection: typing, Backspace and Delete in every browser; paste, cut, drag,
// compositions and CodeMirror in Chromium.
import assert from "node:assert/strict";
import { test } from "node:test";
import { CONTROL, bare, codeMirror, codemirror, page, placed, select, selection, undo, value } from "./stage.mjs";

// [before, key, after]: `⟦ ⟧` is the selection, `‸` the caret.
const rows = [
  ["`a`⟦ b ⟧`c`", "Backspace", "`a‸c`"],
  ["a **⟦b** c⟧ d", "Backspace", "a ‸ d"],
  ["a ⟦b **c⟧ d** e", "X", "a X‸ **d** e"],
  ["a [⟦b](u) c⟧ d", "Backspace", "a ‸ d"],
  ["a ⟦b\n\n```\nc⟧ d\n```\n", "Backspace", "a ‸\n\n```\n d\n```\n"],
  ["| x ⟦y | z⟧ w |\n| - | - |\n", "X", "| x X‸ |  w |\n| - | - |\n"],
  // The browser's own edit is right.
  ["a ⟦b⟧ c", "X", "a X‸ c"],
  ["a ⟦😀⟧ c", "Backspace", "a ‸ c"],
];
const deleted = rows.filter(([, key]) => key === "Backspace");
// Pasted text: its blocks stay blocks.
const pasted = [
  ["a ⟦b **c⟧ d** e", "x y", "a x y‸ **d** e"],
  ["a ⟦b **c⟧ d** e", "x\r\n\r\n- y", "a x\n\n- y‸\n\n**d** e"],
];

// The textarea, and CodeMirror, as the tests use them.
export const textarea = {
  element: "t",
  open: (options) => bare("first **document**", "marks", options),
  set: (text) => page.evaluate(`binding.setText(${JSON.stringify(text)}), 0`),
  select, value, selection,
  isFollowed: () => page.evaluate("binding.document.text === t.value"),
  perform: (name) => page.evaluate(`binding.composing && binding.perform("${name}").unchanged === "composing"
    ? "nothing" : "something"`),
  // Points on a character of the first line and in the rest of the last.
  places: async (character) => page.evaluate(`(() => {
    const { x, y } = t.getBoundingClientRect();
    const { fontSize, lineHeight } = getComputedStyle(t);
    return [[x + 4 + ${character} * parseFloat(fontSize) * 0.6, y + 9], [x + 200, y + 40]];
  })()`),
};
export const editor = {
  element: "view.contentDOM",
  open: (options) => codeMirror("first **document**", { options }),
  set: (text) => page.evaluate(`view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: ${JSON.stringify(text)} }, selection: { anchor: 0 } }), 0`),
  select: (anchor, head) => page.evaluate(`view.focus(), view.dispatch({ selection: { anchor: ${anchor}, head: ${head} } }), 0`),
  value: () => page.evaluate("view.state.doc.toString()"),
  selection: () => page.evaluate("[view.state.selection.main.from, view.state.selection.main.to]"),
  isFollowed: () => page.evaluate("follower.document.text === view.state.doc.toString()"),
  perform: (name) => page.evaluate(`editing.perform("${name}")(view) ? "something" : "nothing"`),
  places: (character) => page.evaluate(`[view.coordsAtPos(${character}), view.coordsAtPos(view.state.doc.length)]
    .map(({ left, top, bottom }) => [left + 2, (top + bottom) / 2])`),
};

// Tests one row; one undo must then restore the text and the selection.
async function expectReplaced(on, [before, key, after], act = () => page.key(key)) {
  const [old, fresh] = [placed(before), placed(after)];
  await on.set(old.text);
  await on.select(old.from, old.to);
  await act(key);
  assert.equal(await on.value(), fresh.text, `${before} ${key}`);
  assert.deepEqual(await on.selection(), [fresh.from, fresh.to], `${before} ${key}`);
  assert.equal(await on.isFollowed(), true);
  await undo();
  assert.equal(await on.value(), old.text, `${before} ${key}, undone`);
  assert.deepEqual(await on.selection(), [old.from, old.to], `${before} ${key}, undone`);
}

async function expectTyped(on) {
  for (const row of rows) await expectReplaced(on, row);
  for (const [before, , after] of deleted) await expectReplaced(on, [before, "Delete", after]);
  // Line endings of another system, and letters typed afterwards.
  await on.set("one\r\n\r\n- a **b c** d\r\n");
  await on.select(7, 12);
  for (const key of "Xyz") await page.key(key);
  assert.equal(await on.value(), "one\n\n- Xyz** c** d\n".replace("** c**", " **c**"));
  assert.equal(await on.isFollowed(), true);
}

export function testSelections() {
  test("typing and deleting over a selection keep the marks, links, blocks and cells around it; undo", async () => {
    await textarea.open();
    await expectTyped(textarea);
    assert.deepEqual(await page.errors(), []);
    await page.close();
  });
}

async function paste(text) {
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)}).then(() => 0)`);
  await page.key("v", CONTROL, "paste");
  await page.frame();
}

async function expectPasted(on) {
  for (const row of pasted) await expectReplaced(on, row, paste);
  for (const [before, , after] of deleted) {
    await expectReplaced(on, [before, "cut", after], () => page.key("x", CONTROL, "cut"));
    const { text, from, to } = placed(before);
    assert.equal(await page.evaluate("navigator.clipboard.readText()"), text.slice(from, to));
  }
}

// Drags the selection with the mouse.
async function drag(from, to) {
  const mouse = (type, [x, y], buttons) =>
    page.send("Input.dispatchMouseEvent", { type, x, y, button: "left", buttons, clickCount: 1 });
  await page.send("Input.setInterceptDrags", { enabled: true });
  const dragged = new Promise((done) =>
    page.browser.listeners.set(`${page.sessionId} Input.dragIntercepted`, ({ data }) => done(data)));
  await mouse("mousePressed", from, 1);
  for (const step of [0, 5, 10, 20]) {
    await new Promise((done) => setTimeout(done, 100));
    await mouse("mouseMoved", [from[0] + step, from[1]], 1);
  }
  const data = await dragged;
  for (const type of ["dragEnter", "dragOver", "drop"]) {
    await page.send("Input.dispatchDragEvent", { type, x: to[0], y: to[1], data });
  }
  await mouse("mouseReleased", to, 0);
}

// While an input method composes, only the browser replaces text.
async function expectComposed(on) {
  const compose = (text) => page.send("Input.imeSetComposition",
    { text, selectionStart: text.length, selectionEnd: text.length });
  const end = async (wanted) => {
    await page.send("Input.insertText", { text: "日本" });
    await page.frame();
    assert.deepEqual([await on.value(), await on.isFollowed()], [wanted, true]);
  };
  const { text, from, to } = placed("a ⟦b **c⟧ d** e");
  await on.set(text);
  await on.select(from, to);
  await compose("に");
  assert.equal(await on.value(), "a に d** e");
  await compose("にほ");
  assert.equal(await on.perform("strong"), "nothing");
  await end("a 日本 d** e");
  // A composed text gets the pending marks.
  await on.set("a ");
  await on.select(2, 2);
  await page.key("b", CONTROL);
  await compose("にほ");
  assert.equal(await on.value(), "a にほ");
  await end("a **日本**");
}

// A refusal is reported, and the browser's edit stays.
async function expectReported() {
  await textarea.set("a word");
  await select(2, 6);
  await page.evaluate(`binding.addEventListener("command", ({ detail }) => { globalThis.told = detail; }, { once: true }),
    binding.document.plan = () => ({ refused: "internal", message: "a sentence." }), 0`);
  await paste("ж");
  const { name, argument, outcome, before, after } = await page.evaluate("delete binding.document.plan, told");
  assert.deepEqual([name, argument, outcome.refused, before, after], ["insert-text", "ж", "internal", "a word", "a ж"]);
}

// The browser handles an input method's own event, but not the same event without a composition.
async function expectUntouched() {
  for (const isComposing of [true, false]) {
    await textarea.set("a b **c d** e");
    await select(2, 7);
    assert.equal(await page.evaluate(`t.dispatchEvent(new InputEvent("beforeinput",
      { inputType: "insertText", data: "X", cancelable: true, isComposing: ${isComposing} }))`), isComposing);
  }
}

async function expectTypedOverSeveral() {
  await editor.set("a b **c d**\n\ne f *g h*");
  for (const [key, after] of [["X", "a X **d**\n\ne X *h*"], ["Delete", "a  **d**\n\ne  *h*"]]) {
    await page.evaluate(`view.dispatch({ selection: cm.EditorSelection.create(
      [cm.EditorSelection.range(7, 2), cm.EditorSelection.range(15, 19)], 1) }), 0`);
    await page.key(key);
    assert.equal(await editor.value(), after);
    await undo();
    assert.equal(await editor.value(), "a b **c d**\n\ne f *g h*");
    assert.deepEqual(await page.evaluate("view.state.selection.ranges.map(({ anchor, head }) => [anchor, head])"), [[7, 2], [15, 19]]);
  }
}

// For Chromium: tests both editors with its protocol.
export function testClipboard() {
  for (const [name, on] of [["a textarea", textarea], ["CodeMirror", editor]]) {
    const skip = on === editor && !codemirror ? "MARKDOWN_EDITING_CODEMIRROR names no folder with its modules" : false;
    test(`${name}: paste, cut and drag of a selection, and compositions`, { skip }, async () => {
      await on.open();
      if (on === editor) await expectTyped(on);
      await page.browser.send("Browser.grantPermissions", { permissions: ["clipboardReadWrite", "clipboardSanitizedWrite"] });
      await expectPasted(on);
      await expectComposed(on);
      if (on === editor) await expectTypedOverSeveral(); else await expectReported(), await expectUntouched();
      // Dragged to the end of the text.
      await on.set("a ⟦b **c⟧ d** e\n\nend".replace(/[⟦⟧]/g, ""));
      await on.select(2, 7);
      await page.frame();
      await drag(...(await on.places(4)));
      await page.frame();
      assert.equal(await on.value(), "a  **d** e\n\nendb **c");
      assert.deepEqual(await page.errors(), []);
      await page.close();
    });
  }
}
