// The text of a document in pieces. A change copies only the pieces that it touches.

const SIZE = 16_384;

export class TextPieces {
  #pieces;
  #whole;

  constructor(text) { this.#set(text); }

  #set(text) {
    this.#pieces = split(text);
    this.#whole = text;
    this.length = text.length;
  }

  // Joins the pieces once after each change.
  toString() { return this.#whole ??= this.#pieces.join(""); }

  slice(from, to = this.length) {
    let result = "";
    for (let { index, start } = this.#find(from); index < this.#pieces.length && start < to; index++) {
      const piece = this.#pieces[index];
      result += piece.slice(Math.max(0, from - start), to - start);
      start += piece.length;
    }
    return result;
  }

  replace(from, to, insert) {
    const first = this.#find(from);
    let { index: last, start: lastStart } = first;
    while (last < this.#pieces.length - 1 && lastStart + this.#pieces[last].length < to) {
      lastStart += this.#pieces[last++].length;
    }
    const text = this.#pieces[first.index].slice(0, from - first.start) + insert
      + this.#pieces[last].slice(to - lastStart);
    this.#pieces.splice(first.index, last - first.index + 1, ...text.length > 2 * SIZE ? split(text) : [text]);
    this.#whole = null;
    this.length += insert.length - (to - from);
  }

  // Whether an offset is inside a surrogate pair.
  cutsPair(offset) { return cutsPair(this.slice(Math.max(0, offset - 1), offset + 1), offset > 0 ? 1 : 0); }

  // Returns the piece that contains an offset or ends there.
  #find(offset) {
    let index = 0;
    let start = 0;
    while (index < this.#pieces.length - 1 && start + this.#pieces[index].length <= offset) {
      start += this.#pieces[index++].length;
    }
    return { index, start };
  }
}

function split(text) {
  const pieces = [];
  for (let start = 0; start < text.length; start += SIZE) pieces.push(text.slice(start, start + SIZE));
  return pieces.length > 0 ? pieces : [""];
}

// Whether an offset is inside a surrogate pair.
export function cutsPair(text, offset) {
  return offset > 0 && offset < text.length
    && (text.charCodeAt(offset - 1) & 0xfc00) === 0xd800
    && (text.charCodeAt(offset) & 0xfc00) === 0xdc00;
}

// Returns `text` after changes: {from, to, insert}, ascending.
export function applied(text, changes) {
  let end = 0;
  let after = "";
  for (const { from, to, insert } of changes) {
    after += text.slice(end, from) + insert;
    end = to;
  }
  return after + text.slice(end);
}

// Returns an outcome and the one that `next` plans in the text after it, for its selections, as one outcome: its changes
// are in the text before both. Returns the second one if it changes nothing.
export function joined(document, first, next) {
  if (!first.changes) return first;
  let shift = 0;
  const spans = first.changes.map(({ from, to, insert }) => {
    const start = from + shift;
    const growth = insert.length - (to - from);
    shift += growth;
    return { start, end: start + insert.length, growth, own: [], old: document.slice(from, to) };
  });
  document.change(first.changes);
  try {
    const second = next(first.selections);
    return second.changes ? { ...second, changes: composed(document, spans, second.changes) } : second;
  } finally {
    document.change(spans.map(({ start, end, old }) => ({ from: start, to: end, insert: old })));
  }
}

// Returns changes in the text before the spans that make the same text as the spans' changes and others after them.
function composed(document, spans, changes) {
  const all = changes.map((change) => ({ start: change.from, end: change.to, growth: 0, own: [change] }));
  const merged = [];
  for (const span of [...spans, ...all].sort((one, other) => one.start - other.start || one.end - other.end)) {
    const last = merged.at(-1);
    if (last && span.start <= last.end) {
      last.end = Math.max(last.end, span.end);
      last.growth += span.growth;
      last.own.push(...span.own);
    } else merged.push(span);
  }
  let shift = 0;
  return merged.map(({ start, end, growth, own }) => {
    const from = start - shift;
    shift += growth;
    const within = own.map(({ from, to, insert }) => ({ from: from - start, to: to - start, insert }));
    return { from, to: end - shift, insert: applied(document.slice(start, end), within) };
  });
}

// Returns how many elements two lists have in common at their starts, and then at their ends.
export function sharedEnds(one, other, isSame = (left, right) => left === right) {
  const limit = Math.min(one.length, other.length);
  let [start, end] = [0, 0];
  while (start < limit && isSame(one[start], other[start])) start++;
  while (end < limit - start && isSame(one[one.length - 1 - end], other[other.length - 1 - end])) end++;
  return [start, end];
}

// Returns the single change between two texts, which splits no surrogate pair, or null if they are equal. Equal
// blocks are compared as strings, which is much faster than by code unit.
export function difference(before, after) {
  if (before === after) return null;
  const limit = Math.min(before.length, after.length);
  let from = 0;
  for (let step = SIZE; step > 0; step = step > 1 ? step >> 4 || 1 : 0) {
    while (from + step <= limit && before.slice(from, from + step) === after.slice(from, from + step)) from += step;
  }
  if (cutsPair(before, from) || cutsPair(after, from)) from--;
  let end = 0;
  const [one, other] = [before.length, after.length];
  for (let step = SIZE; step > 0; step = step > 1 ? step >> 4 || 1 : 0) {
    while (end + step <= limit - from
      && before.slice(one - end - step, one - end) === after.slice(other - end - step, other - end)) end += step;
  }
  if (cutsPair(before, one - end) || cutsPair(after, other - end)) end--;
  return { from, to: one - end, insert: after.slice(from, other - end) };
}
