// The engine in Deno.
import { load, applied, type Plan, type Outcome } from "../index.js";
const engine = await load(Deno.env.get("MARKDOWN_EDITING_WASM")!);
const document = engine.open("a word", { dialect: "obsidian" });
const outcome: Outcome = document.plan("strong", [[2, 6]]);
if (outcome.unchanged === undefined && outcome.refused === undefined) {
  const plan: Plan = outcome;
  console.log(applied(document.text, plan.changes));
}
