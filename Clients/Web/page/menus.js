// The menus of the page: notes, outline, file; the shortcuts and the licences.

import { keyTitle } from "../keys.js";
import { merged } from "./merge.js";

// The largest number of notes that are listed at a time.
const LIST_LIMIT = 200;

function itemOf(label, action, note = "") {
  const button = Object.assign(document.createElement("button"), { type: "button" });
  button.append(label, ...note ? [Object.assign(document.createElement("small"), { textContent: note })] : []);
  button.setAttribute("role", "menuitem");
  button.addEventListener("click", action);
  return button;
}

// Menus take the focus, Escape closes them, arrows move, and letters jump to an item that begins with them.
function setUpMenu(menu, page) {
  const close = () => {
    menu.open = false;
    page.editor.view.focus();
  };
  menu.addEventListener("toggle", () => {
    if (menu.open) menu.querySelector("input:not([type=checkbox]), [role=menuitem]")?.focus();
  });
  menu.addEventListener("click", (event) => { if (event.target.closest("[role=menuitem]")) menu.open = false; });
  menu.addEventListener("keydown", (event) => {
    if (!menu.open || event.ctrlKey || event.metaKey || event.altKey) return;
    const items = [...menu.querySelectorAll("[role=menuitem]")].filter((item) => item.checkVisibility());
    const index = items.indexOf(document.activeElement);
    const isField = event.target.localName === "input";
    const next = { ArrowDown: index + 1, ArrowUp: index < 0 ? items.length - 1 : index - 1 }[event.key]
      ?? (isField ? undefined : { Home: 0, End: items.length - 1 }[event.key]);
    if (event.key === "Escape") close();
    else if (next !== undefined) items[(next + items.length) % items.length]?.focus();
    else if (isField && event.key === "Enter") items[0]?.click();
    else if (!isField && event.key.length === 1 && event.key !== " ") {
      const letter = event.key.toLowerCase();
      [...items.slice(index + 1), ...items].find((item) => item.textContent.trim().toLowerCase().startsWith(letter))?.focus();
    } else return;
    event.preventDefault();
  });
}

export function setUpMenus(page, { engine, settings, saveSettings, notices }) {
  const { element } = page;
  const menus = [...document.querySelectorAll(".menu")];
  for (const menu of menus) setUpMenu(menu, page);
  addEventListener("pointerdown", ({ target }) => { for (const menu of menus) if (!menu.contains(target)) menu.open = false; });
  addEventListener("focusin", ({ target }) => { for (const menu of menus) if (!menu.contains(target)) menu.open = false; });

  let entries = [];
  const filter = element("notes-filter");
  const listNotes = () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = entries.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
    element("notes-list").replaceChildren(...wanted.slice(0, LIST_LIMIT).map(({ name, note, open }) => itemOf(name, async () => {
      await open();
      page.editor.view.focus();
    }, note)), ...wanted.length > LIST_LIMIT ? [`${(wanted.length - LIST_LIMIT).toLocaleString()} more`] : [],
    ...wanted.length === 0 ? ["no other notes"] : []);
  };
  filter.addEventListener("input", listNotes);
  element("notes").addEventListener("toggle", async ({ target }) => {
    if (!target.open) return;
    filter.value = "";
    entries = await page.entries();
    listNotes();
  });
  element("outline").addEventListener("toggle", async ({ target }) => {
    if (!target.open) return;
    await page.reading.render();
    const { headings } = page.reading;
    element("outline-list").replaceChildren(...headings.map(({ level, title, from }) => {
      const item = itemOf(title, () => {
        page.editor.reveal([from], "start");
        page.editor.view.focus();
        page.reading.show(from);
      });
      item.style.setProperty("--depth", level - 1);
      return item;
    }), ...headings.length === 0 ? ["no headings"] : []);
    element("outline-list").querySelector("button")?.focus();
  });

  element("aligns").checked = settings.aligns !== false;
  element("aligns").addEventListener("change", ({ target }) => {
    saveSettings({ aligns: target.checked });
    page.editor.binding.alignsTables = target.checked;
  });
  const colour = (scheme) => { document.documentElement.style.colorScheme = element("theme").value = scheme; };
  colour(settings.theme ?? "light dark");
  element("theme").addEventListener("change", ({ target }) => {
    saveSettings({ theme: target.value });
    colour(target.value);
  });
  element("changes").addEventListener("click", () => {
    const [before, after] = [page.note.base ?? "", page.editor.text];
    const list = document.createElement("pre");
    for (const { mine, theirs } of merged(before, after, before).filter((piece) => typeof piece !== "string")) {
      for (const [tag, text] of [["del", theirs], ["ins", mine]]) if (text) list.append(Object.assign(document.createElement(tag), { textContent: text }));
    }
    page.ask(list.hasChildNodes() ? "Lines that have changed since the note was saved:" : "Nothing has changed since the note was saved.",
      { content: list.hasChildNodes() ? [list] : [], choices: ["Close"] });
  });
  const table = (rows) => {
    const made = document.createElement("table");
    for (const [title, key] of rows) {
      const row = made.insertRow();
      row.insertCell().textContent = title;
      row.insertCell().append(Object.assign(document.createElement("kbd"), { textContent: key }));
    }
    return made;
  };
  element("shortcuts").addEventListener("click", () => {
    const own = [["Save", "mod+s"], ["Notes", "mod+o"], ["Find and replace", "mod+f"], ["Read or write", "mod+alt+p"], ["Undo", "mod+z"], ["Redo", "mod+shift+z"]];
    const commands = engine.commands.filter(({ shortcut }) => shortcut).map(({ title, shortcut }) => [title, shortcut]);
    page.ask("Shortcuts. Type / on an empty line for a menu; press Escape and then Tab to leave the text.",
      { content: [table([...own, ...commands].map(([title, key]) => [title, keyTitle(key)]))], choices: ["Close"] });
  });
  element("licences").addEventListener("click", async () => {
    const text = Object.assign(document.createElement("pre"), { textContent: new TextDecoder().decode(await notices()) });
    page.ask("Libraries in this page", { content: [text], choices: ["Close"] });
  });
}
