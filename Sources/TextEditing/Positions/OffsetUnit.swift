/// The unit in which offsets count.
package enum OffsetUnit: String, Hashable, Sendable, CaseIterable {
  /// UTF-16 code units, as in UIKit, JavaScript and the Language Server Protocol.
  case utf16
  case utf8
  case scalar

  /// The name of one unit, for a sentence.
  package var noun: String {
    switch self {
    case .utf16: "UTF-16 code unit"
    case .utf8: "byte"
    case .scalar: "scalar"
    }
  }

  /// The characters of several units that an invalid offset splits, for a sentence.
  package var whole: String { self == .utf16 ? "a surrogate pair" : "a UTF-8 sequence" }
}

/// The reason why an offset is not a position in a text.
package enum Misplaced: Error, Hashable, Sendable {
  /// The offset is past the end of the text, which has `count` units.
  case outsideText(count: Int)
  /// The offset is inside a surrogate pair or a UTF-8 sequence.
  case insideCharacter
}

extension TextBuffer {
  /// The UTF-8 offset of `offset`, which counts in `unit`s.
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

  /// The offset in `unit`s of a UTF-8 offset, which is in the text and between scalars.
  package func offset(ofUTF8 utf8Offset: Int, in unit: OffsetUnit) -> Int {
    switch unit {
    case .utf8: utf8Offset
    case .utf16: utf16Offset(ofUTF8: utf8Offset)
    case .scalar: scalarOffset(ofUTF8: utf8Offset)
    }
  }
}
