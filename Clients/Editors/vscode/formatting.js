// Aligns tables and renumbers lists for the editor's own commands to format, and when it saves.
import * as vscode from "vscode";
import { difference, TOKEN_KINDS } from "../../Web/index.js";
import { rangeIn } from "./edits.js";

const [RULE, MARKER] = ["tableRule", "listMarker"].map((kind) => TOKEN_KINDS.indexOf(kind));

export function registerFormatter(documents) {
  const format = (document, from, to) => {
    const markdown = documents.of(document);
    const before = markdown.text;
    const change = difference(before, formatted(markdown.like(before), from, to));
    return change ? [vscode.TextEdit.replace(rangeIn(document, change.from, change.to), change.insert)] : [];
  };
  return [
    vscode.languages.registerDocumentFormattingEditProvider({ language: "markdown" }, {
      provideDocumentFormattingEdits: (document) => format(document, 0, Infinity),
    }),
    vscode.languages.registerDocumentRangeFormattingEditProvider({ language: "markdown" }, {
      provideDocumentRangeFormattingEdits: (document, { start, end }) =>
        format(document, document.offsetAt(start), document.offsetAt(end)),
    }),
  ];
}

// Returns the text with the tables and lists that touch a range formatted. Tables and lists whose change is refused stay as they are.
export function formatted(markdown, from, to) {
  // From the last to the first, so that the offsets of those before stay valid.
  const rules = placesOf(markdown, RULE, from, to)
    .filter(([at], index, all) => index === 0 || markdown.slice(all[index - 1][1], at).includes("\n"));
  for (const [at] of rules.reverse()) perform(markdown, "table-format", [at, at]);
  const places = placesOf(markdown, MARKER, from, to).filter(([at]) => /\d/.test(markdown.slice(at, at + 1)));
  renumber(markdown, places.map(([, end]) => end));
  const { text } = markdown;
  markdown.close();
  return text;
}

// Renumbers all lists at once; if that is refused, each half.
function renumber(markdown, places) {
  if (places.length === 0) return;
  const { refused } = perform(markdown, "renumber-list", [places[0], places.at(-1)], "keep");
  if (!refused || places.length === 1) return;
  const middle = places.length >> 1;
  renumber(markdown, places.slice(middle));
  renumber(markdown, places.slice(0, middle));
}

function perform(markdown, name, range, argument) {
  const outcome = markdown.plan(name, [range], { argument });
  if (outcome.changes) markdown.change(outcome.changes);
  return outcome;
}

// The tokens of a kind on the lines of a range.
function placesOf(markdown, kind, from, to) {
  const [start, end] = [markdown.slice(0, from).lastIndexOf("\n") + 1, Math.min(to, markdown.length)];
  const [numbers, found] = [markdown.tokens(start, end), []];
  for (let token = 0; token < numbers.length; token += 4) {
    const [at, length] = numbers.subarray(token, token + 2);
    if (numbers[token + 2] === kind) found.push([at, at + length]);
  }
  return found;
}
