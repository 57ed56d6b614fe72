extension TextInput {
  /// The text and its selection as a value, read through the protocol.
  ///
  /// - Complexity: O(*n*).
  public func textBuffer() -> TextBuffer {
    guard let all = textRange(from: beginningOfDocument, to: endOfDocument) else {
      return TextBuffer()
    }
    var buffer = TextBuffer(text(in: all) ?? "")
    buffer.selection = selectedTextRange.flatMap { utf8Range(of: $0, in: buffer) }
    buffer.marked = markedTextRange.flatMap { utf8Range(of: $0, in: buffer) }
    return buffer
  }

  /// The UTF-8 range, in `buffer`, of a range of this input; nil if it splits a surrogate pair.
  ///
  /// - Parameters:
  ///   - range: a range of this input.
  ///   - buffer: the text of this input, from `textBuffer()`.
  package func utf8Range(of range: InputRange, in buffer: TextBuffer) -> Range<Int>? {
    let start = offset(from: beginningOfDocument, to: range.start)
    let end = offset(from: beginningOfDocument, to: range.end)
    return buffer.utf8Range(ofUTF16: min(start, end)..<max(start, end))
  }

  /// The range of this input for a UTF-8 range of `buffer`; nil if this input does not have it.
  ///
  /// - Parameters:
  ///   - range: UTF-8 offsets of `buffer`.
  ///   - buffer: the text of this input, from `textBuffer()`.
  /// - Precondition: the range's ends are between scalars of the buffer.
  package func inputRange(ofUTF8 range: Range<Int>, in buffer: TextBuffer) -> InputRange? {
    let utf16 = buffer.utf16Range(ofUTF8: range)
    guard let start = position(from: beginningOfDocument, offset: utf16.lowerBound),
      let end = position(from: beginningOfDocument, offset: utf16.upperBound)
    else { return nil }
    return textRange(from: start, to: end)
  }

  /// Applies an edit with one call of `replace(_:withText:)`, from its first change to its last,
  /// and selects `selection`.
  ///
  /// One call is one step of the input's own undo, and observers see the text before or after,
  /// never a part of the edit. Then the text is read again: if the input rejected or changed the
  /// edit, its text is restored.
  ///
  /// - Throws: `TextEditError`, with the text unchanged, if the edit or selection is not accepted.
  /// - Complexity: O(*n*).
  public mutating func apply(
    _ edit: TextEdit, selectingUTF8 selection: Range<Int>?
  ) throws(TextEditError) {
    try makeEdit(edit, selecting: selection, in: &self)
  }
}

extension TextInput where Self: AnyObject {
  /// Applies an edit and selects `selection`; for classes, which a constant may refer to.
  ///
  /// ```swift
  /// let textView = UITextView()
  /// try textView.apply(edit, selectingUTF8: nil)
  /// ```
  ///
  /// The caller's variable is not being mutated meanwhile, so a delegate may read the input.
  ///
  /// - Throws: `TextEditError`, with the text unchanged, if the edit or selection is not accepted.
  /// - Complexity: O(*n*).
  public func apply(
    _ edit: TextEdit, selectingUTF8 selection: Range<Int>?
  ) throws(TextEditError) {
    var input = self
    try makeEdit(edit, selecting: selection, in: &input)
  }
}

/// The default implementation of `apply(_:selectingUTF8:)`.
private func makeEdit<Input: TextInput>(
  _ edit: TextEdit, selecting selection: Range<Int>?, in input: inout Input
) throws(TextEditError) {
  let before = input.textBuffer()
  let after = try before.applying(edit)
  if let selection { try after.requireBoundaries(selection) }
  if !edit.isEmpty {
    let (stretch, new) = edit.asOne(from: before, to: after)
    let text = after.text(utf8: new)
    guard let range = input.inputRange(ofUTF8: stretch, in: before) else { throw .notTaken }
    input.replace(range, withText: text)
    let result = input.textBuffer()
    guard result.hasSameText(as: after) else {
      if !result.hasSameText(as: before) { restore(before, in: &input) }
      throw .notTaken
    }
  }
  if let selection { input.selectedTextRange = input.inputRange(ofUTF8: selection, in: after) }
}

/// Restores the text and selection of an input that changed an edit.
package func restore<Input: TextInput>(_ before: TextBuffer, in input: inout Input) {
  if let all = input.textRange(from: input.beginningOfDocument, to: input.endOfDocument) {
    input.replace(all, withText: before.text(utf8: 0..<before.utf8Count))
  }
  if let selection = before.selection {
    input.selectedTextRange = input.inputRange(ofUTF8: selection, in: before)
  }
}
