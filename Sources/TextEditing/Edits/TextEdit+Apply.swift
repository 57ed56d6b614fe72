extension TextEdit {
  /// The growth of a text by the edit, in UTF-8 bytes; negative if the text shrinks.
  ///
  /// Law: `applying(to: text).count == text.count + utf8Growth`.
  ///
  /// - Complexity: O(*r*) in the number of replacements.
  package var utf8Growth: Int {
    replacements.reduce(0) { $0 + $1.bytes.count - $1.range.count }
  }

  /// The minimum length of a text to which the edit applies, in UTF-8 bytes.
  package var minimumUTF8Count: Int { replacements.last?.range.upperBound ?? 0 }

  /// The UTF-8 bytes `text` after the edit; `text` does not change.
  ///
  /// Does not check whether a range begins or ends inside a scalar.
  ///
  /// - Precondition: the last replacement ends within `text`.
  /// - Complexity: O(*n*) in the length of the text before and after.
  public func applying(to text: [UInt8]) -> [UInt8] {
    precondition(
      minimumUTF8Count <= text.count,
      "the edit reaches to UTF-8 offset \(minimumUTF8Count) of a text of \(text.count) bytes")
    var result: [UInt8] = []
    result.reserveCapacity(text.count + utf8Growth)
    text.withUnsafeBufferPointer { text in
      var end = 0
      for replacement in replacements {
        let start = replacement.range.lowerBound
        result.append(contentsOf: UnsafeBufferPointer(rebasing: text[end..<start]))
        result.append(contentsOf: replacement.bytes)
        end = replacement.range.upperBound
      }
      result.append(contentsOf: UnsafeBufferPointer(rebasing: text[end...]))
    }
    return result
  }
}

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
