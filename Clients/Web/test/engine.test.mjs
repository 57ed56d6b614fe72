// Tests the package in Node: loading, documents, plans compared with the engine's own text, traps.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { applied, cutsPair, difference, load, EngineError, LENGTH_LIMIT } from "../index.js";
import { keyboardCoverage } from "../bar.js";
import { commandsByShortcut, isOwn, replacement, shortcutOf } from "../keys.js";

const path = process.env.MARKDOWN_EDITING_WASM;
const engine = await load(path);

test("the module comes from a path, a URL, bytes, a Blob, a Response and a compiled module", async () => {
  const bytes = await readFile(path);
  const sources = [
    path, pathToFileURL(path), String(pathToFileURL(path)), bytes, bytes.buffer.slice(bytes.byteOffset,
      bytes.byteOffset + bytes.length), new Blob([bytes]), new Response(bytes),
    new WebAssembly.Module(bytes), Promise.resolve(bytes),
  ];
  for (const source of sources) {
    const plan = (await load(source)).open("a word").plan("strong", [[2, 6]]);
    assert.equal(applied("a word", plan.changes), "a **word**");
  }
  await assert.rejects(load(new Uint8Array(8)), WebAssembly.CompileError);
  await assert.rejects(load("/nowhere.wasm"));
  await assert.rejects(load(new Response("", { status: 404 })), EngineError);
});

test("a plan, what it leaves, and why there is none", () => {
  const document = engine.open("Sow **beans** in May.\n\n    code\n");
  assert.deepEqual(document.plan("strong", [[6, 11]]), {
    effect: "removed", changes: [{ from: 4, to: 6, insert: "" }, { from: 11, to: 13, insert: "" }],
    selections: [[4, 9]], leaves: [[0, 21]], references: [],
  });
  assert.equal(document.plan("strong", [{ from: 27, to: 31 }]).unchanged, "nothingMarkable");
  assert.equal(document.plan("strong", [[6, 11]], { action: "mark" }).unchanged, "alreadySo");
  const several = document.plan("emphasis", [[0, 3], [17, 20]]);
  assert.equal(applied(document.text, several.changes), "*Sow* **beans** in *May*.\n\n    code\n");
  const marks = () => document.bar([[6, 11]]).filter(({ group }) => group === "marks");
  assert.deepEqual(marks().map(({ name, presence }) => `${name} ${presence}`),
    ["strong on", "emphasis off", "code off", "strikethrough off"]);
  document.setOptions({ dialect: "obsidian" });
  assert.equal(marks().length, 5);
  const names = () => document.bar([[6, 11]]).map(({ name }) => name);
  const extensions = ["strikethrough", "task-list", "task-toggle", "table-insert", "table-add-row"];
  assert.deepEqual(extensions.filter((name) => names().includes(name)), extensions);
  document.setOptions({ dialect: "commonmark" });
  assert.deepEqual(extensions.filter((name) => names().includes(name)), []);
  assert.match(document.html(), /<p>Sow <strong>beans<\/strong> in May.<\/p>/);
  document.close();
  assert.throws(() => document.html(), EngineError);
});

test("wrong arguments are errors, and change nothing", () => {
  const document = engine.open("a 😀 b");
  for (const [from, to] of [[3, 3], [2, 3], [-1, 0], [0, 99], [2, 1], [0.5, 1], [NaN, 1]]) {
    assert.throws(() => document.replace(from, to, "x"), RangeError, `${from} ${to}`);
    assert.throws(() => document.plan("strong", [[from, to]]));
  }
  assert.throws(() => document.plan("bold", [[0, 1]]), TypeError);
  assert.throws(() => document.plan("strong", [[0, 1]], { action: "do" }), TypeError);
  assert.throws(() => document.plan("strong", [[4, 5], [0, 1]]), EngineError);
  assert.throws(() => engine.open(7), TypeError);
  assert.throws(() => engine.open("x".repeat(LENGTH_LIMIT + 1)), EngineError);
  assert.throws(() => engine.open("x", { dialect: "wiki" }), TypeError);
  assert.equal(document.text, "a 😀 b");
  assert.equal(applied(document.text, document.plan("code", [[0, 1]]).changes), "`a` 😀 b");
});

test("half a surrogate pair keeps offsets true", () => {
  const document = engine.open("a \ud800 word");
  const plan = document.plan("strong", [[4, 8]]);
  assert.equal(applied(document.text, plan.changes), "a \ud800 **word**");
});

test("a trap: another instance, the same text", async () => {
  const own = await load(path);
  const document = own.open("a word");
  document.replace(0, 1, "some");
  const generation = own.generation;
  assert.throws(() => own.run(() => { throw new WebAssembly.RuntimeError("unreachable"); }), EngineError);
  assert.equal(own.generation, generation + 1);
  assert.equal(document.text, "some word");
  document.replace(0, 4, "any");
  assert.equal(applied(document.text, document.plan("strong", [[4, 8]]).changes), "any **word**");
  // Really runs out of memory: the call is refused, and the other document still works.
  const limit = own.open("x".repeat(4000) + "\n\n");
  let answer;
  own.run((engine) => {
    while (engine.mde_allocate(1 << 26) !== 0);
    while (engine.mde_allocate(1 << 16) !== 0);
    while (engine.mde_allocate(64) !== 0);
  });
  answer = limit.plan("strong", [[0, 4000]]);
  assert.equal(answer.refused, "stopped");
  assert.equal(applied("any word", document.plan("strong", [[4, 8]]).changes), "any **word**");
  assert.equal(limit.plan("strong", [[0, 4000]]).effect, "added");
});

test("the catalogue: every command by its name, its state, and why it does not apply", () => {
  assert.ok(engine.commands.length >= 39);
  const link = engine.commands.find(({ name }) => name === "link");
  assert.deepEqual(link, {
    name: "link", title: "Link", group: "inlines", symbol: "link", shortcut: "mod+k",
    argument: "the destination",
  });
  const document = engine.open("one\ntwo 😀\n");
  const done = (name, from, to, argument) => {
    const plan = document.plan(name, [[from, to]], { argument });
    if (plan.changes) document.change(plan.changes);
    return plan;
  };
  assert.deepEqual(done("bullet-list", 1, 6), {
    effect: "added", selections: [[3, 10]], leaves: [], references: [],
    changes: [{ from: 0, to: 0, insert: "- " }, { from: 4, to: 4, insert: "- " }],
  });
  done("indent", 8, 8);
  assert.equal(document.text, "- one\n  - two 😀\n");
  const cut = done("newline", 16, 16);
  assert.equal(document.text, "- one\n  - two 😀\n  - \n");
  assert.deepEqual([cut.effect, cut.selections], ["typed", [[21, 21]]]);
  done("strong", 2, 5);
  assert.equal(document.text, "- **one**\n  - two 😀\n  - \n");
  assert.equal(done("table-add-row", 4, 4).unchanged, "notInTable");
  assert.equal(done("table-insert", 4, 4, "no size").unchanged, "badArgument");
  assert.throws(() => document.plan("no-such", [[0, 0]]), TypeError);
  assert.throws(() => document.plan("quote", [[0, 999]]), EngineError);
  const bar = Object.fromEntries(document.bar([[5, 5]]).map((button) => [button.name, button]));
  assert.equal(bar.strong.presence, "on");
  assert.deepEqual([bar.strong.group, bar.strong.shortcut], ["marks", "mod+b"]);
  assert.equal(bar["bullet-list"].presence, "on");
  assert.deepEqual([bar.unlink.applies, bar.unlink.reason], [false, "noLink"]);
  assert.match(bar.unlink.message, /no link/);
  assert.equal(bar.quote.message, "");
  assert.equal(bar.newline, undefined);
  // All except the keys and the commands missing in the dialect.
  const missing = engine.commands.filter(({ name, group }) => group === "typing" || ["highlight", "wiki-link"].includes(name));
  assert.equal(missing.length, 6);
  assert.equal(document.bar([[5, 5]]).length, engine.commands.length - missing.length);
  document.close();
});

test("keys: what the catalogue writes, and what a keyboard says", () => {
  const key = (key, code, { ctrl = false, alt = false, shift = false, graph = false } = {}) => shortcutOf({
    key, code, ctrlKey: ctrl, altKey: alt, shiftKey: shift, metaKey: false,
    getModifierState: (name) => name === "AltGraph" && graph,
  });
  assert.equal(key("b", "KeyB", { ctrl: true }), "mod+b");
  assert.equal(key("*", "Digit8", { ctrl: true, shift: true }), "mod+shift+8");
  assert.equal(key("¹", "Digit1", { ctrl: true, alt: true }), "mod+alt+1");
  assert.equal(key("@", "KeyQ", { ctrl: true, alt: true, graph: true }), "");
  assert.equal(key("Tab", "Tab", { shift: true }), "shift+tab");
  assert.equal(key("ArrowDown", "ArrowDown", { alt: true, shift: true }), "alt+shift+down");
  assert.equal(key("b", "KeyB"), "");
  const shortcuts = commandsByShortcut(engine);
  assert.deepEqual(shortcuts.get("tab"), ["table-next-cell", "indent"]);
  assert.deepEqual(shortcuts.get("mod+b"), ["strong"]);
  assert.equal(shortcuts.has("enter") || shortcuts.has("backspace") || shortcuts.has("mod+v"), false);
  // Every other shortcut has one command.
  for (const [shortcut, names] of shortcuts) {
    assert.equal(names.length, shortcut.endsWith("tab") ? 2 : 1, shortcut);
  }
});

test("documents that are forgotten give their memory back", async () => {
  const own = await load(path);
  for (let index = 0; index < 3000; index++) {
    const document = own.open("Sow **beans** in May.\n".repeat(20));
    document.plan("strong", [[0, 3]]);
    document.close();
  }
  assert.ok(own.run((engine) => engine.memory.buffer.byteLength) < 40e6);
});

test("the difference of two texts cuts no pair", () => {
  assert.equal(difference("a", "a"), null);
  assert.deepEqual(difference("😀", "😁"), { from: 0, to: 2, insert: "😁" });
  let seed = 1;
  const random = (count) => (seed = (seed * 48271) % 2147483647) % count;
  const pieces = ["a", "b", "😀", "😁", "\u{1f600}", "\ud83d", "\ude00", "\n"];
  const word = () => Array.from({ length: random(6) }, () => pieces[random(pieces.length)]).join("");
  for (let round = 0; round < 5000; round++) {
    const [before, after] = [word(), word()];
    const change = difference(before, after);
    assert.equal(change === null ? before : applied(before, [change]), after);
  }
});

test("a text in pieces is the same text, and has one edit since the last look", () => {
  let model = "words 😀 here\n".repeat(6000);
  const document = engine.open(model);
  assert.deepEqual(document.takeEdit(), { from: 0, to: 0, end: model.length });
  let seed = 11;
  const random = (count) => (seed = (seed * 48271) % 2147483647) % count;
  let seen = model;
  for (let round = 0; round < 600; round++) {
    let from = random(model.length + 1);
    let to = Math.min(model.length, from + (random(9) === 0 ? random(40_000) : random(4)));
    if (cutsPair(model, from)) from--;
    if (cutsPair(model, to)) to++;
    const insert = ["", "x", "😀", "\n", "long 😀 ".repeat(9000)][random(model.length > 150_000 ? 4 : 5)];
    document.change([{ from, to, insert }]);
    model = model.slice(0, from) + insert + model.slice(to);
    const at = random(model.length);
    assert.equal(document.slice(at, at + 20_000), model.slice(at, at + 20_000));
    assert.equal(document.length, model.length);
    if (round % 3 !== 0) continue;
    const edit = document.takeEdit();
    assert.equal(seen.slice(0, edit.from) + document.slice(edit.from, edit.end) + seen.slice(edit.to), model);
    assert.equal(document.text, model);
    assert.equal(applied(seen, [difference(seen, model)]), model);
    seen = model;
    assert.equal(document.takeEdit(), null);
    assert.throws(() => document.replace(model.indexOf("😀") + 1, model.length, ""), RangeError);
  }
  document.close();
});

test("the engine's document follows 2,000 random changes", () => {
  const document = engine.open("");
  let model = "";
  let seed = 7;
  const random = (count) => (seed = (seed * 48271) % 2147483647) % count;
  const pieces = ["word ", "**", "_", "`", "\n", "\n\n", "- ", "é", "😀", "[a](b)", "> "];
  for (let round = 0; round < 2000; round++) {
    let from = random(model.length + 1);
    let to = Math.min(model.length, from + random(4));
    if (cutsPair(model, from)) from--;
    if (cutsPair(model, to)) to++;
    const insert = random(4) === 0 ? "" : pieces[random(pieces.length)];
    document.replace(from, to, insert);
    model = model.slice(0, from) + insert + model.slice(to);
    if (model.length > 200) {
      const end = cutsPair(model, 100) ? 101 : 100;
      document.replace(0, end, "");
      model = model.slice(end);
    }
    if (round % 40 !== 0) continue;
    // A document that was updated, and a newly opened one.
    const fresh = engine.open(model);
    assert.equal(document.html(), fresh.html());
    assert.deepEqual(document.plan("strong", [[0, model.length]]), fresh.plan("strong", [[0, model.length]]));
    fresh.close();
  }
});

test("a keyboard's height is that of KeyboardGeometry", () => {
  // Calculated by hand from KeyboardCoverage+Web.swift: a phone of 844 points, a keyboard of 336.
  assert.equal(keyboardCoverage({ layoutHeight: 844, offsetTop: 0, height: 844 }), 0);
  assert.equal(keyboardCoverage({ layoutHeight: 844, offsetTop: 0, height: 508 }), 336);
  assert.equal(keyboardCoverage({ layoutHeight: 844, offsetTop: 0, height: 422, scale: 2 }), 0);
  assert.equal(keyboardCoverage({ layoutHeight: 844, offsetTop: 200, height: 254, scale: 2 }), 390);
  assert.equal(keyboardCoverage({ layoutHeight: 844, offsetTop: 0, height: 843.5 }), 0);
});

test("what replaces a selection: the command's plan; what is the editor's own", () => {
  const plan = (text, from, to, typed) => {
    const document = engine.open(text);
    const outcome = replacement(document, [[from, to]], typed);
    document.close();
    return [outcome.changes && applied(text, outcome.changes), outcome.selections,
      Boolean(outcome.changes) && isOwn(outcome, typed, [[from, to]], text)];
  };
  const text = "a b **c d** e";
  assert.deepEqual(plan(text, 2, 7, "X"), ["a X **d** e", [[3, 3]], false]);
  assert.deepEqual(plan(text, 2, 7, ""), ["a  **d** e", [[2, 2]], false]);
  assert.deepEqual(plan(text, 12, 13, "X"), ["a b **c d** X", [[13, 13]], true]);
  assert.deepEqual(plan(text, 2, 7, "x\n\ny"), ["a x\n\ny **d** e", [[6, 6]], false]);
  assert.deepEqual(plan("a*b*", 1, 2, "x\n\ny"), ["ax\n\nyb*", [[5, 5]], true]);
  // A long text, and a whole one.
  const long = "word ".repeat(5000);
  assert.deepEqual(plan(text, 2, 7, long), [`a ${long} **d** e`, [[long.length + 2, long.length + 2]], false]);
  assert.deepEqual(plan(text, 0, 13, "*"), ["*", [[1, 1]], true]);
  // Half of a surrogate pair, and a caret at the start, must not be left to the editor.
  const deletion = { changes: [{ from: 0, to: 2, insert: "" }], selections: [[0, 0]] };
  assert.equal(isOwn(deletion, "", [[2, 2]], "😀"), false);
  assert.equal(isOwn({ changes: [], selections: [[0, 0]] }, "", [[0, 0]], ""), false);
});
