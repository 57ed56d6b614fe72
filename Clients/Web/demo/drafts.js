// Texts kept by the browser: unsaved ones, even after a crash, and recently opened files.

import { fingerprint } from "./documents.js";

const PREFIX = "markdown-editing:";
const COUNT = 12;

// The texts of one folder, by the name that the server has for it; "" without a server. The `storage` has the interface
// of localStorage. Without it, everything works but nothing is kept.
//
// A text is kept in a slot, which belongs to one document: two pages with the same file have one slot each. The
// document has `slot`, and `kept`: the time and the text of its last entry.
export class Drafts {
  #storage;
  #folder;
  #journal = null;
  // The entries as read last, and the slots whose last entry the storage has.
  #parsed = new Map();
  #written = new Set();

  constructor(storage, folder = "") { [this.#storage, this.#folder] = [storage, folder]; }

  // Takes over what the journal has and the storage lost, and the other way round, and writes to both from now on.
  async connect(journal) {
    const entries = new Map(await journal?.entries().catch(() => []));
    for (const [slot, entry] of entries) {
      if (this.#read(slot)?.time >= entry.time) this.#written.add(slot);
      else this.#write(slot, entry);
    }
    this.#journal = journal;
    for (const { slot, ...entry } of this.#all()) {
      if (!(entries.get(slot)?.time >= entry.time)) journal?.put(slot, entry);
    }
  }

  // At the end of a page: what somebody has removed from the storage leaves the journal too.
  disconnect() { for (const slot of this.#written) if (!this.#read(slot)) this.#journal?.remove(slot); }

  // Keeps the text of a document. Returns false if there is no room for it; then an earlier text of it stays.
  keep(document, text) {
    const { name, ending, saved, tag, versions, kept } = document;
    const there = this.#read(document.slot);
    if (there?.isUnsaved && there.time !== kept?.time && there.text !== text) {
      // Another page has restored this document's text and gone on from there.
      document.slot = undefined;
    }
    document.slot ??= this.#freeSlot(name);
    // Later than every other text, even within a millisecond or after the clock was set back.
    const time = Math.max(Date.now(), ...this.#all().map((other) => other.time + 1));
    const isUnsaved = text !== saved;
    if (!this.#write(document.slot, { folder: this.#folder, name, ending, tag, text, versions, isUnsaved, time })) return false;
    document.kept = { time, text };
    // One saved text for each name, and not too many of them.
    this.all().filter((other) => !other.isUnsaved).forEach((other, index) => {
      const isOlder = !isUnsaved && other.name === name && other.slot !== document.slot;
      if (isOlder || index >= COUNT) this.#remove(other.slot);
    });
    return true;
  }

  // Whether a text of a document is kept: in its slot, or there before another page restored it and went on.
  holds({ slot, kept }, text) {
    const there = this.#read(slot);
    return there?.text === text || Boolean(there?.isUnsaved && there.time !== kept?.time && kept?.text === text);
  }

  // Returns all kept texts of the folder, the newest first.
  all() { return this.#all().filter(({ folder }) => folder === this.#folder); }

  // Returns the newest kept text of a file, an unsaved one first; null if there is none.
  get(name) {
    const entries = this.all().filter((entry) => entry.name === name);
    return entries.find(({ isUnsaved }) => isUnsaved) ?? entries[0] ?? null;
  }

  // Returns the unsaved text of an opened document, or null if there is none. `isOutdated` is whether the file has
  // changed since the text was written.
  unsaved({ name, saved }) {
    const entry = this.all().find((other) => other.name === name && other.isUnsaved && other.text !== saved);
    return entry ? { ...entry, isOutdated: !entry.versions.includes(fingerprint(saved)) } : null;
  }

  // Gives an unsaved text another name, so that the text of the file can use its name. Returns it with its
  // new name, or null if there is no room; then nothing has changed.
  setAside({ slot, isOutdated: _, ...entry }) {
    const name = this.freeName(entry.name.replace(/(\.\w+)?$/, " (unsaved)$1"));
    const [aside, moved] = [this.#freeSlot(name), { ...entry, name, tag: null }];
    if (this.#write(aside, moved)) {
      this.#remove(slot);
      return { ...moved, slot: aside };
    }
    // There is no room for two of them.
    return this.#write(slot, moved) ? { ...moved, slot } : null;
  }

  freeName(name) {
    const names = new Set(this.all().map((entry) => entry.name));
    let free = name;
    for (let number = 2; names.has(free); number++) free = name.replace(/(\.\w+)?$/, ` ${number}$1`);
    return free;
  }

  #freeSlot(name) {
    const saved = this.all().find((entry) => entry.name === name && !entry.isUnsaved);
    if (saved) return saved.slot;
    const slot = this.#folder ? `${this.#folder}/${name}` : name;
    let free = slot;
    for (let number = 2; this.#read(free); number++) free = `${slot} ${number}`;
    return free;
  }

  #all() {
    return Array.from({ length: this.#storage?.length ?? 0 }, (_, index) => this.#storage.key(index))
      .filter((key) => key.startsWith(PREFIX)).map((key) => this.#read(key.slice(PREFIX.length)))
      .filter(Boolean).sort((a, b) => b.time - a.time);
  }

  #read(slot) {
    try {
      const text = this.#storage.getItem(PREFIX + slot);
      if (this.#parsed.get(slot)?.text !== text) this.#parsed.set(slot, { text, entry: JSON.parse(text) });
      const { entry } = this.#parsed.get(slot);
      return entry && { folder: "", versions: [entry.base], ...entry, slot };
    } catch {
      return null;
    }
  }

  // Writes an entry; the oldest saved texts make room for it.
  #write(slot, entry) {
    this.#journal?.put(slot, entry);
    for (;;) {
      try {
        this.#storage.setItem(PREFIX + slot, JSON.stringify(entry));
        this.#written.add(slot);
        return true;
      } catch {
        const oldest = this.#all().findLast((other) => !other.isUnsaved && other.slot !== slot);
        if (!oldest) {
          this.#written.delete(slot);
          return false;
        }
        this.#remove(oldest.slot);
      }
    }
  }

  #remove(slot) {
    this.#storage.removeItem(PREFIX + slot);
    this.#journal?.remove(slot);
  }
}
