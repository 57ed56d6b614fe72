// Tests the package in Node: loading, documents, plans compared with the engine's own text, traps.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { applied, cutsPair, dateText, difference, load, EngineError, LENGTH_LIMIT } from "../index.js";
import { keyboardCoverage } from "../bar.js";
import { commandsByShortcut, isOwn, replacement, shortcutOf } from "../keys.js";
import { seeded } from "./stage.mjs";

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

test("a date by a format is text", () => {
  const now = new Date(2026, 4, 7, 15, 4, 5);
  const texts = { "%d.%m.%Y %H:%M": "07.05.2026 15:04", "%F %T": "2026-05-07 15:04:05", "%e. %y, %I %p": " 7. 26, 03 PM", "100%": "100%",
    "%%": "%", "12. May": "12. May" };
  for (const [format, text] of Object.entries(texts)) assert.equal(dateText(format, now), text);
  const document = engine.open("\n");
  const after = (argument) => applied("\n", document.plan("date", [[0, 0]], { argument }).changes);
  assert.match(after(), /^20\d\d-\d\d-\d\d\n$/);
  assert.equal(after("1. May"), "1\\. May\n");
});

test("a selection is copied as HTML and as plain text", () => {
  const document = engine.open("a [é *b*](u)\n\n- c\n- d");
  assert.deepEqual(document.copied([[3, 7]]), { html: '<a href="u">é <em>b</em></a>', plain: "é b" });
  assert.deepEqual(document.copied([[14, 21]]), { html: "<ul>\n<li>c</li>\n<li>d</li>\n</ul>\n", plain: "• c\n• d" });
  assert.deepEqual(document.copied([[2, 2]]), { html: "", plain: "" });
});

test("html has ids, marks for a preview, and blocks that make up the whole", () => {
  const text = "# 😀 é\r\n\r\n- [x] :tada:\r\n\r\n<details>\r\n\r\na[^1]\r\n\r\n</details>\r\n\r\n[^1]: b\r\n";
  const document = engine.open(text, { dialect: "github" });
  const options = { raw: true, ids: true, preview: true };
  const blocks = document.html({ ...options, blocks: true });
  assert.deepEqual(blocks.map(({ from, to }) => text.slice(from, to)),
    ["# 😀 é", "- [x] :tada:", "<details>\r\n\r\na[^1]\r\n\r\n</details>", ""]);
  assert.equal(blocks.map(({ html }) => html).join(""), document.html(options));
  assert.equal(blocks[0].html, '<h1 id="-é">😀 é</h1>\n');
  assert.match(blocks[1].html, /data-task="0" disabled="" \/> <span class="emoji">:tada:<\/span>/);
  assert.match(blocks[3].html, /^<section class="footnotes"/);
  assert.equal(blocks[3].from, text.length);
  assert.doesNotMatch(document.html(), /id="-|data-task|emoji|details/);
  assert.deepEqual(engine.open("").html({ blocks: true }), []);
  const notes = engine.open("[[50% é#b|c]]", { dialect: "obsidian" });
  assert.equal(decodeURIComponent(/href="([^"]*)"/.exec(notes.html(options))[1]), "50% é#b");
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
    return [plan.effect ?? plan.unchanged, plan.selections, document.text];
  };
  const last = "- **one**\n  - two 😀\n  - \n";
  for (const [input, ...wanted] of [
    [["bullet-list", 1, 6], "added", [[3, 10]], "- one\n- two 😀\n"],
    [["indent", 8, 8], "moved", [[10, 10]], "- one\n  - two 😀\n"],
    [["newline", 16, 16], "typed", [[21, 21]], "- one\n  - two 😀\n  - \n"],
    [["strong", 2, 5], "added", [[4, 7]], last],
    [["table-add-row", 4, 4], "notInTable", undefined, last],
    [["table-insert", 4, 4, "no size"], "badArgument", undefined, last],
  ]) assert.deepEqual(done(...input), wanted);
  const bar = Object.fromEntries(document.bar([[5, 5]]).map((button) => [button.name, button]));
  assert.deepEqual([bar.strong.presence, bar["bullet-list"].presence, bar.quote.message], ["on", "on", ""]);
  assert.deepEqual([bar.unlink.applies, bar.unlink.reason], [false, "noLink"]);
  assert.match(bar.unlink.message, /no link/);
  // All except the keys and the commands missing in the dialect.
  const missing = engine.commands.filter(({ name, group }) => group === "typing" || ["highlight", "wiki-link"].includes(name));
  assert.equal(missing.length, 6);
  assert.deepEqual(Object.keys(bar), engine.commands.filter((row) => !missing.includes(row)).map(({ name }) => name));
  document.close();
});

test("keys: what the catalogue writes, and what a keyboard says", () => {
  const key = (key, code, { ctrl = false, alt = false, shift = false, graph = false } = {}) => shortcutOf({
    key, code, ctrlKey: ctrl, altKey: alt, shiftKey: shift, metaKey: false,
    getModifierState: (name) => name === "AltGraph" && graph,
  });
  for (const [input, shortcut] of [
    [["b", "KeyB", { ctrl: true }], "mod+b"], [["b", "KeyB"], ""],
    [["*", "Digit8", { ctrl: true, shift: true }], "mod+shift+8"],
    [["¹", "Digit1", { ctrl: true, alt: true }], "mod+alt+1"],
    [["@", "KeyQ", { ctrl: true, alt: true, graph: true }], ""],
    [["Tab", "Tab", { shift: true }], "shift+tab"],
    [["ArrowDown", "ArrowDown", { alt: true, shift: true }], "alt+shift+down"],
  ]) assert.equal(key(...input), shortcut);
  const shortcuts = commandsByShortcut(engine);
  assert.deepEqual([shortcuts.get("tab"), shortcuts.get("mod+b")], [["table-next-cell", "indent"], ["strong"]]);
  assert.deepEqual(["enter", "backspace", "mod+v"].filter((name) => shortcuts.has(name)), []);
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
  const random = seeded(1);
  const pieces = ["a", "b", "😀", "😁", "\u{1f600}", "\ud83d", "\ude00", "\n"];
  const word = () => Array.from({ length: random(6) }, () => pieces[random(pieces.length)]).join("");
  for (let round = 0; round < 5000; round++) {
    const [before, after] = [word(), word()];
    const change = difference(before, after);
    assert.equal(change === null ? before : applied(before, [change]), after);
  }
});

// Returns a random range of a text, which cuts no surrogate pair.
function randomRange(text, random, length) {
  const from = random(text.length + 1);
  const to = Math.min(text.length, from + length);
  return [from - (cutsPair(text, from) ? 1 : 0), to + (cutsPair(text, to) ? 1 : 0)];
}

test("a text in pieces is the same text, and has one edit since the last look", () => {
  let model = "words 😀 here\n".repeat(6000);
  const document = engine.open(model);
  assert.deepEqual(document.takeEdit(), { from: 0, to: 0, end: model.length });
  const random = seeded(11);
  let seen = model;
  for (let round = 0; round < 600; round++) {
    const [from, to] = randomRange(model, random, random(9) === 0 ? random(40_000) : random(4));
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
  const random = seeded(7);
  const pieces = ["word ", "**", "_", "`", "\n", "\n\n", "- ", "é", "😀", "[a](b)", "> "];
  const replace = ([from, to], insert) => {
    document.replace(from, to, insert);
    model = model.slice(0, from) + insert + model.slice(to);
  };
  for (let round = 0; round < 2000; round++) {
    replace(randomRange(model, random, random(4)), random(4) === 0 ? "" : pieces[random(pieces.length)]);
    if (model.length > 200) replace([0, cutsPair(model, 100) ? 101 : 100], "");
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
  for (const [offsetTop, height, scale, covered] of [
    [0, 844, 1, 0], [0, 508, 1, 336], [0, 422, 2, 0], [200, 254, 2, 390], [0, 843.5, 1, 0],
  ]) assert.equal(keyboardCoverage({ layoutHeight: 844, offsetTop, height, scale }), covered);
});

test("what replaces a selection: the command's plan; what is the editor's own", () => {
  const plan = (text, from, to, typed) => {
    const document = engine.open(text);
    const outcome = replacement(document, [[from, to]], typed);
    document.close();
    return [applied(text, outcome.changes), outcome.selections[0][1], isOwn(outcome, typed, [[from, to]], text)];
  };
  const [text, long] = ["a b **c d** e", "word ".repeat(5000)];
  for (const [input, ...wanted] of [
    [[text, 2, 7, "X"], "a X **d** e", 3, false],
    [[text, 2, 7, ""], "a  **d** e", 2, false],
    [[text, 12, 13, "X"], "a b **c d** X", 13, true],
    [[text, 2, 7, "x\n\ny"], "a x\n\ny **d** e", 6, false],
    [["a*b*", 1, 2, "x\n\ny"], "ax\n\nyb", 5, false],
    [["a b", 2, 3, "x\n\ny"], "a x\n\ny", 6, true],
    // A long text, and a whole one.
    [[text, 2, 7, long], `a ${long} **d** e`, long.length + 2, false],
    [[text, 0, 13, "*"], "*", 1, true],
  ]) assert.deepEqual(plan(...input), wanted);
  // Half of a surrogate pair, and a caret at the start, must not be left to the editor.
  const deletion = { changes: [{ from: 0, to: 2, insert: "" }], selections: [[0, 0]] };
  assert.equal(isOwn(deletion, "", [[2, 2]], "😀"), false);
  assert.equal(isOwn({ changes: [], selections: [[0, 0]] }, "", [[0, 0]], ""), false);
});
