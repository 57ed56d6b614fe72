// Tests the page of `mdedit serve` in Chromium and Firefox: accidents while a person writes, and each sentence that the page
// says about them; then random accidents, MARKDOWN_EDITING_ACCIDENTS in number, from MARKDOWN_EDITING_SEED on.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { readdir, rename, unlink } from "node:fs/promises";
import { join } from "node:path";
import { Person, kinds } from "./accidents.mjs";
import { happen } from "./accidents.random.mjs";
import { Browser } from "./browser.mjs";
import { CONTROL, by, pause } from "./stage.mjs";

for (const { kind, name, skip } of kinds) describe(`accidents in ${name}`, { skip }, () => {
  const me = new Person(kind);
  const path = (name) => join(me.folder, name);
  before(() => me.start());
  after(() => me.end());

  test("save twice: the second save waits for the first, and both arrive", async () => {
    await me.begin({ "a.md": "one\n" });
    await me.types("x");
    me.server.kill("SIGSTOP");
    for (const key of ["s", "s", "y", "s"]) await me.page.key(key, key === "s" ? CONTROL : 0);
    me.server.kill("SIGCONT");
    await me.has("a.md", "xyone\n");
    await me.reads(/^saved$/);
    assert.equal(await me.banner(), "");
  });

  for (const accident of ["", " also after the tab was frozen"]) test(`changes in different places are noticed and merged,${accident}`, async () => {
    await me.begin({ "a.md": "one\n\ntwo\n" });
    await me.types("mine ");
    const other = accident && kind === Browser && await me.browser.page();
    if (other) await me.page.send("Page.setWebLifecycleState", { state: "frozen" });
    await Promise.all([me.put("a.md", "one\n\ntwo theirs\n"), accident && (other ? pause(1000) : me.browser.freeze(2000))]);
    if (other) await me.page.send("Page.setWebLifecycleState", { state: "active" });
    await me.page.front();
    // A save does not decide it.
    await me.page.until(`/a.md was changed by another program, too. The changes are in different places, and can be merged/.test(${by("banner")}.textContent)`);
    await me.press();
    await me.reads(/first choose what to do with the other program’s text/);
    await me.has("a.md", "one\n\ntwo theirs\n");
    await me.chooses("Merge");
    await me.sees("mine one\n\ntwo theirs\n");
    await me.reads(/merged; not saved yet/);
    await me.saves("a.md", "mine one\n\ntwo theirs\n");
    await me.undo();
    await me.sees("mine one\n\ntwo\n");
    if (other) await other.close();
  });

  test("changes of one line are shown side by side, and both are kept unless one chooses", async () => {
    await me.begin({ "a.md": "one\ntwo\n" });
    await me.types("mine ");
    await me.put("a.md", "theirs one\ntwo\n");
    await me.chooses("Merge", /Both have changed the same lines/);
    await me.page.until(`${by("ask")}.open`);
    assert.deepEqual(await me.page.evaluate(`[...${by("ask")}.querySelectorAll("label")].map(({ textContent, control }) => [textContent, control.checked])`),
      [["yoursmine one\n", false], ["theirstheirs one\n", false], ["both", true]]);
    await me.does(null, "Cancel");
    await me.chooses("Compare");
    await me.does(null, "Merge");
    await me.sees("mine one\ntheirs one\ntwo\n");
    await me.saves("a.md", "mine one\ntheirs one\ntwo\n");
  });

  test("Take theirs keeps yours under the name it says, and undo brings it back; Keep yours replaces only what it was about", async () => {
    await me.begin({ "a.md": "one\n" });
    await me.types("mine ");
    await me.put("a.md", "theirs\n");
    await me.chooses("Take theirs");
    await me.sees("theirs\n");
    await me.reads(/^your text is kept as a \(yours\).md$/);
    await me.keeps("mine one\n", "a (yours).md");
    assert.equal(await me.listed(), "a (yours).md: not saved");
    await me.undo();
    await me.sees("mine one\n");
    await me.opens("a (yours).md", "mine one\n");
    await me.saves("a (yours).md", "mine one\n");
    await me.opens("a.md", "mine one\n");
    await me.put("a.md", "theirs, later\n");
    await me.page.until("demo.page.banner.isQuestion");
    await me.put("a.md", "theirs, newer\n");
    await me.chooses("Keep yours");
    await me.page.until("demo.page.banner.isQuestion");
    await me.has("a.md", "theirs, newer\n");
    await me.chooses("Keep yours");
    await me.has("a.md", "mine one\n");
  });

  test("a note that is only read shows what other programs write, and keeps the caret", async () => {
    await me.begin({ "a.md": "one\ntwo\n" });
    await me.types("", true);
    for (const [key, modifier] of [["End", CONTROL], ["ArrowLeft"]]) await me.page.key(key, modifier);
    await me.put("a.md", "zero\none\ntwo\n");
    await me.reads(/a.md was changed by another program; this is its text now/);
    await me.types("X", true);
    await me.sees("zero\none\ntwoX\n");
  });

  test("a note that was deleted or renamed: its text stays, also after a restart, and can be saved again", async () => {
    await me.begin({ "a.md": "one\r\ntwo\n", "b.md": "two\n" });
    await unlink(path("a.md"));
    await me.chooses("Save it again", /a.md was deleted or renamed by another program. Your text is still here/);
    await me.has("a.md", "one\r\ntwo\n");
    await me.types("mine ");
    await rename(path("a.md"), path("c.md"));
    await me.press();
    await me.page.until(`/deleted or renamed/.test(${by("banner")}.textContent)`);
    await me.opens("b.md", "two\n");
    assert.equal(await me.listed(), "a.md: not saved, c.md");
    await me.go();
    await me.sees("mine one\ntwo\n");
    await me.reads(/a.md is not in the folder; this is the text that the browser has kept/);
    // It comes back, with a change.
    await me.put("a.md", "one\r\ntwo theirs\n");
    await me.chooses("Merge", /Both/);
    await me.does(null, "Merge");
    await me.sees("mine one\ntwo\none\ntwo theirs\n");
    await me.saves("a.md", "mine one\r\ntwo\r\none\r\ntwo theirs\n");
    assert.equal(await me.listed(), "b.md, c.md");
  });

  test("the server is started again: the folder has the same port, and what was not saved is there", async () => {
    await me.begin({ "a.md": "one\n", "b.md": "two\r\nlines\r\n" });
    const { port } = me.server;
    await me.opens("b.md", "two\nlines\n");
    await me.types("x");
    await me.stop();
    await me.press();
    await me.reads(/does not answer; start it again, and open its new address; your text is kept in this browser/);
    await me.serve();
    assert.equal(me.server.port, port);
    await me.press();
    await me.reads(/this address is no longer valid; open the one that mdedit serve printed last; your text is kept/);
    await me.go();
    await me.sees("xtwo\nlines\n");
    assert.match(await me.banner(), /^Restored: what you wrote until .*, which was not saved/);
    await me.saves("b.md", "xtwo\r\nlines\r\n");
    const second = await me.serve();
    assert.match(second.said, new RegExp(`port ${port} is in use; text that the browser keeps for it is not shown at ${second.port}`));
  });

  test("two folders at one address: the text of one is not shown in the other, and is there again in its own", async () => {
    await me.begin({ "a.md": "same\n" });
    const { folder, server: { port } } = me;
    await me.types("mine ");
    await me.keeps("mine same\n");
    await me.makeFolder({ "a.md": "same\n" });
    for (const [shown, text, listed] of [[me.folder, "same\n"], [folder, "mine same\n"]]) {
      await me.stop();
      await me.serve(me.folder = shown, "--port", port);
      await me.go();
      await me.sees(text);
      assert.equal(await me.listed(), "");
      await me.saves("a.md", text);
    }
  });

  test("two tabs with one note: neither writes over what the other keeps, and the second save merges", async () => {
    await me.begin({ "a.md": "one\n\ntwo\n" });
    const { page } = me;
    await me.types("first ");
    await me.keeps("first one\n\ntwo\n");
    const second = await me.visit();
    await me.sees("one\n\ntwo\n");
    assert.equal(await me.listed(), "a.md: not saved, in another tab");
    await me.types("", true);
    await me.page.key("End", CONTROL);
    await me.types("second\n", true);
    await me.keeps("one\n\ntwo\nsecond\n");
    await me.keeps("first one\n\ntwo\n");
    me.page = page;
    await me.types("", true);
    await me.saves("a.md", "first one\n\ntwo\n");
    await page.close();
    me.page = second;
    await me.types("", true);
    await me.press();
    await me.chooses("Merge", /different places/);
    await me.saves("a.md", "first one\n\ntwo\nsecond\n");
  });

  test("killed a second after the last key, and while keys are pressed: the text is there, and shown as restored", async () => {
    await me.begin({ "a.md": "one\n", "b.md": "two\n" });
    await me.opens("b.md", "two\n");
    await me.types("x");
    await pause(1000);
    await me.crash();
    await me.sees("xtwo\n");
    let count = 0;
    for (const end = Date.now() + 2500; Date.now() < end; count++) await me.types("y");
    await me.crash();
    const text = await me.text();
    assert.ok(text.length > count / 2, `${text} after ${count} keys`);
    await me.chooses("Back to the file", /^Restored/);
    await me.sees("two\n");
    await me.undo();
    await me.sees(text);
    await me.saves("b.md", text);
  });

  for (const [accident, happens] of [
    ["killed after a save of", async () => {
      me.server.kill("SIGCONT");
      await me.reads(/^saved; changed since$/);
      await me.keeps("newer saved one\n");
      await me.crash();
    }],
    ["reloaded during a save of", async () => {
      await me.page.close();
      me.server.kill("SIGCONT");
      await me.has("a.md", "saved one\n");
      await me.visit();
    }],
    ["another note is opened during a save of", async () => {
      await me.open("b.md");
      me.server.kill("SIGCONT");
      await me.sees("two\n");
      await me.open("a.md");
    }],
  ]) test(`${accident} an older text: the newer one is shown, and is no conflict`, async () => {
    await me.begin({ "a.md": "one\n", "b.md": "two\n" });
    await me.types("saved ");
    // The answer waits while more is typed.
    me.server.kill("SIGSTOP");
    await me.press();
    await me.types("newer ");
    await me.keeps("newer saved one\n");
    await happens();
    await me.sees("newer saved one\n");
    assert.match(await me.banner(), /^Restored/);
    await me.saves("a.md", "newer saved one\n");
    await me.has("b.md", "two\n");
  });

  test("a full storage is said at once, and nothing that discards text does; it is kept again when there is room", async () => {
    // A text that does not become much shorter when it is compressed.
    const old = `${Array.from({ length: 60_000 }, (_, index) => index * 7919 % 10_007).join(" ")}\n`;
    await me.begin({ "a.md": old, "b.md": "two\n" });
    await me.fill();
    await me.types("mine ");
    await me.reads(/changed, and the browser has no room to keep it: save it now/);
    await me.open("b.md");
    await me.reads(/a.md is not saved, and the browser has no room to keep it: save it first/);
    await me.does("new", "Create", "c");
    await me.reads(/save it first/);
    await me.put("a.md", "theirs\n");
    await me.chooses("Take theirs");
    await me.reads(/no room to keep your text under another name: it stays here/);
    assert.equal(await me.text(), `mine ${old}`);
    assert.deepEqual(await readdir(me.folder), ["a.md", "b.md"]);
    await me.free();
    await me.types("again ");
    await me.keeps(`again mine ${old}`);
    await me.chooses("Keep yours");
    await me.has("a.md", `again mine ${old}`);
    await me.opens("b.md", "two\n");
    // A tab that is closed or reloaded within a moment of the last key keeps it.
    await me.types("x");
    await me.page.close();
    await me.visit();
    await me.sees("xtwo\n");
    await me.types("y");
    await me.go();
    await me.sees("yxtwo\n");
  });

  test("a browser without storage says so at once, and saves", { skip: kind === Browser && "only Firefox has a setting" }, async () => {
    const { browser } = me;
    await me.start(undefined, { "network.cookie.cookieBehavior": 2 });
    me.page = null;
    await me.begin({ "a.md": "one\n", "b.md": "two\n" });
    await me.reads(/this browser keeps no texts for this page: save often/);
    await me.types("x");
    await me.open("b.md");
    await me.reads(/save it first/);
    await me.saves("a.md", "xone\n");
    await me.opens("b.md", "two\n");
    await me.browser.stop();
    Object.assign(me, { browser, page: null });
  });

  test("new, rename, delete with Undo, and folders", async () => {
    await me.begin({ "a.md": "one\n", "b.md": "two\n" });
    const named = (name) => me.page.until(`${by("name")}.textContent === "${name}"`);
    await me.does("new", "Create", "travel/packing");
    await named("travel/packing.md");
    await me.types("socks");
    await me.saves("travel/packing.md", "socks");
    await me.does("rename", "Rename", "a.md");
    await me.reads(/there is already a note of that name/);
    await me.does("rename", "Rename", "travel/list.md");
    await named("travel/list.md");
    await me.types("warm ");
    await me.saves("travel/list.md", "warm socks");
    await me.types("unsaved ");
    await me.does("delete", "Delete");
    await me.page.until(`/travel.list.md was deleted/.test(${by("banner")}.textContent)`);
    assert.deepEqual([await readdir(path("travel")), await me.listed()], [[], "b.md"]);
    await me.chooses("Undo");
    await me.sees("unsaved warm socks");
    await me.has("travel/list.md", "unsaved warm socks");
    await me.does("folder", "Create", "empty");
    await me.reads(/empty is there/);
    assert.deepEqual(await readdir(path("empty")), []);
    // A note that was deleted stays so.
    await me.types("again ");
    await me.does("delete", "Delete");
    await named("a.md");
    await me.go();
    assert.deepEqual([await me.name(), await me.listed()], ["a.md", "b.md"]);
  });

  test("notes in other encodings are converted when they are saved, and not before; 10,000 notes", async () => {
    const files = [["0.md", Buffer.from("gr\xfc\xdfe\r\n", "latin1"), "windows-1252", "grüße\r\n"], ["1.md", Buffer.from("\ufeffgrüße\n", "utf16le"), "utf-16le", "grüße\n"]];
    await me.makeFolder(Object.fromEntries(files));
    for (let index = 2; index < 10_000; index++) await me.put(`note-${index}.md`, `note ${index}\n`);
    await me.page.go((await me.serve()).address);
    // What is not read has nothing to save.
    await me.does(null, "Cancel");
    await me.page.until("document.documentElement.dataset.ready");
    await me.types("x");
    assert.deepEqual([await me.name(), await me.text(), await me.page.evaluate(`${by("save")}.disabled`)], ["no note", "", true]);
    for (const [name, bytes, encoding, saved] of files) {
      await me.open(name);
      await me.page.until(`/^${name} is not UTF-8. In which encoding can you read it.* until then the file stays/.test(${by("ask-text")}.textContent)`);
      assert.equal(await me.page.evaluate(`${by("ask-options")}.selectedOptions[0].text`), `${encoding}: grüße`);
      await me.does(null, "Open");
      await me.reads(`/${name} was read in another encoding, and is saved as UTF-8/`);
      await me.sees("grüße\n");
      await me.has(name, bytes);
      await me.saves(name, saved);
    }
    assert.equal((await me.listed()).split(", ").length, 9999);
    await me.opens("note-9999.md", "note 9999\n");
  });

  test("each line keeps its ending, and a file its byte order mark; no script of a note runs, and no other page gets in", async () => {
    const mixed = "\ufeffone\r\ntwo\nthree\rfour <img src=x onerror=\"document.title='pwned'\"><script>document.title='pwned'</script>\r\n";
    await me.begin({ "a.md": mixed });
    await me.types("X\n");
    await me.saves("a.md", mixed.replace("one", "X\r\none"));
    for (let times = 0; times < 2; times++) await me.undo();
    await me.sees(mixed.slice(1).replace(/\r\n?/g, "\n"));
    await me.saves("a.md", mixed);
    await me.page.until(`${by("preview")}.textContent.includes("four")`);
    assert.equal(await me.page.evaluate("document.title"), "a.md – Markdown Editing");
    if (kind === Browser) assert.deepEqual(me.page.errors(), []);
    await me.page.go("data:text/html,<title>other</title>");
    const address = JSON.stringify(me.server.address);
    assert.equal(await me.page.evaluate(`fetch(${address} + "files").then((answer) => answer.text(), () => "refused")`), "refused");
    assert.equal(await me.page.evaluate(`new Promise((done) => {
      const frame = document.createElement("iframe");
      frame.onload = () => { try { done(frame.contentDocument?.title ?? "refused"); } catch { done("refused"); } };
      document.documentElement.append(Object.assign(frame, { src: ${address} }));
    })`), "refused");
  });
});

describe("random accidents", () => {
  const [count, seed] = [Number(process.env.MARKDOWN_EDITING_ACCIDENTS ?? 12), Number(process.env.MARKDOWN_EDITING_SEED ?? 1)];
  for (const { kind, name, skip } of kinds) test(`in ${name}: ${count}, with seed ${seed}`, { skip }, () => happen(kind, { count, seed }));

  // Faults that are put into the page before its own scripts run.
  for (const [fault, only, source] of [
    ["texts are kept by name only", ["swap", "switch"], 'addEventListener("readystatechange", () => { document.documentElement.dataset.serve = "any"; }, true)'],
    ["tabs share a text", ["tab", "kill"], 'crypto.randomUUID = () => "1"'],
    ["the last words are lost", ["close", "reload"], `for (const name of ["pagehide", "visibilitychange"]) addEventListener(name, (event) => event.stopImmediatePropagation(), true)`],
    ["a save replaces any version", ["save"], `const real = fetch;
      globalThis.fetch = async (path, options = {}) => real(path, options.method !== "PUT" ? options
        : { ...options, headers: { ...options.headers, "if-match": (await real(path)).headers.get("etag") } });`],
  ]) test(`the judge finds that ${fault}`, { skip: kinds[0].skip }, () => assert.rejects(
    happen(Browser, { count: 40, seed: 7, only, prepare: (page) => page.send("Page.addScriptToEvaluateOnNewDocument", { source }) }), /^AssertionError.*seed 7/s));
});
