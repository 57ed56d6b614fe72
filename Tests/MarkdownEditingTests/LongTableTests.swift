import EditorTestSupport
import MarkdownEditing
import MarkdownSyntax
import Testing
import TextEditing

/// A command in a row of a long table has the same result as if the whole table is read.
@Suite struct LongTableTests {
  private static let cells = [
    "word", "**b**", "`c`", "x \\| y", "[r]", "", "~~s~~", "$m$", "*a **b***", "a*", "`", "日本。",
    "https://a.b", "<b>", "[^1]", "\\", "$$", ":x:", "- a", "# b",
  ]
  /// Lines that prevent a table, end it or join other lines. A row of `=` is left out: documents
  /// are cut as CommonMark, which reads it as a setext heading underline.
  private static let others = [
    "|", "- a", "<div>", "a | b", "> c", "---", "| x --> |", "```", " | a |", "text", "",
  ]
  private static let starts = [
    "", "before\n\n", "before\n", "# heading\n", "<!--\n\n", "```\n", "```\n\n", "[r]: /u\n\n",
    "- ", "> ",
    "---\nt: a\n\n", "[^1]: note\n\n", "\u{FEFF}", "  ", "| x |\n",
  ]

  private static func text(_ generator: inout SeededGenerator) -> String {
    func row() -> String {
      if Int.random(in: 0..<800, using: &generator) == 0 {
        return others.randomElement(using: &generator) ?? ""
      }
      let count = Int.random(in: 1...3, using: &generator)
      let row = (0..<count).map { _ in cells.randomElement(using: &generator) ?? "" }
      return "| " + row.joined(separator: " | ") + " |"
    }
    let start = Bool.random(using: &generator) ? starts[1] : starts.randomElement(using: &generator)
    let rows = (0..<200).map { _ in row() }
    let lines = ["| a | b |", "|---|:-:|"] + rows
    let end = Bool.random(using: &generator) ? "\n\n[r]: /u\n\nafter" : "\n\n[^1]: note"
    let text = (start ?? "") + lines.joined(separator: "\n") + end
    return Bool.random(using: &generator) ? text : text.replacing("\n", with: "\r\n")
  }

  @Test func aRowIsPlannedForAsInTheWholeTable() throws {
    var generator = RandomTests.generator()
    for _ in 0..<RandomTests.rounds(40) {
      let text = Self.text(&generator)
      let source = Array(text.utf8)
      let document = try MarkdownDocument(TextBuffer(text))
      let boundaries = text.scalarBoundaries
      for _ in 0..<4 {
        let first = Int.random(in: 0..<boundaries.count, using: &generator)
        let last = min(first + Int.random(in: 0..<30, using: &generator), boundaries.count - 1)
        let range = boundaries[first]..<boundaries[Bool.random(using: &generator) ? first : last]
        let mark = Mark.all(in: .gitHub).randomElement(using: &generator) ?? .strong
        var command = MarkCommand(.toggle, mark, options: .commonMark)
        command.options.dialect = .gitHub
        let outcome = command.outcome(onUTF8: [range], in: document)
        let whole = command.outcome(onUTF8: [range], inWhole: source)
        let comment: Comment =
          "\(mark.name) on \(range) of \(text.debugDescription), seed \(RandomTests.seed)"
        guard case .plan(let plan) = outcome, case .plan(let wholePlan) = whole else {
          #expect(outcome == whole, comment)
          continue
        }
        #expect(plan == wholePlan, comment)
      }
    }
  }

  @Test func aRowIsReadWithTheFirstTwoLines() throws {
    // A row may begin with a letter too.
    let rows = "é | b\n" + String(repeating: "| a | word |\n", count: 1000)
    let document = try MarkdownDocument(TextBuffer("| x | y |\n|---|---|\n" + rows))
    let offset = 10 + 10 + 7 + 13 * 500 + 6
    let (region, _) = try #require(
      document.tableRegion(covering: offset..<offset + 4, in: .gitHub))
    #expect(region.range == offset - 6..<offset + 7)
    #expect(region.bytes == Array("| x | y |\n|---|---|\n| a | word |\n| a | word |\n".utf8))
    let (whole, _) = document.region(
      covering: offset..<offset + 4, wholeItems: false, in: .gitHub)
    #expect(whole.range.count > 13_000)
  }
}
