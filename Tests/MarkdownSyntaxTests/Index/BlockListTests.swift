import CommonMark
import EditorTestSupport
import Foundation
import MarkdownSyntax
import Testing
import TextEditing

/// After any edit, a document has the blocks of a new one, and reads its parts like the whole text.
@Suite("A document's blocks and regions equal those of its whole text") struct BlockListTests {
  @Test func agreesAfterEveryEdit() throws {
    var edits = IndexEdits(generator: RandomTests.generator())
    for _ in 0..<RandomTests.rounds(60) {
      var document = try MarkdownDocument(TextBuffer(utf8: edits.document()))
      for _ in 0..<25 {
        let edit = edits.edit(of: document.buffer.utf8Bytes)
        try document.apply(TextEdit([.init(edit.range, with: edit.bytes)]))
        let ranges = edits.ranges(in: document.buffer.utf8Count, near: edit.range.lowerBound)
        let complaint = try RegionComparison.complaint(about: document, at: ranges)
        guard let complaint else { continue }
        let small = edit.shrunk { (try? $0.complaint()) != .some(nil) }
        Issue.record("\(complaint), seed \(RandomTests.seed): \(small)")
        return
      }
    }
  }

  @Test func agreesWhereItOnceDidNot() throws {
    for edit in try Regressions.slices() {
      #expect(try edit.complaint() == nil, "\(edit)")
    }
  }

  /// Every block of real documents is read as in the whole document.
  @Test(arguments: [Dialect.commonMark, .gitHub, .obsidian, .hugo])
  func agreesInRealDocuments(dialect: Dialect) throws {
    for (name, text) in try RealDocuments.all() {
      let document = try MarkdownDocument(TextBuffer(utf8: text))
      let ranges = document.blockStarts.map { $0..<$0 }
      let complaint = try RegionComparison.complaint(about: document, at: ranges, in: dialect)
      #expect(complaint == nil, "\(name)")
    }
  }

  @Test(arguments: [
    "A *paragraph* with [a label].\n\n", "- an item\n\n---\n\n", "> a quote\n\n", "# A heading\n",
    "| a | b |\n|---|---|\n| c | d |\n\n", "<div>\n\n",
  ])
  func readsLittleAgain(unit: String) throws {
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
    let added = TextEdit.Replacement(
      text.utf8.count..<text.utf8.count, with: "[LABEL]: </new> 'title'\n")
    try document.apply(TextEdit([added]))
    #expect(document.readByteCount - before < 1_024)
    let region = document.region(ofBlocksAt: [20..<20], in: .commonMark)
    #expect(region.bytes.starts(with: Array("[LABEL]: </new> 'title'\n\nOne [label]".utf8)))
    #expect(region.inBytes(0..<3) == 25..<28)
    #expect(region.inDocument(25..<28) == 0..<3)
  }

  /// Edits many blocks at once, so that chunks appear and disappear.
  @Test func agreesWhereMuchGoesAndComes() throws {
    var generator = RandomTests.generator()
    let units = ["One *line*.\n\n", "- an item\n", "[a]: /b\n\n", "A line\nand more words.\n\n"]
    func text(_ most: Int) -> String {
      (0..<Int.random(in: 0...most, using: &generator))
        .map { _ in units.randomElement(using: &generator) ?? "" }.joined()
    }
    for _ in 0..<RandomTests.rounds(4) {
      var document = try MarkdownDocument(TextBuffer(text(2_000)))
      for _ in 0..<12 {
        let (count, copy) = (document.buffer.utf8Count, document)
        let first = Int.random(in: 0...count, using: &generator)
        let width =
          Int.random(in: 0...count, using: &generator) >> Int.random(in: 0...12, using: &generator)
        let edit = TextEdit.Replacement(
          first..<min(count, first + width),
          with: text(1 << Int.random(in: 0...10, using: &generator)))
        try document.apply(TextEdit([edit]))
        try #require(
          document.brokenInvariant() == nil && copy.brokenInvariant() == nil,
          "seed \(RandomTests.seed), \(edit.range) in \(count) bytes")
      }
    }
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
    #expect(
      String(decoding: region.bytes, as: UTF8.self)
        == "[b]: /u\n\na [b]\n\n<!-- -->\n\ng\n")
    #expect(region.parts.map(\.range) == [0..<7, text.utf8.count - 2..<text.utf8.count])
    for range in [start, end] {
      let place = region.inBytes(range)
      #expect(region.inDocument(place) == range)
      #expect(region.bytes[place].elementsEqual(text.utf8.dropFirst(range.lowerBound).prefix(1)))
    }
    #expect(region.part(holding: 0..<3) == nil)
  }
}

/// The Markdown files of the repository.
enum RealDocuments {
  static func all() throws -> [(name: String, text: [UInt8])] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
    let folders = ["", "Documentation", "Documentation/Contributing", "Benchmarks"]
    return try folders.flatMap { folder in
      let place = root.appending(path: folder)
      return try FileManager.default.contentsOfDirectory(atPath: place.path)
        .filter { $0.hasSuffix(".md") }.sorted()
        .map { ($0, Array(try Data(contentsOf: place.appending(path: $0)))) }
    }
  }
}
