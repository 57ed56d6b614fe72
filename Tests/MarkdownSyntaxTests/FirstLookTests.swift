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
    var random = RandomTests.generator("first look \(name)")
    var judged = 0
    for _ in 0..<RandomTests.rounds(20_000) {
      let count = Int.random(in: 0...8, using: &random)
      let text = (0..<count).map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined()
      let source = Array(text.utf8)
      if Constructs.mayOccur(in: source, dialect, .document) { continue }
      judged += 1
      let seed: Comment = "seed \(RandomTests.seed): \(text.debugDescription)"
      let (own, plain) = (
        try SyntaxTree(source, in: dialect), try SyntaxTree(source, in: .commonMark)
      )
      #expect(own.nodes == plain.nodes, seed)
    }
    #expect(judged > 0)
  }
}
