// The settings: the options of documents, which are those of Clients/Web/index.d.ts, and those of the plugin.
import * as obsidian from "obsidian";
import { SETTINGS } from "markdown-editing-options";

export const DEFAULTS = {
  bar: "mobile", typing: true, dateFormat: "%Y-%m-%d",
  ...Object.fromEntries(SETTINGS.map(({ name, values }) => [name, values[0]])),
  dialect: "obsidian",
};

// The options for the engine; a value that it does not know is the default.
export function optionsOf(settings) {
  return Object.fromEntries(SETTINGS.map(({ name, values }) =>
    [name, values.includes(settings[name]) ? settings[name] : DEFAULTS[name]]));
}

// "indentStep" as "Indent step".
const titled = (name) => name[0].toUpperCase() + name.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

export class SettingsTab extends obsidian.PluginSettingTab {
  constructor(app, plugin) {
    super(app, plugin);
    this.plugin = plugin;
  }

  display() {
    this.containerEl.empty();
    this.#choice("bar", "Bar of buttons", "Above the text.", { off: "Off", mobile: "On phones and tablets", always: "Always" });
    new obsidian.Setting(this.containerEl).setName("Keys for typing")
      .setDesc("Enter, Backspace, Tab, paste and typing over a selection keep lists, quotes, tables and marks.")
      .addToggle((toggle) => toggle.setValue(this.plugin.settings.typing)
        .onChange((typing) => this.plugin.save({ typing })));
    new obsidian.Setting(this.containerEl).setName("Format of the date")
      .setDesc("What the command Date inserts, such as %d.%m.%Y %H:%M.")
      .addText((field) => field.setValue(this.plugin.settings.dateFormat)
        .onChange((dateFormat) => this.plugin.save({ dateFormat: dateFormat || DEFAULTS.dateFormat })));
    for (const { name, description, values } of SETTINGS) {
      const text = name === "dialect" ? "The dialect of Markdown." : description.replaceAll("`", "");
      this.#choice(name, titled(name), text, Object.fromEntries(values.map((value) => [value, value])));
    }
  }

  #choice(name, title, description, choices) {
    new obsidian.Setting(this.containerEl).setName(title).setDesc(description)
      .addDropdown((field) => field.addOptions(choices).setValue(this.plugin.settings[name])
        .onChange((value) => this.plugin.save({ [name]: value })));
  }
}
