// Finds the link at a selection, with its title, for a form that shows and changes both.

import { TOKEN_KINDS, TOKEN_MARKS } from "./index.js";
import { joined } from "./pieces.js";

// The maximum distance of a link's ends from the selection.
const REACH = 4000;
const bit = (name) => 1 << TOKEN_MARKS.indexOf(name);

// Returns the inline link around a selection as {destination, title, tail}, or null. The tail is the range from the end
// of the destination to the end of the link.
export function linkAt(document, [from, to]) {
  const numbers = document.tokens(Math.max(0, from - REACH), Math.min(document.length, to + REACH));
  let [start, tail, link] = [-1, 0, null];
  for (let token = 0; token < numbers.length; token += 4) {
    const [at, length, number, marks] = numbers.subarray(token, token + 4);
    if (!(marks & bit("link")) || marks & bit("image")) continue;
    const [kind, end, text] = [TOKEN_KINDS[number], at + length, document.slice(at, at + length)];
    if (kind === "delimiter" && text === "[") [start, link] = [at, null];
    if (start < 0) continue;
    if (kind === "delimiter" && text.startsWith("](")) [tail, link] = [end, { destination: "", title: "" }];
    if (kind === "destination" && link) [tail, link.destination] = [end, plain(text)];
    if (kind === "title" && link) link.title = plain(text);
    if (kind !== "delimiter" || !link || !text.endsWith(")")) continue;
    if (document.slice(tail, tail + 1) === ">") tail += 1;
    if (start <= from && to <= end) return { ...link, tail: [tail, end] };
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
export function withTitle(document, outcome, title) {
  const insert = `${spelled(title) && ` "${spelled(title)}"`})`;
  return joined(document, outcome, (selections) => {
    const [from, to] = linkAt(document, selections[0])?.tail ?? [0, 0];
    const changes = to === 0 || document.slice(from, to) === insert ? [] : [{ from, to, insert }];
    // A caret in the old title stays in the link.
    const places = changes.length === 0 ? selections
      : selections.map((range) => range.map((at) => at > from ? Math.min(at, from + insert.length) : at));
    return { ...outcome, changes, selections: places };
  });
}
