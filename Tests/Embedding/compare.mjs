// Compares the WebAssembly module with `mdedit batch` and with the Swift packages.
//
//     node compare.mjs MODULE commands REQUESTS ANSWERS    what make-requests.py has printed, and batch's answers
//     node compare.mjs MODULE plans CASES                  what `contract --plans` has written
//
// The exit status is 1 if anything differs.
import { createReadStream, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { applied, load } from "../../Clients/Web/index.js";

const [modulePath, mode, ...paths] = process.argv.slice(2);
const engine = await load(modulePath);

// The words of `contract --plans` for the numbers of markdown_editing.h.
const UNITS = ["utf8", "utf16", "scalar"];
const ACTIONS = ["toggle", "mark", "unmark"];
const EFFECTS = ["added", "removed", "converted", "moved", "typed", "pending"];
const PRESENCES = ["off", "on", "mixed"];
const APPLIES = ["no", "yes", "unknown"];
const REASONS = {
  1: "nothingMarkable", 2: "alreadySo", 3: "caretOutsideText", 4: "noSelection", 6: "composing",
  7: "notInDialect", 8: "nothingToMark", 16: "readingsDiffer", 17: "noSpelling", 19: "unparsable",
  20: "inputRejectedEdit", 21: "insideCharacter", 22: "tooIntricate", 23: "internal", 24: "blocksDiffer",
};

// Returns a difference between the module and an answer of batch, or undefined if there is none.
function commandDifference(request, answer) {
  const units = (text, scalars) => [...text].slice(0, scalars).join("").length;
  const placesIn = (text, places) => places.map(({ start, end }) => [units(text, start), units(text, end)]);
  // As in batch.
  const document = engine.open(request.text, { dialect: "github", steps: "never" });
  try {
    const plan = document.plan(
      request.command, placesIn(request.text, request.selections), { argument: request.argument });
    if (plan.refused) return answer.error ? undefined : `refused: ${plan.message}`;
    if (plan.unchanged) return answer.unchanged === plan.unchanged ? undefined : `unchanged: ${plan.unchanged}`;
    if (answer.error || answer.unchanged) return "a plan";
    const after = applied(request.text, plan.changes);
    if (after !== answer.text) return `another text: ${after}`;
    const wanted = placesIn(after, answer.selections ?? [answer]);
    return JSON.stringify(wanted) === JSON.stringify(plan.selections)
      ? undefined : `other selections: ${JSON.stringify(plan.selections)}`;
  } finally {
    document.close();
  }
}

const numbersOfCommands = new Map(engine.commands.map(({ name }, number) => [name, number]));
const written = (ranges) => ranges.map(([start, end]) => `${start}-${end}`).join(",");

// A document of the module. `exports` are the functions of the header.
class RawDocument {
  constructor(exports, bytes) {
    this.exports = exports;
    this.handle = engine.lending(bytes, (pointer, length) => exports.mde_open(pointer, length, 0));
  }

  bytesAt(pointer, length) { return Buffer.from(new Uint8Array(this.exports.memory.buffer, pointer, length)); }

  ranges(kind) {
    const count = this.exports.mde_change_count(this.handle, kind);
    const numbers = engine.numbers(this.exports.mde_change_ranges(this.handle, kind), 2 * count);
    return Array.from({ length: count }, (_, index) => [numbers[2 * index], numbers[2 * index + 1]]);
  }

  edits() {
    const { exports, handle } = this;
    return this.ranges(0).map(([start, end], index) => ({
      start, end,
      bytes: this.bytesAt(exports.mde_change_text(handle, index), exports.mde_change_text_length(handle, index)),
    }));
  }

  text() {
    const { exports, handle } = this;
    if (exports.mde_text(handle, 0, 0, exports.mde_length(handle, 0)) !== 0) throw new Error("no text");
    return this.bytesAt(exports.mde_result(handle), exports.mde_result_length(handle));
  }

  plan(code) {
    const { exports, handle } = this;
    if (code === 1) return `unchanged ${REASONS[exports.mde_reason(handle)]}`;
    if (code === 2) return `refused ${REASONS[exports.mde_reason(handle)]}`;
    if (code !== 0) return `error ${code} ${engine.string(exports.mde_message(handle))}`;
    return [
      EFFECTS[exports.mde_effect(handle)],
      this.edits().map(({ start, end, bytes }) => `${start}-${end}:${bytes.toString("hex")}`).join(","),
      ...[1, 2, 3].map((kind) => written(this.ranges(kind))),
    ].join(" ");
  }

  // Returns the states in the same order as `wanted`.
  state(wanted) {
    return wanted.split(" ").map((entry) => {
      const [name] = entry.split(":");
      const presence = PRESENCES[this.exports.mde_presence(this.handle, numbersOfCommands.get(name))];
      return `${name}:${presence}:${APPLIES[this.exports.mde_applies(this.handle, numbersOfCommands.get(name))]}`;
    }).join(" ");
  }
}

// Applies edits whose offsets are bytes.
function edited(text, edits) {
  const parts = [];
  let position = 0;
  for (const { start, end, bytes } of edits) {
    parts.push(text.subarray(position, start), bytes);
    position = end;
  }
  return Buffer.concat([...parts, text.subarray(position)]);
}

// Returns a difference between the module and a case, or undefined if there is none.
function planDifference(exports, line) {
  const [hex, unitName, ranges, action, mark, options, plan, state] = line.split("\t");
  const text = Buffer.from(hex, "hex");
  const unit = UNITS.indexOf(unitName);
  const document = new RawDocument(exports, text);
  const { handle } = document;
  if (handle === 0) return "not opened";
  try {
    // The cases are in CommonMark; after the dialect come inRun, atEdge, edges and steps.
    [..."0", ...options].forEach((digit, index) =>
      exports.mde_set_option(handle, [0, 1, 2, 3, 17][index], Number(digit)));
    const numbers = Int32Array.from(ranges.split(/[-,]/).map(Number));
    return engine.lending(new Uint8Array(numbers.buffer), (pointer) => {
      const count = numbers.length / 2;
      if (state !== "") {
        if (exports.mde_state(handle, unit, pointer, count) !== 0) return "no state";
        const found = document.state(state);
        if (found !== state) return `state ${found}, not ${state}`;
      }
      const code = exports.mde_plan(handle, unit, numbersOfCommands.get(mark), ACTIONS.indexOf(action), 0, 0, pointer, count);
      const found = document.plan(code);
      if (found !== plan) return `${found}, not ${plan}`;
      if (code !== 0) return undefined;
      const wanted = unit === 0 ? edited(text, document.edits()) : undefined;
      if (exports.mde_apply(handle) !== 0) return "not applied";
      const after = document.text();
      if (wanted && !after.equals(wanted)) return "applied otherwise than planned";
      const hasEdits = exports.mde_change_count(handle, 0) > 0;
      if (exports.mde_undo(handle, unit) !== (hasEdits ? 0 : 1)) return "not undone";
      if (!document.text().equals(text)) return "undone to another text";
      if (hasEdits && written(document.ranges(1)) !== ranges) return "undone to other selections";
      if (exports.mde_redo(handle, unit) !== (hasEdits ? 0 : 1)) return "not done again";
      return document.text().equals(after) ? undefined : "done again to another text";
    });
  } finally {
    exports.mde_close(handle);
  }
}

let count = 0;
let differences = 0;
function compare(lines, body) {
  count += 1;
  let difference;
  try {
    difference = body();
  } catch (error) {
    difference = error;
  }
  if (difference === undefined) return;
  differences += 1;
  if (differences <= 5) console.error(`line ${count}: ${difference}\n  ${lines.join("\n  ")}`);
}

if (mode === "plans") {
  for await (const line of createInterface({ input: createReadStream(paths[0]) })) {
    compare([line], () => engine.run((exports) => planDifference(exports, line)));
  }
} else {
  const [requests, answers] = paths.map((path) => readFileSync(path, "utf8").split("\n").filter(Boolean));
  requests.forEach((request, index) =>
    compare([request, answers[index]], () => commandDifference(JSON.parse(request), JSON.parse(answers[index]))));
}
console.log(`WebAssembly: ${differences} of ${count} ${mode} differ from Swift's`);
process.exit(differences > 0 || count === 0 ? 1 : 0);
