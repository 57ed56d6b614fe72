// Tests the packed package in a clean folder, as its README says: its files, its types, its size. It runs without a
// bundler in Chromium, in Node and in a worker.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { Browser, chromium, serve } from "./browser.mjs";

const page = process.env.MARKDOWN_EDITING_PAGE, codemirror = process.env.MARKDOWN_EDITING_CODEMIRROR;
const hasTools = ["npm", "tar"].every((name) => spawnSync("sh", ["-c", `command -v ${name}`]).status === 0);
// In bytes. Raise them if there is a reason.
const BUDGET = { packed: 900_000, engine: 2_200_000, modules: 130_000 };

describe("the packed package", { skip: page && hasTools ? false : "there is no package, or no npm" }, () => {
  let folder, packed, packageFolder, readme;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "markdown-editing-"));
    const built = join(dirname(page), "markdown-editing");
    const printed = execFileSync("npm", ["pack", "--json", "--offline", "--pack-destination", folder], { cwd: built, encoding: "utf8" });
    [packed] = JSON.parse(printed);
    execFileSync("tar", ["-xzf", join(folder, packed.filename), "-C", folder]);
    mkdirSync(join(folder, "node_modules"));
    packageFolder = join(folder, "node_modules", "markdown-editing");
    await rename(join(folder, "package"), packageFolder);
    readme = await readFile(join(packageFolder, "README.md"), "utf8");
  });
  after(() => rm(folder, { recursive: true }));

  const run = async (name, source) => {
    await writeFile(join(folder, name), source);
    return execFileSync("node", [name], { cwd: folder, encoding: "utf8" });
  };
  const block = (start) => readme.split("```").find((part) => part.includes(start)).replace(/^\w+\n/, "");

  test("its files are there, with types, in its budget", async () => {
    const { exports, files } = JSON.parse(await readFile(join(packageFolder, "package.json"), "utf8"));
    assert.ok(files.length > 0);
    for (const [name, target] of Object.entries(exports)) {
      const paths = typeof target === "string" ? [target] : Object.values(target);
      assert.ok(typeof target === "string" || target.types, name);
      for (const path of paths) assert.ok((await stat(join(packageFolder, path))).size > 0, path);
    }
    const size = (isOf) => packed.files.filter(({ path }) => isOf(path)).reduce((sum, file) => sum + file.size, 0);
    const sizes = { packed: packed.size, engine: size((path) => path.endsWith(".wasm")), modules: size((path) => path.endsWith(".js")) };
    console.log(JSON.stringify(sizes));
    for (const [name, limit] of Object.entries(BUDGET)) assert.ok(sizes[name] > 0 && sizes[name] <= limit, `${name}: ${sizes[name]}`);
    assert.deepEqual(packed.files.filter(({ path }) => /test|page/.test(path)), []);
  });

  test("every module loads by its name, and every name of the README is one", async () => {
    const { exports } = JSON.parse(await readFile(join(packageFolder, "package.json"), "utf8"));
    const names = Object.keys(exports).filter((name) => exports[name].default).map((name) => `markdown-editing${name.slice(1)}`);
    const printed = await run("all.mjs", names.map((name) => `console.log(Object.keys(await import("${name}")).length > 0);`).join("\n"));
    assert.equal(printed, "true\n".repeat(names.length));
    for (const [, name] of readme.matchAll(/(?:from|import) "(markdown-editing[\w/-]*)"/g)) assert.ok(names.includes(name), name);
  });

  test("the README's program, in Node and in a worker", async () => {
    const program = block("visibleText(document)");
    assert.equal(await run("program.mjs", program), "See the **plan**.\n");
    await writeFile(join(folder, "worker.mjs"), program);
    const printed = await run("start.mjs", `import { Worker } from "node:worker_threads"; new Worker(new URL("./worker.mjs", import.meta.url));`);
    assert.equal(printed, "See the **plan**.\n");
  });

  test("the README's page, without a bundler", { skip: chromium ? false : "there is no chromium" }, async () => {
    await writeFile(join(folder, "node_modules", "index.html"), block("importmap"));
    const server = await serve({ "/site": join(folder, "node_modules") });
    const browser = await Browser.start();
    try {
      const page = await browser.page(`${server.address}/site/index.html`);
      await page.until("document.querySelector('markdown-bar')?.binding");
      await page.evaluate("(() => { const t = document.querySelector('textarea'); t.focus(); t.setSelectionRange(4, 9); })(), 0");
      await page.key("b", 2);
      assert.equal(await page.evaluate("document.querySelector('textarea').value"), "Sow **beans** in May.");
      assert.deepEqual(page.errors(), []);
    } finally {
      await browser.stop();
      server.close();
    }
  });

  // Each snippet runs in a page with the names that the README says it has, and is compared by its effect.
  test("the README's snippets for a page", { skip: chromium && codemirror ? false : "there is no chromium, or no CodeMirror" }, async () => {
    const server = await serve({ "/package": packageFolder, "/assets": packageFolder, "/cm": codemirror });
    const browser = await Browser.start();
    try {
      const page = await browser.page(`${server.address}/blank`);
      const run = (body) => page.evaluate(`(async () => { ${body} })()`);
      await run(`
        const { load, TOKEN_KINDS } = await import("/package/index.js");
        ${block("/assets/markdown-editing.wasm")}
        const named = ["textarea", "codemirror", "slash", "colors", "bar"].map((name) => import("/package/" + name + ".js"));
        Object.assign(globalThis, { engine, TOKEN_KINDS, cm: await import("/cm/index.js") }, ...await Promise.all(named));
        document.body.innerHTML = "<markdown-bar></markdown-bar><textarea></textarea><p></p>";
        globalThis.textarea = document.querySelector("textarea");`);
      assert.equal(await run(`
        textarea.value = "Sow beans in May.";
        const binding = bindTextarea(textarea, engine);
        textarea.setSelectionRange(4, 9);
        ${block('binding.perform("strong")')}
        return textarea.value;`), 'Sow **[beans](https://example.org "An example")** in May.');
      assert.equal(await run(`
        textarea.replaceWith(textarea = document.createElement("textarea"));
        const upload = async (file) => ({ address: "images/" + file.name });
        ${block("await upload(file)")}
        const clipboardData = new DataTransfer();
        clipboardData.items.add(new File(["x"], "a.png", { type: "image/png" }));
        textarea.focus();
        textarea.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
        for (let times = 0; !textarea.value && times < 100; times++) await new Promise((done) => setTimeout(done, 20));
        return textarea.value;`), "![a](images/a.png)");
      const editor = `
        const [view, commands, state, { EditorView }] = [cm, cm, cm, cm];
        const [bar, status, parent] = [document.querySelector("markdown-bar"), document.querySelector("p"), document.body];
        ${block("slashMenu(editing")}
        binding.setText("| a | b |\\n|---|---|\\n| **c** | d |");`;
      await run(`${editor}
        editor.dispatch({ selection: { anchor: 24 } });
        editor.focus();
        globalThis.editor = editor;`);
      await page.key("Tab");
      assert.equal(await page.evaluate("editor.state.doc.toString()"), "| a     | b   |\n| ----- | --- |\n| **c** | d   |");
      assert.deepEqual(await run(`${editor}
        binding.setText("**bold** " + "words ".repeat(20));
        ${block("markdownColors(editing, view)")}
        return [extensions.length, numbers[0], numbers[1], TOKEN_KINDS[numbers[2]], numbers[4], numbers[5], TOKEN_KINDS[numbers[6]]];`),
      [2, 0, 2, "delimiter", 2, 4, "text"]);
      assert.deepEqual(page.errors(), []);
    } finally {
      await browser.stop();
      server.close();
    }
  });
});
