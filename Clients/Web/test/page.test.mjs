// Tests the page, the textarea, the bar, the preview and CodeMirror in a real Chromium, with real keys, taps and
// compositions.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Browser, chromium } from "./browser.mjs";
import { editor, testClipboard } from "./selections.mjs";
import { expectKeys, testEverywhere } from "./shared.mjs";
import { testPages } from "./pages.mjs";
import { testWriting } from "./writing.mjs";
import {
  CONTROL, SHIFT, bare, browser, by, center, codeMirror, codemirror, lit, openSingle, page, pause, press, redo, seeded,
  select, single, start, stop, undo, value, visit,
} from "./stage.mjs";

describe("in Chromium", { skip: chromium ? false : "there is no chromium" }, () => {
  before(() => start(Browser));
  after(stop);

  testEverywhere();
  testClipboard();
  testWriting();
  testPages("desktop", () => {}, ([x, y]) => page.click(x, y));
  testPages("phone", async () => {
    await page.send("Emulation.setDeviceMetricsOverride", { width: 390, height: 700, deviceScaleFactor: 2, mobile: true });
    await page.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  }, ([x, y]) => page.tap(x, y));

  test("the bar is lit, mixed and disabled, and a tap keeps the focus", async () => {
    await bare("Sow **beans** in May.\n\n    code");
    await page.send("Emulation.setTouchEmulationEnabled", { enabled: true });
    for (const [end, strong] of [[10, "true"], [16, "mixed"]]) {
      await select(7, end);
      await page.frame();
      assert.equal(await lit(), `${strong} false false false`);
    }
    await page.tap(...(await center('[data-name="strong"]')));
    await page.frame();
    assert.equal(await value(), "Sow **beans in** May.\n\n    code");
    assert.equal(await page.evaluate("document.activeElement === t"), true);
    assert.equal(await lit(), "true false false false");
    await select(29, 31);
    await page.frame();
    assert.equal(await page.evaluate(`[...bar.shadowRoot.querySelectorAll("[data-group=marks]")]
      .every((button) => button.getAttribute("aria-disabled") === "true")`), true);
    await page.tap(...(await center('[data-name="strong"]')));
    assert.equal(await value(), "Sow **beans in** May.\n\n    code");
    await page.close();
  });

  test("a link's address is asked for, and the selection is where it was", async () => {
    await bare("Sow beans in May.", "");
    await select(4, 9);
    await press("link");
    assert.equal(await page.evaluate("bar.shadowRoot.activeElement === bar.field"), true);
    await page.send("Input.insertText", { text: "https://example.org" });
    await page.key("Enter");
    await page.frame();
    assert.equal(await value(), "Sow [beans](https://example.org) in May.");
    assert.equal(await page.evaluate("document.activeElement === t"), true);
    await undo();
    assert.equal(await value(), "Sow beans in May.");
    await press("link");
    await page.key("Escape");
    assert.equal(await page.evaluate("bar.form.hidden && document.activeElement === t"), true);
    await page.close();
  });

  for (const [width, height, isPhone] of [[320, 225, false], [320, 400, true]]) {
    test(`a window of ${width} × ${height}: what opens is in it, with targets of ${isPhone ? 44 : 24}; a grid for a table`, async () => {
      await bare("See [the list](https://example.org).\n\n", isPhone ? "docked" : "");
      await page.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 2, mobile: isPhone });
      await page.send("Emulation.setTouchEmulationEnabled", { enabled: isPhone });
      await page.evaluate("document.body.style.margin = 0, bar.parentElement.prepend(bar), 0");
      await select(6, 6);
      await page.frame();
      const expectSeen = async (name, smallest = isPhone ? 44 : 24) => {
        await page.frame();
        const [box, targets] = await page.evaluate(`((popup) => [popup, ...popup.querySelectorAll("button, input")]
          .filter((one) => one.getClientRects().length > 0).map((one) => one.getBoundingClientRect()))(bar.${name})
          .reduce(([box, sizes], one) => box ? [box, [...sizes, one.width, one.height]] : [one.toJSON(), []], [null, []])`);
        assert.ok(box.top >= 0 && box.bottom <= height && box.left >= 0 && box.right <= width, JSON.stringify(box));
        assert.ok(Math.min(...targets) >= smallest, String(targets));
        assert.equal(await page.evaluate(`document.documentElement.scrollWidth <= ${width}`), true);
      };
      const act = isPhone ? (x, y) => page.tap(x, y) : (x, y) => page.click(x, y);
      await expectSeen("toolbar");
      await act(...(await center(".more")));
      await expectSeen("menu");
      // A tap leaves the keyboard on the screen.
      assert.equal(await page.evaluate("document.activeElement === t"), isPhone);
      await page.evaluate("bar.menu.querySelector('[data-name=link]').click(), 0");
      await expectSeen("form");
      await page.key("Escape");
      await select(38, 38);
      await page.frame();
      await page.evaluate("bar.menu.querySelector('[data-name=table-insert]').click(), 0");
      await expectSeen("sizes", 0);
      const cell = isPhone ? 44 : 24;
      const [x, y] = await page.evaluate("(({ x, y }) => [x, y])(bar.grid.getBoundingClientRect())");
      await act(x + 3.5 * cell, y + 1.5 * cell);
      assert.match(await value(), /\n\| {5}\| {5}\| {5}\| {5}\|\n\| [-| ]+ \|\n\| {5}\| {5}\| {5}\| {5}\|$/);
      assert.equal(await page.evaluate("document.activeElement === t && bar.sizes.hidden"), true);
      assert.deepEqual(await page.errors(), []);
      await page.close();
    });
  }

  test("shortcuts of the catalogue, an address that is pasted", async () => {
    await bare("words here");
    const at = await page.evaluate("t.value.indexOf('words')");
    await select(at, at + 5);
    await page.evaluate(`(() => {
      const data = new DataTransfer();
      data.setData("text/plain", "https://example.org/a");
      t.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    })()`);
    assert.ok((await value()).endsWith("[words](https://example.org/a) here"), await value());
    const here = await page.evaluate("t.value.indexOf('here')");
    await select(here, here);
    await page.send("Input.dispatchKeyEvent", { type: "rawKeyDown", key: "*", code: "Digit8", modifiers: CONTROL | SHIFT, windowsVirtualKeyCode: 56 });
    assert.ok((await value()).endsWith("- [words](https://example.org/a) here"), await value());
    await page.close();
  });

  test("a bar that is docked stands on top of what covers the page", async () => {
    await bare("Sow beans in May.", "docked marks");
    await page.send("Emulation.setDeviceMetricsOverride", {
      width: 390, height: 844, deviceScaleFactor: 2, mobile: true,
    });
    await page.frame();
    const bottom = () => page.evaluate("Math.round(bar.getBoundingClientRect().bottom)");
    const layout = await page.evaluate("document.documentElement.clientHeight");
    assert.equal(await bottom(), layout);
    // There is no keyboard without a screen, so a stand-in for the visual viewport reports one.
    await page.evaluate(`(() => {
      const target = new EventTarget();
      Object.assign(target, { offsetTop: 0, height: ${layout} - 336, scale: 1 });
      Object.defineProperty(globalThis, "visualViewport", { value: target, configurable: true });
      bar.removeAttribute("docked");
      bar.setAttribute("docked", "");
    })()`);
    assert.equal(await bottom(), layout - 336);
    await page.evaluate(`visualViewport.offsetTop = 100, visualViewport.dispatchEvent(new Event("scroll")), 0`);
    assert.equal(await bottom(), layout - 236);
    await page.evaluate(`visualViewport.offsetTop = 0, visualViewport.height = ${layout}, visualViewport.dispatchEvent(new Event("resize")), 0`);
    assert.equal(await bottom(), layout);
    await page.close();
  });

  test("the page works from a folder, offline", { skip: single ? false : "Scripts/web has not built it" }, async () => {
    await visit();
    await page.send("Network.enable");
    const asked = [];
    browser.listeners.set(`${page.sessionId} Network.requestWillBeSent`, ({ request }) => asked.push(request.url));
    await page.send("Network.emulateNetworkConditions", { offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0 });
    await openSingle();
    await page.evaluate("demo.page.showText('Above ten degrees.', true), demo.page.editor.reveal([6, 17]), demo.view.focus(), 0");
    await page.key("b", CONTROL);
    await page.until("demo.page.editor.text.includes('**ten degrees**')");
    await page.until("[...document.querySelectorAll('#preview strong')].some(({ textContent }) => textContent === 'ten degrees')");
    // Drops a file.
    await page.evaluate(`(() => {
      const data = new DataTransfer();
      data.items.add(new File(["# Dropped\\r\\n\\r\\n<img src=x onerror=document.title='bad'>"], "dropped.md"));
      document.body.dispatchEvent(new DragEvent("dragover", { dataTransfer: data, bubbles: true, cancelable: true }));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    })()`);
    await page.until("document.querySelector('#preview h1')?.textContent === 'Dropped'");
    assert.equal(await page.evaluate(`${by("name")}.textContent`), "dropped.md");
    // Downloads it.
    const folder = await mkdtemp(join(tmpdir(), "markdown-editing-"));
    await page.send("Page.setDownloadBehavior", { behavior: "allow", downloadPath: folder });
    await page.evaluate(`${by("download")}.click(), 0`);
    for (let wait = 0; wait < 100 && !(await readdir(folder)).includes("dropped.md"); wait++) await pause(50);
    assert.match(await readFile(join(folder, "dropped.md"), "utf8"), /^# Dropped\r\n\r\n/);
    await rm(folder, { recursive: true });
    assert.deepEqual(asked.filter((url) => !/^(file|blob|data):/.test(url)), []);
    assert.deepEqual(await page.errors(), []);
    await page.evaluate("globalThis.onbeforeunload = null, 0");
    await page.close();
  });

  test("CodeMirror 6: keys, undo and redo with the selection, several ranges, 300 random edits",
    { skip: codemirror ? false : "MARKDOWN_EDITING_CODEMIRROR names no folder with its modules" }, async () => {
    await codeMirror("Sow beans in May.\né😀 words here\n");
    await page.evaluate("bar.binding = follower, view.focus(), 0");
    const ranges = () => page.evaluate("view.state.selection.ranges.map(({ anchor, head }) => [anchor, head])");
    const choose = (...ranges) => page.evaluate(`view.dispatch({ selection: cm.EditorSelection.create(
      ${JSON.stringify(ranges)}.map(([anchor, head]) => cm.EditorSelection.range(anchor, head))) }), view.focus(), 0`);
    await choose([9, 4], [22, 27]);
    await page.key("b", CONTROL);
    assert.equal(await editor.value(), "Sow **beans** in May.\né😀 **words** here\n");
    assert.deepEqual(await ranges(), [[11, 6], [28, 33]]);
    await page.frame();
    assert.equal(await lit(), "true false false false");
    await undo();
    assert.equal(await editor.value(), "Sow beans in May.\né😀 words here\n");
    assert.deepEqual(await ranges(), [[9, 4], [22, 27]]);
    await redo();
    assert.deepEqual(await ranges(), [[11, 6], [28, 33]]);
    assert.equal(await editor.isFollowed(), true);
    await expectKeys(editor);
    assert.equal(await editor.perform("heading-3"), "something");
    assert.equal(await editor.isFollowed(), true);
    assert.equal(await page.evaluate(`(() => {
      view.dispatch({ selection: { anchor: 0, head: view.state.doc.length } });
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: "new words" } });
      editing.perform("strong")(view);
      return view.state.doc.toString();
    })()`), "**new words**", "text that replaces the selected one");
    const differences = await page.evaluate(`(() => {
      let wrong = 0;
      const random = (${seeded})(11);
      const pieces = ["word ", "**", "_", "\\n", "é", "😀", "> ", "- "];
      for (let round = 0; round < 300; round++) {
        const whole = view.state.doc.toString();
        const place = () => {
          let at = random(whole.length + 1);
          return /[\\udc00-\\udfff]/.test(whole[at] ?? "") ? at - 1 : at;
        };
        const points = [place(), place(), place(), place()].sort((a, b) => a - b);
        view.dispatch({ selection: cm.EditorSelection.create([
          cm.EditorSelection.range(points[1], points[0]), cm.EditorSelection.range(points[2], points[3])]) });
        switch (random(5)) {
          case 0: cm.undo(view); break;
          case 1: cm.redo(view); break;
          case 2: editing.perform(engine.commands[random(4)].name)(view); break;
          default: view.dispatch(view.state.replaceSelection(pieces[random(8)]));
        }
        if (follower.document.text !== view.state.doc.toString()) wrong += 1;
      }
      const fresh = engine.open(view.state.doc.toString());
      return wrong + (fresh.html() === follower.document.html() ? 0 : 1000);
    })()`);
    assert.equal(differences, 0);
    assert.deepEqual(await page.errors(), []);
    await page.close();
  });
});
