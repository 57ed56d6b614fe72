// Differences of texts by lines, and merging of two texts that come from one.

import { sharedEnds } from "../pieces.js";

// The largest number of differing lines that are compared line by line; more are one difference.
const LIMIT = 1000;

// Returns the lines that differ as [from, to, otherFrom, otherTo], ascending: the lines of `one` that those of `other`
// replace. Myers' algorithm: O((n + m) · d) for d differences.
export function differences(one, other) {
  const [start, end] = sharedEnds(one, other);
  const [width, height] = [one.length - start - end, other.length - start - end];
  if (width === 0 && height === 0) return [];
  const whole = [[start, start + width, start, start + height]];
  if (width === 0 || height === 0) return whole;
  const [furthest, trace] = [new Map([[1, 0]]), []];
  for (let depth = 0; depth <= Math.min(LIMIT, width + height); depth++) {
    trace.push(new Map(furthest));
    for (let diagonal = -depth; diagonal <= depth; diagonal += 2) {
      const isDown = diagonal === -depth || diagonal !== depth && furthest.get(diagonal - 1) < furthest.get(diagonal + 1);
      let x = isDown ? furthest.get(diagonal + 1) : furthest.get(diagonal - 1) + 1;
      while (x < width && x - diagonal < height && one[start + x] === other[start + x - diagonal]) x++;
      furthest.set(diagonal, x);
      if (x >= width && x - diagonal >= height) return hunks(trace, width, height, start);
    }
  }
  return whole;
}

// Follows the shortest path back from the end.
function hunks(trace, width, height, start) {
  const found = [];
  let [x, y] = [width, height];
  for (let depth = trace.length - 1; depth > 0; depth--) {
    const diagonal = x - y;
    const furthest = trace[depth];
    const isDown = diagonal === -depth || diagonal !== depth && furthest.get(diagonal - 1) < furthest.get(diagonal + 1);
    const before = isDown ? diagonal + 1 : diagonal - 1;
    const oldX = furthest.get(before);
    const [fromX, fromY] = [oldX, oldX - before];
    const [toX, toY] = isDown ? [fromX, fromY + 1] : [fromX + 1, fromY];
    const last = found.at(-1);
    if (last?.[0] === start + toX && last[2] === start + toY) [last[0], last[2]] = [start + fromX, start + fromY];
    else found.push([start + fromX, start + toX, start + fromY, start + toY]);
    [x, y] = [fromX, fromY];
  }
  return found.reverse();
}

// Merges two texts that come from `base`. Returns pieces: a text that both have, or {mine, theirs, choice}; the choice
// is the one that has changed these lines, or "both" if both have, differently.
export function merged(base, mine, theirs) {
  const [lines, left, right] = [base, mine, theirs].map(linesOf);
  const [ours, others] = [differences(lines, left), differences(lines, right)];
  const pieces = [];
  let [at, leftAt, rightAt] = [0, 0, 0];
  while (ours.length > 0 || others.length > 0) {
    const from = Math.min(ours[0]?.[0] ?? Infinity, others[0]?.[0] ?? Infinity);
    let to = from;
    const [taken, takenOthers] = [[], []];
    // All differences that touch each other are one.
    for (let isMore = true; isMore; ) {
      isMore = false;
      for (const [list, into] of [[ours, taken], [others, takenOthers]]) {
        for (; list[0]?.[0] <= to; isMore = true) {
          to = Math.max(to, list[0][1]);
          into.push(list.shift());
        }
      }
    }
    const same = from - at;
    pieces.push(lines.slice(at, from).join(""));
    [leftAt, rightAt] = [leftAt + same, rightAt + same];
    const grown = (list) => list.reduce((sum, [one, end, other, otherEnd]) => sum + (otherEnd - other) - (end - one), to - from);
    const [leftEnd, rightEnd] = [leftAt + grown(taken), rightAt + grown(takenOthers)];
    const [ourText, theirText] = [left.slice(leftAt, leftEnd).join(""), right.slice(rightAt, rightEnd).join("")];
    const choice = takenOthers.length === 0 ? "mine" : taken.length === 0 ? "theirs" : "both";
    pieces.push(ourText === theirText ? ourText : { mine: ourText, theirs: theirText, choice });
    [at, leftAt, rightAt] = [to, leftEnd, rightEnd];
  }
  pieces.push(lines.slice(at).join(""));
  return pieces.filter((piece) => piece !== "");
}

// Returns the text of pieces, with the choice of each.
export const mergedText = (pieces) => pieces.map((piece) => typeof piece === "string" ? piece
  : piece.choice === "both" ? piece.mine + (/[^\n]$/.test(piece.mine) ? "\n" : "") + piece.theirs : piece[piece.choice]).join("");

export const linesOf = (text) => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

// Returns the changes of CodeMirror that make one text of another: {from, to, insert}, ascending.
export function changesBetween(one, other) {
  const [lines, others] = [linesOf(one), linesOf(other)];
  const offsets = [0];
  for (const line of lines) offsets.push(offsets.at(-1) + line.length);
  return differences(lines, others).map(([from, to, start, end]) =>
    ({ from: offsets[from], to: offsets[to], insert: others.slice(start, end).join("") }));
}
