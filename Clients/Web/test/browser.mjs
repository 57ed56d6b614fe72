// Drives Chromium by its own protocol, over two pipes, without any package.
import { spawn, spawnSync } from "node:child_process";
import { createServer } from "node:http";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";

export const chromium = ["chromium", "chromium-browser", "google-chrome"].find(
  (name) => spawnSync("sh", ["-c", `command -v ${name}`]).status === 0);

export class Browser {
  // Starts a browser with a new profile, or with that of one that was killed.
  static async start(profile) {
    const browser = new Browser();
    browser.profile = profile ?? await mkdtemp(join(tmpdir(), "markdown-editing-"));
    browser.process = spawn(chromium, [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run",
      "--disable-dev-shm-usage", `--user-data-dir=${browser.profile}`, "about:blank",
    ], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    browser.waiting = new Map();
    browser.listeners = new Map();
    browser.last = 0;
    let rest = Buffer.alloc(0);
    browser.process.stdio[4].on("data", (data) => {
      rest = Buffer.concat([rest, data]);
      for (let end; (end = rest.indexOf(0)) >= 0; ) {
        browser.#receive(JSON.parse(rest.subarray(0, end)));
        rest = rest.subarray(end + 1);
      }
    });
    return browser;
  }

  #receive(message) {
    if (message.id) {
      const { resolve, reject } = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if (message.error) reject(new Error(message.error.message)); else resolve(message.result);
    } else {
      this.listeners.get(`${message.sessionId} ${message.method}`)?.(message.params);
    }
  }

  send(method, params = {}, sessionId) {
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  async page(url) {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const page = new Page(this, sessionId, targetId);
    await page.send("Page.enable");
    await page.send("Runtime.enable");
    this.listeners.set(`${sessionId} Runtime.exceptionThrown`, ({ exceptionDetails }) =>
      page.thrown.push(exceptionDetails.exception?.description ?? exceptionDetails.text));
    this.listeners.set(`${sessionId} Page.javascriptDialogOpening`, ({ type }) => {
      page.opened += 1;
      page.send("Page.handleJavaScriptDialog", { accept: page.accepts || type === "beforeunload" });
    });
    if (url) await page.go(url);
    return page;
  }

  freeze(milliseconds) { return freeze(this.process.pid, milliseconds); }

  // Ends the browser as a crash does; the profile stays.
  async kill() {
    this.process.kill("SIGKILL");
    await this.#ended();
  }

  #ended() {
    const { exitCode, signalCode } = this.process;
    return exitCode ?? signalCode ?? new Promise((done) => this.process.once("exit", done));
  }

  async stop() {
    await this.send("Browser.close").catch(() => {});
    await this.#ended();
    await rm(this.profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

export class Page {
  constructor(browser, sessionId, targetId) {
    Object.assign(this, { browser, sessionId, targetId, thrown: [], opened: 0, accepts: true });
  }

  send(method, params) { return this.browser.send(method, params, this.sessionId); }

  async go(url) {
    const loaded = new Promise((done) =>
      this.browser.listeners.set(`${this.sessionId} Page.loadEventFired`, done));
    await this.send("Page.navigate", { url });
    await loaded;
  }

  // The uncaught errors of scripts, and the number of opened dialogs.
  errors() { return this.thrown; }
  dialogs() { return this.opened; }

  // Returns the value of an expression, which may be a promise.
  async evaluate(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", {
      expression, returnByValue: true, awaitPromise: true, userGesture: true,
    });
    if (exceptionDetails) {
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    }
    return result.value;
  }

  // Waits until an expression is true.
  until(expression, milliseconds = 15000) { return until(this, expression, milliseconds); }

  // Presses a key with modifiers: Alt 1, Control 2, Meta 4, Shift 8.
  async key(key, modifiers = 0, command = undefined) {
    const code = /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : key;
    const windowsVirtualKeyCode = {
      Tab: 9, Enter: 13, Escape: 27, " ": 32, End: 35, Home: 36, ArrowLeft: 37, ArrowUp: 38,
      ArrowRight: 39, ArrowDown: 40, Backspace: 8, Delete: 46,
      // The code of a sign's character is that of another key.
    }[key] ?? (/^[a-z0-9]$/i.test(key) ? key.toUpperCase().charCodeAt(0) : 0);
    const isText = modifiers === 0 && (key.length === 1 || key === "Enter");
    const common = { key, code, modifiers, windowsVirtualKeyCode };
    await this.send("Input.dispatchKeyEvent", {
      ...common, type: isText ? "keyDown" : "rawKeyDown", text: isText ? (key === "Enter" ? "\r" : key) : undefined,
      commands: command ? [command] : undefined,
    });
    await this.send("Input.dispatchKeyEvent", { ...common, type: "keyUp" });
  }

  // Shows this tab, and gives the keys to it.
  front() { return this.send("Page.bringToFront"); }
  async type(text) { await Promise.all(Array.from(text, (key) => this.key(key === "\n" ? "Enter" : key))); }
  undo() { return this.key("z", 2); }
  redo() { return this.key("Z", 2 | 8); }

  async tap(x, y) {
    await this.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
    await this.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  }

  async click(x, y) {
    for (const type of ["mousePressed", "mouseReleased"]) {
      await this.send("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1 });
    }
  }

  frame() { return this.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"); }
  close() { return this.browser.send("Target.closeTarget", { targetId: this.targetId }); }
}

// Waits until an expression is true in a page.
export async function until(page, expression, milliseconds) {
  const end = Date.now() + milliseconds;
  while (!(await page.evaluate(`(async () => Boolean(${expression}))()`))) {
    if (Date.now() > end) throw new Error(`never: ${expression.slice(0, 500)}`);
    await new Promise((done) => setTimeout(done, 20));
  }
}

// Stops a process and its children for some time, as a closed laptop does.
export async function freeze(root, milliseconds) {
  const parents = await Promise.all((await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(async (name) =>
    [Number(name), Number((await readFile(`/proc/${name}/stat`, "utf8").catch(() => "")).split(") ").at(-1).split(" ")[1])]));
  const all = [root];
  for (const parent of all) all.push(...parents.filter(([, of]) => of === parent).map(([id]) => id));
  const signal = (name) => { for (const id of all) try { process.kill(id, name); } catch {} };
  signal("SIGSTOP");
  await new Promise((done) => setTimeout(done, milliseconds));
  signal("SIGCONT");
}

const TYPES = {
  ".js": "text/javascript", ".mjs": "text/javascript", ".html": "text/html; charset=utf-8",
  ".css": "text/css", ".wasm": "application/wasm",
};

// Serves folders for a test: {"/web": folder, …}.
export async function serve(folders) {
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url, "http://x").pathname);
    const prefix = Object.keys(folders).find((prefix) => path.startsWith(`${prefix}/`));
    try {
      const bytes = await readFile(join(folders[prefix], path.slice(prefix.length)));
      response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" });
      response.end(bytes);
    } catch {
      response.writeHead(path === "/blank" ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
      response.end("<!doctype html><meta charset=utf-8><meta name=viewport content=\"width=device-width\"><title>blank</title>");
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { address: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}
