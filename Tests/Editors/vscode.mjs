// Runs the extension for Visual Studio Code in Node, with a stand-in for the editor's interface: what it
// registers, sends and edits, not how the editor shows it.
import assert from "node:assert/strict";
import Module, { createRequire } from "node:module";

const { EDITORS, MDEDIT } = process.env;

class Position {
  constructor(line, character) { Object.assign(this, { line, character }); }
}
class Range {
  constructor(start, end) { Object.assign(this, { start, end }); }
}
class Selection extends Range {
  constructor(anchor, active) {
    const isReversed = active.line < anchor.line
      || (active.line === anchor.line && active.character < anchor.character);
    super(isReversed ? active : anchor, isReversed ? anchor : active);
    Object.assign(this, { anchor, active, isReversed });
  }
}

let name = "file:///notes.md";
let text = "Sow beans in May.\né😀 words here\n";
const document = {
  version: 1, languageId: "markdown", uri: { toString: () => name }, getText: () => text,
};
const offset = ({ line, character }) =>
  text.split("\n").slice(0, line).reduce((sum, line) => sum + line.length + 1, 0) + character;
const editor = {
  document, selections: [],
  async edit(body) {
    const edits = [];
    body({ replace: (range, text) => edits.push([offset(range.start), offset(range.end), text]) });
    for (const [start, end, put] of edits.reverse()) text = text.slice(0, start) + put + text.slice(end);
    document.version += 1;
    return true;
  },
};
const commands = new Map();
const said = [];
const own = [];
const events = {};
const item = { show() {}, hide() {}, dispose() {} };
const vscode = {
  Position, Range, Selection, StatusBarAlignment: { Right: 2 },
  commands: {
    registerCommand: (name, body) => commands.set(name, body),
    executeCommand: (name, args) => own.push([name, args]),
  },
  window: {
    activeTextEditor: editor, createStatusBarItem: () => item,
    onDidChangeTextEditorSelection: (body) => { events.selection = body; },
    setStatusBarMessage: (message) => said.push(message),
    showInputBox: async () => "https://example.org",
    showWarningMessage: (message) => said.push(message),
  },
  workspace: {
    getConfiguration: () => ({ get: (name) => (name === "path" ? MDEDIT : "github") }),
    onDidCloseTextDocument: () => {},
  },
};
const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));
const extension = createRequire(import.meta.url)(`${EDITORS}/vscode/extension.js`);
extension.activate({ subscriptions: [] });
const manifest = createRequire(import.meta.url)(`${EDITORS}/vscode/package.json`);
assert.deepEqual(manifest.contributes.commands.map(({ command }) => command), [...commands.keys()]);

const at = (line, anchor, active) =>
  new Selection(new Position(line, anchor), new Position(line, active));
editor.selections = [at(0, 9, 4), at(1, 4, 9)];
await commands.get("mdedit.strong")();
assert.equal(text, "Sow **beans** in May.\né😀 **words** here\n");
assert.deepEqual(editor.selections, [at(0, 11, 6), at(1, 6, 11)]);
events.selection();
await new Promise((done) => setTimeout(done, 300));
assert.equal(item.text, "Strong");
await commands.get("mdedit.strong")();
assert.equal(text, "Sow beans in May.\né😀 words here\n");
const change = (put, ...selections) => {
  text = put;
  document.version += 1;
  editor.selections = selections;
};
change("one\ntwo\n", at(0, 1, 1));
await commands.get("mdedit.heading-2")();
assert.equal(text, "## one\ntwo\n");
change("- one\n- two\n", at(1, 5, 5));
await commands.get("mdedit.tab")();
assert.equal(text, "- one\n  - two\n");
await commands.get("mdedit.newline")();
assert.equal(text, "- one\n  - two\n  - \n");
await commands.get("mdedit.backspace")();
assert.ok(!text.endsWith("- \n"), text);
change("plain", at(0, 5, 5));
await commands.get("mdedit.newline")();
await commands.get("mdedit.tab")();
assert.equal(text, "plain");
assert.deepEqual(own, [["type", { text: "\n" }], ["tab", undefined]]);
editor.selections = [at(0, 0, 5)];
await commands.get("mdedit.link")();
assert.equal(text, "[plain](https://example.org)");
text = "    code\n";
document.version += 1;
editor.selections = [at(0, 4, 8)];
await commands.get("mdedit.strong")();
assert.equal(text, "    code\n");
assert.match(said.at(-1), /nothing in the selection/);
// Typed while the answer is on its way: the plan is dropped.
text = "a word\n";
document.version += 1;
editor.selections = [at(0, 2, 6)];
const pending = commands.get("mdedit.strong")();
document.version += 1;
await pending;
assert.equal(text, "a word\n");
// CRLF, with and without a final line ending: only what is typed changes, and the key's own line ending is the editor's.
for (const last of ["\r\n", ""]) {
  change(`- one\r\n- two${last}`, at(0, 5, 5));
  await commands.get("mdedit.newline")();
  assert.equal(text, `- one\r\n- \r\n- two${last}`);
  change(`one\r\n\r\ntwo${last}`, at(2, 0, 3));
  await commands.get("mdedit.strong")();
  assert.equal(text, `one\r\n\r\n**two**${last}`);
  own.length = 0;
  change(`plain${last}`, at(0, 5, 5));
  await commands.get("mdedit.newline")();
  assert.deepEqual([text, own], [`plain${last}`, [["type", { text: "\n" }]]]);
}
// Another file, and back: each command is about the text of its own file.
change("one\n", at(0, 1, 1));
await commands.get("mdedit.heading-2")();
const [first, firstVersion] = [text, document.version];
[name, document.version] = ["file:///other.md", 1];
text = "two\r\n";
await commands.get("mdedit.strong")();
assert.equal(text, "**two**\r\n");
[name, text, document.version] = ["file:///notes.md", first, firstVersion];
editor.selections = [at(0, 3, 6)];
await commands.get("mdedit.emphasis")();
assert.equal(text, "## *one*\n");
extension.deactivate();
console.log("vscode: 16 checks, with a stand-in for the editor");
