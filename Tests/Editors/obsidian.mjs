// Runs the packed plugin for Obsidian, unpacked into a clean folder, with a stand-in for Obsidian: its manifest and its
// registrations in Node, all else with real keys in Chromium and CodeMirror 6, if both are installed.
// Usage: node Tests/Editors/obsidian.mjs ARCHIVE.zip
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Browser, chromium, serve } from "../../Clients/Web/test/browser.mjs";
import { remarked, unmarked } from "./marked.mjs";
import { Host } from "./obsidian-stand-in.mjs";

const archive = resolve(process.argv[2]);
const tests = dirname(fileURLToPath(import.meta.url));
const BUDGET = 1_300_000;
const CONTROL = 2;
const SHIFT = 8;
const modules = process.env.MARKDOWN_EDITING_CODEMIRROR;
const skip = !chromium ? "there is no chromium" : !modules ? "MARKDOWN_EDITING_CODEMIRROR names no folder with its modules" : false;
let folder, plugin, manifest;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "obsidian-plugin-"));
  execFileSync("python3", ["-m", "zipfile", "-e", archive, folder]);
  plugin = join(folder, "markdown-editing");
  manifest = JSON.parse(await readFile(join(plugin, "manifest.json"), "utf8"));
});
after(() => rm(folder, { recursive: true }));

test("the archive is one folder with what Obsidian requires", async () => {
  assert.deepEqual(await readdir(folder), [manifest.id]);
  for (const file of ["main.js", "manifest.json", "styles.css"]) await stat(join(plugin, file));
  for (const field of ["id", "name", "version", "minAppVersion", "description", "author"]) assert.equal(typeof manifest[field], "string", field);
  assert.match(manifest.id, /^[a-z-]+$/);
  assert.ok(!/obsidian|plugin/i.test(`${manifest.id} ${manifest.name} ${manifest.description}`));
  assert.match(manifest.version, /^\d+\.\d+\.\d+$/);
  assert.match(manifest.description, /^[A-Z].{10,250}\.$/);
  assert.equal(manifest.isDesktopOnly, false);
  const { size } = await stat(archive);
  assert.ok(size <= BUDGET, String(size));
  console.log(`${size} bytes, main.js ${(await stat(join(plugin, "main.js"))).size}`);
});

test("a command and an icon for every row of the catalogue but the keys; the settings are the engine's", async () => {
  const cm = { Prec: { highest: (one) => one, high: (one) => one }, ViewPlugin: { define: () => ({}) }, keymap: { of: () => ({}) },
    EditorState: { transactionFilter: { of: () => ({}) } }, EditorView: { domEventHandlers: () => ({}) },
    showPanel: { of: () => ({}) } };
  const host = await new Host({ modules: cm }).load(await readFile(join(plugin, "main.js"), "utf8"), manifest);
  const names = host.plugin.engine.commands.map(({ name }) => name);
  const keys = ["newline", "backspace", "insert-text"];
  assert.deepEqual([...host.commands.keys()], names.filter((name) => !keys.includes(name)));
  for (const { icon } of host.commands.values()) assert.match(host.icons.get(icon), /^<(g|rect|text) .*<\/(text|g)>$/s, icon);
  const icons = [...host.icons].filter(([id]) => !/-(newline|backspace|insert-text|line-break)$/.test(id)).map(([, svg]) => svg);
  assert.equal(new Set(icons).size, icons.length);
  assert.equal(host.plugin.settings.dialect, "obsidian");
  const { bar, typing, ...options } = host.plugin.settings;
  assert.deepEqual([bar, typing], ["mobile", true]);
  host.plugin.engine.open("", options).close();
});

describe("in Chromium", { skip }, () => {
  let browser, server, page;
  before(async () => {
    browser = await Browser.start();
    server = await serve({ "/plugin": plugin, "/tests": tests, "/cm": modules });
  });
  after(async () => {
    await browser.stop();
    server.close();
  });

  // A page with Obsidian and an editor.
  async function visit(options = {}) {
    page = await browser.page(`${server.address}/blank`);
    await page.evaluate(`(async () => {
      const modules = await import("/cm/index.js");
      const { Host } = await import("/tests/obsidian-stand-in.mjs");
      document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: "/plugin/styles.css" }));
      globalThis.host = new Host({ modules, ...${JSON.stringify(options)} });
      globalThis.source = await (await fetch("/plugin/main.js")).text();
      await host.load(source, ${JSON.stringify(manifest)});
    })()`);
  }
  const open = (marked) => page.evaluate(`host.open(...${JSON.stringify(unmarked(marked))}), host.own = [], host.notices = [], 0`);
  const marked = async () => remarked(...await page.evaluate("[host.text, host.ranges]"));
  const run = async (name) => {
    const isRun = await page.evaluate(`host.run(${JSON.stringify(name)})`);
    await page.frame();
    return isRun;
  };
  const key = async (name, modifiers) => {
    await page.key(name, modifiers);
    await page.frame();
  };
  const end = async () => {
    assert.deepEqual(await page.errors(), []);
    await page.close();
  };

  test("commands; one step back with the selection", async () => {
    await visit();
    for (const [before, command, after] of [
      ["é one|\ntwo", "heading-2", "## é one|\ntwo"],
      ["- [ ] one|", "task-toggle", "- [x] one|"],
      ["⟨one⟩", "wiki-link", "[[⟨one⟩]]"],
      ["¦a¦b¦\n¦-¦-¦\n¦ccc¦d|¦\n", "table-format", "¦ a   ¦ b   ¦\n¦ --- ¦ --- ¦\n¦ ccc ¦ d|   ¦\n"],
      ["Sow ⟨beans⟩ and ⟨peas😀⟩.", "strong", "Sow **⟨beans⟩** and **⟨peas😀⟩**."],
    ]) {
      await open(before);
      assert.ok(await run(command));
      assert.equal(await marked(), after);
    }
    await key("z", CONTROL);
    assert.equal(await marked(), "Sow ⟨beans⟩ and ⟨peas😀⟩.");
    await key("y", CONTROL);
    assert.equal(await marked(), "Sow **⟨beans⟩** and **⟨peas😀⟩**.");
    await end();
  });

  test("Enter, Backspace and Tab before the keys of others; else theirs", async () => {
    await visit();
    for (const [before, name, after, own, modifiers] of [
      ["1. one|\n2. two", "Enter", "1. one\n2. |\n3. two", []],
      ["- one\n- two|", "Tab", "- one\n  - two|", []],
      ["- one\n  - two|", "Tab", "- one\n- two|", [], SHIFT],
      ["¦ a| ¦ b ¦\n¦ - ¦ - ¦\n", "Tab", "¦ a ¦ ⟨b⟩ ¦\n¦ - ¦ - ¦\n", []],
      ["plain|", "Tab", "plain\t|", ["Tab"]],
      ["plain|", "Enter", "plain\n|", ["Enter"]],
      // Hotkeys are Obsidian's: the plugin binds none.
      ["⟨one⟩", "b", "⟨one⟩", [], CONTROL],
      ["⟨one⟩", "e", "⟨one⟩", [], CONTROL],
    ]) {
      await open(before);
      await key(name, modifiers);
      assert.deepEqual([await marked(), await page.evaluate("host.own")], [after, own], `${before} ${name}`);
    }
    await open("a ⟨b **c⟩ d** e");
    await page.send("Input.insertText", { text: "X" });
    await page.frame();
    assert.equal(await marked(), "a X| **d** e");
    await end();
  });

  test("in the cell of a table that Obsidian edits, keys are Obsidian's, and only commands for words are there", async () => {
    await visit({ isMobile: true });
    const openCell = (before) => page.evaluate(`host.openCell(...${JSON.stringify(unmarked(before))}), host.own = [], 0`);
    for (const [before, name, after, own] of [
      ["1. one|", "Enter", "1. one\n|", ["Enter"]], ["- one\n- two|", "Tab", "- one\n- two\t|", ["Tab"]],
    ]) {
      await openCell(before);
      await key(name);
      assert.deepEqual([await marked(), await page.evaluate("host.own")], [after, own], name);
    }
    await openCell("Sow ⟨beans⟩");
    const palette = await page.evaluate("host.palette()");
    assert.deepEqual(["strong", "wiki-link", "link", "heading-2", "bullet-list", "footnote", "table-format", "paste"]
      .filter((name) => palette.includes(name)), ["strong", "wiki-link", "link"]);
    await run("strong");
    assert.equal(await marked(), "Sow **⟨beans⟩**");
    assert.equal(await page.evaluate("getComputedStyle(host.view.dom.querySelector('.markdown-editing-bar')).display"), "none");
    await end();
  });

  test("a link, a table and a callout ask for what they take", async () => {
    await visit();
    await open("see ⟨this⟩");
    await run("link");
    await page.send("Input.insertText", { text: "https://example.org" });
    await key("Enter");
    assert.equal(await marked(), "see [⟨this⟩](https://example.org)");
    await run("link");
    assert.equal(await page.evaluate("host.modals[0].contentEl.querySelector('input').value"), "https://example.org");
    await page.evaluate("host.modals[0].close()");
    assert.equal(await marked(), "see [⟨this⟩](https://example.org)");
    await open("|");
    await run("table-insert");
    await page.evaluate("host.modals[0].contentEl.querySelector('button').click()");
    await page.frame();
    assert.match(await page.evaluate("host.text"), /^\|( +\|){2}\n\|( -+ \|){2}\n/);
    await open("one|");
    await run("callout");
    await page.evaluate(`(() => {
      const field = host.modals[0].contentEl.querySelector("select");
      field.value = "example";
      field.dispatchEvent(new Event("change"));
      host.modals[0].contentEl.querySelector("button").click();
    })()`);
    await page.frame();
    assert.match(await page.evaluate("host.text"), /^> \[!example\]\n> one/i);
    assert.ok(await page.evaluate("host.view.hasFocus"));
    await end();
  });

  test("an address that is pasted over a selection links it", async () => {
    await visit();
    await open("see ⟨this⟩");
    await page.evaluate(`(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", "https://example.org");
      host.view.contentDOM.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    })()`);
    assert.equal(await marked(), "see [this](https://example.org)|");
    await end();
  });

  test("refusals are shown; the palette has what the dialect has", async () => {
    await visit();
    await open("    ⟨code⟩");
    await run("strong");
    assert.equal(await marked(), "    ⟨code⟩");
    assert.equal((await page.evaluate("host.notices")).length, 1);
    assert.ok((await page.evaluate("host.palette()")).includes("wiki-link"));
    await page.evaluate(`host.plugin.save({ dialect: "commonmark" })`);
    const palette = await page.evaluate("host.palette()");
    assert.ok(palette.includes("strong") && !palette.includes("wiki-link") && !palette.includes("table-insert"));
    // An editor that is not CodeMirror's has no command.
    assert.equal(await page.evaluate(`host.commands.get("strong").editorCheckCallback(true, {})`), false);
    await end();
  });

  test("the settings tab changes options in open editors, and saves them", async () => {
    await visit({ data: { numbering: "leaves", dialect: "of another version" } });
    await open("1. one|\n2. two");
    await key("Enter");
    assert.equal(await marked(), "1. one\n2. |\n2. two");
    await page.evaluate(`(() => {
      const [tab] = host.tabs;
      tab.display();
      const change = (title, value) => {
        const setting = [...tab.containerEl.children].find((child) => child.firstChild.textContent === title);
        const field = setting.lastChild;
        if (field.type === "checkbox") field.checked = value; else field.value = value;
        field.dispatchEvent(new Event("change"));
      };
      change("Numbering", "renumbers");
      change("Bar of buttons", "always");
      globalThis.change = change;
    })()`);
    await page.frame();
    assert.equal(await page.evaluate("host.data.numbering"), "renumbers");
    assert.ok(await page.evaluate("Boolean(host.view.dom.querySelector('markdown-bar'))"));
    await open("1. one|\n2. two");
    await key("Enter");
    assert.equal(await marked(), "1. one\n2. |\n3. two");
    await page.evaluate(`change("Keys for typing", false)`);
    await open("1. one|\n2. two");
    await key("Enter");
    assert.equal(await marked(), "1. one\n|\n2. two");
    await end();
  });

  test("with Vim's keys, those for typing are left alone", async () => {
    await visit({ config: { vimMode: true } });
    await open("- one|");
    await key("Enter");
    assert.deepEqual([await marked(), await page.evaluate("host.own")], ["- one\n|", ["Enter"]]);
    await end();
  });

  test("the bar on a phone: its state, a tap, the colours of the theme", async () => {
    await visit({ isMobile: true });
    await open("Sow ⟨beans⟩.");
    await page.frame();
    const button = `host.view.dom.querySelector("markdown-bar").shadowRoot.querySelector('[data-name="strong"]')`;
    const pressed = () => page.evaluate(`${button}.getAttribute("aria-pressed")`);
    assert.equal(await pressed(), "false");
    // No shortcut is shown, because none is bound.
    assert.equal(await page.evaluate(`${button}.title`), "Bold");
    const [x, y] = await page.evaluate(`(({ x, y, width, height }) => [x + width / 2, y + height / 2])(${button}.getBoundingClientRect())`);
    await page.click(x, y);
    await page.frame();
    assert.equal(await marked(), "Sow **⟨beans⟩**.");
    assert.equal(await pressed(), "true");
    await page.evaluate(`document.documentElement.style.setProperty("--interactive-accent", "rgb(1, 2, 3)")`);
    assert.equal(await page.evaluate(`getComputedStyle(${button}).backgroundColor`), "rgb(1, 2, 3)");
    assert.ok(await page.evaluate("host.view.hasFocus"));
    await end();
  });

  test("turned off and on again", async () => {
    await visit({ isMobile: true });
    await open("⟨one⟩");
    await page.evaluate("host.unload()");
    await page.frame();
    assert.equal(await page.evaluate("host.view.dom.querySelector('markdown-bar')"), null);
    await page.evaluate(`host.load(source, ${JSON.stringify(manifest)}).then(() => 0)`);
    await run("strong");
    assert.equal(await marked(), "**⟨one⟩**");
    assert.ok(await page.evaluate(`host.view.dom.querySelector("markdown-bar").shadowRoot.querySelectorAll("button").length > 10`));
    await end();
  });
});
