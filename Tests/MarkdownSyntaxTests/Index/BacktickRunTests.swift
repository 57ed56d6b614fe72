import EditorTestSupport
import MarkdownSyntax
import Testing
import TextEditing

/// Runs of backticks behind a part of a paragraph, as a reader of the whole text counts them.
@Suite struct BacktickRunTests {
  private static let words = String(repeating: "some plain words ", count: 40)

  /// A document with a long paragraph in small pieces, and the part around its tenth byte.
  private static func part(of text: String) throws -> (MarkdownDocument, DocumentRegion) {
    var sizes = MarkdownDocument.Sizes()
    sizes.inner = 16
    let document = try MarkdownDocument(TextBuffer(text), sizes: sizes)
    return (document, document.region(covering: 10..<11))
  }

  /// The lengths of the runs of backticks in a text.
  private static func lengths(in text: Substring.UTF8View) -> Set<Int> {
    var lengths: Set<Int> = []
    for run in text.split(whereSeparator: { $0 != 0x60 }) { lengths.insert(run.count) }
    return lengths
  }

  @Test(arguments: [
    "``c``", "`c`", "```c```", "``", "`c` ``d``", "``d`` `c`", "word", "\\``c``", "``c`", "`````",
  ])
  func aRunOfTheParagraphIsFoundWhereverItStands(behind: String) throws {
    let text =
      Self.words + behind + " " + Self.words + "end\n\nOther ``text``, ````code````.\n"
    let (document, region) = try Self.part(of: text)
    let end = text.firstRange(of: "\n\n")?.lowerBound ?? text.endIndex
    let start = text.utf8.index(text.startIndex, offsetBy: region.range.upperBound)
    try #require(region.isPartial && start < end)
    let lengths = Self.lengths(in: text[start..<end].utf8)
    for count in 1...6 {
      #expect(
        document.hasRun(ofBackticks: count, behind: region) == lengths.contains(count),
        "\(count) in \(behind)")
    }
  }

  @Test func aRunAtTheEndOfTheParagraphCounts() throws {
    let (document, region) = try Self.part(of: Self.words + "end ``")
    #expect(document.hasRun(ofBackticks: 2, behind: region))
    #expect(!document.hasRun(ofBackticks: 1, behind: region))
  }

  @Test func nothingStandsBehindTheEndOfAParagraph() throws {
    var sizes = MarkdownDocument.Sizes()
    sizes.inner = 16
    let text = Self.words + "``c``\n\n``d``\n"
    let document = try MarkdownDocument(TextBuffer(text), sizes: sizes)
    let end = Self.words.utf8.count
    #expect(!document.hasRun(ofBackticks: 2, behind: document.region(covering: end..<end + 1)))
  }
}
