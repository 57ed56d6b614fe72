import TextEditing

extension Range<Int> {
  /// Moves the range into a text that begins elsewhere. For example, `2..<4` by 3 is `5..<7`.
  func shifted(by shift: Int) -> Range<Int> { (lowerBound + shift)..<(upperBound + shift) }
}

extension TextEdit.Replacement {
  func shifted(by shift: Int) -> TextEdit.Replacement {
    TextEdit.Replacement(range.shifted(by: shift), with: bytes)
  }
}

extension TextEdit {
  /// Converts the edit of a part of a text to one of the whole.
  func shifted(by shift: Int) -> TextEdit {
    TextEdit(replacements.map { $0.shifted(by: shift) })
  }
}

extension Range<Int> {
  /// Whether another range, perhaps empty, is inside this one or at its edges.
  func covers(_ other: Range<Int>) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }

  /// Returns the smallest range with this one and another in it.
  func joined(with other: Range<Int>) -> Range<Int> {
    Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}
