import CommonMark
import EditorTestSupport
import Foundation
import MarkdownSyntax
import Testing
import TextEditing

/// The slice index must agree with a parse of the whole text after any edit.
@Suite struct SliceIndexTests {
  /// Changes short documents, or presses keys in long paragraphs and blocks. Besides the edited index,
  /// a new one must agree.
  @Test(arguments: [false, true]) func agreesAfterEveryEdit(isLong: Bool) throws {
    var edits = IndexEdits(generator: RandomTests.generator())
    for _ in 0..<RandomTests.rounds(40) {
      let sizes = edits.sizes()
      let text = isLong ? edits.longText() : edits.document()
      var document = try MarkdownDocument(TextBuffer(utf8: text), sizes: sizes)
      try #require(
        try IndexComparison.complaint(about: document) == nil,
        "\(String(document.buffer).debugDescription)")
      for _ in 0..<25 {
        let bytes = document.buffer.utf8Bytes
        let edit = isLong ? edits.key(in: bytes) : edits.edit(of: bytes)
        try document.apply(TextEdit([.init(edit.range, with: edit.bytes)]))
        for index in [document, try MarkdownDocument(document.buffer, sizes: sizes)] {
          let complaint = try complaint(about: index, near: edit.range.lowerBound, &edits)
          guard let complaint else { continue }
          Issue.record("\(complaint), seed \(RandomTests.seed), \(sizes): \(small(edit, sizes))")
          return
        }
      }
    }
  }

  /// A `<` before a cut may be text and become a tag with the next key after the cut.
  @Test func aTagMayBeginBeforeACut() throws {
    let start = "words\nof a text\nand then <b "
    for (after, key) in [("a<c d> e", "<c "), ("a=<c d> e", "<c"), ("a c:> e", "c:")] {
      let text = start + after + String(repeating: " and more", count: 20)
      for inner in [8, 16, 24, 28] {
        var document = try MarkdownDocument(TextBuffer(text), sizes: .init(inner: inner))
        let bytes = Array(text.utf8)
        let key = Array(key.utf8)
        let place = try #require(
          bytes.indices.first { $0 >= start.utf8.count && bytes[$0...].starts(with: key) })
        try document.apply(TextEdit([.init(place..<place + key.count, with: "")]))
        #expect(try complaint(aboutRegionsOf: document, at: 0..<start.utf8.count) == nil)
      }
    }
  }

  /// By the rule of three, the `_` after the quote does not match `__` but the `_` far before it.
  @Test(arguments: [
    ("_x ", "__a \"_\" b"), ("__x ", "_a \"__\" b"), ("", "__a \"_\" b_"),
    ("_x ", "_a \"__\" b \"_. c"),
  ])
  func aRunMeetsOneBeforeItsPiece(before: String, runs: String) throws {
    let words = String(repeating: "some words and more ", count: 6)
    let text = before + words + runs + " " + words + "to _. the end\n"
    try expectRegionsAgree(in: text)
  }

  /// A tab before a lazy line is partly indentation and partly code, so no piece begins after it.
  @Test func aTabMayReachIntoCode() throws {
    let text =
      "- > 1. x1 Éaa d's x1 a some ~~~ Éa x1 x1  d's some a\n"
      + "  >    more of them 日!more of them Éa e b_ce a word e a [f\roo]\n  >    more of them a\r"
      + "  >    d's b_c a\n  >  ``  b_c a > some a x a d's 語語語語語語 w\n\tord\\~\n"
      + "  >    j] some some Éa\n  >    <http://e f> x1  </``d e ［ < some d's Éa more aof them\n"
      + "  >    word\\ Éa\r\n#    some d x1  b_c\n  >    <\n"
    try expectRegionsAgree(in: text)
  }

  @Test func agreesWhereItOnceDidNot() throws {
    for edit in try Regressions.slices() {
      for inner in [1, 2048] {
        #expect(try edit.complaint(sizes: .init(inner: inner)) == nil, "\(edit)")
      }
    }
  }

  @Test(arguments: [
    "A *paragraph* with [a label].\n\n", "- an item\n", "- an item\n\n  and more\n", "1. an item\n",
    "> a quote\n>\n", "> - an item\n", "  - an inner item\n", "  a block in an item\n\n",
    "  > a quote in an item\n\n", "  # A heading\n  Some words.\n",
  ])
  func readsLittleAgain(unit: String) throws {
    let start = unit.hasPrefix(" ") ? "- The one item\n\n" : ""
    let text = start + String(repeating: unit, count: 20_000) + "\n# End\n\n[a label]: /url\n"
    var document = try MarkdownDocument(TextBuffer(text))
    let units = text.utf8.count / 2 / unit.utf8.count
    let place = start.utf8.count + units * unit.utf8.count + unit.utf8.count - 2
    for offset in [place, place + 1, 4] {
      let before = document.readByteCount
      try document.apply(TextEdit([.init(offset..<offset, with: "x")]))
      #expect(document.readByteCount - before < 16_384)
      #expect(document.region(covering: offset..<offset + 1).bytes.count < 16_384)
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
    let region = document.region(covering: 20..<20)
    #expect(region.bytes.starts(with: Array("[LABEL]: </new> 'title'\n\nOne [label]".utf8)))
    #expect(region.rangeInBytes.lowerBound == region.prefixCount)
  }

  /// Edits many slices at once, so that leaves appear and disappear on all levels of the tree.
  @Test func agreesWhereMuchGoesAndComes() throws {
    var generator = RandomTests.generator()
    let units = ["One *line*.\n\n", "- an item\n", "[a]: /b\n\n", "A line\nand more words.\n\n"]
    func text(_ most: Int) -> String {
      (0..<Int.random(in: 0...most, using: &generator))
        .map { _ in units.randomElement(using: &generator) ?? "" }.joined()
    }
    for _ in 0..<RandomTests.rounds(2) {
      var document = try MarkdownDocument(TextBuffer(text(2_000)), sizes: .init(inner: 8))
      for _ in 0..<12 {
        let (count, copy) = (document.buffer.utf8Count, document)
        let first = Int.random(in: 0...count, using: &generator)
        let width =
          Int.random(in: 0...count, using: &generator) >> Int.random(in: 0...12, using: &generator)
        let edit = TextEdit.Replacement(
          first..<min(count, first + width),
          with: text(1 << Int.random(in: 0...10, using: &generator)))
        try document.apply(TextEdit([edit]))
        let wrong = try IndexComparison.complaint(about: document)
        #expect(wrong == nil, "seed \(RandomTests.seed), \(edit.range) in \(count) bytes")
        let copyIsBroken = copy.brokenInvariant()
        #expect(copyIsBroken == nil, "the copy before; seed \(RandomTests.seed)")
        if wrong != nil || copyIsBroken != nil { return }
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
    #expect(try IndexComparison.complaint(about: document) == nil)
  }

  /// Returns a fault in an index or in its regions, one of them at the last edit, or nil.
  private func complaint(
    about document: MarkdownDocument, near place: Int, _ edits: inout IndexEdits
  ) throws -> String? {
    if let complaint = try IndexComparison.complaint(about: document) { return complaint }
    let count = document.buffer.utf8Count
    let others = (0..<3).map { _ in Int.random(in: 0...count, using: &edits.generator) }
    for start in [place, place] + others {
      let first = min(start, count)
      let width = [0, 0, 1, 5, 40].randomElement(using: &edits.generator) ?? 0
      let region = document.region(covering: first..<min(count, first + width))
      if let complaint = try IndexComparison.complaint(about: region, of: document) {
        return complaint
      }
    }
    return nil
  }

  private func complaint(
    aboutRegionsOf document: MarkdownDocument, at offsets: Range<Int>
  ) throws -> String? {
    for offset in offsets {
      let region = document.region(covering: offset..<offset)
      let complaint = try IndexComparison.complaint(about: region, of: document)
      if let complaint { return "at \(offset): \(complaint)" }
    }
    return nil
  }

  /// Expects the region at each offset of a text to be read as in the whole text.
  private func expectRegionsAgree(in text: String) throws {
    for inner in [8, 16, 24] {
      let document = try MarkdownDocument(TextBuffer(text), sizes: .init(inner: inner))
      #expect(try complaint(aboutRegionsOf: document, at: 0..<text.utf8.count) == nil)
    }
  }

  private func small(_ edit: IndexEdit, _ sizes: MarkdownDocument.Sizes) -> IndexEdit {
    let fails: (IndexEdit) -> Bool = { (try? $0.complaint(sizes: sizes)) != .some(nil) }
    return fails(edit) ? edit.shrunk(fails) : edit
  }
}
