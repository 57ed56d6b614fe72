// Tests the page of `mdedit serve` in Chromium: accidents while a person writes, none of which may lose text or save it in
// another file, and the bytes of files.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import { mkdtemp, readFile, rm, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Browser, chromium } from "./browser.mjs";
import { CONTROL, by, pause } from "./stage.mjs";

const tool = process.env.MARKDOWN_EDITING_TOOL;
const single = process.env.MARKDOWN_EDITING_PAGE;
const skip = !chromium ? "there is no chromium" : tool && single ? false : "there is no tool, or no page";

describe("accidents in the page", { skip }, () => {
  let root, browser, page, servers, folder, server;

  const serve = async (folder, ...options) => {
    const server = spawn(tool, ["serve", folder, "--page", single, ...options], { stdio: ["ignore", "pipe", "pipe"] });
    servers.push(server);
    server.said = "";
    server.stderr.on("data", (data) => { server.said += data; });
    server.address = await new Promise((done) => server.stdout.once("data", (data) => done(String(data).trim())));
    server.port = Number(new URL(server.address).port);
    return server;
  };
  const stop = async (server) => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill("SIGCONT");
    server.kill("SIGKILL");
    await new Promise((done) => server.once("exit", done));
  };
  // Serves a new folder with some files, and opens the page, which shows the first of them.
  const begin = async (files) => {
    folder = await mkdtemp(join(root, "folder-"));
    for (const [name, contents] of Object.entries(files)) await writeFile(join(folder, name), contents);
    server = await serve(folder);
    await visit(server);
    await shows(Object.values(files)[0].replaceAll("\r\n", "\n"));
  };
  const has = async (name, contents) => assert.equal(await readFile(join(folder, name), "utf8"), contents);
  const write = (name, contents) => writeFile(join(folder, name), contents);
  const visit = async ({ address }) => {
    page = await browser.page(address);
    await page.until(`document.documentElement.dataset.ready && !${by("text")}.disabled`);
  };
  // Kills the browser, and opens the page in another one with the same profile.
  const kill = async () => {
    await browser.kill();
    browser = await Browser.start(browser.profile);
    await visit(server);
  };
  const value = () => page.evaluate(`${by("text")}.value`);
  const status = () => page.evaluate(`${by("status")}.textContent`);
  const shows = (text) => page.until(`${by("text")}.value === ${JSON.stringify(text)}`);
  const says = (pattern) => page.until(`${pattern}.test(${by("status")}.textContent)`);
  const click = (id) => page.evaluate(`${by(id)}.click(), 0`);
  const select = async (from, to) => {
    await page.send("Page.bringToFront");
    await page.evaluate(`${by("text")}.focus(), ${by("text")}.setSelectionRange(${from}, ${to}), 0`);
  };
  // Types at the start of the text, in the tab in front; waits until the browser keeps the text after it, if given.
  const type = async (text, after) => {
    await select(0, 0);
    await page.send("Input.insertText", { text });
    if (after) await kept(after);
  };
  const open = (name) => page.evaluate(`${by("files")}.value = "${name}", ${by("files")}.dispatchEvent(new Event("change")), 0`);
  const opened = async (name, text) => {
    await open(name);
    await page.until(`${by("name")}.textContent === "${name}"`);
    if (text) await shows(text);
  };
  const save = async () => {
    await page.key("s", CONTROL);
    await says("/^saved$/");
  };
  const saves = async (name, text) => {
    await save();
    await has(name, text);
  };
  // Saves, which finds another text, and chooses what to do.
  const conflict = async (choice) => {
    await page.key("s", CONTROL);
    await page.until(`${by("conflict")}.open`);
    if (choice) await click(`conflict-${choice}`);
  };
  // Waits until the browser keeps a text, under any name.
  const kept = (text) => page.until(
    `Object.values(localStorage).some((entry) => entry.includes(${JSON.stringify(JSON.stringify(text).slice(1, -1))}))`);
  // Leaves the storage room for only a few characters.
  const fill = () => page.evaluate(`(() => {
    for (let size = 1 << 22, part = 0; size >= 1; part++) {
      try { localStorage.setItem("other-" + part, "x".repeat(size)); } catch { size >>= 1; }
    }
  })(), 0`);
  // Opens a text of the list of those that were open last.
  const openRecent = async (name, text) => {
    await page.evaluate(`${by("menu")}.open = true, 0`);
    await page.until(`[...${by("recent")}.children].some(({ textContent }) => textContent.startsWith("${name}"))`);
    await page.evaluate(`[...${by("recent")}.children].find(({ textContent }) => textContent.startsWith("${name}")).click(), 0`);
    await shows(text);
  };

  before(async () => { root = await mkdtemp(join(tmpdir(), "markdown-editing-")); });
  after(() => rm(root, { recursive: true, force: true }));
  beforeEach(async () => {
    servers = [];
    browser = await Browser.start();
  });
  afterEach(async () => {
    await browser.stop();
    for (const server of servers) await stop(server);
  });

  test("save twice: the second save waits for the first, and both arrive", async () => {
    await begin({ "a.md": "one\n" });
    await type("x");
    await page.evaluate(`(() => {
      const press = () => dispatchEvent(new KeyboardEvent("keydown", { key: "s", ctrlKey: true, cancelable: true }));
      press();
      press();
      document.execCommand("insertText", false, "y");
      press();
    })(), 0`);
    await says("/^saved$/");
    await page.until(`!${by("conflict")}.open && demo.page.current.saved === "xyone\\n"`);
    await saves("a.md", "xyone\n");
    assert.equal(await page.evaluate(`${by("conflict")}.open`), false);
  });

  test("a conflict with text typed just now: Reload keeps all of it", async () => {
    await begin({ "a.md": "one\n" });
    await type("older ", "older one\n");
    await write("a.md", "theirs\n");
    await conflict();
    // The modal dialog does not stop a script, nor the last key before it opened.
    await page.evaluate(`${by("text")}.setRangeText("newest ", 0, 0), ${by("text")}.dispatchEvent(new Event("input")), ${by("conflict-reload")}.click(), 0`);
    await shows("theirs\n");
    await kept("newest older one\n");
    assert.match(await status(), /kept as a \(unsaved\)\.md/);
    await openRecent("a (unsaved).md", "newest older one\n");
    await has("a.md", "theirs\n");
  });

  test("a full storage: nothing that discards text does, and the page says why", async () => {
    await begin({ "a.md": "one\n", "b.md": "two\n" });
    await fill();
    const text = `${"words ".repeat(2000)}one\n`;
    await type("words ".repeat(2000));
    await says("/no room/");
    await open("b.md");
    await says("/no room/");
    await pause(300);
    assert.equal(await value(), text, "another file was opened");
    await write("a.md", "theirs\n");
    await conflict("reload");
    await says("/no room/");
    await pause(300);
    assert.equal(await value(), text, "reload");
    await page.evaluate(`(() => {
      const data = new DataTransfer();
      data.items.add(new File(["dropped"], "other.md"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    })(), 0`);
    await pause(300);
    assert.equal(await value(), text, "a file was dropped");
    // It can be saved, over the other program's text if that is wanted.
    await conflict("overwrite");
    await says("/^saved$/");
    await has("a.md", text);
    await opened("b.md");
  });

  test("two folders at one address: the text of one is not shown in the other, and is there again in its own", async () => {
    await begin({ "a.md": "same\n" });
    const [one, two, port] = [folder, await mkdtemp(join(root, "folder-")), String(server.port)];
    await type("mine ", "mine same\n");
    await stop(server);
    await writeFile(join(two, "a.md"), "same\n");
    server = await serve(two, "--port", port);
    await visit(server);
    await shows("same\n");
    await page.evaluate(`${by("menu")}.open = true, 0`);
    assert.equal(await page.evaluate(`${by("recent")}.textContent`), "");
    await save();
    assert.equal(await readFile(join(two, "a.md"), "utf8"), "same\n");
    await stop(server);
    await visit(await serve(one, "--port", port));
    await shows("mine same\n");
    await saves("a.md", "mine same\n");
  });

  test("the tool is started again: the folder has the same port, and what was not saved is there", async () => {
    await begin({ "a.md": "one\n", "b.md": "two\r\nlines\r\n" });
    const { port } = server;
    await opened("b.md");
    await type("x", "xtwo\nlines\n");
    await stop(server);
    // The old page keeps its text, and says what to do.
    await page.key("s", CONTROL);
    await says("/does not answer.*your text is kept/");
    server = await serve(folder);
    assert.equal(server.port, port);
    await page.key("s", CONTROL);
    await says("/no longer valid.*your text is kept/");
    assert.equal(await value(), "xtwo\nlines\n");
    await visit(server);
    // The file that was not saved is opened first.
    await shows("xtwo\nlines\n");
    assert.match(await status(), /restored/);
    await saves("b.md", "xtwo\r\nlines\r\n");
  });

  test("a port that is taken: the tool says that it uses another", async () => {
    await begin({ "a.md": "one\n" });
    const second = await serve(folder);
    assert.notEqual(second.port, server.port);
    assert.match(second.said, new RegExp(`port ${server.port} is in use`));
    assert.equal(server.said, "");
    await visit(second);
    await shows("one\n");
  });

  test("killed a second after the last key: the text is there", async () => {
    await begin({ "a.md": "one\n", "b.md": "two\n" });
    await opened("b.md");
    // Keys without a pause, as somebody types.
    for (let index = 0; index < 20; index++) {
      await type("x");
      await pause(50);
    }
    await pause(1000);
    await kill();
    await shows(`${"x".repeat(20)}two\n`);
    // Again, while keys are pressed: a text is kept without waiting for a pause.
    for (let index = 0; index < 60; index++) {
      await type("y");
      await pause(50);
    }
    await kill();
    await page.until(`/x{20}two/.test(${by("text")}.value)`);
    assert.match(await value(), /^y+x/);
  });

  for (const [accident, happen] of [
    ["killed after a save", async () => {
      server.kill("SIGCONT");
      await says("/^saved; changed since$/");
      await pause(500);
      await kill();
    }],
    ["reloaded while it saves", async () => {
      // The request has been sent, its answer finds no page.
      await pause(300);
      await page.close();
      server.kill("SIGCONT");
      for (let wait = 0; wait < 100 && await readFile(join(folder, "a.md"), "utf8") !== "saved one\n"; wait++) await pause(50);
      await visit(server);
    }],
    ["another file is opened while it saves", async () => {
      await open("b.md");
      server.kill("SIGCONT");
      await shows("two\n");
      await opened("a.md");
    }],
  ]) {
    test(`${accident} an older text: the newer one is shown, and is no conflict`, async () => {
      await begin({ "a.md": "one\n", "b.md": "two\n" });
      await type("saved ");
      // The answer waits while more is typed.
      server.kill("SIGSTOP");
      await page.key("s", CONTROL);
      await type("newer ", "newer saved one\n");
      await happen();
      await shows("newer saved one\n");
      assert.equal(page.dialogs(), accident.startsWith("another") ? 1 : 0);
      await saves("a.md", "newer saved one\n");
      await has("b.md", "two\n");
    });
  }

  test("another file is opened while a save finds a conflict: the dialog is not about that file", async () => {
    await begin({ "a.md": "one\n", "b.md": "two\n" });
    await type("mine ");
    await write("a.md", "theirs\n");
    await page.evaluate(`demo.page.store(), ${by("files")}.value = "b.md", ${by("files")}.dispatchEvent(new Event("change")), 0`);
    await shows("two\n");
    assert.equal(await page.evaluate(`${by("conflict")}.open`), false);
    await save();
    assert.deepEqual(await Promise.all(["a.md", "b.md"].map((name) => readFile(join(folder, name), "utf8"))), ["theirs\n", "two\n"]);
    await opened("a.md", "mine one\n");
    await conflict();
  });

  test("a draft over a newer file stays a conflict after a reload, whatever is chosen", async () => {
    await begin({ "a.md": "one\n" });
    await type("mine ", "mine one\n");
    await write("a.md", "theirs\n");
    // The question, whether to show the unsaved text, is accepted, twice.
    for (let round = 0; round < 2; round++) {
      await page.go(server.address);
      await shows("mine one\n");
    }
    await conflict();
    await has("a.md", "theirs\n");
    await click("conflict-cancel");
    // Declined: the file is shown, and the unsaved text has another name. (The page asks first whether to leave it.)
    await page.evaluate("demo.page.keep(), 0");
    await page.close();
    page = await browser.page();
    page.accepts = false;
    await page.go(server.address);
    await shows("theirs\n");
    assert.match(await status(), /kept as a \(unsaved\)\.md/);
    await openRecent("a (unsaved).md", "mine one\n");
  });

  test("Overwrite replaces only the version that the dialog was about", async () => {
    await begin({ "a.md": "one\n" });
    await type("mine ");
    await write("a.md", "theirs\n");
    await conflict("compare");
    await page.until(`${by("conflict-diff")}.textContent.includes("theirs")`);
    await write("a.md", "theirs, newer\n");
    await click("conflict-overwrite");
    await page.until(`${by("conflict")}.open`);
    await has("a.md", "theirs, newer\n");
    await click("conflict-compare");
    await page.until(`${by("conflict-diff")}.textContent.includes("newer")`);
    await click("conflict-overwrite");
    await says("/^saved$/");
    await has("a.md", "mine one\n");
  });

  test("a file that was deleted: its text stays, also after a restart", async () => {
    await begin({ "a.md": "one\n", "b.md": "two\n" });
    await type("mine ");
    await unlink(join(folder, "a.md"));
    await page.key("s", CONTROL);
    await says("/your text is kept in this browser/");
    await opened("b.md");
    await openRecent("a.md", "mine one\n");
    await opened("b.md");
    // The list still has its name.
    await opened("a.md", "mine one\n");
    await page.close();
    await stop(server);
    server = await serve(folder);
    await visit(server);
    await shows("two\n");
    await openRecent("a.md", "mine one\n");
  });

  test("two tabs with one file: neither writes over what the other keeps", async () => {
    await begin({ "a.md": "one\n" });
    const first = page;
    await visit(server);
    await shows("one\n");
    await type("second ", "second one\n");
    const second = page;
    page = first;
    await type("first ", "first one\n");
    await kept("second one\n");
    // The one is saved, the other not.
    await save();
    await kept("second one\n");
    page = second;
    await conflict("cancel");
    await page.close();
    page = first;
    await page.go(server.address);
    await shows("second one\n");
    await has("a.md", "first one\n");
  });

  test("a tab that is closed within a moment of the last key keeps it", async () => {
    await begin({ "a.md": "one\n" });
    await type("x");
    await page.close();
    await visit(server);
    await shows("xone\n");
    // A reload, which the page asks about.
    await type("y");
    await page.go(server.address);
    await shows("yxone\n");
    assert.deepEqual(page.errors(), []);
  });

  test("a file keeps its byte order mark and line endings; one that a page cannot hold is not opened", async () => {
    const crlf = (words) => `one\r\n\r\na ${words} e <img src=x onerror=pwn()>\r\n`;
    await begin({
      "crlf.md": crlf("b **c d**"), "mark.md": "\ufeffa word\n", "mixed.md": "one\rtwo\r\nthree\n",
      "zbroken.md": new Uint8Array([0x61, 0xff]),
    });
    await page.evaluate("globalThis.pwned = 0, globalThis.pwn = () => pwned++, 0");
    for (const [key, words] of [["Delete", " **d**"], ["X", "X **d**"]]) {
      await select(7, 12);
      await page.key(key);
      await saves("crlf.md", crlf(words));
      await page.undo();
      assert.equal(await value(), crlf("b **c d**").replaceAll("\r\n", "\n"));
      await says("/^changed$/");
    }
    await opened("mark.md");
    // Undo cannot restore the previous document.
    await page.undo();
    await select(3, 7);
    await page.key("i", CONTROL);
    await saves("mark.md", "\ufeffa *word*\n");
    for (const [name, problem] of [["mixed.md", "/mixes line endings/"], ["zbroken.md", "/zbroken.md: /"]]) {
      await open(name);
      await says(problem);
      assert.deepEqual([await page.evaluate(`${by("name")}.textContent`), await value()], ["mark.md", "\ufeffa *word*\n"]);
    }
    assert.equal(await page.evaluate("pwned"), 0);
    assert.deepEqual(page.errors(), []);
    // Another page cannot get in, even with the address.
    const other = await browser.page("data:text/html,<title>other</title>");
    assert.equal(await other.evaluate(`fetch(${JSON.stringify(server.address)} + "files").then((answer) => answer.text(), () => "refused")`), "refused");
    assert.equal(await other.evaluate(`new Promise((done) => {
      const frame = document.createElement("iframe");
      frame.src = ${JSON.stringify(server.address)};
      frame.onload = () => { try { done(frame.contentDocument?.title ?? "refused"); } catch { done("refused"); } };
      document.documentElement.append(frame);
    })`), "refused");
  });

  test("a folder whose first file is broken has nothing to save; 10,000 files are listed", async () => {
    folder = await mkdtemp(join(root, "folder-"));
    await write("0.md", new Uint8Array([0x61, 0xff]));
    for (let index = 1; index < 10_000; index++) await write(`note-${index}.md`, `note ${index}\n`);
    page = await browser.page((await serve(folder)).address);
    await says("/0.md: /");
    const isFixed = () => page.evaluate(`[${by("text")}.disabled, ${by("save")}.disabled, ${by("names")}.children.length]`);
    assert.deepEqual([await value(), await isFixed()], ["", [true, true, 10_000]]);
    await open("note-9999.md");
    await shows("note 9999\n");
    assert.deepEqual(await isFixed(), [false, false, 10_000]);
  });
});
