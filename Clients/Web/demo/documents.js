// The documents of the page. Each has its own name, line ending, version and undo history, so that documents never
// affect each other.

// Returns a short fingerprint of a text.
export function fingerprint(text) {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return `${text.length}-${hash >>> 0}`;
}

// Converts the contents of a file for a textarea, which has only LF; null if the file mixes line endings. `versions`
// are the fingerprints of the file that the text is based on: as opened, and as sent to be saved until that is answered.
export function openedDocument(name, contents, tag = null) {
  const ending = /\r\n?|\n/.exec(contents)?.[0] ?? "\n";
  const text = contents.replace(/\r\n?/g, "\n");
  if (text.replaceAll("\n", ending) !== contents) return null;
  return { name, ending, tag, saved: text, versions: [fingerprint(text)] };
}

// Returns the file contents for the text of a textarea.
export const fileContents = ({ ending }, text) => text.replaceAll("\n", ending);

// Replaces a textarea by a copy with another text. The browser keeps the undo history with the element, so undo in
// the copy cannot restore the old text.
export function freshTextarea(textarea, text) {
  const fresh = textarea.cloneNode();
  fresh.value = text;
  textarea.replaceWith(fresh);
  return fresh;
}

export const fileAddress = (name) => `file?path=${encodeURIComponent(name)}`;

// Returns the answer of `mdedit serve`, or throws a sentence for the user. `isGone` is whether the file does not
// exist, `isConflict` whether another program has changed it.
export async function accepted(request) {
  const response = await request.catch(() => { throw new Error("mdedit serve does not answer; start it again, and open its new address"); });
  if (response.ok) return response;
  const message = (await response.text()).trim();
  const error = new Error(message || "this address is no longer valid; open the one that mdedit serve printed last");
  error.isGone = response.status === 404 && message !== "";
  error.isConflict = response.status === 412;
  throw error;
}

// Reads a file as {contents, tag}.
export async function readFile(name, send) {
  const response = await accepted(send(fileAddress(name)));
  const bytes = await response.arrayBuffer();
  try {
    return { contents: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes), tag: response.headers.get("etag") };
  } catch {
    throw new Error("this is not UTF-8");
  }
}

// Whether a file has only what this document has read, sent or contains, so that saving replaces nothing of others.
function isKnown({ name, ending, versions }, text, contents) {
  const theirs = openedDocument(name, contents);
  return theirs !== null && (theirs.ending === ending || !theirs.saved.includes("\n"))
    && (theirs.saved === text || versions.includes(theirs.versions[0]));
}

// Saves a text as the document, under the version that was opened; the server rejects any other. Another document
// may be open when the response arrives. After a conflict, the error has the other program's file as `theirs`.
export async function saveDocument(document, text, send) {
  const known = { ...document };
  document.versions = [...new Set([...document.versions, fingerprint(text)])];
  const put = () => accepted(send(fileAddress(document.name), {
    method: "PUT", headers: { "if-match": document.tag ?? "", "content-type": "text/markdown; charset=utf-8" },
    body: fileContents(document, text),
  }));
  for (;;) {
    try {
      document.tag = (await put()).headers.get("etag");
      break;
    } catch (error) {
      if (!error.isConflict) throw error;
      error.theirs = await readFile(document.name, send).catch(() => null);
      if (!error.theirs || error.theirs.tag === document.tag || !isKnown(known, text, error.theirs.contents)) throw error;
      document.tag = error.theirs.tag;
    }
  }
  document.saved = text;
  document.versions = [fingerprint(text)];
}
