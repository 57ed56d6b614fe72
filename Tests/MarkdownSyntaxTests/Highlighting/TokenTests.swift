import EditorTestSupport
import MarkdownSyntax
import Testing
import TextEditing

@Suite("Tokens") struct TokenTests {
  /// Returns each token as `kind text`, followed by the level for a heading, separated by `·`.
  private func tokens(_ source: String, in dialect: Dialect = .gitHub) throws -> String {
    let bytes = Array(source.utf8)
    return try SyntaxTree(bytes, in: dialect).tokens(in: bytes).map {
      let text = String(decoding: bytes[$0.range], as: UTF8.self)
      return "\($0.kind) \(text)" + ($0.level > 0 ? " \($0.level)" : "")
    }.joined(separator: " · ")
  }

  @Test(arguments: [
    ("# a #", "delimiter # 1 · text a 1 · delimiter # 1"),
    ("a\n b\n===", "text a 1 · text b 1 · delimiter === 1"),
    (
      "> - 1. a\n>      b\n>",
      """
      quoteMarker > · listMarker - · listMarker 1. · text a · quoteMarker > · text b · \
      quoteMarker >
      """
    ),
    (
      ">> *a\n> b*",
      "quoteMarker > · quoteMarker > · delimiter * · text a · quoteMarker > · text b · delimiter *"
    ),
    (
      "> ~~~ c d\n>  e\n> ~~~",
      """
      quoteMarker > · delimiter ~~~ · info c d · quoteMarker > · codeBlock e · quoteMarker > · \
      delimiter ~~~
      """
    ),
    ("-     a\n\n      b", "listMarker - · codeBlock a · codeBlock b"),
    ("<p>\n*a*\n\n***", "htmlBlock <p> · htmlBlock *a* · rule ***"),
    ("a <b\n c> d", "text a  · htmlInline <b · htmlInline c> · text  d"),
    (
      "`` `a` `` \\* &amp;",
      "delimiter `` · codeSpan `a` · delimiter `` · text   · escape \\* · text   · reference &amp;"
    ),
    ("a\\\nb  \nc", "text a · hardBreak \\ · text b · hardBreak    · text c"),
    (
      "> [a](<b>\n> \"c\nd\").",
      """
      quoteMarker > · delimiter [ · linkText a · delimiter ](< · destination b · delimiter > · \
      quoteMarker > · delimiter " · title c · title d · delimiter ") · text .
      """
    ),
    (
      "![*a*][b] [b][] [b]\n\n[b]: /c 'd'",
      """
      delimiter ![ · delimiter * · linkText a · delimiter * · delimiter ][ · label b · \
      delimiter ] · text   · delimiter [ · linkText b · delimiter ][] · text   · delimiter [ · \
      linkText b · delimiter ] · delimiter [ · definition b · delimiter ]: · destination /c · \
      delimiter ' · title d · delimiter '
      """
    ),
    (
      "<http://a> www.b.c d@e.f",
      """
      delimiter < · autolink http://a · delimiter > · text   · autolink www.b.c · text   · \
      autolink d@e.f
      """
    ),
    ("a@b.c", "autolink a@b.c"),
    ("ab http://c.d e", "text ab  · autolink http://c.d · text  e"),
    (
      "- [x] a\n- [ ] b",
      "listMarker - · taskBox [x] · text a · listMarker - · taskBox [ ] · text b"
    ),
    (
      "> [!NOTE]\n> a",
      "quoteMarker > · delimiter [! · alertName NOTE · delimiter ] · quoteMarker > · text a"
    ),
    (
      "a | `b\\|c`\n--|:-\nd",
      """
      text a · tablePipe | · delimiter ` · codeSpan b · escape \\| · codeSpan c · \
      delimiter ` · tableRule --|:- · text d
      """
    ),
    (
      "a[^b]\n\n[^b]: c\n    d",
      """
      text a · delimiter [^ · footnoteReference b · delimiter ] · delimiter [^ · \
      footnoteLabel b · delimiter ]: · text c · text d
      """
    ),
    (
      "---\na: b\n---\n$c$ :d: @e",
      """
      delimiter --- · frontMatter a: b · delimiter --- · math $c$ · text   · emoji :d: · \
      text   · mention @e
      """
    ),
  ])
  func kinds(_ source: String, wanted: String) throws {
    #expect(try tokens(source) == wanted)
  }

  @Test(arguments: [
    (
      "[[a|b]] %%c%% ^d", Dialect.obsidian,
      "wikiLink [[a|b]] · text   · comment %%c%% · text   · blockIdentifier ^d"
    ),
    (
      "::: a\nb {{< c >}}\n:::", .hugo,
      "directive ::: a · text b  · template {{< c >}} · directive :::"
    ),
  ])
  func constructs(_ source: String, in dialect: Dialect, wanted: String) throws {
    #expect(try tokens(source, in: dialect) == wanted)
  }

  @Test func marks() throws {
    func marks(_ source: String) throws -> [SyntaxToken.Marks] {
      let bytes = Array(source.utf8)
      return try SyntaxTree(bytes, in: .obsidian).tokens(in: bytes).map(\.marks)
    }
    #expect(
      try marks("***a***")
        == [
          .emphasis, [.emphasis, .strong], [.emphasis, .strong], [.emphasis, .strong], .emphasis,
        ])
    #expect(try marks("~~a~~==b==").map(\.rawValue) == [4, 4, 4, 8, 8, 8])
    #expect(
      try marks("> `a`\n> *b\n> c*").map(\.rawValue)
        == [128, 144, 144, 144, 128, 130, 130, 128, 130, 130])
    #expect(try marks("![a](b)").allSatisfy { $0 == .image })
    #expect(try marks("- [x] a") == [[], .checked, []])
    #expect(try marks("a|\n-|\nb|") == [.tableHeader, .tableHeader, [], [], []])
  }

  /// Returns a fault in the tokens: a wrong order, a line ending, or a byte without a token.
  private func complaint(
    about tokens: [SyntaxToken], in text: [UInt8], of range: Range<Int>
  ) -> String? {
    var end = range.lowerBound
    let isMarked = text.starts(with: [0xEF, 0xBB, 0xBF])
    func isFree(_ bytes: Range<Int>) -> Bool {
      bytes.allSatisfy { (9...13).contains(text[$0]) || text[$0] == 32 || isMarked && $0 < 3 }
    }
    for token in tokens {
      guard token.range.lowerBound >= end || token == tokens.first, !token.range.isEmpty,
        token.range.upperBound <= text.count
      else { return "\(token) after \(end)" }
      if token.range.lowerBound > end, !isFree(end..<token.range.lowerBound) {
        return "no token between \(end) and \(token)"
      }
      if text[token.range].contains(where: { $0 == 10 || $0 == 13 }) { return "\(token) has lines" }
      end = token.range.upperBound
    }
    return end < range.upperBound && !isFree(end..<range.upperBound) ? "no token at \(end)" : nil
  }

  /// Every byte is in one token, and a part of a document has the same tokens as the whole.
  private func expectTokensOfParts(of text: [UInt8], _ ranges: [Range<Int>], in dialect: Dialect)
    throws
  {
    let whole = try SyntaxTree(text, in: dialect).tokens(in: text)
    let found = complaint(about: whole, in: text, of: 0..<text.count)
    #expect(found == nil, described(text))
    let document = try MarkdownDocument(TextBuffer(utf8: text))
    for range in ranges {
      let isSame =
        try document.tokens(of: range, in: dialect) == whole.filter { $0.range.overlaps(range) }
      #expect(isSame, "\(range), \(described(text))")
    }
  }

  @Test func tokensOfRandomDocumentsCoverThem() throws {
    var generator = RandomDocument(generator: RandomTests.generator())
    for _ in 0..<RandomTests.rounds(300) {
      var text = generator.next()
      for _ in 0..<generator.generator.below(4) {
        text += Array("\n\nword\n\n".utf8) + generator.next()
      }
      for dialect in Dialect.known {
        let start = generator.generator.below(text.count + 1)
        let end = Int.random(in: start...text.count, using: &generator.generator)
        try expectTokensOfParts(of: text, [start..<end], in: dialect)
      }
    }
  }

  @Test func tokensOfPagesCoverThem() throws {
    for (_, text) in try Sources.pages() {
      let ranges = stride(from: 0, to: text.count, by: 2000).map { $0..<min($0 + 2000, text.count) }
      try expectTokensOfParts(of: text, ranges, in: .gitHub)
    }
  }

  /// For a range inside a byte order mark, the region begins after the range.
  @Test func beforeAByteOrderMarkEnds() throws {
    let document = try MarkdownDocument(TextBuffer("\u{FEFF}    a [b]\n\n[b]: /c\n"))
    #expect(try document.tokens(of: 0..<1, in: .gitHub).isEmpty)
    #expect(try document.tokens(of: 0..<9, in: .gitHub).map(\.kind) == [.codeBlock])
  }
}
