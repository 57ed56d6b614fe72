// Texts kept by the browser: unsaved ones, even after a crash, and recently opened files.

const PREFIX = "markdown-editing:";
const COUNT = 12;

// Returns a short fingerprint of a file's contents.
export function fingerprint(text) {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return `${text.length}-${hash >>> 0}`;
}

// The `storage` has the interface of localStorage. Without it, everything works but nothing is kept.
export class Drafts {
  #storage;

  constructor(storage) { this.#storage = storage; }

  // Keeps the text of a document. Returns false if there is no room for it.
  keep({ name, ending, saved, tag, base }, text) {
    // Later than every other text, even within a millisecond or after the clock was set back.
    const time = Math.max(Date.now(), (this.all()[0]?.time ?? 0) + 1);
    const entry = { name, ending, tag, text, base: base ?? fingerprint(saved), isUnsaved: text !== saved, time };
    for (;;) {
      try {
        this.#storage.setItem(PREFIX + name, JSON.stringify(entry));
        break;
      } catch {
        // The oldest saved text makes room.
        const oldest = this.all().findLast((other) => !other.isUnsaved && other.name !== name);
        if (!oldest) {
          // An earlier draft would be mistaken for this text.
          this.forget(name);
          return false;
        }
        this.forget(oldest.name);
      }
    }
    for (const { name } of this.all().filter((other) => !other.isUnsaved).slice(COUNT)) this.forget(name);
    return true;
  }

  forget(name) { this.#storage?.removeItem(PREFIX + name); }

  get(name) {
    try {
      return JSON.parse(this.#storage.getItem(PREFIX + name));
    } catch {
      return null;
    }
  }

  // Returns all kept texts, the newest first.
  all() {
    const names = Array.from({ length: this.#storage?.length ?? 0 }, (_, index) => this.#storage.key(index))
      .filter((key) => key.startsWith(PREFIX));
    return names.map((key) => this.get(key.slice(PREFIX.length))).filter(Boolean).sort((a, b) => b.time - a.time);
  }

  // Returns the unsaved text of an opened document as {text, isOutdated}, or null if there is none. `isOutdated` is
  // whether the file has changed since the text was written.
  unsaved({ name, saved }) {
    const entry = this.get(name);
    if (!entry?.isUnsaved || entry.text === saved) return null;
    return { text: entry.text, isOutdated: entry.base !== fingerprint(saved) };
  }

  // Keeps a draft under another name, so that the text of the file can use its name.
  setAside(name) {
    const entry = this.get(name);
    if (!entry) return null;
    const other = this.freeName(name.replace(/(\.\w+)?$/, " (unsaved)$1"));
    try {
      this.#storage.setItem(PREFIX + other, JSON.stringify({ ...entry, name: other, tag: null }));
      return other;
    } catch {
      return null;
    }
  }

  freeName(name) {
    let free = name;
    for (let number = 2; this.get(free); number++) free = name.replace(/(\.\w+)?$/, ` ${number}$1`);
    return free;
  }
}
