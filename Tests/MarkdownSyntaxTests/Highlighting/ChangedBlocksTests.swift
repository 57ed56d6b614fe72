import CommonMark
import EditorTestSupport
import MarkdownSyntax
import Testing
import TextEditing

/// Checks the blocks whose tokens an edit changes: tokens outside them must be the same as before.
@Suite("Tokens change only in the blocks that an edit reports") struct ChangedBlocksTests {
  private static let snippets = [
    "[^a]: b\n", "    c\n", "[^a]", "x[^b] y\n", "[^b]: c\n\n    d\n", "---\n", "a: b\n", "+++\n",
    "a | b\n", "--|--\n", "| c | d |\n", "- [ ] ", "- [x] e\n", "> [!NOTE]\n", "~~a~~", "==b==",
    "$c$", "$$\n", "::: d\n", "www.a.b", "%%e%%", "{{< f >}}",
  ]

  /// Returns the tokens outside some ranges, moved as if those ranges were empty; from the whole text
  /// or from parts of the document.
  ///
  /// In a dialect, the two differ in rare cases: other parts regard a footnote in code as defined.
  private func kept(
    in document: MarkdownDocument, _ dialect: Dialect, outside ranges: [Range<Int>], byParts: Bool
  ) throws -> [SyntaxToken] {
    let text = document.buffer.utf8Bytes
    let (starts, ends) = ([0] + ranges.map(\.upperBound), ranges.map(\.lowerBound) + [text.count])
    let tokens =
      try byParts
      ? zip(starts, ends).flatMap { try document.tokens(of: $0..<$1, in: dialect) }
      : SyntaxTree(text, in: dialect).tokens(in: text)
    var result: [SyntaxToken] = []
    var (index, removed) = (0, 0)
    for var token in tokens {
      while index < ranges.count, ranges[index].upperBound <= token.range.lowerBound {
        removed += ranges[index].count
        index += 1
      }
      if index < ranges.count, ranges[index].overlaps(token.range) { continue }
      token.range = token.range.lowerBound - removed..<token.range.upperBound - removed
      result.append(token)
    }
    return result
  }

  @Test func tokensOutsideAreKept() throws {
    var edits = RandomEdits(generator: RandomTests.generator())
    for _ in 0..<RandomTests.rounds(250) {
      for dialect in Dialect.known {
        var bytes = edits.document()
        if edits.generator.isOne(in: 2) {
          bytes += Array(edits.generator.text(1...4, of: Self.snippets).utf8) + edits.document()
        }
        var document = try MarkdownDocument(TextBuffer(utf8: bytes))
        let before = document
        var changes = ChangedBlocks()
        var log: [TextEdit.Replacement] = []
        for _ in 0...edits.generator.below(3) {
          var edit = edits.edit(of: document.buffer.utf8Bytes)
          if edits.generator.isOne(in: 3) {
            edit.bytes = Array(edits.generator.pick(Self.snippets).utf8)
          }
          log.append(edit)
          try document.apply(TextEdit([edit]), in: dialect, addingTo: &changes)
        }
        let stretches = changes.stretches
        #expect(
          zip(stretches, stretches.dropFirst()).allSatisfy {
            $0.range.upperBound < $1.range.lowerBound
          }, "\(log), \(described(bytes))")
        let isKept = try [false, true].contains { byParts in
          try kept(in: before, dialect, outside: stretches.map(\.before), byParts: byParts)
            == kept(in: document, dialect, outside: stretches.map(\.range), byParts: byParts)
        }
        #expect(isKept, "\(log), dialect \(dialect.extensions.rawValue), \(described(bytes))")
      }
    }
  }

  /// A key changes its block, an opening fence all that follows, and a definition everything.
  @Test func extents() throws {
    let paragraph = "word *a* word\n\n"
    let text = String(repeating: paragraph, count: 100)
    func changed(_ range: Range<Int>, _ bytes: String, in text: String) throws -> [Range<Int>] {
      var document = try MarkdownDocument(TextBuffer(text))
      var changes = ChangedBlocks()
      try document.apply(
        TextEdit([.init(range, with: bytes)]), in: .gitHub, addingTo: &changes)
      return changes.stretches.map(\.range)
    }
    let start = 50 * paragraph.utf8.count
    let key = try changed(start + 3..<start + 3, "x", in: text)
    #expect(key.count == 1 && key[0].count <= 3 * paragraph.utf8.count)
    #expect(key[0].contains(start))
    let fence = try changed(start..<start, "```\n", in: text)
    #expect(fence.map(\.upperBound) == [text.utf8.count + 4] && fence[0].lowerBound > start / 2)
    // A label that is defined, or no longer defined, changes the blocks that use it.
    let uses = "x [a] y\n\n" + text + "z [A][] [^a]\n"
    let ends = try changed(9..<9, "[a]: /b\n\n", in: uses).map(\.upperBound)
    #expect(ends == [18, uses.utf8.count + 9])
    let defined = "[a]: /b\n\n" + text + "z [A][] [^a]\n"
    #expect(try changed(6..<7, "c", in: defined).allSatisfy { $0.upperBound < 60 })
    #expect(try changed(1..<2, "c", in: defined).last?.upperBound == defined.utf8.count)
    #expect(try changed(1..<2, "c", in: "[a]: /b\n\n" + text).allSatisfy { $0.upperBound < 60 })
    let noted = "[^a]: b\n\n" + text + "z [A][] [^a]\n"
    #expect(try changed(4..<4, " c", in: noted).last?.upperBound == noted.utf8.count + 2)
    #expect(try changed(6..<6, "c", in: noted).allSatisfy { $0.upperBound < 60 })
    let footnote = "[^a]: b\n\nx\n\n    c\n\nd\n\ne\n"
    #expect(try changed(9..<10, "", in: footnote).last?.upperBound ?? 0 >= 18)
    // If metadata ends in code of several slices, the rest is read as text.
    let code = "---\na: b\n~~~\n" + String(repeating: "some code\n", count: 1000)
    #expect(try changed(4013..<4013, "---\n", in: code) == [0..<code.utf8.count + 4])
  }

  @Test func stretchesJoin() {
    var changes = ChangedBlocks()
    changes.add(20..<30, growth: 5)
    changes.add(0..<10, growth: -2)
    #expect(changes.stretches.map(\.before) == [0..<10, 20..<30])
    #expect(changes.stretches.map(\.range) == [0..<8, 18..<33])
    changes.add(33..<40, growth: 1)
    #expect(changes.stretches.map(\.before) == [0..<10, 20..<37])
    #expect(changes.stretches.map(\.range) == [0..<8, 18..<41])
    changes.add(5..<20, growth: 0)
    #expect(changes.stretches.map(\.before) == [0..<37])
    #expect(changes.stretches.map(\.range) == [0..<41])
    for index in 0..<200 { changes.add(100 + 10 * index..<101 + 10 * index, growth: 0) }
    #expect(changes.stretches.count <= 65)
  }
}
