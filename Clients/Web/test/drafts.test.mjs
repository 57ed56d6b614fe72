// Tests texts kept by the browser, with a stand-in for its storage, and the two sides that scroll together.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fingerprint, openedDocument } from "../demo/documents.js";
import { Drafts } from "../demo/drafts.js";
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

// Whether an unsaved text is outdated, and what it is.
const unsaved = (drafts, document) => {
  const found = drafts.unsaved(document);
  return found && [found.text, found.isOutdated];
};

test("what was not saved is there after a crash, and never in place of a newer file", () => {
  const storage = new Storage();
  const first = openedDocument("a.md", "one\r\n");
  assert.equal(new Drafts(storage).keep(first, "one more\n"), true);
  // Another page, and the unchanged file.
  const drafts = new Drafts(storage);
  assert.deepEqual(unsaved(drafts, openedDocument("a.md", "one\r\n")), ["one more\n", false]);
  assert.deepEqual(unsaved(drafts, openedDocument("a.md", "two\r\n")), ["one more\n", true]);
  assert.equal(unsaved(drafts, openedDocument("a.md", "one more\r\n")), null);
  assert.equal(unsaved(drafts, openedDocument("b.md", "one\r\n")), null);
  assert.equal(drafts.setAside(drafts.get("a.md")).name, "a (unsaved).md");
  assert.equal(drafts.get("a.md"), null);
  drafts.keep(first, "two more\n");
  assert.equal(drafts.setAside(drafts.get("a.md")).name, "a (unsaved) 2.md");
  assert.deepEqual(["a (unsaved).md", "a (unsaved) 2.md"].map((name) => drafts.get(name).text), ["one more\n", "two more\n"]);
  drafts.keep(first, first.saved);
  assert.equal(unsaved(drafts, first), null);
});

test("a text that was restored keeps the versions that it was written in", () => {
  const drafts = new Drafts(new Storage());
  drafts.keep(openedDocument("a.md", "one"), "one x");
  const { versions, text, slot, ...kept } = drafts.get("a.md");
  assert.deepEqual(versions, [fingerprint("one")]);
  drafts.keep({ name: "a.md", ending: "\n", tag: null, versions, saved: null, slot, kept }, `${text}y`);
  assert.deepEqual(unsaved(drafts, openedDocument("a.md", "one")), ["one xy", false]);
  assert.equal(drafts.all().length, 1);
});

test("each folder has its own texts, also of files with the same name", () => {
  const storage = new Storage();
  const folders = ["1a", "2b", ""].map((folder) => new Drafts(storage, folder));
  folders.forEach((drafts, index) => drafts.keep(openedDocument("a.md", "one"), `text ${index}`));
  folders.forEach((drafts, index) => {
    assert.deepEqual(drafts.all().map(({ text }) => text), [`text ${index}`]);
    assert.deepEqual(unsaved(drafts, openedDocument("a.md", "one")), [`text ${index}`, false]);
  });
});

test("two pages with the same file have a text each, and the page that restores one takes it over", () => {
  const storage = new Storage();
  const [one, two] = [new Drafts(storage), new Drafts(storage)];
  const [mine, theirs] = [openedDocument("a.md", "one"), openedDocument("a.md", "one")];
  one.keep(mine, "one");
  two.keep(theirs, "one");
  one.keep(mine, "mine");
  two.keep(theirs, "theirs");
  one.keep(mine, "mine too");
  two.keep(theirs, "theirs too");
  assert.deepEqual(one.all().map(({ text }) => text), ["theirs too", "mine too"]);
  // A third page goes on with a text; the page that had it notices.
  const restored = two.get("a.md");
  const third = { ...openedDocument("a.md", "one"), slot: restored.slot, kept: restored };
  two.keep(third, "theirs, third");
  assert.equal(two.holds(theirs, "theirs too"), true);
  assert.equal(two.holds(theirs, "theirs, second"), false);
  two.keep(theirs, "theirs, second");
  assert.deepEqual(one.all().map(({ text }) => text), ["theirs, second", "theirs, third", "mine too"]);
  // What is saved takes no text of another page away.
  theirs.saved = "theirs, second";
  two.keep(theirs, theirs.saved);
  assert.deepEqual(one.all().map(({ isUnsaved }) => isUnsaved), [false, true, true]);
});

test("texts that files have make room, and those that are not saved stay", (context) => {
  // All within one millisecond.
  context.mock.method(Date, "now", () => 1);
  const storage = new Storage();
  const drafts = new Drafts(storage);
  const text = "x".repeat(300);
  storage.room = 1650;
  drafts.keep(openedDocument("unsaved.md", ""), text);
  for (let index = 0; index < 6; index++) assert.equal(drafts.keep(openedDocument(`${index}.md`, text), text), true);
  assert.ok(drafts.get("unsaved.md") && drafts.get("5.md") && !drafts.get("0.md"));
  const large = openedDocument("large.md", "");
  drafts.keep(large, "y");
  assert.equal(drafts.keep(large, text.repeat(9)), false);
  assert.deepEqual([drafts.holds(large, text.repeat(9)), drafts.holds(large, "y")], [false, true]);
  // The earlier text is better than none.
  assert.equal(drafts.get("large.md").text, "y");
  assert.equal(drafts.get("unsaved.md").text, text);
  // Without room for two of them, a text gets its other name where it is.
  storage.room = [...storage.items.values()].reduce((sum, entry) => sum + entry.length, 20);
  const aside = drafts.setAside(drafts.get("unsaved.md"));
  assert.deepEqual([aside.name, drafts.get("unsaved (unsaved).md").text, drafts.get("unsaved.md")], ["unsaved (unsaved).md", text, null]);
  storage.room = 0;
  assert.equal(drafts.setAside(drafts.get("large.md")), null);
  assert.equal(drafts.get("large.md").text, "y");
  storage.room = Infinity;
  for (let index = 0; index < 20; index++) drafts.keep(openedDocument(`n${index}.md`, "x"), "x");
  assert.equal(drafts.all().filter(({ isUnsaved }) => !isUnsaved).length, 12);
});

test("what the storage has lost is in the journal, and what is newer stays", async () => {
  const journal = {
    items: new Map(), entries: async () => [...journal.items], remove: (slot) => journal.items.delete(slot),
    put: (slot, entry) => journal.items.set(slot, structuredClone(entry)),
  };
  const [first, second] = [new Drafts(new Storage()), new Storage()];
  await first.connect(journal);
  const document = openedDocument("a.md", "one");
  first.keep(document, "one x");
  first.keep(document, "one xy");
  const later = new Drafts(second);
  await later.connect(journal);
  assert.deepEqual(unsaved(later, openedDocument("a.md", "one")), ["one xy", false]);
  later.keep({ ...document, kept: later.get("a.md") }, "one xyz");
  // An older entry of the journal changes nothing.
  journal.put(document.slot, { ...later.get("a.md"), text: "older", time: 1 });
  const last = new Drafts(second);
  await last.connect(journal);
  assert.deepEqual(unsaved(last, openedDocument("a.md", "one")), ["one xyz", false]);
  // What only the storage has is added.
  assert.equal(journal.items.get(document.slot).text, "one xyz");
  // At the end of a page, the journal has what the storage has, and what it had no room for.
  last.keep(openedDocument("b.md", ""), "b");
  second.room = 0;
  last.keep(openedDocument("c.md", ""), "c");
  second.items.delete("markdown-editing:b.md");
  last.disconnect();
  assert.deepEqual([...journal.items.keys()], ["a.md", "c.md"]);
});

test("without a storage nothing is kept, and nothing fails", async () => {
  const drafts = new Drafts(null);
  await drafts.connect(null);
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
