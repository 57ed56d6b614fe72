// Repeats the cases of `contract --plans` with the WebAssembly module, and compares.
//
//     node compare.mjs markdown-editing.wasm CASES
//
// Each command is planned, applied and undone. The text after it must be the edits applied to the
// text before, and undo must restore the text before. The exit status is 1 if anything differs.
import { openSync, readFileSync, readSync, closeSync } from "node:fs";
import { argv, exit } from "node:process";
import { names } from "./names.mjs";

const [, , modulePath, casesPath] = argv;
const module = new WebAssembly.Module(readFileSync(modulePath));
const engine = new WebAssembly.Instance(module).exports;
const commands = new Map();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
for (let command = 0; command < engine.mde_catalogue_count(); command++) {
  commands.set(cString(engine.mde_catalogue_text(command, 0)), command);
}

function cString(pointer) {
  const bytes = new Uint8Array(engine.memory.buffer, pointer);
  return decoder.decode(bytes.subarray(0, bytes.indexOf(0)));
}

function bytesAt(pointer, length) {
  return Buffer.from(engine.memory.buffer, pointer, length);
}

// Lends a copy of some bytes to a call.
function lending(bytes, body) {
  const pointer = engine.mde_allocate(bytes.length);
  new Uint8Array(engine.memory.buffer).set(bytes, pointer);
  try {
    return body(pointer, bytes.length);
  } finally {
    engine.mde_release(pointer);
  }
}

function rangesOf(document, kind) {
  const count = engine.mde_change_count(document, kind);
  const pointer = engine.mde_change_ranges(document, kind);
  const numbers = new Int32Array(engine.memory.buffer, pointer, 2 * count);
  return Array.from({ length: count }, (_, index) => [numbers[2 * index], numbers[2 * index + 1]]);
}

const written = (ranges) => ranges.map(([start, end]) => `${start}-${end}`).join(",");

function textOf(document) {
  const length = engine.mde_length(document, 0);
  if (engine.mde_text(document, 0, 0, length) !== 0) throw new Error("no text");
  return Buffer.from(bytesAt(engine.mde_result(document), engine.mde_result_length(document)));
}

function planOf(document, code) {
  if (code === 1) return `unchanged ${names.reasons[engine.mde_reason(document)]}`;
  if (code === 2) return `refused ${names.reasons[engine.mde_reason(document)]}`;
  if (code !== 0) return `error ${code} ${cString(engine.mde_message(document))}`;
  const edits = rangesOf(document, 0).map((range, index) => {
    const length = engine.mde_change_text_length(document, index);
    return `${written([range])}:${bytesAt(engine.mde_change_text(document, index), length).toString("hex")}`;
  });
  return [
    names.effects[engine.mde_effect(document)], edits.join(","), written(rangesOf(document, 1)),
    written(rangesOf(document, 2)), written(rangesOf(document, 3)),
  ].join(" ");
}

// Returns the states in the same order as `wanted`.
function stateOf(document, wanted) {
  return wanted.split(" ").map((entry) => {
    const name = entry.split(":")[0];
    const command = commands.get(name);
    const presence = names.presences[engine.mde_presence(document, command)];
    return `${name}:${presence}:${names.applies[engine.mde_applies(document, command)]}`;
  }).join(" ");
}

// Applies the edits of a plan, whose offsets are bytes, here.
function edited(text, document) {
  const parts = [];
  let end = 0;
  rangesOf(document, 0).forEach(([start, stop], index) => {
    parts.push(text.subarray(end, start));
    const length = engine.mde_change_text_length(document, index);
    parts.push(Buffer.from(bytesAt(engine.mde_change_text(document, index), length)));
    end = stop;
  });
  parts.push(text.subarray(end));
  return Buffer.concat(parts);
}

// Returns a fault in the answers to a line, or undefined if there is none.
function wrong(line) {
  const [hex, unitName, ranges, action, mark, options, plan, state] = line.split("\t");
  const text = Buffer.from(hex, "hex");
  const unit = names.units.indexOf(unitName);
  const document = lending(text, (pointer, length) => engine.mde_open(pointer, length, 0));
  if (document === 0) return "not opened";
  try {
    // The cases are in CommonMark; after the dialect come inRun, atEdge and edges.
    [..."0", ...options].forEach((digit, option) => engine.mde_set_option(document, option, Number(digit)));
    const numbers = Int32Array.from(ranges.split(/[-,]/).map(Number));
    return lending(new Uint8Array(numbers.buffer), (pointer) => {
      const count = numbers.length / 2;
      if (state !== "") {
        if (engine.mde_state(document, unit, pointer, count) !== 0) return "no state";
        const found = stateOf(document, state);
        if (found !== state) return `state ${found}, not ${state}`;
      }
      const code = engine.mde_plan(
        document, unit, commands.get(mark), names.actions.indexOf(action), 0, 0, pointer, count);
      const found = planOf(document, code);
      if (found !== plan) return `${found}, not ${plan}`;
      if (code !== 0) return undefined;
      const wanted = unit === 0 ? edited(text, document) : undefined;
      if (engine.mde_apply(document) !== 0) return "not applied";
      const after = textOf(document);
      if (wanted && !after.equals(wanted)) return "applied otherwise than planned";
      const hasEdits = engine.mde_change_count(document, 0) > 0;
      if (engine.mde_undo(document, unit) !== (hasEdits ? 0 : 1)) return "not undone";
      if (!textOf(document).equals(text)) return "undone to another text";
      if (hasEdits && written(rangesOf(document, 1)) !== ranges) return "undone to other selections";
      if (engine.mde_redo(document, unit) !== (hasEdits ? 0 : 1)) return "not done again";
      if (!textOf(document).equals(after)) return "done again to another text";
      return undefined;
    });
  } finally {
    engine.mde_close(document);
  }
}

// Yields the lines of a file, which may be long.
function* linesOf(path) {
  const file = openSync(path, "r");
  const chunk = Buffer.alloc(1 << 20);
  let rest = "";
  for (let count; (count = readSync(file, chunk)) > 0;) {
    const lines = (rest + chunk.latin1Slice(0, count)).split("\n");
    rest = lines.pop();
    yield* lines;
  }
  closeSync(file);
  if (rest !== "") yield rest;
}

let count = 0;
let differences = 0;
for (const line of linesOf(casesPath)) {
  count += 1;
  let found;
  try {
    found = wrong(line);
  } catch (error) {
    console.error(`line ${count} stops the module: ${error}\n  ${line}`);
    exit(1);
  }
  if (found === undefined) continue;
  differences += 1;
  if (differences <= 5) console.error(`line ${count}: ${found}\n  ${line}`);
}
console.log(`WebAssembly: ${differences} of ${count} outcomes differ from native ones`);
exit(differences > 0 || count === 0 ? 1 : 0);
