// A person who writes in the page of `mdedit serve`, with real keys, and what happens around.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Browser, chromium } from "./browser.mjs";
import { Firefox, firefox } from "./webdriver.mjs";
import { CONTROL, by, pause, single } from "./stage.mjs";

export const tool = process.env.MARKDOWN_EDITING_TOOL;
export const kinds = [[Browser, chromium], [Firefox, firefox]].map(([kind, program]) => ({
  kind, name: kind.name === "Browser" ? "Chromium" : "Firefox",
  skip: !program ? "there is no such browser" : tool && single ? false : "there is no tool, or no page",
}));
// Small enough to be filled; only Firefox needs a setting of the browser.
const ROOM = { "dom.quotaManager.temporaryStorage.fixedLimit": 16384 };
// Writes into another database until nothing more fits.
const FILL = `(async () => {
  const request = indexedDB.open("other");
  request.onupgradeneeded = () => request.result.createObjectStore("bytes", { autoIncrement: true });
  await new Promise((done) => { request.onsuccess = request.onerror = done; });
  for (let size = 1 << 22; size >= 16; ) {
    const fits = await new Promise((done) => {
      const transaction = request.result.transaction("bytes", "readwrite");
      transaction.oncomplete = () => done(true);
      transaction.onabort = () => done(false);
      transaction.objectStore("bytes").add(new Uint8Array(size));
    }).catch(() => false);
    if (!fits) size >>= 1;
  }
  request.result.close();
  for (let size = 1 << 22, part = 0; size >= 1; part++) {
    try { localStorage.setItem("other-" + part, "x".repeat(size)); } catch { size >>= 1; }
  }
})().then(() => 0)`;
const FREE = `new Promise((done) => {
  for (const key of Object.keys(localStorage)) if (key.startsWith("other-")) localStorage.removeItem(key);
  const request = indexedDB.deleteDatabase("other");
  request.onsuccess = request.onerror = () => done(0);
})`;
// The texts that the browser keeps, as they are stored.
const KEPT = `(async () => {
  const request = indexedDB.open("markdown-editing-page");
  await new Promise((done) => { request.onsuccess = request.onerror = done; });
  const texts = request.result.transaction("texts").objectStore("texts").getAll();
  await new Promise((done) => { texts.onsuccess = texts.onerror = done; });
  request.result.close();
  const last = Object.entries(localStorage).filter(([key]) => key.startsWith("markdown-editing:last:"));
  return [...texts.result, ...last.map(([, entry]) => JSON.parse(entry))];
})()`;

export class Person {
  constructor(kind, prepare) { Object.assign(this, { kind, prepare, servers: [], folders: [] }); }

  async start(profile, settings = ROOM) {
    this.browser = await this.kind.start(profile, settings);
  }

  async end() {
    await this.browser.stop();
    for (const server of this.servers) await this.stop(server);
    for (const folder of this.folders) await rm(folder, { recursive: true, force: true });
  }

  // MARK: The folder and its server

  async makeFolder(files = {}) {
    this.folder = await mkdtemp(join(tmpdir(), "markdown-editing-"));
    this.folders.push(this.folder);
    for (const [name, contents] of Object.entries(files)) await this.put(name, contents);
  }
  put(name, contents) { return writeFile(join(this.folder, name), contents); }
  async has(name, contents, encoding = "utf8") { assert.deepEqual(await readFile(join(this.folder, name), encoding), contents); }

  async serve(folder = this.folder, ...options) {
    const server = spawn(tool, ["serve", folder, "--page", single, ...options], { stdio: ["ignore", "pipe", "pipe"] });
    this.servers.push(server);
    server.said = "";
    server.stderr.on("data", (data) => { server.said += data; });
    server.address = await new Promise((done) => server.stdout.once("data", (data) => done(String(data).trim())));
    return Object.assign(this.server = server, { port: new URL(server.address).port, folder });
  }

  async stop(server = this.server) {
    if ((server.exitCode ?? server.signalCode) !== null) return;
    server.kill("SIGKILL");
    await new Promise((done) => server.once("exit", done));
  }

  // MARK: The browser

  // Serves a new folder with some files, and opens the page, which shows the first of them.
  async begin(files) {
    await this.page?.close();
    await this.makeFolder(files);
    await this.serve();
    await this.visit();
    const first = Object.values(files)[0];
    if (typeof first === "string") await this.sees(first.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n"));
  }

  // Opens the page in a tab of its own.
  async visit(server = this.server) {
    this.page = this.kind === Browser ? await this.browser.page() : await this.browser.tab("about:blank");
    const { origin } = new URL(server.address);
    if (this.kind === Browser) await this.page.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 16 << 20 });
    await this.prepare?.(this.page);
    await this.go(server);
    return this.page;
  }
  async go(server = this.server) {
    await this.page.go(server.address);
    await this.page.until("document.documentElement.dataset.ready");
  }

  // Kills the browser, and opens the page in another one with the same profile.
  async crash() {
    await this.browser.kill();
    await this.start(this.browser.profile);
    await this.visit();
  }

  fill() { return this.page.evaluate(FILL); }
  free() { return this.page.evaluate(FREE); }
  kept() { return this.page.evaluate(KEPT); }
  // Waits until the browser keeps a text that is not saved, under a name.
  keeps(text, name) {
    const entry = `({ text, name, isUnsaved }) => isUnsaved && text === ${JSON.stringify(text)} ${name ? `&& name === ${JSON.stringify(name)}` : ""}`;
    return this.page.until(`await ${KEPT}.then((entries) => entries.some(${entry}))`);
  }

  // MARK: What the person sees and does

  text() { return this.page.evaluate("demo.view.state.doc.toString()"); }
  name() { return this.page.evaluate(`${by("name")}.textContent`); }
  status() { return this.page.evaluate(`${by("status")}.textContent`); }
  banner() { return this.page.evaluate(`${by("banner")}.textContent`); }
  sees(text) { return this.page.until(`demo.view.state.doc.toString() === ${JSON.stringify(text)}`); }
  reads(pattern) { return this.page.until(`${pattern}.test(${by("status")}.textContent)`); }
  isTold(pattern) { return this.page.until(`${pattern}.test(${by("banner")}.textContent)`); }

  // Types at the start of the text, or where the caret is.
  async types(text, isHere = false) {
    await this.page.front();
    await this.page.evaluate("demo.view.focus(), 0");
    if (!isHere) await this.page.key("Home", CONTROL);
    await this.page.type(text);
  }
  async save(name, contents) {
    await this.page.key("s", CONTROL);
    await this.reads("/^saved$/");
    if (name) await this.has(name, contents);
  }
  open(name) { return this.page.evaluate(`demo.page.open(${JSON.stringify(name)}), 0`); }
  async opens(name, text) {
    await this.open(name);
    await this.page.until(`${by("name")}.textContent === ${JSON.stringify(name)}`);
    if (text !== undefined) await this.sees(text);
  }
  // Chooses a button of the banner, or of the dialog.
  async chooses(label, place = "banner") {
    const button = `[...${by(place)}.querySelectorAll("button")].find(({ textContent }) => textContent === ${JSON.stringify(label)})`;
    await this.page.until(button);
    await this.page.evaluate(`${button}.click(), 0`);
  }
  // Answers the dialog of a command, which asks for a name or a choice.
  async answers(choice, name) {
    await this.page.until(`${by("ask")}.open`);
    if (name) {
      await this.page.key("a", CONTROL);
      await this.page.type(name);
    }
    await this.chooses(choice, "ask");
  }
  command(id) { return this.page.evaluate(`${by(id)}.click(), 0`); }
  // The items of the list of notes.
  async listed() {
    await this.page.evaluate(`${by("notes")}.open = false, 0`);
    const entries = await this.page.evaluate(`demo.page.entries().then((entries) => entries.map(({ name, note }) => [name, note]))`);
    return entries;
  }
  pause = pause;
}
