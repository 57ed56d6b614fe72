// Files: new, open, rename, recent, dropped, downloaded, and those of `mdedit serve`.

import { difference } from "../index.js";
import { diff } from "./command.js";
import { accepted, fileContents, fingerprint, openedDocument, readFile, saveDocument } from "./documents.js";

export function setUpFiles(page) {
  const { element, status, drafts } = page;
  // Keeps the shown text before another one replaces it. Returns false, with a message, if there is no room for it.
  page.leave = () => {
    if (page.keepChanges()) return true;
    status(`${page.current.name} is not saved, and the browser has no room to keep it: ${page.isServed ? "save" : "download"} it first`);
    return false;
  };
  const mayLeave = () => page.leave()
    && (!page.isChanged || confirm(`Leave ${page.current.name}? What you changed is not saved; this browser keeps it.`));
  const take = (opened, text, note) => {
    // It is about the document that was shown.
    element("conflict").close();
    page.current = opened;
    page.setName(opened.name);
    page.bind(text);
    page.binding.textarea.setSelectionRange(0, 0);
    status(note);
  };
  // Opens a document. If the page cannot hold it, or has no room to keep what is shown, returns false.
  page.put = (name, contents, tag = null, note = "") => {
    if (!page.leave()) return false;
    const opened = openedDocument(name, contents, tag);
    if (!opened) {
      status(`${name} mixes line endings: they would not stay as they are`);
      return false;
    }
    const draft = drafts.unsaved(opened);
    if (draft?.isOutdated) {
      const what = page.isServed ? `${name} has changed since you wrote in it here.`
        : `${name} has changed since you wrote in it here, or is another file of that name.`;
      // Under the draft's own version, a save shows the conflict.
      if (confirm(`${what} Show your unsaved text instead?`)) return page.openDraft(draft, "your unsaved text; the file is newer");
      const aside = drafts.setAside(draft);
      if (!aside) {
        status("the browser has no room to keep your unsaved text");
        return false;
      }
      note = `your unsaved text is kept as ${aside.name}`;
    } else if (draft) {
      Object.assign(opened, { slot: draft.slot, kept: draft });
      note = `your unsaved changes of ${new Date(draft.time).toLocaleTimeString()} are restored`;
    }
    take(opened, draft && !draft.isOutdated ? draft.text : opened.saved, note);
    if (!draft && page.binding.textarea.value !== opened.saved) {
      opened.saved = page.binding.textarea.value;
      opened.tag = null;
      status(`${name} has characters that a page cannot hold: it is not saved`);
      return true;
    }
    page.keep();
    return true;
  };
  page.openDraft = (entry, note) => {
    if (!page.leave()) return false;
    const { name, ending, tag, versions, text, isUnsaved, slot } = entry;
    take({ name, ending, tag, versions, saved: isUnsaved ? null : text, slot, kept: entry }, text,
      note ?? (isUnsaved ? "your unsaved changes are restored" : ""));
    return true;
  };
  const read = async (file) => {
    if (file.size > 16 * 1024 * 1024) return status(`${file.name} is larger than 16 MB`);
    let contents;
    try {
      contents = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer());
    } catch {
      return status(`${file.name} is not UTF-8`);
    }
    if (mayLeave()) page.put(file.name, contents);
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
      if (!page.leave()) return;
      take(openedDocument(drafts.freeName("untitled.md"), ""), "", "");
      page.binding.textarea.focus();
    },
    open: () => element("picker").click(),
    rename() {
      const wanted = prompt("Name", page.current.name)?.trim();
      if (!wanted || wanted === page.current.name) return;
      page.current.name = drafts.freeName(wanted);
      page.setName(page.current.name);
      if (!page.keep()) status("the browser has no room to keep it under this name");
    },
    download() {
      const text = page.binding.textarea.value;
      download(fileName(), "text/markdown", fileContents(page.current, text));
      if (page.isServed) return;
      Object.assign(page.current, { saved: text, versions: [fingerprint(text)] });
      status(page.keep() ? "downloaded" : "downloaded; the browser has no room to keep it too");
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
    const entries = drafts.all().filter(({ name, slot, isUnsaved }) => slot !== page.current.slot && (isUnsaved || name !== page.current.name));
    element("recent-title").hidden = entries.length === 0;
    element("recent").replaceChildren(...entries.map((entry) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = entry.isUnsaved ? `${entry.name} (not saved)` : entry.name;
      button.addEventListener("click", () => {
        element("menu").open = false;
        if (entry.isUnsaved || !page.openServed) page.openDraft(entry);
        else page.openServed(entry.name);
      });
      return button;
    }));
  });
  addEventListener("pointerdown", ({ target }) => {
    for (const menu of document.querySelectorAll(".menu")) if (!menu.contains(target)) menu.open = false;
  });
  setUpDrop(element("drop"), read);
  addEventListener("beforeunload", (event) => { if (page.isChanged) event.preventDefault(); });
  if (page.isServed) serveFiles(page, mayLeave);
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
function serveFiles(page, mayLeave) {
  const { element, status, drafts } = page;
  const files = element("files");
  const save = element("save");
  files.hidden = save.hidden = false;
  for (const name of ["open", "new", "rename"]) element(name).hidden = true;
  // Until a file is open, nothing can be edited or saved.
  page.current = openedDocument("", "");
  page.bind("", false);
  page.setName("no file");
  let wanted;
  // The last save that was asked for. It never rejects.
  let saves = Promise.resolve();
  const open = page.openServed = async (name) => {
    wanted = name;
    try {
      // A save that is under way gives the file another version.
      await saves;
      const { contents, tag } = await readFile(name, fetch);
      // An answer that arrives after another file was chosen is ignored.
      if (wanted === name) page.put(name, contents, tag);
    } catch (error) {
      const kept = error.isGone && wanted === name ? drafts.get(name) : null;
      if (kept) page.openDraft({ ...kept, isUnsaved: true }, `${name} is no longer in the folder; this is the text that the browser has kept`);
      else status(`${name}: ${error.message}`);
    }
    files.value = page.current.name;
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
  const store = async (document, text) => {
    if (element("conflict").open) return;
    try {
      const saving = saveDocument(document, text, fetch);
      // A draft that knows what was sent is not taken for a conflict if the page ends before the answer.
      if (document === page.current) page.keep();
      await saving;
      // What was typed in the meantime, or kept when another document was opened, is still to be saved.
      drafts.keep(document, document === page.current ? page.binding.textarea.value : document.kept?.text ?? text);
      if (document === page.current) status(page.isChanged ? "saved; changed since" : "saved");
    } catch (error) {
      const isKept = document !== page.current || drafts.holds(document, page.binding.textarea.value);
      const where = isKept ? "your text is kept in this browser" : "your text is only in this page: download it";
      status(`${document.name}: ${error.message.replace(/\.$/, "")}${error.isConflict ? "" : `; ${where}`}`);
      if (error.theirs && document === page.current) resolveConflict(page, error.theirs);
    }
  };
  // Saves one after the other, so that each has the version that the one before has made.
  page.store = () => {
    if (save.disabled) return saves;
    const [document, text] = [page.current, page.binding.textarea.value];
    saves = saves.then(() => store(document, text));
    return saves;
  };
  save.addEventListener("click", page.store);
  addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s") {
      event.preventDefault();
      if (!event.repeat) page.store();
    }
  });
  accepted(fetch("files")).then((response) => response.json()).then((names) => {
    element("names").replaceChildren(...names.map((name) => new Option(name, name)));
    // What was not saved comes first.
    const unsaved = drafts.all().find(({ name, isUnsaved }) => isUnsaved && names.includes(name));
    if (names.length > 0) open(unsaved?.name ?? names[0]);
    else status("there are no Markdown files in the folder");
  }).catch((error) => status(error.message));
}

// Another program has changed the file: the user takes its text, overwrites it, or compares both.
function resolveConflict(page, theirs) {
  const { element, status, current, drafts } = page;
  const dialog = element("conflict");
  const choices = {
    async reload() {
      const { contents, tag } = await readFile(current.name, fetch);
      if (current !== page.current) return;
      if (!openedDocument(current.name, contents)) return status(`${current.name} mixes line endings now; your text stays here`);
      // What is on the screen, which may be newer than the last draft.
      if (!page.leave()) return;
      const draft = page.isChanged ? drafts.all().find(({ slot }) => slot === current.slot) : null;
      const aside = draft && drafts.setAside(draft);
      if (draft && !aside) return status("the browser has no room to keep your text under another name: it stays here");
      const { name } = current;
      if (aside) Object.assign(current, { name: aside.name, tag: null, slot: aside.slot });
      page.put(name, contents, tag, aside ? `your text is kept as ${aside.name}` : "");
    },
    // Only the version that the dialog is about: a newer one is another conflict.
    overwrite() {
      current.tag = theirs.tag;
      return page.store();
    },
    cancel() {},
  };
  element("conflict-text").textContent = `${current.name} was changed by another program. Reload keeps your text under another name.`;
  element("conflict-diff").hidden = true;
  for (const [name, choice] of Object.entries(choices)) {
    element(`conflict-${name}`).onclick = async () => {
      dialog.close();
      await Promise.resolve(choice()).catch((error) => status(`${current.name}: ${error.message}`));
    };
  }
  element("conflict-compare").onclick = () => {
    const text = theirs.contents.replace(/\r\n?/g, "\n");
    const change = difference(text, page.binding.textarea.value);
    element("conflict-diff").replaceChildren(
      ...change ? diff(text, [change]).childNodes : ["The texts are the same."]);
    element("conflict-diff").hidden = false;
  };
  dialog.showModal();
}
