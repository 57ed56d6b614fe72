// Texts that are not saved, and those that were open last, in the browser's database: by folder, and by file.

const LAST = "markdown-editing:last:";
// The largest number of texts that are kept although they are saved.
const COUNT = 12;

const result = (request) => new Promise((done, failed) => {
  request.onsuccess = () => done(request.result);
  request.onerror = () => failed(request.error);
});

// Each document of a tab has a slot of its own, so two tabs with the same file keep a text each. An entry is {slot, folder,
// name, form, tag, text, base, sent, isGone, isUnsaved, time}; see notes.js.
export class Drafts {
  #database;
  #folder;
  #mine = new Set();

  constructor(database, folder) { [this.#database, this.#folder] = [database, folder]; }

  // Opens the texts of a folder; "" without a server. Without a database, everything works but nothing is kept.
  static async open(folder) {
    const drafts = new Drafts(null, folder);
    try {
      const request = indexedDB.open("markdown-editing-page", 1);
      request.onupgradeneeded = () => request.result.createObjectStore("texts").createIndex("name", ["folder", "name"]);
      // A browser that does not answer has none.
      drafts.#database = await Promise.race([result(request), new Promise((_, failed) => setTimeout(failed, 3000))]);
      await drafts.#takeLast();
    } catch {}
    return drafts;
  }

  get isMissing() { return !this.#database; }

  // Keeps the text of a document. Resolves to false if the browser has no room for it; then the text before it stays.
  async keep(document, text, isUnsaved) {
    document.slot ??= this.#claim();
    // A server has what is saved.
    if (!isUnsaved && this.#folder) return this.remove(document.slot);
    return this.#put(document.slot, this.#entry(document, text, isUnsaved));
  }

  // Keeps a text when the page may end at any time: the database answers too late. The next page takes it from here.
  leave(document, text, isUnsaved) {
    document.slot ??= this.#claim();
    try {
      localStorage.setItem(LAST + document.slot, JSON.stringify(this.#entry(document, text, isUnsaved)));
    } catch {}
    this.keep(document, text, isUnsaved);
  }

  // Returns the entries of the folder with their slots, the newest first, or those of one file. `isElsewhere` is whether
  // another tab has it.
  async all(name) {
    if (!this.#database) return [];
    const texts = this.#database.transaction("texts").objectStore("texts");
    const source = name === undefined ? texts : texts.index("name");
    const range = name === undefined ? undefined : IDBKeyRange.only([this.#folder, name]);
    const [entries, held] = await Promise.all([result(source.getAll(range)), locked()]);
    return entries.map((entry) => ({ ...entry, isElsewhere: held.has(entry.slot) && !this.#mine.has(entry.slot) }))
      .filter(({ folder }) => folder === this.#folder).sort((one, other) => other.time - one.time);
  }

  // Takes over a slot whose page is gone. Resolves to it, or to a new one if another tab has been faster.
  async take(slot) {
    if (this.#mine.has(slot)) return slot;
    if (!await hold(slot)) return this.#claim();
    this.#mine.add(slot);
    return slot;
  }

  remove(slot) {
    try { localStorage.removeItem(LAST + slot); } catch {}
    return this.#change((texts) => texts.delete(slot));
  }

  #entry({ slot, name, form, tag, base, sent, isGone }, text, isUnsaved) {
    return { slot, folder: this.#folder, name, form, tag, text, base: isUnsaved ? base : null, sent, isGone, isUnsaved, time: Date.now() };
  }

  #claim() {
    const slot = crypto.randomUUID();
    this.#mine.add(slot);
    hold(slot);
    return slot;
  }

  async #put(slot, entry) {
    if (!await this.#change((texts) => texts.put(entry, slot))) return false;
    // The last words may be newer than this text.
    try { if (!(JSON.parse(localStorage.getItem(LAST + slot))?.time > entry.time)) localStorage.removeItem(LAST + slot); } catch {}
    // Read only now and then, because the texts are read too.
    if (entry.isUnsaved) return true;
    const saved = (await this.all()).filter((other) => !other.isUnsaved);
    await Promise.all(saved.filter(({ name, slot: other }, index) => index >= COUNT || name === entry.name && other !== slot)
      .map(({ slot: other }) => this.remove(other)));
    return true;
  }

  // Unless the action waits for what it reads, the page may end before the answer.
  async #change(action, isWhole = true) {
    try {
      const transaction = this.#database.transaction("texts", "readwrite");
      action(transaction.objectStore("texts"));
      if (isWhole) transaction.commit();
      return await new Promise((done) => {
        transaction.oncomplete = () => done(true);
        transaction.onabort = transaction.onerror = () => done(false);
      });
    } catch {
      return false;
    }
  }

  // Takes over what pages have left when they ended.
  async #takeLast() {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(LAST));
    for (const key of keys) {
      const slot = key.slice(LAST.length);
      const entry = JSON.parse(localStorage.getItem(key));
      const isTaken = await this.#change((texts) => {
        texts.get(slot).onsuccess = ({ target }) => { if (!(target.result?.time > entry.time)) texts.put(entry, slot); };
      }, false);
      if (isTaken) localStorage.removeItem(key);
    }
  }
}

// Holds a slot until the page ends. Resolves to whether no other page holds it; a browser without locks cannot say.
async function hold(slot) {
  try {
    return await new Promise((done, failed) => {
      navigator.locks.request(LAST + slot, { ifAvailable: true }, (lock) => {
        done(lock !== null);
        return lock && new Promise(() => {});
      }).catch(failed);
    });
  } catch {
    return true;
  }
}

async function locked() {
  try {
    const names = (await navigator.locks.query()).held.map(({ name }) => name);
    return new Set(names.filter((name) => name.startsWith(LAST)).map((name) => name.slice(LAST.length)));
  } catch {
    return new Set();
  }
}
