// @ts-self-types="./find.d.ts"
// The visible text of a document, and searching in it: "seed list" finds "**seed** list".

import { TOKEN_KINDS, TOKEN_MARKS } from "./index.js";

const SHOWN = new Set(
  ("text linkText autolink codeSpan codeBlock escape reference math emoji mention wikiLink alertName "
    + "template directive").split(" "));
// Markup between words of a line; other markup is between blocks or cells.
const INLINE = new Set(
  "delimiter destination title label htmlInline footnoteReference comment attributes blockIdentifier hardBreak".split(" "));
const NAMED = { amp: "&", lt: "<", gt: ">", quot: "\"", apos: "'", nbsp: " " };
// Constructs that begin and end within a line.
const SPANS = TOKEN_MARKS.filter((name) => !["quote", "tableHeader", "checked"].includes(name))
  .reduce((bits, name) => bits | 1 << TOKEN_MARKS.indexOf(name), 0);

// Returns the visible text of a document as {text, pieces}. Lines of a paragraph are joined by a blank; blocks and
// cells are separated by a line ending. A piece is {at, length} in the text, {from, to} in the document, and its
// token.
export function visibleText(document) {
  const source = document.text;
  const numbers = document.tokens(0, source.length);
  const pieces = [];
  const parts = [];
  let length = 0;
  let end = 0;
  let [isBroken, isSpaced] = [false, false];
  // Each piece ends with visible text; a blank or line ending before the next one is a separate part.
  const add = (part) => {
    parts.push(part);
    length += part.length;
  };
  for (let token = 0; token < numbers.length; token += 4) {
    const [from, size, number] = numbers.subarray(token, token + 3);
    const kind = TOKEN_KINDS[number];
    const gap = source.slice(end, from);
    isBroken ||= /\n[^\S\n]*\n/.test(gap) || !(SHOWN.has(kind) || INLINE.has(kind)) || kind === "codeBlock" && /\n/.test(gap);
    // A heading ends with its line, but a setext heading may have several lines.
    const level = numbers[token + 3] >> 16;
    isBroken ||= gap.includes("\n") && (level !== numbers[token - 1] >> 16 || level > 0 && source[from] === "#");
    isSpaced ||= gap !== "";
    end = from + size;
    if (!SHOWN.has(kind)) continue;
    if (length > 0 && isBroken) add("\n");
    else if (length > 0 && isSpaced && !/\s$/.test(parts.at(-1))) add(" ");
    isBroken = isSpaced = false;
    const shown = shownOf(kind, source.slice(from, end));
    pieces.push({ at: length, length: shown.length, from, to: end, token });
    add(shown);
  }
  return { text: parts.join(""), pieces, numbers };
}

function shownOf(kind, text) {
  if (kind === "escape") return text.slice(1);
  if (kind !== "reference") return text;
  const [, hex, decimal, name] = /^&(?:#x([0-9a-f]+)|#(\d+)|(\w+));$/i.exec(text) ?? [];
  const code = hex ? parseInt(hex, 16) : Number(decimal);
  if (name) return NAMED[name] ?? text;
  return code > 0 && code < 0x110000 ? String.fromCodePoint(code) : text;
}

// Returns the ascending ranges of the document that match a text. Delimiters of constructs that begin or end inside
// a match belong to it. With `isPattern`, the text is a regular expression; one that is not valid matches
// nothing, nor does a line ending alone.
export function found(visible, query, { matchesCase = false, isPattern = false } = {}) {
  const pattern = isPattern ? query : query.trim().replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\s+/g, "[^\\S\\n]+");
  if (!pattern) return [];
  let expression;
  try { expression = new RegExp(pattern, matchesCase ? "gmu" : "gimu"); } catch { return []; }
  const { text, pieces } = visible;
  let index = 0;
  return Array.from(text.matchAll(expression)).filter(([all]) => /^[^\n]([^]*[^\n])?$/.test(all)).map((match) => {
    const [start, end] = [match.index, match.index + match[0].length];
    while (pieces[index].at + pieces[index].length <= start) index++;
    const first = pieces[index];
    let last = first;
    for (let next = index; pieces[next]?.at < end; next++) last = pieces[next];
    return widened(visible, first, last, offset(first, start), offset(last, end, true));
  });
}

function offset({ at, length, from, to }, place, isEnd = false) {
  if (to - from === length) return from + place - at;
  return isEnd ? to : from;
}

function widened({ numbers }, first, last, from, to) {
  const [one, other] = [numbers[first.token + 3], numbers[last.token + 3]];
  const isEnclosing = (token, marks) =>
    TOKEN_KINDS[numbers[token + 2]] === "delimiter" && (numbers[token + 3] & marks & SPANS) !== 0;
  for (let token = first.token - 4; numbers[token] + numbers[token + 1] === from; token -= 4) {
    if (!isEnclosing(token, one & ~other)) break;
    from = numbers[token];
  }
  for (let token = last.token + 4; numbers[token] === to; token += 4) {
    if (!isEnclosing(token, other & ~one)) break;
    to += numbers[token + 1];
  }
  return [from, to];
}

export function headings({ text, pieces, numbers }) {
  const found = [];
  let end = 0;
  for (const { at, length, from, token } of pieces) {
    const level = numbers[token + 3] >> 16;
    const isSame = found.length > 0 && end > 0 && !text.slice(end, at).includes("\n");
    end = level > 0 ? at + length : 0;
    if (level === 0) continue;
    if (isSame) found.at(-1).title += text.slice(found.at(-1).end, end);
    else found.push({ level, title: text.slice(at, end), from });
    found.at(-1).end = end;
  }
  return found.map(({ level, title, from }) => ({ level, title: title.trim(), from }));
}

// Counts the words of a text; in scripts without blanks between words, each character counts as one.
export function wordCount(text) {
  const matches = text.match(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}\p{M}])+(?:['’.-](?:(?!\p{Script=Han})[\p{L}\p{N}\p{M}])+)*/gu);
  return matches?.length ?? 0;
}
