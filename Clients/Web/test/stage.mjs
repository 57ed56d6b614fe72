// The page of a test: a textarea, a bar, and ways to see and act as a reader does.
import { dirname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { serve } from "./browser.mjs";

export const web = dirname(dirname(fileURLToPath(import.meta.url)));
export const [wasm, single, codemirror] = ["WASM", "PAGE", "CODEMIRROR"].map(
  (name) => process.env[`MARKDOWN_EDITING_${name}`]);
export const [CONTROL, SHIFT] = [2, 8];
export const by = (id) => `document.getElementById("${id}")`;
export const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

// Returns a source of random numbers below a count, the same ones for the same seed.
export function seeded(seed) {
  let state = seed;
  return (count) => (state = (state * 48271) % 2147483647) % count;
}

export let browser, page;
let server;

export async function start(kind) {
  browser = await kind.start();
  server = await serve({ "/web": web, "/engine": dirname(wasm), "/cm": codemirror ?? web });
}

export async function stop() {
  server?.close();
  await browser?.stop();
}

// Opens a new page, at a path of the test's server or empty.
export async function visit(path) {
  page = path || !browser.tab ? await browser.page(path && server.address + path) : await browser.tab("about:blank");
}

// Opens a page with only a textarea and a bar.
export async function bare(text, attributes = "marks", options = "{}") {
  await visit("/blank");
  await page.evaluate(`(async () => {
    const { load } = await import("/web/index.js");
    const { bindTextarea } = await import("/web/textarea.js");
    await import("/web/bar.js");
    document.body.innerHTML = '<textarea id="t" rows="10" cols="60" style="max-width: 100%; box-sizing: border-box"></textarea><markdown-bar id="bar" ${attributes}></markdown-bar>';
    globalThis.t = document.getElementById("t");
    globalThis.bar = document.getElementById("bar");
    t.value = ${JSON.stringify(text)};
    globalThis.engine = await load("/engine/markdown-editing.wasm");
    globalThis.binding = bindTextarea(t, engine, ${options});
    bar.binding = binding;
    t.focus();
  })()`);
  await page.frame();
}

// Opens the page in one file, from its folder.
export async function openSingle() {
  await page.go(String(pathToFileURL(single)));
  await page.until("document.documentElement.dataset.ready");
  await page.evaluate(`Object.defineProperty(window, "t", { configurable: true, get: () => document.getElementById("text") }),
    window.bar = document.getElementById("bar"), 0`);
}

// Opens a page with CodeMirror and a bar, which has the events of its binding in `told`.
export async function codeMirror(text, { attributes = "marks", options = "{}" } = {}) {
  await visit("/blank");
  await page.evaluate(`(async () => {
    globalThis.cm = await import("/cm/index.js");
    const { load } = await import("/web/index.js");
    const { markdownEditing } = await import("/web/codemirror.js");
    await import("/web/bar.js");
    globalThis.engine = await load("/engine/markdown-editing.wasm");
    const { slashMenu } = await import("/web/slash.js");
    globalThis.editing = markdownEditing(engine, cm, ${options});
    document.body.innerHTML = '<markdown-bar id="bar" ${attributes}></markdown-bar><button id="next">next</button>';
    globalThis.bar = document.getElementById("bar");
    globalThis.view = new cm.EditorView({
      doc: ${JSON.stringify(text)}, parent: document.body,
      extensions: [editing.extension, editing.history, slashMenu(editing, cm), cm.EditorState.allowMultipleSelections.of(true),
        cm.keymap.of([...cm.defaultKeymap, ...cm.historyKeymap])],
    });
    globalThis.binding = globalThis.follower = editing.binding(view);
    document.getElementById("next").before(view.dom);
    globalThis.told = [];
    for (const name of ["hint", "command"]) binding.addEventListener(name, ({ detail }) => told.push(detail));
  })()`);
}

export const value = () => page.evaluate("t.value");
export const selection = () => page.evaluate("[t.selectionStart, t.selectionEnd]");
export const select = (from, to) => page.evaluate(`t.focus(), t.setSelectionRange(${from}, ${to}), 0`);
// Returns a text and its selection, for which `⟦ ⟧` is a selection and `‸` a caret.
export function placed(marked) {
  const [from, to] = [marked.search(/[⟦‸]/), marked.includes("⟧") ? marked.indexOf("⟧") - 1 : marked.indexOf("‸")];
  return { text: marked.replace(/[⟦⟧‸]/g, ""), from, to };
}
export const undo = () => page.undo();
export const redo = () => page.redo();
export const lit = () => page.evaluate(`[...bar.shadowRoot.querySelectorAll("[role=toolbar] > [data-group=marks]")]
  .map((button) => button.getAttribute("aria-pressed")).join(" ")`);
export const center = (query) => page.evaluate(`(() => {
  const box = bar.shadowRoot.querySelector('${query}').getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
})()`);
export const shown = () => page.evaluate(`[...bar.shadowRoot.querySelectorAll("[role=toolbar] > [data-name]:not([hidden])")]
  .map((button) => button.dataset.name)`);
export const press = async (name) => {
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
// Presses keys by their names: "ctrl+b x Space undo".
export async function pressKeys(keys) {
  for (const name of keys.split(" ")) {
    const [key, modifier] = name.split("+").reverse();
    if (key === "undo") await undo();
    else if (key === "redo") await redo();
    else await page.key(key === "Space" ? " " : key, { ctrl: CONTROL, shift: SHIFT }[modifier]);
  }
}
