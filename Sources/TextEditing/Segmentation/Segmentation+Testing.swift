/// All word boundaries of a text at once: what tests compare with.
package enum WordSegmentation {
  /// The UTF-8 offsets of the word boundaries of the UTF-8 text `bytes`, both ends included.
  package static func boundaries(in bytes: [UInt8]) -> [Int] {
    var text = ByteText(bytes: bytes)
    var result = [0]
    while let last = result.last, let segment = WordBoundaries.segment(from: last, in: &text) {
      result.append(segment.range.upperBound)
    }
    return result
  }

  /// A boundary at or before a UTF-8 offset that is told from its neighbours alone.
  package static func safeBoundary(before utf8Offset: Int, in bytes: [UInt8]) -> Int {
    var text = ByteText(bytes: bytes)
    return WordBoundaries.safeBoundary(before: utf8Offset, in: &text)
  }
}

/// What tests ask of grapheme clusters.
package enum GraphemeSegmentation {
  /// Whether a boundary between two scalars is told from these two alone: of `"日"` and `"本"`.
  package static func isBoundaryCertain(
    between left: Unicode.Scalar, and right: Unicode.Scalar
  ) -> Bool {
    left.isAloneBefore(right)
  }
}
