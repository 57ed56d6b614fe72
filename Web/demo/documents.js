// The documents of the page. Each has its own name, line ending, version and undo history, so that documents never
// affect each other.

// Converts the contents of a file for a textarea, which has only LF; null if the file mixes line endings.
export function openedDocument(name, contents, tag = null) {
  const ending = /\r\n?|\n/.exec(contents)?.[0] ?? "\n";
  const text = contents.replace(/\r\n?/g, "\n");
  return text.replaceAll("\n", ending) === contents ? { name, ending, tag, saved: text } : null;
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

export async function accepted(request) {
  const response = await request;
  if (!response.ok) {
    const error = new Error((await response.text()).trim());
    error.isConflict = response.status === 412;
    throw error;
  }
  return response;
}

// Saves a text as the document, under the version that was opened; the server rejects any other. Another document
// may be open when the response arrives.
export async function saveDocument(document, text, send) {
  const response = await accepted(send(fileAddress(document.name), {
    method: "PUT", headers: { "if-match": document.tag ?? "", "content-type": "text/markdown; charset=utf-8" },
    body: fileContents(document, text),
  }));
  document.tag = response.headers.get("etag");
  document.saved = text;
}
