// Finds the link at a selection, with its title, for a form that shows and changes both.

import { TOKEN_KINDS, TOKEN_MARKS } from "./index.js";

// The maximum distance of a link's ends from the selection.
const REACH = 4000;
const bit = (name) => 1 << TOKEN_MARKS.indexOf(name);

// Returns the inline link around a selection as {destination, title}, or null.
export function linkAt(document, [from, to]) {
  const numbers = document.tokens(Math.max(0, from - REACH), Math.min(document.length, to + REACH));
  let [start, link] = [-1, null];
  for (let token = 0; token < numbers.length; token += 4) {
    const [at, length, number, marks] = numbers.subarray(token, token + 4);
    if (!(marks & bit("link")) || marks & bit("image")) continue;
    const [kind, text] = [TOKEN_KINDS[number], document.slice(at, at + length)];
    if (kind === "delimiter" && text === "[") [start, link] = [at, null];
    if (start < 0) continue;
    if (kind === "delimiter" && text.startsWith("](")) link = { destination: "", title: "" };
    if (kind === "destination" && link) link.destination = plain(text);
    if (kind === "title" && link) link.title = plain(text);
    if (kind !== "delimiter" || !link || !text.endsWith(")")) continue;
    if (start <= from && to <= at + length) return link;
    start = -1;
  }
  return null;
}

const plain = (text) => text.replace(/\\([!-/:-@[-`{-~])/g, "$1")
  .replace(/&(amp|quot|lt|gt|#(\d+));/g, (_, name, number) =>
    number ? String.fromCodePoint(number) : { amp: "&", quot: "\"", lt: "<", gt: ">" }[name]);

// Characters that end a title, or that have a meaning before the link does, are written as references.
const spelled = (title) => title.replace(/\s+/g, " ").trim()
  .replace(/["\\&<>`$|*_~=]/g, (character) => `&#${character.charCodeAt(0)};`);

// Returns the outcome of the command "link" with another title; "" for none.
export function withTitle(outcome, title) {
  const written = spelled(title) && ` "${spelled(title)}"`;
  const ending = /^(.*\]\((?:<[^>\n]*>|\S*?))(?:\s+"(?:[^"\\]|\\.)*")?\)$/s;
  return !outcome.changes ? outcome : { ...outcome, changes: outcome.changes.map((change) =>
    ({ ...change, insert: change.insert.replace(ending, (_, start) => `${start}${written})`) })) };
}
