import EditorTestSupport
import MarkdownSyntax
import Testing
import TextEditing

/// After any edit, a document has the blocks of a new one, and reads its parts like the whole text.
@Suite("A document's blocks and regions equal those of its whole text") struct BlockListTests {
  @Test func afterEveryEditOfRandomDocuments() throws {
    var edits = RandomEdits(generator: RandomTests.generator())
    for _ in 0..<RandomTests.rounds(60) {
      var document = try MarkdownDocument(TextBuffer(utf8: edits.document()))
      for _ in 0..<25 {
        let before = document.buffer.utf8Bytes
        let edit = edits.edit(of: before)
        try document.apply(TextEdit([edit]))
        let ranges = edits.ranges(in: document.buffer.utf8Count, near: edit.range.lowerBound)
        let complaint = try RegionComparison.complaint(about: document, at: ranges)
        try #require(complaint == nil, "\(edit), \(described(before))")
      }
    }
  }

  /// The index finds the same link reference definitions as libcmark, wherever they are.
  @Test func afterEveryEditOfDefinitions() throws {
    let labels = ["a", "B", "foo bar", "x*y`z", "ss", "é", "q", "[>]", "a b c"]
    var edits = RandomEdits(generator: RandomTests.generator())
    for _ in 0..<RandomTests.rounds(400) {
      let start = "[\(edits.generator.pick(labels))]\n\n"
      var document = try MarkdownDocument(TextBuffer(start + edits.definitionLines(upTo: 16)))
      for _ in 0..<8 {
        let complaint = try RegionComparison.complaint(about: document)
        try #require(complaint == nil, described(document.buffer.utf8Bytes))
        var edit = edits.edit(of: document.buffer.utf8Bytes, from: start.utf8.count)
        let isOfLines = edits.generator.isOne(in: 2)
        let new =
          isOfLines
          ? edits.definitionLines(upTo: 3) : edits.generator.pick(["", "\n", "[", "x"])
        edit.bytes = Array(new.utf8)
        try document.apply(TextEdit([edit]))
      }
    }
  }

  @Test func afterEditsOfTheFixture() throws {
    // Each line is a text, ⟦what goes⟧ in it, and what comes after ⇒.
    for parts in try Sources.regressions("slices.txt", splitAt: "⟦⟧⇒") {
      try #require(parts.count == 4)
      let range = parts[0].count..<parts[0].count + parts[1].count
      var document = try MarkdownDocument(
        TextBuffer(utf8: parts[0] + parts[1] + parts[2].dropLast()))
      try document.apply(TextEdit([.init(range, with: Array(parts[3].dropFirst()))]))
      #expect(try RegionComparison.complaint(about: document) == nil, "\(parts.map(shown))")
    }
  }

  @Test(arguments: Dialect.known) func inPages(dialect: Dialect) throws {
    for (name, text) in try Sources.pages() {
      let document = try MarkdownDocument(TextBuffer(utf8: text))
      #expect(try RegionComparison.complaint(about: document, in: dialect) == nil, "\(name)")
    }
  }

  /// Edits many blocks at once, so that chunks appear and disappear.
  @Test func afterEditsOfManyBlocks() throws {
    var generator = RandomTests.generator()
    let units = ["One *line*.\n\n", "- an item\n", "[a]: /b\n\n", "A line\nand more words.\n\n"]
    for _ in 0..<RandomTests.rounds(4) {
      var document = try MarkdownDocument(TextBuffer(generator.text(0...2000, of: units)))
      for _ in 0..<12 {
        let (count, copy) = (document.buffer.utf8Count, document)
        let first = generator.below(count + 1)
        let last = min(count, first + generator.below(count + 1) >> generator.below(13))
        let new = generator.text(0...(1 << generator.below(11)), of: units)
        try document.apply(TextEdit([.init(first..<last, with: new)]))
        try #require(
          document.brokenInvariant() == nil && copy.brokenInvariant() == nil,
          "seed \(RandomTests.seed), \(first..<last) in \(count) bytes")
      }
    }
  }

  /// A definition has the same meaning before a region as at its own place.
  @Test(arguments: [
    "[q]: /\n't' x\n", "[q]: / 't\nu'\n", "[q]:\n  /\n  't\n    # u'\n",
    "> [q]: <a b>\n> (t\n> u)\n", "[ Q\n]: /a\\*&amp;\n",
  ])
  func withDefinitionsElsewhere(definition: String) throws {
    let filler = String(repeating: "A paragraph.\n\n", count: 40)
    let document = try MarkdownDocument(TextBuffer("[q]\n\n\(filler)\(definition)"))
    #expect(try RegionComparison.complaint(about: document) == nil)
  }

  /// Many definitions in one paragraph, whatever surrounds them.
  @Test(arguments: [
    "", "A *word*\n\n", "- i\n\n", "> q\n\n", "```\n\n", "<!--\n\n", "<p>\n\n", "x\n",
  ])
  func withManyDefinitions(start: String) throws {
    let run = (0..<30).map { "[l \($0 % 25)]: /\($0)\n" }.joined()
    let ends = [
      "", "text\n", "===\n", "---\n", "'title'\n", "'no\n\n", "\n# h\n", "# h\n", "- i\n", "> q\n",
      "[l 3]: /3&amp;3\n", "[é]: /é\n[l 4]: /\n", "[l\n5]: /\n",
      "\n[l 26]: /26\n[l 27]: /27\ntext\n", "```\n\n[l 28]: /\n", "\n-->\n[l 29]: /\n",
    ]
    for end in ends {
      for label in ["[l 2]", "[L 24]", "[l 26]", "[é]"] {
        let text = "\(label)\n\n\(start)\(run)\(end)"
        let document = try MarkdownDocument(TextBuffer(text))
        #expect(
          try RegionComparison.complaint(about: document, at: [0..<1]) == nil,
          "\(text.debugDescription)")
      }
    }
  }

  /// GitHub reads a line after `[^1]: /a` as the footnote's text.
  @Test(arguments: [
    ("[^1]: /a\n[r]: /u\n", ""), ("[r]: /u\n[^1]: /a\n", "[r]: /u\n\n"),
    ("[^1]: /a\n[^2]: /b\n[r]: /u\n", ""), ("[^1]: /a\n\n[r]: /u\n", "[r]: /u\n\n"),
    ("[^1]: /a\n[r]: /u\n\n[r]: /v\n", "[r]: /v\n\n"),
    ("[^1]: /a\n[b]: /b\n[c]: /c\n[d]: /d\n[e]: /e\n[f]: /f\n[r]: /u\n", ""),
    ("> [^1]: /a\n> [r]: /u\n>\n> [r]: /v\n", "[r]: /v\n\n"),
    ("[^1 ]: /a\n[r]: /u\n", "[r]: /u\n\n"),
  ])
  func aLineOfAFootnoteIsNoDefinition(lines: String, wanted: String) throws {
    let document = try MarkdownDocument(TextBuffer("[r]\n\ntext\n\n\(lines)"))
    let region = document.region(ofBlocksAt: [0..<1], in: .gitHub)
    let prefix = String(decoding: region.bytes[..<region.parts[0].start], as: UTF8.self)
    #expect(prefix == wanted)
    // CommonMark has no footnotes.
    #expect(document.region(ofBlocksAt: [0..<1], in: .commonMark).parts[0].start > 0)
  }

  @Test(arguments: [
    "A *paragraph* with [a label].\n\n", "- an item\n\n---\n\n", "> a quote\n\n", "# A heading\n",
    "| a | b |\n|---|---|\n| c | d |\n\n", "<div>\n\n",
  ])
  func littleIsReadAgainAfterAKey(unit: String) throws {
    let text = String(repeating: unit, count: 20_000) + "\n# End\n\n[a label]: /url\n"
    var document = try MarkdownDocument(TextBuffer(text))
    let place = text.utf8.count / 2 / unit.utf8.count * unit.utf8.count + unit.utf8.count - 2
    for offset in [place, place + 1, 4] {
      let before = document.readByteCount
      try document.apply(TextEdit([.init(offset..<offset, with: "x")]))
      #expect(document.readByteCount - before < 4096)
      let region = document.region(ofBlocksAt: [offset..<offset + 1], in: .gitHub)
      #expect(region.bytes.count < 4096)
    }
    #expect(document.brokenInvariant() == nil)
  }

  @Test func aDefinitionReadsNothingElseAgain() throws {
    let text = String(repeating: "One [label] in a paragraph.\n\n", count: 5_000)
    var document = try MarkdownDocument(TextBuffer(text))
    let before = document.readByteCount
    let end = text.utf8.count
    try document.apply(TextEdit([.init(end..<end, with: "[LABEL]: </new> 'title'\n")]))
    #expect(document.readByteCount - before < 1_024)
    let region = document.region(ofBlocksAt: [20..<20], in: .commonMark)
    #expect(region.bytes.starts(with: Array("[LABEL]: </new> 'title'\n\nOne [label]".utf8)))
    #expect(region.inBytes(0..<3) == 25..<28)
    #expect(region.inDocument(25..<28) == 0..<3)
  }

  @Test func aRefusedEditChangesNothing() throws {
    var document = try MarkdownDocument(TextBuffer("# a\n\nb\n"))
    let hostile = Array(repeating: "- ", count: 30_000).joined() + "x"
    let edit = TextEdit([.init(5..<5, with: hostile + String(repeating: "\n", count: 60_000))])
    #expect(throws: DocumentEditError.self) { try document.apply(edit) }
    #expect(throws: DocumentEditError.self) {
      try document.apply(TextEdit([.init(100..<101, with: "")]))
    }
    #expect(String(document.buffer) == "# a\n\nb\n")
    #expect(document.buffer.selection == 0..<0)
    #expect(document.brokenInvariant() == nil)
  }

  /// A word typed on a line without text may begin a paragraph that continues in the next block.
  @Test(arguments: ["a\n\n‸\nb\n|\n# c", "#‸ a\nb\n|", "***‸\n2. b|", "‸\n\na\n|"])
  func aWordReachesIntoTheNextBlock(marked: String) throws {
    let parts = marked.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    let (text, selections) = MarkedText.parse(parts.joined())
    let document = try MarkdownDocument(TextBuffer(text))
    let end = document.end(ofBlockTypedAt: selections[0].lowerBound)
    let region = document.region(ofBlocksAt: [0..<end], in: .commonMark)
    #expect(region.range.upperBound >= parts[0].utf8.count - 3)
  }

  /// Blocks apart from each other are read as one text, in which each offset has one place.
  @Test func partsAreReadTogether() throws {
    let text = "a [b]\n\nc\n\nd\n\n[b]: /u\n\n- e\n\n  f\n\ng\n"
    let document = try MarkdownDocument(TextBuffer(text))
    let (start, end) = (0..<1, text.utf8.count - 2..<text.utf8.count - 1)
    let region = document.region(ofBlocksAt: [end, start], in: .gitHub)
    #expect(shown(region.bytes) == "[b]: /u⏎⏎a [b]⏎⏎<!-- -->⏎⏎g⏎")
    #expect(region.parts.map(\.range) == [0..<7, text.utf8.count - 2..<text.utf8.count])
    for range in [start, end] {
      let place = region.inBytes(range)
      #expect(region.inDocument(place) == range)
      #expect(region.bytes[place].elementsEqual(text.utf8.dropFirst(range.lowerBound).prefix(1)))
    }
    #expect(region.part(holding: 0..<3) == nil)
  }
}
