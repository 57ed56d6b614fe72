/// The reason why an edit does not fit a text.
public enum TextEditError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A UTF-8 range reaches outside the text.
  case outOfBounds(Range<Int>, utf8Count: Int)
  /// A UTF-8 offset lies inside a scalar.
  case insideScalar(utf8Offset: Int)
  /// The new text for a UTF-8 range is not UTF-8 from one of its byte offsets on.
  case invalidUTF8(Range<Int>, byteOffset: Int)
  /// A text input rejected or changed the edit; its text is restored.
  case notTaken

  /// A sentence with the offset or range.
  public var description: String {
    switch self {
    case .outOfBounds(let range, let count):
      "the UTF-8 range \(range.lowerBound)..<\(range.upperBound) is outside a text of \(count) bytes"
    case .insideScalar(let offset):
      "the UTF-8 offset \(offset) lies inside a character's bytes"
    case .invalidUTF8(let range, let offset):
      "the new text at UTF-8 offset \(range.lowerBound) is not valid UTF-8 from byte \(offset)"
    case .notTaken: "the text view rejected the edit"
    }
  }
}
