// A TypeScript program that uses the declarations: checked, not run.
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/// <reference lib="esnext" />
import { load } from "../index.js";
import { bindTextarea, type CommandDetail } from "../textarea.js";
import { keyboardCoverage } from "../bar.js";
import { show, sanitized } from "../preview.js";
import { markdownEditing } from "../codemirror.js";
const engine = await load();
const area = document.querySelector("textarea")!;
const binding = bindTextarea(area, engine, { keys: false, inRun: "word", atEdge: "pending", edges: "exact" });
const bar = document.querySelector("markdown-bar")!;
bar.binding = binding;
binding.perform("strong", { action: "mark" });
binding.addEventListener("command", (event) => {
  const { before, after } = (event as CustomEvent<CommandDetail>).detail;
  console.log(before === after);
});
show("<p>x", area); sanitized("x").childNodes; keyboardCoverage({ layoutHeight: 1, offsetTop: 0, height: 1 });
const editing = markdownEditing(engine, {} as any, { keys: { strong: "Mod-b" } });
bar.binding = editing.binding({});
