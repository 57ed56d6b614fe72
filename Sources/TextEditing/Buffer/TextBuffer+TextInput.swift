extension TextBuffer: TextInput {
  /// A position in the text.
  public typealias InputPosition = BufferPosition
  /// A range of the text.
  public typealias InputRange = BufferRange

  /// Replaces the text of `range`; the selection moves with the text.
  ///
  /// - Precondition: the range is in the text and does not split a scalar.
  /// - Complexity: O(log *n* + *m*) in the lengths of the removed and the inserted text.
  public mutating func replace(_ range: BufferRange, withText text: String) {
    replace(utf8: range.utf8, with: text)
  }

  /// The selection; nil if there is neither a selection nor an insertion point.
  ///
  /// - Precondition: a new range is in the text and does not split a scalar.
  public var selectedTextRange: BufferRange? {
    get { selection.map(BufferRange.init(utf8:)) }
    set {
      if let range = newValue?.utf8 { checkSelection(range) }
      selection = newValue?.utf8
    }
  }

  /// The buffer itself.
  public func textBuffer() -> TextBuffer { self }

  /// Applies an edit and selects `selection`, a UTF-8 range of the text after it.
  ///
  /// - Throws: `TextEditError`, with nothing changed, if the edit or the selection does not fit.
  /// - Complexity: O(*r* log *n* + *m*) in the number and the lengths of the replacements.
  public mutating func apply(
    _ edit: TextEdit, selectingUTF8 selection: Range<Int>?
  ) throws(TextEditError) {
    try validate(edit)
    // The edit is not tried on a copy, because sharing the storage would make the edit copy arrays.
    let way = applyValidated(edit)
    guard let selection else { return }
    do throws(TextEditError) { try requireBoundaries(selection) } catch {
      goBack(way)
      throw error
    }
    self.selection = selection
  }

  func checkSelection(_ range: Range<Int>) {
    precondition(
      hasBoundaries(range),
      "the selection \(range.lowerBound)..<\(range.upperBound) is outside a text of \(utf8Count) bytes, or cuts a scalar"
    )
  }

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
