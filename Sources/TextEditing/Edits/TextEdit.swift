/// An edit as a value: a sorted list of replacements that do not overlap.
///
/// Every range is in UTF-8 offsets of the text before the edit.
public struct TextEdit: Hashable, Sendable {
  /// The replacements, in ascending order without overlaps.
  public private(set) var replacements: [Replacement]

  /// Creates an edit from replacements in ascending order.
  ///
  /// - Precondition: each range begins at or after the end of the one before.
  public init(_ replacements: [Replacement] = []) {
    var end = 0
    for replacement in replacements {
      precondition(
        replacement.range.lowerBound >= end,
        "replacement at \(replacement.range) begins before \(end), where the previous one ends")
      end = replacement.range.upperBound
    }
    self.replacements = replacements
  }

  /// Whether the edit has no replacements, as `TextEdit([])`.
  public var isEmpty: Bool { replacements.isEmpty }
}

extension TextEdit {
  /// A replacement of the bytes in `range` by `bytes`.
  ///
  /// Offsets are UTF-8 bytes of the text before the edit. The new bytes are UTF-8 too.
  public struct Replacement: Hashable, Sendable {
    /// The replaced UTF-8 offsets, in the text before the edit.
    public var range: Range<Int>
    /// The new UTF-8 bytes.
    public var bytes: [UInt8]

    /// Creates a replacement of the UTF-8 offsets `range` by `bytes`.
    public init(_ range: Range<Int>, with bytes: [UInt8]) {
      self.range = range
      self.bytes = bytes
    }

    /// Creates a replacement of the UTF-8 offsets `range` by the text `text`.
    public init(_ range: Range<Int>, with text: String) {
      self.init(range, with: Array(text.utf8))
    }
  }
}

// The core compiles as Embedded Swift for the C library and the page, where nobody prints these.
#if !hasFeature(Embedded)
  extension TextEdit.Replacement: CustomStringConvertible {
    /// The range and the new text, as in `5..<5 → "**"`.
    public var description: String {
      let text = String(decoding: bytes, as: UTF8.self)
      return "\(range.lowerBound)..<\(range.upperBound) → \(text.debugDescription)"
    }
  }

  extension TextEdit: CustomStringConvertible {
    /// The replacements, separated by commas.
    public var description: String {
      replacements.map { $0.description }.joined(separator: ", ")
    }
  }
#endif

/// The reason why an edit or a selection does not fit a text.
public enum TextEditError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A UTF-8 range reaches outside the text.
  case outOfBounds(Range<Int>, utf8Count: Int)
  /// A UTF-16 range reaches outside the text.
  case outOfBoundsUTF16(Range<Int>, utf16Count: Int)
  /// A UTF-8 offset lies inside a scalar.
  case insideScalar(utf8Offset: Int)
  /// A UTF-16 offset lies inside a surrogate pair.
  case insideSurrogatePair(utf16Offset: Int)
  /// A selection, here in UTF-8, begins before the end of the selection before it.
  case overlapping(Range<Int>)
  /// The new text for a UTF-8 range is not UTF-8 from one of its byte offsets on.
  case invalidUTF8(Range<Int>, byteOffset: Int)
  /// A text input rejected or changed the edit; its text is restored.
  case notTaken

  /// A sentence with the offset or range.
  public var description: String {
    switch self {
    case .outOfBounds(let range, let count):
      "the UTF-8 range \(range.lowerBound)..<\(range.upperBound) is outside a text of \(count) bytes"
    case .outOfBoundsUTF16(let range, let count):
      "the UTF-16 range \(range.lowerBound)..<\(range.upperBound) is outside a text of \(count) code units"
    case .insideSurrogatePair(let offset):
      "the UTF-16 offset \(offset) lies inside a surrogate pair"
    case .overlapping(let range):
      "the selection of the bytes \(range.lowerBound)..<\(range.upperBound) begins before the end of another"
    case .insideScalar(let offset):
      "the UTF-8 offset \(offset) lies inside a character's bytes"
    case .invalidUTF8(let range, let offset):
      "the new text at UTF-8 offset \(range.lowerBound) is not valid UTF-8 from byte \(offset)"
    case .notTaken: "the text view rejected the edit"
    }
  }
}
