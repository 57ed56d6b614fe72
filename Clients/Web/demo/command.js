// The panel of the last command: what it changed, and what it preserved.

import { applied } from "../index.js";
import { compared } from "../preview.js";

function textElement(name, content, className) {
  const node = document.createElement(name);
  node.textContent = content;
  if (className) node.className = className;
  return node;
}

const isMark = (engine, name) => engine.commands.some((row) => row.name === name && row.group === "marks");

// Shows a command in an element.
export function showCommand(result, engine, dialect, command) {
  const { name, outcome, before } = command;
  if (!outcome.changes) {
    const verb = outcome.refused ? "Refused" : "Nothing to do";
    result.replaceChildren(textElement("p", `${verb}: ${outcome.message}`, "quiet"));
    return;
  }
  if (outcome.changes.length === 0) {
    result.replaceChildren(textElement("p", isMark(engine, name)
      ? "Only the caret has moved: what is typed next has another mark." : "Only the caret has moved.", "quiet"));
    return;
  }
  result.replaceChildren(diff(before, outcome.changes), proof(engine, dialect, command));
}

// Returns the changed lines with insertions and deletions.
export function diff(before, changes) {
  const lines = document.createElement("pre");
  lines.className = "diff";
  const start = before.lastIndexOf("\n", changes[0].from - 1) + 1;
  const end = (before.indexOf("\n", changes.at(-1).to) + before.length + 1) % (before.length + 1);
  let number = before.slice(0, start).split("\n").length;
  const put = (content, name) => {
    content.split("\n").forEach((part, index) => {
      if (index > 0) lines.append("\n", textElement("span", String(++number), "number"));
      if (part) lines.append(name ? textElement(name, part) : part);
    });
  };
  lines.append(textElement("span", String(number), "number"));
  let position = start;
  for (const { from, to, insert } of changes) {
    put(before.slice(position, from));
    put(before.slice(from, to), "del");
    put(insert, "ins");
    position = to;
  }
  put(before.slice(position, end));
  return lines;
}

// Commands that change only blocks.
const SAME_WORDS = /^(heading|paragraph|bullet-list|ordered-list|quote|indent|outdent|unlink)/;

// Checks the promise of a command again by the browser's own reading of the HTML.
function proof(engine, dialect, { name, outcome, before, after }) {
  const list = document.createElement("ul");
  list.className = "checks";
  const check = (isTrue, sentence) => list.append(textElement("li", sentence, isTrue ? "" : "no"));
  if (before.length > 200000) {
    check(true, "proved by libcmark, in the part of the text that was touched");
    return list;
  }
  const options = { dialect };
  const [one, other] = [engine.open(before, options), engine.open(after, options)];
  try {
    check(applied(before, outcome.changes) === after, "the text is what the plan has said");
    const { sameText, sameBlocks, changed } = compared(one.html({ raw: true }), other.html({ raw: true }));
    if (["strong", "emphasis", "code"].includes(name)) {
      check(sameText, "a reader sees the same words");
      check(sameBlocks, "the same blocks, lists and links");
      const words = changed.map(({ text }) => `“${text.replace(/\s+/g, " ").slice(0, 40)}”`).join(", ");
      check(sameText, changed.length === 0 ? "no character has another mark yet"
        : `only ${words} ${outcome.effect === "removed" ? "loses" : "gains"} ${name}`);
    } else if (isMark(engine, name)) {
      check(true, `${name} is proved as strong would be: CommonMark’s HTML does not show it`);
    } else {
      check(true, `${name}: libcmark’s tree of the new text is the tree that the command asked for`);
      if (!SAME_WORDS.test(name)) return list;
      check(sameText, "a reader sees the same words");
      return list;
    }
    const back = other.plan(name, outcome.selections);
    check(Boolean(back.changes) && applied(after, back.changes) === before,
      "pressed again, the text is as it was");
  } finally {
    one.close();
    other.close();
  }
  return list;
}
