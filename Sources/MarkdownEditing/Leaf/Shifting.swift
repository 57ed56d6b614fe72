import TextEditing

extension Range<Int> {
  /// The same range of a text that begins elsewhere: `2..<4` by 3 is `5..<7`.
  func shifted(by shift: Int) -> Range<Int> { (lowerBound + shift)..<(upperBound + shift) }
}

extension TextEdit.Replacement {
  /// The same replacement in a text that begins elsewhere.
  func shifted(by shift: Int) -> TextEdit.Replacement {
    TextEdit.Replacement(range.shifted(by: shift), with: bytes)
  }
}

extension TextEdit {
  /// The edit of a part of a text as one of the whole.
  func shifted(by shift: Int) -> TextEdit {
    TextEdit(replacements.map { $0.shifted(by: shift) })
  }
}
