// Files: new, open, rename, recent, dropped, downloaded, and those of `mdedit serve`.

import { difference } from "../index.js";
import { diff } from "./command.js";
import { accepted, fileAddress, fileContents, openedDocument, saveDocument } from "./documents.js";

export function setUpFiles(page) {
  const { element, status, drafts } = page;
  const mayLeave = () => !page.isChanged || confirm(`Leave ${page.current.name}? What you changed is not saved.`);
  const take = (opened, text, note) => {
    page.current = opened;
    page.setName(opened.name);
    page.bind(text);
    page.binding.textarea.setSelectionRange(0, 0);
    status(note);
  };
  // Opens a document. If the page cannot hold it, returns false and keeps the open one.
  const put = (name, contents, tag = null) => {
    const opened = openedDocument(name, contents, tag);
    if (!opened) {
      status(`${name} mixes line endings: they would not stay as they are`);
      return false;
    }
    const draft = drafts.unsaved(opened);
    if (!draft) {
      take(opened, opened.saved, "");
    } else if (!draft.isOutdated) {
      take(opened, draft.text, "your unsaved changes are restored");
    } else if (confirm(`${name} has changed since you wrote in it here. Show your unsaved text instead?`)) {
      // With the draft's own version, a save shows the conflict.
      opened.tag = drafts.get(name).tag;
      take(opened, draft.text, "your unsaved text; the file is newer");
    } else {
      const aside = drafts.setAside(name);
      if (!aside) {
        status("the browser has no room to keep your unsaved text");
        return false;
      }
      take(opened, opened.saved, `your unsaved text is kept as ${aside}`);
    }
    if (draft || page.binding.textarea.value === opened.saved) {
      page.keep();
      return true;
    }
    opened.saved = page.binding.textarea.value;
    opened.tag = null;
    status(`${name} has characters that a page cannot hold: it is not saved`);
    return true;
  };
  page.openDraft = (entry) => {
    const { name, ending, tag, base, text, isUnsaved } = entry;
    take({ name, ending, tag, base, saved: isUnsaved ? null : text }, text, isUnsaved ? "your unsaved changes are restored" : "");
  };
  const read = async (file) => {
    if (file.size > 16 * 1024 * 1024) return status(`${file.name} is larger than 16 MB`);
    let contents;
    try {
      contents = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer());
    } catch {
      return status(`${file.name} is not UTF-8`);
    }
    if (mayLeave()) put(file.name, contents);
  };
  const download = (name, type, contents) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([contents], { type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };
  const fileName = () => page.current.name.split("/").at(-1);
  const actions = {
    new() {
      if (page.isChanged && !page.keep() && !mayLeave()) return;
      take(openedDocument(drafts.freeName("untitled.md"), ""), "", "");
      page.binding.textarea.focus();
    },
    open: () => element("picker").click(),
    rename() {
      const wanted = prompt("Name", page.current.name)?.trim();
      if (!wanted || wanted === page.current.name) return;
      drafts.forget(page.current.name);
      page.current.name = drafts.freeName(wanted);
      page.setName(page.current.name);
      page.keep();
    },
    download() {
      const text = page.binding.textarea.value;
      download(fileName(), "text/markdown", fileContents(page.current, text));
      if (page.isServed) return;
      Object.assign(page.current, { saved: text, base: undefined });
      page.keep();
      status("downloaded");
    },
    export() {
      page.render();
      const title = document.createElement("title");
      title.textContent = fileName();
      download(fileName().replace(/(\.\w+)?$/, ".html"), "text/html",
        `<!doctype html>\n<meta charset="utf-8">\n${title.outerHTML}\n${element("preview").innerHTML}\n`);
    },
    print() {
      page.render();
      print();
    },
  };
  for (const [name, action] of Object.entries(actions)) {
    element(name).addEventListener("click", () => {
      element("menu").open = false;
      action();
    });
  }
  element("picker").addEventListener("change", ({ target }) => {
    if (target.files[0]) read(target.files[0]);
    target.value = "";
  });
  element("menu").addEventListener("toggle", () => {
    const entries = drafts.all().filter(({ name }) => name !== page.current.name);
    element("recent-title").hidden = entries.length === 0;
    element("recent").replaceChildren(...entries.map((entry) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = entry.isUnsaved ? `${entry.name} (not saved)` : entry.name;
      button.addEventListener("click", () => {
        element("menu").open = false;
        if (page.isChanged && !page.keep() && !mayLeave()) return;
        if (page.openServed?.(entry.name) !== true) page.openDraft(drafts.get(entry.name));
      });
      return button;
    }));
  });
  addEventListener("pointerdown", ({ target }) => {
    for (const menu of document.querySelectorAll(".menu")) if (!menu.contains(target)) menu.open = false;
  });
  setUpDrop(element("drop"), read);
  addEventListener("beforeunload", (event) => { if (page.isChanged) event.preventDefault(); });
  if (page.isServed) serveFiles(page, put, mayLeave);
  else if (drafts.all()[0]?.isUnsaved) page.openDraft(drafts.all()[0]);
}

function setUpDrop(drop, read) {
  addEventListener("dragover", (event) => {
    if (![...event.dataTransfer.types].includes("Files")) return;
    event.preventDefault();
    drop.hidden = false;
  });
  addEventListener("dragleave", (event) => { if (!event.relatedTarget) drop.hidden = true; });
  // An image is dropped into the text, which is under the drop sign for files.
  addEventListener("drop", (event) => {
    drop.hidden = true;
    const file = event.dataTransfer.files[0];
    if (!file) return;
    event.preventDefault();
    if (file.type.startsWith("image/")) document.getElementById("text").dispatchEvent(new DragEvent("drop", { dataTransfer: event.dataTransfer }));
    else read(file);
  });
}

// `mdedit serve`: the files of a folder, read and saved by the tool.
function serveFiles(page, put, mayLeave) {
  const { element, status } = page;
  const files = element("files");
  const save = element("save");
  let names = [];
  files.hidden = save.hidden = false;
  for (const name of ["open", "new", "rename"]) element(name).hidden = true;
  // Until a file is open, nothing can be edited or saved.
  const setReady = (isReady) => { save.disabled = page.binding.textarea.disabled = !isReady; };
  page.current = openedDocument("", "");
  page.bind("");
  page.setName("no file");
  setReady(false);
  let wanted;
  const open = async (name) => {
    wanted = name;
    try {
      const response = await accepted(fetch(fileAddress(name)));
      const contents = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await response.arrayBuffer());
      // An answer that arrives after another file was chosen is ignored.
      if (wanted === name && put(name, contents, response.headers.get("etag"))) setReady(true);
    } catch (error) {
      status(`${name}: ${error instanceof TypeError ? "this is not UTF-8, or the tool has ended" : error.message}`);
    }
    if (wanted === name) files.value = page.current.name;
  };
  page.openServed = (name) => {
    if (!names.includes(name)) return setReady(true);
    open(name);
    return true;
  };
  // The list shows all names while it has the focus.
  files.addEventListener("focus", () => { files.value = ""; });
  files.addEventListener("blur", () => { files.value = page.current.name; });
  files.addEventListener("change", () => {
    const name = files.value;
    if (!name || name === page.current.name) return;
    if (mayLeave()) open(name);
    else files.value = page.current.name;
  });
  const store = async () => {
    if (save.disabled) return;
    const saved = page.current;
    try {
      await saveDocument(saved, page.binding.textarea.value, fetch);
      page.drafts.keep(saved, saved.saved);
      if (saved === page.current) status("saved");
    } catch (error) {
      status(`${saved.name}: ${error.message}`);
      if (error.isConflict && saved === page.current) await resolveConflict(page, open);
    }
  };
  page.store = store;
  save.addEventListener("click", store);
  addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s") {
      event.preventDefault();
      store();
    }
  });
  accepted(fetch("files")).then((response) => response.json()).then((found) => {
    names = found;
    element("names").replaceChildren(...names.map((name) => new Option(name, name)));
    if (names.length > 0) open(names[0]);
    else status("there are no Markdown files in the folder");
  }).catch((error) => status(error.message));
}

// Another program has changed the file: the user takes its text, overwrites it, or compares both.
async function resolveConflict(page, open) {
  const { element, current } = page;
  const dialog = element("conflict");
  let response, theirs;
  const load = async () => {
    response = await accepted(fetch(fileAddress(current.name)));
    theirs = openedDocument(current.name, await response.text())?.saved ?? null;
  };
  const choices = {
    reload() {
      page.drafts.setAside(current.name);
      page.drafts.forget(current.name);
      open(current.name);
    },
    async overwrite() {
      await load();
      current.tag = response.headers.get("etag");
      page.store();
    },
    cancel() {},
  };
  element("conflict-text").textContent = `${current.name} was changed by another program. Reload keeps your text under another name.`;
  element("conflict-diff").hidden = true;
  for (const [name, choice] of Object.entries(choices)) {
    element(`conflict-${name}`).onclick = async () => {
      dialog.close();
      await Promise.resolve(choice()).catch?.((error) => page.status(error.message));
    };
  }
  element("conflict-compare").onclick = async () => {
    await load();
    const change = difference(theirs ?? "", page.binding.textarea.value);
    element("conflict-diff").replaceChildren(
      ...change ? diff(theirs ?? "", [change]).childNodes : ["The texts are the same."]);
    element("conflict-diff").hidden = false;
  };
  dialog.showModal();
}
