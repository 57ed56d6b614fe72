/// What the offsets of a request count.
package enum OffsetUnit: String, Hashable, Sendable, CaseIterable {
  /// UTF-16 code units: UIKit, JavaScript, the Language Server Protocol.
  case utf16
  /// UTF-8 code units: bytes.
  case utf8
  /// Unicode scalars.
  case scalar

  /// What one is called in a sentence.
  package var noun: String {
    switch self {
    case .utf16: "UTF-16 code unit"
    case .utf8: "byte"
    case .scalar: "scalar"
    }
  }

  /// What an offset that is no boundary is inside of.
  package var whole: String { self == .utf16 ? "a surrogate pair" : "a UTF-8 sequence" }
}

/// Why an offset has no place in a text.
package enum Misplaced: Error, Hashable, Sendable {
  /// The text ends before it; it has this many units.
  case outsideText(count: Int)
  /// It is inside a surrogate pair, or inside a UTF-8 sequence.
  case insideCharacter
}

extension TextBuffer {
  /// The UTF-8 offset of `offset`, which counts in `unit`s.
  ///
  /// - Complexity: as the buffer's own conversions.
  package func utf8Offset(of offset: Int, in unit: OffsetUnit) throws(Misplaced) -> Int {
    let count: Int
    let result: Int?
    switch unit {
    case .utf8:
      count = utf8Count
      let isPlace = offset <= count && isScalarBoundary(utf8Offset: offset)
      result = isPlace ? offset : nil
    case .utf16: (count, result) = (utf16Count, utf8Offset(ofUTF16: offset))
    case .scalar: (count, result) = (scalarCount, utf8Offset(ofScalar: offset))
    }
    if let result { return result }
    throw offset > count ? .outsideText(count: count) : .insideCharacter
  }

  /// The offset in `unit`s of the UTF-8 offset `utf8Offset`.
  ///
  /// - Precondition: `utf8Offset` is in the text and between scalars.
  /// - Complexity: as the buffer's own conversions.
  package func offset(ofUTF8 utf8Offset: Int, in unit: OffsetUnit) -> Int {
    switch unit {
    case .utf8: utf8Offset
    case .utf16: utf16Offset(ofUTF8: utf8Offset)
    case .scalar: scalarOffset(ofUTF8: utf8Offset)
    }
  }
}
