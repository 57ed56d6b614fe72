// Runs the shared tests in Firefox and in WebKitGTK.
import { after, before, describe } from "node:test";
import { testEverywhere } from "./shared.mjs";
import { start, stop } from "./stage.mjs";
import { Firefox, WebKit, firefox, webkit } from "./webdriver.mjs";

for (const [name, kind, command] of [["Firefox", Firefox, firefox], ["WebKitGTK", WebKit, webkit]]) {
  describe(`in ${name}`, { skip: command ? false : `there is no ${name}, or nothing to drive it with` }, () => {
    before(() => start(kind));
    after(stop);
    testEverywhere();
  });
}
