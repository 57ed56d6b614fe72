// Tests finding in the visible text, and counting its words.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";
import { applied, load } from "../index.js";
import { found, headings, visibleText, wordCount } from "../find.js";

const engine = await load(process.env.MARKDOWN_EDITING_WASM);

function matches(text, query, options) {
  const document = engine.open(text);
  const ranges = found(visibleText(document), query, options);
  document.close();
  return ranges.map(([from, to]) => text.slice(from, to));
}

test("a match goes through markup, and takes what ends in it along", () => {
  for (const [text, query, wanted] of [
    ["See the **seed** list.", "seed list", ["**seed** list"]],
    ["See the **seed** list.", "seed", ["seed"]],
    ["See the **seed** list.", "the seed", ["the **seed**"]],
    ["See the **seed list**.", "seed l", ["seed l"]],
    ["[the *seed*](https://example.org/seed) list", "seed list", ["*seed*](https://example.org/seed) list"]],
    ["seed\nlist, and\n\nseed\n\nlist", "seed list", ["seed\nlist"]],
    ["> seed\n> list", "seed list", []],
    ["a \\* b &amp; c", "* b & c", ["\\* b &amp; c"]],
    ["`seed` 😀 list", "seed 😀", ["`seed` 😀"]],
    ["| seed | list |\n| - | - |\n| c | Seed |", "seed", ["seed", "Seed"]],
    ["<b>seed</b> list", "seed list", ["seed</b> list"]],
    ["seed  list", " seed   list ", ["seed  list"]],
    ["anything", " ", []],
    ["", "x", []],
  ]) assert.deepEqual(matches(text, query), wanted, `${JSON.stringify(text)} ${query}`);
  assert.deepEqual(matches("Seed seed", "Seed", { matchesCase: true }), ["Seed"]);
  const patterns = (query) => matches("Sow **42** seeds,\n7 beds.\n\nEnd (", query, { isPattern: true });
  assert.deepEqual(["\\d+", "^e|\\($", "s[eo]\\w", "(", "\\s*", "x*"].map(patterns), [["42", "7"], ["E", "("], ["Sow", "see"], [], [" ", " ", "\n", " ", " "], []]);
});

test("all matches are replaced in one step, and markup stays whole", () => {
  const document = engine.open("A **seed** list, a seed *list*.\n\n- seed list\n");
  const ranges = found(visibleText(document), "seed list");
  const plan = document.plan("insert-text", ranges, { argument: "plan" });
  assert.equal(applied(document.text, plan.changes), "A **plan**, a plan.\n\n- plan\n");
  document.close();
});

test("every page of the documentation: a word is found where it is shown", async () => {
  const folder = new URL("../../../Documentation/", import.meta.url);
  for (const name of (await readdir(folder)).filter((name) => name.endsWith(".md"))) {
    const document = engine.open(await readFile(new URL(name, folder), "utf8"));
    const visible = visibleText(document);
    assert.ok(wordCount(visible.text) > 50, name);
    for (const [from, to] of found(visible, "the", { matchesCase: true })) assert.equal(document.slice(from, to), "the", name);
    document.close();
  }
});

test("words", () => {
  for (const [text, count] of [["", 0], ["one", 1], ["don't stop — 3.5 km", 4], ["日本語 text", 4], ["naïve café\nà", 3]]) {
    assert.equal(wordCount(text), count, text);
  }
});

test("headings are those of the document, in the text that is shown", () => {
  const text = "# One **two**\n## Three\n\ntext\n\nFour `five`\nsix\n---\n> ### Seven\n\n```\n# no\n```\n#\n";
  const document = engine.open(text);
  assert.deepEqual(headings(visibleText(document)).map(({ level, title, from }) => [level, title, text.slice(from, from + 3)]), [
    [1, "One two", "One"], [2, "Three", "Thr"], [2, "Four five six", "Fou"], [3, "Seven", "Sev"],
  ]);
  document.close();
});
