// Runs the packed extension for Visual Studio Code in Node, unpacked into a clean folder, with a stand-in for the editor.
// Usage: node Tests/Editors/vscode.mjs ARCHIVE.vsix
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { holds, remarked, unmarked } from "./marked.mjs";
import { EndOfLine, Host, OWN_KEYS } from "./vscode-stand-in.mjs";

const archive = resolve(process.argv[2]);
// The engine is 2 MB before compression.
const BUDGET = { packed: 1_000_000, unpacked: 2_600_000 };
let folder, manifest, host;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "vscode-extension-"));
  execFileSync("python3", ["-m", "zipfile", "-e", archive, folder]);
  manifest = JSON.parse(await readFile(join(folder, "extension/package.json"), "utf8"));
  host = new Host(join(folder, "extension"), manifest);
  await host.activate();
});
after(async () => {
  host.deactivate();
  await rm(folder, { recursive: true });
});

const rows = () => host.exported.engine.commands;
const text = () => host.editor.document.getText();
const settled = () => new Promise((done) => setTimeout(done, 120));
const shown = () => remarked(text(), host.editor.offsets);
// Presses keys in a new document.
async function pressed(marked, ...keys) {
  const [plain, at] = unmarked(marked);
  host.open(plain, { at });
  host.done.length = host.messages.length = 0;
  for (const key of keys) await host.press(key);
  return shown();
}

test("the archive names its files, and is small enough", async () => {
  const xml = await readFile(join(folder, "extension.vsixmanifest"), "utf8");
  for (const [, path] of xml.matchAll(/(?:Path="|<License>)([^"<]+)/g)) await stat(join(folder, path));
  for (const [name, value] of [["Id", manifest.name], ["Version", manifest.version], ["Publisher", manifest.publisher]]) {
    assert.match(xml, new RegExp(` ${name}="${value.replaceAll(".", "\\.")}"`));
  }
  assert.match(xml, new RegExp(`Microsoft.VisualStudio.Code.Engine" Value="${manifest.engines.vscode.replace("^", "\\^")}"`));
  assert.match(xml, /Type="Microsoft.VisualStudio.Code.Manifest" Path="extension\/package.json"/);
  const types = await readFile(join(folder, "[Content_Types].xml"), "utf8");
  const listed = execFileSync("python3", ["-m", "zipfile", "-l", archive], { encoding: "utf8" });
  for (const [, ending] of listed.matchAll(/\.(\w+) +\d{4}-/g)) {
    if (ending !== "xml") assert.ok(types.includes(`Extension=".${ending}"`), ending);
  }
  for (const file of ["extension.vsixmanifest", "[Content_Types].xml"]) {
    execFileSync("python3", ["-c", "import sys, xml.dom.minidom as m; m.parse(sys.argv[1])", join(folder, file)]);
  }
  const sizes = [...listed.matchAll(/ (\d+)$/gm)].map(([, size]) => Number(size));
  const [packed, unpacked] = [(await stat(archive)).size, sizes.reduce((sum, size) => sum + size, 0)];
  assert.ok(packed <= BUDGET.packed && unpacked <= BUDGET.unpacked, `${packed}, ${unpacked}`);
  console.log(`${packed} bytes, unpacked ${unpacked}`);
});

test("the manifest has what the editor requires, and all that it names", async () => {
  for (const field of ["name", "displayName", "description", "version", "publisher", "license", "categories"]) {
    assert.ok(manifest[field]?.length > 0, field);
  }
  assert.match(manifest.name, /^[a-z0-9-]+$/);
  // 128 by 128.
  const icon = await readFile(join(folder, "extension", manifest.icon));
  assert.deepEqual([icon.toString("latin1", 1, 4), icon.readUInt32BE(16), icon.readUInt32BE(20)], ["PNG", 128, 128]);
  assert.ok(!JSON.stringify(manifest).includes("OWNER"));
  assert.match(manifest.engines.vscode, /^\^\d+\.\d+\.\d+$/);
  const { commands, keybindings, menus, submenus, configuration, walkthroughs } = manifest.contributes;
  const files = [manifest.main, manifest.browser, manifest.icon,
    ...walkthroughs.flatMap(({ steps }) => steps.map(({ media }) => media.markdown))];
  for (const file of files) await stat(join(folder, "extension", file));
  const names = new Set(commands.map(({ command }) => command));
  assert.equal(names.size, commands.length);
  assert.deepEqual([...names].sort(), [...host.commands.keys()].sort());
  for (const { name } of rows()) assert.ok(names.has(`markdownEditing.${name}`), name);
  const named = [...keybindings, ...Object.values(menus).flat()];
  for (const { command, submenu, when } of named) {
    assert.ok(command ? names.has(command) : submenus.some(({ id }) => id === submenu), command ?? submenu);
    holds(when, {});
  }
  for (const menu of Object.keys(menus)) {
    assert.ok(["commandPalette", "editor/context"].includes(menu) || submenus.some(({ id }) => id === menu), menu);
  }
  const links = [...JSON.stringify(walkthroughs).matchAll(/(?:onCommand:|\(command:)([\w.-]+)/g)];
  for (const [, command] of links) assert.ok(names.has(command), command);
  for (const [name, { type, description, markdownDescription, ...schema }] of Object.entries(configuration.properties)) {
    assert.ok(description ?? markdownDescription, name);
    assert.ok(schema.enum ? schema.enum.includes(schema.default) : typeof schema.default === type, name);
    // The engine knows each value.
    for (const value of schema.enum ?? []) host.exported.engine.open("", { [name.split(".")[1]]: value }).close();
  }
});

test("of the editor's own keys, only Ctrl+B and Ctrl+I are taken unless the user wants more", async () => {
  const taken = async (keys) => {
    const found = [];
    for (const key of keys) {
      await pressed("- [ ] ⟨one⟩\n- [ ] two\n", key);
      if (host.done.length === 0) found.push(key);
    }
    return found;
  };
  const keys = [...new Set(OWN_KEYS.map(([key]) => key))].filter((key) => !/^(ctrl\+k|ctrl\+[zyv]$|(shift\+)?(tab|enter)|backspace)/.test(key));
  assert.deepEqual(await taken(keys), ["ctrl+b", "ctrl+i"]);
  host.configure("markdownEditing.shortcuts", "none");
  assert.deepEqual(await taken(["ctrl+b", "ctrl+i"]), []);
  // The tests below press all keys.
  host.configure("markdownEditing.shortcuts", "all");
  assert.deepEqual(await taken(["ctrl+e", "ctrl+u", "ctrl+enter", "alt+down"]), ["ctrl+e", "ctrl+u", "ctrl+enter", "alt+down"]);
});

test("keys are for Markdown that can be edited, and leave the editor its chords", async () => {
  const { keybindings } = manifest.contributes;
  const bound = new Set(keybindings.map(({ command }) => command.split(".")[1]));
  const tabs = ["indent", "outdent", "table-next-cell", "table-previous-cell"];
  for (const { name, shortcut } of rows()) assert.equal(bound.has(name), shortcut !== "" && !tabs.includes(name), name);
  const context = { editorTextFocus: true, editorLangId: "markdown", editorHasSelection: true,
    "config.markdownEditing.typing": true, "config.markdownEditing.shortcuts": "all" };
  for (const { key, when } of keybindings) {
    assert.ok(!/^(ctrl|cmd)\+k$/.test(key), key);
    assert.ok(holds(when, context), key);
    for (const change of [{ editorLangId: "swift" }, { editorReadonly: true }, { editorTextFocus: false }]) {
      assert.ok(!holds(when, { ...context, ...change }), key);
    }
  }
  assert.equal(new Set(keybindings.map(({ key }) => key)).size, keybindings.length);
  host.open("a", { languageId: "plaintext" });
  host.done.length = 0;
  await host.press("ctrl+b");
  assert.deepEqual([text(), host.done], ["a", ["workbench.action.toggleSidebarVisibility"]]);
});

// [text, keys, text after, the editor's own commands that ran]
const KEYS = [
  ["Sow ⟨beans⟩ in ⟨May⟩.", "ctrl+b", "Sow **⟨beans⟩** in **⟨May⟩**."],
  ["Sow ⟨beans⟩ in ⟨May⟩.", "ctrl+b ctrl+b", "Sow ⟨beans⟩ in ⟨May⟩."],
  ["a |", "ctrl+b", "a |"],
  ["a **word|**", "ctrl+b", "a **word**|"],
  ["a wo|rd", "ctrl+b ctrl+b", "a wo|rd"],
  ["a |word", "ctrl+b ctrl+b", "a |word"],
  ["one|\ntwo\n", "ctrl+alt+2", "## one|\ntwo\n"],
  ["one|\ntwo\n", "ctrl+alt+2 ctrl+alt+3", "### one|\ntwo\n"],
  // Lists.
  ["1. one|\n2. two\n", "enter", "1. one\n2. |\n3. two\n"],
  ["- [x] one|", "enter", "- [x] one\n- [ ] |"],
  ["- one\n- |\n", "enter", "- one\n\n|\n"],
  ["- one\n- |two\n", "backspace", "- one\n\n|two\n"],
  ["- one\n- two|\n", "tab", "- one\n  - two|\n"],
  ["- one\n- two|\n", "tab shift+tab", "- one\n- two|\n"],
  ["- [ ] one|\n", "ctrl+enter", "- [x] one|\n"],
  // Tables.
  ["¦ a| ¦ b ¦\n¦ - ¦ - ¦\n¦ c ¦ d ¦\n", "tab", "¦ a ¦ ⟨b⟩ ¦\n¦ - ¦ - ¦\n¦ c ¦ d ¦\n"],
  // Where the result would be the same, and elsewhere, it is the editor's own key. Enter then indents.
  ["plain|", "enter", "plain\n|", "type"],
  ["plain|", "tab", "plain\t|", "tab"],
  ["plain|\n", "ctrl+enter", "plain|\n", "editor.action.insertLineAfter"],
  ["⟨a⟩", "ctrl+k ctrl+i", "⟨a⟩", "editor.action.showHover"],
  ["⟨a⟩", "ctrl+k v", "⟨a⟩", "markdown.showPreviewToSide"],
  // One step back, with the selection, and forth; the mirror follows.
  ["⟨one⟩ and ⟨two⟩", "ctrl+b ctrl+z", "⟨one⟩ and ⟨two⟩", "undo"],
  ["⟨one⟩ and ⟨two⟩", "ctrl+b ctrl+z ctrl+y", "**⟨one⟩** and **⟨two⟩**", "undo redo"],
  ["⟨one⟩ and ⟨two⟩", "ctrl+b ctrl+z ctrl+y ctrl+b", "⟨one⟩ and ⟨two⟩", "undo redo"],
  // CRLF, characters of two units, no line ending at the end.
  ...["\r\n", ""].flatMap((last) => [
    [`- é😀|\r\n- two${last}`, "enter", `- é😀\r\n- |\r\n- two${last}`],
    [`é😀 x\r\n\r\n⟨词语😀⟩${last}`, "ctrl+b", `é😀 x\r\n\r\n**⟨词语😀⟩**${last}`],
  ]),
  ["plain|\r\n", "enter", "plain\r\n|\r\n", "type"],
];

test("keys, each in a new document", async () => {
  for (const [before, keys, after, own = ""] of KEYS) {
    assert.deepEqual([await pressed(before, ...keys.split(" ")), host.done.join(" ")], [after, own], `${before} ${keys}`);
  }
});

test("a text typed after Ctrl+B at a caret gets the mark, in one step of undo", async () => {
  await pressed("say |\nnext", "ctrl+b");
  await host.type("w");
  assert.equal(shown(), "say **w|**\nnext");
  await host.type("o");
  assert.equal(shown(), "say **wo|**\nnext");
  await host.press("ctrl+z");
  await host.press("ctrl+z");
  assert.equal(shown(), "say |\nnext");
  // Two marks; a blank first; the end of a text with CRLF; characters that a snippet escapes.
  for (const [before, keys, texts, after] of [
    ["say |", "ctrl+b ctrl+i", ["w"], "say ***w|***"], ["say |", "ctrl+b", [" ", "w"], "say  **w|**"],
    ["one\r\n\r\n|", "ctrl+i", ["é"], "one\r\n\r\n*é|*"], ["|", "ctrl+b", ["$"], "**$|**"],
    ["|", "ctrl+b", ["\\"], "**\\\\|**"], ["a |", "ctrl+b ctrl+b", ["w"], "a w|"], ["|\n", "ctrl+b", ["\n"], "\n|\n"],
  ]) {
    await pressed(before, ...keys.split(" "));
    for (const text of texts) await host.type(text);
    assert.equal(shown(), after, `${before} ${keys}`);
  }
  // In the brackets that the editor completes.
  await pressed("say |", "ctrl+b");
  await host.type("()", 1);
  assert.equal(shown(), "say **(|)**");
  // A second key before the extension answers, and one while its answer is on its way.
  await pressed("say |", "ctrl+b", "ctrl+i");
  await Promise.all([host.type("w"), host.type("o")]);
  assert.equal(shown(), "say ***wo|***");
  await pressed("say |", "ctrl+b", "ctrl+i");
  const first = host.type("w");
  await new Promise((done) => process.nextTick(done));
  await host.type("o");
  await first;
  assert.equal(shown(), "say ***wo|***");
  // A caret that moves ends it.
  await pressed("say |\nnext", "ctrl+b");
  host.editor.offsets = [[9, 9]];
  host.editor.offsets = [[4, 4]];
  await host.type("w");
  assert.equal(shown(), "say w|\nnext");
});

test("the editor's command to format aligns tables and renumbers lists", async () => {
  await pressed("|¦a¦b¦\n¦-¦-¦\n¦ccc¦d¦\n\n1. a\n1. b\n\n- x\n\n3. a\n7. b\n   ¦a¦\n   ¦-¦\n   ¦ddd¦\n");
  await host.format();
  const after = "| a   | b   |\n| --- | --- |\n| ccc | d   |\n\n1. a\n1. b\n\n- x\n\n3. a\n4. b\n   | a   |\n   | --- |\n   | ddd |\n";
  assert.equal(text(), after);
  await host.format();
  assert.equal(text(), after);
  await host.press("ctrl+z");
  assert.match(text(), /^\|a\|b\|/);
  await pressed("|¦a¦b¦\r\n¦-¦-¦\r\n\r\n1. a\r\n3. b\r\n\r\n¦c¦\r\n¦-¦\r\n");
  await host.format({ start: host.editor.document.positionAt(23), end: host.editor.document.positionAt(25) });
  assert.equal(text(), "|a|b|\r\n|-|-|\r\n\r\n1. a\r\n2. b\r\n\r\n|c|\r\n|-|\r\n");
});

test("a table of contents is inserted and updated", async () => {
  const contents = async () => host.run("markdownEditing.table-of-contents");
  await pressed("---\r\nt: x\r\n---\r\n# T\r\n|\r\n## a `b`\r\n\r\n```\r\n## no\r\n```\r\n#### c_d\r\n## a `b`\r\n");
  await contents();
  const list = "<!-- toc -->\r\n\r\n- [a `b`](#a-b)\r\n  - [c_d](#c_d)\r\n- [a `b`](#a-b-1)\r\n\r\n<!-- /toc -->";
  assert.ok(text().startsWith(`---\r\nt: x\r\n---\r\n# T\r\n\r\n${list}\r\n\r\n## a`), text());
  await contents();
  assert.match(host.messages.at(-1), /already/);
  host.editor.apply([{ from: text().length, to: text().length, text: "\n## Größe\n" }]);
  await contents();
  assert.ok(text().includes("- [a `b`](#a-b-1)\r\n- [Größe](#größe)\r\n\r\n<!-- /toc -->\r\n\r\n## a"), text());
  await pressed("text|\n");
  await contents();
  assert.match(host.messages.at(-1), /no heading/);
});

test("the main selection is not always the first in the text, and selections keep their directions", async () => {
  await pressed("Sow ⟨beans⟩ in ⟨May⟩.");
  host.editor.offsets = [[16, 13], [4, 9]];
  await host.press("ctrl+i");
  assert.deepEqual([text(), host.editor.offsets], ["Sow *beans* in *May*.", [[19, 16], [5, 10]]]);
});

test("Tab is the editor's while it has another meaning", async () => {
  for (const [key, own] of [["suggestWidgetVisible", ["acceptSelectedSuggestion"]],
    ["inSnippetMode", ["jumpToNextSnippetPlaceholder"]], ["editorTabMovesFocus", []]]) {
    host.context[key] = true;
    await pressed("- one\n- two|\n", "tab");
    assert.deepEqual([text(), host.done], ["- one\n- two\n", own]);
    delete host.context[key];
  }
});

test("a link, with an address that is asked for, and changed", async () => {
  host.answers.push("https://example.org");
  assert.equal(await pressed("see ⟨this⟩", "ctrl+alt+k"), "see [⟨this⟩](https://example.org)");
  host.editor.offsets = [[6, 6]];
  host.answers.push(undefined);
  await host.press("ctrl+alt+k");
  assert.equal(host.asked.value, "https://example.org");
  assert.equal(text(), "see [this](https://example.org)");
  await pressed("⟨x⟩");
  await host.run("markdownEditing.link", { argument: "a.md" });
  assert.equal(text(), "[x](a.md)");
  await pressed('[x|](a.md "Kept")');
  await host.run("markdownEditing.link", { argument: "b.md" });
  assert.equal(text(), '[x](b.md "Kept")');
});

test("a table is formatted, and one is inserted", async () => {
  await pressed("¦a¦b¦\n¦-¦-¦\n¦ccc¦d|¦\n");
  await host.run("markdownEditing.table-format");
  assert.equal(text(), "| a   | b   |\n| --- | --- |\n| ccc | d   |\n");
  host.answers.push("2x2");
  await pressed("|");
  await host.run("markdownEditing.table-insert");
  assert.match(text(), /^\|( +\|){2}\n\|( -+ \|){2}\n/);
});

test("a selection is copied as HTML and as plain text", async () => {
  await pressed("- see **th⟨is** [page](u)⟩\n");
  await host.run("markdownEditing.copyHTML");
  assert.equal(host.clipboard, '<strong>is</strong> <a href="u">page</a>');
  await host.run("markdownEditing.copyText");
  assert.equal(host.clipboard, "is page");
  await pressed("- a|\n- *b*\n");
  await host.run("markdownEditing.copyText");
  assert.equal(host.clipboard, "• a\n• b");
});

test("an address that is pasted over a selection links it", async () => {
  host.clipboard = "https://example.org";
  assert.equal(await pressed("see ⟨this⟩", "ctrl+v"), "see [this](https://example.org)|");
  for (const pasted of ["two words", "word"]) {
    host.clipboard = pasted;
    assert.equal(await pressed("see ⟨this⟩", "ctrl+v"), `see ${pasted}|`);
    assert.deepEqual(host.done, ["editor.action.clipboardPasteAction"]);
  }
});

test("a footnote is one step, and the mirror follows other line endings", async () => {
  await pressed("a word|\n");
  await host.run("markdownEditing.footnote");
  assert.match(text(), /^a word\[\^1\]\n\n\[\^1\]: ?\n?$/);
  await host.press("ctrl+z");
  assert.equal(text(), "a word\n");
  await pressed("one\n⟨two⟩\n", "ctrl+b");
  host.editor.setEndOfLine(EndOfLine.CRLF);
  await host.press("ctrl+b");
  assert.equal(text(), "one\r\ntwo\r\n");
});

test("keys at once, and text that changes meanwhile", async () => {
  await pressed("⟨one⟩");
  await Promise.all(["ctrl+b", "ctrl+i", "ctrl+shift+x", "ctrl+alt+2"].map((key) => host.press(key)));
  assert.equal(text(), "## ~~***one***~~");
  await pressed("- one|\n");
  const key = host.press("enter");
  // The command is planned, and its edit is on its way.
  await new Promise((done) => process.nextTick(done));
  host.editor.apply([{ from: 5, to: 5, text: "!" }]);
  await key;
  assert.equal(text(), "- one!\n- \n");
  // Another file, and back.
  const first = host.editor;
  await pressed("⟨two⟩", "ctrl+b");
  host.editor = first;
  first.offsets = [[2, 6]];
  await host.press("ctrl+b");
  assert.equal(text(), "- **one!**\n- \n");
});

test("refusals, and documents that cannot be edited", async () => {
  await pressed("    ⟨code⟩\n", "ctrl+b");
  assert.equal(text(), "    code\n");
  assert.match(host.messages.at(-1), /^Markdown: .+/);
  await pressed("⟨one⟩");
  host.editor.document.isReadOnly = true;
  await host.press("ctrl+b");
  await host.run("markdownEditing.strong");
  assert.equal(text(), "one");
  host.editor = undefined;
  await host.run("markdownEditing.strong");
});

test("the status bar and the context keys follow the caret", async () => {
  const [item] = host.items;
  await pressed("- [ ] **a|** ~~b~~\n");
  await settled();
  assert.ok(item.isShown);
  assert.equal(item.text, "github · Bold · Task List");
  assert.equal(host.context["markdownEditing.strong"], "on");
  assert.equal(host.context["markdownEditing.emphasis"], "off");
  assert.equal(host.context["markdownEditing.wiki-link"], undefined);
  host.answers.push("commonmark");
  await host.run("markdownEditing.chooseDialect");
  await settled();
  assert.match(item.text, /^commonmark · Bold/);
  assert.equal(host.context["markdownEditing.strikethrough"], undefined);
  await host.run("markdownEditing.strikethrough");
  assert.equal(text(), "- [ ] **a** ~~b~~\n");
  host.configure("markdownEditing.dialect", "github");
  host.configure("markdownEditing.statusBar", false);
  await settled();
  assert.ok(!item.isShown);
  host.configure("markdownEditing.statusBar", true);
  host.open("a", { languageId: "plaintext" });
  await settled();
  assert.ok(!item.isShown);
  assert.equal(host.context["markdownEditing.strong"], undefined);
});

test("options reach the engine, and keys can be turned off", async () => {
  for (const [name, value, usual, before, key, after] of [
    ["numbering", "leaves", "renumbers", "1. one|\n2. two\n", "enter", "1. one\n2. |\n2. two\n"],
    ["numbering", "of my own", "renumbers", "1. one|\n2. two\n", "enter", "1. one\n2. |\n3. two\n"],
    ["typing", false, true, "- one|\n", "enter", "- one\n|\n"],
    ["shortcuts", "none", "all", "⟨one⟩", "ctrl+b", "⟨one⟩"],
    ["steps", "never", "ends", "a **word|**", "ctrl+b", "a word|"],
  ]) {
    host.configure(`markdownEditing.${name}`, value);
    assert.equal(await pressed(before, key), after, `${name} ${value}`);
    host.configure(`markdownEditing.${name}`, usual);
  }
});

test("closed documents are given back, and nothing listens after the end", async () => {
  const editor = host.open("a");
  const markdown = host.exported.documents.of(editor.document);
  host.close(editor);
  assert.throws(() => markdown.html(), /closed/);
  const other = new Host(join(folder, "extension"), manifest);
  await other.activate();
  other.open("one", { at: [[0, 3]] });
  await other.press("ctrl+b");
  assert.equal(other.editor.document.getText(), "**one**");
  other.deactivate();
  assert.equal(other.commands.size, 0);
  assert.ok(Object.values(other.events).every(({ count }) => count === 0));
});
