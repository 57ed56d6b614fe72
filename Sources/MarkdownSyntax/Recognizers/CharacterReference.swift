import CommonMark

/// A character reference: `&amp;`, `&#38;`, `&#x26;` (CommonMark 0.30 §2.5).
enum CharacterReference {
  /// The scalars of a reference; some names have two.
  struct Match {
    var first: Unicode.Scalar
    var second: Unicode.Scalar?
    var end: Int
  }

  /// The reference whose `&` is at `start`, or nil if there is none.
  static func match(in text: Bytes, at start: Int) -> Match? {
    guard start + 2 < text.count else { return nil }
    let next = start + 1
    return text[next] == .numberSign ? numeric(in: text, at: next + 1) : named(in: text, at: next)
  }

  /// At most 7 decimal or 6 hexadecimal digits; a NUL or a number without a scalar is U+FFFD.
  private static func numeric(in text: Bytes, at start: Int) -> Match? {
    let isHexadecimal = text[start] | 0x20 == UInt8(ascii: "x")
    let digits = isHexadecimal ? start + 1 : start
    var index = digits
    var value: UInt32 = 0
    while index < text.count, index - digits <= 7, let digit = text[index].hexadecimalValue,
      isHexadecimal || digit < 10
    {
      value = value * (isHexadecimal ? 16 : 10) + UInt32(digit)
      index += 1
    }
    guard index > digits, index - digits <= (isHexadecimal ? 6 : 7),
      index < text.count, text[index] == .semicolon
    else { return nil }
    let scalar = value == 0 ? nil : Unicode.Scalar(value)
    return Match(first: scalar ?? "\u{FFFD}", second: nil, end: index + 1)
  }

  private static func named(in text: Bytes, at start: Int) -> Match? {
    var index = start
    while index < text.count, index - start < 32, text[index].isASCIIAlphanumeric { index += 1 }
    guard index < text.count, text[index] == .semicolon, text[start].isASCIILetter,
      let value = NamedCharacter.scalars(of: Bytes(rebasing: text[start..<index]))
    else { return nil }
    return Match(first: value.first, second: value.second, end: index + 1)
  }
}
