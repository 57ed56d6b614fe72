// Tests the colours of a textarea on a stand-in for the browser's elements, and the contrast of the page's colours.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { load, TOKEN_KINDS, TOKEN_MARKS } from "../index.js";
import { colorTextarea } from "../colors.js";
import { seeded } from "./stage.mjs";

const engine = await load(process.env.MARKDOWN_EDITING_WASM);

// The parts of an element that colours need; counts created elements.
class Element {
  static made = 0;
  children = [];
  content = [];
  attributes = new Set();
  constructor(name) { this.name = name; Element.made++; }
  get ownerDocument() { return { createElement: (name) => new Element(name) }; }
  set textContent(text) { this.content = [text]; }
  get textContent() { return [...this.content, ...this.children].map((part) => part.textContent ?? part).join(""); }
  replaceChildren(...parts) {
    this.content = parts;
    this.children = [];
  }
  insertBefore(child, next) {
    child.parent = this;
    this.children.splice(next ? this.children.indexOf(next) : this.children.length, 0, child);
  }
  remove() { this.parent.children.splice(this.parent.children.indexOf(this), 1); }
  toggleAttribute(name, isOn) { this.attributes[isOn ? "add" : "delete"](name); }
  addEventListener() {}
}

function bound(text, options) {
  const binding = Object.assign(new EventTarget(), { document: engine.open(text), textarea: new Element("textarea") });
  const backdrop = new Element("div");
  const colors = colorTextarea(binding, backdrop, options);
  const type = (from, to, insert) => {
    binding.document.replace(from, to, insert);
    const made = Element.made;
    binding.dispatchEvent(new Event("state"));
    return Element.made - made;
  };
  return { binding, backdrop, colors, type };
}

// Returns each line as pieces with their classes, from the tokens of a newly opened document.
function wanted(text) {
  const document = engine.open(text);
  const numbers = document.tokens(0, text.length);
  const lines = [];
  let start = 0;
  for (const line of text.split("\n")) {
    const units = Array(line.length).fill("");
    for (let index = 0; index < numbers.length; index += 4) {
      for (let unit = numbers[index]; unit < numbers[index] + numbers[index + 1]; unit++) {
        if (unit < start || unit >= start + line.length) continue;
        const kind = TOKEN_KINDS[numbers[index + 2]];
        const marks = TOKEN_MARKS.filter((_, bit) => numbers[index + 3] >> bit & 1);
        if (numbers[index + 3] >> 16) marks.push("heading");
        units[unit - start] = [...(kind === "text" ? [] : [kind]), ...marks].join(" ");
      }
    }
    lines.push([line, units]);
    start += line.length + 1;
  }
  document.close();
  return lines;
}

function shown(backdrop) {
  return backdrop.children.map((line) => [line.textContent, line.content.flatMap((piece) =>
    Array((piece.textContent ?? piece).length).fill(piece.className ?? ""))]);
}

test("lines have the tokens' classes, after every change too", () => {
  const below = seeded(7);
  const pieces = ["a ", "**b**", "\n", "\n\n", "# ", "> ", "- ", "`c`", "```\n", "[d](e)", "[f]", "[f]: /g\n", "😀", "<i>", "*"];
  const { binding, backdrop, type } = bound("# a\n\n**b** `c`\n");
  for (let round = 0; round < 400; round++) {
    const { text } = binding.document;
    let from = below(text.length + 1);
    if (/[\udc00-\udfff]/.test(text[from] ?? "")) from--;
    let to = Math.min(text.length, from + (below(3) === 0 ? below(6) : 0));
    if (/[\udc00-\udfff]/.test(text[to] ?? "")) to++;
    type(from, to, pieces[below(pieces.length)]);
    assert.deepEqual(shown(backdrop), wanted(binding.document.text), JSON.stringify(binding.document.text));
  }
});

test("a key makes the elements of its line alone", () => {
  const { binding, type, backdrop } = bound("some **words** and `code`\n\n".repeat(1000));
  assert.ok(binding.textarea.attributes.has("data-colored"));
  assert.equal(type(5, 5, "x"), 1 + 6);
  // The stars after the line ending no longer close anything.
  assert.equal(type(40, 40, "\n"), 2 + 3);
  assert.equal(backdrop.children.length, 2002);
  // Enter at the end of a line keeps the element of the line.
  const end = binding.document.text.indexOf("\n", 2000);
  assert.equal(type(end, end, "\n"), 1);
  type(end, end + 1, "");
  // A defined label changes only lines that mention it.
  assert.equal(type(0, 0, "[z]: /y\n\n"), 2 + 4);
});

test("a long text has no colours, and neither has one that is left", () => {
  const long = bound("a *b*\n".repeat(100), { limit: 500 });
  assert.equal(long.binding.textarea.attributes.has("data-colored"), false);
  assert.equal(long.backdrop.children.length, 0);
  long.type(0, 200, "");
  assert.ok(long.binding.textarea.attributes.has("data-colored") && long.backdrop.children.length > 0);
  long.colors.destroy();
  assert.equal(long.binding.textarea.attributes.has("data-colored"), false);
});

test("every text of the page and the bar has a contrast of 4.5 to 1, light and dark", async () => {
  const page = await readFile(new URL("../demo/demo.css", import.meta.url), "utf8");
  const bar = (await readFile(new URL("../look.js", import.meta.url), "utf8")).split("export const STYLE")[1];
  for (const [style, selector, grounds, others] of [
    [page, /:root \{([^}]*)\}/g, ["paper", "ground"], { "add-ink": ["add", "paper", "ground"], "cut-ink": ["cut", "paper", "ground"], ink: ["paper", "ground", "code", "mark"], quiet: ["paper", "ground", "code"], link: ["paper", "ground", "code"], paper: ["ink"] }],
    [bar, /:host \{([^}]*)\}/g, ["bar-background", "bar-hover"], { "bar-lit-text": ["bar-lit"] }],
  ]) {
    const themes = [...style.matchAll(selector)].map(([, body]) =>
      Object.fromEntries([...body.matchAll(/--([\w-]+): (#\w+)/g)].map(([, name, color]) => [name, parts(color)])));
    assert.equal(themes.length, 2);
    // Every custom property that is the colour of some text.
    const used = new Set([...style.matchAll(/[{; ]color: var\(--([\w-]+)\)/g)].map(([, name]) => name));
    assert.ok(used.size >= 3);
    for (const theme of themes) {
      if (theme.accent) theme.mark = theme.paper.map((part, index) => 0.85 * part + 0.15 * theme.accent[index]);
      for (const name of used) {
        for (const ground of others[name] ?? grounds) {
          const [one, other] = [theme[name], theme[ground]].map(luminance).sort((a, b) => b - a);
          const ratio = (one + 0.05) / (other + 0.05);
          assert.ok(ratio >= 4.5, `${name} on ${ground}: ${ratio.toFixed(2)}`);
        }
      }
    }
    // Only a disabled button has pale text by opacity, and its reason is shown in full.
    const pale = [...style.matchAll(/([^{}]*)\{[^{}]*opacity: 0?\.[^{}]*\}/g)].map(([, rule]) => rule.trim());
    assert.deepEqual(pale.filter((rule) => rule !== "button[aria-disabled=true]"), []);
  }
});

const parts = (color) => {
  const long = color.length === 4 ? color.replace(/[^#]/g, "$&$&") : color;
  return [1, 3, 5].map((place) => parseInt(long.slice(place, place + 2), 16) / 255);
};
const luminance = (rgb) => rgb.map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
  .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
