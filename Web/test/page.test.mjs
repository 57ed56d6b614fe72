// The page, the textarea, the bar, the preview and CodeMirror in a real Chromium, with real keys, taps and
// compositions.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { mkdtemp, readFile, readdir, rm, writeFile, mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Browser, chromium, serve } from "./browser.mjs";
import { vectors } from "./vectors.mjs";

const web = dirname(dirname(fileURLToPath(import.meta.url)));
const [wasm, single, screenshots, codemirror] = ["WASM", "PAGE", "SCREENSHOTS", "CODEMIRROR"].map(
  (name) => process.env[`MARKDOWN_EDITING_${name}`]);
const CONTROL = 2;
const SHIFT = 8;

describe("in Chromium", { skip: chromium ? false : "there is no chromium" }, () => {
  let browser, server, page;
  const value = () => page.evaluate("t.value");
  const selection = () => page.evaluate("[t.selectionStart, t.selectionEnd]");
  const select = (from, to) => page.evaluate(`t.focus(), t.setSelectionRange(${from}, ${to}), 0`);
  const undo = () => page.key("z", CONTROL);
  const redo = () => page.key("z", CONTROL | SHIFT);
  const lit = () => page.evaluate(`[...bar.shadowRoot.querySelectorAll("[role=toolbar] > [data-mark]")]
    .map((button) => button.getAttribute("aria-pressed")).join(" ")`);
  const center = (query) => page.evaluate(`(() => {
    const box = bar.shadowRoot.querySelector('${query}').getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  })()`);

  before(async () => {
    browser = await Browser.start();
    server = await serve({ "/web": web, "/engine": dirname(wasm), "/cm": codemirror ?? web });
  });
  after(async () => {
    server?.close();
    await browser?.stop();
  });

  // A page with a textarea, a bar and nothing else.
  async function bare(text, attributes = "marks") {
    page = await browser.page(`${server.address}/blank`);
    await page.evaluate(`(async () => {
      const { load } = await import("/web/index.js");
      const { bindTextarea } = await import("/web/textarea.js");
      await import("/web/bar.js");
      document.body.innerHTML = '<textarea id="t" rows="10" cols="60" style="max-width: 100%; box-sizing: border-box"></textarea><markdown-bar id="bar" ${attributes}></markdown-bar>';
      globalThis.t = document.getElementById("t");
      globalThis.bar = document.getElementById("bar");
      t.value = ${JSON.stringify(text)};
      globalThis.engine = await load("/engine/markdown-editing.wasm");
      globalThis.binding = bindTextarea(t, engine);
      bar.binding = binding;
      t.focus();
    })()`);
    await page.frame();
  }

  test("a key, undo in one step with the selection, redo with it", async () => {
    await bare("Sow beans in May.");
    await select(4, 9);
    await page.key("b", CONTROL);
    assert.equal(await value(), "Sow **beans** in May.");
    assert.deepEqual(await selection(), [6, 11]);
    await page.key("i", CONTROL);
    assert.equal(await value(), "Sow ***beans*** in May.");
    await undo();
    assert.equal(await value(), "Sow **beans** in May.");
    assert.deepEqual(await selection(), [6, 11]);
    await undo();
    assert.equal(await value(), "Sow beans in May.");
    assert.deepEqual(await selection(), [4, 9]);
    await redo();
    assert.equal(await value(), "Sow **beans** in May.");
    assert.deepEqual(await selection(), [6, 11]);
    await page.key("b", CONTROL);
    assert.equal(await value(), "Sow beans in May.");
    assert.deepEqual(page.errors, []);
    await page.close();
  });

  test("a key that only moves the caret; what is typed next", async () => {
    await bare("a ");
    await select(2, 2);
    await page.key("b", CONTROL);
    for (const key of "word") await page.key(key);
    assert.equal(await value(), "a **word**");
    await page.key("b", CONTROL);
    await page.key(" ");
    assert.equal(await value(), "a **word** ");
    await page.close();
  });

  test("the bar is lit, mixed and disabled, and a tap keeps the focus", async () => {
    await bare("Sow **beans** in May.\n\n    code");
    await page.send("Emulation.setTouchEmulationEnabled", { enabled: true });
    await select(7, 10);
    await page.frame();
    assert.equal(await lit(), "true false false false");
    await select(7, 16);
    await page.frame();
    assert.equal(await lit(), "mixed false false false");
    await page.tap(...(await center('[data-mark="strong"]')));
    await page.frame();
    assert.equal(await value(), "Sow **beans in** May.\n\n    code");
    assert.equal(await page.evaluate("document.activeElement === t"), true);
    assert.equal(await lit(), "true false false false");
    await select(29, 31);
    await page.frame();
    assert.equal(await page.evaluate(`[...bar.shadowRoot.querySelectorAll("[data-mark]")]
      .every((button) => button.getAttribute("aria-disabled") === "true")`), true);
    await page.tap(...(await center('[data-mark="strong"]')));
    assert.equal(await value(), "Sow **beans in** May.\n\n    code");
    await page.close();
  });

  test("the bar by keys: one stop of Tab, arrows, right to left, the overflow menu", async () => {
    await bare("Sow beans in May.");
    await select(4, 9);
    const focused = () => page.evaluate(`bar.shadowRoot.activeElement?.dataset.mark
      ?? bar.shadowRoot.activeElement?.getAttribute("aria-label")`);
    await page.key("Tab");
    assert.equal(await focused(), "strong");
    await page.key("ArrowRight");
    assert.equal(await focused(), "emphasis");
    await page.key("End");
    assert.equal(await focused(), "strikethrough");
    await page.key("ArrowRight");
    assert.equal(await focused(), "strong");
    await page.evaluate("document.documentElement.dir = 'rtl', 0");
    await page.key("ArrowLeft");
    assert.equal(await focused(), "emphasis");
    await page.key(" ");
    assert.equal(await value(), "Sow *beans* in May.");
    assert.equal(await focused(), "emphasis");
    await page.key("Escape");
    assert.equal(await page.evaluate("document.activeElement === t"), true);
    assert.equal(await page.evaluate("bar.shadowRoot.querySelector('[role=toolbar]').getAttribute('aria-label')"), "Formatting");
    assert.equal(await page.evaluate("[...bar.shadowRoot.querySelectorAll('[role=toolbar] > button')].filter((button) => button.tabIndex === 0).length"), 1);
    await page.evaluate("document.documentElement.dir = 'ltr', bar.style.width = '170px', 0");
    await page.frame();
    assert.equal(await page.evaluate("bar.shadowRoot.querySelectorAll('[role=toolbar] > [data-mark]:not([hidden])').length"), 2);
    await page.evaluate("bar.more.focus(), 0");
    await page.key("ArrowDown");
    await page.key("ArrowDown");
    assert.equal(await focused(), "strikethrough");
    await page.key(" ");
    assert.equal(await value(), "Sow ~~*beans*~~ in May.");
    assert.equal(await page.evaluate("bar.menu.hidden"), true);
    await page.close();
  });

  const caret = async () => (await selection())[0];
  const shown = () => page.evaluate(`[...bar.shadowRoot.querySelectorAll("[role=toolbar] > [data-name]:not([hidden])")]
    .map((button) => button.dataset.name)`);
  const press = async (name) => {
    await page.evaluate(`bar.shadowRoot.querySelector('[role=toolbar] > [data-name="${name}"]:not([hidden])') ? 0 : bar.more.click()`);
    const box = `(bar.shadowRoot.querySelector('[role=toolbar] > [data-name="${name}"]:not([hidden])')
      ?? bar.menu.querySelector('[data-name="${name}"]'))`;
    await page.evaluate(`${box}.scrollIntoView({ block: "center" }), 0`);
    await page.click(...(await page.evaluate(`(() => {
      const { x, y, width, height } = ${box}.getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    })()`)));
    await page.frame();
  };

  test("the whole bar: what is on it, the level of a heading, the menu by groups, what is greyed", async () => {
    await bare("Sow beans in May.\n\n    code", "");
    await select(6, 6);
    await page.frame();
    assert.deepEqual((await shown()).slice(0, 6), ["strong", "emphasis", "heading", "bullet-list", "task-list", "link"]);
    await press("heading-2");
    assert.equal(await value(), "## Sow beans in May.\n\n    code");
    assert.equal(await page.evaluate("document.activeElement === t"), true);
    assert.deepEqual(await page.evaluate(`(() => {
      const button = bar.shadowRoot.querySelector('[role=toolbar] > [data-name="heading"]');
      return [button.getAttribute("aria-pressed"), button.getAttribute("aria-label"), button.textContent];
    })()`), ["true", "Heading 2", "H2"]);
    await press("heading");
    assert.equal(await value(), "### Sow beans in May.\n\n    code");
    await press("quote");
    assert.equal(await value(), "> ### Sow beans in May.\n\n    code");
    await undo(), await undo(), await undo();
    assert.equal(await value(), "Sow beans in May.\n\n    code");
    // Every command is there once, on the bar or in the menu; in code few apply, and each says why not.
    const names = await page.evaluate(`[...bar.shadowRoot.querySelectorAll("[data-name]")]
      .filter((button) => !button.hidden).map((button) => button.dataset.name)`);
    assert.equal(new Set(names).size, names.length);
    assert.equal(names.length, await page.evaluate("engine.commands.length - 3 + 4"));
    await select(26, 26);
    await page.frame();
    const dim = await page.evaluate(`[...bar.shadowRoot.querySelectorAll("[data-name][aria-disabled=true]")]
      .filter((button) => !button.dataset.mark && !button.title.includes(": ")).map((button) => button.dataset.name)`);
    assert.deepEqual(dim, []);
    await press("bullet-list");
    assert.equal(await value(), "Sow beans in May.\n\n    code");
    assert.deepEqual(await page.evaluate(`[...bar.menu.querySelectorAll("[role=group]")].map((group) => group.ariaLabel)`),
      ["Text", "Headings", "Lists", "Blocks", "Links", "Tables", "Lines"]);
    assert.deepEqual(page.errors, []);
    await page.close();
  });

  test("a compact bar has three buttons, and all else in the menu", async () => {
    await bare("- one\n- two", "compact");
    await select(9, 9);
    await page.frame();
    assert.deepEqual(await shown(), ["strong", "heading", "bullet-list"]);
    assert.equal(await page.evaluate(`bar.shadowRoot.querySelector('[data-name="bullet-list"]').getAttribute("aria-pressed")`), "true");
    await press("indent");
    assert.equal(await value(), "- one\n  - two");
    await page.evaluate("bar.style.width = '250px', 0");
    await page.frame();
    assert.deepEqual(await shown(), ["strong", "heading", "bullet-list"]);
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
    await select(17, 17);
    await page.key("Enter");
    await page.key("Enter");
    await press("table-insert");
    await page.key("Enter");
    assert.match(await value(), /\| +\| +\|\n\| -+ \| -+ \|\n/);
    await page.close();
  });

  test("Enter, Backspace and Tab do what the commands do, and else what the browser does", async () => {
    await bare("- one\n- [x] two\n\nplain");
    await select(5, 5);
    await page.key("Enter");
    for (const key of "new") await page.key(key);
    assert.equal(await value(), "- one\n- new\n- [x] two\n\nplain");
    await page.key("Tab");
    assert.equal(await value(), "- one\n  - new\n- [x] two\n\nplain");
    await page.key("Tab", SHIFT);
    assert.equal(await value(), "- one\n- new\n- [x] two\n\nplain");
    await page.key("Enter");
    await page.key("Enter");
    // An empty item is left.
    assert.ok(!(await value()).includes("- \n"), await value());
    await undo();
    await undo();
    assert.equal(await value(), "- one\n- new\n- [x] two\n\nplain");
    const behind = await page.evaluate("t.value.indexOf('two') + 3");
    await select(behind, behind);
    await page.key("Enter");
    assert.ok((await value()).includes("- [x] two\n- [ ] \n"));
    await page.key("Backspace");
    assert.ok(!(await value()).includes("[ ]"), await value());
    // In plain text the browser types, and undoes it as it undoes typing.
    await page.evaluate("binding.setText('plain'), 0");
    await select(5, 5);
    for (const key of "xy") await page.key(key);
    await page.key("Backspace");
    assert.equal(await value(), "plainx");
    await page.key("Enter");
    assert.equal(await value(), "plainx\n");
    assert.equal(await caret(), 7);
    // Tab that does nothing goes on to the bar.
    await page.key("Tab");
    assert.equal(await page.evaluate("document.activeElement === bar"), true);
    assert.equal(await page.evaluate("binding.document.text === t.value"), true);
    assert.deepEqual(page.errors, []);
    await page.close();
  });

  test("a table's cells by Tab, shortcuts of the catalogue, an address that is pasted", async () => {
    await bare("| a | b |\n| - | - |\n| c | d |\n\nwords here");
    await select(2, 2);
    await page.key("Tab");
    assert.equal((await value()).slice(await caret(), (await caret()) + 1), "b");
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

  test("while an input method composes nothing is cut up", async () => {
    await bare("a word");
    await select(6, 6);
    await page.send("Input.imeSetComposition", { text: "に", selectionStart: 1, selectionEnd: 1 });
    await page.send("Input.imeSetComposition", { text: "にほ", selectionStart: 2, selectionEnd: 2 });
    assert.equal(await page.evaluate("binding.composing"), true);
    await page.frame();
    assert.equal(await page.evaluate("binding.toggle('strong').unchanged"), "composing");
    await page.click(...(await center('[data-mark="strong"]')));
    assert.equal(await value(), "a wordにほ");
    assert.equal(await page.evaluate("binding.document.text === t.value"), true);
    await page.send("Input.insertText", { text: "日本" });
    await page.frame();
    assert.equal(await value(), "a word日本");
    assert.equal(await page.evaluate("binding.composing"), false);
    assert.equal(await page.evaluate("binding.document.text === t.value"), true);
    await select(6, 8);
    await page.key("b", CONTROL);
    assert.equal(await value(), "a word**日本**");
    await page.close();
  });

  test("500 random edits: the engine has what the textarea has", async () => {
    await bare("Sow *beans* in May.\n\n- `peas` 😀\n- é **x**\n");
    let seed = Number(process.env.MARKDOWN_EDITING_SEED ?? 20260101);
    const random = (count) => (seed = (seed * 48271) % 2147483647) % count;
    const pieces = ["word ", "**", "_", "`", "\n", "é", "😀", "> ", "- ", "[a](b)"];
    let commands = 0;
    for (let round = 0; round < 500; round++) {
      const length = await page.evaluate("t.value.length");
      const from = random(length + 1);
      await select(from, Math.min(length, from + random(9)));
      switch (random(8)) {
        case 0: case 1: case 2:
          await page.evaluate(`document.execCommand("insertText", false, ${JSON.stringify(pieces[random(10)])}), 0`);
          break;
        case 3: await page.key("Backspace"); break;
        case 4: await undo(); break;
        case 5: await redo(); break;
        case 6: await page.evaluate("t.setRangeText('x'), t.dispatchEvent(new InputEvent('input', { bubbles: true })), 0"); break;
        default:
          commands += 1;
          await page.evaluate(`(() => {
            const { selectionStart, selectionEnd, value } = t;
            const cuts = (at) => /[\\ud800-\\udbff]/.test(value[at - 1] ?? "") && /[\\udc00-\\udfff]/.test(value[at] ?? "");
            if (!cuts(selectionStart) && !cuts(selectionEnd)) binding.toggle(engine.marks[${random(4)}]);
          })()`);
      }
      const [text, followed] = await page.evaluate("[t.value, (binding.state, binding.document.text)]");
      assert.equal(followed, text, `round ${round}`);
      if (round % 25 === 0) {
        assert.equal(await page.evaluate(`(() => {
          const fresh = engine.open(t.value);
          const same = fresh.html() === binding.document.html();
          fresh.close();
          return same;
        })()`), true, `round ${round}`);
      }
    }
    assert.ok(commands > 30);
    assert.deepEqual(page.errors, []);
    await page.close();
  });

  test("a trap: the text stays, the next key works", async () => {
    await bare("Sow beans in May.");
    await select(4, 9);
    await page.evaluate("engine.restart(), 0");
    await page.key("b", CONTROL);
    assert.equal(await value(), "Sow **beans** in May.");
    await undo();
    assert.equal(await value(), "Sow beans in May.");
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
    // No keyboard is to be had without a screen: a stand-in for the visual viewport says what one would.
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

  test(`${vectors.length} documents that would run a script: none does`, async () => {
    page = await browser.page(`${server.address}/blank`);
    await page.evaluate(`(async () => {
      const { load } = await import("/web/index.js");
      Object.assign(globalThis, await import("/web/preview.js"));
      globalThis.engine = await load("/engine/markdown-editing.wasm");
      globalThis.pwned = 0;
      globalThis.pwn = () => { pwned += 1; };
      document.body.innerHTML = '<div id="preview"></div>';
      // Everything is touched, as a reader would.
      globalThis.touch = async (element) => {
        for (const node of element.querySelectorAll("*")) {
          for (const name of ["click", "mouseover", "focus", "toggle", "animationstart", "scrollend"]) {
            const event = name === "click" ? new MouseEvent(name, { bubbles: true, cancelable: true }) : new Event(name, { bubbles: true });
            // Links are followed only where they would run something here.
            if (name === "click" && node.closest?.("a[target=_blank]") && /^(https?|mailto|tel):/.test(node.closest("a").protocol)) continue;
            node.dispatchEvent(event);
          }
          node.focus?.();
        }
        await new Promise((done) => setTimeout(done, 15));
      };
    })()`);
    const before = await page.evaluate("location.href");
    for (const raw of [false, true]) {
      for (const vector of vectors) {
        const ran = await page.evaluate(`(async () => {
          const preview = document.getElementById("preview");
          const html = engine.open(${JSON.stringify(vector)}).html({ raw: ${raw} });
          show(html, preview);
          await touch(preview);
          const bad = [...preview.querySelectorAll("*")].some((node) =>
            /^(script|iframe|object|embed|svg|math|style|form|input|link|meta|base|template)$/.test(node.localName)
            || [...node.attributes].some(({ name, value }) => /^on|^style$|^id$|^name$/.test(name)
              || /^[\\s\\u0000-\\u001f]*(javascript|vbscript|data:text|data:image.svg)/i.test(value) && name !== "alt" && name !== "title"));
          return pwned > 0 ? "ran" : bad ? preview.innerHTML : "";
        })()`);
        assert.equal(ran, "", `${vector} (raw: ${raw})`);
        assert.equal(await page.evaluate("location.href"), before, vector);
      }
    }
    assert.equal(page.dialogs, 0);
    // The judge can tell: what is not sanitised does run.
    let running = 0;
    for (const vector of vectors.slice(0, 110)) {
      running += await page.evaluate(`(async () => {
        pwned = 0;
        const preview = document.getElementById("preview");
        preview.innerHTML = engine.open(${JSON.stringify(vector)}).html({ raw: true });
        await touch(preview);
        preview.replaceChildren();
        return pwned > 0 ? 1 : 0;
      })()`).catch(() => 1);
    }
    assert.ok(running > 30, `${running} would run`);
    console.log(`${2 * vectors.length} renderings, 0 ran; of 110 that are not sanitised ${running} ran`);
    await browser.send("Target.closeTarget", { targetId: page.targetId });
  });

  test("what is allowed of a document stands in the preview", async () => {
    page = await browser.page(`${server.address}/blank`);
    const html = await page.evaluate(`(async () => {
      const { sanitized } = await import("/web/preview.js");
      const box = document.createElement("div");
      box.append(sanitized('<h1>A</h1><p>x <strong>b</strong> <a href="https://a.b/c" title="t">l</a> <kbd>K</kbd> <img src="https://a.b/i.png" alt="i"></p><pre><code class="language-js">1 &lt; 2</code></pre><ol start="3"><li>y</li></ol>'));
      return box.innerHTML;
    })()`);
    assert.equal(html, '<h1>A</h1><p>x <strong>b</strong> <a href="https://a.b/c" title="t" rel="noopener noreferrer nofollow" target="_blank">l</a> <kbd>K</kbd> <img src="https://a.b/i.png" alt="i" loading="lazy" referrerpolicy="no-referrer"></p><pre><code class="language-js">1 &lt; 2</code></pre><ol start="3"><li>y</li></ol>');
    await page.close();
  });

  test("the page works from a folder, offline", { skip: single ? false : "Scripts/web has not built it" }, async () => {
    page = await browser.page();
    await page.send("Network.enable");
    const asked = [];
    browser.listeners.set(`${page.sessionId} Network.requestWillBeSent`, ({ request }) => asked.push(request.url));
    await page.send("Network.emulateNetworkConditions", { offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0 });
    await page.go(String(pathToFileURL(single)));
    await page.until("document.documentElement.dataset.ready");
    await page.evaluate("globalThis.t = document.getElementById('text'), globalThis.bar = document.getElementById('bar'), 0");
    await select(await page.evaluate("t.value.indexOf('ten degrees')"), await page.evaluate("t.value.indexOf('ten degrees') + 11"));
    await page.key("b", CONTROL);
    assert.match(await value(), /\*\*ten degrees\*\*/);
    await page.until("document.querySelector('#preview strong')?.textContent === 'ten degrees'");
    assert.equal(await page.evaluate("document.querySelectorAll('#result ins').length"), 2);
    assert.deepEqual(await page.evaluate("[...document.querySelectorAll('#result li')].map((item) => item.className)"), ["", "", "", "", ""]);
    assert.match(await page.evaluate("document.getElementById('result').textContent"), /only “ten degrees” gains strong/);
    // A file is dropped.
    await page.evaluate(`(() => {
      const data = new DataTransfer();
      data.items.add(new File(["# Dropped\\r\\n\\n<img src=x onerror=document.title='bad'>"], "dropped.md"));
      document.body.dispatchEvent(new DragEvent("dragover", { dataTransfer: data, bubbles: true, cancelable: true }));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    })()`);
    await page.until("document.querySelector('#preview h1')?.textContent === 'Dropped'");
    assert.equal(await page.evaluate("document.getElementById('name').textContent"), "dropped.md");
    // It is downloaded.
    const folder = await mkdtemp(join(tmpdir(), "markdown-editing-"));
    await page.send("Page.setDownloadBehavior", { behavior: "allow", downloadPath: folder });
    await page.evaluate("document.getElementById('download').click(), 0");
    for (let wait = 0; wait < 100 && !(await readdir(folder)).includes("dropped.md"); wait++) {
      await new Promise((done) => setTimeout(done, 50));
    }
    assert.match(await readFile(join(folder, "dropped.md"), "utf8"), /^# Dropped\n/);
    await rm(folder, { recursive: true });
    assert.deepEqual(asked.filter((url) => !/^(file|blob|data):/.test(url)), []);
    assert.deepEqual(page.errors, []);
    await page.evaluate("globalThis.onbeforeunload = null, 0");
    await page.close();
  });

  test("pictures of the page", { skip: screenshots && single ? false : "no folder for them" }, async () => {
    await mkdir(screenshots, { recursive: true });
    for (const [name, width, height, mobile] of [["desktop", 1280, 800, false], ["phone", 390, 844, true]]) {
      for (const scheme of ["light", "dark"]) {
        page = await browser.page();
        await page.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: mobile ? 2 : 1, mobile });
        await page.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
        await page.go(String(pathToFileURL(single)));
        await page.until("document.documentElement.dataset.ready");
        await page.evaluate("globalThis.t = document.getElementById('text'), 0");
        const at = await page.evaluate("t.value.indexOf('ten degrees')");
        await select(at, at + 11);
        await page.key("b", CONTROL);
        await page.frame();
        if (mobile) {
          await page.evaluate("document.getElementById('bar').more.click(), 0");
          await page.frame();
          const { data } = await page.send("Page.captureScreenshot", { format: "png" });
          await writeFile(join(screenshots, `${name}-${scheme}-menu.png`), Buffer.from(data, "base64"));
          await page.evaluate("document.getElementById('bar').more.click(), 0");
        }
        const views = mobile ? ["write", "read", "proof"] : ["write"];
        for (const view of views) {
          await page.evaluate(`document.getElementById("tab-${view}").click(), 0`);
          await new Promise((done) => setTimeout(done, 200));
          const { data } = await page.send("Page.captureScreenshot", { format: "png" });
          await writeFile(join(screenshots, `${name}-${scheme}-${view}.png`), Buffer.from(data, "base64"));
        }
        await page.close();
      }
    }
  });

  test("CodeMirror 6: keys, undo and redo with the selection, several ranges, input methods, 300 random edits",
    { skip: codemirror ? false : "MARKDOWN_EDITING_CODEMIRROR names no folder with its modules" }, async () => {
    page = await browser.page(`${server.address}/blank`);
    await page.evaluate(`(async () => {
      const cm = await import("/cm/index.js");
      const { load } = await import("/web/index.js");
      const { markdownEditing } = await import("/web/codemirror.js");
      await import("/web/bar.js");
      globalThis.cm = cm;
      globalThis.engine = await load("/engine/markdown-editing.wasm");
      const editing = markdownEditing(engine, cm);
      document.body.innerHTML = '<markdown-bar id="bar" marks></markdown-bar>';
      globalThis.view = new cm.EditorView({
        doc: "Sow beans in May.\\né😀 words here\\n", parent: document.body,
        extensions: [editing.extension, cm.history(), cm.EditorState.allowMultipleSelections.of(true),
          cm.keymap.of([...cm.defaultKeymap, ...cm.historyKeymap])],
      });
      globalThis.editing = editing;
      globalThis.follower = editing.binding(view);
      globalThis.bar = document.getElementById("bar");
      bar.binding = follower;
      view.focus();
    })()`);
    const text = () => page.evaluate("view.state.doc.toString()");
    const ranges = () => page.evaluate("view.state.selection.ranges.map(({ anchor, head }) => [anchor, head])");
    const choose = (...ranges) => page.evaluate(`view.dispatch({ selection: cm.EditorSelection.create(
      ${JSON.stringify(ranges)}.map(([anchor, head]) => cm.EditorSelection.range(anchor, head))) }), view.focus(), 0`);
    await choose([9, 4], [22, 27]);
    await page.key("b", CONTROL);
    assert.equal(await text(), "Sow **beans** in May.\né😀 **words** here\n");
    assert.deepEqual(await ranges(), [[11, 6], [28, 33]]);
    await page.frame();
    assert.equal(await lit(), "true false false false");
    await undo();
    assert.equal(await text(), "Sow beans in May.\né😀 words here\n");
    assert.deepEqual(await ranges(), [[9, 4], [22, 27]]);
    await redo();
    assert.deepEqual(await ranges(), [[11, 6], [28, 33]]);
    assert.equal(await page.evaluate("follower.document.text === view.state.doc.toString()"), true);
    await choose([0, 0]);
    await page.send("Input.imeSetComposition", { text: "に", selectionStart: 1, selectionEnd: 1 });
    assert.equal(await page.evaluate("editing.toggle('strong')(view)"), false);
    await page.send("Input.insertText", { text: "日" });
    await page.frame();
    assert.equal(await page.evaluate("follower.document.text === view.state.doc.toString()"), true);
    // The catalogue's keys: a list, Enter, Tab, Backspace; Enter in plain text is CodeMirror's.
    await page.evaluate(`view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: "- one\\n\\nplain" } }), 0`);
    await choose([5, 5]);
    await page.key("Enter");
    await page.key("x");
    assert.equal(await text(), "- one\n- x\n\nplain");
    await page.key("Tab");
    assert.equal(await text(), "- one\n  - x\n\nplain");
    await page.key("Tab", SHIFT);
    await page.key("Backspace");
    await page.key("Backspace");
    assert.ok(!(await text()).includes("- \n"), await text());
    await page.evaluate(`view.dispatch({ selection: { anchor: view.state.doc.length } }), 0`);
    await page.key("Enter");
    assert.ok((await text()).endsWith("plain\n"));
    assert.equal(await page.evaluate("editing.perform('heading-3')(view)"), true);
    assert.equal(await page.evaluate("follower.document.text === view.state.doc.toString()"), true);
    const differences = await page.evaluate(`(() => {
      let seed = 11, wrong = 0;
      const random = (count) => (seed = (seed * 48271) % 2147483647) % count;
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
          case 2: editing.toggle(engine.marks[random(4)])(view); break;
          default: view.dispatch(view.state.replaceSelection(pieces[random(8)]));
        }
        if (follower.document.text !== view.state.doc.toString()) wrong += 1;
      }
      const fresh = engine.open(view.state.doc.toString());
      return wrong + (fresh.html() === follower.document.html() ? 0 : 1000);
    })()`);
    assert.equal(differences, 0);
    assert.deepEqual(page.errors, []);
    await page.close();
  });
});
