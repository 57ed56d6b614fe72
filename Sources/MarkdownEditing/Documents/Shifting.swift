import TextEditing

extension Range<Int> {
  func shifted(by shift: Int) -> Range<Int> { (lowerBound + shift)..<(upperBound + shift) }
}

extension TextEdit.Replacement {
  func shifted(by shift: Int) -> TextEdit.Replacement {
    TextEdit.Replacement(range.shifted(by: shift), with: bytes)
  }
}

extension TextEdit {
  func shifted(by shift: Int) -> TextEdit {
    TextEdit(replacements.map { $0.shifted(by: shift) })
  }
}

extension Range<Int> {
  func covers(_ other: Range<Int>) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }

  func joined(with other: Range<Int>) -> Range<Int> {
    Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}
