// The page: a place to write Markdown in.

import { load } from "../index.js";
import { keyboardCoverage } from "../bar.js";
import { changesOf } from "../codemirror.js";
import { createEditor } from "./editor.js";
import { Drafts } from "./drafts.js";
import { setUpFiles } from "./files.js";
import { Finder } from "./finder.js";
import { setUpMenus } from "./menus.js";
import { Reading } from "./reading.js";

const element = (id) => document.getElementById(id);
const sample = `# The garden in May

Sow *beans* when the nights stay above ten degrees, and **never** before the *ice saints*: see the [seed list](https://example.org/seeds) for what to order.

- [x] radishes, every two weeks
- [ ] peas, with \`netting\` from the start
- [ ] lettuce, in the shade of the beans

> Water in the morning. Slugs eat what is wet at night.

Select some words, and press a button above. Press it again: the text is as it was, to the last character. Type / on an empty line for a menu.
`;
const NO_ROOM = "changed, and the browser has no room to keep it: save it now";
const NO_STORE = "this browser keeps no texts for this page: save often";

// Reads a part of the page that is compressed: the engine, the worker or the licences.
async function unpacked(id) {
  const bytes = Uint8Array.from(atob(element(id).textContent), (character) => character.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

// The name that `mdedit serve` has for its folder; "" without a server.
const folder = document.documentElement.dataset.serve ?? "";
// The state shared by the parts of the page.
const page = {
  element, folder, names: [], note: null, hasRoom: true,
  status(text = "") {
    if (element("status").textContent === text) return;
    element("status").textContent = text;
    element("status").classList.toggle("sentence", text.length > 24);
  },
  get isChanged() { return page.note?.isChanged(page.editor.view.state.doc) ?? false; },
  // Keeps what was written. Resolves to false if the browser has no room for it.
  async keep() {
    const { note, editor } = page;
    if (!note.name && !note.isChanged(editor.view.state.doc)) return true;
    const doc = editor.view.state.doc;
    const isKept = await page.drafts.keep(note, doc.toString(), note.isChanged(doc));
    if (note === page.note) {
      page.kept = isKept ? doc : null;
      if (!isKept && page.hasRoom) page.status(page.drafts.isMissing ? NO_STORE : NO_ROOM);
      else if (isKept && !page.hasRoom) page.status(page.isChanged ? "changed" : "");
      page.hasRoom = isKept;
    }
    return isKept;
  },
  setName(name) {
    element("name").textContent = name;
    document.title = `${name} – Markdown Editing`;
  },
  counted({ words, characters }) {
    page.count = `${words.toLocaleString()} ${words === 1 ? "word" : "words"}, ${characters.toLocaleString()} characters`;
    element("count").textContent = page.count;
    page.finder.update();
  },
  ask, banner: Object.assign(banner, { isQuestion: false, focus: () => element("banner").querySelector("button")?.focus() }),
};
globalThis.demo = { page, keyboardCoverage, get binding() { return page.editor.binding; }, get view() { return page.editor.view; } };

// Shows a sentence with buttons above the text, in place of the one before; without a sentence, nothing. While there is a
// question, nothing is saved.
function banner(sentence = "", actions = {}, isQuestion = false) {
  page.banner.isQuestion = isQuestion && sentence !== "";
  const text = Object.assign(document.createElement("p"), { textContent: sentence });
  element("banner").replaceChildren(text, ...Object.entries(actions).map(([label, action]) => {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: label });
    button.addEventListener("click", () => action());
    return button;
  }));
  element("banner").hidden = sentence === "";
}

// Asks in a dialog, for a text if there is a `value`, or for one of some options. Resolves to {choice, value}; the choice is
// the last one if the dialog is closed.
function ask(sentence, { value, options, content = [], choices }) {
  const dialog = element("ask");
  const [field, list] = [element("ask-field"), element("ask-options")];
  element("ask-text").textContent = sentence;
  element("ask-content").replaceChildren(...content);
  field.hidden = value === undefined;
  field.value = value ?? "";
  list.hidden = !options;
  list.replaceChildren(...(options ?? []).map(([id, label]) => new Option(label, id)));
  const returned = document.activeElement;
  return new Promise((done) => {
    let choice = choices.at(-1);
    element("ask-choices").replaceChildren(...choices.map((label, index) => {
      const button = Object.assign(document.createElement("button"), { type: index === 0 ? "submit" : "button", textContent: label });
      button.addEventListener("click", (event) => {
        event.preventDefault();
        choice = label;
        dialog.close();
      });
      return button;
    }));
    const end = new AbortController();
    dialog.addEventListener("close", () => {
      // The event of a dialog that was closed just before.
      if (dialog.open) return;
      end.abort();
      done({ choice, value: options ? list.value : field.value });
      // What was chosen in a menu is not seen any more.
      (returned?.checkVisibility() ? returned : page.editor.view).focus();
    }, { signal: end.signal });
    dialog.showModal();
    if (!field.hidden) {
      field.focus();
      field.setSelectionRange(field.value.lastIndexOf("/") + 1, field.value.replace(/\.\w+$/, "").length);
    }
  });
}

function start(engine, worker) {
  const bar = element("bar");
  let draftTimer = null;
  const settings = loadSettings();
  element("dialect").value = settings.dialect ?? element("dialect").value;
  const nonce = document.querySelector("meta[http-equiv]")?.content.match(/'nonce-([^']+)'/)?.[1] ?? "";
  const editor = page.editor = createEditor(element("text"), engine, nonce, changed, {
    dialect: element("dialect").value, image: (file) => page.imageAddress(file), alignsTables: settings.aligns !== false,
    names: (typed) => page.reading.names(typed),
  });
  page.reading = new Reading(page, worker);
  page.finder = new Finder(page);
  const { binding } = editor;
  bar.binding = binding;
  binding.addEventListener("command", ({ detail: { outcome } }) => { if (outcome.message) page.status(outcome.message); });
  binding.addEventListener("hint", ({ detail }) => page.status(detail));
  let isShowing = false;
  // Shows another text.
  page.showText = (text, isEditable) => {
    isShowing = true;
    editor.show(text, isEditable);
    isShowing = false;
    page.kept = editor.view.state.doc;
    page.reading.open(text, element("dialect").value);
    page.showState();
  };
  page.showState = () => {
    element("undo").disabled = !editor.canUndo;
    element("redo").disabled = !editor.canRedo;
  };
  function changed(update) {
    if (update.docChanged && !isShowing) {
      page.reading.change(changesOf(update));
      page.showState();
      page.status(!page.isChanged ? "" : page.hasRoom ? "changed" : page.drafts.isMissing ? NO_STORE : NO_ROOM);
      // While somebody types without a pause, too: a page may end at any time.
      draftTimer ??= setTimeout(saveDraft, 700);
    } else if (update.selectionSet) {
      countSelection();
    }
  }
  const countSelection = debounced(150, async () => {
    const { from, to } = editor.view.state.selection.main;
    if (from === to) return element("count").textContent = page.count ?? "";
    const { words, characters } = await page.reading.count(from, to);
    return element("count").textContent = `${words.toLocaleString()} of ${page.count} (${characters.toLocaleString()} selected)`;
  });
  const saveDraft = async () => {
    await page.keep();
    draftTimer = null;
    // Also while there is no room, because there may be some again.
    if (page.kept !== editor.view.state.doc && !page.drafts.isMissing) draftTimer = setTimeout(saveDraft, page.hasRoom ? 700 : 3000);
  };
  // The page may end at any time from now on.
  const leaving = () => {
    const { doc } = editor.view.state;
    if (page.kept !== doc) page.drafts.leave(page.note, doc.toString(), page.note.isChanged(doc));
  };
  document.addEventListener("visibilitychange", () => { if (document.visibilityState === "hidden") leaving(); });
  for (const name of ["pagehide", "freeze"]) addEventListener(name, leaving);
  addEventListener("beforeunload", (event) => { if (page.isChanged) event.preventDefault(); });
  for (const name of ["undo", "redo"]) element(name).addEventListener("click", () => editor[name]());
  element("dialect").addEventListener("change", ({ target }) => {
    saveSettings({ dialect: target.value });
    binding.document.setOptions({ dialect: target.value });
    // The colours are read again.
    editor.mark([]);
    page.reading.dialect(target.value);
    binding.changed();
  });
  element("open-find").addEventListener("click", () => page.finder.open());
  const turn = () => {
    element(document.body.dataset.tab !== "tab-read" ? "tab-read" : phone.matches ? "tab-write" : "tab-both").click();
    if (element("write").checkVisibility()) editor.view.focus(); else element("read").focus();
  };
  addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey) return;
    // Alt may change the character of the key.
    const keys = { f: () => page.finder.open(), s: () => page.store(), o: () => element("notes-button").click() };
    const action = event.altKey ? { KeyP: turn }[event.code] : keys[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    if (!event.repeat) action();
  });
  const files = setUpFiles(page);
  setUpMenus(page, { engine, settings, saveSettings, notices: () => unpacked("notices") });
  const phone = matchMedia("(max-width: 720px)");
  setUpTabs(settings, phone);
  const dock = () => bar.toggleAttribute("docked", phone.matches);
  phone.addEventListener("change", dock);
  dock();
  // The text under the keyboard is hidden, so the caret must stay above it.
  bar.addEventListener("coverage", ({ detail }) => {
    element("text").style.marginBlockEnd = phone.matches && detail ? `${detail}px` : "";
  });
  if (page.drafts.isMissing) page.status(NO_STORE);
  return files.start(sample).then(() => { document.documentElement.dataset.ready = "1"; });
}

function loadSettings() {
  try { return JSON.parse(localStorage.getItem("markdown-editing:settings")) ?? {}; } catch { return {}; }
}
function saveSettings(changes) {
  try { localStorage.setItem("markdown-editing:settings", JSON.stringify({ ...loadSettings(), ...changes })); } catch {}
}

function debounced(milliseconds, action) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(action, milliseconds);
  };
}

// Shows the text, the preview, or both; on a phone, one of them.
function setUpTabs(settings, phone) {
  const choose = (chosen) => {
    const tabs = [...document.querySelectorAll("[role=tab]")].filter(({ id }) => !phone.matches || id !== "tab-both");
    const shown = tabs.find(({ id }) => id === chosen) ?? tabs[0];
    for (const tab of tabs) {
      tab.setAttribute("aria-selected", String(tab === shown));
      tab.tabIndex = tab === shown ? 0 : -1;
      tab.onclick = () => {
        choose(tab.id);
        if (!phone.matches) saveSettings({ view: settings.view = tab.id });
      };
      tab.onkeydown = ({ key }) => {
        const next = tabs.at((tabs.indexOf(tab) + ({ ArrowRight: 1, ArrowLeft: -1 }[key] ?? 0)) % tabs.length);
        if (next === tab) return;
        next.click();
        next.focus();
      };
    }
    document.body.dataset.tab = shown.id;
  };
  const start = () => choose(phone.matches ? "tab-write" : settings.view ?? "tab-both");
  phone.addEventListener("change", start);
  start();
}

const startWorker = async (module) => {
  const worker = new Worker(URL.createObjectURL(new Blob([await unpacked("worker")], { type: "text/javascript" })));
  worker.postMessage({ ask: "load", module });
  return worker;
};
const compiled = unpacked("engine").then((bytes) => WebAssembly.compile(bytes));
Promise.all([compiled.then(load), compiled.then(startWorker), Drafts.open(folder).then((drafts) => { page.drafts = drafts; })])
  .then(([engine, worker]) => start(engine, worker))
  .catch((error) => page.status(`The page does not start: ${error.message}`));
