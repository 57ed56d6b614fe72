import CommonMark
import EditorTestSupport
import Foundation
import MarkdownSyntax
import Testing
import TextEditing

/// The slice index agrees with a parse of the whole text, whatever was edited.
@Suite struct SliceIndexTests {
  @Test func agreesAfterEveryRandomEdit() throws {
    var edits = IndexEdits(generator: RandomTests.generator())
    for _ in 0..<RandomTests.rounds(40) {
      let sizes = edits.sizes()
      var document = try MarkdownDocument(TextBuffer(utf8: edits.document()), sizes: sizes)
      try #require(
        try IndexComparison.complaint(about: document) == nil,
        "\(String(document.buffer).debugDescription)")
      for _ in 0..<25 {
        let edit = edits.edit(of: document.buffer.utf8Bytes)
        try document.apply(TextEdit([Replacement(edit.range, with: edit.bytes)]))
        if let complaint = try complaint(about: document, &edits) {
          Issue.record("\(complaint), seed \(RandomTests.seed), \(sizes): \(small(edit, sizes))")
          return
        }
      }
    }
  }

  private func complaint(
    about document: MarkdownDocument, _ edits: inout IndexEdits
  ) throws -> String? {
    if let complaint = try IndexComparison.complaint(about: document) { return complaint }
    let count = document.buffer.utf8Count
    let first = Int.random(in: 0...count, using: &edits.generator)
    let last = min(count, first + Int.random(in: 0...20, using: &edits.generator))
    let region = document.region(covering: first..<last)
    return try IndexComparison.complaint(about: region, of: document)
  }

  private func small(_ edit: IndexEdit, _ sizes: MarkdownDocument.Sizes) -> IndexEdit {
    let fails: (IndexEdit) -> Bool = { (try? $0.complaint(sizes: sizes)) != .some(nil) }
    return fails(edit) ? edit.shrunk(fails) : edit
  }
}
