// The drawings of the bar as icons of Obsidian, which its toolbar for phones shows. Obsidian's are 100 by 100.
import * as obsidian from "obsidian";
import { GLYPHS } from "../../Web/look.js";

export function registerIcons(rows) {
  for (const { name, title } of rows) obsidian.addIcon(`markdown-editing-${name}`, icon(GLYPHS[name] ?? title[0]));
}

// Returns what is inside the `svg` element.
export function icon(glyph) {
  const path = /<path d="([^"]+)"/.exec(glyph)?.[1];
  if (path) {
    return "<g transform=\"scale(5)\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.6\" stroke-linecap=\"round\" "
      + `stroke-linejoin="round"><path d="${path}"/></g>`;
  }
  const text = glyph.replace(/<[^>]+>/g, "");
  const style = [/<b>/.test(glyph) && "font-weight=\"800\"", /<i>/.test(glyph) && "font-style=\"italic\"",
    /<s>/.test(glyph) && "text-decoration=\"line-through\"", /<u>/.test(glyph) && "text-decoration=\"underline\""]
    .filter(Boolean).join(" ");
  const size = text.length > 3 ? 36 : text.length > 1 ? 50 : 80;
  return `<text x="50" y="${50 + size * 0.35}" font-size="${size}" text-anchor="middle" fill="currentColor" stroke="none" `
    + `${style}>${text}</text>`;
}
