// A copy of the kept texts in IndexedDB. Browsers write IndexedDB to the disk at once, and localStorage seconds later,
// or minutes after much was written. Until then, a browser that is killed has the text only here.

const result = (request) => new Promise((done, failed) => {
  request.onsuccess = () => done(request.result);
  request.onerror = () => failed(request.error);
});

export class Journal {
  #database;

  constructor(database) { this.#database = database; }

  // Opens the journal; null if the browser has none for this page.
  static async open() {
    try {
      const request = indexedDB.open("markdown-editing", 1);
      request.onupgradeneeded = () => request.result.createObjectStore("texts");
      return new Journal(await result(request));
    } catch {
      return null;
    }
  }

  // Returns pairs of a slot and the entry that was written last.
  async entries() {
    const texts = this.#database.transaction("texts").objectStore("texts");
    const [slots, entries] = await Promise.all([result(texts.getAllKeys()), result(texts.getAll())]);
    return slots.map((slot, index) => [slot, entries[index]]);
  }

  put(slot, entry) { this.#change((texts) => texts.put(entry, slot)); }
  remove(slot) { this.#change((texts) => texts.delete(slot)); }

  // A failure is not reported: the answer of localStorage counts.
  #change(action) {
    try {
      const transaction = this.#database.transaction("texts", "readwrite");
      action(transaction.objectStore("texts"));
      transaction.commit();
    } catch {}
  }
}
