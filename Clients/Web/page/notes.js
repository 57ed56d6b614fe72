// The note on the screen and where it comes from: a file of the folder of `mdedit serve`, or one that was opened here.

import { Text } from "./editor.js";

// A note: its name, its form (see contents.js), the version of the file (`tag`), the text of that version (`base`; null if
// there is none), the fingerprint of a text that was sent and not answered yet, whether the file was deleted by another
// program, and the slot of its draft.
export class Note {
  #base = null;
  #lines = null;

  constructor({ name, form = { mark: "", endings: "\n" }, tag = null, base = null, sent = null, isGone = false, slot = null }) {
    Object.assign(this, { name, form, tag, base, sent, isGone, slot });
  }

  get base() { return this.#base; }
  set base(text) {
    this.#base = text;
    this.#lines = text === null ? null : Text.of(text.split("\n"));
  }

  // Whether a text of the editor differs from the file; equal parts are shared, so it is fast.
  isChanged(lines) {
    if (this.isGone || this.#lines === null || !this.#lines.eq(lines)) return true;
    this.#lines = lines;
    return false;
  }

  // The last part of the name, and the path of the folder, with a slash.
  get file() { return this.name.split("/").at(-1); }
  get path() { return this.name.slice(0, this.name.length - this.file.length); }
}

const address = (kind, path) => `${kind}?path=${encodeURIComponent(path)}`;

// Returns the answer of `mdedit serve`, or throws a sentence for a person. `isGone` is whether the file does not exist,
// `isOther` whether it is another version, `isSilent` whether there is no answer.
async function asked(path, options = {}) {
  const response = await fetch(path, options).catch(() => {
    throw Object.assign(new Error("mdedit serve does not answer; start it again, and open its new address"), { isSilent: true });
  });
  if (response.ok || response.status === 304) return response;
  const message = (await response.text()).trim();
  // After a restart, the server has another token.
  const isOld = response.status === 403;
  throw Object.assign(
    new Error(isOld ? "this address is no longer valid; open the one that mdedit serve printed last" : message.replace(/\.$/, "")),
    { isGone: response.status === 404, isOther: response.status === 412 });
}

// The folder of `mdedit serve`. A tag is a version of a file.
export const server = {
  async list() { return (await asked("files")).json(); },
  // Returns {bytes, tag}, or null if the file still has a version.
  async read(name, tag) {
    const response = await asked(address("file", name), { headers: tag ? { "if-none-match": tag } : {}, cache: "no-store" });
    return response.status === 304 ? null : { bytes: new Uint8Array(await response.arrayBuffer()), tag: response.headers.get("etag") };
  },
  // Replaces the version with a tag, or makes a file if there is no tag. Returns the new tag.
  async write(name, contents, tag) {
    const headers = { "content-type": "text/markdown; charset=utf-8", ...tag ? { "if-match": tag } : { "if-none-match": "*" } };
    return (await asked(address("file", name), { method: "PUT", headers, body: contents })).headers.get("etag");
  },
  async move(name, to, tag) {
    const headers = { "content-type": "text/plain; charset=utf-8", "if-match": tag };
    return (await asked(address("file", name), { method: "POST", headers, body: to })).headers.get("etag");
  },
  remove: (name, tag) => asked(address("file", name), { method: "DELETE", headers: { "if-match": tag } }),
  makeFolder: (path) => asked(address("folder", path), { method: "POST" }),
  // Stores an image under the first name that is free. Returns the name.
  async store(path, file, name) {
    const [, stem, end] = /^(.*?)(\.\w+)?$/.exec(name);
    for (let number = 1; ; number++) {
      const free = `${stem}${number > 1 ? `-${number}` : ""}${end ?? ""}`;
      try {
        await asked(`asset/${`${path}${free}`.split("/").map(encodeURIComponent).join("/")}`, {
          method: "PUT", headers: { "if-none-match": "*", "content-type": "application/octet-stream" }, body: file,
        });
        return free;
      } catch (error) {
        if (!error.isOther || number > 999) throw error;
      }
    }
  },
};
