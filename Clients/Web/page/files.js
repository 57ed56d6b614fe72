// Files: new, open, rename, delete, save, download, and changes by other programs.

import { decoded, fingerprint, read, written } from "./contents.js";
import { changesBetween, merged, mergedText } from "./merge.js";
import { Note, server } from "./notes.js";

const IMAGE_LIMIT = 100_000;
const TIMES = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

export function setUpFiles(page) {
  const { element, editor, drafts, status, banner, ask } = page;
  const isServed = page.folder !== "";

  // MARK: Showing

  const show = (note, text, { isEditable = true, message = "" } = {}) => {
    // Keys that were pressed while this note was read.
    if (page.note.slot && page.kept !== editor.view.state.doc) page.keep();
    banner();
    page.note = note;
    page.setName(note.name || "no note");
    element("save").disabled = !isEditable;
    page.showText(text, isEditable);
    status(message);
    remember(note.name);
  };
  const remember = (name) => { if (name) try { localStorage.setItem(`markdown-editing:open:${page.folder}`, name); } catch {} };

  // Keeps the shown text before another replaces it. Resolves to false, with a message, if there is no room for it.
  const leave = async () => {
    // An answer must not find that its note has another text by now.
    await saves;
    if (element("save").disabled || page.kept === editor.view.state.doc || await page.keep() || !page.isChanged) return true;
    status(`${page.note.name} is not saved, and the browser has no room to keep it: ${isServed ? "save" : "download"} it first`);
    return false;
  };

  // Shows a file. Text of it that was not saved comes first, as such.
  const put = async (name, { bytes, tag }, slot = null) => {
    const file = await decoded(bytes, (samples) => chooseEncoding(name, samples));
    if (!file || !await leave()) return false;
    const { text, form } = read(file.contents);
    const kept = (await drafts.all(name)).filter((each) => each.isUnsaved && !each.isElsewhere);
    const draft = kept.find((each) => slot ? each.slot === slot : each.text !== text);
    if (draft && draft.text !== text) {
      await openDraft(draft);
      outside({ text, form, tag });
      return true;
    }
    // A text that the file has by now is saved.
    const taken = kept[0] ? await drafts.take((draft ?? kept[0]).slot) : null;
    const note = new Note({ name, form, tag, base: file.isConverted ? null : text, slot: taken });
    show(note, text, { message: file.isConverted ? `${name} was read in another encoding, and is saved as UTF-8` : "" });
    await page.keep();
    return true;
  };

  const openDraft = async (draft) => {
    const base = draft.isUnsaved ? draft.base : draft.text;
    const note = new Note({ ...draft, base, slot: await drafts.take(draft.slot) });
    show(note, draft.text);
    if (draft.isUnsaved) {
      banner(`Restored: what you wrote until ${TIMES.format(draft.time)}, which was not saved.`,
        note.base === null ? { "Fine": banner } : { "Fine": banner, "Back to the file": () => {
          replace(note.base);
          banner();
        } });
    }
  };

  const chooseEncoding = async (name, samples) => {
    const labels = [...samples].map(([encoding, { line }]) => [encoding, `${encoding}: ${line}`]);
    const { choice, value } = await ask(
      `${name} is not UTF-8. In which encoding can you read it? It is saved as UTF-8; until then the file stays as it is.`,
      { options: labels, choices: ["Open", "Cancel"] });
    return choice === "Open" ? value : null;
  };

  // Replaces the text as one step of undo, and keeps the caret.
  const replace = (text) => editor.change(changesBetween(editor.text, text));
  const freeName = async (name) => {
    const taken = new Set([...page.names, ...(await drafts.all()).map((entry) => entry.name)]);
    let free = name;
    for (let number = 2; taken.has(free); number++) free = name.replace(/(\.\w+)?$/, ` ${number}$1`);
    return free;
  };

  // MARK: Other programs

  // Handles a new version of the file, by another program: {text, form, tag}, or null if the file is gone.
  const outside = (theirs) => {
    const { note } = page;
    const text = editor.text;
    if (theirs === null) {
      Object.assign(note, { tag: null, isGone: true });
      banner(`${note.name} was deleted or renamed by another program. Your text is still here.`, { "Save it again": store });
      return page.keep();
    }
    const accept = () => {
      if (note.isGone) banner();
      Object.assign(note, { tag: theirs.tag, base: theirs.text, form: theirs.form, sent: null, isGone: false });
      page.showState();
      return page.keep();
    };
    if ([note.base, text].includes(theirs.text) || note.sent === fingerprint(theirs.text)) return accept();
    if (!page.isChanged) {
      replace(theirs.text);
      status(`${note.name} was changed by another program; this is its text now`);
      return accept();
    }
    const isMine = (piece) => typeof piece === "string" || piece.choice !== "both";
    const pieces = () => merged(note.base ?? "", editor.text, theirs.text);
    const merge = (chosen) => {
      replace(mergedText(chosen));
      banner();
      status("merged; not saved yet");
      return accept();
    };
    banner(`${note.name} was changed by another program, too. ${pieces().every(isMine)
      ? "The changes are in different places, and can be merged." : "Both have changed the same lines."}`, {
      "Merge": async () => {
        const chosen = pieces();
        if (chosen.every(isMine) || await choosePieces(chosen)) await merge(chosen);
      },
      "Compare": async () => {
        const chosen = pieces();
        if (await choosePieces(chosen)) await merge(chosen);
      },
      "Take theirs": async () => {
        const aside = new Note({ name: await freeName(note.name.replace(/(\.\w+)?$/, " (yours)$1")), form: note.form });
        if (!await drafts.keep(aside, editor.text, true)) {
          return status("the browser has no room to keep your text under another name: it stays here");
        }
        replace(theirs.text);
        banner();
        status(`your text is kept as ${aside.name}`);
        return accept();
      },
      "Keep yours": () => {
        banner();
        // Mixed line endings are those of the base.
        const { form } = typeof note.form.endings === "string" ? note : theirs;
        Object.assign(note, { tag: theirs.tag, base: theirs.text, form, sent: null, isGone: false });
        return store();
      },
    }, true);
    return page.keep();
  };

  // Shows the differences side by side by line, with a choice for each. Resolves to whether to merge.
  const choosePieces = async (pieces) => {
    const rows = pieces.filter((piece) => typeof piece !== "string").map((piece, index) => {
      const row = document.createElement("fieldset");
      for (const [choice, label] of [["mine", "yours"], ["theirs", "theirs"], ["both", "both"]]) {
        const input = Object.assign(document.createElement("input"),
          { type: "radio", name: `piece-${index}`, checked: piece.choice === choice });
        input.addEventListener("change", () => { piece.choice = choice; });
        const side = document.createElement("label");
        side.append(input, label);
        const lines = Object.assign(document.createElement("pre"), { textContent: piece[choice] || "(nothing)" });
        if (choice !== "both") side.append(lines);
        row.append(side);
      }
      return row;
    });
    const { choice } = await ask("Your text comes first, then theirs. Choose for each place.",
      { content: rows, choices: ["Merge", "Cancel"] });
    return choice === "Merge";
  };

  // The file as it is now; null if it is gone. Undefined if it still has the note's version.
  const current = async (note, tag = null) => {
    try {
      const file = await server.read(note.name, tag);
      if (!file) return undefined;
      const contents = new TextDecoder("utf-8", { ignoreBOM: true }).decode(file.bytes);
      return { ...read(contents), tag: file.tag };
    } catch (error) {
      if (error.isGone) return null;
      throw error;
    }
  };
  let [isSilent, isWatching] = [false, false];
  page.watch = async () => {
    const { note } = page;
    // There may be room again.
    if (!page.hasRoom) await page.keep();
    if (isWatching || !note.tag && !note.isGone || document.visibilityState === "hidden") return;
    isWatching = true;
    try {
      await saves;
      const { tag } = note;
      const file = await current(note, tag);
      if (isSilent) status("mdedit serve answers again");
      isSilent = false;
      // A conflict is shown until it is solved; a note that was renamed or saved meanwhile is looked at again.
      const isNews = file !== undefined && !(file === null && note.isGone);
      if (note === page.note && note.tag === tag && isNews && !banner.isQuestion) await outside(file);
    } catch (error) {
      if (!isSilent) status(`${error.message}; your text is kept in this browser`);
      isSilent = true;
    } finally {
      isWatching = false;
    }
  };

  // MARK: Saving

  // The last save that was asked for: each waits for the one before, and has the version that it made. It never rejects.
  let saves = Promise.resolve();
  const store = page.store = () => {
    const { note } = page;
    if (!isServed) return download();
    if (element("save").disabled) return saves;
    if (banner.isQuestion) {
      banner.focus();
      status("first choose what to do with the other program’s text");
      return saves;
    }
    const text = editor.text;
    return saves = saves.then(() => save(note, text)).catch((error) => {
      const where = page.hasRoom ? "your text is kept in this browser" : "your text is only in this page: copy or download it";
      status(`${note.name}: ${error.message}; ${where}`);
    });
  };
  const saved = (note, text, contents) => {
    // Mixed line endings are those of the base.
    if (typeof note.form.endings !== "string") note.form = read(contents).form;
    Object.assign(note, { base: text, sent: null, isGone: false });
  };
  const save = async (note, text) => {
    // A note that was converted or restored, and not changed since, is written too.
    if (note.tag && note.base === text) return note === page.note && status("saved");
    note.sent = fingerprint(text);
    // So that what was sent is no conflict if the page ends before the answer.
    if (note === page.note) await page.keep();
    const contents = written(note, text);
    try {
      note.tag = await server.write(note.name, contents, note.tag);
    } catch (error) {
      if (!error.isOther && !error.isGone) throw error;
      const theirs = await current(note);
      if (note !== page.note) {
        // Another note is shown; this text is a draft, which shows the conflict when it is opened.
        if (theirs?.text !== text) throw error;
      } else {
        await outside(theirs);
      }
      if (theirs && note.tag === theirs.tag && note.base !== text && !banner.isQuestion) return save(note, text);
      return undefined;
    }
    saved(note, text, contents);
    if (note !== page.note) return drafts.keep(note, text, false);
    banner();
    await page.keep();
    page.showState();
    status(page.isChanged ? "saved; changed since" : "saved");
    if (!page.names.includes(note.name)) await list();
    return undefined;
  };

  // MARK: Commands

  const list = async () => {
    page.names = (await server.list()).notes;
  };
  const open = page.open = async (name, { anchor = "", slot = null } = {}) => {
    if (name === page.note.name && !slot) return page.reading.follow(anchor);
    try {
      // A save that is under way gives the file another version.
      await saves;
      const asked = page.asked = {};
      const file = await server.read(name);
      // An answer that arrives after another file was chosen is ignored.
      if (asked !== page.asked || !await put(name, file, slot)) return undefined;
      if (anchor) page.reading.follow(anchor);
    } catch (error) {
      const kept = error.isGone ? (await drafts.all(name)).find((entry) => entry.isUnsaved) : null;
      if (kept && await leave()) {
        await openDraft({ ...kept, tag: null, isGone: true });
        status(`${name} is not in the folder; this is the text that the browser has kept`);
      } else if (!kept) {
        status(`${name}: ${error.message}`);
      }
    }
    return undefined;
  };
  const named = async (sentence, value, ok) => {
    const answer = await ask(sentence, { value, choices: [ok, "Cancel"] });
    const name = answer.value?.trim().replace(/^\/+/, "");
    if (answer.choice !== ok || !name) return null;
    return /\.(md|markdown)$/i.test(name) ? name : `${name}.md`;
  };
  const said = (action) => async () => {
    try {
      await action();
    } catch (error) {
      status(error.isOther ? "there is already a note of that name, or it has changed" : error.message);
    }
  };
  const actions = {
    async new() {
      const start = await freeName(`${page.note.path}untitled.md`);
      const name = isServed ? await named("Name of the new note. A slash makes folders: travel/packing.md", start, "Create") : start;
      if (!name || !await leave()) return;
      const tag = isServed ? await server.write(name, "", null) : null;
      show(new Note({ name, tag, base: "" }), "");
      editor.view.focus();
      if (isServed) await list();
    },
    async open() { element("picker").click(); },
    async rename() {
      const { note } = page;
      const sentence = "New name. With a slash, the note moves to another folder; links to it are not changed.";
      const name = await named(sentence, note.name, "Rename");
      if (!name || name === note.name) return;
      if (isServed && note.tag) note.tag = await server.move(note.name, name, note.tag);
      note.name = isServed ? name : await freeName(name);
      page.setName(note.name);
      remember(note.name);
      if (isServed) await list();
      if (!await page.keep()) status("the browser has no room to keep it under this name");
    },
    async delete() {
      const { note } = page;
      const text = editor.text;
      const { choice } = await ask(`Delete ${note.name}? You can undo it until the page is closed.`,
        { choices: ["Delete", "Cancel"] });
      if (choice !== "Delete") return;
      if (note.tag) await server.remove(note.name, note.tag);
      Object.assign(note, { tag: null, base: text });
      // There is nothing to keep before another note is shown, and then nobody keeps this one again.
      element("save").disabled = true;
      if (isServed) await list();
      await openFirst(note.name);
      await drafts.remove(note.slot);
      note.slot = null;
      banner(`${note.name} was deleted.`, { "Undo": said(async () => {
        note.tag = isServed ? await server.write(note.name, written(note, text), null) : null;
        if (!await leave()) return;
        note.base = isServed ? text : null;
        show(note, text);
        await page.keep();
        if (isServed) await list();
      }) });
    },
    async folder() {
      const { choice, value } = await ask("Name of the new folder", { value: page.note.path, choices: ["Create", "Cancel"] });
      const path = value?.trim().replace(/^\/+|\/+$/g, "");
      if (choice !== "Create" || !path) return;
      await server.makeFolder(path);
      status(`${path} is there; give a note a name like ${path}/note.md`);
    },
    async download() { download(); },
    async export() {
      const { file } = page.note;
      offer(file.replace(/(\.\w+)?$/, ".html"), "text/html", await page.reading.exported(file));
    },
    async print() {
      await page.reading.complete();
      print();
    },
  };
  const offer = (name, type, contents) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([contents], { type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };
  const download = async () => {
    const { note } = page;
    const text = editor.text;
    const contents = written(note, text);
    offer(note.file, "text/markdown", contents);
    if (isServed) return;
    saved(note, text, contents);
    status(await page.keep() ? "downloaded" : "downloaded; the browser has no room to keep it too");
    page.showState();
  };
  for (const [name, action] of Object.entries(actions)) element(name).addEventListener("click", said(action));
  element("save").addEventListener("click", store);

  // MARK: Files from elsewhere

  const take = async (file) => {
    if (file.size > 16 * 1024 * 1024) return status(`${file.name} is larger than 16 MB`);
    const name = isServed ? await freeName(`${page.note.path}${file.name.replace(/(\.\w+)?$/, ".md")}`) : file.name;
    await put(name, { bytes: new Uint8Array(await file.arrayBuffer()), tag: null });
    if (!isServed || page.note.name !== name) return page.showState();
    // In a folder, it is a new note.
    page.note.base = null;
    page.showState();
    return page.keep();
  };
  element("picker").addEventListener("change", ({ target }) => {
    if (target.files[0]) take(target.files[0]);
    target.value = "";
  });
  addEventListener("dragover", (event) => {
    if (![...event.dataTransfer.types].includes("Files")) return;
    event.preventDefault();
    element("drop").hidden = false;
  });
  addEventListener("dragleave", (event) => { if (!event.relatedTarget) element("drop").hidden = true; });
  addEventListener("drop", (event) => {
    element("drop").hidden = true;
    const file = event.dataTransfer.files[0];
    if (!file || event.defaultPrevented) return;
    event.preventDefault();
    if (!file.type.startsWith("image/")) take(file);
  });
  // A file beside the note, or, without a folder, an address that contains the image.
  page.imageAddress = async (file) => {
    try {
      if (isServed) {
        // A pasted image has no name of its own.
        const name = file.name.replace(/^image(?=\.\w+$)/, `image-${new Date().toISOString().slice(0, 10)}`);
        return encodeURI(await server.store(page.note.path, file, name))
          .replace(/[()#?]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
      }
    } catch (error) {
      return status(`${file.name}: ${error.message}`);
    }
    if (file.size > IMAGE_LIMIT) return status(`${file.name}: without a folder, an image has at most 100 kB`);
    const reader = new FileReader();
    reader.readAsDataURL(file);
    await new Promise((done) => { reader.onloadend = done; });
    return reader.result ?? undefined;
  };

  // MARK: The list of notes

  page.entries = async () => {
    if (isServed) await list().catch((error) => status(error.message));
    const kept = (await drafts.all()).filter(({ slot, isUnsaved, name }) => slot !== page.note.slot && (isUnsaved || !isServed) && name);
    const told = ({ isUnsaved, isElsewhere }) => isUnsaved ? `not saved${isElsewhere ? ", in another tab" : ""}` : "";
    const unsaved = kept.map((entry) => ({ name: entry.name, note: told(entry), open: async () => {
      if (isServed && page.names.includes(entry.name)) await open(entry.name, { slot: entry.isElsewhere ? null : entry.slot });
      else if (await leave()) await openDraft(entry);
    } }));
    const others = page.names.filter((name) => name !== page.note.name && !kept.some((entry) => entry.name === name))
      .map((name) => ({ name, note: "", open: () => open(name) }));
    return [...unsaved, ...others];
  };
  // Opens what was not saved, or the note that was open last, or the first.
  const openFirst = async (gone = null) => {
    const entries = await drafts.all();
    const unsaved = entries.find((entry) => entry.isUnsaved && !entry.isElsewhere && entry.name !== gone);
    let last = null;
    try { last = localStorage.getItem(`markdown-editing:open:${page.folder}`); } catch {}
    if (!isServed) return unsaved && !gone ? openDraft(unsaved) : show(new Note({ name: "untitled.md", base: "" }), "");
    const name = unsaved?.name ?? (page.names.includes(last) && last !== gone ? last : page.names[0]);
    if (name) await open(name);
    if (page.note.name && page.note.name !== gone) return undefined;
    const message = name ? undefined : "there are no notes in this folder yet; File has New";
    return show(new Note({ name: "" }), "", { isEditable: false, message });
  };
  return {
    async start(sample) {
      page.note = new Note({ name: "" });
      if (!isServed) {
        const unsaved = (await drafts.all()).find((entry) => entry.isUnsaved && !entry.isElsewhere);
        if (unsaved) return openDraft(unsaved);
        return show(new Note({ name: "garden.md", base: sample }), sample);
      }
      element("save").disabled = true;
      try {
        await list();
        await openFirst();
      } catch (error) {
        status(error.message);
      }
      setInterval(page.watch, 1500);
      document.addEventListener("visibilitychange", page.watch);
      return undefined;
    },
  };
}
