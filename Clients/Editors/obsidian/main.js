// The commands in Obsidian. The engine is inside, as WebAssembly: nothing is sent anywhere. Scripts/package obsidian joins
// this file with the modules that it imports, and with the engine.
import * as obsidian from "obsidian";
import * as view from "@codemirror/view";
import * as state from "@codemirror/state";
import * as history from "@codemirror/commands";
import { load } from "../../Web/index.js";
import { markdownEditing } from "../../Web/codemirror.js";
import { ASKED, asked, valueFor } from "../questions.js";
import { registerIcons } from "./icons.js";
import { Question } from "./question.js";
import { DEFAULTS, optionsOf, SettingsTab } from "./settings.js";
import { barPanel } from "./panel.js";
import { ENGINE } from "markdown-editing-engine";

// Enter and Backspace are keys, and have no command; typing is Obsidian's.
const KEYS = new Set(["newline", "backspace", "insert-text"]);
// These take what is in the clipboard.
const PASTES = new Set(["paste", "paste-html", "paste-url"]);
// In Live Preview, Obsidian edits a table itself: the text of a cell is an editor of its own, which has only these commands.
const IN_CELLS = new Set(["link", "image", "unlink", "wiki-link", "clear-formatting"]);
const isCell = (view) => view.dom.closest(".cm-table-widget") !== null;

export default class MarkdownEditingPlugin extends obsidian.Plugin {
  #extensions = [];
  #editing;

  async onload() {
    this.settings = { ...DEFAULTS, ...await this.loadData() };
    this.engine = await load(Uint8Array.from(atob(ENGINE), (character) => character.charCodeAt(0)));
    this.apply();
    this.registerEditorExtension(this.#extensions);
    registerIcons(this.engine.commands);
    for (const row of this.engine.commands.filter(({ name }) => !KEYS.has(name))) this.#add(row);
    this.addSettingTab(new SettingsTab(this.app, this));
  }

  async save(changed) {
    Object.assign(this.settings, changed);
    await this.saveData(this.settings);
    this.apply();
    this.app.workspace.updateOptions();
  }

  // The extension for the settings. Obsidian reads the list again when its options are updated.
  apply() {
    const { settings, engine } = this;
    // Obsidian's own hotkeys come before those of its editor: all but Tab are assigned there.
    const keys = Object.fromEntries(engine.commands
      .filter(({ shortcut }) => !shortcut.endsWith("tab")).map(({ name }) => [name, ""]));
    // The keys of Vim's modes are not keys for typing.
    const typing = settings.typing && !this.app.vault.getConfig?.("vimMode");
    // Other extensions have Enter and Tab too: this one is asked first.
    const Prec = { high: state.Prec.highest };
    this.#editing = markdownEditing(engine, { ...view, ...history, ...state, Prec }, {
      ...optionsOf(settings), keys, typing, keepsTab: false, keysIn: (view) => !isCell(view),
    });
    const isShown = settings.bar === "always" || (settings.bar === "mobile" && obsidian.Platform.isMobile);
    this.#extensions.splice(0, Infinity, this.#editing.extension,
      ...isShown ? [barPanel(view.showPanel, this.#editing)] : []);
  }

  #add({ name, title, group }) {
    this.addCommand({
      id: name, name: title, icon: `markdown-editing-${name}`,
      editorCheckCallback: (isChecking, editor) => {
        const binding = this.#bindingOf(editor);
        // Only the commands that the dialect has. A line break has no button.
        if (!binding || (isCell(binding.view) && group !== "marks" && !IN_CELLS.has(name))
          || !(name === "line-break" || binding.bar.some((button) => button.name === name))) return false;
        if (!isChecking) this.#perform(name, title, binding);
        return true;
      },
    });
  }

  // An editor that was opened before the plugin, or one of another kind, has none.
  #bindingOf(editor) {
    try {
      return this.#editing.binding(editor.cm);
    } catch {
      return null;
    }
  }

  async #perform(name, title, binding) {
    if (binding.view.composing) return;
    let argument;
    if (name === "date") argument = this.settings.dateFormat;
    if (PASTES.has(name)) argument = await navigator.clipboard.readText();
    if (ASKED[name]) {
      const { from, to } = binding.view.state.selection.main;
      const value = valueFor(name, binding.document, [from, to]);
      argument = await new Question(this.app, title, asked(name, this.settings.dialect), value).answer();
      if (argument === undefined) return;
    }
    const outcome = binding.perform(name, { argument });
    if (outcome && !outcome.changes) new obsidian.Notice(outcome.message);
    binding.view.focus();
  }
}
