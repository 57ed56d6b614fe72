// Assembles what Visual Studio Code or Obsidian installs, in a folder.
// Usage: node Scripts/Support/Editors/assemble.mjs vscode|obsidian FOLDER
// MARKDOWN_EDITING_REPOSITORY is the address of the public repository, which the extension's page then links.
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { load } from "../../../Clients/Web/index.js";
import { declaredOptions, manifest, settableOptions } from "./contributions.mjs";

const [editor, folder] = process.argv.slice(2);
const bytes = await readFile(".build/embed/markdown-editing.wasm");
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
await (editor === "vscode" ? vscode() : obsidian());

async function obsidian() {
  await writeFile(join(folder, "main.js"), await bundle("Clients/Editors/obsidian/main.js", {
    external: ["obsidian", "@codemirror/view", "@codemirror/state", "@codemirror/commands"],
    data: {
      "markdown-editing-engine": { ENGINE: bytes.toString("base64") },
      "markdown-editing-options": { SETTINGS: await declaredOptions() },
    },
  }));
  for (const file of ["manifest.json", "styles.css", "README.md"]) {
    await cp(`Clients/Editors/obsidian/${file}`, join(folder, file));
  }
  await cp("LICENSE", join(folder, "LICENSE.txt"));
}

// The files of the .vsix, and the manifest of the archive.
async function vscode() {
  const extension = join(folder, "extension");
  await cp("Clients/Editors/vscode/walkthrough", join(extension, "walkthrough"), { recursive: true });
  await cp("Clients/Editors/vscode/README.md", join(extension, "README.md"));
  await cp("Clients/Editors/vscode/icon.png", join(extension, "icon.png"));
  await cp("CHANGELOG.md", join(extension, "CHANGELOG.md"));
  await cp("LICENSE", join(extension, "LICENSE.txt"));
  await writeFile(join(extension, "markdown-editing.wasm"), bytes);
  await writeFile(join(extension, "extension.js"), await bundle("Clients/Editors/vscode/extension.js", {
    external: ["vscode"], data: { "markdown-editing-options": { SETTINGS: await settableOptions() } },
  }));
  const base = JSON.parse(await readFile("Clients/Editors/vscode/package.json", "utf8"));
  const repository = process.env.MARKDOWN_EDITING_REPOSITORY;
  const made = {
    ...await manifest(base, (await load(bytes)).commands),
    ...repository && { repository: { type: "git", url: repository }, homepage: repository, bugs: `${repository}/issues` },
  };
  await writeFile(join(extension, "package.json"), `${JSON.stringify(made, null, 2)}\n`);

  const xml = (text) => String(text).replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
  const properties = {
    Engine: made.engines.vscode, ExtensionDependencies: "", ExtensionPack: "",
    ExtensionKind: made.extensionKind.join(","), LocalizedLanguages: "",
  };
  const pages = {
    "Services.Branding.Color": made.galleryBanner.color, "Services.Branding.Theme": made.galleryBanner.theme,
    ...repository && {
      "Services.Links.Source": repository, "Services.Links.Getstarted": repository,
      "Services.Links.Support": `${repository}/issues`, "Services.Links.Learn": repository,
    },
  };
  const assets = {
    "Code.Manifest": "package.json", "Services.Content.Details": "README.md",
    "Services.Content.Changelog": "CHANGELOG.md", "Services.Content.License": "LICENSE.txt",
    "Services.Icons.Default": made.icon,
  };
  const lines = (table, line) => Object.entries(table).map(line).join("\n");
  await writeFile(join(folder, "extension.vsixmanifest"), `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011" xmlns:d="http://schemas.microsoft.com/developer/vsx-schema-design/2011">
  <Metadata>
    <Identity Language="en-US" Id="${xml(made.name)}" Version="${xml(made.version)}" Publisher="${xml(made.publisher)}" />
    <DisplayName>${xml(made.displayName)}</DisplayName>
    <Description xml:space="preserve">${xml(made.description)}</Description>
    <Tags>${xml([...made.keywords, "__web_extension"].join(","))}</Tags>
    <Categories>${xml(made.categories.join(","))}</Categories>
    <GalleryFlags>Public Preview</GalleryFlags>
    <Properties>
${lines(properties, ([id, value]) => `      <Property Id="Microsoft.VisualStudio.Code.${id}" Value="${xml(value)}" />`)}
${lines(pages, ([id, value]) => `      <Property Id="Microsoft.VisualStudio.${id}" Value="${xml(value)}" />`)}
    </Properties>
    <License>extension/LICENSE.txt</License>
    <Icon>extension/${xml(made.icon)}</Icon>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code" />
  </Installation>
  <Dependencies />
  <Assets>
${lines(assets, ([type, path]) => `    <Asset Type="Microsoft.VisualStudio.${type}" Path="extension/${path}" Addressable="true" />`)}
  </Assets>
</PackageManifest>
`);
  const types = {
    json: "application/json", js: "application/javascript", wasm: "application/wasm", md: "text/markdown",
    txt: "text/plain", png: "image/png", vsixmanifest: "text/xml",
  };
  await writeFile(join(folder, "[Content_Types].xml"), `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${
  lines(types, ([name, type]) => `<Default Extension=".${name}" ContentType="${type}" />`)}</Types>
`);
}

// Joins ES modules into one CommonJS file, which is what both editors load: its text exports the entry's exports or its
// default. `external` has the names of modules that the host provides, and `data` modules that contain only values, by
// name. Each module becomes a function that returns its exports. Only the forms of imports and exports that this project
// uses are supported, at the start of a line: named ones, `* as`, a default class, and none.
async function bundle(entry, { external, data }) {
  const modules = new Map();

  async function add(path) {
    if (modules.has(path)) return;
    modules.set(path, "");
    const needed = [], names = [];
    const reference = (source) => {
      if (source in data) return JSON.stringify(data[source]);
      if (external.includes(source)) return `require(${JSON.stringify(source)})`;
      if (!source.startsWith(".")) throw new Error(`${path} imports ${source}, which is not in the package`);
      needed.push(join(dirname(path), source));
      return `modules[${JSON.stringify(needed.at(-1))}]`;
    };
    const text = (await readFile(path, "utf8"))
      .replace(/^import (?:\* as (\w+)|\{([^}]*)\}) from "([^"]+)";$/gm, (_, all, some, source) =>
        `const ${all ?? `{${some.replace(/ as /g, ": ")}}`} = ${reference(source)};`)
      .replace(/^import "([^"]+)";$/gm, (_, source) => `${reference(source)};`)
      .replace(/^export \{([^}]*)\} from "([^"]+)";$/gm, (_, some, source) => {
        names.push(...some.split(",").map((one) => one.trim()).filter(Boolean));
        return `const {${some}} = ${reference(source)};`;
      })
      .replace(/^export default (class|function) (\w+)/gm, (_, kind, exported) => {
        names.push(`default: ${exported}`);
        return `${kind} ${exported}`;
      })
      .replace(/^export ((?:async )?(?:function\*?|class|const|let) (\w+))/gm, (_, declaration, exported) => {
        names.push(exported);
        return declaration;
      })
      // An engine in a separate file is always passed as bytes.
      .replace(" = new URL(\"./markdown-editing.wasm\", import.meta.url)", "");
    const left = /^(import|export)\b.*|import\.meta.*/m.exec(text);
    if (left) throw new Error(`${path}: not understood: ${left[0]}`);
    for (const other of needed) await add(other);
    // After the modules that it needs.
    modules.delete(path);
    modules.set(path, `modules[${JSON.stringify(path)}] = (() => {\n${text}\nreturn { ${names.join(", ")} };\n})();\n`);
  }

  await add(entry);
  return `"use strict";\nconst modules = {};\n${[...modules.values()].join("")}`
    + `const entry = modules[${JSON.stringify(entry)}];\nmodule.exports = entry.default ?? entry;\n`;
}
