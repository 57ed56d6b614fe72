// Measures how the cost of every command, key and state in the WebAssembly module grows with the nesting of its document.
//
//     node nesting.mjs MODULE [all]
//
// The documents have 4 to 64 levels of quotes and items, and carets at four
// levels, or at all. The exit status is 1 if anything takes a second of CPU, or eight times as long for twice the depth.
import { load } from "../../Clients/Web/index.js";

const [modulePath, levels] = process.argv.slice(2);
const engine = await load(modulePath);

const LIMIT = 1000;
const GROWTH = 8;
// The milliseconds below which a ratio means nothing.
const FEW = 40;
const MARKERS = {
  bullets: ["- "], numbers: ["1. "], quotes: ["> "], "quotes and bullets": ["> ", "- "],
};
const ARGUMENTS = {
  paste: ["x", "- a\n  - b\n\nc"], "paste-html": ["<ul><li>a<ul><li>b</ul></ul>"], "table-insert": ["2x2"],
  callout: ["note"], "table-to-text": ["csv"], promote: ["", "section"], demote: ["", "section"],
  "renumber-list": ["", "keep"],
};

// A text of nested markers in one line, or one level deeper in each line, with the carets to measure.
function nested(markers, depth, isStairs) {
  let text = "";
  const places = [];
  for (let level = 0; level < depth; level += 1) {
    const own = (number) => markers[number % markers.length];
    for (let outer = 0; isStairs && outer < level; outer += 1) {
      text += own(outer) === "> " ? own(outer) : " ".repeat(own(outer).length);
    }
    const marker = text.length;
    text += own(level) + (isStairs || level + 1 === depth ? "a" : "");
    places.push([marker, marker + 1, text.length]);
    if (isStairs) text += "\n";
  }
  const chosen = levels === "all" ? places : [0, 1, depth / 2, depth - 1].map((level) => places[level]);
  return { text, carets: [...new Set(chosen.flat())] };
}

function milliseconds(body) {
  const start = process.cpuUsage();
  body();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

// The least of several runs if the first is slow: another program, or the compiler, may have interfered.
function cost(body) {
  let least = milliseconds(body);
  for (let run = 0; run < 3 && least > FEW; run += 1) least = Math.min(least, milliseconds(body));
  return least;
}

function costs({ text, carets }) {
  const result = new Map();
  const measure = (name, body) => result.set(name, Math.max(result.get(name) ?? 0, cost(body)));
  const document = engine.open(text, { dialect: "github" });
  for (const selection of [...carets.map((caret) => [caret, caret]), [0, text.length]]) {
    measure("states", () => document.bar([selection]));
    for (const { name } of engine.commands) {
      for (const argument of ARGUMENTS[name] ?? ["x"]) {
        measure(name, () => document.plan(name, [selection], { argument }));
      }
    }
  }
  document.close();
  return result;
}

let problems = 0;
function complain(sentence) {
  problems += 1;
  console.log(sentence);
}

// V8 compiles the module while it runs for the first time.
costs(nested(MARKERS.bullets, 8, true));
let before = new Map();
for (const depth of [4, 8, 16, 32, 64]) {
  const now = new Map();
  for (const [kind, markers] of Object.entries(MARKERS)) {
    for (const isStairs of [false, true]) {
      const name = `${kind} ${isStairs ? "in stairs" : "in one line"}`;
      for (const [row, value] of costs(nested(markers, depth, isStairs))) now.set(`${row}, ${name}`, value);
    }
  }
  const [worst, most] = [...now].reduce((one, other) => (other[1] > one[1] ? other : one));
  console.log(`${depth} deep: at most ${Math.round(most)} ms, ${worst}`);
  for (const [name, value] of now) {
    const small = before.get(name) ?? Infinity;
    if (value > LIMIT) complain(`${name}, ${depth} deep: ${Math.round(value)} ms`);
    if (value > FEW && value > GROWTH * small) {
      complain(`${name}, ${depth} deep: ${Math.round(value)} ms, from ${Math.round(small)} ms`);
    }
  }
  before = now;
}
console.log(`${engine.commands.length} commands and keys and the states, ${problems} too expensive`);
process.exitCode = problems === 0 ? 0 : 1;
