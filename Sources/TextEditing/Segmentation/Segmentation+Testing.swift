/// All word boundaries of a text, for comparison in tests.
package enum WordSegmentation {
  /// The UTF-8 offsets of the word boundaries of the UTF-8 text `bytes`, with both ends.
  package static func boundaries(in bytes: [UInt8]) -> [Int] {
    var text = ByteText(bytes: bytes)
    var result = [0]
    while let last = result.last, let segment = WordBoundaries.segment(from: last, in: &text) {
      result.append(segment.range.upperBound)
    }
    return result
  }

  /// A boundary at or before a UTF-8 offset that its neighbours prove.
  package static func safeBoundary(before utf8Offset: Int, in bytes: [UInt8]) -> Int {
    var text = ByteText(bytes: bytes)
    return WordBoundaries.safeBoundary(before: utf8Offset, in: &text)
  }
}

/// Internals of grapheme clusters, for tests.
package enum GraphemeSegmentation {
  /// Whether two scalars prove a boundary between them, as `"日"` and `"本"` do.
  package static func isBoundaryCertain(
    between left: Unicode.Scalar, and right: Unicode.Scalar
  ) -> Bool {
    left.isAloneBefore(right)
  }
}
