// Texts that the browser keeps: what was not saved yet, after a crash too, and the files that were open last.

const PREFIX = "markdown-editing:";
const COUNT = 12;

// A short name for the contents of a file.
export function fingerprint(text) {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return `${text.length}-${hash >>> 0}`;
}

// storage: as localStorage. Everything works without it, but nothing is kept then.
export class Drafts {
  #storage;

  constructor(storage) { this.#storage = storage; }

  // Keeps the text of a document. Returns false if it has no room: then it is not kept.
  keep({ name, ending, saved, tag, base }, text) {
    const entry = { name, ending, tag, text, base: base ?? fingerprint(saved), isUnsaved: text !== saved, time: Date.now() };
    for (;;) {
      try {
        this.#storage.setItem(PREFIX + name, JSON.stringify(entry));
        break;
      } catch {
        // The oldest text that a file has too makes room.
        const oldest = this.all().findLast((other) => !other.isUnsaved && other.name !== name);
        if (!oldest) {
          // A draft of before would be taken for this text.
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

  // All that is kept, the newest first.
  all() {
    const names = Array.from({ length: this.#storage?.length ?? 0 }, (_, index) => this.#storage.key(index))
      .filter((key) => key.startsWith(PREFIX));
    return names.map((key) => this.get(key.slice(PREFIX.length))).filter(Boolean).sort((a, b) => b.time - a.time);
  }

  // What was not saved of a document that is opened: {text, isOutdated}, which is whether the file is another one than the
  // text was written in; null if there is nothing.
  unsaved({ name, saved }) {
    const entry = this.get(name);
    if (!entry?.isUnsaved || entry.text === saved) return null;
    return { text: entry.text, isOutdated: entry.base !== fingerprint(saved) };
  }

  // Keeps a draft under another name, so that the text of the file can have its own.
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
