// Keys as the catalogue writes them: "mod+alt+1", mod being Command on Apple's systems and Control
// elsewhere.

import { applied } from "./index.js";

const isApple = () => /Mac|iP(hone|ad|od)/.test(globalThis.navigator?.platform ?? "");
const NAMES = {
  ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right", Enter: "enter", Tab: "tab",
  Backspace: "backspace",
};
const CODES = { Period: ".", Backslash: "\\", Comma: ",", Slash: "/", Minus: "-" };

// The shortcut that a keydown is; "" for a key with which something is typed.
export function shortcutOf(event) {
  // AltGr, with which characters are typed, is Control and Alt to a browser.
  if (event.isComposing || event.keyCode === 229 || event.getModifierState?.("AltGraph")) return "";
  const isMod = isApple() ? event.metaKey : event.ctrlKey;
  if (isApple() ? event.ctrlKey : event.metaKey) return "";
  // WebKitGTK does not name the key of Shift and Tab, which is one of its own to X11.
  const named = NAMES[event.key === "Unidentified" ? event.code : event.key];
  if (!isMod && !event.altKey && !named) return "";
  // With Shift or Alt a digit's key types another character.
  const base = named ?? /^Digit(\d)$/.exec(event.code)?.[1] ?? CODES[event.code]
    ?? (/^[a-z]$/i.test(event.key) ? event.key.toLowerCase() : /^Key([A-Z])$/.exec(event.code)?.[1]?.toLowerCase());
  if (!base) return "";
  return `${isMod ? "mod+" : ""}${event.altKey ? "alt+" : ""}${event.shiftKey ? "shift+" : ""}${base}`;
}

// A shortcut for people: "Ctrl+Alt+1", or "⌥⌘1".
export function keyTitle(shortcut) {
  if (!shortcut) return "";
  const parts = shortcut.split("+");
  const key = parts.pop();
  const signs = isApple() ? { shift: "⇧", alt: "⌥", mod: "⌘" } : { mod: "Ctrl+", alt: "Alt+", shift: "Shift+" };
  const order = isApple() ? ["alt", "shift", "mod"] : ["mod", "alt", "shift"];
  const named = { up: "↑", down: "↓", enter: isApple() ? "↩" : "Enter", tab: "Tab" }[key] ?? key.toUpperCase();
  return order.filter((name) => parts.includes(name)).map((name) => signs[name]).join("") + named;
}

// A shortcut as `aria-keyshortcuts` has it: "Control+Alt+1".
export function ariaKey(shortcut) {
  const names = {
    mod: isApple() ? "Meta" : "Control", alt: "Alt", shift: "Shift", up: "ArrowUp", down: "ArrowDown",
    enter: "Enter", tab: "Tab",
  };
  return shortcut.split("+").map((part) => names[part] ?? part.toUpperCase()).join("+");
}

// Which commands a shortcut is for: several where one applies at a time, as Tab in a table and in a list.
// Paste, Enter and Backspace are not keys here: an editor hears of them otherwise.
export function commandsByShortcut(engine) {
  const found = new Map();
  for (const { name, group, shortcut } of engine.commands) {
    if (!shortcut || group === "typing" || name === "paste-url") continue;
    found.set(shortcut, [...(found.get(shortcut) ?? []), name]);
  }
  return found;
}

// Plans the command that puts a text in place of selections; "" deletes them.
export function replacement(document, selections, text) {
  const length = selections.reduce((sum, [from, to]) => sum + to - from, 0);
  if (selections.length === 1 && length === document.length) {
    // Of a whole text nothing stays that could change: it is not read.
    return { effect: "typed", changes: [{ from: 0, to: document.length, insert: text }],
      selections: carets(selections, text), leaves: [], references: [] };
  }
  return text === "" ? document.plan("backspace", selections) : document.plan("insert-text", selections, { argument: text });
}

// The carets after a text was put in place of ranges.
function carets(ranges, text) {
  let growth = 0;
  return ranges.map(([from, to]) => {
    const caret = from + growth + text.length;
    growth += text.length - (to - from);
    return [caret, caret];
  });
}

// Whether a plan is just what the editor itself does with the ranges, so that the editor may do it and join it to what
// was typed before. `typed`: what replaces the ranges; "" for Backspace, which deletes a character at a caret.
// `text`: a string, or a document, of which no more than the changes is read.
export function isOwn(plan, typed, ranges, text) {
  // Of a character of several code units the editor may take one alone: that is not left to it.
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
