// Tests texts kept by the browser, with a stand-in for its storage, and the two sides that scroll together.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openedDocument } from "../demo/documents.js";
import { Drafts, fingerprint } from "../demo/drafts.js";
import { otherOffset } from "../demo/scrolling.js";

class Storage {
  items = new Map();
  room = Infinity;
  get length() { return this.items.size; }
  key(index) { return [...this.items.keys()][index]; }
  getItem(key) { return this.items.get(key) ?? null; }
  removeItem(key) { this.items.delete(key); }
  setItem(key, value) {
    const used = [...this.items].reduce((sum, [other, text]) => sum + (other === key ? 0 : text.length), 0);
    if (used + value.length > this.room) throw new Error("no room");
    this.items.set(key, value);
  }
}

test("what was not saved is there after a crash, and never in place of a newer file", () => {
  const storage = new Storage();
  const first = openedDocument("a.md", "one\r\n");
  assert.equal(new Drafts(storage).keep(first, "one more\n"), true);
  // Another page, and the unchanged file.
  const drafts = new Drafts(storage);
  assert.deepEqual(drafts.unsaved(openedDocument("a.md", "one\r\n")), { text: "one more\n", isOutdated: false });
  assert.deepEqual(drafts.unsaved(openedDocument("a.md", "two\r\n")), { text: "one more\n", isOutdated: true });
  assert.equal(drafts.unsaved(openedDocument("a.md", "one more\r\n")), null);
  assert.equal(drafts.unsaved(openedDocument("b.md", "one\r\n")), null);
  assert.equal(drafts.setAside("a.md"), "a (unsaved).md");
  assert.equal(drafts.setAside("a.md"), "a (unsaved) 2.md");
  assert.equal(drafts.get("a (unsaved).md").text, "one more\n");
  drafts.keep(first, first.saved);
  assert.equal(drafts.unsaved(first), null);
});

test("a text that was restored keeps the version that it was written in", () => {
  const drafts = new Drafts(new Storage());
  drafts.keep(openedDocument("a.md", "one"), "one x");
  const { base, text } = drafts.get("a.md");
  assert.equal(base, fingerprint("one"));
  drafts.keep({ name: "a.md", ending: "\n", tag: null, base, saved: null }, `${text}y`);
  assert.deepEqual(drafts.unsaved(openedDocument("a.md", "one")), { text: "one xy", isOutdated: false });
});

test("texts that files have make room, and those that are not saved stay", (context) => {
  // All within one millisecond.
  context.mock.method(Date, "now", () => 1);
  const storage = new Storage();
  const drafts = new Drafts(storage);
  const text = "x".repeat(300);
  storage.room = 1500;
  drafts.keep(openedDocument("unsaved.md", ""), text);
  for (let index = 0; index < 6; index++) assert.equal(drafts.keep(openedDocument(`${index}.md`, text), text), true);
  assert.ok(drafts.get("unsaved.md") && drafts.get("5.md") && !drafts.get("0.md"));
  drafts.keep(openedDocument("large.md", ""), "y");
  assert.equal(drafts.keep(openedDocument("large.md", ""), text.repeat(9)), false);
  // An earlier draft must not be mistaken for the text that has no room.
  assert.equal(drafts.get("large.md"), null);
  assert.equal(drafts.get("unsaved.md").text, text);
  storage.room = Infinity;
  for (let index = 0; index < 20; index++) drafts.keep(openedDocument(`n${index}.md`, "x"), "x");
  assert.equal(drafts.all().filter(({ isUnsaved }) => !isUnsaved).length, 12);
});

test("without a storage nothing is kept, and nothing fails", () => {
  const drafts = new Drafts(null);
  assert.equal(drafts.keep(openedDocument("a.md", ""), "x"), false);
  assert.deepEqual([drafts.get("a.md"), drafts.all(), drafts.freeName("a.md")], [null, [], "a.md"]);
  const names = new Drafts(new Storage());
  names.keep(openedDocument("a.md", ""), "x");
  assert.equal(names.freeName("a.md"), "a 2.md");
});

test("headings are at the same height on both sides", () => {
  const [points, others] = [[0, 100, 400, 1000], [0, 300, 350, 500]];
  for (const [offset, wanted] of [[0, 0], [50, 150], [100, 300], [250, 325], [400, 350], [1000, 500], [1200, 500], [-5, 0]]) {
    assert.equal(otherOffset(offset, points, others), wanted, String(offset));
  }
  assert.equal(otherOffset(0, [0, 0], [0, 0]), 0);
});
