// Random accidents: a person writes in three notes of two folders, in several tabs, while another program changes the files,
// and browser, storage and servers fail. Each word is written once, and says where it belongs: `1a0007` is the seventh, of
// note a in folder 1. The judge only reads files, what the browser keeps, and what is on the screen.
import assert from "node:assert/strict";
import { readFile, readdir, rename, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Person } from "./accidents.mjs";
import { CONTROL, by, pause, seeded } from "./stage.mjs";

const WORD = /[12][ab]\d{4}/g;
const wordsOf = (text) => text.match(WORD) ?? [];
// A text that fills a small storage.
const LONG = Array.from({ length: 2500 }, (_, line) => Array.from({ length: 15 }, (_, index) => (line * 15 + index) * 7919 % 10_007).join(" ")).join("\n");

// Lets accidents happen, those of some kinds if given. Rejects with the first fault that the judge finds.
export async function happen(kind, { count, seed, only, prepare }) {
  const random = seeded(seed);
  const choose = (list) => list[random(list.length)];
  const me = new Person(kind, prepare);
  const [folders, servers, tabs, history] = [[], [], [], []];
  // When a word was written; those that may be anywhere, or nowhere, by what was chosen; how often one may be in a text.
  const [written, free, doubled] = [new Map(), new Set(), new Map()];
  let number = 0;

  const newWord = (folder, name) => {
    const word = `${folder + 1}${name[0]}${String(++number).padStart(4, "0")}`;
    written.set(word, Date.now());
    return word;
  };
  const on = (tab) => Object.assign(me, { page: tab.page, server: servers[tab.folder], folder: folders[tab.folder] });
  const screen = async (tab) => {
    const [name, text] = await tab.page.evaluate("[demo.page.note.name, demo.view.state.doc.toString()]");
    return { place: "screen", folder: tab.folder, name, text };
  };
  const visit = async (folder) => {
    const tab = { folder, page: await me.visit(servers[folder]) };
    tab.id = await tab.page.evaluate("document.documentElement.dataset.serve");
    tabs.push(tab);
    return tab;
  };
  const go = (tab) => on(tab).go();

  // MARK: The judge

  const files = async () => (await Promise.all(folders.map(async (path, folder) => Promise.all((await readdir(path)).filter((name) => !name.startsWith("."))
    .map(async (name) => ({ place: "file", folder, name, text: await readFile(join(path, name), "utf8") })))))).flat();
  const texts = async () => {
    const kept = [];
    for (const folder of [0, 1]) {
      for (const entry of await on(tabs.find((tab) => tab.folder === folder)).kept()) {
        const { folder: of } = tabs.find(({ id }) => id === entry.folder) ?? {};
        kept.push({ place: entry.isUnsaved ? "draft" : "saved draft", folder: of, name: entry.name, text: entry.text });
      }
    }
    const screens = [];
    for (const tab of tabs) screens.push(await screen(tab));
    return [...await files(), ...kept, ...screens];
  };
  const places = (all) => new Set(all.filter(({ place }) => place !== "saved draft").flatMap(({ text }) => wordsOf(text)));
  const faults = (all) => {
    const found = [];
    for (const { place, folder, name, text } of all) {
      const counts = new Map();
      for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
      for (const [word, times] of counts) {
        if (folder !== undefined && word[0] !== String(folder + 1) || word[1] !== name[0]) found.push(`${word} is in the ${place} ${name} of folder ${folder + 1}`);
        if (times > (doubled.get(word) ?? 1)) found.push(`${word} is ${times} times in the ${place} ${name}`);
      }
    }
    const there = places(all);
    for (const word of written.keys()) if (!free.has(word) && !there.has(word)) found.push(`${word} is nowhere`);
    return found;
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
  // Frees the words of a time that are nowhere by now, for a reason that the page has told, or a person.
  const release = async (words) => {
    const there = places(await texts());
    for (const word of words) if (!there.has(word)) free.add(word);
  };
  // Does something that may take words off the screen.
  const changing = async (tab, action) => {
    const before = wordsOf((await screen(tab)).text);
    await action();
    const after = new Set(wordsOf((await screen(tab)).text));
    for (const word of before) if (!after.has(word)) free.add(word);
  };

  // MARK: The person

  const type = async (tab) => {
    const { name } = await screen(tab);
    if (!name) return undefined;
    await on(tab).types("", true);
    await me.page.key(choose(["Home", "End"]), CONTROL);
    for (let down = random(4); down > 0; down--) await me.page.key(choose(["ArrowDown", "ArrowUp"]));
    await me.page.key(choose(["Home", "End"]));
    const word = newWord(tab.folder, name);
    await me.page.type(choose([` ${word} `, `\n${word}\n`]));
    written.set(word, Date.now());
    assert.ok((await screen(tab)).text.includes(word), `${word} is not on the screen`);
    return word;
  };
  const settle = async (tab, choices) => {
    await on(tab).page.front();
    const shown = await me.page.evaluate(`${by("banner")}.hidden ? [] : [...${by("banner")}.querySelectorAll("button")].map(({ textContent }) => textContent)`);
    const label = choose(shown.filter((each) => choices?.includes(each) ?? true));
    if (!label) return;
    history.push(label);
    await look(tab);
    // Only what the question was about may be replaced.
    if (label === "Keep yours") for (const word of tab.theirs) free.add(word);
    // A question may have replaced it by now.
    const click = () => me.page.evaluate(`[...${by("banner")}.querySelectorAll("button")].find(({ textContent }) => textContent === "${label}")?.click(), 0`);
    if (label === "Back to the file") return changing(tab, click);
    await click();
    if (label !== "Merge" && label !== "Compare") return pause(100);
    if (!await me.page.evaluate(`${by("ask")}.open`)) return undefined;
    await me.answers("Merge");
    await me.page.until(`${by("banner")}.hidden`);
    const counts = new Map();
    for (const word of wordsOf((await screen(tab)).text)) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const [word, times] of counts) doubled.set(word, Math.max(times, doubled.get(word) ?? 1));
    return undefined;
  };
  const save = async (tab) => {
    await on(tab).types("", true);
    await me.page.evaluate("demo.page.status(''), 0");
    await me.page.key("s", CONTROL);
    await me.page.until(`${by("status")}.textContent || !${by("banner")}.hidden || ${by("save")}.disabled`);
  };
  const switchNote = async (tab) => {
    const names = (await files()).filter(({ folder }) => folder === tab.folder).map(({ name }) => name);
    if (names.length > 0) await on(tab).page.evaluate(`demo.page.open(${JSON.stringify(choose(names))})`);
  };
  // The version of a file that a question is about, as the first look finds it.
  const look = async (tab) => {
    const isNew = await tab.page.evaluate(`(() => {
      const sentence = ${by("banner")}.querySelector("p");
      return demo.page.banner.isQuestion && !sentence.isSeen && (sentence.isSeen = true);
    })()`);
    const { name } = await screen(tab);
    if (isNew) tab.theirs = (await files()).filter((file) => file.folder === tab.folder && file.name === name).flatMap(({ text }) => wordsOf(text));
  };

  // MARK: Another program

  const interfere = async () => {
    const file = choose(await files());
    if (!file) return writeFile(join(folders[0], "a.md"), `${newWord(0, "a")}\n`);
    const path = join(folders[file.folder], file.name);
    const lines = file.text.split("\n");
    const word = newWord(file.folder, file.name);
    const at = random(lines.length);
    const action = choose(["append", "append", "insert", "replace", "delete", "rename"]);
    history.push(`${action} ${file.folder + 1}/${file.name}`);
    if (action === "delete" || action === "rename") {
      written.delete(word);
      for (const each of action === "delete" ? wordsOf(file.text) : []) free.add(each);
      return action === "delete" ? unlink(path) : rename(path, join(folders[file.folder], `${file.name[0]}-${number}.md`));
    }
    if (action === "replace") for (const each of wordsOf(lines[at])) free.add(each);
    lines.splice(action === "append" ? lines.length : at, action === "replace" ? 1 : 0, word);
    await writeFile(`${path}.tmp`, lines.join("\n"));
    return rename(`${path}.tmp`, path);
  };

  // MARK: Accidents

  const restart = async (folder, port = servers[folder].port) => { servers[folder] = await me.serve(folders[folder], "--port", port); };
  const accidents = {
    async kill() {
      await pause(random(1500));
      const end = Date.now();
      await me.browser.kill();
      await me.start(me.browser.profile);
      for (const { folder } of tabs.splice(0)) await visit(folder);
      await release([...written].filter(([, time]) => end - time < 1000).map(([word]) => word));
    },
    reload: go,
    async close(tab) {
      tabs.splice(tabs.indexOf(tab), 1);
      await tab.page.close();
      await visit(tab.folder);
    },
    async away(tab) {
      await tab.page.go("about:blank");
      await go(tab);
    },
    async tab(tab) {
      if (tabs.length < 3) return visit(tab.folder);
      const index = tabs.findIndex(({ folder }, at) => tabs.some((other, place) => place !== at && other.folder === folder));
      return tabs.splice(index, 1)[0].page.close();
    },
    async freeze() { await Promise.all([me.browser.freeze(1000 + random(1000)), pause(300).then(interfere)]); },
    async full(tab) {
      await me.fill();
      const words = [await type(tab), await type(tab)].filter(Boolean);
      const isTold = () => me.page.evaluate("!demo.page.hasRoom");
      for (let wait = 0; words.length > 0 && !await isTold() && !(await me.kept()).some(({ text }) => words.every((word) => text.includes(word))); wait++) {
        assert.ok(wait < 30, "a full storage is not told");
        await pause(100);
      }
      if (random(3) === 0) await switchNote(tab);
      else if (random(2) === 0) await save(tab);
      const isLost = await isTold() && random(3) === 0;
      if (isLost) await go(tab);
      await me.free();
      if (isLost) await release(words);
      // A person goes on.
      else await type(tab);
    },
    async server(tab) {
      if (random(2) === 0) await me.page.key("s", CONTROL);
      await me.stop();
      await type(tab);
      await restart(tab.folder);
      for (const other of tabs) if (other.folder === tab.folder) await go(other);
    },
    async swap() {
      const ports = servers.map(({ port }) => port).reverse();
      for (const server of servers) await me.stop(server);
      for (const folder of [0, 1]) await restart(folder, ports[folder]);
      for (const tab of tabs) await go(tab);
    },
    save,
    async twice(tab) {
      await me.types("", true);
      await me.page.key("s", CONTROL);
      await type(tab);
      await save(tab);
    },
    async stalled(tab) {
      const { server } = me;
      server.kill("SIGSTOP");
      await me.page.key("s", CONTROL);
      await type(tab);
      const then = choose(["kill", "close", "reload", "switch"]);
      history.push(then);
      const going = then === "switch" ? switchNote(tab) : pause(random(300));
      if (then === "switch") await pause(100);
      setTimeout(() => server.kill("SIGCONT"), 300);
      await going;
      if (then !== "switch") await accidents[then](tab);
    },
    switch: switchNote,
    undo: (tab) => changing(tab, async () => {
      await me.types("", true);
      for (let times = 1 + random(3); times > 0; times--) await me.page.undo();
    }),
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
      const tab = choose(tabs);
      if (random(3) > 0) await settle(tab);
      for (let times = random(3); times > 0; times--) await type(tab);
      if (random(2) === 0) await interfere();
      if (random(3) === 0) await type(tab);
      const name = choose(only ?? Object.keys(accidents));
      history.push(name);
      on(tab);
      await accidents[name](tab);
      for (const each of tabs) await look(each);
      await judge();
    }
    // In the end, everything that was not saved is opened, merged and saved, at both addresses of a folder.
    for (let turn = 0; turn < 3; turn++) {
      if (turn > 0) await accidents.swap();
      while (tabs.length > 2) await accidents.tab(tabs[0]);
      for (const tab of tabs) await finish(tab);
    }
    await judge(files);
    return number;
  } finally {
    await me.end();
  }

  async function finish(tab) {
    const next = `demo.page.entries().then((entries) => entries.find(({ note }) => note === "not saved"))`;
    for (let left = 60; ; left--) {
      assert.ok(left > 0, `the notes never become saved: ${history.slice(-8).join("; ")}`);
      for (let tries = 5; tries > 0 && await on(tab).page.evaluate("demo.page.note.name !== '' && demo.page.isChanged"); tries--) {
        await settle(tab, ["Merge", "Save it again"]);
        await save(tab);
      }
      if (!await me.page.evaluate(`${next}.then((entry) => entry?.open().then(() => true))`)) return;
    }
  }
}
