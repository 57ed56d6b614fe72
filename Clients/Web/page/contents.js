// The contents of files: encodings, byte order marks, and line endings, which an editor does not show.

import { differences, linesOf } from "./merge.js";

// Returns a short fingerprint of a text.
export function fingerprint(text) {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return `${text.length}-${hash >>> 0}`;
}

// Reads the contents of a file. The form is what an editor does not show: a byte order mark, and the line endings, as a list
// if they are mixed.
export function read(contents) {
  const mark = contents.startsWith("\ufeff") ? "\ufeff" : "";
  const found = contents.match(/\r\n?|\n/g) ?? ["\n"];
  const isMixed = found.some((ending) => ending !== found[0]);
  return { text: contents.slice(mark.length).replace(/\r\n?/g, "\n"), form: { mark, endings: isMixed ? found : found[0] } };
}

// Returns the contents of a file with a text. Where line endings are mixed, each line keeps its own, and a new line gets
// that of the line before it.
export function written({ form: { mark, endings }, base }, text) {
  if (typeof endings === "string") return mark + text.replaceAll("\n", endings);
  const [lines, own] = [linesOf(text), []];
  let [at, place] = [0, 0];
  for (const [from, to, start, end] of [...differences(linesOf(base ?? ""), lines), [endings.length, 0, lines.length, 0]]) {
    while (at < from && place < start) own[place++] = endings[at++];
    while (place < end) own[place++] = endings[at < to ? at++ : Math.max(0, at - 1)];
    at = Math.max(at, to);
  }
  return mark + lines.map((line, index) => line.replace("\n", () => own[index] ?? endings.at(-1))).join("");
}

// Decodes a file. What is not UTF-8 is read in another encoding, if `choose(encodings, sample)` resolves to one: a person
// sees the first line that shows the difference. Returns null if none is chosen.
export async function decoded(bytes, choose) {
  const decode = (encoding) => new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  try {
    return { contents: decode("utf-8"), isConverted: false };
  } catch {}
  const mark = { "255,254": "utf-16le", "254,255": "utf-16be" }[bytes.slice(0, 2).join()];
  const encodings = [...mark ? [mark] : [], "windows-1252", "windows-1250", "windows-1251", "utf-16le", "utf-16be",
    "shift_jis", "gb18030", "big5", "euc-kr"];
  const samples = new Map();
  for (const encoding of encodings) {
    try {
      const text = decode(encoding);
      samples.set(encoding, { text, line: /^.*[^\x00-\x7f].*$/m.exec(text)?.[0].trim().slice(0, 80) ?? text.slice(0, 80) });
    } catch {}
  }
  const chosen = await choose(samples);
  return chosen ? { contents: samples.get(chosen).text.replace(/^\ufeff/, ""), isConverted: true } : null;
}
