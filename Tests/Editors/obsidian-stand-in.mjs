// A stand-in for Obsidian, in a page or in Node: loads a plugin, shows editors of CodeMirror with the plugin's extensions, and
// runs commands as the palette does. What a plugin uses of the interface and is not here fails by name.

import { strict } from "./marked.mjs";

// `modules`: those of CodeMirror that Obsidian gives to plugins, all in one; `isMobile`: whether it is a phone.
export class Host {
  constructor({ modules, isMobile = false, data = null, config = {} }) {
    Object.assign(this, { modules, data, config, commands: new Map(), icons: new Map(), extensions: [], tabs: [],
      notices: [], own: [], modals: [] });
    this.isMobile = isMobile;
    this.app = strict("app", {
      vault: { getConfig: (name) => this.config[name] },
      workspace: strict("workspace", { updateOptions: () => this.#updateOptions() }),
    });
    this.obsidian = this.#interface();
  }

  async load(source, manifest) {
    const module = { exports: {} };
    const require = (name) => {
      if (name === "obsidian") return this.obsidian;
      if (["@codemirror/view", "@codemirror/state", "@codemirror/commands"].includes(name)) return this.modules;
      throw new Error(`Obsidian has no module ${name}`);
    };
    new Function("module", "exports", "require", source)(module, module.exports, require);
    const Plugin = module.exports.default ?? module.exports;
    this.plugin = new Plugin(this.app, manifest);
    await this.plugin.onload();
    this.#updateOptions();
    return this;
  }

  unload() {
    this.plugin.onunload();
    this.extensions = [];
    this.commands.clear();
    this.#updateOptions();
  }

  // Another editor, with keys of Obsidian's own that are asked early too.
  open(text, ranges = [[0, 0]], parent = document.body) {
    const { EditorView, EditorState, EditorSelection, Compartment, Prec, history, keymap, defaultKeymap, historyKeymap } = this.modules;
    const own = (key, insert) => ({ key, run: (view) => {
      this.own.push(key);
      view.dispatch(view.state.replaceSelection(insert));
      return true;
    } });
    this.compartment = new Compartment();
    this.view?.destroy();
    this.view = new EditorView({
      parent, state: EditorState.create({
        doc: text, selection: EditorSelection.create(ranges.map(([anchor, head]) => EditorSelection.range(anchor, head))),
        extensions: [
          this.compartment.of(this.extensions), EditorState.allowMultipleSelections.of(true), history(),
          Prec.high(keymap.of([own("Enter", "\n"), own("Tab", "\t")])), keymap.of([...defaultKeymap, ...historyKeymap]),
        ],
      }),
    });
    this.view.focus();
    return this.view;
  }

  // The editor of a table's cell in Live Preview, which has all extensions too.
  openCell(text, ranges) {
    const [widget, cell] = ["cm-embed-block cm-table-widget markdown-rendered", "table-cell-wrapper"]
      .map((className) => Object.assign(document.createElement("div"), { className }));
    widget.append(cell);
    document.body.append(widget);
    return this.open(text, ranges, cell);
  }

  get text() { return this.view.state.doc.toString(); }
  get ranges() { return this.view.state.selection.ranges.map(({ anchor, head }) => [anchor, head]); }

  // The commands that the palette shows.
  palette() { return [...this.commands.keys()].filter((id) => this.#call(id, true)); }
  run(id) { return this.#call(id, true) && this.#call(id, false); }
  #call(id, isChecking) { return this.commands.get(id).editorCheckCallback(isChecking, { cm: this.view }) === true; }

  #updateOptions() {
    this.view?.dispatch({ effects: this.compartment.reconfigure([...this.extensions]) });
  }

  #interface() {
    const host = this;
    const element = (tag) => globalThis.document?.createElement(tag);
    class Modal {
      constructor(app) {
        if (app !== host.app) throw new Error("a modal belongs to the app");
        for (const name of ["containerEl", "titleEl", "contentEl"]) this[name] = element("div");
        this.containerEl?.append(this.titleEl, this.contentEl);
      }
      open() {
        document.body.append(this.containerEl);
        host.modals.push(this);
        this.onOpen();
      }
      close() {
        this.containerEl.remove();
        host.modals = host.modals.filter((modal) => modal !== this);
        this.onClose();
      }
    }
    class Setting {
      constructor(container) {
        this.settingEl = element("div");
        this.name = element("label");
        this.settingEl.append(this.name);
        container.append(this.settingEl);
      }
      setName(name) { this.name.textContent = name; return this; }
      setDesc() { return this; }
      #add(tag, body, more) {
        const field = element(tag);
        this.settingEl.append(field);
        const component = strict(tag, {
          setValue(value) { if (field.type === "checkbox") field.checked = value; else field.value = value; return component; },
          onChange(changed) {
            field.addEventListener(tag === "input" && field.type !== "checkbox" ? "input" : "change",
              () => changed(field.type === "checkbox" ? field.checked : field.value));
            return component;
          },
          ...more(field, () => component),
        });
        body(component);
        return this;
      }
      addText(body) { return this.#add("input", body, (inputEl) => ({ inputEl })); }
      addToggle(body) { return this.#add("input", body, (field) => (field.type = "checkbox", {})); }
      addDropdown(body) {
        return this.#add("select", body, (field, self) => ({
          addOptions(options) {
            for (const [value, title] of Object.entries(options)) field.append(new Option(title, value));
            return self();
          },
        }));
      }
      addButton(body) {
        return this.#add("button", body, (field, self) => ({
          setButtonText(text) { field.textContent = text; return self(); },
          setCta: () => self(),
          onClick(clicked) { field.addEventListener("click", clicked); return self(); },
        }));
      }
    }
    class Plugin {
      constructor(app, manifest) { Object.assign(this, { app, manifest }); }
      onunload() {}
      addCommand(command) {
        for (const field of ["id", "name", "icon", "editorCheckCallback"]) if (!command[field]) throw new Error(`a command has no ${field}`);
        if (command.hotkeys) throw new Error(`${command.id}: a plugin has no default hotkeys`);
        if (host.commands.has(command.id)) throw new Error(`${command.id} is there already`);
        host.commands.set(command.id, command);
        return command;
      }
      registerEditorExtension(extension) { host.extensions.push(extension); }
      addSettingTab(tab) { host.tabs.push(tab); }
      async loadData() { return host.data; }
      async saveData(data) { host.data = JSON.parse(JSON.stringify(data)); }
    }
    return strict("obsidian", {
      Modal, Setting, Plugin, Platform: strict("Platform", { isMobile: this.isMobile }),
      PluginSettingTab: class {
        constructor(app, plugin) { Object.assign(this, { app, plugin, containerEl: element("div") }); }
      },
      Notice: class { constructor(message) { host.notices.push(message); } },
      addIcon: (id, svg) => void host.icons.set(id, svg),
    });
  }
}

// What Obsidian adds to elements.
if (globalThis.HTMLElement) {
  HTMLElement.prototype.empty = function empty() { this.replaceChildren(); };
  HTMLElement.prototype.setText = function setText(text) { this.textContent = text; };
}
