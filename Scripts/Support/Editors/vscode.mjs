// Assembles the extension for Visual Studio Code: the files of the .vsix in a folder, and the manifest of the
// archive. Usage: node Scripts/Support/Editors/vscode.mjs FOLDER
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { load } from "../../../Clients/Web/index.js";
import { bundle } from "./bundle.mjs";
import { manifest, settableOptions } from "./contributions.mjs";

const [folder] = process.argv.slice(2);
const engine = ".build/embed/markdown-editing.wasm";
const extension = join(folder, "extension");
await rm(folder, { recursive: true, force: true });
await mkdir(extension, { recursive: true });

const bytes = await readFile(engine);
const { commands } = await load(bytes);
const base = JSON.parse(await readFile("Clients/Editors/vscode/package.json", "utf8"));
const made = await manifest(base, commands);
const script = await bundle("Clients/Editors/vscode/extension.js", {
  external: ["vscode"], data: { "markdown-editing-options": { SETTINGS: await settableOptions() } },
});
await Promise.all([
  writeFile(join(extension, "package.json"), `${JSON.stringify(made, null, 2)}\n`),
  writeFile(join(extension, "extension.js"), script),
  writeFile(join(extension, "markdown-editing.wasm"), bytes),
  cp("Clients/Editors/vscode/README.md", join(extension, "README.md")),
  cp("LICENSE", join(extension, "LICENSE.txt")),
  cp("Clients/Editors/vscode/walkthrough", join(extension, "walkthrough"), { recursive: true }),
]);

const xml = (text) => String(text).replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
const property = (id, value) => `      <Property Id="Microsoft.VisualStudio.Code.${id}" Value="${xml(value)}" />`;
const asset = (type, path) => `    <Asset Type="Microsoft.VisualStudio.${type}" Path="extension/${path}" Addressable="true" />`;
await writeFile(join(folder, "extension.vsixmanifest"), `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011" xmlns:d="http://schemas.microsoft.com/developer/vsx-schema-design/2011">
  <Metadata>
    <Identity Language="en-US" Id="${xml(made.name)}" Version="${xml(made.version)}" Publisher="${xml(made.publisher)}" />
    <DisplayName>${xml(made.displayName)}</DisplayName>
    <Description xml:space="preserve">${xml(made.description)}</Description>
    <Tags>${xml([...made.keywords, "__web_extension"].join(","))}</Tags>
    <Categories>${xml(made.categories.join(","))}</Categories>
    <GalleryFlags>Public</GalleryFlags>
    <Properties>
${property("Engine", made.engines.vscode)}
${property("ExtensionDependencies", "")}
${property("ExtensionPack", "")}
${property("ExtensionKind", made.extensionKind.join(","))}
${property("LocalizedLanguages", "")}
    </Properties>
    <License>extension/LICENSE.txt</License>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code" />
  </Installation>
  <Dependencies />
  <Assets>
${asset("Code.Manifest", "package.json")}
${asset("Services.Content.Details", "README.md")}
${asset("Services.Content.License", "LICENSE.txt")}
  </Assets>
</PackageManifest>
`);
await writeFile(join(folder, "[Content_Types].xml"), `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${
  [["json", "application/json"], ["js", "application/javascript"], ["wasm", "application/wasm"], ["md", "text/markdown"],
    ["txt", "text/plain"], ["vsixmanifest", "text/xml"]]
    .map(([name, type]) => `<Default Extension=".${name}" ContentType="${type}" />`).join("")}</Types>
`);
