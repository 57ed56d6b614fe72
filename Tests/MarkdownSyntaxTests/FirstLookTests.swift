import EditorTestSupport
import MarkdownSyntax
import Testing
import TextEditing

/// Checks the first look at an edited text, which reads only the text changed by the edit.
@Suite struct FirstLookTests {
  /// Pieces of constructs and of the prose around them.
  private static let pieces = [
    "a", "b", "ab", " ", " ", "\n", ".", ",", "*", "*", "**", "_", "`", ":", ":", "[", "]", "!",
    "^", "x", "/", "w", "www", "~", "$", "@", "(", ")", "+", "-", "1", "[^a]: ", "- [x] ", "\n",
  ]

  /// For a text without constructs, the first look must judge the edited text correctly: no
  /// construct may be in it, wherever it begins.
  @Test(arguments: ["commonmark", "github", "obsidian", "hugo"])
  func anEditIsJudgedAsTheEditedTextIs(name: String) throws {
    let dialect = try #require(Dialect(name: name))
    var random = RandomTests.generator("first look \(name)")
    func text(_ most: Int) -> [UInt8] {
      let count = Int.random(in: 0...most, using: &random)
      return Array(
        (0..<count).map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined().utf8)
    }
    var judged = 0
    for _ in 0..<RandomTests.rounds(20_000) {
      let before = try ProjectedDocument(text(8), in: dialect, for: .delimited)
      guard before.projection.isIdentity else { continue }
      let source = before.projection.source
      let ends = [0...source.count, 0...source.count].map { Int.random(in: $0, using: &random) }
      let range = min(ends[0], ends[1])..<max(ends[0], ends[1])
      let edit = TextEdit([.init(range, with: text(2))])
      let edited = edit.applying(to: source)
      let after = try ProjectedDocument(edited, in: dialect, for: .delimited)
      let isFree = after.projection.text == edited
      judged += isFree ? 0 : 1
      #expect(
        (before.applying(edit, making: edited) != nil) == isFree,
        "seed \(RandomTests.seed): \(String(decoding: source, as: UTF8.self).debugDescription), \(edit)"
      )
    }
    #expect(judged > 0 || dialect.isCommonMark)
  }
}
