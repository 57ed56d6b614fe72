// Tests what one expects of an editor every day: Tab, pasting, copying, asking for arguments, menus.
import assert from "node:assert/strict";
import { test } from "node:test";
import { CONTROL, codeMirror, codemirror, page, placed, pressKeys, undo } from "./stage.mjs";
import { editor, textarea } from "./selections.mjs";

const ALIGNED = "| a     | b   |\n| ----- | --- |\n| ccccc | ⟦d⟧   |\n";
// [before, keys, after]: `⟦ ⟧` is the selection, `‸` the caret.
const tabs = [
  ["```\na‸\n```", "Tab", "```\na    ‸\n```"],
  ["```\n⟦a\n  b⟧\n```", "Tab", "```\n  ⟦a\n    b⟧\n```"],
  ["```\n⟦a\n  b⟧\n```", "Tab shift+Tab", "```\n⟦a\n  b⟧\n```"],
  ["> ```\n> ⟦\ta\n> b⟧\n> ```", "Tab", "> ```\n> \t⟦\ta\n> \tb⟧\n> ```"],
  ["- x\n  ```\n  a‸\n  ```", "shift+Tab", "- x\n  ```\n  a‸\n  ```"],
  ["    a\n      b‸", "shift+Tab shift+Tab", "    a\n    b‸"],
  ["    a\n    ‸b", "Tab x", "    a\n        x‸b"],
  ["<div>\n‸x\n</div>", "Tab", "<div>\n    ‸x\n</div>"],
  ["a word‸", "Tab x", "a word\tx‸"],
  ["‸a word", "Tab", "‸a word"],
  ["- a‸", "Tab", "- a‸"],
  ["- a‸", "shift+Tab", "- a‸"],
  ["| a | b |\n|-|-|\n| ccccc‸ | d |\n", "Tab", ALIGNED],
  ["| a | b |\n|-|-|\n| ccccc‸ | d |\n", "Tab undo", "| a | b |\n|-|-|\n| ccccc‸ | d |\n"],
];
const slashes = [
  ["‸", "/ h 2 Enter x", "## x‸"],
  ["‸", "/ t a s k Tab x", "- [ ] x‸"],
  ["- ‸", "/ q u Enter x", "> - x‸"],
  ["- a\n- ‸", "/ t a b l Enter x", "- a\n\n- | x‸    |     |\n  | --- | --- |\n  |     |     |"],
  ["- a\n- [ ] ‸", "/ t a b l x", "- a\n- [ ] /tablx‸"],
  ["a\n\n‸\n\nb", "/ ArrowDown ArrowDown ArrowUp Enter x undo undo", "a\n\n/‸\n\nb"],
  ["‸", "/ h Escape 1 Enter x", "/h1\nx‸"],
  ["‸", "/ Space h 1 Enter x", "/ h1\nx‸"],
  ["‸", "/ x y z Enter x", "/xyz\nx‸"],
  ["```\n‸\n```", "/ Enter x", "```\n/\nx‸\n```"],
  ["a ‸", "/ Enter x", "a /\nx‸"],
];

// Fires an event of the clipboard. `fill` fills it; the value is what is in it afterwards. A script's event does not make the
// browser paste.
const transfer = (on, type, fill = "", shift = false) => page.evaluate(`(() => {
  const clipboardData = new DataTransfer();
  ${fill}
  ${on.element}.dispatchEvent(new KeyboardEvent("keydown", { key: "v", ctrlKey: true, shiftKey: ${shift}, bubbles: true }));
  const event = Object.assign(new Event("${type}", { bubbles: true, cancelable: true }), { clipboardData });
  if (${on.element}.dispatchEvent(event) && "${type}" === "paste") {
    document.execCommand("insertText", false, clipboardData.getData("text/plain"));
  }
  return ["text/plain", "text/html"].map((type) => clipboardData.getData(type));
})()`);
const paste = (on, data, shift) => transfer(on, "paste", `for (const [type, text] of Object.entries(${JSON.stringify(data)}))
  clipboardData.setData(type, text);`, shift);
const cells = "<table><tr><td>a<td>b<tr><td>1<td>2</table>";
// [before, data, after].
const pasted = [
  ["a ‸", { "text/plain": "b c", "text/html": "<b>b</b> <a href='u:c'>c</a>" }, "a **b** [c](u:c)‸"],
  // The HTML of an editor that only colours its text.
  ["‸", { "text/plain": "# a", "text/html": "<div><span style='color: red'># a</span></div>" }, "# a‸"],
  ["`a ‸`", { "text/plain": "b", "text/html": "<b>b</b>" }, "`a b‸`"],
  ["```\n‸\n```", { "text/plain": "b\nc", "text/html": "<p>b<p><b>c</b>" }, "```\nb\nc‸\n```"],
  ["‸", { "text/plain": "a\tb\n1\t2", "text/html": cells }, "| a   | b   |\n| --- | --- |\n| 1   | 2   |‸"],
  ["‸", { "text/plain": "a\tb\r\n1\t2\r\n" }, "| a   | b   |\n| --- | --- |\n| 1   | 2   |‸"],
  ["> a‸", { "text/plain": "b\n\n- c" }, "> ab\n>\n> - c‸"],
  ["a ⟦word⟧", { "text/plain": "https://example.org" }, "a [word](https://example.org)‸"],
  // What the binding itself copies.
  ["‸", { "text/plain": "__a__", "text/markdown": "__a__", "text/html": "<strong>a</strong>" }, "__a__‸"],
];

async function expectPlaced(marked, name, on = editor) {
  const { text, from, to } = placed(marked);
  assert.deepEqual([await on.value(), await on.selection()], [text, [from, to]], name);
  assert.equal(await on.isFollowed(), true);
}

async function put(marked, on = editor) {
  const { text, from, to } = placed(marked);
  await page.evaluate(`binding.setText(${JSON.stringify(text)}), 0`);
  await on.select(from, to);
}

const deep = "(() => { let at = document.activeElement; while (at.shadowRoot?.activeElement) at = at.shadowRoot.activeElement; return at; })()";
const focused = (is) => page.evaluate(`${deep}${is}`);

export function testDaily() {
  const options = { skip: codemirror ? false : "MARKDOWN_EDITING_CODEMIRROR names no folder with its modules" };

  for (const [name, on] of [["a textarea", textarea], ["CodeMirror", editor]]) {
    test(`${name}: Tab in code, tables and elsewhere`, on === editor ? options : {}, async () => {
      await on.open("{ alignsTables: true, keepsTab: true }");
      await page.evaluate("globalThis.hints = [], binding.addEventListener('hint', ({ detail }) => hints.push(detail))");
      for (const [before, keys, after] of tabs) {
        await put(before, on);
        await pressKeys(keys);
        await expectPlaced(after, `${before} ${keys}`, on);
      }
      assert.ok(await page.evaluate("hints.length > 3 && hints.every((hint) => hint.length > 10)"));
      // Another key than Tab ends what Escape has begun.
      await put("a word‸", on);
      await pressKeys("Escape x Tab");
      await expectPlaced("a wordx\t‸", "", on);
      await pressKeys("Escape Tab");
      assert.match((await page.evaluate("hints")).at(-1), /^Tab moves on once/);
      assert.equal(await page.evaluate(`document.activeElement === ${on.element}`), false);
      await expectPlaced("a wordx\t‸", "", on);
      assert.deepEqual(await page.errors(), []);
      await page.close();
    });

    test(`${name}: formatted text and sheets are pasted as Markdown, and copied as HTML, too`, on === editor ? options : {}, async () => {
      await on.open("{ image: async ({ size }) => `/${size}.png` }");
      for (const [before, data, after] of pasted) {
        await put(before, on);
        await paste(on, data);
        await expectPlaced(after, JSON.stringify(data), on);
        await undo();
        await expectPlaced(before, "", on);
      }
      await put("a ⟦**b** c⟧ d", on);
      assert.deepEqual(await transfer(on, "copy"), ["**b** c", "<strong>b</strong> c"]);
      await expectPlaced("a ⟦**b** c⟧ d", "", on);
      assert.equal((await transfer(on, "cut"))[0], "**b** c");
      await expectPlaced("a ‸ d", "", on);
      await put("a ‸", on);
      await transfer(on, "paste", `for (const name of ["my [cat].png", "dog.jpg"])
        clipboardData.items.add(new File([name], name, { type: "image/png" }));`);
      await page.frame();
      await expectPlaced("a ![my cat](/12.png)![dog](/7.png)‸", "", on);
      await put("a ‸", on);
      await paste(on, { "text/plain": "b\tc\nd\te", "text/html": "<b>b</b>" }, true);
      await expectPlaced("a b\tc\nd\te‸", "with Shift", on);
      assert.deepEqual(await page.errors(), []);
      await page.close();
    });
  }

  test("the slash menu, each time in a new document", options, async () => {
    await editor.open();
    for (const [before, keys, after] of slashes) {
      await put(before);
      await pressKeys(keys);
      await expectPlaced(after, `${before} ${keys}`);
    }
    await put("‸");
    await page.key("/");
    assert.deepEqual(await page.evaluate(`(() => {
      const list = document.getElementById(view.contentDOM.getAttribute("aria-controls"));
      const chosen = document.getElementById(view.contentDOM.getAttribute("aria-activedescendant"));
      return [list.role ?? list.getAttribute("role"), chosen.textContent, chosen.getAttribute("aria-selected"), list.children.length];
    })()`), ["listbox", "H1Heading 1", "true", 13]);
    await page.frame();
    const [x, y] = await page.evaluate(`(() => {
      const { x, y } = document.querySelectorAll(".cm-slash li")[3].getBoundingClientRect();
      return [x + 9, y + 9];
    })()`);
    await page.click(x, y);
    await expectPlaced("- ‸");
    assert.equal(await page.evaluate("view.hasFocus && !view.contentDOM.hasAttribute('aria-controls')"), true);
    await undo();
    await expectPlaced("/‸");
    assert.deepEqual(await page.errors(), []);
    await page.close();
  });

  test("a key in a text of 1 MB: the whole text is not read, and the bar is asked after the key is painted", options, async () => {
    await codeMirror("first");
    const [took, ...counts] = await page.evaluate(`(async () => {
      const text = "## Beds\\n\\nSow *beans* and [peas](u) in May.\\n\\n".repeat(25_000);
      const begin = performance.now();
      bar.binding = binding;
      binding.setText(text);
      const opened = performance.now() - begin;
      await new Promise((done) => setTimeout(done, 500));
      const [times, bars, texts] = [[], [], []];
      const { update } = binding;
      binding.update = (one) => {
        const begin = performance.now();
        update.call(binding, one);
        times.push(performance.now() - begin);
      };
      const { document: engine } = binding;
      engine.bar = (ranges) => (bars.push(times.length), Object.getPrototypeOf(engine).bar.call(engine, ranges));
      Object.defineProperty(engine, "text", { get: () => texts.push(1) });
      view.dispatch({ selection: { anchor: 500_025 } });
      for (let key = 0; key < 60; key++) {
        view.dispatch({ ...view.state.replaceSelection("x"), userEvent: "input.type" });
        if (key % 20 === 19) await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)));
      }
      return [times.sort((one, other) => one - other)[30], opened, bars.length, texts.length, view.state.sliceDoc(500_025, 500_028)];
    })()`);
    assert.ok(took < 1, `${took} ms`);
    assert.ok(counts[0] < 1500, `${counts[0]} ms`);
    // The keys are typed within a fourth of a second.
    assert.ok(counts[1] <= 3, `the bar was asked ${counts[1]} times`);
    assert.deepEqual(counts.slice(2), [0, "xxx"]);
    await page.close();
  });

  test("the caret stays after what is typed while the text is scrolled", options, async () => {
    await codeMirror(`${"line\n".repeat(90)}`);
    await page.evaluate(`view.dom.style.height = "200px", view.focus(), view.dispatch({ selection: { anchor: 450 }, scrollIntoView: true }),
      (function scroll() { view.scrollDOM.scrollTop += scroll.by = -(scroll.by ?? 1); requestAnimationFrame(scroll); })(), 0`);
    await page.type("sow beans and peas. ".repeat(8));
    assert.equal(await page.evaluate("view.state.sliceDoc(450)"), "sow beans and peas. ".repeat(8));
    assert.equal(await page.evaluate("view.state.selection.main.head === view.state.doc.length"), true);
    await page.close();
  });

  test("a key asks for an address, a footnote for its text, a table for its size; a silent key says why", options, async () => {
    await codeMirror("first", { attributes: "", options: "{ keys: { footnote: 'Mod-Alt-f', 'table-insert': 'Mod-Alt-t' } }" });
    await page.evaluate("bar.binding = binding, 0");
    const ask = async (marked, key, modifiers, answer) => {
      await put(marked);
      await page.key(key, modifiers);
      for (const one of answer.split(" ")) await page.key(one);
      await page.frame();
      assert.equal(await page.evaluate("view.hasFocus"), true);
    };
    await ask("a ⟦word⟧ b", "k", CONTROL, "u Enter");
    await expectPlaced("a [⟦word⟧](u) b");
    await ask("a [wo‸rd](u \"t\") b", "k", CONTROL, "v Enter");
    await expectPlaced("a [wo‸rd](v \"t\") b");
    await ask("a [wo‸rd](u) b", "k", CONTROL, "Delete Enter");
    assert.equal(await editor.value(), "a word b");
    await ask("a [wo‸rd](u) b", "k", CONTROL, "Escape");
    await expectPlaced("a [wo‸rd](u) b");
    await put("a ⟦https://example.org⟧");
    await page.key("k", CONTROL);
    await expectPlaced("a [‸](https://example.org)");
    await ask("a word‸ b\n\nc", "f", CONTROL | 1, "x y Enter");
    await expectPlaced("a word[^1]‸ b\n\nc\n\n[^1]: xy");
    await undo();
    await expectPlaced("a word‸ b\n\nc");
    await ask("‸", "t", CONTROL | 1, "ArrowUp ArrowRight Enter");
    assert.equal(await editor.value(), "|     |     |     |     |\n| --- | --- | --- | --- |\n|     |     |     |     |");
    await put("‸");
    await pressKeys("/ t a b Enter");
    assert.equal(await focused(".getAttribute('aria-valuetext')"), "3 rows, 3 columns");
    await page.key("Enter");
    assert.match(await editor.value(), /^(\|     \|     \|     \|\n)\| --- \| --- \| --- \|\n\1.*\|$/);
    await undo();
    await expectPlaced("/tab‸");
    // Without a bar that is seen, the command runs.
    await page.evaluate("bar.hidden = true, 0");
    await ask("a ⟦word⟧ b", "k", CONTROL, "u");
    await expectPlaced("a [word](u‸) b");
    await put("```\nco‸de\n```");
    await page.key("b", CONTROL);
    const { name, message, before, after } = await page.evaluate(`(({ name, outcome: { message }, before, after }) =>
      ({ name, message, before, after }))(told.at(-1))`);
    assert.deepEqual([name, before === after, message.length > 10], ["strong", true, true]);
    assert.deepEqual(await page.errors(), []);
    await page.close();
  });

  test("the menu of the bar takes the focus, and letters, Home, End and Escape work; headings go round", options, async () => {
    await codeMirror("first", { attributes: "" });
    await page.evaluate("bar.binding = binding, bar.style.width = '300px', view.focus(), 0");
    await page.frame();
    const [x, y] = await page.evaluate(`(({ x, y }) => [x + 9, y + 9])(bar.more.getBoundingClientRect())`);
    await page.click(x, y);
    const title = () => focused(".getAttribute('aria-label')");
    const seen = [await title()];
    for (const key of ["End", "Home", "t", "t", "c"]) {
      await page.key(key);
      seen.push(await title());
    }
    assert.equal(new Set(seen.slice(0, 2)).size, 2);
    assert.equal(seen[0], seen[2]);
    assert.deepEqual(seen.slice(3).map((one) => one[0]), ["T", "T", "C"]);
    await page.key("Escape");
    assert.equal(await page.evaluate("bar.menu.hidden && view.hasFocus"), true);
    await put("a‸");
    await page.evaluate("bar.style.width = '', 0");
    for (const level of ["# ", "## ", "### ", ""]) {
      await page.frame();
      await page.evaluate(`bar.shadowRoot.querySelector('[role=toolbar] > [data-name="heading"]').click(), 0`);
      assert.equal(await editor.value(), `${level}a`);
    }
    assert.deepEqual(await page.errors(), []);
    await page.close();
  });
}
