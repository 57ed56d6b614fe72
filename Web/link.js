// The link at a selection, with its title, for a form that shows and changes both.

import { TOKEN_KINDS, TOKEN_MARKS } from "./index.js";

// How far a link may reach from the selection.
const REACH = 4000;
const bit = (name) => 1 << TOKEN_MARKS.indexOf(name);

// Finds the inline link that a selection is in: {destination, title}, and {from, to, address} of its end "](…)". Null if
// there is none.
export function linkAt(document, [from, to]) {
  const numbers = document.tokens(Math.max(0, from - REACH), Math.min(document.length, to + REACH));
  let link = null;
  for (let token = 0; token < numbers.length; token += 4) {
    const [start, length, number, marks] = numbers.subarray(token, token + 4);
    if (!(marks & bit("link")) || marks & bit("image")) continue;
    const [kind, text] = [TOKEN_KINDS[number], document.slice(start, start + length)];
    if (kind === "delimiter" && text === "[") link = { start, destination: "", title: "", address: "" };
    if (!link) continue;
    if (kind === "delimiter" && text.startsWith("](")) link.from = start;
    if (kind === "destination") Object.assign(link, { destination: plain(text), address: text });
    if (kind === "title") link.title = plain(text);
    if (kind === "delimiter" && link.from !== undefined && text.endsWith(")")) {
      link.to = start + length;
      if (link.start <= from && to <= link.to) return link;
      link = null;
    }
  }
  return null;
}

const plain = (text) => text.replace(/\\([!-/:-@[-`{-~])/g, "$1")
  .replace(/&(amp|quot|lt|gt|#(\d+));/g, (_, name, number) =>
    number ? String.fromCodePoint(number) : { amp: "&", quot: "\"", lt: "<", gt: ">" }[name]);

// Characters that end a title, or mean something before a link does, are written as references.
const spelled = (title) => title.replace(/\s+/g, " ").trim()
  .replace(/["\\&<>`$|*_~=]/g, (character) => `&#${character.charCodeAt(0)};`);

// Returns the outcome of the command "link" with another title of the link; "" for none.
export function withTitle(document, outcome, selection, title) {
  const written = spelled(title) && ` "${spelled(title)}"`;
  const ending = /^(.*\]\((?:<[^>\n]*>|\S*?))(?:\s+"(?:[^"\\]|\\.)*")?\)$/s;
  const index = outcome.changes?.findLastIndex(({ insert }) => ending.test(insert)) ?? -1;
  if (index >= 0) {
    const changes = outcome.changes.with(index, { ...outcome.changes[index],
      insert: outcome.changes[index].insert.replace(ending, (_, start) => `${start}${written})`) });
    return { ...outcome, changes };
  }
  const link = outcome.unchanged ? linkAt(document, selection) : null;
  if (!link || link.title === title) return outcome;
  const { from, to, address } = link;
  const destination = document.slice(from + 2, from + 3) === "<" ? `<${address}>` : address;
  return { effect: "converted", changes: [{ from, to, insert: `](${destination}${written})` }],
    selections: [selection], leaves: [], references: [] };
}
