// Runs the packed extension for Visual Studio Code with real keys in Monaco, that editor's core, in Chromium.
// Usage: node Tests/Editors/monaco.mjs ARCHIVE.vsix FOLDER, where FOLDER has Monaco's folder vs
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Browser, chromium, serve } from "../../Clients/Web/test/browser.mjs";
import { remarked, unmarked } from "./marked.mjs";

const [archive, monaco] = process.argv.slice(2).map((path) => resolve(path));
const CONTROL = 2;
const SHIFT = 8;
const DELAY = 8;
const skip = chromium ? false : "there is no chromium";
let folder, browser, server, page;

before(async () => {
  if (skip) return;
  folder = await mkdtemp(join(tmpdir(), "vscode-extension-"));
  execFileSync("python3", ["-m", "zipfile", "-e", archive, folder]);
  server = await serve({
    "/vs": join(monaco, "vs"), "/extension": join(folder, "extension"), "/tests": dirname(fileURLToPath(import.meta.url)),
  });
  browser = await Browser.start();
  page = await browser.page(`${server.address}/blank`);
  await page.evaluate(`(async () => {
    await new Promise((done) => {
      document.head.append(Object.assign(document.createElement("script"), { src: "/vs/loader.js", onload: done }));
    });
    require.config({ paths: { vs: "/vs" } });
    await new Promise((done) => require(["vs/editor/editor.main"], done));
    globalThis.host = await (await import("/tests/monaco-stand-in.mjs")).start(monaco, "/extension", ${DELAY});
  })()`);
});
after(async () => {
  if (skip) return;
  await browser.stop();
  server.close();
  await rm(folder, { recursive: true });
});

const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
// Presses keys, "ctrl+b" or "enter", types what is between quotation marks, with a pause between characters, and waits for the
// expected text.
async function expectAfter(marked, keys, expected, pause = 40) {
  await page.evaluate(`host.open(...${JSON.stringify(unmarked(marked))}), host.settled()`);
  for (const [, typed, modifier, name] of keys.matchAll(/"([^"]*)"|(?:(ctrl|shift)\+)?(\w+)/g)) {
    if (typed === undefined) {
      await page.key(name.length === 1 ? name : name[0].toUpperCase() + name.slice(1), { ctrl: CONTROL, shift: SHIFT }[modifier]);
      await page.evaluate("host.settled()");
      continue;
    }
    for (const character of typed) {
      await page.key(character);
      await wait(pause);
    }
    await page.evaluate("host.settled()");
  }
  const shown = async () => remarked(...await page.evaluate("[host.text, host.ranges]"));
  for (let turn = 0; turn < 100 && await shown() !== expected; turn++) await wait(20);
  assert.equal(await shown(), expected, `${marked} ${keys}`);
}

test("keys in Monaco", { skip }, async () => {
  for (const [marked, keys, expected] of [
    ["⟨one⟩ two", "ctrl+b", "**⟨one⟩** two"],
    ["⟨one⟩ two", "ctrl+b ctrl+i ctrl+z ctrl+z", "⟨one⟩ two"],
    ["say |", "ctrl+b \"word\"", "say **word|**"],
    ["say |\nnext", "ctrl+i \"one two\"", "say *one two|*\nnext"],
    ["say |", "ctrl+b \"word\" ctrl+b \" more\"", "say **word** more|"],
    ["say |", "ctrl+b \"(a\"", "say **(a|)**"],
    ["- one|", "enter \"two\" enter enter", "- one\n- two\n\n|"],
    ["- a\n- b|", "tab enter \"c\"", "- a\n  - b\n  - c|"],
    ["- a\n  - b|", "shift+tab", "- a\n- b|"],
    ["1. a|\n2. b", "enter \"x\" backspace", "1. a\n2. |\n3. b"],
    ["¦ a| ¦ b ¦\n¦ - ¦ - ¦\n", "tab", "¦ a ¦ ⟨b⟩ ¦\n¦ - ¦ - ¦\n"],
  ]) {
    await expectAfter(marked, keys, expected);
  }
  assert.deepEqual(await page.errors(), []);
});

test("a typed text and its pending mark are undone together", { skip }, async () => {
  await expectAfter("say |", "ctrl+b \"word\" ctrl+z ctrl+z", "say |");
});

test("keys that are faster than the extension get the pending marks too", { skip }, async () => {
  for (let round = 0; round < 5; round++) {
    await expectAfter("say |", "ctrl+b ctrl+i \"fast typing\"", "say ***fast typing|***", 10);
  }
});
