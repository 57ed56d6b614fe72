import { load, applied } from "../index.js";
import { bindTextarea } from "../textarea.js";
import { keyboardCoverage } from "../bar.js";
import { show, compared } from "../preview.js";

const element = (id) => document.getElementById(id);
const pageText = element("text");
const sample = `# The garden in May

Sow *beans* when the nights stay above ten degrees, and **never** before the
*ice saints*: see the [seed list](https://example.org/seeds) for what to order.

- radishes, every two weeks
- peas, with \`netting\` from the start
- lettuce, in the shade of the beans

> Water in the morning. What is wet at night is eaten by slugs.

Select some words, and press a button above. Press it again: the text is as
it was, to the last character.
`;
// The engine stands in a page that is one file, as text; elsewhere beside the package's index.
const inlined = document.getElementById("engine")?.textContent.trim();
const bytesOf = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
const isServed = document.documentElement.dataset.serve === "1";
const status = (text) => { element("status").textContent = text; };

let fileName = "garden.md";
let savedText = sample;
let savedTag = null;

function setName(name) {
  fileName = name;
  element("name").textContent = name;
  document.title = `${name} – Markdown Editing`;
}

function start(engine) {
  pageText.value = sample;
  const binding = bindTextarea(pageText, engine, { dialect: element("dialect").value });
  const bar = element("bar");
  bar.binding = binding;
  let rendered = null;
  let timer = 0;
  const preview = () => {
    if (rendered === binding.document.text) return;
    rendered = binding.document.text;
    const begin = performance.now();
    try {
      show(binding.document.html(), element("preview"));
      element("preview").dataset.milliseconds = String(Math.round(performance.now() - begin));
    } catch (error) {
      element("preview").textContent = error.message;
    }
  };
  binding.addEventListener("state", () => {
    clearTimeout(timer);
    // A long text is rendered less often than it is typed.
    timer = setTimeout(preview, Math.min(400, binding.document.length / 2000));
    if (pageText.value !== savedText) status("changed");
    else if (element("status").textContent === "changed") status("");
  });
  binding.addEventListener("command", ({ detail }) => showCommand(engine, binding, detail));
  preview();
  setUpFiles(binding, engine);
  setUpTabs();
  element("dialect").addEventListener("change", ({ target }) => {
    binding.document.setOptions({ dialect: target.value });
    binding.dispatchEvent(new Event("state"));
  });
  const phone = matchMedia("(max-width: 720px)");
  const dock = () => bar.toggleAttribute("docked", phone.matches);
  phone.addEventListener("change", dock);
  dock();
  // What the keyboard covers is not text: the caret stays in sight.
  bar.addEventListener("coverage", ({ detail }) => {
    pageText.style.scrollPaddingBlockEnd = `${detail + 60}px`;
    pageText.style.marginBlockEnd = phone.matches ? `${detail}px` : "";
  });
  document.documentElement.dataset.ready = "1";
  globalThis.demo = { binding, engine, keyboardCoverage };
}

function text(name, content, className) {
  const node = document.createElement(name);
  node.textContent = content;
  if (className) node.className = className;
  return node;
}

// What a command has changed, and what it has not.
function showCommand(engine, binding, { name, mark, outcome, before, after }) {
  const result = element("result");
  if (!outcome.changes) {
    const verb = outcome.refused ? "Refused" : "Nothing to do";
    result.replaceChildren(text("p", `${verb}: ${outcome.message}`, "quiet"));
    return;
  }
  if (outcome.changes.length === 0) {
    result.replaceChildren(text("p", mark
      ? "Only the caret has moved: what is typed next has another mark." : "Only the caret has moved.", "quiet"));
    return;
  }
  result.replaceChildren(diff(before, outcome.changes), proof(engine, { name, mark, outcome, before, after }));
}

// The lines that change, with what is put in and taken out.
function diff(before, changes) {
  const lines = document.createElement("pre");
  lines.className = "diff";
  const start = before.lastIndexOf("\n", changes[0].from - 1) + 1;
  const end = (before.indexOf("\n", changes.at(-1).to) + before.length + 1) % (before.length + 1);
  let number = before.slice(0, start).split("\n").length;
  const put = (content, name) => {
    content.split("\n").forEach((part, index) => {
      if (index > 0) lines.append("\n", text("span", String(++number), "number"));
      if (part) lines.append(name ? text(name, part) : part);
    });
  };
  lines.append(text("span", String(number), "number"));
  let position = start;
  for (const { from, to, insert } of changes) {
    put(before.slice(position, from));
    put(before.slice(from, to), "del");
    put(insert, "ins");
    position = to;
  }
  put(before.slice(position, end));
  return lines;
}

// Commands that change blocks alone.
const SAME_WORDS = /^(heading|paragraph|bullet-list|ordered-list|quote|indent|outdent|unlink)/;

// The promise of a command, looked at once more by the browser's own reading of the HTML.
function proof(engine, { name, mark, outcome, before, after }) {
  const list = document.createElement("ul");
  list.className = "checks";
  const check = (isTrue, sentence) => list.append(text("li", sentence, isTrue ? "" : "no"));
  if (before.length > 200000) {
    check(true, "proved by libcmark, in the part of the text that was touched");
    return list;
  }
  const options = { dialect: element("dialect").value };
  const [one, other] = [engine.open(before, options), engine.open(after, options)];
  try {
    check(applied(before, outcome.changes) === after, "the text is what the plan has said");
    const { sameText, sameBlocks, changed } = compared(one.html({ raw: true }), other.html({ raw: true }));
    if (["strong", "emphasis", "code"].includes(mark)) {
      check(sameText, "a reader sees the same words");
      check(sameBlocks, "the same blocks, lists and links");
      const words = changed.map(({ text }) => `“${text.replace(/\s+/g, " ").slice(0, 40)}”`).join(", ");
      check(sameText, changed.length === 0 ? "no character has another mark yet"
        : `only ${words} ${outcome.effect === "unmarks" ? "loses" : "gains"} ${mark}`);
    } else if (mark) {
      check(true, `${mark} is proved as strong would be: CommonMark’s HTML does not show it`);
    } else {
      check(true, `${name}: libcmark’s tree of the new text is the tree that the command asked for`);
      if (!SAME_WORDS.test(name)) return list;
      check(sameText, "a reader sees the same words");
      return list;
    }
    const back = other.toggle(mark, outcome.selections);
    check(Boolean(back.changes) && applied(after, back.changes) === before,
      "pressed again, the text is as it was");
  } finally {
    one.close();
    other.close();
  }
  return list;
}

function setUpTabs() {
  const tabs = [...document.querySelectorAll("[role=tab]")];
  const choose = (tab) => {
    for (const other of tabs) {
      other.setAttribute("aria-selected", String(other === tab));
      other.tabIndex = other === tab ? 0 : -1;
    }
    document.body.dataset.tab = tab.getAttribute("aria-controls");
  };
  tabs.forEach((tab, index) => {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const next = tabs[(index + step + tabs.length) % tabs.length];
      choose(next);
      next.focus();
    });
  });
}

function setUpFiles(binding, engine) {
  const put = (name, content, tag = null) => {
    binding.setText(content);
    // A browser has made one line ending of all: what it holds is what is saved.
    savedText = pageText.value;
    savedTag = tag;
    setName(name);
    status("");
    pageText.setSelectionRange(0, 0);
    pageText.scrollTop = 0;
  };
  const read = async (file) => {
    if (file.size > 16 * 1024 * 1024) return status(`${file.name} is larger than 16 MB`);
    try {
      put(file.name, new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer()));
    } catch {
      status(`${file.name} is not UTF-8`);
    }
  };
  element("open").addEventListener("click", () => element("picker").click());
  element("picker").addEventListener("change", ({ target }) => {
    if (target.files[0]) read(target.files[0]);
    target.value = "";
  });
  const drop = element("drop");
  addEventListener("dragover", (event) => {
    if (![...event.dataTransfer.types].includes("Files")) return;
    event.preventDefault();
    drop.hidden = false;
  });
  addEventListener("dragleave", (event) => { if (!event.relatedTarget) drop.hidden = true; });
  addEventListener("drop", (event) => {
    drop.hidden = true;
    const file = event.dataTransfer.files[0];
    if (!file) return;
    event.preventDefault();
    read(file);
  });
  element("download").addEventListener("click", () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([pageText.value], { type: "text/markdown" }));
    link.download = fileName.split("/").at(-1);
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  });
  addEventListener("beforeunload", (event) => { if (pageText.value !== savedText) event.preventDefault(); });
  if (isServed) serveFiles(binding, put);
}

// `mdedit serve`: the files of a folder, read and saved by the tool.
function serveFiles(binding, put) {
  const files = element("files");
  const save = element("save");
  let lineEnding = "\n";
  files.hidden = save.hidden = false;
  element("open").hidden = true;
  const answer = async (request) => {
    const response = await request;
    if (!response.ok) throw new Error((await response.text()).trim());
    return response;
  };
  const address = (name) => `file?path=${encodeURIComponent(name)}`;
  const open = async (name) => {
    try {
      const response = await answer(fetch(address(name)));
      const content = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await response.arrayBuffer());
      // A textarea has LF alone: what the file has comes back when it is saved.
      lineEnding = content.includes("\r\n") ? "\r\n" : "\n";
      const lines = content.replace(/\r\n?/g, "\n");
      if (lines.replaceAll("\n", lineEnding) !== content) {
        files.value = fileName;
        return status(`${name} mixes line endings: they would not stay as they are`);
      }
      put(name, lines, response.headers.get("etag"));
      if (pageText.value !== lines) {
        savedTag = null;
        status(`${name} has characters that a page cannot hold: it is not saved`);
      }
    } catch (error) {
      status(error.message);
    }
  };
  files.addEventListener("change", () => {
    if (pageText.value !== savedText && !confirm("Leave the changes?")) {
      files.value = fileName;
      return;
    }
    open(files.value);
  });
  const store = async () => {
    const content = pageText.value;
    try {
      const response = await answer(fetch(address(fileName), {
        method: "PUT", headers: { "if-match": savedTag ?? "", "content-type": "text/markdown; charset=utf-8" },
        body: content.replaceAll("\n", lineEnding),
      }));
      savedTag = response.headers.get("etag");
      savedText = content;
      status("saved");
    } catch (error) {
      status(error.message);
    }
  };
  save.addEventListener("click", store);
  addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s") {
      event.preventDefault();
      store();
    }
  });
  answer(fetch("files")).then((response) => response.json()).then((names) => {
    files.replaceChildren(...names.map((name) => new Option(name, name)));
    if (names.length > 0) open(names[0]);
    else status("there are no Markdown files in the folder");
  }).catch((error) => status(error.message));
}

setName(fileName);
load(inlined ? bytesOf(inlined) : undefined).then(start).catch((error) => {
  status(`The engine does not start: ${error.message}`);
});
