// Tests the page as an editor, in Chromium: drafts, files, finding, links, images, printing.
import assert from "node:assert/strict";
import { test } from "node:test";
import { CONTROL, by, openSingle, page, pause, press, select, single, undo, value, visit } from "./stage.mjs";

const click = (id) => page.evaluate(`${by(id)}.click(), 0`);
const textOf = (id) => page.evaluate(`${by(id)}.textContent`);
const type = (text) => page.send("Input.insertText", { text });

async function load() {
  await openSingle();
  await page.evaluate("globalThis.onbeforeunload = null, 0");
}

async function open() {
  await visit();
  await load();
  await page.evaluate("localStorage.clear(), demo.page.current.saved = t.value, 0");
  await load();
}

const put = (text) => page.evaluate(`demo.binding.setText(${JSON.stringify(text)}), 0`);
const drop = (name, type, contents) => page.evaluate(`(() => {
  const data = new DataTransfer();
  data.items.add(new File([${JSON.stringify(contents)}], "${name}", { type: "${type}" }));
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
})()`);

async function close() {
  assert.deepEqual(await page.errors(), []);
  await page.evaluate("localStorage.clear(), demo.page.current.saved = t.value, 0");
  await page.close();
}

export function testWriting() {
  const options = { skip: single ? false : "Scripts/web has not built it" };

  test("writing: a text that was not saved is there after a crash; undo goes no further", options, async () => {
    await open();
    await select(0, 0);
    await type("New words. ");
    await page.until("JSON.parse(localStorage.getItem('markdown-editing:garden.md'))?.isUnsaved");
    await load();
    assert.match(await value(), /^New words\. # The garden/);
    assert.match(await textOf("status"), /restored|changed/);
    await undo();
    assert.match(await value(), /^New words\./);
    await close();
  });

  test("writing: a mark with nothing to mark is lit, and the text typed next gets it", options, async () => {
    await open();
    await page.evaluate(`${by("last")}.open = true, 0`);
    await put("a ");
    await select(2, 2);
    const isLit = async () => {
      await page.frame();
      return page.evaluate(`bar.shadowRoot.querySelector('[data-name="strong"]').getAttribute("aria-pressed")`);
    };
    await press("strong");
    assert.deepEqual([await value(), await isLit()], ["a ", "true"]);
    await page.key("x");
    assert.deepEqual([await value(), await isLit()], ["a **x**", "true"]);
    await page.until(`${by("preview")}.querySelector("strong")?.textContent === "x"`);
    await press("strong");
    assert.equal(await isLit(), "false");
    await page.key("y");
    assert.equal(await value(), "a **x**y");
    assert.deepEqual(await page.evaluate(`[...${by("result")}.querySelectorAll("li")].filter((item) => item.className).map(({ textContent }) => textContent)`), []);
    await close();
  });

  test("writing: new, rename, and the files that were open last", options, async () => {
    await open();
    await page.evaluate("globalThis.prompt = () => 'notes.md', 0");
    await click("new");
    await type("Notes");
    await click("rename");
    assert.equal(await textOf("name"), "notes.md");
    await click("new");
    assert.deepEqual([await textOf("name"), await value()], ["untitled.md", ""]);
    await page.evaluate(`${by("menu")}.open = true, 0`);
    await page.until(`${by("recent")}.children.length > 0`);
    assert.equal(await textOf("recent"), "notes.md (not saved)");
    await page.evaluate(`${by("recent")}.firstChild.click(), 0`);
    assert.deepEqual([await textOf("name"), await value()], ["notes.md", "Notes"]);
    await close();
  });

  test("writing: a dropped file asks before it replaces what is not saved, and shows no command of another", options, async () => {
    await open();
    await page.evaluate(`${by("last")}.open = true, 0`);
    await select(0, 0);
    await page.key("b", CONTROL);
    await type("x");
    await page.evaluate("globalThis.asked = 0, globalThis.confirm = () => { asked++; return false; }, 0");
    await drop("other.md", "text/markdown", "Other");
    await page.until("asked === 1");
    assert.equal(await textOf("name"), "garden.md");
    await page.evaluate("globalThis.confirm = () => true, 0");
    await drop("other.md", "text/markdown", "Other");
    await page.until(`${by("name")}.textContent === "other.md"`);
    assert.deepEqual([await value(), await textOf("result")], ["Other", ""]);
    await close();
  });

  test("writing: the preview is in the dialect that is chosen", options, async () => {
    await open();
    await put("| a | b |\n| - | - |\n| c[^n] | d |\n\n- [x] done\n\n[^n]: note\n\n==m==\n");
    await page.until(`${by("preview")}.querySelector("td")`);
    assert.equal(await page.evaluate(`${by("preview")}.querySelector("li").textContent`), "☑ done");
    await page.evaluate(`${by("preview")}.querySelector("sup a").click(), 0`);
    assert.equal(await page.evaluate(`${by("preview")}.querySelector("[data-anchor=fn-n], [data-anchor=fn-1]") !== null`), true);
    const choose = (name) => page.evaluate(`${by("dialect")}.value = "${name}", ${by("dialect")}.dispatchEvent(new Event("change")), 0`);
    await choose("obsidian");
    await page.until(`${by("preview")}.querySelector("mark")`);
    await choose("commonmark");
    await page.until(`!${by("preview")}.querySelector("table")`);
    await close();
  });

  test("writing: find and replace in what a reader sees, undone at once", options, async () => {
    await open();
    await put("The **seed** list, and a seed list.\n\n- seed *list*\n");
    await select(0, 0);
    await page.key("f", CONTROL);
    await type("seed list");
    assert.equal(await textOf("find-count"), "1 of 3");
    assert.equal(await page.evaluate("CSS.highlights.get('found').size"), 3);
    assert.equal(await page.evaluate("t.value.slice(t.selectionStart, t.selectionEnd)"), "**seed** list");
    await page.key("Enter");
    assert.equal(await textOf("find-count"), "2 of 3");
    await page.evaluate(`${by("replace-text")}.value = "plan", 0`);
    await click("replace-all");
    assert.equal(await value(), "The **plan**, and a plan.\n\n- plan\n");
    assert.equal(await textOf("find-count"), "3 of 3 replaced");
    await click("undo");
    assert.equal(await value(), "The **seed** list, and a seed list.\n\n- seed *list*\n");
    await click("redo");
    await page.until(`/^6 words/.test(${by("count")}.textContent)`);
    await page.evaluate(`${by("find-text")}.focus(), 0`);
    await page.key("Escape");
    assert.equal(await page.evaluate(`${by("find")}.hidden && document.activeElement === t`), true);
    await close();
  });

  test("writing: the form of a link has its address and title, and the selection stays visible", options, async () => {
    await open();
    await put("See [the list](https://example.org \"Seeds\").");
    await select(6, 9);
    // The selection is shown in the coloured text, which is drawn in the next frame.
    await page.frame();
    await press("link");
    assert.deepEqual(await page.evaluate("[bar.field.value, bar.titleField.value]"), ["https://example.org", "Seeds"]);
    assert.equal(await page.evaluate("[...CSS.highlights.get('chosen')].map(String).join()"), "he ");
    await page.evaluate("bar.titleField.focus(), bar.titleField.select(), 0");
    await type("Our \"seeds\"");
    await page.key("Enter");
    await page.frame();
    assert.equal(await page.evaluate("demo.binding.link.title"), "Our \"seeds\"");
    assert.equal(await page.evaluate("CSS.highlights.get('chosen').size"), 0);
    await undo();
    assert.equal(await value(), "See [the list](https://example.org \"Seeds\").");
    await close();
  });

  test("writing: a tap on a disabled button shows why, on a phone", options, async () => {
    await open();
    await page.send("Emulation.setDeviceMetricsOverride", { width: 390, height: 844, deviceScaleFactor: 2, mobile: true });
    await put("    code");
    await select(6, 6);
    await page.frame();
    await page.evaluate("bar.shadowRoot.querySelector('[data-name=strong]').click(), 0");
    const [text, width, left] = await page.evaluate("(() => { const { width, left } = bar.note.getBoundingClientRect(); return [bar.note.textContent, width, left]; })()");
    assert.ok(text.length > 10 && width > 50 && left >= 0, `${text} ${width} ${left}`);
    assert.equal(await page.evaluate("document.documentElement.scrollWidth"), 390);
    await page.send("Emulation.setDeviceMetricsOverride", { width: 320, height: 568, deviceScaleFactor: 2, mobile: true });
    await page.frame();
    assert.deepEqual(await page.evaluate("[innerWidth, Math.round(bar.getBoundingClientRect().bottom)]"), [320, 568], "the bar of a small phone");
    for (const view of ["read", "proof", "write"]) {
      await page.evaluate(`document.getElementById("tab-${view}").click(), 0`);
      const seen = await page.evaluate("[...document.querySelectorAll('section')].filter((part) => part.offsetHeight > 0).map(({ id }) => id)");
      assert.deepEqual(seen, [view]);
    }
    await put("# One\n\ntext\n\n## Two *words*\n");
    await page.evaluate("document.querySelector('#outline summary').click(), 0");
    await page.frame();
    const list = await page.evaluate("(() => { const { left, right } = document.querySelector('#outline div').getBoundingClientRect(); return [left >= 0 && right <= 390, ...Array.from(document.querySelectorAll('#outline button'), (button) => button.textContent)]; })()");
    assert.deepEqual(list, [true, "One", "Two words"]);
    await page.evaluate("document.querySelectorAll('#outline button')[1].click(), 0");
    assert.equal(await page.evaluate("t.selectionStart"), 16);
    await close();
  });

  test("writing: an image that is dropped is written as an image", options, async () => {
    await open();
    await put("a ");
    await select(2, 2);
    await drop("dot.png", "image/png", "x");
    await page.until("/!\\[.*\\]\\(data:image\\/png;base64,eA==\\)/.test(t.value)");
    await drop("large.png", "image/png", "x".repeat(200_000));
    await page.until(`/100 kB/.test(${by("status")}.textContent)`);
    await close();
  });

  test("writing: both sides scroll together; the print has the preview alone", options, async () => {
    await open();
    await put(Array.from({ length: 40 }, (_, index) => `## Part ${index}\n\n${"words ".repeat(index % 2 ? 5 : 200)}\n`).join("\n"));
    await page.until(`${by("preview")}.querySelectorAll("h2").length === 40`);
    await page.evaluate(`t.scrollTop = ${by("colors")}.querySelectorAll("div:has(> .heading)")[20].offsetTop - ${by("colors")}.firstChild.offsetTop, 0`);
    await pause(200);
    const distance = await page.evaluate(`${by("preview")}.querySelectorAll("h2")[20].getBoundingClientRect().top - ${by("read")}.getBoundingClientRect().top`);
    assert.ok(Math.abs(distance) < 60, String(distance));
    await page.send("Emulation.setEmulatedMedia", { media: "print" });
    const shown = await page.evaluate(`["write", "read", "proof"].filter((id) => document.getElementById(id).getClientRects().length > 0)`);
    assert.deepEqual(shown, ["read"]);
    assert.equal(await page.evaluate("document.querySelector('header').getClientRects().length"), 0);
    await close();
  });
}
