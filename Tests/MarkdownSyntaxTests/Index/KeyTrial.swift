import EditorTestSupport
import MarkdownSyntax
import TextEditing

/// Presses keys in a long text and compares the index with the reading of the whole text each time.
struct KeyTrial {
  var edits: IndexEdits
  private(set) var edited = 0
  private(set) var last: (edit: IndexEdit, sizes: MarkdownDocument.Sizes)?

  init(edits: IndexEdits) { self.edits = edits }

  /// Returns a fault after some keys in a text, or nil if there is none.
  mutating func round(ofEdits count: Int) throws -> String? {
    var sizes = MarkdownDocument.Sizes()
    sizes.inner = [1, 1, 8, 30].randomElement(using: &edits.generator) ?? 1
    var document = try MarkdownDocument(TextBuffer(utf8: edits.longText()), sizes: sizes)
    for _ in 0..<count {
      let edit = edits.key(in: document.buffer.utf8Bytes)
      last = (edit, sizes)
      try document.apply(TextEdit([.init(edit.range, with: edit.bytes)]))
      edited += 1
      let fresh = try MarkdownDocument(document.buffer, sizes: sizes)
      let wrong =
        try complaint(about: document, at: edit.range.lowerBound)
        ?? complaint(about: fresh, at: edit.range.lowerBound).map { "fresh: \($0)" }
      if let wrong { return "\(wrong), \(sizes): \(edit)" }
    }
    return nil
  }

  /// Returns a fault in an index or in its regions, one of them at the last key, or nil.
  private mutating func complaint(
    about document: MarkdownDocument, at place: Int
  ) throws -> String? {
    if let complaint = try IndexComparison.complaint(about: document) { return complaint }
    let text = document.buffer.utf8Bytes
    for start in [place, place]
      + (0..<3).map({ _ in Int.random(in: 0...text.count, using: &edits.generator) })
    {
      let first = min(start, text.count)
      let width = [0, 0, 1, 5, 40].randomElement(using: &edits.generator) ?? 0
      let region = document.region(covering: first..<min(text.count, first + width))
      if let complaint = try IndexComparison.complaint(about: region, of: document) {
        return complaint
      }
    }
    return nil
  }
}
