// Runs the shared tests in Firefox and in WebKitGTK, and those of the page in Firefox.
import { after, before, describe } from "node:test";
import { testPages } from "./pages.mjs";
import { testEverywhere } from "./shared.mjs";
import { browser, page, start, stop } from "./stage.mjs";
import { testWriting } from "./writing.mjs";
import { Firefox, WebKit, firefox, webkit } from "./webdriver.mjs";

for (const [name, kind, command] of [["Firefox", Firefox, firefox], ["WebKitGTK", WebKit, webkit]]) {
  describe(`in ${name}`, { skip: command ? false : `there is no ${name}, or nothing to drive it with` }, () => {
    before(() => start(kind));
    after(stop);
    testEverywhere();
    if (kind !== Firefox) return;
    testWriting();
    testPages("desktop", () => browser.resize(1280, 900), ([x, y]) => page.click(x, y));
    testPages("a window of 390 pixels", () => browser.resize(390, 700), ([x, y]) => page.click(x, y));
  });
}
