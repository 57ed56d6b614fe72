// The look of the bar: a drawing of 20 by 20 for each button, and the styles.

const drawn = (path) => `<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" fill="none"
  stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"><path d="${path}"/></svg>`;
const LINES = "M8 5h9M8 10h9M8 15h9";
const FRAME = "M3 4.5h14v11H3zM3 8.2h14";
// Returns an element with attributes and children.
export function made(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

export const GLYPHS = {
  strong: "<b>B</b>", emphasis: "<i>I</i>", code: "<code>&lt;/&gt;</code>",
  strikethrough: "<s>S</s>", highlight: "<mark>H</mark>",
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`heading-${level}`, `<b>H<sub>${level}</sub></b>`])),
  heading: "<b>H</b>", paragraph: "<span>¶</span>",
  promote: drawn("M4 16h12M10 13V4M6 8l4-4 4 4"), demote: drawn("M4 4h12M10 7v9M6 12l4 4 4-4"),
  "bullet-list": drawn(`${LINES}M3.5 5h.01M3.5 10h.01M3.5 15h.01`),
  "ordered-list": drawn(`${LINES}M2.4 4l1.5-1v4.6M2.3 13.1c.3-1.5 2.8-1.3 2.5.3-.2 1-1.5 1.7-2.5 3h2.7`),
  "task-list": drawn("M9 5.5h8M9 14.5h8M2.8 5.4l1.3 1.4 2.4-2.9M2.8 14.4l1.3 1.4 2.4-2.9"),
  "task-toggle": drawn("M4 3.5h12v13H4zM7 10l2.2 2.3L13.4 7"),
  "task-cycle": drawn("M4 3.5h12v13H4zM7 13l6-6"),
  "list-sort": drawn("M5.5 3.5v13M3 14l2.5 2.5L8 14M10.5 5h.01M13 5h4M10.5 10h.01M13 10h4M10.5 15h.01M13 15h4"),
  "list-cycle": drawn("M4.5 8a6 6 0 0 1 10.6-1.6M15.5 3.5v3.2h-3.2M15.5 12a6 6 0 0 1-10.6 1.6M4.5 16.5v-3.2h3.2"),
  "move-done": drawn("M3 4h14v3.5H3zM4.5 7.5V16h11V7.5M8 10.5h4"),
  reflow: drawn("M3 5h14M3 10h14M3 15h14"), "join-lines": drawn("M3 5h14M3 10h8M14 7.5v5h-4M12 10.5l-2 2 2 2"),
  "renumber-list": drawn("M9 5h8M9 10h8M9 15h8M2.6 4l1.4-1v4.6M2.3 13.1c.3-1.5 2.8-1.3 2.5.3-.2 1-1.5 1.7-2.5 3h2.7"),
  quote: drawn("M3.5 4v12M7.5 6h9M7.5 10h9M7.5 14h6"),
  callout: drawn("M3.5 4h13v9h-8l-3 3v-3h-2zM10 6.5v2.5M10 10.8h.01"),
  "code-block": drawn("M3 4.5h14v11H3zM7.5 8L5.7 10l1.8 2M12.5 8l1.8 2-1.8 2M10.8 7.5l-1.6 5"),
  "horizontal-rule": drawn("M3 10h14"),
  link: drawn("M8.5 11.5a3 3 0 0 0 4.3 0l2.6-2.6a3 3 0 0 0-4.3-4.3l-1 1M11.5 8.5a3 3 0 0 0-4.3 0l-2.6 2.6a3 3 0 0 0 4.3 4.3l1-1"),
  unlink: drawn("M11.5 8.5a3 3 0 0 0-4.3 0l-2.6 2.6a3 3 0 0 0 4.3 4.3l1-1M8.5 11.5a3 3 0 0 0 4.3 0l2.6-2.6a3 3 0 0 0-4.3-4.3l-1 1M3 3l14 14"),
  image: drawn("M3 4h14v12H3zM3.5 14l4-4 3 3 2.5-2.5 3.5 3.5M13.5 7.5h.01"),
  paste: drawn("M6 4.5H4.5v12h11v-12H14M7 3h6v3H7zM7 9h6M7 11.5h6M7 14h4"),
  "paste-html": drawn("M6 4.5H4.5v12h11v-12H14M7 3h6v3H7zM8.5 9l-2 2 2 2M11.5 9l2 2-2 2"),
  "paste-url": drawn("M6 4.5H4.5v12h11v-12H14M7 3h6v3H7zM7 11h6"),
  keyboard: drawn("M2.5 5.5h15v9h-15zM5.5 8.5h.01M8.5 8.5h.01M11.5 8.5h.01M14.5 8.5h.01M6.5 11.7h7"),
  underline: "<u>U</u>", subscript: "<span>x<sub>2</sub></span>", superscript: "<span>x<sup>2</sup></span>",
  "wiki-link": "<span>[[ ]]</span>", footnote: "<span>x<sup>[1]</sup></span>",
  "footnote-jump": drawn("M7 3.5v13M4.5 14L7 16.5 9.5 14M13 16.5v-13M10.5 6L13 3.5 15.5 6"),
  "footnote-delete": drawn("M3 5h9M3 10h6M3 15h9M13 8l4 4M17 8l-4 4"),
  "footnote-renumber": drawn("M9 5h8M9 10h8M9 15h8M2.6 4l1.4-1v4.6M2.4 12.5h3M2.4 15h3"),
  "reference-links": drawn("M3 5h5M3 9h5M10 3.5H8.5v7H10M14 3.5h1.5v7H14M3 16.5h14M3 13.5h9"),
  "inline-links": drawn("M3 10h4M10 6H8.5v8H10M14 6h1.5v8H14M12 8.5v3M17 10h.01"),
  "sort-definitions": drawn("M5.5 3.5v13M3 14l2.5 2.5L8 14M10.5 5h2M14.5 5H17M10.5 10h2M14.5 10H17M10.5 15h2M14.5 15H17"),
  date: drawn("M3 4.5h14v12H3zM3 8h14M6.5 3v3M13.5 3v3M6.5 11h.01M10 11h.01M13.5 11h.01M6.5 14h.01M10 14h.01"),
  comment: drawn("M6.5 6L3 10l3.5 4M13.5 6l3.5 4-3.5 4M9 10h.01M11 10h.01"),
  "clear-formatting": drawn("M8 16.5h8M4.2 12.2l7-8 5 4.4-5.6 6.4H7.4zM8 8.2l5 4.4"),
  case: "<span>Aa</span>",
  "table-insert": drawn(`${FRAME}M3 12h14M8 4.5v11M12.8 4.5v11`),
  "table-next-cell": drawn("M3 10h10M9.5 6l4 4-4 4M17 5v10"),
  "table-previous-cell": drawn("M17 10H7M10.5 6l-4 4 4 4M3 5v10"),
  "table-add-row": drawn(`${FRAME}M10 10v4M8 12h4`), "table-delete-row": drawn(`${FRAME}M8 12h4`),
  "table-add-column": drawn("M3 4.5h14v11H3zM8 4.5v11M12.5 8v4M10.5 10h4"),
  "table-delete-column": drawn("M3 4.5h14v11H3zM8 4.5v11M10.5 10h4"),
  "table-move-row-up": drawn("M3 11h14v5H3zM10 8.5v-5M7.5 6L10 3.5 12.5 6"),
  "table-move-row-down": drawn("M3 4h14v5H3zM10 11.5v5M7.5 14l2.5 2.5 2.5-2.5"),
  "table-move-column-left": drawn("M11 3h5v14h-5zM8.5 10h-5M6 7.5L3.5 10 6 12.5"),
  "table-move-column-right": drawn("M4 3h5v14H4zM11.5 10h5M14 7.5l2.5 2.5-2.5 2.5"),
  "table-sort": drawn("M6 3.5v13M3.5 14L6 16.5 8.5 14M11 5h6M11 10h4.5M11 15h3"),
  "table-from-text": drawn("M2.5 6h4M2.5 10h4M2.5 14h4M8 10h2M11 4.5h6.5v11H11zM11 9h6.5M14.2 4.5v11"),
  "table-to-text": drawn("M2.5 4.5H9v11H2.5zM2.5 9H9M5.7 4.5v11M10.5 10h2M14 6h3.5M14 10h3.5M14 14h3.5"),
  "table-format": drawn(`${FRAME}M6 12l2.5 1.5L14 10.5`),
  "align-left": drawn("M3 5h14M3 10h8M3 15h11"), "align-center": drawn("M3 5h14M6 10h8M4.5 15h11"),
  "align-right": drawn("M3 5h14M9 10h8M6 15h11"),
  indent: drawn("M3 5h14M9 10h8M3 15h14M3.5 8l2.2 2-2.2 2"),
  outdent: drawn("M3 5h14M9 10h8M3 15h14M5.7 8l-2.2 2 2.2 2"),
  "move-line-up": drawn("M10 16V4M5.5 8.5L10 4l4.5 4.5"),
  "move-line-down": drawn("M10 4v12M5.5 11.5L10 16l4.5-4.5"),
  "duplicate-line": drawn("M7 7h9.5v9.5H7zM13 7V3.5H3.5V13H7"),
  "move-section-up": drawn("M3.5 3.5h13M10 16.5v-9M6 11l4-4 4 4"), "move-section-down": drawn("M3.5 16.5h13M10 3.5v9M6 9l4 4 4-4"),
  "table-of-contents": drawn("M3.5 4.5h.01M6 4.5h11M6.5 8.2h.01M9 8.2h8M6.5 11.8h.01M9 11.8h8M3.5 15.5h.01M6 15.5h11"),
  "select-section": drawn("M3.5 5h13M3.5 9h13v7h-13z"), "delete-section": drawn("M4 6h12M8 6V3.5h4V6M5.5 6l.8 10.5h7.4L14.5 6"),
};

// The list of the slash menu, as a theme of CodeMirror.
export const LIST_STYLE = {
  ".cm-slash": {
    position: "fixed", zIndex: 20, boxSizing: "border-box", width: "min(260px, 100vw - 16px)", margin: 0,
    padding: "6px", overflowY: "auto", listStyle: "none", font: "15px/1.3 system-ui, sans-serif", borderRadius: "12px",
    border: "1px solid #8886", boxShadow: "0 6px 24px #0003", background: "Canvas", color: "CanvasText",
  },
  ".cm-slash li": {
    display: "flex", alignItems: "center", gap: "12px", minHeight: "34px", padding: "0 8px", borderRadius: "8px",
  },
  ".cm-slash li[aria-selected=true]": { background: "Highlight", color: "HighlightText" },
  ".cm-slash span": { display: "grid", width: "24px", flex: "none", justifyItems: "center" },
  "@media (pointer: coarse)": { ".cm-slash li": { minHeight: "44px" } },
};

export const STYLE = `
:host {
  --bar-background: light-dark(#f6f5f2, #242321); --bar-text: light-dark(#22211e, #eceae5); --bar-line: light-dark(#dedbd4, #3a3835);
  --bar-lit: light-dark(#22211e, #eceae5); --bar-lit-text: light-dark(#fff, #1b1a18); --bar-hover: light-dark(#eae7e0, #34322f);
  --bar-focus: light-dark(#2563eb, #8ab4ff); --bar-quiet: light-dark(#6a665f, #a8a39a);
  display: block; box-sizing: border-box; background: var(--bar-background); color: var(--bar-text);
  border-block: 1px solid var(--bar-line); font: 16px/1 system-ui, sans-serif;
  -webkit-user-select: none; user-select: none; touch-action: manipulation;
}
:host([hidden]) { display: none; }
:host([docked]) { position: fixed; inset-inline: 0; bottom: 0; z-index: 10; border-block-end: 0; }
[role=toolbar] { display: flex; align-items: center; gap: 4px; padding: 5px 8px; position: relative; }
[role=separator] { flex: none; width: 1px; height: 22px; background: var(--bar-line); margin-inline: 1px; }
button {
  all: unset; box-sizing: border-box; min-width: 44px; height: 38px; padding-inline: 10px;
  border-radius: 8px; display: inline-flex; align-items: center; justify-content: center;
  cursor: default; position: relative; flex: none;
}
button:hover { background: var(--bar-hover); }
button:focus-visible { outline: 2px solid var(--bar-focus); outline-offset: -2px; }
button[aria-pressed=true], button[aria-checked=true] { background: var(--bar-lit); color: var(--bar-lit-text); }
button[aria-pressed=mixed]::after, button[aria-checked=mixed]::after {
  content: ""; position: absolute; inset-block-end: 5px; inset-inline: 12px; height: 2.5px;
  border-radius: 2px; background: currentColor;
}
button[aria-disabled=true] { opacity: .35; }
[role=menu] button[aria-disabled=true] { opacity: 1; }
[role=menu] button[aria-disabled=true]:not([aria-checked=true]) { color: var(--bar-quiet); }
svg { display: block; } sub { font-size: 11px; vertical-align: -2px; } span { font-size: 17px; }
b { font-weight: 800; } i { font-family: Georgia, serif; font-size: 18px; }
code { font: 600 13px ui-monospace, monospace; letter-spacing: -1px; }
mark { background: #ffe58a; color: #22211e; padding: 1px 5px; border-radius: 3px; font-weight: 600; }
.more { margin-inline-start: auto; }
[role=menu], form, .sizes, .note {
  position: absolute; inset-inline-end: 8px; background: var(--bar-background); z-index: 11;
  border: 1px solid var(--bar-line); border-radius: 12px; padding: 6px;
  box-shadow: 0 6px 24px #0003; inset-block-start: calc(100% + 2px); box-sizing: border-box;
  max-width: calc(100% - 16px);
}
[role=menu] { width: 300px; }
[role=menu], form { overflow-y: auto; overscroll-behavior: contain; }
.up { inset-block: auto calc(100% + 2px) !important; }
[hidden] { display: none !important; }
.sizes p { margin: 0 0 4px; text-align: center; font-size: 15px; line-height: 24px; font-variant-numeric: tabular-nums; }
.grid {
  position: relative; touch-action: none; background-size: var(--cell) var(--cell); outline-offset: 2px;
  background-image:
    linear-gradient(var(--bar-quiet) 1px, #0000 1px), linear-gradient(90deg, var(--bar-quiet) 1px, #0000 1px);
}
.grid:focus-visible { outline: 2px solid var(--bar-focus); }
.grid i {
  position: absolute; inset-block-start: 0; inset-inline-start: 0;
  width: calc(var(--columns) * var(--cell)); height: calc(var(--rows) * var(--cell));
  background: color-mix(in srgb, var(--bar-focus) 40%, #0000);
}
[role=menu] button { display: flex; width: 100%; gap: 12px; justify-content: start; font-size: 15px; }
[role=menu] .glyph { width: 24px; display: inline-flex; justify-content: center; flex: none; }
[role=menu] kbd { margin-inline-start: auto; font: 12px/1 system-ui, sans-serif; color: var(--bar-quiet); padding-inline-start: 12px; }
button[aria-checked=true] kbd { color: inherit; }
[role=menu] h3 {
  all: unset; display: block; font-size: 12px; font-weight: 600; color: var(--bar-quiet); padding: 10px 10px 4px;
}
.note { font-size: 14px; line-height: 1.4; padding: 8px 12px; z-index: 12; }
form { display: flex; flex-wrap: wrap; gap: 6px; width: min(420px, calc(100% - 16px)); align-items: center; }
form input {
  flex: 1 1 130px; min-width: 0; box-sizing: border-box; min-height: 38px;
  font: 16px/1.2 system-ui, sans-serif; padding: 8px 10px; border-radius: 8px;
  border: 1px solid var(--bar-line); background: Canvas; color: CanvasText;
}
form button { background: var(--bar-lit); color: var(--bar-lit-text); }
form button:hover { background: var(--bar-lit); text-decoration: underline; }
@media (pointer: coarse) {
  [role=menu] kbd { display: none; }
  button, form input { min-height: 44px; }
}
@media (forced-colors: active) {
  button { border: 1px solid ButtonText; }
  button[aria-pressed=true], button[aria-checked=true] { background: Highlight; color: HighlightText; forced-color-adjust: none; }
  button[aria-disabled=true] { color: GrayText; opacity: 1; }
}
`;
