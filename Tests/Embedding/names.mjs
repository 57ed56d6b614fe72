// The words of `contract --plans` for the numbers of markdown_editing.h.
export const names = {
  units: ["utf8", "utf16", "scalar"],
  actions: ["toggle", "mark", "unmark"],
  effects: ["added", "removed", "converted", "moved", "typed"],
  presences: ["off", "on", "mixed"],
  applies: ["no", "yes", "unknown"],
  reasons: {
    1: "nothingMarkable", 2: "alreadySo", 3: "caretOutsideText", 4: "noSelection", 6: "composing",
    7: "notInDialect",
    16: "readingsDiffer", 17: "noSpelling", 18: "autolinkInLink", 19: "unparsable",
    20: "inputRejectedEdit", 21: "insideCharacter", 22: "tooIntricate",
    23: "internal",
  },
};
