// @ts-self-types="./colors.d.ts"
// The colours of Markdown in CodeMirror 6: one decoration for each token in view.

import { TOKEN_KINDS, TOKEN_MARKS } from "./index.js";

// `editing` is what `markdownEditing` has returned, `modules` the host's modules of CodeMirror.
export function markdownColors(editing, { Decoration, ViewPlugin }) {
  const decorations = new Map();
  const decorated = (kind, style) => {
    const number = kind * 0x1000000 + style;
    if (!decorations.has(number)) {
      const names = classes(kind, style);
      decorations.set(number, names && Decoration.mark({ class: names }));
    }
    return decorations.get(number);
  };
  const read = (view) => {
    const { document } = editing.binding(view);
    const ranges = [];
    for (const { from, to } of view.visibleRanges) {
      const numbers = document.tokens(from, to);
      for (let token = 0; token < numbers.length; token += 4) {
        const [start, length, kind, style] = numbers.subarray(token, token + 4);
        const decoration = length > 0 && decorated(kind, style);
        if (decoration) ranges.push(decoration.range(start, start + length));
      }
    }
    return Decoration.set(ranges, true);
  };
  return ViewPlugin.define((view) => ({
    decorations: read(view),
    update(update) {
      const isTold = update.transactions.some(({ effects }) => effects.length > 0);
      if (update.docChanged || update.viewportChanged || isTold) this.decorations = read(view);
    },
  }), { decorations: (plugin) => plugin.decorations });
}

// Returns the classes of a token: its kind, its marks, "heading" with its level; none for text without marks.
function classes(kind, style) {
  const names = TOKEN_KINDS[kind] === "text" ? [] : [`md-${TOKEN_KINDS[kind]}`];
  TOKEN_MARKS.forEach((name, bit) => { if (style >> bit & 1) names.push(`md-${name}`); });
  if (style >> 16) names.push("md-heading", `md-heading-${style >> 16}`);
  return names.join(" ");
}
