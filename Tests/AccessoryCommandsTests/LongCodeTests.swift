import AccessoryCommands
import EditorTestSupport
import MarkdownSyntax
import Testing
import TextEditing

/// A command in, or beside, long code or HTML is the command on the whole text.
@Suite struct LongCodeTests {
  private static let blocks = [
    "Some *words*.", "**strong** and `code`", "- an item\n- another", "> a quote", "# A heading",
    "[foo]: /u", "A [foo] of words", "    indented *code*",
  ]
  private static let openings = [
    "```", "~~~~ swift", "  ```", "<div>", "<!-- a", "<pre>", "<?x", "<![CDATA[", "```\n```\n```",
  ]
  private static let lines = [
    "let a = *1*", "word", "<p>**x**</p>", "", "    indented", "``", "- a", "> b", "# h",
    "[foo]: /u",
    "[foo]", "``` x", "    ```", "*b*  ", "| a |", "1. one", "***",
  ]
  private static let ends = ["```", "~~~~", "</div>\n", "-->", "</pre>", "?>", "]]>", ""]

  private static func document(_ generator: inout SeededGenerator) -> String {
    var blocks: [String] = []
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      blocks.append(Self.blocks.randomElement(using: &generator) ?? "")
      var lines = [openings.randomElement(using: &generator) ?? ""]
      for _ in 0..<Int.random(in: 1...14, using: &generator) {
        lines.append(Self.lines.randomElement(using: &generator) ?? "")
      }
      lines.append(ends.randomElement(using: &generator) ?? "")
      blocks.append(lines.joined(separator: "\n"))
    }
    return blocks.joined(separator: "\n\n") + "\n\nThe *end*.\n"
  }

  @Test func theSameAsOnTheWholeText() throws {
    let comparison = SliceComparison(
      rounds: 60, selections: 6, widths: [0, 0, 1, 4, 9, 30], sizes: [1, 4],
      isPart: { $0.range.count < $1 })
    try comparison.run(Self.document)
  }

  @Test func commandsOnBlocksAreTheSameAsOnTheWholeText() throws {
    var generator = RandomTests.generator()
    for _ in 0..<RandomTests.rounds(60) {
      let text = Self.document(&generator)
      let source = Array(text.utf8)
      var sizes = MarkdownDocument.Sizes()
      sizes.inner = 1
      let document = try MarkdownDocument(TextBuffer(text), sizes: sizes)
      for _ in 0..<6 {
        let first = Int.random(in: 0...source.count, using: &generator)
        let last = min(
          source.count, first + ([0, 0, 3, 30].randomElement(using: &generator) ?? 0))
        guard let row = CommandRow.all.randomElement(using: &generator),
          let command = EditingCommand(name: row.name)
        else { continue }
        #expect(
          command.outcome(onUTF8: [first..<last], in: document)
            == command.outcome(onUTF8: [first..<last], in: source),
          "\(command.row.name) \(first..<last) in \(text.debugDescription)")
      }
    }
  }
}
