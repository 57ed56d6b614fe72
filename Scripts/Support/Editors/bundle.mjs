// Joins ES modules into one CommonJS file, which is what Visual Studio Code and Obsidian load.
//
// Each module becomes a function that returns its exports. Only the forms of imports and exports that this project
// uses are supported, at the start of a line: named ones, `* as`, a default class, and none.

import { readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";

const IMPORT = /^import (?:\* as (\w+)|\{([^}]*)\}) from "([^"]+)";$/gm;
const EFFECT = /^import "([^"]+)";$/gm;
const REEXPORT = /^export \{([^}]*)\} from "([^"]+)";$/gm;
const DEFAULT = /^export default (class|function) (\w+)/gm;
const EXPORT = /^export ((?:async )?(?:function\*?|class|const|let) (\w+))/gm;
// An engine in a separate file is always passed as bytes.
const ADDRESS = " = new URL(\"./markdown-editing.wasm\", import.meta.url)";

// Returns the text of the file, which exports the entry's exports or its default. `entry` is a path, `external` has
// the names of modules that the host provides, and `data` has modules that contain only values, by name.
export async function bundle(entry, { external = [], data = {} } = {}) {
  const modules = new Map();
  const root = process.cwd();
  const name = (path) => relative(root, path);

  async function add(path) {
    if (modules.has(path)) return;
    modules.set(path, "");
    let text = await readFile(path, "utf8");
    const needed = [];
    const reference = (source) => {
      if (source in data) return JSON.stringify(data[source]);
      if (external.includes(source)) return `require(${JSON.stringify(source)})`;
      if (!source.startsWith(".")) throw new Error(`${name(path)} imports ${source}, which is not in the package`);
      const other = join(dirname(path), source);
      needed.push(other);
      return `modules[${JSON.stringify(name(other))}]`;
    };
    const names = [];
    text = text
      .replace(IMPORT, (_, all, some, source) =>
        `const ${all ?? `{${some.replace(/ as /g, ": ")}}`} = ${reference(source)};`)
      .replace(EFFECT, (_, source) => `${reference(source)};`)
      .replace(REEXPORT, (_, some, source) => {
        names.push(...some.split(",").map((one) => one.trim()).filter(Boolean));
        return `const {${some}} = ${reference(source)};`;
      })
      .replace(DEFAULT, (_, kind, exported) => {
        names.push(`default: ${exported}`);
        return `${kind} ${exported}`;
      })
      .replace(EXPORT, (_, declaration, exported) => {
        names.push(exported);
        return declaration;
      })
      .replace(ADDRESS, "");
    const left = /^(import|export)\b.*|import\.meta.*/m.exec(text);
    if (left) throw new Error(`${name(path)}: not understood: ${left[0]}`);
    for (const other of needed) await add(other);
    // After the modules that it needs.
    modules.delete(path);
    modules.set(path, `modules[${JSON.stringify(name(path))}] = (() => {\n${text}\nreturn { ${names.join(", ")} };\n})();\n`);
  }

  const start = join(root, entry);
  await add(start);
  return `"use strict";\nconst modules = {};\n${[...modules.values()].join("")}`
    + `const entry = modules[${JSON.stringify(name(start))}];\nmodule.exports = entry.default ?? entry;\n`;
}
