// Tests for every browser, of the textarea, the bar and the preview, that need only keys, clicks and scripts of the
// page.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  CONTROL, bare, page, placed, press, pressKeys, redo, seeded, select, shown, undo, value, visit,
} from "./stage.mjs";
import { testSelections, textarea } from "./selections.mjs";
import { testDaily } from "./daily.mjs";
import { vectors } from "./vectors.mjs";

// [before, keys, after]: `⟦ ⟧` is the selection, `‸` the caret.
const rows = [
  // One step of undo for each command, with the selection, and redo with it.
  ["Sow ⟦beans⟧ in May.", "ctrl+b", "Sow **⟦beans⟧** in May."],
  ["Sow ⟦beans⟧ in May.", "ctrl+b ctrl+i", "Sow ***⟦beans⟧*** in May."],
  ["Sow ⟦beans⟧ in May.", "ctrl+b ctrl+i undo", "Sow **⟦beans⟧** in May."],
  ["Sow ⟦beans⟧ in May.", "ctrl+b ctrl+i undo undo", "Sow ⟦beans⟧ in May."],
  ["Sow ⟦beans⟧ in May.", "ctrl+b undo redo", "Sow **⟦beans⟧** in May."],
  ["Sow ⟦beans⟧ in May.", "ctrl+b undo redo ctrl+b", "Sow ⟦beans⟧ in May."],
  // With nothing to mark, the text typed next gets the mark.
  ["a ‸", "ctrl+b w o r d", "a **word‸**"],
  ["a ‸", "ctrl+b x ctrl+b y", "a **x**y‸"],
  ["a ‸", "ctrl+b ctrl+i x undo", "a ‸"],
  ["a ‸", "ctrl+b ctrl+b x", "a x‸"],
  ["a ‸", "ctrl+b ArrowLeft ArrowRight x", "a x‸"],
  ["‸", "ctrl+b Space x", " **x‸**"],
  ["ab ‸", "ctrl+b Backspace", "ab‸"],
  ["wo‸rd", "ctrl+b ctrl+b", "wo‸rd"],
  ["⟦seed⟧", "# Space S", "# S‸"],
  ["a ‸", "ctrl+b w o r d ctrl+b Space", "a **word** ‸"],
  // Enter, Backspace and Tab do what the commands do.
  ["- one‸\n- [x] two\n\nplain", "Enter n e w", "- one\n- new‸\n- [x] two\n\nplain"],
  ["- one\n- new‸\n- two", "Tab", "- one\n  - new‸\n- two"],
  ["- one\n- new‸\n- two", "Tab shift+Tab", "- one\n- new‸\n- two"],
  ["- one\n- new‸\n\nplain", "Enter Enter", "- one\n- new\n\n‸\n\nplain"],
  ["- one\n- new‸\n- two", "Enter Enter undo undo", "- one\n- new‸\n- two"],
  ["- [x] two‸\n\nplain", "Enter", "- [x] two\n- [ ] ‸\n\nplain"],
  ["- [x] two‸\n\nplain", "Enter Backspace", "- [x] two\n- ‸\n\nplain"],
  ["| a‸ | b |\n| - | - |\n", "Tab", "| a | ⟦b⟧ |\n| - | - |\n"],
  // In plain text the browser types.
  ["plain‸", "x y Backspace Enter", "plainx\n‸"],
];

// Presses the keys of each row in a textarea or in CodeMirror.
export async function expectKeys(on) {
  for (const [before, keys, after] of rows) {
    const [old, fresh] = [placed(before), placed(after)];
    await on.set(old.text);
    await on.select(old.from, old.to);
    await pressKeys(keys);
    assert.deepEqual([await on.value(), await on.selection()], [fresh.text, [fresh.from, fresh.to]], `${before} ${keys}`);
    assert.equal(await on.isFollowed(), true);
  }
}

export function testEverywhere() {
  testSelections();
  testDaily();

  test("keys, each in a new document", async () => {
    await textarea.open();
    await expectKeys(textarea);
    // If Tab does nothing, it moves to the bar.
    await page.key("Tab");
    assert.equal(await page.evaluate("document.activeElement === bar"), true);
    assert.deepEqual(await page.errors(), []);
    await page.close();
  });

  test("the bar by keys: one stop of Tab, arrows, right to left, the overflow menu", async () => {
    await bare("Sow beans in May.");
    await select(4, 9);
    const focused = () => page.evaluate(`bar.shadowRoot.activeElement?.dataset.name
      ?? bar.shadowRoot.activeElement?.getAttribute("aria-label")`);
    const expectFocused = async (...keys) => {
      for (const [key, name] of keys) {
        await page.key(key);
        assert.equal(await focused(), name, key);
      }
    };
    await expectFocused(["Tab", "strong"], ["ArrowRight", "emphasis"], ["End", "strikethrough"], ["ArrowRight", "strong"]);
    await page.evaluate("document.documentElement.dir = 'rtl', 0");
    await expectFocused(["ArrowLeft", "emphasis"], [" ", "emphasis"]);
    assert.equal(await value(), "Sow *beans* in May.");
    await page.key("Escape");
    assert.equal(await page.evaluate("document.activeElement === t"), true);
    assert.equal(await page.evaluate("bar.shadowRoot.querySelector('[role=toolbar]').getAttribute('aria-label')"), "Formatting");
    assert.equal(await page.evaluate("[...bar.shadowRoot.querySelectorAll('[role=toolbar] > button')].filter((button) => button.tabIndex === 0).length"), 1);
    await page.evaluate("document.documentElement.dir = 'ltr', bar.style.width = '170px', 0");
    await page.frame();
    assert.equal(await page.evaluate("bar.shadowRoot.querySelectorAll('[role=toolbar] > [data-group=marks]:not([hidden])').length"), 2);
    await page.evaluate("bar.more.focus(), 0");
    await page.key("ArrowDown");
    await expectFocused(["ArrowDown", "strikethrough"]);
    await page.key(" ");
    assert.equal(await value(), "Sow ~~*beans*~~ in May.");
    assert.equal(await page.evaluate("bar.menu.hidden"), true);
    await page.close();
  });

  test("the whole bar: what is on it, the level of a heading, the menu by groups, what is greyed", async () => {
    await bare("Sow beans in May.\n\n    code", "");
    await select(6, 6);
    await page.frame();
    assert.deepEqual((await shown()).slice(0, 6), ["strong", "emphasis", "heading", "bullet-list", "task-list", "link"]);
    for (const [name, prefix, level] of [["heading-2", "## ", "2"], ["heading", "### ", "3"], ["quote", "> ### ", "3"]]) {
      await press(name);
      assert.equal(await value(), `${prefix}Sow beans in May.\n\n    code`);
      assert.equal(await page.evaluate("document.activeElement === t"), true);
      assert.deepEqual(await page.evaluate(`(() => {
        const button = bar.shadowRoot.querySelector('[role=toolbar] > [data-name="heading"]');
        return [button.getAttribute("aria-pressed"), button.getAttribute("aria-label"), button.textContent];
      })()`), ["true", `Heading ${level}`, `H${level}`]);
    }
    await undo(), await undo(), await undo();
    assert.equal(await value(), "Sow beans in May.\n\n    code");
    // Every command but those of the clipboard is there once, on the bar or in the menu. In code few apply, and each other one says why.
    const names = await page.evaluate(`[...bar.shadowRoot.querySelectorAll("[data-name]")]
      .filter((button) => !button.hidden).map((button) => button.dataset.name)`);
    assert.equal(new Set(names).size, names.length);
    assert.equal(names.length, await page.evaluate("binding.bar.filter(({ name }) => !name.startsWith('paste')).length"));
    await select(26, 26);
    await page.frame();
    const dim = await page.evaluate(`[...bar.shadowRoot.querySelectorAll("[data-name][aria-disabled=true]")]
      .filter((button) => !button.title.includes(": ")).map((button) => button.dataset.name)`);
    assert.deepEqual(dim, []);
    await press("bullet-list");
    assert.equal(await value(), "Sow beans in May.\n\n    code");
    assert.deepEqual(await page.evaluate(`[...bar.menu.querySelectorAll("[role=group]")].map((group) => group.ariaLabel)`),
      ["Text", "Headings", "Lists", "Blocks", "Links", "Tables", "Lines"]);
    assert.deepEqual(await page.errors(), []);
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

  test("another document has a history of its own, and a long one opens at once", async () => {
    await bare("one");
    await select(3, 3);
    await page.key("x");
    await page.evaluate("binding.setText('two'), 0");
    await undo();
    assert.equal(await value(), "two");
    // The browser's own layout of 15,000 lines follows later and takes longer.
    const milliseconds = await page.evaluate(`(() => {
      const begin = performance.now();
      binding.setText("Sow *beans* in May.\\n".repeat(15_000));
      return performance.now() - begin;
    })()`);
    assert.ok(milliseconds < 1500, `${milliseconds} ms`);
    assert.equal(await page.evaluate("binding.document.text === t.value && t.value.length"), 300_000);
    await page.evaluate("binding.setText('three'), 0");
    await select(5, 5);
    await page.key("y");
    await undo();
    assert.equal(await value(), "three");
    await page.close();
  });

  test("500 random edits: the engine has what the textarea has", async () => {
    await bare("Sow *beans* in May.\n\n- `peas` 😀\n- é **x**\n");
    const random = seeded(Number(process.env.MARKDOWN_EDITING_SEED ?? 20260101));
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
            if (!cuts(selectionStart) && !cuts(selectionEnd)) binding.perform(engine.commands[${random(4)}].name);
          })()`);
      }
      const [text, followed] = await page.evaluate("[t.value, (binding.bar, binding.document.text)]");
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
    assert.deepEqual(await page.errors(), []);
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

  test(`${vectors.length} documents that would run a script: none does`, async () => {
    await visit("/blank");
    await page.evaluate(`(async () => {
      const { load } = await import("/web/index.js");
      Object.assign(globalThis, await import("/web/preview.js"));
      globalThis.engine = await load("/engine/markdown-editing.wasm");
      globalThis.pwned = 0;
      globalThis.pwn = () => { pwned += 1; };
      document.body.innerHTML = '<div id="preview"></div>';
      // Touches everything, as a reader would.
      globalThis.touch = async (element) => {
        for (const node of element.querySelectorAll("*")) {
          for (const name of ["click", "mouseover", "focus", "toggle", "animationstart", "scrollend"]) {
            const event = name === "click" ? new MouseEvent(name, { bubbles: true, cancelable: true }) : new Event(name, { bubbles: true });
            // Follows links only if they would run something here.
            if (name === "click" && node.closest?.("a[target=_blank]") && /^(https?|mailto|tel):/.test(node.closest("a").protocol)) continue;
            node.dispatchEvent(event);
          }
          node.focus?.();
        }
        await new Promise((done) => setTimeout(done, 15));
      };
    })()`);
    const before = await page.evaluate("location.href");
    for (const [raw, options] of [[false, {}], [true, {}], [true, { tasks: true, formulas: true }]]) {
      for (const vector of vectors) {
        const ran = await page.evaluate(`(async () => {
          const preview = document.getElementById("preview");
          const html = engine.open(${JSON.stringify(vector)}).html({ raw: ${raw} });
          show(html, preview, ${JSON.stringify(options)});
          await touch(preview);
          const bad = [...preview.querySelectorAll("*")].some((node) =>
            /^(script|iframe|object|embed|svg|style|form|link|meta|base|template${options.formulas ? "" : "|math|input"})$/.test(node.localName)
            || [...node.attributes].some(({ name, value }) => /^on|^style$|^id$|^name$/.test(name)
              || /^[\\s\\u0000-\\u001f]*(javascript|vbscript|data:text|data:image.svg)/i.test(value) && name !== "alt" && name !== "title"));
          return pwned > 0 ? "ran" : bad ? preview.innerHTML : "";
        })()`);
        assert.equal(ran, "", `${vector} (raw: ${raw}, ${JSON.stringify(options)})`);
        assert.equal(await page.evaluate("location.href"), before, vector);
      }
    }
    assert.equal(await page.dialogs(), 0);
    // The judge must notice that unsanitised HTML does run.
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
    assert.ok(running > 30, `of 110 that are not sanitised ${running} ran`);
    await page.close();
  });

  test("what is allowed of a document stands in the preview", async () => {
    await visit("/blank");
    const html = await page.evaluate(`(async () => {
      const { sanitized } = await import("/web/preview.js");
      const box = document.createElement("div");
      box.append(sanitized('<h1>A</h1><p>x <strong>b</strong> <a href="https://a.b/c" title="t">l</a> <kbd>K</kbd> <img src="https://a.b/i.png" alt="i"></p><pre><code class="language-js">1 &lt; 2</code></pre><ol start="3"><li>y</li></ol>'));
      return box.innerHTML;
    })()`);
    assert.equal(html, '<h1>A</h1><p>x <strong>b</strong> <a href="https://a.b/c" title="t" rel="noopener noreferrer nofollow" target="_blank">l</a> <kbd>K</kbd> <img src="https://a.b/i.png" alt="i" loading="lazy" referrerpolicy="no-referrer"></p><pre><code class="language-js">1 &lt; 2</code></pre><ol start="3"><li>y</li></ol>');
    await page.close();
  });
}
