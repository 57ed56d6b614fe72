// Drives Firefox by Marionette and WebKitGTK by its WebDriver. The commands of both are WebDriver's (W3C), so a
// page is driven in the same way.
import { spawn, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freeze, until } from "./browser.mjs";

const found = (...names) => names.find((name) => spawnSync("sh", ["-c", `command -v ${name}`]).status === 0);
export const firefox = found("firefox-esr", "firefox");
export const webkit = found("WebKitWebDriver") && found("xvfb-run") && "WebKitWebDriver";

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

// Repeats an action until it does not throw.
async function retry(action, seconds = 60) {
  for (const end = Date.now() + seconds * 1000; ; await pause(200)) {
    try { return await action(); } catch (error) { if (Date.now() > end) throw error; }
  }
}

class Driver {
  // Opens a page in the only window, in place of the previous one.
  async page(url) {
    const page = new DrivenPage(this);
    await page.go(url);
    return page;
  }

  async end() {
    this.process.kill();
    await new Promise((done) => (this.process.exitCode ?? this.process.signalCode) !== null ? done() : this.process.once("exit", done));
    if (this.profile) await rm(this.profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

export class Firefox extends Driver {
  // Starts a browser with a new profile, or with that of one that was killed.
  static async start(profile, settings = {}) {
    const driver = new Firefox();
    driver.profile = profile ?? await mkdtemp(join(tmpdir(), "markdown-editing-"));
    await rm(join(driver.profile, "MarionetteActivePort"), { force: true });
    await writeFile(join(driver.profile, "user.js"), Object.entries({ "marionette.port": 0, "app.update.enabled": false, ...settings })
      .map(([name, value]) => `user_pref("${name}", ${value});\n`).join(""));
    driver.process = spawn(firefox, ["--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile", driver.profile],
      { stdio: "ignore" });
    const port = await retry(async () => Number(await readFile(join(driver.profile, "MarionetteActivePort"), "utf8")));
    driver.waiting = new Map();
    driver.last = 0;
    driver.socket = await retry(() => new Promise((done, failed) => {
      const socket = connect(port, "127.0.0.1", () => done(socket)).once("error", failed);
    }));
    let rest = Buffer.alloc(0);
    driver.socket.on("data", (data) => {
      // `15:[1,1,null,{}]…`: the length, and as many bytes of JSON.
      rest = Buffer.concat([rest, data]);
      for (let colon; (colon = rest.indexOf(":")) > 0; ) {
        const length = Number(rest.subarray(0, colon));
        if (rest.length < colon + 1 + length) return;
        driver.#receive(JSON.parse(rest.subarray(colon + 1, colon + 1 + length)));
        rest = rest.subarray(colon + 1 + length);
      }
    });
    await driver.command("NewSession", { capabilities: {} });
    return driver;
  }

  #receive(message) {
    // The first message is a greeting.
    if (!Array.isArray(message)) return;
    const [, id, error, result] = message;
    const { done, failed } = this.waiting.get(id);
    this.waiting.delete(id);
    if (error) failed(new Error(`${error.error}: ${error.message}`)); else done(result?.value ?? result);
  }

  command(name, parameters = {}) {
    const id = ++this.last;
    const bytes = Buffer.from(JSON.stringify([0, id, name.includes(":") ? name : `WebDriver:${name}`, parameters]));
    return new Promise((done, failed) => {
      this.waiting.set(id, { done, failed });
      this.socket.write(Buffer.concat([Buffer.from(`${bytes.length}:`), bytes]));
    });
  }

  // Opens an address in a tab of its own, whose policy may allow no scripts but its own.
  async tab(url) {
    const { handle } = await this.command("NewWindow", { type: "tab" });
    const page = new DrivenPage(this, handle);
    await page.go(url);
    return page;
  }

  // Gives the window a width in CSS pixels; below 500, which is the least, by zooming.
  async resize(width, height) {
    const zoom = Math.max(1, 500 / width);
    await this.command("SetWindowRect", { width: Math.round(width * zoom), height: Math.round(height * zoom) });
    await this.command("Marionette:SetContext", { value: "chrome" });
    await this.command("ExecuteScript", { script: "gBrowser.selectedBrowser.fullZoom = arguments[0]", args: [zoom] });
    await this.command("Marionette:SetContext", { value: "content" });
  }

  freeze(milliseconds) { return freeze(this.process.pid, milliseconds); }

  // Ends the browser as a crash does; the profile stays.
  async kill() {
    this.process.kill("SIGKILL");
    await new Promise((done) => this.process.once("exit", done));
    this.socket.destroy();
  }

  async stop() {
    this.socket.destroy();
    await this.end();
  }
}

export class WebKit extends Driver {
  static browser = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser";

  static async start() {
    const driver = new WebKit();
    const port = 20000 + Math.floor(Math.random() * 20000);
    driver.address = `http://127.0.0.1:${port}`;
    driver.process = spawn("xvfb-run", ["-a", webkit, `--port=${port}`], {
      stdio: "ignore", env: { ...process.env, GDK_BACKEND: "x11", LIBGL_ALWAYS_SOFTWARE: "1", WEBKIT_DISABLE_COMPOSITING_MODE: "1" },
    });
    const session = await retry(() => driver.#ask("POST", "/session", {
      capabilities: { alwaysMatch: { "webkitgtk:browserOptions": { binary: WebKit.browser, args: ["--automation"] } } },
    }));
    driver.session = `/session/${session.sessionId}`;
    return driver;
  }

  async #ask(method, path, body) {
    const answer = await fetch(this.address + path, { method, body: body && JSON.stringify(body) });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  }

  command(name, parameters) {
    const path = { Navigate: "/url", ExecuteAsyncScript: "/execute/async", PerformActions: "/actions" }[name];
    return this.#ask("POST", this.session + path, parameters);
  }

  async stop() {
    await this.#ask("DELETE", this.session).catch(() => {});
    await this.end();
  }
}

// WebDriver's names of keys (§17.4.2).
const KEYS = {
  Backspace: "\uE003", Tab: "\uE004", Enter: "\uE007", Escape: "\uE00C", ArrowLeft: "\uE012", ArrowUp: "\uE013",
  ArrowRight: "\uE014", ArrowDown: "\uE015", End: "\uE010", Home: "\uE011", Delete: "\uE017",
};
const MODIFIERS = [[1, "\uE00A"], [2, "\uE009"], [8, "\uE008"]];

// Does the same as a page of browser.mjs, as far as WebDriver can.
class DrivenPage {
  constructor(driver, handle) { Object.assign(this, { driver, handle }); }

  // Makes this tab the one that commands are for, which also shows it.
  async front() {
    if (!this.handle || this.driver.current === this.handle) return;
    await this.driver.command("SwitchToWindow", { handle: this.handle });
    this.driver.current = this.handle;
  }

  async go(url) {
    await this.front();
    await this.driver.command("Navigate", { url });
    await this.evaluate(`(() => {
      window.seen = { errors: [], dialogs: 0 };
      addEventListener("error", ({ error, message }) => seen.errors.push(String(error?.stack ?? message)));
      addEventListener("unhandledrejection", ({ reason }) => seen.errors.push(String(reason?.stack ?? reason)));
      for (const name of ["alert", "confirm", "prompt"]) window[name] = () => { seen.dialogs += 1; };
    })()`);
  }

  until(expression, milliseconds = 15000) { return until(this, expression, milliseconds); }

  // Returns the value of an expression, which may be a promise. It runs in a script of the page, because a driver's
  // scripts may have other globals; in a tab of its own, in a driver's script.
  async evaluate(expression) {
    await this.front();
    if (this.handle) {
      const answer = JSON.parse(await this.driver.command("ExecuteAsyncScript", { args: [], script: `const done = arguments[arguments.length - 1];
        (async () => (${expression}))().then((value) => done(JSON.stringify({ value })), (error) => done(JSON.stringify({ error: String(error) })));` }));
      if (answer.error) throw new Error(answer.error);
      return answer.value;
    }
    const { value, error } = JSON.parse(await this.driver.command("ExecuteAsyncScript", {
      args: [`(async () => {
        const answer = {};
        try { answer.value = await (${expression}); } catch (error) { answer.error = String(error?.stack || error); }
        document.dispatchEvent(new CustomEvent("answer", { detail: JSON.stringify(answer) }));
      })()`],
      script: `const done = arguments[arguments.length - 1];
        document.addEventListener("answer", (event) => done(event.detail), { once: true });
        const script = document.createElement("script");
        script.textContent = arguments[0];
        document.head.append(script);
        script.remove();`,
    }));
    if (error) throw new Error(error);
    return value;
  }

  // Presses a key with modifiers: Alt 1, Control 2, Shift 8.
  async key(key, modifiers = 0) {
    await this.front();
    const held = MODIFIERS.filter(([bit]) => modifiers & bit).map(([, value]) => value);
    const keys = [...held, KEYS[key] ?? key];
    await this.#perform({
      type: "key", id: "keyboard",
      actions: [...keys.map((value) => ({ type: "keyDown", value })),
        ...keys.toReversed().map((value) => ({ type: "keyUp", value }))],
    });
  }

  async type(text) {
    await this.front();
    await this.#perform({ type: "key", id: "keyboard", actions: [...text].flatMap((key) =>
      ["keyDown", "keyUp"].map((type) => ({ type, value: key === "\n" ? KEYS.Enter : key }))) });
  }

  // WebKitGTK's driver presses keys that its own shortcuts do not receive.
  undo() {
    return this.driver instanceof WebKit ? this.evaluate('globalThis.view ? binding.undo() : document.execCommand("undo")')
      : this.key("z", 2);
  }

  redo() {
    return this.driver instanceof WebKit ? this.evaluate('globalThis.view ? binding.redo() : document.execCommand("redo")')
      : this.key("z", 2 | 8);
  }

  async click(x, y) {
    await this.#perform({
      type: "pointer", id: "mouse", parameters: { pointerType: "mouse" },
      actions: [{ type: "pointerMove", duration: 0, x: Math.round(x), y: Math.round(y), origin: "viewport" },
        { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }],
    });
  }

  errors() { return this.evaluate("seen.errors"); }
  dialogs() { return this.evaluate("seen.dialogs"); }
  // Without a tab of its own, the next page replaces this one in the window.
  async close() {
    if (!this.handle) return;
    await this.front();
    const [left] = await this.driver.command("CloseWindow");
    this.driver.current = null;
    await this.driver.command("SwitchToWindow", { handle: left });
  }

  #perform(source) { return this.driver.command("PerformActions", { actions: [source] }); }
  frame() { return this.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"); }
}
