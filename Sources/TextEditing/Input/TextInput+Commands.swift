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

  /// The UTF-8 range, in `buffer`, of a range of this input; nil where it cuts a surrogate pair.
  ///
  /// - Parameters:
  ///   - range: a range of this input.
  ///   - buffer: the text of this input, as `textBuffer()` gave it.
  public func utf8Range(of range: InputRange, in buffer: TextBuffer) -> Range<Int>? {
    let start = offset(from: beginningOfDocument, to: range.start)
    let end = offset(from: beginningOfDocument, to: range.end)
    return buffer.utf8Range(ofUTF16: min(start, end)..<max(start, end))
  }

  /// This input's range for a UTF-8 range of `buffer`; nil where this input has no such place.
  ///
  /// - Parameters:
  ///   - range: UTF-8 offsets of `buffer`.
  ///   - buffer: the text of this input, as `textBuffer()` gave it.
  /// - Precondition: the range's ends are between scalars of the buffer.
  public func inputRange(ofUTF8 range: Range<Int>, in buffer: TextBuffer) -> InputRange? {
    let utf16 = buffer.utf16Range(ofUTF8: range)
    guard let start = position(from: beginningOfDocument, offset: utf16.lowerBound),
      let end = position(from: beginningOfDocument, offset: utf16.upperBound)
    else { return nil }
    return textRange(from: start, to: end)
  }

  /// Makes an edit through `replace(_:withText:)`, from back to front, and selects `selection`.
  ///
  /// - Returns: false, with nothing changed, where the edit does not fit the text.
  /// - Complexity: O(*n*).
  @discardableResult
  public mutating func apply(_ edit: TextEdit, selectingUTF8 selection: Range<Int>?) -> Bool {
    let buffer = textBuffer()
    guard let after = try? buffer.applying(edit) else { return false }
    if let selection, !after.hasBoundaries(selection) { return false }
    var places: [(range: InputRange, text: String)] = []
    for replacement in edit.replacements {
      guard let range = inputRange(ofUTF8: replacement.range, in: buffer) else { return false }
      places.append((range, String(decoding: replacement.bytes, as: UTF8.self)))
    }
    for place in places.reversed() { replace(place.range, withText: place.text) }
    if let selection { selectedTextRange = inputRange(ofUTF8: selection, in: after) }
    return true
  }
}

extension TextBuffer {
  /// Whether a UTF-8 range lies in the text with both ends between scalars.
  func hasBoundaries(_ range: Range<Int>) -> Bool {
    range.lowerBound >= 0 && range.upperBound <= utf8Count
      && isScalarBoundary(utf8Offset: range.lowerBound)
      && isScalarBoundary(utf8Offset: range.upperBound)
  }
}
