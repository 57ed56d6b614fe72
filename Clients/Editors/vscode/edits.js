// Makes the edits of a plan in an editor.
import * as vscode from "vscode";

// Returns whether the editor made them: it does not if its text has changed in the meantime.
export async function makeEdits(editor, outcome) {
  const { document, selections } = editor;
  const edits = joined(outcome.changes).map(({ from, to, insert }) => [rangeIn(document, from, to), insert]);
  const isDone = edits.length === 0 || await editor.edit((builder) => {
    for (const [range, insert] of edits) builder.replace(range, insert);
  });
  if (isDone) editor.selections = after(document, selections, outcome.selections);
  return isDone;
}

export const rangeIn = (document, from, to) => new vscode.Range(document.positionAt(from), document.positionAt(to));

// The selections of a plan, each with the direction of the one before. The first of an editor's selections is the main
// one, wherever it is.
function after(document, before, ranges) {
  const order = before.map((_, index) => index).sort((one, other) => before[one].start.compareTo(before[other].start));
  const isSame = ranges.length === before.length;
  const result = [];
  ranges.forEach(([from, to], index) => {
    const isReversed = before[isSame ? order[index] : 0].isReversed;
    const [anchor, active] = isReversed ? [to, from] : [from, to];
    result[isSame ? order[index] : index] = new vscode.Selection(document.positionAt(anchor), document.positionAt(active));
  });
  return result;
}

// Changes that touch each other as one: the editor does not promise an order for two at one place.
function joined(changes) {
  const result = [];
  for (const change of changes) {
    const last = result.at(-1);
    if (last?.to === change.from) Object.assign(last, { to: change.to, insert: last.insert + change.insert });
    else result.push({ ...change });
  }
  return result;
}
