// Measures keys and opening in Chromium: the page, a bare textarea, and CodeMirror alone, in one run. See Scripts/web speed.
//
// A key is typed in the middle, one every 120 ms; counted is all time of the main thread until the next key, less that of
// an idle page: preview, drafts, and what the browser does. Opening ends when a typed character is painted.
import { readFile, readdir } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { Browser, serve } from "./browser.mjs";
import { codemirror, pause, single, web } from "./stage.mjs";

const folder = process.argv[2] ?? "Documentation";
const pages = [];
for (const name of (await readdir(folder)).sort()) if (name.endsWith(".md")) pages.push(await readFile(`${folder}/${name}`, "utf8"));
const text = (length) => {
  const all = pages.join("\n").replaceAll("\r\n", "\n");
  return all.repeat(Math.ceil(length / all.length)).slice(0, length).replace(/[^\n]*$/, "");
};
const browser = await Browser.start();
const server = await serve({ "/web": web, "/cm": codemirror ?? web });

// Each opens a page, shows a text and puts the caret in the middle.
const editors = {
  "the page": {
    visit: async (page) => {
      await page.go(String(pathToFileURL(single)));
      await page.until("document.documentElement.dataset.ready");
    },
    show: `async (text) => {
      const file = new File([text], "speed-" + Math.random() + ".md");
      const picker = document.getElementById("picker");
      const data = new DataTransfer();
      data.items.add(file);
      picker.files = data.files;
      picker.dispatchEvent(new Event("change"));
      while (demo.view.state.doc.length !== text.length) await new Promise((done) => setTimeout(done));
      demo.view.focus();
    }`,
    middle: "(() => { const at = demo.view.state.doc.lineAt(demo.view.state.doc.length / 2).to; demo.page.editor.reveal([at], 'center'); })()",
  },
  "a textarea": {
    visit: async (page) => {
      await page.go(`${server.address}/blank`);
      await page.evaluate(`document.body.innerHTML = '<textarea style="width: 600px; height: 600px"></textarea>', 0`);
    },
    show: "async (text) => { const area = document.querySelector('textarea'); area.value = text; area.focus(); }",
    middle: "(() => { const area = document.querySelector('textarea'); const at = area.value.indexOf('\\n', area.value.length / 2); area.setSelectionRange(at, at); area.blur(); area.focus(); })()",
  },
  ...codemirror && { "CodeMirror": {
    visit: async (page) => {
      await page.go(`${server.address}/blank`);
      await page.evaluate(`(async () => {
        globalThis.cm = await import("/cm/index.js");
        document.body.innerHTML = '<div style="width: 600px; height: 600px"></div>';
        globalThis.extensions = [cm.history(), cm.EditorView.lineWrapping, cm.keymap.of([...cm.defaultKeymap, ...cm.historyKeymap]), cm.EditorView.theme({ "&": { height: "600px" } })];
        globalThis.view = new cm.EditorView({ parent: document.body.firstChild });
      })()`);
    },
    show: "async (text) => { view.setState(cm.EditorState.create({ doc: text, extensions })); view.focus(); }",
    middle: "(() => { const at = view.state.doc.lineAt(view.state.doc.length / 2).to; view.dispatch({ selection: { anchor: at }, effects: cm.EditorView.scrollIntoView(at, { y: 'center' }) }); })()",
  } },
};

const busy = async (page) => (await page.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value * 1000;
const rank = (numbers, part) => numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * part))];
const row = (numbers) => [0.5, 0.99, 1].map((part) => rank(numbers, part).toFixed(1)).join(" / ");

async function measured(editor, length) {
  const openings = [];
  let page;
  for (let round = 0; round < 5; round++) {
    await page?.close();
    page = await browser.page();
    await page.send("Emulation.setDeviceMetricsOverride", { width: 1280, height: 800, deviceScaleFactor: 1, mobile: false });
    await editor.visit(page);
    await pause(500);
    await page.evaluate(`globalThis.text = ${JSON.stringify(text(length))}, 0`);
    openings.push(await page.evaluate(`(async () => {
      const begin = performance.now();
      await (${editor.show})(text);
      document.execCommand("insertText", false, "x");
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      return performance.now() - begin;
    })()`));
  }
  await pause(1500 + length / 500);
  await page.evaluate(`${editor.middle}, 0`);
  await page.send("Performance.enable", { timeDomain: "threadTicks" });
  const samples = async (count, act) => {
    const taken = [];
    for (let index = 0; index < count; index++) {
      const before = await busy(page);
      await act(index);
      await pause(120);
      taken.push(await busy(page) - before);
    }
    return taken;
  };
  await samples(10, () => page.key("x"));
  await pause(2500);
  const idle = rank(await samples(20, () => {}), 0.5);
  const keys = (await samples(120, (index) => page.key("words and "[index % 10]))).map((each) => Math.max(0, each - idle));
  await page.close();
  return { openings, keys };
}

console.log("| text | editor | a key: median / p99 / slowest, ms of the main thread | mean | opening: median / slowest, ms |\n|---|---|---|---|---|");
for (const length of (process.argv[3] ?? "1e5,3e5,1e6,5e6").split(",").map(Number)) {
  for (const [name, editor] of Object.entries(editors)) {
    // A textarea of 5 MB takes minutes.
    if (length > 1e6 && name === "a textarea") continue;
    const { openings, keys } = await measured(editor, length);
    const mean = keys.reduce((sum, each) => sum + each, 0) / keys.length;
    console.log(`| ${length / 1e6} MB | ${name} | ${row(keys)} | ${mean.toFixed(1)} | ${rank(openings, 0.5).toFixed(0)} / ${rank(openings, 1).toFixed(0)} |`);
  }
}
await browser.stop();
server.close();
