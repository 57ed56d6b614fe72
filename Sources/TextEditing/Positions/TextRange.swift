/// A range of a text in the unit that the caller has; an empty one is a caret.
///
/// ```swift
/// text.performing(.toggle(.strong), in: .utf16(8..<13))
/// try editor.select(.utf8(8..<13))
/// ```
///
/// `TextRange(range, in: text)` takes a range of `String.Index`; with the module
/// `MarkdownFoundation`, `TextRange(range)` takes an `NSRange`.
public struct TextRange: Hashable, Sendable {
  package enum Unit: Hashable, Sendable { case utf8, utf16 }

  package let unit: Unit
  package let offsets: Range<Int>

  /// A range of UTF-8 bytes, as this library counts.
  public static func utf8(_ range: Range<Int>) -> TextRange {
    TextRange(unit: .utf8, offsets: range)
  }

  /// A range of UTF-16 code units, as `NSRange`, JavaScript and language servers count.
  public static func utf16(_ range: Range<Int>) -> TextRange {
    TextRange(unit: .utf16, offsets: range)
  }
}

// Embedded Swift does not have the tables that a String's indices need.
#if !hasFeature(Embedded)
  extension TextRange {
    /// The range of a string's indices. An end inside a scalar moves to the scalar's start.
    ///
    /// - Precondition: `range` is in `text`.
    /// - Complexity: O(*n*) in the length of the text.
    public init(_ range: Range<String.Index>, in text: String) {
      func offset(_ index: String.Index) -> Int {
        let scalars = text.unicodeScalars
        let start =
          index.samePosition(in: scalars) ?? scalars.index(before: scalars.index(after: index))
        return text.utf8.distance(from: text.startIndex, to: start)
      }
      self.init(unit: .utf8, offsets: offset(range.lowerBound)..<offset(range.upperBound))
    }
  }
#endif

extension TextBuffer {
  /// The UTF-8 offsets of ranges, which must be in ascending order.
  ///
  /// - Throws: `TextEditError` for the first range that reaches outside the text, splits a
  ///   character, or begins before the end of the range before it.
  package func utf8Ranges(of ranges: [TextRange]) throws(TextEditError) -> [Range<Int>] {
    var end = 0
    return try ranges.map { (range) throws(TextEditError) in
      let utf8 = try utf8Range(of: range)
      if utf8.lowerBound < end { throw .overlapping(utf8) }
      end = utf8.upperBound
      return utf8
    }
  }

  /// The UTF-8 offsets of a range.
  ///
  /// - Throws: `TextEditError` if the range reaches outside the text or splits a character.
  package func utf8Range(of range: TextRange) throws(TextEditError) -> Range<Int> {
    let offsets = range.offsets
    switch range.unit {
    case .utf8:
      try requireBoundaries(offsets)
      return offsets
    case .utf16:
      guard offsets.lowerBound >= 0, offsets.upperBound <= utf16Count else {
        throw .outOfBoundsUTF16(offsets, utf16Count: utf16Count)
      }
      guard let start = utf8Offset(ofUTF16: offsets.lowerBound) else {
        throw .insideSurrogatePair(utf16Offset: offsets.lowerBound)
      }
      guard let end = utf8Offset(ofUTF16: offsets.upperBound) else {
        throw .insideSurrogatePair(utf16Offset: offsets.upperBound)
      }
      return start..<end
    }
  }
}
