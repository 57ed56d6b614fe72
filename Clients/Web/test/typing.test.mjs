// Tests keys in long texts, on a stand-in for the browser's textarea.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../index.js";
import { bindTextarea } from "../textarea.js";
import { pause } from "./stage.mjs";

const engine = await load(process.env.MARKDOWN_EDITING_WASM);
globalThis.requestAnimationFrame = (body) => setTimeout(body);
globalThis.cancelAnimationFrame = clearTimeout;
globalThis.CustomEvent ??= class extends Event {};

class Textarea extends EventTarget {
  ownerDocument = new EventTarget();
  constructor(value) {
    super();
    this.value = value;
    this.setSelectionRange(0, 0);
  }
  getRootNode() { return { activeElement: this }; }
  setSelectionRange(from, to) { [this.selectionStart, this.selectionEnd] = [from, to]; }

  // Acts like a browser for a key: replaces the text between two offsets.
  type(inputType, selection, [from, to, insert], caret = from + insert.length) {
    this.setSelectionRange(...selection);
    this.dispatchEvent(Object.assign(new Event("beforeinput"), { inputType }));
    this.value = this.value.slice(0, from) + insert + this.value.slice(to);
    this.setSelectionRange(caret, caret);
    this.dispatchEvent(Object.assign(new Event("input"), { inputType }));
  }
}

const long = "Sow *beans* 😀 in May.\n".repeat(10_000);

test("a key in a long text is followed, whatever the browser makes of it", async () => {
  const at = long.indexOf("beans", 120_000);
  const emoji = long.indexOf("😀", at);
  // What is selected, and what the browser replaces by which text.
  for (const [name, inputType, selection, change] of [
    ["a character", "insertText", [0, 0], [0, 0, "x"]],
    ["a selection", "insertText", [0, 5], [0, 5, "é"]],
    ["Enter", "insertLineBreak", [0, 0], [0, 0, "\n"]],
    ["Backspace", "deleteContentBackward", [1, 1], [0, 1, ""]],
    ["Delete", "deleteContentForward", [0, 0], [0, 1, ""]],
    ["a surrogate pair", "deleteContentBackward", [emoji - at + 2, emoji - at + 2], [emoji - at, emoji - at + 2, ""]],
    // Two blanks become a full stop and a blank; words are corrected near the caret and far away.
    ["a full stop", "insertText", [0, 0], [-1, 0, ". "]],
    ["a correction", "insertText", [0, 0], [-20, 0, "y".repeat(20) + " "]],
    ["a correction far away", "insertText", [0, 0], [-200, 0, "y".repeat(100) + long.slice(at - 100, at) + "z"]],
  ]) {
    const textarea = new Textarea(long);
    const binding = bindTextarea(textarea, engine, { typing: false });
    const [from, to, insert] = change;
    textarea.type(inputType, selection.map((place) => at + place), [at + from, at + to, insert]);
    if (name.endsWith("far away")) await pause(700);
    assert.equal(binding.document.text, textarea.value, name);
    binding.destroy();
  }
});
