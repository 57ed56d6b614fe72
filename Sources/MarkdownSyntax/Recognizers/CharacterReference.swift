import CommonMark

/// A character reference: `&amp;`, `&#38;`, `&#x26;` (CommonMark 0.30 §2.5).
enum CharacterReference {
  struct Match {
    var first: Unicode.Scalar
    var second: Unicode.Scalar?
    var end: Int
  }

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
    let limit = Swift.min(text.count, start + 32)
    let index = text.skipping(from: start, upTo: limit) { $0.isASCIIAlphanumeric }
    guard index < text.count, text[index] == .semicolon, text[start].isASCIILetter,
      let value = NamedCharacter.scalars(of: Bytes(rebasing: text[start..<index]))
    else { return nil }
    return Match(first: value.first, second: value.second, end: index + 1)
  }
}

/// Decodes references and escapes in destinations, titles and info strings.
package enum Unescaping {
  /// The text of a destination or title. Like libcmark, decodes references before escapes.
  static func text(_ text: Bytes) -> [UInt8] {
    guard text.contains(where: { $0 == .ampersand || $0 == .backslash || $0 == 0 }) else {
      return Array(text)
    }
    return escapes(of: references(of: text))
  }

  static func count(_ text: Bytes, _ range: Range<Int>) -> Int {
    let text = Bytes(rebasing: text[range])
    let isPlain = !text.contains { $0 == .ampersand || $0 == .backslash || $0 == 0 }
    return isPlain ? text.count : self.text(text).count
  }

  /// The text of an info string. Like libcmark, trims white space before decoding escapes.
  package static func info(_ text: Bytes) -> [UInt8] {
    let bytes = references(of: text)
    return bytes.withUnsafeBufferPointer {
      escapes(of: Array($0[$0.trimming(0..<$0.count)]))
    }
  }

  private static func references(of text: Bytes) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      if text[index] == .ampersand, let match = CharacterReference.match(in: text, at: index) {
        for scalar in [match.first, match.second] {
          if let scalar { bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter }
        }
        index = match.end
      } else {
        bytes += text[index] == 0 ? Array(UTF8.encodedReplacementCharacter) : [text[index]]
        index += 1
      }
    }
    return bytes
  }

  private static func escapes(of bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(.backslash) else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let isEscape =
        bytes[index] == .backslash && index + 1 < bytes.count && bytes[index + 1].isASCIIPunctuation
      if isEscape { index += 1 }
      result.append(bytes[index])
      index += 1
    }
    return result
  }
}
