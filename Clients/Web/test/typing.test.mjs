// Tests a textarea binding on a stand-in for the browser's textarea: keys in long texts, and documents set as
// values.
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
  ownerDocument = Object.assign(new EventTarget(), {
    execCommand: () => assert.fail("nothing is typed for a new document"),
  });
  #value;
  sets = 0;
  constructor(value) {
    super();
    this.#value = value;
    this.setSelectionRange(0, 0);
  }
  get value() { return this.#value; }
  set value(text) {
    this.sets++;
    this.#value = text.replace(/\r\n?/g, "\n");
  }
  getRootNode() { return { activeElement: this }; }
  setSelectionRange(from, to) { [this.selectionStart, this.selectionEnd] = [from, to]; }

  // Acts like a browser for a key: replaces the text between two offsets.
  type(inputType, selection, [from, to, insert], caret = from + insert.length) {
    this.setSelectionRange(...selection);
    this.dispatchEvent(Object.assign(new Event("beforeinput"), { inputType }));
    this.#value = this.#value.slice(0, from) + insert + this.#value.slice(to);
    this.setSelectionRange(caret, caret);
    this.dispatchEvent(Object.assign(new Event("input"), { inputType }));
  }
}

const long = "Sow *beans* 😀 in May.\n".repeat(10_000);

test("a key in a long text is followed, whatever the browser makes of it", async () => {
  const textarea = new Textarea(long);
  const binding = bindTextarea(textarea, engine, { typing: false });
  const at = long.indexOf("beans", 120_000);
  const follows = (name) => assert.equal(binding.document.text, textarea.value, name);
  textarea.type("insertText", [at, at], [at, at, "x"]);
  follows("a character");
  textarea.type("insertText", [at, at + 5], [at, at + 5, "é"]);
  follows("a selection");
  textarea.type("insertLineBreak", [at, at], [at, at, "\n"]);
  follows("Enter");
  textarea.type("deleteContentBackward", [at + 1, at + 1], [at, at + 1, ""]);
  follows("Backspace");
  textarea.type("deleteContentForward", [at, at], [at, at + 1, ""]);
  follows("Delete");
  const emoji = textarea.value.indexOf("😀", at);
  textarea.type("deleteContentBackward", [emoji + 2, emoji + 2], [emoji, emoji + 2, ""]);
  follows("a surrogate pair");
  // Two blanks become a full stop and a blank; words are corrected near the caret and far away.
  textarea.type("insertText", [at, at], [at - 1, at, ". "]);
  follows("a full stop");
  textarea.type("insertText", [at, at], [at - 20, at, "y".repeat(20) + " "]);
  follows("a correction");
  textarea.type("insertText", [at, at], [at - 200, at, "y".repeat(100).concat(textarea.value.slice(at - 100, at), "z")]);
  await pause(700);
  follows("a correction far away");
  binding.destroy();
});

test("another document is set as a value, once, with a history of its own", () => {
  const textarea = new Textarea("old");
  const binding = bindTextarea(textarea, engine, {});
  binding.setText(long.replaceAll("\n", "\r\n"));
  assert.deepEqual([textarea.sets, textarea.value === long, binding.document.text === long], [1, true, true]);
  const begin = performance.now();
  binding.setText(long.repeat(4));
  binding.document.tokens(0, 10);
  assert.ok(performance.now() - begin < 2000, "1 MB opens in two seconds");
  binding.destroy();
});
