// A person who writes in the page of `mdedit serve`, with real keys, and what happens around.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Browser, chromium } from "./browser.mjs";
import { Firefox, firefox } from "./webdriver.mjs";
import { CONTROL, by, pause, single } from "./stage.mjs";

const tool = process.env.MARKDOWN_EDITING_TOOL;
export const kinds = [["Chromium", Browser, chromium], ["Firefox", Firefox, firefox]].map(([name, kind, program]) => ({
  name, kind, skip: !program ? "there is no such browser" : tool && single ? false : "there is no tool, or no page",
}));
// A storage that can be filled: in Firefox by a setting, in Chromium by its protocol.
const ROOM = 16 << 20;
const SETTINGS = { "dom.quotaManager.temporaryStorage.fixedLimit": ROOM >> 10 };
const ended = "(request) => new Promise((done) => { request.onsuccess = request.onerror = request.onabort = request.oncomplete = ({ type }) => done(type); })";
// Writes into another database and into `localStorage` until nothing more fits.
const FILL = `(async () => {
  const request = indexedDB.open("other");
  request.onupgradeneeded = () => request.result.createObjectStore("bytes", { autoIncrement: true });
  await (${ended})(request);
  const fits = async (size) => {
    const transaction = request.result.transaction("bytes", "readwrite");
    transaction.objectStore("bytes").add(new Uint8Array(size));
    return await (${ended})(transaction) === "complete";
  };
  for (let size = 1 << 22; size >= 16; ) if (!await fits(size).catch(() => false)) size >>= 1;
  request.result.close();
  for (let size = 1 << 22, part = 0; size >= 1; part++) try { localStorage.setItem("other-" + part, "x".repeat(size)); } catch { size >>= 1; }
})()`;
const FREE = `(${ended})(indexedDB.deleteDatabase("other"),
  Object.keys(localStorage).filter((key) => key.startsWith("other-")).forEach((key) => localStorage.removeItem(key)))`;
// The texts that the browser keeps, as they are stored.
const KEPT = `(async () => {
  const request = indexedDB.open("markdown-editing-page");
  await (${ended})(request);
  const texts = request.result.transaction("texts").objectStore("texts").getAll();
  await (${ended})(texts);
  request.result.close();
  return [...texts.result, ...Object.entries(localStorage).filter(([key]) => key.startsWith("markdown-editing:last:")).map(([, entry]) => JSON.parse(entry))];
})()`;

export class Person {
  // Prepares each tab before it opens the page.
  constructor(kind, prepare = () => {}) { Object.assign(this, { kind, prepare, servers: [], folders: [] }); }
  async start(profile, settings = SETTINGS) { this.browser = await this.kind.start(profile, settings); }
  async end() {
    await this.browser.stop();
    for (const server of this.servers) await this.stop(server);
    for (const folder of this.folders) await rm(folder, { recursive: true, force: true });
  }

  // MARK: The folder and its server

  async makeFolder(files = {}) {
    this.folders.push(this.folder = await mkdtemp(join(tmpdir(), "markdown-editing-")));
    for (const [name, contents] of Object.entries(files)) await this.put(name, contents);
  }
  put(name, contents) { return writeFile(join(this.folder, name), contents); }
  // Waits until a file has some contents.
  async has(name, contents) {
    const expected = Buffer.from(contents), read = () => readFile(join(this.folder, name)).catch(() => Buffer.from("no file"));
    for (let wait = 0; wait < 200 && !(await read()).equals(expected); wait++) await pause(25);
    assert.equal(String(await read()), String(expected));
  }
  async serve(folder = this.folder, ...options) {
    const server = spawn(tool, ["serve", folder, "--page", single, ...options], { stdio: ["ignore", "pipe", "pipe"] });
    server.said = "";
    server.stderr.on("data", (data) => { server.said += data; });
    server.address = await new Promise((done) => server.stdout.once("data", (data) => done(String(data).trim())));
    this.servers.push(this.server = Object.assign(server, { port: new URL(server.address).port }));
    return server;
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
    await this.sees(Object.values(files)[0].replace(/^\ufeff/, "").replace(/\r\n?/g, "\n"));
  }
  // Opens the page in a tab of its own.
  async visit(server = this.server) {
    this.page = await (this.kind === Browser ? this.browser.page() : this.browser.tab("about:blank"));
    if (this.kind === Browser) await this.page.send("Storage.overrideQuotaForOrigin", { origin: new URL(server.address).origin, quotaSize: ROOM });
    await this.prepare(this.page);
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
  keeps(text, name = "a.md") {
    return this.page.until(`(await ${KEPT}).some((entry) => entry.isUnsaved && entry.name === ${JSON.stringify(name)} && entry.text === ${JSON.stringify(text)})`);
  }

  // MARK: What the person sees and does

  text() { return this.page.evaluate("demo.view.state.doc.toString()"); }
  name() { return this.page.evaluate(`${by("name")}.textContent`); }
  banner() { return this.page.evaluate(`${by("banner")}.textContent`); }
  sees(text) { return this.page.until(`demo.view.state.doc.toString() === ${JSON.stringify(text)}`); }
  reads(pattern) { return this.page.until(`${pattern}.test(${by("status")}.textContent)`); }
  listed() { return this.page.evaluate("demo.page.entries().then((entries) => entries.map(({ name, note }) => note ? `${name}: ${note}` : name).join(', '))"); }

  // Types at the start of the text, or where the caret is.
  async types(text, isHere = false) {
    await this.page.front();
    await this.page.evaluate("demo.view.focus(), 0");
    if (!isHere) await this.page.key("Home", CONTROL);
    await this.page.type(text);
  }
  async undo() {
    await this.types("", true);
    await this.page.undo();
  }
  press() { return this.page.key("s", CONTROL); }
  async saves(name, contents) {
    await this.press();
    await this.reads(/^saved$/);
    await this.has(name, contents);
  }
  open(name) { return this.page.evaluate(`demo.page.open(${JSON.stringify(name)}), 0`); }
  async opens(name, text) {
    await this.open(name);
    await this.page.until(`${by("name")}.textContent === ${JSON.stringify(name)}`);
    await this.sees(text);
  }
  // Chooses a button of the banner, or of the dialog, when its sentence is there.
  async chooses(label, pattern = /./, place = "banner") {
    await this.page.until(`${pattern}.test(${by(place)}.textContent)`);
    const button = `[...${by(place)}.querySelectorAll("button")].find(({ textContent }) => textContent === ${JSON.stringify(label)})`;
    await this.page.until(button);
    await this.page.evaluate(`${button}.click(), 0`);
  }
  // Gives a command of a menu, and answers its dialog; without a command, one that is open.
  async does(command, choice, name) {
    if (command) await this.page.evaluate(`${by(command)}.click(), 0`);
    await this.page.until(`${by("ask")}.open`);
    if (name) await this.page.key("a", CONTROL);
    if (name) await this.page.type(name);
    await this.chooses(choice, /./, "ask");
  }
}
