// Random accidents: a person writes in three notes of two folders, in several tabs, while another program changes the files,
// and browser, storage and servers fail. Each word is written once, and says where it belongs: `1a0007` is the seventh, in a
// note of folder 1 whose name begins with "a". The judge only reads files, what the browser keeps, and the screen.
import assert from "node:assert/strict";
import { readFile, readdir, rename, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Person } from "./accidents.mjs";
import { CONTROL, by, pause, seeded } from "./stage.mjs";

const wordsOf = (text) => text.match(/[12][ab]\d{4}/g) ?? [];
const counted = (text) => wordsOf(text).reduce((counts, word) => counts.set(word, (counts.get(word) ?? 0) + 1), new Map());
// A text that fills a small storage.
const LONG = Array.from({ length: 37_500 }, (_, index) => `${index * 7919 % 10_007}${index % 15 ? " " : "\n"}`).join("");

// Lets accidents happen, those of some kinds if given. Rejects with the first fault that the judge finds.
export async function happen(kind, { count, seed, only, prepare }) {
  const random = seeded(seed), choose = (list) => list[random(list.length)];
  const me = new Person(kind, prepare);
  const [folders, servers, tabs, history] = [[], [], [], []];
  // When a word was written; the words that may be nowhere by what was chosen; how often a word may be in a text.
  const [written, free, doubled] = [new Map(), new Set(), new Map()];
  let number = 0;
  const newWord = (folder, name) => {
    const word = `${folder + 1}${name[0]}${String(++number).padStart(4, "0")}`;
    written.set(word, Date.now());
    return word;
  };
  const on = (tab) => Object.assign(me, { page: tab.page, server: servers[tab.folder] });
  const go = (tab) => on(tab).go();
  const visit = async (folder) => {
    const page = await me.visit(servers[folder]);
    tabs.push({ folder, page, id: await page.evaluate("document.documentElement.dataset.serve") });
  };

  // MARK: The judge

  const files = async () => (await Promise.all(folders.map(async (path, folder) => Promise.all((await readdir(path)).filter((name) => !name.startsWith("."))
    .map(async (name) => ({ place: "file", folder, name, text: await readFile(join(path, name), "utf8") })))))).flat();
  const screen = async ({ folder, page }) =>
    ({ place: "screen", folder, ...await page.evaluate("({ name: demo.page.note.name, text: demo.view.state.doc.toString() })") });
  const texts = async () => {
    const all = await files();
    for (const tab of tabs) all.push(await screen(tab));
    for (const folder of [0, 1]) {
      for (const { folder: id, name, text, isUnsaved } of await on(tabs.find((tab) => tab.folder === folder)).kept()) {
        all.push({ place: isUnsaved ? "draft" : "saved draft", folder: tabs.find((tab) => tab.id === id)?.folder, name, text });
      }
    }
    return all;
  };
  const places = (all) => new Set(all.filter(({ place }) => place !== "saved draft").flatMap(({ text }) => wordsOf(text)));
  const faults = (all) => {
    const there = places(all);
    return [...all.flatMap(({ place, folder, name, text }) => [...counted(text)].flatMap(([word, times]) => [
      ...folder !== undefined && word[0] !== String(folder + 1) || word[1] !== name[0] ? [`${word} is in the ${place} ${name} of folder ${folder + 1}`] : [],
      ...times > (doubled.get(word) ?? 1) ? [`${word} is ${times} times in the ${place} ${name}`] : [],
    ])), ...[...written.keys()].filter((word) => !free.has(word) && !there.has(word)).map((word) => `${word} is nowhere`)];
  };
  // What is under way may end first.
  const judge = async (read = texts) => {
    for (let wait = 0; ; wait++) {
      const found = faults(await read());
      if (found.length === 0) return;
      if (wait === 15) assert.fail(`seed ${seed}, ${history.slice(-12).join("; ")}: ${found.slice(0, 5).join(", ")}`);
      await pause(200);
    }
  };
  // Frees words that are nowhere by now, as the page has told, or within a second of a kill.
  const release = async (words) => {
    const there = places(await texts());
    for (const word of words) if (!there.has(word)) free.add(word);
  };
  // Does what a person does to take words off the screen.
  const changing = async (tab, action) => {
    const before = wordsOf((await screen(tab)).text);
    await action();
    const after = new Set(wordsOf((await screen(tab)).text));
    for (const word of before) if (!after.has(word)) free.add(word);
  };
  // The words of the file that a question is about, as the first look finds it.
  const look = async (tab) => {
    const { name } = await screen(tab);
    const isNew = await tab.page.evaluate(`[${by("banner")}.querySelector("p")].some((sentence) =>
      demo.page.banner.isQuestion && !sentence.isSeen && (sentence.isSeen = true))`);
    if (isNew) tab.theirs = (await files()).filter((file) => file.folder === tab.folder && file.name === name).flatMap(({ text }) => wordsOf(text));
  };

  // MARK: The person

  const type = async (tab) => {
    const { name } = await screen(tab);
    if (!name) return [];
    await on(tab).types("", true);
    const moves = Array.from({ length: random(4) }, () => [choose(["ArrowDown", "ArrowUp"])]);
    for (const [key, modifiers] of [[choose(["Home", "End"]), CONTROL], ...moves, [choose(["Home", "End"])]]) await me.page.key(key, modifiers);
    const word = newWord(tab.folder, name);
    await me.page.type(choose([` ${word} `, `\n${word}\n`]));
    written.set(word, Date.now());
    assert.ok((await screen(tab)).text.includes(word), `seed ${seed}, ${history.slice(-12).join("; ")}: ${word} is not on the screen`);
    return [word];
  };
  const settle = async (tab, choices) => {
    await on(tab).page.front();
    const buttons = `[...${by("banner")}.querySelectorAll("button")]`;
    const label = choose((await me.page.evaluate(`${buttons}.map(({ textContent }) => textContent)`)).filter((each) => choices?.includes(each) ?? true));
    if (!label) return undefined;
    history.push(label);
    await look(tab);
    // Only what the question was about may be replaced.
    if (label === "Keep yours") for (const word of tab.theirs) free.add(word);
    // Another question may have replaced it by now.
    const click = () => me.page.evaluate(`${buttons}.find(({ textContent }) => textContent === "${label}")?.click(), 0`);
    if (label === "Back to the file") return changing(tab, click);
    await click();
    if (!await me.page.evaluate(`${by("ask")}.open`)) return pause(100);
    await me.does(null, "Merge");
    await me.page.until(`${by("banner")}.hidden`);
    for (const [word, times] of counted((await screen(tab)).text)) doubled.set(word, Math.max(times, doubled.get(word) ?? 1));
    return undefined;
  };
  const save = async (tab) => {
    await on(tab).types("", true);
    await me.page.evaluate("demo.page.status(''), 0");
    await me.press();
    await me.page.until(`${by("status")}.textContent || !${by("banner")}.hidden || ${by("save")}.disabled`);
  };
  const turn = async (tab) => {
    const file = choose((await files()).filter(({ folder }) => folder === tab.folder));
    if (file) await on(tab).page.evaluate(`demo.page.open(${JSON.stringify(file.name)})`);
  };
  // Opens, merges and saves everything that is not saved.
  const finish = async (tab) => {
    const next = "demo.page.entries().then((entries) => entries.find(({ note }) => note === 'not saved')?.open().then(() => true))";
    for (let left = 60; left === 60 || await on(tab).page.evaluate(next); left--) {
      assert.ok(left > 0, "the notes never become saved");
      for (let tries = 5; tries > 0 && await on(tab).page.evaluate("demo.page.note.name !== '' && demo.page.isChanged"); tries--) {
        await settle(tab, ["Merge", "Save it again"]);
        await save(tab);
      }
    }
  };

  // MARK: Another program

  const interfere = async () => {
    const { folder, name, text } = choose(await files()) ?? { folder: 0, name: "a.md", text: "" };
    const [path, lines] = [join(folders[folder], name), text.split("\n")];
    const [action, at] = [choose(["append", "append", "insert", "replace", "delete", "rename"]), random(lines.length)];
    history.push(`${action} ${folder + 1}/${name}`);
    if (text && action === "rename") return rename(path, join(folders[folder], `${name[0]}-${++number}.md`));
    for (const word of action === "delete" ? wordsOf(text) : action === "replace" ? wordsOf(lines[at]) : []) free.add(word);
    if (text && action === "delete") return unlink(path);
    lines.splice(action === "append" ? lines.length : at, action === "replace" ? 1 : 0, newWord(folder, name));
    await writeFile(`${path}.tmp`, lines.join("\n"));
    return rename(`${path}.tmp`, path);
  };

  // MARK: Accidents

  const restart = async (folder, port) => { servers[folder] = await me.serve(folders[folder], "--port", port); };
  const accidents = {
    save, turn, reload: go,
    async kill() {
      await pause(random(1500));
      const end = Date.now();
      await me.browser.kill();
      await me.start(me.browser.profile);
      for (const { folder } of tabs.splice(0)) await visit(folder);
      await release([...written].filter(([, time]) => end - time < 1000).map(([word]) => word));
    },
    async close(tab) {
      tabs.splice(tabs.indexOf(tab), 1);
      await tab.page.close();
      await visit(tab.folder);
    },
    async away(tab) {
      await tab.page.go("about:blank");
      await go(tab);
    },
    // Another tab with the same folder, or one tab less.
    async tab(tab) {
      if (tabs.length < 3) return visit(tab.folder);
      const index = tabs.findIndex((each) => tabs.some((other) => other !== each && other.folder === each.folder));
      return tabs.splice(index, 1)[0].page.close();
    },
    async freeze() { await Promise.all([me.browser.freeze(1000 + random(1000)), pause(300).then(interfere)]); },
    async full(tab) {
      await me.fill();
      const words = [...await type(tab), ...await type(tab)];
      const isTold = () => me.page.evaluate("!demo.page.hasRoom");
      const isKept = async () => (await me.kept()).some(({ text }) => words.every((word) => text.includes(word)));
      for (let wait = 0; words.length > 0 && !await isTold() && !await isKept(); wait++) {
        assert.ok(wait < 30, `seed ${seed}: a full storage is not told`);
        await pause(100);
      }
      await choose([turn, save, save, () => {}])(tab);
      const isLeft = await isTold() && random(3) === 0;
      if (isLeft) await go(tab);
      await me.free();
      if (isLeft) await release(words);
      else await type(tab);
    },
    async server(tab) {
      if (random(2) === 0) await me.press();
      const { port } = me.server;
      await me.stop();
      await type(tab);
      await restart(tab.folder, port);
      for (const each of tabs) if (each.folder === tab.folder) await go(each);
    },
    // Each folder has the other's address.
    async swap() {
      const ports = servers.map(({ port }) => port);
      for (const server of servers) await me.stop(server);
      for (const folder of [0, 1]) await restart(folder, ports[1 - folder]);
      for (const tab of tabs) await go(tab);
    },
    async twice(tab) {
      await me.types("", true);
      await me.press();
      await type(tab);
      await save(tab);
    },
    async stalled(tab) {
      const [{ server }, then] = [me, choose(["kill", "close", "reload", "turn"])];
      history.push(then);
      server.kill("SIGSTOP");
      await me.press();
      await type(tab);
      setTimeout(() => server.kill("SIGCONT"), random(600));
      if (then !== "turn") await pause(random(300));
      await accidents[then](tab);
    },
    undo: (tab) => changing(tab, async () => { for (let times = 1 + random(3); times > 0; times--) await me.undo(); }),
  };

  await me.start();
  try {
    for (const names of [["a.md", "b.md"], ["a.md"]]) {
      await me.makeFolder();
      const folder = folders.push(me.folder) - 1;
      for (const name of names) await me.put(name, `${newWord(folder, name)}\n${name === "b.md" ? `\n${LONG}\n` : ""}`);
      servers.push(await me.serve());
    }
    for (const folder of [0, 1]) await visit(folder);
    for (let round = 0; round < count; round++) {
      const [tab, name] = [choose(tabs), choose(only ?? Object.keys(accidents))];
      if (random(3) > 0) await settle(tab);
      for (let times = random(3); times > 0; times--) await type(tab);
      if (random(2) === 0) await interfere();
      if (random(3) === 0) await type(tab);
      history.push(name);
      await accidents[name](tab, on(tab));
      for (const each of tabs) await look(each);
      await judge();
    }
    // In the end, everything is in a file: what was written at one address of a folder, and at the other.
    for (let time = 0; time < 3; time++) {
      if (time > 0) await accidents.swap();
      while (tabs.length > 2) await accidents.tab();
      for (const tab of tabs) await finish(tab);
    }
    await judge(files);
    return number;
  } finally {
    await me.end();
  }
}
