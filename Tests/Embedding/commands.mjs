// Runs commands of the catalogue on random documents with the WebAssembly module, and compares with
// `mdedit batch`.
//
//     node commands.mjs markdown-editing.wasm REQUESTS ANSWERS
import { readFileSync } from "node:fs";
import { argv, exit } from "node:process";
import { applied, load } from "../../Web/index.js";

const [, , path, requests, answers] = argv;
const engine = await load(path);
const lines = (file) => readFileSync(file, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
const units = (text, scalars) => [...text].slice(0, scalars).join("").length;

// Returns a difference, or undefined if there is none.
function wrong(request, answer) {
  const document = engine.open(request.text, { dialect: "github" });
  try {
    const places = request.selections.map(({ start, end }) =>
      [units(request.text, start), units(request.text, end)]);
    const plan = document.plan(request.command, places, { argument: request.argument });
    if (plan.refused) return answer.error ? undefined : `refused: ${plan.message}`;
    if (plan.unchanged) return answer.unchanged === plan.unchanged ? undefined : `unchanged: ${plan.unchanged}`;
    if (answer.error || answer.unchanged) return "a plan";
    const after = applied(request.text, plan.changes);
    if (after !== answer.text) return `another text: ${after}`;
    const wanted = (answer.selections ?? [answer]).map(({ start, end }) => [units(after, start), units(after, end)]);
    return JSON.stringify(wanted) === JSON.stringify(plan.selections)
      ? undefined : `other selections: ${JSON.stringify(plan.selections)}`;
  } finally {
    document.close();
  }
}

const asked = lines(requests);
const found = lines(answers);
let differences = 0;
asked.forEach((request, index) => {
  const difference = wrong(request, found[index]);
  if (difference === undefined) return;
  differences += 1;
  if (differences <= 5) console.error(JSON.stringify(request), JSON.stringify(found[index]), difference);
});
console.log(`WebAssembly: ${differences} of ${asked.length} commands differ from \`mdedit batch\``);
exit(differences > 0 || asked.length === 0 ? 1 : 0);
