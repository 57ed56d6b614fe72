extension JSONReader {
  /// Reads a string, as UTF-8.
  package mutating func readString() throws(JSONProblem) -> [UInt8] {
    guard peek() == .quotationMark else {
      throw problem("Expected a string, found \(seen())")
    }
    index += 1
    var end = plainEnd()
    // Most strings have no escapes.
    if end < bytes.count, bytes[end] == .quotationMark {
      defer { index = end + 1 }
      return Array(bytes[index..<end])
    }
    var result: [UInt8] = []
    // Otherwise, the value is shorter than its source.
    if end < bytes.count, bytes[end] == .backslash {
      result.reserveCapacity(closingQuote(from: end) - index)
    }
    while true {
      bytes.withUnsafeBufferPointer {
        result.append(contentsOf: UnsafeBufferPointer(rebasing: $0[index..<end]))
      }
      index = end
      guard index < bytes.count else { throw problem("The line ends within a string") }
      switch bytes[index] {
      case .quotationMark:
        index += 1
        return result
      case .backslash:
        try readEscape(into: &result)
        end = plainEnd()
      default:
        throw problem("Control characters in a string must be escaped")
      }
    }
  }

  /// Reads a key, which is usually short enough for a `String` without an allocation.
  mutating func readShortString() throws(JSONProblem) -> String {
    if peek() == .quotationMark {
      let start = index + 1
      let end = bytes.withUnsafeBufferPointer { $0.plainEnd(from: start) }
      if end < bytes.count, bytes[end] == .quotationMark {
        index = end + 1
        return String(decoding: bytes[start..<end], as: UTF8.self)
      }
    }
    return String(decoding: try readString(), as: UTF8.self)
  }

  private func plainEnd() -> Int {
    bytes.withUnsafeBufferPointer { $0.plainEnd(from: index) }
  }

  /// The offset of the string's closing quote, searched from inside the string. If a control
  /// character comes first, or the line ends, that offset.
  private func closingQuote(from start: Int) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      var end = start
      while end < bytes.count {
        end = bytes.plainEnd(from: end)
        guard end < bytes.count, bytes[end] == .backslash else { return end }
        end += 2
      }
      return bytes.count
    }
  }

  private mutating func readEscape(into result: inout [UInt8]) throws(JSONProblem) {
    guard index + 1 < bytes.count else { throw problem("The line ends within an escape") }
    let escaped: UInt8
    switch bytes[index + 1] {
    case .quotationMark, .backslash, .slash: escaped = bytes[index + 1]
    case UInt8(ascii: "b"): escaped = .backspace
    case UInt8(ascii: "f"): escaped = .formFeed
    case UInt8(ascii: "n"): escaped = .lineFeed
    case UInt8(ascii: "r"): escaped = .carriageReturn
    case UInt8(ascii: "t"): escaped = .tab
    case UInt8(ascii: "u"):
      result += String(try readUnicodeEscape()).utf8
      return
    default: throw problem("Unknown escape after a backslash")
    }
    result.append(escaped)
    index += 2
  }

  /// Reads `\uXXXX`, or two of them that form a surrogate pair.
  private mutating func readUnicodeEscape() throws(JSONProblem) -> Unicode.Scalar {
    let first = try codeUnit(at: index)
    if let scalar = Unicode.Scalar(first) {
      index += 6
      return scalar
    }
    let follows =
      index + 7 < bytes.count && bytes[index + 6] == .backslash
      && bytes[index + 7] == UInt8(ascii: "u")
    // If a low surrogate comes first, the value is above the last scalar.
    guard follows, case let second = try codeUnit(at: index + 6),
      (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(
        0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
    else {
      let digits = String(first, radix: 16, uppercase: true)
      throw problem(
        "The escape \\u\(digits) is one half of a surrogate pair without the other",
        isEncoding: true)
    }
    index += 12
    return scalar
  }

  /// The value of the four digits of the `\u` at `start`.
  private func codeUnit(at start: Int) throws(JSONProblem) -> UInt16 {
    var value: UInt16 = 0
    for offset in 2..<6 {
      let digit = start + offset < bytes.count ? bytes[start + offset] : 0
      guard let number = digit.hexadecimalValue else {
        throw problem("The escape \\u needs four hexadecimal digits")
      }
      value = value << 4 | UInt16(number)
    }
    return value
  }
}
