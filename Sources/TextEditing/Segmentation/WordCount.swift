/// The number of words in a text, by the word rules of UAX #29.
package struct WordCount: Hashable, Sendable {
  /// The words other than Chinese and Japanese characters. Letters whose words only a dictionary
  /// finds, such as Thai, count as one word up to the next space.
  package private(set) var words = 0
  /// The Chinese and Japanese characters.
  package private(set) var ideographs = 0

  /// Counts the words of UTF-8 text.
  ///
  /// - Complexity: O(*n*).
  package init(of bytes: [UInt8]) {
    var text = ByteText(bytes: bytes)
    var start = 0
    var isAfterLetter = false
    while let segment = WordBoundaries.segment(from: start, in: &text) {
      start = segment.range.upperBound
      var isLetter = false
      if segment.isWord, let first = text.scalar(at: segment.range.lowerBound)?.scalar {
        if first.isIdeograph {
          var index = segment.range.lowerBound
          while index < start, let next = text.scalar(at: index) {
            if next.scalar.isIdeograph { ideographs += 1 }
            index = next.end
          }
        } else {
          isLetter = first.wordBreakClass == .otherLetter
          if !isLetter || !isAfterLetter { words += 1 }
        }
      }
      isAfterLetter = isLetter
    }
  }
}

extension Unicode.Scalar {
  /// Whether a scalar is a Chinese or Japanese character: `本` and `ノ`, not `a`.
  fileprivate var isIdeograph: Bool {
    switch value {
    case 0x2E80...0x2FDF, 0x3005...0x3007, 0x3021...0x3029, 0x3040...0x312F, 0x31A0...0x31BF,
      0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0xFF66...0xFF9D,
      0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
