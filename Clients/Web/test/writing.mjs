// Tests the page as an editor, in every browser that can open it: the preview, finding, notes, menus, files.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { test } from "node:test";
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CONTROL, by, openSingle, page, pause, placed, press, single, visit } from "./stage.mjs";

const tool = process.env.MARKDOWN_EDITING_TOOL;
const click = (id) => page.evaluate(`${by(id)}.click(), 0`);
const textOf = (id) => page.evaluate(`${by(id)}.textContent`);
const value = () => page.evaluate("demo.page.editor.text");
const shows = (text) => until(`demo.page.editor.text === ${JSON.stringify(text)}`);
const says = (pattern) => until(`${pattern}.test(${by("status")}.textContent)`);
const until = async (expression) => {
  for (const end = Date.now() + 15_000; !await page.evaluate(`Boolean(${expression})`); await pause(20)) {
    if (Date.now() > end) throw new Error(`never: ${expression}; the status is “${await textOf("status")}”`);
  }
};
const preview = (query) => `${by("preview")}.querySelector(${JSON.stringify(query)})`;
// Shows a text in which `⟦ ⟧` is the selection and `‸` the caret.
const put = (marked) => {
  const { text, from, to } = placed(marked);
  return page.evaluate(`demo.page.showText(${JSON.stringify(text)}, true), demo.page.editor.reveal([${Math.max(0, from)}, ${Math.max(0, to)}]), demo.view.focus(), 0`);
};
const type = async (text) => { for (const key of text) await page.key(key === "\n" ? "Enter" : key); };
const drop = (name, kind, contents, target = "document.body") => page.evaluate(`(() => {
  const data = new DataTransfer();
  data.items.add(new File([${JSON.stringify(contents)}], "${name}", { type: "${kind}" }));
  ${target}.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
})(), 0`);
const answer = async (text, choice = 0) => {
  await until(`${by("ask")}.open`);
  if (text !== undefined) await page.evaluate(`${by("ask-field")}.value = ${JSON.stringify(text)}, 0`);
  await page.evaluate(`new Promise((done) => { ${by("ask")}.addEventListener("close", () => done(0)), ${by("ask-choices")}.children[${choice}].click(); })`);
};
const errors = async () => assert.deepEqual(await page.errors(), []);

// Serves a folder, and opens the page.
export async function served(files, body) {
  const folder = await mkdtemp(join(tmpdir(), "markdown-editing-"));
  for (const [name, contents] of Object.entries(files)) {
    await mkdir(join(folder, name, ".."), { recursive: true });
    await writeFile(join(folder, name), contents);
  }
  const server = spawn(tool, ["serve", folder, "--page", single], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const address = await new Promise((done) => server.stdout.once("data", (data) => done(String(data).trim())));
    await visit();
    await page.go(address);
    await until("document.documentElement.dataset.ready");
    await body(folder, address);
    await errors();
  } finally {
    server.kill();
    await page.close();
    await rm(folder, { recursive: true });
  }
}

export function testWriting() {
  const options = { skip: single ? false : "Scripts/web has not built the page" };
  const withTool = { skip: single && tool ? false : "there is no tool, or no page" };
  const alone = (name, body) => test(`writing: ${name}`, options, async () => {
    await visit();
    await openSingle();
    await body();
    await errors();
    await page.close();
  });

  alone("the preview has what the dialect has, and only what changed is shown anew", async () => {
    await put("# A *b*\n\n[up](#a-b)\n\n```js\nlet a = \"x\";\n```\n\n:tada: `:tada:` $a^2$\n\n$$\\frac{a}{b}$$\n\nc[^1] <b onclick=\"x\">d</b>\n\n[^1]: note\n\n<script>document.title = \"bad\"</script>\n\n==m==\n\n‸");
    await until(preview("math[display=block] mfrac"));
    const found = await page.evaluate(`[${preview("h1")}.dataset.anchor, ${preview(".hljs-string")}.textContent, ${preview("code:not(pre *)")}.textContent,
      ${preview("msup")}.textContent, ${by("preview")}.textContent.includes("🎉"), ${preview("b")}.onclick, document.title.includes("bad")]`);
    assert.deepEqual(found, ["a-b", "\"x\"", ":tada:", "a2", true, null, false]);
    await page.evaluate(`window.first = ${preview("h1")}, ${preview("sup a")}.click(), 0`);
    await type("x");
    await until(`[...${by("preview")}.querySelectorAll("p")].some((each) => each.textContent === "x")`);
    assert.equal(await page.evaluate(`first === ${preview("h1")}`), true);
    const choose = (name) => page.evaluate(`${by("dialect")}.value = "${name}", ${by("dialect")}.dispatchEvent(new Event("change")), 0`);
    await choose("obsidian");
    await until(preview("mark"));
    await choose("commonmark");
    await until(`!${preview("math")} && !${preview("mark")}`);
    await choose("github");
  });

  alone("a box in the preview checks its task, with one step of undo, and the caret stays", async () => {
    await put("- [ ] one\n- [x] two\n\npara\n\n1. [ ] three\n   - [ ] four\n‸");
    await until(`${by("preview")}.querySelectorAll("input").length === 4`);
    const box = (index) => page.evaluate(`${by("preview")}.querySelectorAll("input")[${index}].click(), 0`);
    await box(3);
    await shows("- [ ] one\n- [x] two\n\npara\n\n1. [ ] three\n   - [x] four\n");
    await until(`${by("preview")}.querySelectorAll("input")[3].checked`);
    await box(1);
    await shows("- [ ] one\n- [ ] two\n\npara\n\n1. [ ] three\n   - [x] four\n");
    assert.equal(await page.evaluate("demo.view.state.selection.main.head === demo.view.state.doc.length"), true);
    await click("undo");
    await click("undo");
    await shows("- [ ] one\n- [x] two\n\npara\n\n1. [ ] three\n   - [ ] four\n");
  });

  alone("finding and replacing words as a reader sees them", async () => {
    await put("The **seed** list, and a seed list.\n\n- seed *list*\n");
    await page.key("f", CONTROL);
    await until(`document.activeElement === ${by("find-text")}`);
    await type("seed list");
    await until(`${by("find-count")}.textContent === "1 of 3"`);
    assert.equal(await page.evaluate("String(demo.binding.selection)"), "4,17");
    assert.equal(await page.evaluate("document.querySelectorAll('.cm-content .found, .cm-content .current').length >= 3"), true);
    await page.key("Enter");
    await until(`${by("find-count")}.textContent === "2 of 3"`);
    await page.evaluate(`${by("replace-text")}.value = "plan", 0`);
    await click("replace-all");
    await shows("The **plan**, and a plan.\n\n- plan\n");
    await click("undo");
    await shows("The **seed** list, and a seed list.\n\n- seed *list*\n");
    await page.evaluate(`${by("find-text")}.focus(), 0`);
    await page.key("Escape");
    assert.equal(await page.evaluate(`${by("find")}.hidden && demo.view.hasFocus`), true);
  });

  alone("names of emoji and of languages are completed; Enter after a fence takes what is typed", async () => {
    await put("‸");
    await type(":taxx");
    await until("demo.page.reading.names(':tada').length > 0");
    await put("At 10:30 ‸");
    await type(":ta");
    await until(`[...document.querySelectorAll(".cm-slash li")].some((item) => item.textContent === "🎉:tada:")`);
    await page.key("Escape");
    await type("d");
    assert.equal(await page.evaluate("document.querySelector('.cm-slash')"), null);
    await type(" (:tada");
    await page.key("Enter");
    await type("\n\n```swi");
    await page.key("Tab");
    await type("\nx\n```\n```py\n");
    await shows("At 10:30 :tad (:tada:\n\n```swift\nx\n```\n```py\n");
    await put("`a‸`");
    await type(" :ta");
    assert.equal(await page.evaluate("document.querySelector('.cm-slash')"), null);
  });

  alone("words are counted without markup, and those of a selection", async () => {
    await put("# One\n\n**two** [three](https://example.org/four)‸\n");
    await until(`/^3 words/.test(${by("count")}.textContent)`);
    await page.evaluate("demo.page.editor.reveal([0, 14]), 0");
    await until(`/^2 of 3 words.*14 selected/.test(${by("count")}.textContent)`);
  });

  alone("menus have the focus: letters jump, Escape gives the focus back", async () => {
    await put("# One\n\n## Two *words*\n\n## Three\n\ntext‸");
    await click("outline");
    await page.evaluate("document.querySelector('#outline summary').click(), 0");
    await until("document.activeElement.textContent === 'One'");
    await page.key("t");
    await page.key("t");
    assert.equal(await page.evaluate("document.activeElement.textContent"), "Three");
    await page.key("Enter");
    assert.equal(await page.evaluate("demo.view.hasFocus && demo.binding.selection[0] === 26"), true);
    await page.evaluate("document.querySelector('#menu summary').click(), 0");
    await until(`document.activeElement === ${by("new")}`);
    await page.key("k");
    await page.key("Enter");
    await until(`/Bold.*Ctrl\\+B/.test(${by("ask-content")}.textContent)`);
    await answer();
    await page.evaluate("document.querySelector('#menu summary').click(), 0");
    await until(`document.activeElement === ${by("new")}`);
    await page.key("Escape");
    assert.equal(await page.evaluate("demo.view.hasFocus"), true);
    // A key that does nothing says why.
    await put("    code‸");
    await page.key("b", CONTROL);
    await says("/the caret is not in text/");
    await page.key("Escape");
    await says("/Tab/");
  });

  alone("views and colours are chosen, and lines that have changed are shown", async () => {
    await put("One\nTwo‸\n");
    await type("!");
    await click("changes");
    assert.deepEqual(await page.evaluate(`[...${by("ask-content")}.querySelectorAll("del, ins")].map((each) => each.localName + each.textContent).slice(-1)`), ["insOne\nTwo!\n"]);
    await answer();
    const sides = () => page.evaluate("['write', 'read'].filter((id) => document.getElementById(id).checkVisibility())");
    for (const [view, shown] of [["write", ["write"]], ["read", ["read"]], ["both", ["write", "read"]]]) {
      await click(`tab-${view}`);
      assert.deepEqual(await sides(), shown);
    }
    await page.key("p", CONTROL | 1);
    assert.deepEqual(await sides(), ["read"]);
    await page.key("f", CONTROL);
    assert.deepEqual(await sides(), ["write"]);
    await page.key("Escape");
    await click("tab-both");
    for (const [theme, paper] of [["dark", "rgb(27, 26, 24)"], ["light", "rgb(255, 254, 251)"]]) {
      await page.evaluate(`${by("theme")}.value = "${theme}", ${by("theme")}.dispatchEvent(new Event("change")), 0`);
      assert.equal(await page.evaluate("getComputedStyle(document.body).backgroundColor"), paper);
    }
  });

  alone("on small windows nothing is cut off, and each target has 24 pixels", async () => {
    if (!page.send) return;
    await put("    co‸de");
    for (const [width, height] of [[390, 844], [320, 568], [320, 225]]) {
      await page.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 2, mobile: true });
      await page.frame();
      assert.deepEqual(await page.evaluate("[document.documentElement.scrollWidth, Math.round(bar.getBoundingClientRect().bottom)]"), [width, height]);
      const small = await page.evaluate(`[...document.querySelectorAll("button, summary, select, input"), ...bar.shadowRoot.querySelectorAll("button")]
        .filter((each) => each.checkVisibility()).map((each) => [each.id || each.dataset.name || each.textContent, each.getBoundingClientRect()])
        .filter(([, { width, height }]) => width > 0 && Math.min(width, height) < 24).map(([name]) => name)`);
      assert.deepEqual(small, [], `${width} × ${height}`);
      for (const view of ["read", "write"]) {
        await click(`tab-${view}`);
        assert.deepEqual(await page.evaluate("[...document.querySelectorAll('section')].filter((part) => part.offsetHeight > 0).map(({ id }) => id)"), [view]);
      }
      await until("demo.view.scrollDOM.clientHeight > 60");
    }
    await page.evaluate("bar.shadowRoot.querySelector('[data-name=strong]').click(), 0");
    const [text, left] = await page.evaluate("[bar.note.textContent, bar.note.getBoundingClientRect().left]");
    assert.ok(text.length > 10 && left >= 0, `${text} ${left}`);
  });

  alone("both sides scroll together; the print has the preview alone; HTML is exported with styles", async () => {
    await put(Array.from({ length: 40 }, (_, index) => `## Part ${index}\n\n${"words ".repeat(index % 2 ? 5 : 200)}\n`).join("\n"));
    await until(`${by("preview")}.querySelectorAll("h2").length === 40`);
    await page.evaluate("demo.view.dispatch({ effects: demo.view.constructor.scrollIntoView(demo.page.editor.text.indexOf('## Part 20'), { y: 'start' }) }), 0");
    await until(`Math.abs(${by("preview")}.querySelectorAll("h2")[20].getBoundingClientRect().top - ${by("read")}.getBoundingClientRect().top) < 80`);
    const html = await page.evaluate("demo.page.reading.exported('a<b')");
    assert.match(html, /^<!doctype html>\n[^]*<title>a&lt;b<\/title>[^]*--paper[^]*<h2[^>]* id="part-39"/);
    if (!page.send) return;
    await page.send("Emulation.setEmulatedMedia", { media: "print" });
    assert.deepEqual(await page.evaluate(`["write", "read"].filter((id) => document.getElementById(id).getClientRects().length > 0)`), ["read"]);
  });

  alone("without a folder: drafts, new, rename, delete and undo, dropped files, small images", async () => {
    await click("new");
    await shows("");
    await type("New words");
    await until("demo.page.kept === demo.view.state.doc");
    await page.evaluate("globalThis.onbeforeunload = null, 0");
    await openSingle();
    await shows("New words");
    assert.match(await textOf("banner"), /^Restored/);
    await click("new");
    await shows("");
    await type("Notes");
    await click("rename");
    await answer("notes");
    await until(`${by("name")}.textContent === "notes.md"`);
    await click("delete");
    await answer();
    await until(`/^notes\\.md was deleted/.test(${by("banner")}.textContent)`);
    await page.evaluate(`${by("banner")}.querySelector("button").click(), 0`);
    await shows("Notes");
    await drop("other.md", "text/markdown", "\ufeffOther\r\nlines\n");
    await shows("Other\nlines\n");
    await drop("dot.png", "image/png", "x", "demo.view.contentDOM");
    await until("/!\\[.*\\]\\(data:image\\/png;base64,eA==\\)/.test(demo.page.editor.text)");
    await drop("large.png", "image/png", "x".repeat(200_000), "demo.view.contentDOM");
    await says("/100 kB/");
    await page.evaluate("document.querySelector('#notes summary').click(), 0");
    await until(`${by("notes-list")}.textContent.includes("notes.md")`);
    await page.evaluate(`[...${by("notes-list")}.children].find((each) => each.textContent.startsWith("notes.md")).click(), 0`);
    await shows("Notes");
  });

  test("writing: a folder of notes: links, images, new, move, delete; the last one is opened again", withTool, () => served({
    "a.md": "# A\n\n![dot](pic/a%20b.svg) [b](sub/b.md#two) [gone](gone.md)\n", "sub/b.md": "# B\n\ntext\n\n## Two\n",
    "pic/a b.svg": "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>",
  }, async (folder, address) => {
    await until(`${preview("img")}?.naturalWidth === 9`);
    await page.evaluate(`${by("preview")}.querySelectorAll("a")[1].click(), 0`);
    await says("/there is no gone.md in this folder/");
    await page.evaluate(`${preview("a")}.click(), 0`);
    await shows("# B\n\ntext\n\n## Two\n");
    await click("new");
    await answer("sub/new");
    await shows("");
    await type("x");
    await page.key("s", CONTROL);
    await says("/^saved$/");
    assert.equal(await readFile(join(folder, "sub/new.md"), "utf8"), "x");
    await click("rename");
    await answer("a.md");
    await says("/already a note of that name/");
    await click("rename");
    await answer("deep/er/new.md");
    await until(`${by("name")}.textContent === "deep/er/new.md"`);
    assert.equal(await readFile(join(folder, "deep/er/new.md"), "utf8"), "x");
    // An image that is pasted is a file beside the note.
    await drop("dot.png", "image/png", "x", "demo.view.contentDOM");
    await until("demo.page.editor.text.includes('![](dot.png)') || demo.page.editor.text.includes('](dot.png)')");
    assert.deepEqual((await readdir(join(folder, "deep/er"))).sort(), ["dot.png", "new.md"]);
    await page.key("s", CONTROL);
    await says("/^saved$/");
    await page.go(address);
    await until(`document.documentElement.dataset.ready && ${by("name")}.textContent === "deep/er/new.md"`);
    // The field with the notes: typing filters, Enter opens, the text has the focus again.
    await page.key("o", CONTROL);
    await until(`document.activeElement === ${by("notes-filter")} && ${by("notes-list")}.children.length === 2`);
    await type("sub");
    await until(`${by("notes-list")}.children.length === 1`);
    await page.key("Enter");
    await shows("# B\n\ntext\n\n## Two\n");
    await until("demo.view.hasFocus");
    await click("delete");
    await answer();
    await until(`/^sub\\/b\\.md was deleted/.test(${by("banner")}.textContent)`);
    assert.deepEqual(await readdir(join(folder, "sub")), []);
    await page.evaluate(`${by("banner")}.querySelector("button").click(), 0`);
    await shows("# B\n\ntext\n\n## Two\n");
    assert.equal(await readFile(join(folder, "sub/b.md"), "utf8"), "# B\n\ntext\n\n## Two\n");
  }));
}
