// Keys as in the catalogue: "mod+alt+1", where mod is Command on Apple systems and Control on others.

import { applied } from "./index.js";

const isApple = () => /Mac|iP(hone|ad|od)/.test(globalThis.navigator?.platform ?? "");
const NAMES = {
  ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right", Enter: "enter", Tab: "tab",
  Backspace: "backspace",
};
const CODES = { Period: ".", Backslash: "\\", Comma: ",", Slash: "/", Minus: "-" };

// Returns the shortcut of a keydown, or "" for a key that types something.
export function shortcutOf(event) {
  // AltGr, which types characters, is Control and Alt to a browser.
  if (event.isComposing || event.keyCode === 229 || event.getModifierState?.("AltGraph")) return "";
  const isMod = isApple() ? event.metaKey : event.ctrlKey;
  if (isApple() ? event.ctrlKey : event.metaKey) return "";
  // WebKitGTK does not name Shift and Tab, which X11 treats as a separate key.
  const named = NAMES[event.key === "Unidentified" ? event.code : event.key];
  if (!isMod && !event.altKey && !named) return "";
  // With Shift or Alt, a digit's key types another character.
  const base = named ?? /^Digit(\d)$/.exec(event.code)?.[1] ?? CODES[event.code]
    ?? (/^[a-z]$/i.test(event.key) ? event.key.toLowerCase() : /^Key([A-Z])$/.exec(event.code)?.[1]?.toLowerCase());
  if (!base) return "";
  return `${isMod ? "mod+" : ""}${event.altKey ? "alt+" : ""}${event.shiftKey ? "shift+" : ""}${base}`;
}

// Returns a shortcut for people: "Ctrl+Alt+1", or "⌥⌘1".
export function keyTitle(shortcut) {
  if (!shortcut) return "";
  const parts = shortcut.split("+");
  const key = parts.pop();
  const signs = isApple() ? { shift: "⇧", alt: "⌥", mod: "⌘" } : { mod: "Ctrl+", alt: "Alt+", shift: "Shift+" };
  const order = isApple() ? ["alt", "shift", "mod"] : ["mod", "alt", "shift"];
  const named = { up: "↑", down: "↓", enter: isApple() ? "↩" : "Enter", tab: "Tab" }[key] ?? key.toUpperCase();
  return order.filter((name) => parts.includes(name)).map((name) => signs[name]).join("") + named;
}

// Returns a shortcut for `aria-keyshortcuts`: "Control+Alt+1".
export function ariaKey(shortcut) {
  const names = {
    mod: isApple() ? "Meta" : "Control", alt: "Alt", shift: "Shift", up: "ArrowUp", down: "ArrowDown",
    enter: "Enter", tab: "Tab",
  };
  return shortcut.split("+").map((part) => names[part] ?? part.toUpperCase()).join("+");
}

// Maps shortcuts to commands. There are several if only one applies at a time, as for Tab in a table or a list.
// Paste, Enter and Backspace are missing, because editors receive them in other ways.
export function commandsByShortcut(engine) {
  const found = new Map();
  for (const { name, group, shortcut } of engine.commands) {
    if (!shortcut || group === "typing" || name === "paste-url") continue;
    found.set(shortcut, [...(found.get(shortcut) ?? []), name]);
  }
  return found;
}

// Plans the command that replaces selections with a text; "" deletes them.
export function replacement(document, selections, text) {
  const length = selections.reduce((sum, [from, to]) => sum + to - from, 0);
  if (selections.length === 1 && length === document.length) {
    // If the whole text is replaced, nothing remains that could change, so the engine does not read it.
    return { effect: "typed", changes: [{ from: 0, to: document.length, insert: text }],
      selections: carets(selections, text), leaves: [], references: [] };
  }
  return text === "" ? document.plan("backspace", selections) : document.plan("insert-text", selections, { argument: text });
}

// Returns the carets after ranges were replaced with a text.
function carets(ranges, text) {
  let growth = 0;
  return ranges.map(([from, to]) => {
    const caret = from + growth + text.length;
    growth += text.length - (to - from);
    return [caret, caret];
  });
}

// Whether a plan is exactly the editor's own edit of the ranges, so that the editor can make it and join it to
// earlier typing. `typed` replaces the ranges; "" is Backspace, which deletes a character at a caret. `text` is a
// string, or a document of which only the changed parts are read.
export function isOwn(plan, typed, ranges, text) {
  // The editor might delete only one code unit of a character with several, so it must not.
  const cuts = ([from, to]) => typed === "" && from === to && /[^\x20-\x7e]|^$/.test(text.slice(Math.max(0, from - 2), from));
  if (ranges.some(cuts)) return false;
  const own = ranges.map(([from, to]) => [typed === "" && from === to ? from - 1 : from, to]);
  const [places, expected] = [plan.selections, carets(own, typed)];
  return places.length === own.length && places.every(([from, to], at) => from === to && from === expected[at][0])
    && isSame(text, plan.changes, own.map(([from, to]) => ({ from, to, insert: typed })));
}

// Whether two lists of changes have the same result. Only the part of the text that they touch is read.
function isSame(text, ...lists) {
  const start = Math.min(...lists.flat().map(({ from }) => from));
  const part = text.slice(start, Math.max(...lists.flat().map(({ to }) => to)));
  const [one, other] = lists.map((list) =>
    applied(part, list.map(({ from, to, insert }) => ({ from: from - start, to: to - start, insert }))));
  return one === other;
}
