import EditorTestSupport
import MarkdownSyntax
import Testing

/// Checks the first look at a text, which skips the reading of constructs in most texts.
@Suite struct FirstLookTests {
  /// Pieces of constructs and of the prose around them.
  private static let pieces = [
    "a", "b", "ab", " ", " ", "\n", ".", ",", "*", "*", "**", "_", "`", ":", ":", "[", "]", "!",
    "^", "x", "/", "http://", "w", "www", "~", "$", "@", "(", ")", "+", "-", "1", "[^a]: ",
    "- [x] ", "\n",
  ]

  /// A text in which the first look finds nothing has no constructs.
  @Test(arguments: ["github", "obsidian", "hugo"])
  func noConstructIsMissed(name: String) throws {
    let dialect = try #require(Dialect(name: name))
    let syntax = try #require(InlineSyntax(dialect))
    var random = RandomTests.generator("first look \(name)")
    var judged = 0
    for _ in 0..<RandomTests.rounds(20_000) {
      let count = Int.random(in: 0...8, using: &random)
      let text = (0..<count).map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined()
      let source = Array(text.utf8)
      let reading = try DocumentReading(source, in: dialect)
      if Constructs.mayOccur(in: source, dialect, .document) { continue }
      judged += 1
      #expect(
        try DocumentReading(source, in: dialect, .document).document.text == source,
        "seed \(RandomTests.seed): \(text.debugDescription)")
      for leaf in reading.leaves {
        #expect(
          reading.tokens(of: leaf, syntax) == reading.tokens(of: leaf),
          "seed \(RandomTests.seed): \(text.debugDescription)")
      }
    }
    #expect(judged > 0)
  }
}
