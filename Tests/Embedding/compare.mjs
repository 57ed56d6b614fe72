// Compares the WebAssembly module with `mdedit batch`.
//
//     node compare.mjs MODULE REQUESTS ANSWERS    what make-requests.py has printed, and batch's answers
//
// The exit status is 1 if anything differs.
import { readFileSync } from "node:fs";
import { applied, load } from "../../Clients/Web/index.js";

const [modulePath, ...paths] = process.argv.slice(2);
const engine = await load(modulePath);

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

const [requests, answers] = paths.map((path) => readFileSync(path, "utf8").split("\n").filter(Boolean));
let differences = 0;
requests.forEach((request, index) => {
  let difference;
  try {
    difference = commandDifference(JSON.parse(request), JSON.parse(answers[index]));
  } catch (error) {
    difference = error;
  }
  if (difference === undefined) return;
  differences += 1;
  if (differences <= 5) console.error(`line ${index + 1}: ${difference}\n  ${request}\n  ${answers[index]}`);
});
console.log(`WebAssembly: ${differences} of ${requests.length} commands differ from Swift's`);
process.exit(differences > 0 || requests.length === 0 ? 1 : 0);
