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
  const size = text.length > 3 ? 36 : text.length > 1 ? 50 : 80;
  const raised = glyph.replace(/<su([bp])>([^<]*)<\/su[bp]>/g, (_, place, small) =>
    `{tspan font-size="60%" dy="${(place === "b" ? 0.25 : -0.4) * size}"}${small}{/tspan}`)
    .replace(/<[^>]+>/g, "").replaceAll("{", "<").replaceAll("}", ">");
  const style = [["b", "font-weight=\"800\""], ["i", "font-style=\"italic\""], ["s", "text-decoration=\"line-through\""],
    ["u", "text-decoration=\"underline\""]].filter(([tag]) => glyph.includes(`<${tag}>`)).map(([, written]) => written);
  const frame = glyph.includes("<mark>")
    ? "<rect x=\"10\" y=\"8\" width=\"80\" height=\"84\" rx=\"14\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"8\"/>" : "";
  return `${frame}<text x="50" y="${50 + size * 0.35}" font-size="${frame ? 62 : size}" text-anchor="middle" fill="currentColor" `
    + `stroke="none" ${style.join(" ")}>${raised}</text>`;
}
