/// Other spellings of characters whose plain spelling would be read as markup.
enum Escaping {
  /// An escape for ASCII punctuation (CommonMark 0.30 §2.4); otherwise, a character reference.
  static func respelled(_ scalar: Unicode.Scalar) -> [UInt8] {
    isASCIIPunctuation(scalar) ? [.backslash] + utf8(scalar) : reference(scalar)
  }

  /// A decimal character reference (§2.5).
  static func reference(_ scalar: Unicode.Scalar) -> [UInt8] {
    Array("&#\(scalar.value);".utf8)
  }

  /// Whether a backslash before the character is an escape: `*`, not `a`.
  static func isASCIIPunctuation(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && UInt8(truncatingIfNeeded: scalar.value).isASCIIPunctuation
  }

  static func utf8(_ scalar: Unicode.Scalar) -> [UInt8] {
    scalar.value < 0x80
      ? [UInt8(truncatingIfNeeded: scalar.value)] : Array(String(scalar).utf8)
  }

  /// Whether a scalar is an ASCII letter: `a`, not `é`.
  static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }

  /// Whether a scalar is an ASCII digit: `1`, not `a`.
  static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
}
