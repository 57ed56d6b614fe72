// Writes a picture of the page after each of four commands, side by side: film.mjs PAGE PICTURE.webp
import { readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { Browser } from "../../Clients/Web/test/browser.mjs";

const TEXT = "Sowing in May\n\nBeans need ten degrees in the soil.\n\nSoak the seeds\nfor one night\nSow in rows\n";
const [WIDTH, HEIGHT] = [330, 470];
// What is selected, and the command with its caption.
const COMMANDS = [
  [null, "", "before"],
  ["ten degrees", "strong", "bold"],
  ["Sowing", "heading-2", "heading 2"],
  ["Soak the seeds\nfor one night\nSow in rows", "task-list", "task list"],
  ["for one night", "indent", "indent"],
];

const browser = await Browser.start();
try {
  const page = await browser.page();
  const look = async (width, height) => {
    await page.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: true });
    return (await page.send("Page.captureScreenshot", { format: "webp", quality: 60 })).data;
  };
  await look(WIDTH, HEIGHT);
  await page.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: "light" }] });
  await page.go(String(pathToFileURL(process.argv[2])));
  await page.until("document.documentElement.dataset.ready");
  await page.evaluate(`(() => {
    const text = document.getElementById("text");
    text.focus();
    text.select();
    document.execCommand("insertText", false, ${JSON.stringify(TEXT)});
  })()`);
  const frames = [];
  for (const [selected, command, caption] of COMMANDS) {
    if (selected) {
      await page.evaluate(`(() => {
        const text = document.getElementById("text");
        // A selection may be over lines that have markers by now.
        const [first, last] = [${JSON.stringify(selected)}.split("\\n")[0], ${JSON.stringify(selected)}.split("\\n").at(-1)];
        text.setSelectionRange(text.value.indexOf(first), text.value.indexOf(last) + last.length);
        document.getElementById("bar").binding.perform(${JSON.stringify(command)});
      })()`);
    }
    await page.frame();
    await new Promise((done) => setTimeout(done, 300));
    frames.push([await look(WIDTH, HEIGHT), caption]);
  }
  await page.evaluate("globalThis.onbeforeunload = null, 0");
  await page.go("about:blank");
  await page.evaluate(`document.body.innerHTML = ${JSON.stringify(frames.map(([data, caption]) =>
    `<figure><img src="data:image/webp;base64,${data}"><figcaption>${caption}</figcaption></figure>`).join(""))},
    document.head.innerHTML = ${JSON.stringify(`<style>
      body { margin: 0; display: flex; overflow: hidden; background: #fff; font: 17px sans-serif }
      figure { margin: 6px } img { width: ${WIDTH}px; border: 1px solid #bbb; border-radius: 6px }
      figcaption { text-align: center; color: #333 }</style>`)}, 0`);
  await page.frame();
  await writeFile(process.argv[3], Buffer.from(await look(frames.length * (WIDTH + 14), HEIGHT + 50), "base64"));
} finally {
  await browser.stop();
}
