extension TextBuffer {
  /// Whether there is any text. For example, `TextBuffer("a")` has text.
  public var hasText: Bool { !isEmpty }

  /// Replaces the marked text, or else the selection, by `text`.
  ///
  /// The insertion point moves to its end. Without a selection, nothing happens.
  ///
  /// - Complexity: O(log *n* + *m*) in the length of the text.
  public mutating func insertText(_ text: String) {
    guard let range = marked ?? selection else { return }
    marked = nil
    replace(utf8: range, with: text)
    let caret = range.lowerBound + text.utf8.count
    selection = caret..<caret
  }

  /// Deletes the selection, or the grapheme cluster before the insertion point.
  ///
  /// - Complexity: O(log *n* + *c*) in the length of the cluster and its neighbourhood.
  public mutating func deleteBackward() {
    guard let range = backwardDeletion else { return }
    replace(utf8: range, with: "")
    selection = range.lowerBound..<range.lowerBound
  }

  /// The UTF-8 range that `deleteBackward()` would delete; nil if there is none.
  ///
  /// - Complexity: O(log *n* + *c*) in the length of the cluster and its neighbourhood.
  package var backwardDeletion: Range<Int>? {
    guard let selection else { return nil }
    if !selection.isEmpty { return selection }
    if selection.lowerBound == 0 { return nil }
    var reader = Reader(storage)
    return Graphemes.boundary(before: selection.lowerBound, in: &reader)..<selection.lowerBound
  }

  /// The marked text: text of an input method that is not confirmed yet.
  public var markedTextRange: BufferRange? { marked.map(BufferRange.init(utf8:)) }

  /// Replaces the marked text, or else the selection, by unconfirmed text.
  ///
  /// Empty text, or nil, removes the marked text. A selection that reaches outside `markedText` or
  /// splits a surrogate pair is moved to the nearest valid offsets.
  ///
  /// - Parameters:
  ///   - markedText: the unconfirmed text.
  ///   - selectedRange: the new selection, in UTF-16 code units within `markedText`.
  /// - Complexity: O(log *n* + *m*) in the length of the text.
  public mutating func setMarkedText(_ markedText: String?, selectedRange: UTF16Range) {
    guard let range = marked ?? selection else { return }
    let text = markedText ?? ""
    marked = nil
    replace(utf8: range, with: text)
    let end = range.lowerBound + text.utf8.count
    marked = text.isEmpty ? nil : range.lowerBound..<end
    let start = utf16Offset(ofUTF8: range.lowerBound)
    let limit = utf16Offset(ofUTF8: end) - start
    func place(_ utf16Offset: Int) -> Int {
      storage.offset(of: start + min(max(0, utf16Offset), limit), .utf16).utf8
    }
    let first = place(selectedRange.location)
    let (last, overflows) = selectedRange.location.addingReportingOverflow(selectedRange.length)
    selection = first..<max(first, overflows ? end : place(last))
  }

  /// Confirms the marked text; the insertion point does not move.
  public mutating func unmarkText() { marked = nil }
}
