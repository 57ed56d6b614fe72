// Tests the page of `mdedit serve` in Chromium and Firefox: accidents while a person writes, and each sentence that the page
// says about them.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { readFile, readdir, rename, unlink } from "node:fs/promises";
import { join } from "node:path";
import { Person, kinds } from "./accidents.mjs";
import { Browser } from "./browser.mjs";
import { CONTROL, by, pause } from "./stage.mjs";

for (const { kind, name, skip } of kinds) describe(`accidents in ${name}`, { skip }, () => {
  const me = new Person(kind);
  const path = (name) => join(me.folder, name);
  // Waits until a file has some contents.
  const becomes = async (name, contents) => {
    for (let wait = 0; wait < 200 && await readFile(path(name), "utf8").catch(() => "") !== contents; wait++) await pause(25);
    await me.has(name, contents);
  };
  before(() => me.start());
  after(() => me.end());

  test("save twice: the second save waits for the first, and both arrive", async () => {
    await me.begin({ "a.md": "one\n" });
    await me.types("x");
    me.server.kill("SIGSTOP");
    for (const key of ["s", "s", "y", "s"]) await me.page.key(key, key === "s" ? CONTROL : 0);
    me.server.kill("SIGCONT");
    await becomes("a.md", "xyone\n");
    await me.reads("/^saved$/");
    assert.equal(await me.banner(), "");
  });

  test("changes in different places are noticed and merged, and undo takes the merge back", async () => {
    await me.begin({ "a.md": "one\n\ntwo\n\nthree\n" });
    await me.types("mine ");
    await me.put("a.md", "one\n\ntwo\n\nthree theirs\n");
    await me.isTold("/changed by another program, too. The changes are in different places, and can be merged/");
    // A save does not decide it.
    await me.page.key("s", CONTROL);
    await me.reads("/first choose what to do with the other program’s text/");
    await me.has("a.md", "one\n\ntwo\n\nthree theirs\n");
    await me.chooses("Merge");
    await me.sees("mine one\n\ntwo\n\nthree theirs\n");
    await me.reads("/merged; not saved yet/");
    await me.save("a.md", "mine one\n\ntwo\n\nthree theirs\n");
    await me.types("", true);
    await me.page.undo();
    await me.sees("mine one\n\ntwo\n\nthree\n");
  });

  test("changes of one line are shown side by side, and both are kept unless one chooses", async () => {
    await me.begin({ "a.md": "one\ntwo\n" });
    await me.types("mine ");
    await me.put("a.md", "theirs one\ntwo\n");
    await me.isTold("/Both have changed the same lines/");
    await me.chooses("Merge");
    await me.page.until(`${by("ask")}.open`);
    assert.deepEqual(await me.page.evaluate(`[...${by("ask")}.querySelectorAll("label")].map(({ textContent, control }) => [textContent, control.checked])`),
      [["yoursmine one\n", false], ["theirstheirs one\n", false], ["both", true]]);
    await me.answers("Cancel");
    await me.chooses("Compare");
    await me.answers("Merge");
    await me.sees("mine one\ntheirs one\ntwo\n");
    await me.save("a.md", "mine one\ntheirs one\ntwo\n");
  });

  test("Take theirs keeps yours under the name it says, and undo brings it back", async () => {
    await me.begin({ "a.md": "one\n" });
    await me.types("mine ");
    await me.put("a.md", "theirs\n");
    await me.chooses("Take theirs");
    await me.sees("theirs\n");
    assert.equal(await me.status(), "your text is kept as a (yours).md");
    await me.keeps("mine one\n", "a (yours).md");
    assert.deepEqual(await me.listed(), [["a (yours).md", "not saved"]]);
    await me.types("", true);
    await me.page.undo();
    await me.sees("mine one\n");
    await me.opens("a (yours).md", "mine one\n");
    await me.save("a (yours).md", "mine one\n");
    await me.has("a.md", "theirs\n");
  });

  test("Keep yours replaces only the version that the question was about", async () => {
    await me.begin({ "a.md": "one\n" });
    await me.types("mine ");
    await me.put("a.md", "theirs\n");
    await me.isTold("/Both/");
    await me.put("a.md", "theirs, newer\n");
    await me.chooses("Keep yours");
    await me.page.until("demo.page.banner.isQuestion");
    await me.has("a.md", "theirs, newer\n");
    await me.chooses("Keep yours");
    await becomes("a.md", "mine one\n");
    await me.reads("/^saved$/");
  });

  test("a note that is only read shows what other programs write, and keeps the caret", async () => {
    await me.begin({ "a.md": "one\ntwo\n" });
    await me.types("", true);
    await me.page.key("End", CONTROL);
    await me.page.key("ArrowLeft");
    await me.put("a.md", "zero\none\ntwo\n");
    await me.sees("zero\none\ntwo\n");
    assert.match(await me.status(), /a.md was changed by another program; this is its text now/);
    await me.types("X", true);
    await me.sees("zero\none\ntwoX\n");
  });

  test("a note that was deleted or renamed: its text stays, also after a restart, and can be saved again", async () => {
    await me.begin({ "a.md": "one\n", "b.md": "two\n" });
    await unlink(path("a.md"));
    await me.isTold("/a.md was deleted or renamed by another program. Your text is still here/");
    await me.chooses("Save it again");
    await me.reads("/^saved$/");
    await me.has("a.md", "one\n");
    await me.types("mine ");
    await rename(path("a.md"), path("c.md"));
    await me.page.key("s", CONTROL);
    await me.isTold("/deleted or renamed/");
    await me.opens("b.md", "two\n");
    assert.deepEqual(await me.listed(), [["a.md", "not saved"], ["c.md", ""]]);
    await me.go();
    await me.sees("mine one\n");
    assert.match(await me.status(), /a.md is not in the folder; this is the text that the browser has kept/);
    await me.save("a.md", "mine one\n");
    await me.has("c.md", "one\n");
    assert.deepEqual(await me.listed(), [["b.md", ""], ["c.md", ""]]);
  });

  test("the server is started again: the folder has the same port, and what was not saved is there", async () => {
    await me.begin({ "a.md": "one\n", "b.md": "two\r\nlines\r\n" });
    const { port } = me.server;
    await me.opens("b.md", "two\nlines\n");
    await me.types("x");
    await me.stop();
    await me.page.key("s", CONTROL);
    await me.reads("/does not answer; start it again, and open its new address; your text is kept in this browser/");
    await me.serve();
    assert.equal(me.server.port, port);
    await me.page.key("s", CONTROL);
    await me.reads("/this address is no longer valid; open the one that mdedit serve printed last; your text is kept/");
    await me.go();
    await me.sees("xtwo\nlines\n");
    assert.match(await me.banner(), /^Restored: what you wrote until .*, which was not saved/);
    await me.save("b.md", "xtwo\r\nlines\r\n");
    // Another server of the folder says that its port is taken.
    const second = await me.serve();
    assert.match(second.said, new RegExp(`port ${port} is in use; text that the browser keeps for it is not shown at ${second.port}`));
    await me.stop(second);
  });

  test("two folders at one address: the text of one is not shown in the other, and is there again in its own", async () => {
    await me.begin({ "a.md": "same\n" });
    const { folder, server: { port } } = me;
    await me.types("mine ");
    await me.keeps("mine same\n", "a.md");
    await me.stop();
    await me.makeFolder({ "a.md": "same\n" });
    await me.serve(me.folder, "--port", port);
    await me.go();
    await me.sees("same\n");
    assert.deepEqual(await me.listed(), []);
    await me.save("a.md", "same\n");
    await me.stop();
    me.folder = folder;
    await me.serve(folder, "--port", port);
    await me.go();
    await me.sees("mine same\n");
    await me.save("a.md", "mine same\n");
  });

  test("two tabs with one note: neither writes over what the other keeps, and the second save merges", async () => {
    await me.begin({ "a.md": "one\n\ntwo\n" });
    const { page } = me;
    await me.types("first ");
    await me.keeps("first one\n\ntwo\n");
    await me.visit();
    await me.sees("one\n\ntwo\n");
    assert.deepEqual(await me.listed(), [["a.md", "not saved, in another tab"]]);
    await me.types("", true);
    await me.page.key("End", CONTROL);
    await me.types("second\n", true);
    await me.keeps("one\n\ntwo\nsecond\n");
    await me.keeps("first one\n\ntwo\n");
    const second = me.page;
    me.page = page;
    await page.front();
    await me.save("a.md", "first one\n\ntwo\n");
    await page.close();
    me.page = second;
    await second.front();
    await me.page.key("s", CONTROL);
    await me.chooses("Merge");
    await me.save("a.md", "first one\n\ntwo\nsecond\n");
  });

  test("killed a second after the last key, and while keys are pressed: the text is there, and shown as restored", async () => {
    await me.begin({ "a.md": "one\n", "b.md": "two\n" });
    await me.opens("b.md", "two\n");
    await me.types("x");
    await pause(1000);
    await me.crash();
    await me.sees("xtwo\n");
    const end = Date.now() + 2500;
    let count = 0;
    for (; Date.now() < end; count++) await me.types("y");
    await me.crash();
    const { length } = (await me.text()).match(/^y*/)[0];
    assert.ok(length > count / 2, `${length} of ${count} keys`);
    // Back to the file, which undo takes back.
    await me.chooses("Back to the file");
    await me.sees("two\n");
    await me.types("", true);
    await me.page.undo();
    await me.sees(`${"y".repeat(length)}xtwo\n`);
    await me.save("b.md", `${"y".repeat(length)}xtwo\n`);
  });

  for (const [accident, happen] of [
    ["killed after a save of", async () => {
      me.server.kill("SIGCONT");
      await me.reads("/^saved; changed since$/");
      await me.keeps("newer saved one\n");
      await me.crash();
    }],
    ["reloaded during a save of", async () => {
      await me.page.close();
      me.server.kill("SIGCONT");
      await becomes("a.md", "saved one\n");
      await me.visit();
    }],
    ["another note is opened during a save of", async () => {
      await me.open("b.md");
      me.server.kill("SIGCONT");
      await me.sees("two\n");
      await me.opens("a.md");
    }],
  ]) test(`${accident} an older text: the newer one is shown, and is no conflict`, async () => {
    await me.begin({ "a.md": "one\n", "b.md": "two\n" });
    await me.types("saved ");
    // The answer waits while more is typed.
    me.server.kill("SIGSTOP");
    await me.page.key("s", CONTROL);
    await me.types("newer ");
    await me.keeps("newer saved one\n");
    await happen();
    await me.sees("newer saved one\n");
    assert.match(await me.banner(), /^Restored/);
    await me.save("a.md", "newer saved one\n");
    await me.has("b.md", "two\n");
  });

  test("a tab that is closed or reloaded within a moment of the last key keeps it", async () => {
    await me.begin({ "a.md": "one\n" });
    await me.types("x");
    await me.page.close();
    await me.visit();
    await me.sees("xone\n");
    await me.types("y");
    await me.go();
    await me.sees("yxone\n");
  });

  test("a full storage is said at once, and nothing that discards text does; it is kept again when there is room", async () => {
    // Text that does not become much shorter when it is compressed.
    const old = `${Array.from({ length: 60_000 }, (_, index) => index * 7919 % 10_007).join(" ")}\n`;
    await me.begin({ "a.md": old, "b.md": "two\n" });
    await me.fill();
    await me.types("mine ");
    await me.reads("/changed, and the browser has no room to keep it: save it now/");
    await me.open("b.md");
    await me.reads("/a.md is not saved, and the browser has no room to keep it: save it first/");
    await me.command("new");
    await me.answers("Create", "c");
    await me.reads("/has no room/");
    await me.put("a.md", "theirs\n");
    await me.chooses("Take theirs");
    await me.reads("/no room to keep your text under another name: it stays here/");
    assert.equal(await me.text(), `mine ${old}`);
    assert.deepEqual(await readdir(me.folder), ["a.md", "b.md"]);
    await me.free();
    await me.types("again ");
    await me.keeps(`again mine ${old}`);
    await me.chooses("Keep yours");
    await becomes("a.md", `again mine ${old}`);
    await me.opens("b.md", "two\n");
  });

  test("a browser without storage says so at once, and saves", { skip: kind === Browser && "only Firefox has a setting" }, async () => {
    await me.browser.stop();
    await me.start(undefined, { "network.cookie.cookieBehavior": 2 });
    me.page = null;
    await me.begin({ "a.md": "one\n", "b.md": "two\n" });
    assert.match(await me.status(), /this browser keeps no texts for this page: save often/);
    await me.types("x");
    await me.reads("/keeps no texts/");
    await me.open("b.md");
    await me.reads("/save it first/");
    await me.save("a.md", "xone\n");
    await me.opens("b.md", "two\n");
    await me.browser.stop();
    await me.start();
    me.page = null;
  });

  test("a tab that was frozen sees what has changed meanwhile, and keeps what was typed before", async () => {
    await me.begin({ "a.md": "one\n\ntwo\n" });
    await me.types("mine ");
    const change = me.put("a.md", "one\n\ntwo theirs\n");
    if (kind === Browser) {
      const other = await me.browser.page();
      await me.page.send("Page.setWebLifecycleState", { state: "frozen" });
      await pause(1000);
      await me.page.send("Page.setWebLifecycleState", { state: "active" });
      await me.page.front();
      await other.close();
    } else {
      await me.browser.freeze(2500);
    }
    await change;
    await me.chooses("Merge");
    await me.save("a.md", "mine one\n\ntwo theirs\n");
  });

  test("new, rename, delete with Undo, and folders", async () => {
    await me.begin({ "a.md": "one\n", "b.md": "two\n" });
    await me.command("new");
    await me.answers("Create", "travel/packing");
    await me.page.until(`${by("name")}.textContent === "travel/packing.md"`);
    await me.types("socks");
    await me.save("travel/packing.md", "socks");
    await me.command("rename");
    await me.answers("Rename", "a.md");
    await me.reads("/there is already a note of that name/");
    await me.command("rename");
    await me.answers("Rename", "travel/list.md");
    await me.page.until(`${by("name")}.textContent === "travel/list.md"`);
    await me.types("warm ");
    await me.save("travel/list.md", "warm socks");
    assert.deepEqual((await readdir(path("travel"))), ["list.md"]);
    await me.types("unsaved ");
    await me.command("delete");
    await me.answers("Delete");
    await me.isTold("/travel\\/list.md was deleted/");
    assert.deepEqual([await readdir(path("travel")), await me.listed()], [[], [["b.md", ""]]]);
    await me.chooses("Undo");
    await me.sees("unsaved warm socks");
    await me.has("travel/list.md", "unsaved warm socks");
    await me.command("folder");
    await me.answers("Create", "empty");
    await me.reads("/empty is there/");
    assert.deepEqual(await readdir(path("empty")), []);
    // A note that was deleted stays so.
    await me.types("again ");
    await me.command("delete");
    await me.answers("Delete");
    await me.isTold("/was deleted/");
    await me.go();
    assert.deepEqual([await me.name(), await me.listed()], ["a.md", [["b.md", ""]]]);
  });

  test("notes in other encodings are converted when they are saved, and not before", async () => {
    const files = { "0.md": "one\n", "1.md": Buffer.from("gr\xfc\xdfe\r\n", "latin1"), "2.md": Buffer.from("\ufeffgrüße\n", "utf16le") };
    await me.begin(files);
    for (const [name, encoding, text] of [["1.md", "windows-1252", "grüße\r\n"], ["2.md", "utf-16le", "grüße\n"]]) {
      await me.open(name);
      await me.page.until(`${by("ask")}.open`);
      assert.match(await me.page.evaluate(`${by("ask-text")}.textContent`), /is not UTF-8. In which encoding can you read it\? .* until then the file stays/);
      assert.equal(await me.page.evaluate(`${by("ask-options")}.selectedOptions[0].text`), `${encoding}: grüße`);
      await me.answers("Open");
      await me.sees("grüße\n");
      await me.reads(`/${name} was read in another encoding, and is saved as UTF-8/`);
      await me.has(name, files[name], null);
      await me.save(name, text);
    }
    // One that nobody can read is not opened, and there is nothing to save.
    await me.put("3.md", files["1.md"]);
    await me.open("3.md");
    await me.answers("Cancel");
    assert.deepEqual([await me.name(), await me.text()], ["2.md", "grüße\n"]);
  });

  test("a folder whose first note cannot be read; 10,000 notes", async () => {
    await me.makeFolder({ "0.md": Buffer.from("\xff\xfea", "latin1") });
    for (let index = 1; index < 10_000; index++) await me.put(`note-${index}.md`, `note ${index}\n`);
    await me.serve();
    await me.page.go(me.server.address);
    await me.answers("Cancel");
    await me.page.until("document.documentElement.dataset.ready");
    assert.deepEqual([await me.name(), await me.page.evaluate(`${by("save")}.disabled`)], ["no note", true]);
    await me.types("x");
    assert.equal(await me.text(), "");
    assert.equal((await me.listed()).length, 10_000);
    await me.opens("note-9999.md", "note 9999\n");
    await me.types("x");
    await me.save("note-9999.md", "xnote 9999\n");
  });

  test("each line keeps its ending, and a file its byte order mark; no script of a note runs, and no other page gets in", async () => {
    const mixed = "\ufeffone\r\ntwo\nthree\rfour <img src=x onerror=\"document.title='pwned'\"><script>document.title='pwned'</script>\r\n";
    await me.begin({ "a.md": mixed });
    await me.types("X");
    await me.page.key("Enter");
    await me.save("a.md", mixed.replace("one", "X\r\none"));
    await me.page.undo();
    await me.page.undo();
    await me.sees(mixed.slice(1).replace(/\r\n?/g, "\n"));
    await me.save("a.md", mixed);
    await me.page.until(`${by("preview")}.textContent.includes("four")`);
    assert.equal(await me.page.evaluate("document.title"), "a.md – Markdown Editing");
    if (kind === Browser) assert.deepEqual(me.page.errors(), []);
    await me.page.go("data:text/html,<title>other</title>");
    assert.equal(await me.page.evaluate(`fetch(${JSON.stringify(me.server.address)} + "files").then((answer) => answer.text(), () => "refused")`), "refused");
    assert.equal(await me.page.evaluate(`new Promise((done) => {
      const frame = document.createElement("iframe");
      frame.src = ${JSON.stringify(me.server.address)};
      frame.onload = () => { try { done(frame.contentDocument?.title ?? "refused"); } catch { done("refused"); } };
      document.documentElement.append(frame);
    })`), "refused");
  });
});
