extension History {
  /// Types `text` as `TextBuffer.insertText(_:)` does, and records it.
  ///
  /// Typing over a selection, and text of several lines, is a step of its own that later typing
  /// goes on with.
  public mutating func insertText(_ text: String, into buffer: inout TextBuffer) {
    guard let range = buffer.marked ?? buffer.selection else { return }
    let caret = range.lowerBound + text.utf8.count
    change(TextEdit.Replacement(range, with: text), .typing, selecting: caret..<caret, of: &buffer)
  }

  /// Deletes as `TextBuffer.deleteBackward()` does, and records it.
  public mutating func deleteBackward(in buffer: inout TextBuffer) {
    guard let range = buffer.backwardDeletion else { return }
    let caret = range.lowerBound..<range.lowerBound
    change(TextEdit.Replacement(range, with: ""), .deleting, selecting: caret, of: &buffer)
  }

  private mutating func change(
    _ replacement: TextEdit.Replacement, _ kind: HistoryStep.Kind, selecting selection: Range<Int>,
    of buffer: inout TextBuffer
  ) {
    if replacement.range.isEmpty && replacement.bytes.isEmpty { return }
    buffer.unmarkText()
    do throws(TextEditError) {
      try perform(TextEdit([replacement]), kind: kind, selecting: selection, on: &buffer)
    } catch {
      preconditionFailure("the selection of a buffer is a range of its text")
    }
  }
}
