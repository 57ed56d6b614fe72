// Tests the link at a selection and its title, using the engine's own tokens.
import assert from "node:assert/strict";
import { test } from "node:test";
import { applied, load } from "../index.js";
import { linkAt, withTitle } from "../link.js";

const engine = await load(process.env.MARKDOWN_EDITING_WASM);

test("a link is read with its title", () => {
  for (const [text, at, destination, title] of [
    ["see [a **b** c](https://x.org \"T\") d", 10, "https://x.org", "T"],
    ["see [a](<x y> 'it') d", 5, "x y", "it"],
    ["[a](b)", 1, "b", ""], ["[a](b) and [c](d (e))", 13, "d", "e"],
    ["[a](b&amp;c \"say \\\"x\\\"\")", 1, "b&c", "say \"x\""],
    ["[![i](j)](k)", 4, "k", ""],
  ]) {
    const link = linkAt(engine.open(text), [at, at]);
    assert.deepEqual([link?.destination, link?.title], [destination, title], text);
  }
  for (const [text, at] of [["a b", 1], ["[a](b) c", 8], ["![a](b)", 3], ["[a][b]\n\n[b]: c", 1]]) {
    assert.equal(linkAt(engine.open(text), [at, at]), null, text);
  }
});

test("a title is added, changed and removed in one change, and read as it was written", () => {
  const titles = ["T", "a \"b\" \\ c", "x ` y", "<b> & | $1$ *s* _e_", "", "ends \\"];
  for (const text of ["a [word](x) `b`", "a [word](<x> \"old\") `b`", "a word `b`", "| a |\n| - |\n| [word](x) |"]) {
    for (const argument of ["x", "https://example.org/a(b)"]) {
      for (const title of titles) {
        const document = engine.open(text);
        const at = text.indexOf("word");
        const selection = [at, at + 4];
        const outcome = withTitle(document, document.plan("link", [selection], { argument }), title);
        const after = engine.open(outcome.changes ? applied(text, outcome.changes) : text);
        const place = after.text.indexOf("word");
        const link = linkAt(after, [place, place + 4]);
        assert.deepEqual([link?.destination, link?.title], [argument, title], after.text);
        assert.equal(after.html().match(/<a /g).length, 1);
        after.close(), document.close();
      }
    }
  }
});
