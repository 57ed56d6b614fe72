import { load, applied } from "../index.js";
import { bindTextarea } from "../textarea.js";
import { colorTextarea } from "../colors.js";
import { keyboardCoverage } from "../bar.js";
import { show, compared } from "../preview.js";
import { accepted, fileAddress, fileContents, freshTextarea, openedDocument, saveDocument } from "./documents.js";

const element = (id) => document.getElementById(id);
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

let current = openedDocument("garden.md", sample);
let binding = null;
let colors = null;
const isChanged = () => binding.textarea.value !== current.saved;

function setName(name) {
  element("name").textContent = name;
  document.title = `${name} – Markdown Editing`;
}

function start(engine) {
  const bar = element("bar");
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
  const bind = (text) => {
    colors?.destroy();
    binding?.destroy();
    binding = bindTextarea(freshTextarea(element("text"), text), engine, { dialect: element("dialect").value });
    colors = colorTextarea(binding, element("colors"));
    bar.binding = binding;
    binding.addEventListener("state", () => {
      clearTimeout(timer);
      // A long text is rendered less often than it is typed.
      timer = setTimeout(preview, Math.min(400, binding.document.length / 2000));
      if (isChanged()) status("changed");
      else if (element("status").textContent === "changed") status("");
    });
    binding.addEventListener("command", ({ detail }) => showCommand(engine, detail));
    globalThis.demo = { binding, engine, keyboardCoverage };
    preview();
  };
  bind(sample);
  setUpFiles(bind);
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
    binding.textarea.style.scrollPaddingBlockEnd = `${detail + 60}px`;
    for (const layer of [binding.textarea, element("colors")]) {
      layer.style.marginBlockEnd = phone.matches ? `${detail}px` : "";
    }
  });
  document.documentElement.dataset.ready = "1";
}

function text(name, content, className) {
  const node = document.createElement(name);
  node.textContent = content;
  if (className) node.className = className;
  return node;
}

const isMark = (engine, name) => engine.commands.some((row) => row.name === name && row.group === "marks");

// What a command has changed, and what it has not.
function showCommand(engine, { name, outcome, before, after }) {
  const result = element("result");
  if (!outcome.changes) {
    const verb = outcome.refused ? "Refused" : "Nothing to do";
    result.replaceChildren(text("p", `${verb}: ${outcome.message}`, "quiet"));
    return;
  }
  if (outcome.changes.length === 0) {
    result.replaceChildren(text("p", isMark(engine, name)
      ? "Only the caret has moved: what is typed next has another mark." : "Only the caret has moved.", "quiet"));
    return;
  }
  result.replaceChildren(diff(before, outcome.changes), proof(engine, { name, outcome, before, after }));
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
function proof(engine, { name, outcome, before, after }) {
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
    if (["strong", "emphasis", "code"].includes(name)) {
      check(sameText, "a reader sees the same words");
      check(sameBlocks, "the same blocks, lists and links");
      const words = changed.map(({ text }) => `“${text.replace(/\s+/g, " ").slice(0, 40)}”`).join(", ");
      check(sameText, changed.length === 0 ? "no character has another mark yet"
        : `only ${words} ${outcome.effect === "removed" ? "loses" : "gains"} ${name}`);
    } else if (isMark(engine, name)) {
      check(true, `${name} is proved as strong would be: CommonMark’s HTML does not show it`);
    } else {
      check(true, `${name}: libcmark’s tree of the new text is the tree that the command asked for`);
      if (!SAME_WORDS.test(name)) return list;
      check(sameText, "a reader sees the same words");
      return list;
    }
    const back = other.plan(name, outcome.selections);
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

function setUpFiles(bind) {
  // Opens a document; false if a page cannot hold it, and then the one that is open stays.
  const put = (name, contents, tag) => {
    const opened = openedDocument(name, contents, tag);
    if (!opened) {
      status(`${name} mixes line endings: they would not stay as they are`);
      return false;
    }
    current = opened;
    setName(name);
    bind(opened.saved);
    status("");
    binding.textarea.setSelectionRange(0, 0);
    if (binding.textarea.value === opened.saved) return true;
    opened.saved = binding.textarea.value;
    opened.tag = null;
    status(`${name} has characters that a page cannot hold: it is not saved`);
    return true;
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
    link.href = URL.createObjectURL(new Blob([fileContents(current, binding.textarea.value)], { type: "text/markdown" }));
    link.download = current.name.split("/").at(-1);
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  });
  addEventListener("beforeunload", (event) => { if (isChanged()) event.preventDefault(); });
  if (isServed) serveFiles(put);
}

// `mdedit serve`: the files of a folder, read and saved by the tool.
function serveFiles(put) {
  const files = element("files");
  const save = element("save");
  files.hidden = save.hidden = false;
  element("open").hidden = true;
  let wanted;
  const open = async (name) => {
    wanted = name;
    try {
      const response = await accepted(fetch(fileAddress(name)));
      const contents = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await response.arrayBuffer());
      // An answer that comes after another file was chosen is dropped.
      if (wanted === name) put(name, contents, response.headers.get("etag"));
    } catch (error) {
      status(error.message);
    }
    if (wanted === name) files.value = current.name;
  };
  files.addEventListener("change", () => {
    if (isChanged() && !confirm("Leave the changes?")) {
      files.value = current.name;
      return;
    }
    open(files.value);
  });
  const store = async () => {
    const saved = current;
    try {
      await saveDocument(saved, binding.textarea.value, fetch);
      if (saved === current) status("saved");
    } catch (error) {
      status(`${saved.name}: ${error.message}`);
    }
  };
  save.addEventListener("click", store);
  addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s") {
      event.preventDefault();
      store();
    }
  });
  accepted(fetch("files")).then((response) => response.json()).then((names) => {
    files.replaceChildren(...names.map((name) => new Option(name, name)));
    if (names.length > 0) open(names[0]);
    else status("there are no Markdown files in the folder");
  }).catch((error) => status(error.message));
}

setName(current.name);
load(inlined ? bytesOf(inlined) : undefined).then(start).catch((error) => {
  status(`The engine does not start: ${error.message}`);
});
