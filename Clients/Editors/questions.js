// What a command asks for in an editor: a sentence for a text field, or a list to choose from.
import { linkAt } from "../Web/link.js";

export const ASKED = {
  "link": "The address", "image": "The address of the image",
  "table-insert": "Rows and columns, such as 2x3",
  "callout": ["note", "tip", "important", "warning", "caution"],
  "list-sort": ["text", "number", "date", "checked", "text descending", "number descending", "date descending"],
  "reflow": "The width in columns", "move-done": "The heading of the section for done tasks",
  "case": ["upper", "lower", "title", "sentence"],
  "table-sort": ["ascending", "descending"], "table-to-text": ["csv", "tsv"], "insert-text": "The text",
};

// Obsidian's callouts, of which GitHub's alerts are a part.
const CALLOUTS = ["note", "abstract", "info", "todo", "tip", "success", "question", "warning", "failure", "danger", "bug",
  "example", "quote", "important", "caution"];

export const asked = (name, dialect) => name === "callout" && dialect === "obsidian" ? CALLOUTS : ASKED[name];

// The text that the field has first: the address of the link at a selection, for example.
export function valueFor(name, document, range) {
  const first = { "table-insert": "2x2", "reflow": "80", "move-done": "Done" }[name];
  if (first) return first;
  return (name === "link" && linkAt(document, range)?.destination) || "";
}
