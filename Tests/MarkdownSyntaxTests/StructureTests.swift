import EditorTestSupport
import MarkdownSyntax
import Testing
import TextEditing

@Suite("Folds, expanded selections and statistics follow the structure")
struct StructureTests {
  /// Returns the text of a range on one line; `⏎` is a line ending.
  private func text(_ range: Range<Int>, of source: String) -> String {
    let bytes = Array(source.utf8)[range].map { $0 == 13 ? 10 : $0 }
    return String(decoding: bytes, as: UTF8.self).replacing("\n", with: "⏎")
  }

  private func folds(_ source: String) throws -> [String] {
    let bytes = Array(source.utf8)
    return try SyntaxTree(bytes, in: .gitHub).folds(of: bytes).map {
      "\($0.kind) \(text($0.range, of: source))"
    }
  }

  @Test func sectionsAndBlocksOfSeveralLinesFold() throws {
    #expect(
      try folds("# a\n\nb\n\n## c\nd\n\n# e\n") == [
        "heading # a⏎⏎b⏎⏎## c⏎d", "heading ## c⏎d",
      ])
    #expect(
      try folds("---\na: b\n---\n- a\n  b\n- c\n\n> d\n> e\n\n```\nf\n") == [
        "metadata ---⏎a: b⏎---", "list - a⏎  b⏎- c", "item - a⏎  b", "quote > d⏎> e", "code ```⏎f",
      ])
    #expect(
      try folds("|a|\n|-|\n\n<p>\n</p>\n\n[^1]: a\n\n    b\n\n[^1]\n- a\n  b\n") == [
        "table |a|⏎|-|", "html <p>⏎</p>", "footnote [^1]: a⏎⏎    b", "list - a⏎  b",
      ])
    #expect(try folds("a\nb\n\n- c\n\n# d") == [] && folds("") == [])
    #expect(try folds("# a\r\nb\r\n\r\n") == ["heading # a⏎⏎b"])
  }

  private func selections(_ marked: String, in dialect: Dialect = .gitHub) throws -> [String] {
    let parts = marked.split(separator: "‸", omittingEmptySubsequences: false)
    let source = parts.joined()
    let start = parts[0].utf8.count
    let end = parts.count > 2 ? start + parts[1].utf8.count : start
    let bytes = Array(source.utf8)
    return try SyntaxTree(bytes, in: dialect).selectionRanges(around: start..<end, in: bytes).map {
      text($0, of: source)
    }
  }

  @Test func selectionsExpandFromWordsToTheDocument() throws {
    #expect(
      try selections("# T\n\nOne two. See **a [b‸ig c](d)** e! F.\n\n# U\n") == [
        "big", "big c", "[big c](d)", "a [big c](d)", "**a [big c](d)**", "See **a [big c](d)** e!",
        "One two. See **a [big c](d)** e! F.", "# T⏎⏎One two. See **a [big c](d)** e! F.⏎⏎",
        "# T⏎⏎One two. See **a [big c](d)** e! F.⏎⏎# U⏎",
      ])
    #expect(
      try selections("> - a\n> - b‸\n>   - c\n") == [
        "b", "- b⏎>   - c", "- a⏎> - b⏎>   - c", "> - a⏎> - b⏎>   - c", "> - a⏎> - b⏎>   - c⏎",
      ])
    #expect(
      try selections("|a|b c|\n|-|-|\n|d|‸e|\n") == [
        "e", "|d|e|", "|a|b c|⏎|-|-|⏎|d|e|", "|a|b c|⏎|-|-|⏎|d|e|⏎",
      ])
    #expect(try selections("‸").isEmpty)
    #expect(try selections("a‸ b ‸c") == ["a b c"])
  }

  @Test func sentencesEndAtTheirMarks() throws {
    func sentence(_ marked: String) throws -> String? { try selections(marked).dropFirst().first }
    #expect(try sentence("It is 3.5 m, e.g. h‸ere. Next") == "It is 3.5 m, e.g. here.")
    #expect(try sentence("He said “N‸o.” Then") == "He said “No.”")
    #expect(try sentence("これは本。次‸の文。") == "次の文。")
    // A mark that extends beyond the end of a sentence is not split.
    #expect(try sentence("A. **b C. D‸ e** f. G") == "b C. D e")
    #expect(try sentence("a\nb‸ c.\nD") == "a⏎b c.")
  }

  /// Each range contains the one before, and the last is the document.
  @Test func selectionsOfRandomDocumentsNest() throws {
    var generator = RandomDocument(generator: RandomTests.generator())
    for _ in 0..<RandomTests.rounds(200) {
      let source = generator.next()
      for dialect in [Dialect.commonMark, .gitHub, .obsidian, .hugo] {
        guard let tree = try? SyntaxTree(source, in: dialect) else { continue }
        let offset = Int.random(in: 0...source.count, using: &generator.generator)
        var last = offset..<offset
        for range in tree.selectionRanges(around: last, in: source) {
          #expect(range.lowerBound <= last.lowerBound && range.upperBound >= last.upperBound)
          #expect(range != last, "seed \(RandomTests.seed)")
          last = range
        }
        #expect(last == 0..<source.count)
        for fold in tree.folds(of: source) {
          let lines = source[fold.range].split { $0 == 10 || $0 == 13 }
          #expect(fold.range.upperBound <= source.count && !lines.isEmpty)
        }
        _ = tree.findings(in: source, dialect: dialect)
      }
    }
  }

  // MARK: Statistics

  private func statistics(_ source: String, in range: Range<Int>? = nil) throws -> [Int] {
    let found = try MarkdownDocument(TextBuffer(source)).statistics(of: range, in: .gitHub)
    return [
      found.words, found.characters, found.tasks, found.doneTasks, found.headings, found.links,
    ]
  }

  @Test func whatAReaderSeesIsCounted() throws {
    #expect(
      try statistics("# *a* b\n\nfoo**bar** don't `x y` <b>z</b> &amp; [l](u) <http://a.b>\n")
        == [10, 36, 0, 0, 1, 2])
    #expect(try statistics("- [x] a\n- [ ] b\n- c\n\n---\n") == [3, 3, 2, 1, 0, 0])
    #expect(try statistics("日本語のテスト, ภาษาไทย é👍🏽\n\n한국어 문장") == [11, 25, 0, 0, 0, 0])
    #expect(try statistics("---\ntitle: x\n---\n<p>a b</p>\n\n[a]: /u\n") == [0, 0, 0, 0, 0, 0])
    #expect(try statistics("") == [0, 0, 0, 0, 0, 0])
    // Bytes 4..<9 are `b *c*`.
    #expect(try statistics("# a b *c* d\n", in: 4..<9) == [2, 3, 0, 0, 1, 0])
    #expect(try statistics("- [x] a\n- [ ] b [c](d)\n", in: 0..<7) == [1, 1, 1, 1, 0, 0])
  }

  @Test func readingTakesTime() throws {
    let text = String(repeating: "word ", count: 476) + String(repeating: "字", count: 250)
    let document = try MarkdownDocument(TextBuffer(text))
    #expect(try document.statistics(in: .gitHub).readingSeconds == 150)
  }

  // MARK: Anchors

  @Test func anchorsAreGitHubs() throws {
    let source = Array(
      "# A *b*, c.d_e-f!\n> # Über 2½\n\n# a b cd_e-f\n\n# ![x](y) 日本 :smile:\n".utf8)
    let anchors = try SyntaxTree(source, in: .gitHub).headingAnchors(of: source)
    #expect(anchors.map(\.name) == ["a-b-cd_e-f", "über-2", "a-b-cd_e-f-1", "-日本-smile"])
  }
}
