// A person writes two pages of a real document (Fixtures/Documents/allotment.md) by the bar, the forms and keys alone,
// then undoes all of it, and redoes it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { CONTROL, SHIFT, by, page, single } from "./stage.mjs";
import { served } from "./writing.mjs";

// What must come out.
const written = `# The allotment on Mill Lane

Plot 14 is ours since March. It is *mostly* clay, it floods at the far end, and the
previous tenant left behind a greenhouse (**no glass**), three water butts and a fox.

![plot](plot.png)

## Before the first frost

- [ ] Lift the potatoes, all of them, and keep the [seed list](seeds.md "what grew where") up to date.
- [x] Mend the gate. The hinge needs a 6 mm bolt, not the 5 mm one that Tom bought; see \`hinge.scad\` for the drawing.
- [ ] Ask about the **star** next to our name on the [board](https://example.org/board).

> Plots marked with a star are to be inspected on the first Sunday of the
> month. Bring your own wheelbarrow.

The hinge of the gate, if Tom asks again:

\`\`\`scad
difference() {
    cylinder(d = 12, h = 40);
    translate([0, 0, -1]) {
        cylinder(d = 6, h = 42);
    }
}
\`\`\`

## What to grow

- Beans, along the fence
  - *Cobra* did well
  - *Blue Lake* did not (slugs)
- ~~Garlic~~, planted the day after the clocks go back
- Raspberries — canes from Søren, who says 日本の品種 do best here :strawberry:

### Beds

| Side  | Beds            |  m² |
| ----- | --------------- | --: |
| north | compost, beans  |  12 |
| south | shed and *path* | 8.5 |

Both are dug by the end of May:

1. Spread the compost while it is dry.
2. Dig in \`2 kg\` of lime.
   1. Not where the potatoes were.
3. Cover it until it is warm.

---

## Rainwater

April had 310 litres, May 120, and June 45[^1], of which **the *beans* took most**. Water in
the morning: what is wet at night is eaten by slugs.

[^1]: We forgot to empty the gauge.
`;

// What the person does: types, and, between ⟨ ⟩, presses buttons of the bar, keys or a size in the grid, or drops a file.
const script = `/h1⟨Enter⟩The allotment on Mill Lane

Plot 14 is ours since March. It is ⟨emphasis⟩mostly⟨emphasis⟩ clay, it floods at the far end, and the
previous tenant left behind a greenhouse (⟨Ctrl+b⟩no glass⟨Ctrl+b⟩), three water butts and a fox.

⟨drop⟩

⟨heading⟩⟨heading⟩Before the first frost

⟨task-list⟩Lift the potatoes, all of them, and keep the seed list⟨Ctrl+Shift+ArrowLeft⟩⟨Ctrl+Shift+ArrowLeft⟩⟨Ctrl+k⟩`
  + `seeds.md⟨Tab⟩what grew where⟨Enter⟩⟨Ctrl+End⟩ up to date.
Mend the gate. The hinge needs a 6 mm bolt, not the 5 mm one that Tom bought; see ⟨code⟩hinge.scad⟨code⟩ for the drawing.⟨task-toggle⟩
Ask about the star⟨Ctrl+Shift+ArrowLeft⟩⟨strong⟩⟨ArrowRight⟩⟨Ctrl+End⟩ next to our name on the ⟨link⟩https://example.org/board⟨Ctrl+a⟩`
  + `⟨Ctrl+x⟩⟨Escape⟩board⟨Ctrl+Shift+ArrowLeft⟩⟨Ctrl+v⟩⟨Ctrl+End⟩.

/quo⟨Tab⟩Plots marked with a star are to be inspected on the first Sunday of the
month. Bring your own wheelbarrow.

The hinge of the gate, if Tom asks again:

⟨code-block⟩⟨ArrowUp⟩⟨End⟩scad⟨ArrowDown⟩difference() {
⟨Tab⟩cylinder(d = 12, h = 40);
translate([0, 0, -1]) {
⟨Tab⟩cylinder(d = 6, h = 42);
⟨Shift+Tab⟩}
⟨Shift+Tab⟩}⟨Ctrl+End⟩

/h2⟨Enter⟩What to grow

⟨bullet-list⟩Beans, along the fence
⟨indent⟩⟨Ctrl+i⟩Cobra⟨Ctrl+i⟩ did well
Blue Lake⟨Ctrl+Shift+ArrowLeft⟩⟨Ctrl+Shift+ArrowLeft⟩⟨emphasis⟩⟨ArrowRight⟩⟨Ctrl+End⟩ did not (slugs)
⟨Shift+Tab⟩⟨strikethrough⟩Garlic⟨strikethrough⟩, planted the day after the clocks go back
Raspberries — canes from Søren, who says 日本の品種 do best here :strawberry:

⟨heading⟩⟨heading⟩⟨heading⟩Beds

⟨table-insert⟩⟨grid 3x3⟩Side⟨Tab⟩Beds⟨Tab⟩m²⟨align-right⟩⟨Tab⟩north⟨Tab⟩compost, beans⟨Tab⟩12⟨Tab⟩`
  + `south⟨Tab⟩shed and ⟨emphasis⟩path⟨emphasis⟩⟨Tab⟩8.5⟨table-format⟩⟨Ctrl+End⟩

Both are dug by the end of May:

⟨ordered-list⟩Spread the compost while it is dry.
Dig in ⟨code⟩2 kg⟨code⟩ of lime.
⟨Tab⟩Not where the potatoes were.
⟨Shift+Tab⟩Cover it until it is warm.

/rule⟨Enter⟩
/h2⟨Enter⟩Rainwater

April had 310 litres, May 120, and June 45⟨footnote⟩We forgot to empty the gauge.⟨Enter⟩, of which `
  + `⟨Ctrl+b⟩the ⟨Ctrl+i⟩beans⟨Ctrl+i⟩ took most⟨Ctrl+b⟩. Water in
the morning: what is wet at night is eaten by slugs.`;

const COMMANDS = { a: "selectAll", x: "cut", v: "paste" };
const at = (element, fraction = "[.5, .5]") => page.evaluate(`(() => {
  const element = ${element};
  element.scrollIntoView({ block: "nearest" });
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x + width * ${fraction}[0], y + height * ${fraction}[1]];
})()`);
const onBar = (name) => `bar.shadowRoot.querySelector('[role=toolbar] > [data-name="${name}"]:not([hidden])')`;

async function act(action, point) {
  const [, rows, columns] = /^grid (\d)x(\d)$/.exec(action) ?? [];
  if (action === "drop") {
    const before = await page.evaluate("demo.page.editor.text.length");
    await page.evaluate(`(() => {
      const data = new DataTransfer();
      data.items.add(new File(["<svg xmlns='http://www.w3.org/2000/svg' width='90' height='60'/>"], "plot.png", { type: "image/png" }));
      const { left: clientX, top: clientY } = demo.view.coordsAtPos(demo.view.state.selection.main.head);
      demo.view.contentDOM.dispatchEvent(new DragEvent("drop", { dataTransfer: data, clientX, clientY, bubbles: true, cancelable: true }));
    })(), 0`);
    await page.until(`demo.page.editor.text.length > ${before}`);
  } else if (rows) {
    const [tall, wide] = await page.evaluate("[bar.grid.offsetHeight, bar.grid.offsetWidth].map((one) => one / parseFloat(bar.grid.style.getPropertyValue('--cell')))");
    await point(await at("bar.grid", `[${(columns - 0.5) / wide}, ${(rows - 0.5) / tall}]`));
  } else if (/^[A-Z]/.test(action)) {
    const [key, ...held] = action.split("+").reverse();
    const modifiers = held.reduce((sum, name) => sum | { Ctrl: CONTROL, Shift: SHIFT }[name], 0);
    await page.key(key, modifiers, modifiers === CONTROL ? COMMANDS[key] : undefined);
  } else {
    const isShown = await page.evaluate(`Boolean(${onBar(action)})`);
    if (!isShown) await point(await at("bar.more"));
    await page.frame();
    await point(await at(isShown ? onBar(action) : `bar.menu.querySelector('[data-name="${action}"]')`));
  }
  await page.frame();
}

const text = () => page.evaluate("demo.page.editor.text");
const html = () => page.evaluate(`demo.page.reading.complete().then(() => ${by("preview")}.innerHTML)`);

// `resize` gives the window a size; `point` clicks or taps at a place.
export function testPages(device, resize, point) {
  test(`two pages are written, undone and redone: ${device}`, { skip: single && process.env.MARKDOWN_EDITING_TOOL ? false : "there is no tool, or no page" },
    (context) => served({ "seeds.md": "# Seeds\n" }, async (folder) => {
      await resize();
      await page.evaluate("window.bar = document.getElementById('bar'), 0");
      await point(await at("document.querySelector('#menu summary')"));
      await point(await at(by("new")));
      await page.until(`${by("ask")}.open`);
      await page.key("a", CONTROL, "selectAll");
      await page.type("allotment\n");
      await page.until(`${by("name")}.textContent === "allotment.md" && demo.view.hasFocus`);
      const empty = await html();
      for (const [, action, typed] of script.matchAll(/⟨([^⟩]+)⟩|([^⟨]+)/g)) await (typed ? page.type(typed) : act(action, point));
      await page.key("End", CONTROL);
      assert.equal(`${await text()}\n`, written);
      const whole = await html();
      assert.deepEqual(await page.evaluate(`["h1,h2,h3", "li", "input", "input:checked", "td", "td[align=right]", "pre code", "a[title]", "img", "strong em", "del", "hr", "li[data-anchor]"]
        .map((query) => ${by("preview")}.querySelectorAll(query).length)`), [5, 13, 3, 1, 6, 2, 1, 1, 1, 1, 1, 1, 1]);
      // Each undo changes the text, and each redo brings one of these texts back.
      const texts = [await text()];
      for (; await page.evaluate("demo.page.editor.canUndo"); texts.unshift(await text())) {
        await page.undo();
        assert.ok(texts.length < 250 && await text() !== texts[0], `undo ${texts.length} of ${JSON.stringify(texts[0].slice(-60))}`);
      }
      assert.deepEqual([texts[0], await html()], ["", empty]);
      for (const expected of texts.slice(1)) {
        await page.redo();
        assert.equal(await text(), expected);
      }
      assert.deepEqual([await text(), await html()], [texts.at(-1), whole]);
      context.diagnostic(`${texts.length - 1} undos`);
      await page.key("s", CONTROL);
      await page.until(`${by("status")}.textContent === "saved"`);
      assert.equal(`${await readFile(join(folder, "allotment.md"), "utf8")}\n`, written);
    }));
}
