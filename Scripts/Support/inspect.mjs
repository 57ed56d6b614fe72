// Inspects a WebAssembly module: it must have no imports and export the memory and the names of a list. Also prints
// its size by brotli.
import { readFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";

const [path, list] = process.argv.slice(2);
const bytes = readFileSync(path);
const module = new WebAssembly.Module(bytes);
const limit = 578_000;
let status = 0;

const imports = WebAssembly.Module.imports(module);
if (imports.length > 0) {
  console.error("imports:", imports);
  status = 1;
}
const wanted = readFileSync(list, "utf8").split("\n").filter(Boolean).concat("memory").sort();
const found = WebAssembly.Module.exports(module).map((entry) => entry.name).sort();
const missing = wanted.filter((name) => !found.includes(name));
const further = found.filter((name) => !wanted.includes(name));
if (missing.length + further.length > 0) {
  console.error("missing:", missing, "further:", further);
  status = 1;
}
const packed = brotliCompressSync(bytes, {
  params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length, [constants.BROTLI_PARAM_QUALITY]: 11 },
}).length;
console.log(`markdown-editing.wasm by brotli: ${packed} of at most ${limit} bytes`);
if (packed > limit) status = 1;
process.exit(status);
