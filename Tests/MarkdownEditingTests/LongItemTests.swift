import EditorTestSupport
import Testing

/// A command on a block of a long item has the same result as on the whole text.
@Suite struct LongItemTests {
  /// Blocks whose lines are indented as in the item.
  private static let blocks = [
    "Some words.", "More *of* them", "**strong** and `code`", "two\nlines", "# A heading",
    "Underlined\n===", "- an item", "- an item\n  with lines\n- another", "1. one\n2. two",
    "> a quote\n> of lines", "> lazy\nas that", "```\ncode *here*\n```", "    indented *code*",
    "<div>\n*raw*", "* * *", "[ref]: /url", "[ref] and [a link](/x)", "- deep\n\n  - deeper **x**",
    "> - in a quote\n>\n>   *more*", "日本語 *と*", "-", "a  \nb\\\nc",
  ]

  private static func document(_ generator: inout SeededGenerator) -> String {
    let starts = ["", "Before.\n\n", "- first\n", "[ref]: /there\n\n"]
    let markers = ["- ", "* ", "1. ", "12) ", "> - ", "-   "]
    let start = starts.randomElement(using: &generator)
    let marker = markers.randomElement(using: &generator) ?? "- "
    let indent = marker.map { $0 == ">" ? ">" : " " }.joined()
    var lines: [String] = []
    for _ in 0..<Int.random(in: 4...14, using: &generator) {
      let block = blocks.randomElement(using: &generator) ?? ""
      lines += block.split(separator: "\n").map(String.init)
      if Int.random(in: 0..<4, using: &generator) > 0 { lines.append("") }
    }
    let text = lines.enumerated().map { ($0 == 0 ? marker : $1.isEmpty ? "" : indent) + $1 }
    let isQuoted = marker.hasPrefix(">")
    return (start ?? "")
      + text.map { $0.isEmpty && isQuoted ? ">\n" : $0 + "\n" }.joined() + marker + "last\n"
  }

  @Test func theSameAsOnTheWholeText() throws {
    let comparison = SliceComparison(
      rounds: 60, selections: 6, widths: [0, 0, 1, 4, 9, 30], sizes: [1, 24],
      isPart: { $0.range.count < $1 })
    try comparison.run(Self.document)
  }
}
