// Assembles the plugin for Obsidian in a folder. Usage: node Scripts/Support/Editors/obsidian.mjs FOLDER
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bundle } from "./bundle.mjs";
import { declaredOptions } from "./contributions.mjs";

const [folder] = process.argv.slice(2);
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const engine = await readFile(".build/embed/markdown-editing.wasm");
const script = await bundle("Clients/Editors/obsidian/main.js", {
  external: ["obsidian", "@codemirror/view", "@codemirror/state", "@codemirror/commands"],
  data: {
    "markdown-editing-engine": { ENGINE: engine.toString("base64") },
    "markdown-editing-options": { SETTINGS: await declaredOptions() },
  },
});
await writeFile(join(folder, "main.js"), script);
for (const file of ["manifest.json", "styles.css", "README.md"]) await cp(`Clients/Editors/obsidian/${file}`, join(folder, file));
await cp("LICENSE", join(folder, "LICENSE.txt"));
