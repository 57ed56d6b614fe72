/// The reading half of inputs whose positions are those of a buffer.
extension TextInput where InputPosition == BufferPosition, InputRange == BufferRange {
  /// Whether there is any text: false for `""`.
  public var hasText: Bool { !textBuffer().isEmpty }

  /// The text of `range`; nil if the range is not in the text, or splits a scalar.
  ///
  /// - Complexity: O(log *n* + *m*) in the length of the range, and that of `textBuffer()`.
  public func text(in range: BufferRange) -> String? {
    let buffer = textBuffer()
    return buffer.hasBoundaries(range.utf8) ? buffer.text(utf8: range.utf8) : nil
  }

  /// The beginning of the text.
  public var beginningOfDocument: BufferPosition { BufferPosition(utf8Offset: 0) }

  /// The end of the text.
  public var endOfDocument: BufferPosition { BufferPosition(utf8Offset: textBuffer().utf8Count) }

  /// The range between two positions, in either order; nil if one is outside the text.
  public func textRange(
    from fromPosition: BufferPosition, to toPosition: BufferPosition
  ) -> BufferRange? {
    let first = min(fromPosition, toPosition).utf8Offset
    let last = max(fromPosition, toPosition).utf8Offset
    return first >= 0 && last <= textBuffer().utf8Count ? BufferRange(utf8: first..<last) : nil
  }

  /// The position `offset` UTF-16 code units from `position`; nil outside the text.
  ///
  /// If that is inside a surrogate pair, the position before the pair, since UTF-8 has none inside.
  ///
  /// - Precondition: `position` is in the text.
  /// - Complexity: O(log *n*), and that of `textBuffer()`.
  public func position(from position: BufferPosition, offset: Int) -> BufferPosition? {
    let buffer = textBuffer()
    let (target, overflows) = buffer.utf16Offset(ofUTF8: position.utf8Offset)
      .addingReportingOverflow(offset)
    guard !overflows, target >= 0, target <= buffer.utf16Count else { return nil }
    return BufferPosition(utf8Offset: buffer.storage.offset(of: target, .utf16).utf8)
  }

  /// The order of two positions.
  public func compare(_ position: BufferPosition, to other: BufferPosition) -> PositionOrder {
    if position == other { return .orderedSame }
    return position < other ? .orderedAscending : .orderedDescending
  }

  /// The distance from one position to another, in UTF-16 code units.
  ///
  /// - Precondition: both positions are in the text.
  /// - Complexity: O(log *n*), and that of `textBuffer()`.
  public func offset(from: BufferPosition, to toPosition: BufferPosition) -> Int {
    let buffer = textBuffer()
    return buffer.utf16Offset(ofUTF8: toPosition.utf8Offset)
      - buffer.utf16Offset(ofUTF8: from.utf8Offset)
  }
}
