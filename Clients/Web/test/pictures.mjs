// Makes the README's pictures of the page in Chromium, with real presses of its buttons. See Scripts/web pictures.
import { writeFile } from "node:fs/promises";
import { Browser } from "./browser.mjs";
import { openSingle, page, press, start, stop, visit } from "./stage.mjs";

const folder = process.argv[2];
const garden = `# The garden in May

Sow *beans* when the nights stay above ten degrees, and **never** before the *ice saints*: see the [seed list](https://example.org/seeds) for what to order.

- [x] radishes, every two weeks
- [ ] peas, with \`netting\` from the start
- [ ] lettuce, in the shade of the beans

> Water in the morning. Slugs eat what is wet at night.

Select some words, and press a button above. Press it again: the text is as it was, to the last character.
`;
const sowing = "Sowing in May\n\nBeans need ten degrees in the soil.\n\nSoak the seeds\nchange the water\nSow in rows\n";
const captions = ["before", "bold", "heading 2", "task list", "indent"];

// Opens a text in the page, with a screen of a size.
async function open(text, width, height, deviceScaleFactor, mobile) {
  await visit();
  await page.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor, mobile });
  await page.send("Emulation.setScrollbarsHidden", { hidden: true });
  await openSingle();
  await page.evaluate(`(async () => {
    const data = new DataTransfer();
    data.items.add(new File([${JSON.stringify(text)}], "garden.md"));
    const picker = document.getElementById("picker");
    picker.files = data.files;
    picker.dispatchEvent(new Event("change"));
    while (demo.view.state.doc.toString() !== ${JSON.stringify(text)}) await new Promise((done) => setTimeout(done));
    demo.view.focus();
  })()`);
}

// Selects from the beginning of some words to the end of others.
async function select(from, to = from) {
  await page.evaluate(`(() => {
    const text = demo.view.state.doc.toString();
    demo.view.dispatch({ selection: {
      anchor: text.indexOf(${JSON.stringify(from)}), head: text.indexOf(${JSON.stringify(to)}) + ${to.length} } });
    demo.view.focus();
  })()`);
  await page.frame();
}

// Waits for the preview and the bar, which follow the text, and takes a picture.
async function shot(options) {
  await new Promise((done) => setTimeout(done, 700));
  await page.frame();
  return (await page.send("Page.captureScreenshot", options)).data;
}

await start(Browser);
await open(garden, 1280, 800, 1, false);
await select("ten degrees");
await press("strong");
await writeFile(`${folder}/page.png`, Buffer.from(await shot({ format: "png" }), "base64"));

await open(sowing, 390, 560, 2, true);
const steps = [await shot({ format: "png" })];
const step = async (name, from, to) => {
  await select(from, to);
  await press(name);
  steps.push(await shot({ format: "png" }));
};
await step("strong", "ten degrees");
await step("heading-2", "Sowing");
await step("task-list", "Soak", "in rows");
await step("indent", "change the water");
await visit();
await page.send("Emulation.setDeviceMetricsOverride", { width: 1720, height: 520, deviceScaleFactor: 1, mobile: false });
await page.evaluate(`document.body.innerHTML = ${JSON.stringify(`<style>
  body { margin: 8px; display: flex; gap: 12px; font: 17px system-ui, sans-serif; color: #444; background: white }
  figure { margin: 0; text-align: center } img { width: 328px; border: 1px solid #aaa; border-radius: 8px }</style>`
  + steps.map((data, index) => `<figure><img src="data:image/png;base64,${data}"><figcaption>${captions[index]}</figcaption></figure>`).join(""))}, 0`);
await writeFile(`${folder}/film.webp`, Buffer.from(await shot({ format: "webp", quality: 90 }), "base64"));
await stop();
