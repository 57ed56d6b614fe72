/// A link label: `[…]` (CommonMark 0.30 §6.3).
enum LinkLabel {
  /// The number of bytes that libcmark allows in a label.
  static let byteLimit = 1000

  /// The end, after its bracket, of the label that opens at `start`, and its text without white
  /// space at the ends, which may be empty. Nil if there is no label.
  static func match(
    in text: Bytes, at start: Int, limit: Int = byteLimit
  ) -> (end: Int, label: Range<Int>)? {
    guard start < text.count, text[start] == .leftBracket else { return nil }
    var index = start + 1
    var length = 0
    while index < text.count, text[index] != .leftBracket, text[index] != .rightBracket {
      let byte = text[index]
      index += 1
      // A NUL counts as the three bytes of U+FFFD, by which libcmark replaces it.
      length += byte == 0 ? 3 : 1
      if byte == .backslash, index < text.count, text[index].isASCIIPunctuation {
        index += 1
        length += 1
      }
      if length > limit { return nil }
    }
    guard index < text.count, text[index] == .rightBracket else { return nil }
    return (index + 1, text.trimming(start + 1..<index))
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// `range` without the white space at its ends.
  func trimming(_ range: Range<Int>) -> Range<Int> {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high, self[low].isMarkdownSpace { low += 1 }
    while low < high, self[high - 1].isMarkdownSpace { high -= 1 }
    return low..<high
  }

  /// The first index from `index` on without white space or a line ending.
  func skippingSpace(from index: Int) -> Int {
    var index = index
    while index < count, self[index].isMarkdownSpace { index += 1 }
    return index
  }

  /// The first index from `index` on without a space or tab.
  func skippingBlanks(from index: Int) -> Int {
    var index = index
    while index < count, self[index].isBlank { index += 1 }
    return index
  }
}
