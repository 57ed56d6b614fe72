import { load } from "../index.js";
import { bindTextarea } from "../textarea.js";
import { colorTextarea } from "../colors.js";
import { keyboardCoverage } from "../bar.js";
import { headings, visibleText, wordCount } from "../find.js";
import { show } from "../preview.js";
import { showCommand } from "./command.js";
import { freshTextarea, openedDocument } from "./documents.js";
import { Drafts } from "./drafts.js";
import { setUpFiles } from "./files.js";
import { Finder } from "./finder.js";
import { Journal } from "./journal.js";
import { scrollTogether } from "./scrolling.js";

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
// In a single-file page, the engine is included as text; otherwise it is beside the package's index.
const inlined = document.getElementById("engine")?.textContent.trim();
const bytesOf = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
// The largest size of images that are embedded as an address; larger ones must be stored elsewhere.
const IMAGE_LIMIT = 100_000;
const LONG_TEXT = 100_000;
const NO_ROOM = "changed, and the browser has no room to keep it: save it yourself";

// The name that `mdedit serve` has for its folder; "" without a server.
const folder = document.documentElement.dataset.serve ?? "";

// The state shared by the parts of the page.
const page = {
  element,
  current: openedDocument("garden.md", sample),
  binding: null,
  drafts: new Drafts(storage(), folder),
  isServed: folder !== "",
  status(text) {
    element("status").textContent = text;
    element("status").classList.toggle("sentence", text.length > 24);
  },
  get isChanged() { return page.binding.textarea.value !== page.current.saved; },
  keep: () => page.drafts.keep(page.current, page.binding.textarea.value),
  // Keeps what was changed. Returns false if it is not saved, and there is no room for it.
  keepChanges: () => (!page.isChanged && !page.current.kept) || page.keep() || !page.isChanged,
  setName(name) {
    element("name").textContent = name;
    element("files").value = name;
    document.title = `${name} – Markdown Editing`;
  },
};

// A page may have no access to storage.
function storage() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

// A browser scrolls to the selection of an element that gets the focus.
function scrollToCaret(textarea) {
  textarea.blur();
  textarea.focus();
}

function start(engine) {
  let [colors, rendered, command, seen] = [null, null, null, null];
  let [previewTimer, draftTimer, hasRoom] = [0, null, true];
  const bar = element("bar");
  const highlight = (name, ranges) => {
    if (!CSS.highlights) return;
    CSS.highlights.set(name, new Highlight(...ranges.map((range) => colors.range(...range)).filter(Boolean)));
  };
  const finder = new Finder({
    element, highlight, binding: () => page.binding,
    reveal(range) {
      const box = colors.range(...range)?.getBoundingClientRect();
      const { textarea } = page.binding;
      const view = textarea.getBoundingClientRect();
      if (!box) {
        const { activeElement } = document;
        scrollToCaret(textarea);
        return activeElement.focus();
      }
      if (box.top < view.top + 20 || box.bottom > view.bottom - 40) textarea.scrollTop += box.top - view.top - view.height / 3;
    },
  });
  page.render = () => {
    const text = page.binding.document.text;
    const key = `${element("dialect").value}\n${text}`;
    if (rendered === key) return;
    rendered = key;
    const begin = performance.now();
    try {
      show(page.binding.document.html({ raw: true }), element("preview"));
      element("preview").dataset.milliseconds = String(Math.round(performance.now() - begin));
    } catch (error) {
      element("preview").textContent = error.message;
    }
    const words = wordCount(visibleText(page.binding.document).text);
    element("count").textContent = `${words.toLocaleString()} ${words === 1 ? "word" : "words"}, ${text.length.toLocaleString()} characters`;
    finder.update();
  };
  const showState = () => {
    const { document: { length }, textarea } = page.binding;
    // The longer a text, the less often it is rendered while typing.
    clearTimeout(previewTimer);
    previewTimer = setTimeout(page.render, Math.min(1500, length / 1000));
    // While somebody types without a pause, too: a page may end at any time.
    draftTimer ??= setTimeout(saveDraft, Math.min(5000, 200 + length / 1000));
    for (const name of ["undo", "redo"]) {
      element(name).disabled = document.activeElement === textarea && !document.queryCommandEnabled(name);
    }
    // A message stays until the text changes.
    if (textarea.value === seen) return;
    seen = textarea.value;
    page.status(!page.isChanged ? "" : hasRoom ? "changed" : NO_ROOM);
  };
  const saveDraft = () => {
    clearTimeout(draftTimer);
    draftTimer = null;
    if (page.drafts.holds(page.current, page.binding.textarea.value)) return;
    hasRoom = page.keepChanges();
    if (!hasRoom) page.status(NO_ROOM);
  };
  document.addEventListener("visibilitychange", saveDraft);
  addEventListener("pagehide", () => {
    saveDraft();
    page.drafts.disconnect();
  });
  const showLast = () => {
    if (command && element("last").open) showCommand(element("result"), engine, element("dialect").value, command);
  };
  element("last").addEventListener("toggle", showLast);
  // Shows a text in a textarea of its own.
  page.bind = (text, isEditable = true) => {
    colors?.destroy();
    page.binding?.destroy();
    const textarea = freshTextarea(element("text"), text);
    // Before the bar looks at it.
    element("save").disabled = textarea.disabled = !isEditable;
    seen = textarea.value;
    const binding = page.binding = bindTextarea(
      textarea, engine, { dialect: element("dialect").value, image: imageAddress });
    colors = colorTextarea(binding, element("colors"));
    bar.binding = binding;
    binding.addEventListener("state", showState);
    // The last command belongs to the other document.
    command = null;
    element("result").replaceChildren();
    binding.addEventListener("command", ({ detail }) => {
      command = detail;
      showLast();
    });
    // The selection stays visible while a form has the focus.
    textarea.addEventListener("blur", () => highlight("chosen", [binding.selection].filter(([from, to]) => from < to)));
    textarea.addEventListener("focus", () => highlight("chosen", []));
    scrollTogether(textarea, element("read"), element("colors"), element("preview"));
    globalThis.demo = { binding, engine, keyboardCoverage, page };
    clearTimeout(previewTimer);
    if (text.length < LONG_TEXT) return page.render();
    // A long text can be edited before it is rendered.
    element("preview").replaceChildren();
    previewTimer = setTimeout(page.render, 200);
  };
  page.bind(page.current.saved);
  page.setName(page.current.name);
  setUpFiles(page);
  setUpTabs();
  element("outline").addEventListener("toggle", ({ target }) => {
    const found = target.open ? headings(visibleText(page.binding.document)) : [];
    target.querySelector("div").replaceChildren(...found.map(({ level, title, from }) => {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: title });
      button.style.setProperty("--depth", level - 1);
      button.addEventListener("click", () => {
        target.open = false;
        const { textarea } = page.binding;
        textarea.setSelectionRange(from, from);
        scrollToCaret(textarea);
      });
      return button;
    }), ...found.length === 0 ? ["no headings"] : []);
  });
  for (const name of ["undo", "redo"]) element(name).addEventListener("click", () => page.binding[name]());
  element("open-find").addEventListener("click", () => finder.open());
  addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== "f") return;
    event.preventDefault();
    finder.open();
  });
  element("dialect").addEventListener("change", ({ target }) => {
    page.binding.document.setOptions({ dialect: target.value });
    page.binding.dispatchEvent(new Event("state"));
  });
  const phone = matchMedia("(max-width: 720px)");
  const dock = () => bar.toggleAttribute("docked", phone.matches);
  phone.addEventListener("change", dock);
  dock();
  // The text under the keyboard is hidden, so the caret must stay above it.
  bar.addEventListener("coverage", ({ detail }) => {
    page.binding.textarea.style.scrollPaddingBlockEnd = `${detail + 60}px`;
    for (const layer of [page.binding.textarea, element("colors")]) {
      layer.style.marginBlockEnd = phone.matches ? `${detail}px` : "";
    }
  });
  document.documentElement.dataset.ready = "1";
}

// This page cannot store images, so a small one is embedded in the text.
async function imageAddress(file) {
  if (file.size > IMAGE_LIMIT) return page.status(`${file.name}: an image for this page has at most 100 kB`);
  const reader = new FileReader();
  reader.readAsDataURL(file);
  await new Promise((done) => { reader.onloadend = done; });
  return reader.result ?? undefined;
}

function setUpTabs() {
  const tabs = [...document.querySelectorAll("[role=tab]")];
  const choose = (tab) => {
    for (const other of tabs) {
      other.setAttribute("aria-selected", String(other === tab));
      other.tabIndex = other === tab ? 0 : -1;
    }
    document.body.dataset.tab = tab.getAttribute("aria-controls");
    if (tab.id === "tab-proof") element("last").open = true;
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

// A journal that does not answer soon is connected later.
const connected = Promise.race([
  Journal.open().then((journal) => page.drafts.connect(journal)), new Promise((done) => setTimeout(done, 3000)),
]);
Promise.all([load(inlined ? bytesOf(inlined) : undefined), connected]).then(([engine]) => start(engine)).catch((error) => {
  page.status(`The engine does not start: ${error.message}`);
});
