import EditorTestSupport

/// A text, of any size, that may take a planner seconds, and its selection.
struct PlannerFamily {
  var name: String
  var text: (Int) -> [UInt8]

  init(_ name: String, _ text: @escaping (Int) -> [UInt8]) {
    self.name = name
    self.text = text
  }

  /// Creates a family that repeats each unit equally often. For example, `a a a b b b c c c`.
  init(units: [String]) {
    name = units.map(\.debugDescription).joined(separator: " ")
    text = { size in
      let count = max(1, size / max(1, units.reduce(0) { $0 + $1.utf8.count }))
      return units.flatMap { Array(String(repeating: $0, count: count).utf8) }
    }
  }

  /// The families of the parser's tests, and those found to be slow in the planner.
  static var all: [PlannerFamily] {
    HostileFamily.all.map { family in
      PlannerFamily(family.name) { family.document(byteCount: $0) }
    } + own
  }

  private static var own: [PlannerFamily] {
    [
      PlannerFamily(units: ["*", "* <"]),
      PlannerFamily(units: ["*a **a ", "b", " a** a*"]),
      PlannerFamily(units: ["*_", "a", "_*"]),
      PlannerFamily(units: ["_![", "````"]),
      PlannerFamily(units: ["\\日"]),
      PlannerFamily(units: ["*a* `b` **c** "]),
      PlannerFamily(units: ["**a** b\n"]),
      PlannerFamily(units: ["**a_"]),
      PlannerFamily(units: ["[a] *[b](c)* `x` "]),
      PlannerFamily(units: ["彼は「**はい**」と言った。"]),
      PlannerFamily(units: ["word* **two some**it* o *x y**z end "]),
      PlannerFamily("a line with stray delimiters") { size in
        let line =
          "Start *end** word* beta *end**delta**some**it* text**alpha*text stop. "
        return Array(String(repeating: line, count: max(1, size / line.utf8.count)).utf8)
      },
      PlannerFamily("blanks between two words") { size in
        Array(("a word" + String(repeating: " ", count: size) + "b word").utf8)
      },
      PlannerFamily("a padded table") { size in
        let row = "| word" + String(repeating: " ", count: 40) + "| other |\n"
        return Array(("| a | b |\n|---|---|\n" + String(repeating: row, count: size / 55)).utf8)
      },
    ]
  }

  /// The pieces of random patterns: the parser's tokens that matter to marks.
  static let tokens = [
    "*", "**", "***", "_", "__", "`", "``", "a", "b ", " ", "\n", "[", "](u)", "![", "<", ">", "\\",
    "&amp;", "日", "。", "!", "<b>", "\\*", "c* ", " *d",
  ]
}

extension PlannerFamily {
  /// Returns the word around the first letter at or after the middle of a text, or up to eight
  /// bytes around the middle if no letter follows.
  static func word(in text: [UInt8]) -> Range<Int> {
    func isLetter(_ index: Int) -> Bool {
      text.indices.contains(index) && (0x61...0x7A).contains(text[index] | 0x20)
    }
    let middle = text.count / 2
    guard let first = (middle..<text.count).first(where: isLetter) else {
      return max(0, middle - 4)..<min(text.count, middle + 4)
    }
    var (start, end) = (first, first + 1)
    while isLetter(start - 1) { start -= 1 }
    while isLetter(end) { end += 1 }
    return start..<end
  }
}
