// What the tests of Visual Studio Code and of Obsidian share. In their notation, "|" is a caret, "⟨" and "⟩" enclose a
// selection, and "¦" is a pipe.

// Returns a text and its selections as pairs of offsets.
export function unmarked(marked) {
  const ranges = [];
  let from = 0;
  let offset = 0;
  for (const character of marked) {
    if (character === "|") ranges.push([offset, offset]);
    else if (character === "⟨") from = offset;
    else if (character === "⟩") ranges.push([from, offset]);
    else offset += character.length;
  }
  return [marked.replace(/[⟨⟩|]/gu, "").replaceAll("¦", "|"), ranges];
}

// Returns a text with its selections in the notation.
export function remarked(text, ranges) {
  const places = ranges.flatMap(([anchor, active]) => anchor === active ? [[anchor, "|"]]
    : [[Math.min(anchor, active), "⟨"], [Math.max(anchor, active), "⟩"]]).sort(([one], [other]) => other - one);
  let marked = text.replaceAll("|", "¦");
  for (const [at, sign] of places) marked = marked.slice(0, at) + sign + marked.slice(at);
  return marked;
}

// An object of a stand-in: members that it does not have fail by name, except those that are asked of a promise or a module.
export const strict = (name, object) => new Proxy(object, {
  get(target, key) {
    if (key in target || typeof key === "symbol" || ["then", "__esModule"].includes(key)) return target[key];
    throw new Error(`the stand-in has no ${name}.${key}`);
  },
});

// Evaluates a `when` clause; a key that is not set is false. But for names, it is an expression of JavaScript.
export function holds(when, context) {
  const expression = (when || "true").replace(
    /([\w.]+) (==|!=) '?([\w.]+)'?|(?!(?:true|false)\b)\b[A-Za-z][\w.]*/g, (name, compared, operator, value) =>
      compared ? `(String(context["${compared}"]) ${operator} "${value}")` : `context["${name}"]`);
  return Boolean(new Function("context", `return ${expression};`)(context));
}
