extension TextEdit {
  /// The edit that undoes this one, in offsets of the text after it.
  ///
  /// Law: `inverted(in: text).applying(to: applying(to: text)) == text`.
  ///
  /// - Parameter text: the UTF-8 bytes of the text before the edit.
  /// - Precondition: the last replacement ends within `text`.
  /// - Complexity: O(*m*) in the lengths of the replacements.
  public func inverted(in text: [UInt8]) -> TextEdit {
    precondition(
      minimumUTF8Count <= text.count,
      "the edit reaches to UTF-8 offset \(minimumUTF8Count) of a text of \(text.count) bytes")
    return inverted { Array(text[$0]) }
  }

  /// The edit that undoes this one, in offsets of the text after it.
  ///
  /// - Parameter buffer: the text before the edit.
  /// - Precondition: the last replacement ends within the buffer.
  /// - Complexity: O(*r* log *n* + *m*) in the number and the lengths of the replacements.
  public func inverted(in buffer: TextBuffer) -> TextEdit {
    inverted { buffer.bytes(in: $0) }
  }

  /// The edit that undoes this one; `bytes` returns the original bytes of a range.
  func inverted(_ bytes: (Range<Int>) -> [UInt8]) -> TextEdit {
    var shift = 0
    return TextEdit(
      replacements.map { replacement in
        let start = replacement.range.lowerBound + shift
        shift += replacement.bytes.count - replacement.range.count
        return Replacement(
          start..<start + replacement.bytes.count, with: bytes(replacement.range))
      })
  }
}
