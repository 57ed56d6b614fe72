// The contributions of the extension for Visual Studio Code: commands, keys, menus and settings, made from the
// engine's catalogue and from the declarations of its options.

import { readFile } from "node:fs/promises";

const PREFIX = "markdownEditing";
// Ctrl+K begins Visual Studio Code's chords.
const OTHER_KEYS = { link: "mod+alt+k" };
// Most other shortcuts have a meaning in Visual Studio Code, which a Markdown file should not take away unasked.
const BASIC = ["strong", "emphasis"];
// The default that is not the first value.
const DEFAULTS = { dialect: "github" };
// Two commands, only one of which applies at a time, share a command, which also has the key.
const SHARED = { tab: "Next Cell or Indent", backtab: "Previous Cell or Outdent" };
// The extension's own commands.
const OWN = { "chooseDialect": "Choose the Dialect", "copyHTML": "Copy as HTML", "copyText": "Copy as Plain Text" };
const EDITABLE = `editorTextFocus && editorLangId == markdown && !editorReadonly`;
// Typed keys also have meanings in lists of suggestions, in snippets and in other modes.
const TYPING = [
  EDITABLE, `config.${PREFIX}.typing`, "!isComposing", "!suggestWidgetVisible", "!inlineSuggestionVisible",
  "!inlineEditIsVisible", "!inSnippetMode", "vim.mode != 'Normal'", "vim.mode != 'Visual'", "vim.mode != 'VisualLine'",
  "vim.mode != 'VisualBlock'",
].join(" && ");
const GROUPS = {
  marks: "Text", headings: "Headings", lists: "Lists", blocks: "Blocks", inlines: "Links", tables: "Tables",
  lines: "Lines",
};

const PROPERTIES = {
  shortcuts: {
    type: "string", default: "basic", enum: ["none", "basic", "all"],
    enumDescriptions: [
      "None.", "Ctrl+B and Ctrl+I, on a Mac Command+B and Command+I.",
      "All of the engine's, most of which replace one of the editor's in Markdown files.",
    ],
    markdownDescription: "Shortcuts in Markdown files. Enter, Backspace and Tab have their own setting.",
  },
  typing: {
    type: "boolean", default: true,
    markdownDescription: "Enter, Backspace, Tab and Shift+Tab continue lists, quotes and tables.",
  },
  dateFormat: {
    type: "string", default: "%Y-%m-%d",
    markdownDescription: "The format of the date that *Date* inserts, such as `%d.%m.%Y %H:%M`.",
  },
  statusBar: {
    type: "boolean", default: true,
    markdownDescription: "The status bar shows the dialect, and the marks and blocks at the caret.",
  },
};

// Returns the manifest of the package: the one in Clients/Editors/vscode with everything that is generated.
export async function manifest(base, rows) {
  const options = await settableOptions();
  const isMarkdown = "editorLangId == markdown";
  const isShown = `${isMarkdown} && !editorReadonly`;

  const names = [
    ...rows.map(({ name, title }) => [name, title]), ...Object.entries(SHARED), ...Object.entries(OWN),
  ];
  const commands = names.map(([name, title]) => ({
    command: `${PREFIX}.${name}`, title, category: "Markdown",
    ...name in OWN ? name.startsWith("copy") ? { enablement: isMarkdown } : {} : { enablement: isShown },
  }));

  const binding = (name, shortcut, when) => {
    const [key, mac] = ["ctrl", "cmd"].map((modifier) => shortcut.replace("mod", modifier));
    return { command: `${PREFIX}.${name}`, key, ...mac === key ? {} : { mac }, when };
  };
  const tabs = `${TYPING} && !editorTabMovesFocus && !hasSnippetCompletions && !hasOtherSuggestions`;
  const keybindings = rows.map((row) => ({ ...row, shortcut: OTHER_KEYS[row.name] ?? row.shortcut }))
    .filter(({ shortcut }) => shortcut && !shortcut.endsWith("tab"))
    .map(({ name, group, shortcut }) => binding(name, shortcut, group === "typing" ? TYPING
      : `${EDITABLE}${name === "paste-url" ? " && editorHasSelection" : ""} && config.${PREFIX}.shortcuts ${
        BASIC.includes(name) ? "!= none" : "== all"}`));
  keybindings.push(binding("tab", "tab", tabs), binding("backtab", "shift+tab", tabs));

  const submenus = Object.entries(GROUPS).map(([group, label]) => ({ id: `${PREFIX}.${group}Menu`, label }));
  const numbered = (index) => `1_commands@${index + 1}`;
  const menus = {
    commandPalette: [
      // Enter and Backspace are keys and cannot be chosen as commands.
      ...rows.map(({ name }) =>
        ({ command: `${PREFIX}.${name}`, when: ["newline", "backspace"].includes(name) ? "false" : isMarkdown })),
      ...Object.keys(SHARED).map((name) => ({ command: `${PREFIX}.${name}`, when: "false" })),
    ],
    "editor/context": [{ submenu: PREFIX, group: "1_modification@9", when: isShown }],
    [PREFIX]: [
      ...submenus.map(({ id }, index) => ({ submenu: id, group: numbered(index) })),
    ],
    ...Object.fromEntries(Object.keys(GROUPS).map((group) => [
      `${PREFIX}.${group}Menu`,
      // A command that is missing in the dialect has no state.
      rows.filter((row) => row.group === group).map(({ name }, index) => ({
        command: `${PREFIX}.${name}`, group: numbered(index), when: `${PREFIX}.${name}`,
      })),
    ])),
  };

  const properties = Object.fromEntries([
    ...options.map(({ name, description, values }) => [`${PREFIX}.${name}`, {
      scope: "resource", type: "string", default: DEFAULTS[name] ?? values[0], enum: values,
      markdownDescription: description,
    }]),
    // Keys read these settings in `when` clauses.
    ...Object.entries(PROPERTIES).map(([name, schema]) => [`${PREFIX}.${name}`, { scope: "window", ...schema }]),
  ]);
  return {
    ...base,
    contributes: {
      commands, keybindings, submenus: [{ id: PREFIX, label: "Markdown" }, ...submenus], menus,
      configuration: { title: "Markdown Editing", properties }, ...base.contributes,
    },
  };
}

// Returns the options that have a setting. The editor itself types characters, so typed delimiters have none.
export async function settableOptions() {
  return (await declaredOptions()).filter(({ name }) => name !== "typedDelimiters");
}

// Returns the options declared in Clients/Web/index.d.ts: {name, description, values}.
export async function declaredOptions() {
  const text = await readFile("Clients/Web/index.d.ts", "utf8");
  const body = /export interface Options \{\n(.*?)\n\}/s.exec(text)[1];
  const declared = [...body.matchAll(/\/\*\*(.*?)\*\/\s+(\w+)\?: ([^;]+);/gs)];
  if (declared.length !== body.match(/\?:/g).length) throw new Error("Clients/Web/index.d.ts: an option has no comment");
  return declared.map(([, comment, name, type]) => ({
    name, description: comment.replace(/\s*\n\s*\* ?/g, " ").trim(),
    values: [...type.matchAll(/"([^"]*)"/g)].map(([, value]) => value),
  }));
}
