import TextEditing

/// An error in a text that should be JSON (RFC 8259).
package struct JSONProblem: Error, Hashable, Sendable {
  /// The position of the error, in bytes from 0.
  package var byteOffset: Int
  package var reason: String
  /// Whether the error is invalid UTF-8 or an unpaired surrogate.
  package var isEncoding = false

  package var message: String { "\(reason), at byte \(byteOffset) (from 0)." }
}

/// Reads JSON (RFC 8259) in one pass, strictly: it rejects comments, trailing commas, numbers with
/// a leading zero, and unpaired surrogates.
///
/// Designed for tens of thousands of short lines a second. It builds no tree of values; the caller
/// requests each value by its expected kind.
package struct JSONReader {
  /// The default maximum nesting of arrays and objects.
  package static let depthLimit = 64

  package let depthLimit: Int
  private let bytes: [UInt8]
  private(set) var index = 0

  /// Makes a reader at the start of `bytes`.
  ///
  /// - Throws: a ``JSONProblem`` if `bytes` are not UTF-8.
  /// - Complexity: O(*n*).
  package init(_ bytes: [UInt8], depthLimit: Int = Self.depthLimit) throws(JSONProblem) {
    self.depthLimit = depthLimit
    if let offset = bytes.withUnsafeBufferPointer({ UTF8Validation.firstInvalidOffset(in: $0) }) {
      throw JSONProblem(byteOffset: offset, reason: "The line is not UTF-8", isEncoding: true)
    }
    self.bytes = bytes
  }

  /// The next byte that is not white space; nil at the end.
  package mutating func peek() -> UInt8? {
    while index < bytes.count {
      switch bytes[index] {
      case .space, .tab, .lineFeed, .carriageReturn: index += 1
      case let byte: return byte
      }
    }
    return nil
  }

  /// Skips white space and then `byte`; returns whether `byte` was there.
  package mutating func skip(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    index += 1
    return true
  }

  /// Skips white space and then `byte`, which is required.
  package mutating func expect(_ byte: UInt8) throws(JSONProblem) {
    guard skip(byte) else {
      throw problem("Expected “\(Unicode.Scalar(byte))”, found \(seen())")
    }
  }

  /// Skips white space before the end, which is required.
  package mutating func expectEnd() throws(JSONProblem) {
    guard peek() == nil else { throw problem("Expected the end after the object, found \(seen())") }
  }

  /// Reads the key of the next member of an object, and the colon; nil at the end of the object.
  ///
  /// - Parameter isFirst: Whether it is the first member. If it is, the opening brace is read too.
  package mutating func readKey(isFirst: Bool) throws(JSONProblem) -> String? {
    if isFirst { try expect(.leftBrace) }
    if skip(.rightBrace) { return nil }
    if !isFirst { try expect(.comma) }
    let key = try readShortString()
    try expect(.colon)
    return key
  }

  /// Reads an integer of at least 0 without fraction or exponent. If the next value is anything
  /// else, returns nil and does not advance.
  package mutating func readCount() throws(JSONProblem) -> Int? {
    guard let first = peek(), first.isASCIIDigit else { return nil }
    let start = index
    try skipNumber()
    var value = 0
    for byte in bytes[start..<index] {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(Int(byte) - 0x30)
      guard byte.isASCIIDigit, !overflow, !carry else {
        index = start
        return nil
      }
      value = sum
    }
    return value
  }

  func problem(_ reason: String, isEncoding: Bool = false) -> JSONProblem {
    JSONProblem(byteOffset: index, reason: reason, isEncoding: isEncoding)
  }

  /// Describes the current byte, for a sentence.
  func seen() -> String {
    guard index < bytes.count else { return "the end of the line" }
    guard bytes[index] > .space, bytes[index] < .delete else { return "a character" }
    return "“\(Unicode.Scalar(bytes[index]))”"
  }

  // MARK: Values of any kind

  /// Reads a value of any kind without interpreting it.
  ///
  /// - Returns: The source of the value, without white space between its parts.
  package mutating func readVerbatim() throws(JSONProblem) -> [UInt8] {
    var result: [UInt8] = []
    try copyValue(into: &result, depth: 0)
    return result
  }

  private mutating func copyValue(into result: inout [UInt8], depth: Int) throws(JSONProblem) {
    guard let first = peek() else { throw problem("Expected a value, found the end of the line") }
    let start = index
    switch first {
    case .quotationMark:
      _ = try readString()
    case .leftBrace, .leftBracket:
      return try copyElements(into: &result, isObject: first == .leftBrace, depth: depth)
    case .hyphen, UInt8.digits:
      try skipNumber()
    case UInt8(ascii: "t"): try skipWord("true")
    case UInt8(ascii: "f"): try skipWord("false")
    case UInt8(ascii: "n"): try skipWord("null")
    default: throw problem("Expected a value, found \(seen())")
    }
    result += bytes[start..<index]
  }

  private mutating func copyElements(
    into result: inout [UInt8], isObject: Bool, depth: Int
  ) throws(JSONProblem) {
    let depth = try deeper(than: depth)
    let closing: UInt8 = isObject ? .rightBrace : .rightBracket
    result.append(bytes[index])
    index += 1
    if skip(closing) {
      result.append(closing)
      return
    }
    var names: Set<[UInt8]> = []
    while true {
      if isObject {
        _ = peek()
        let start = index
        let name = try readString()
        // Readers disagree about which of two equal keys counts: `{"a":1,"a":2}`.
        guard names.insert(name).inserted else {
          let shown = JSONWriter.escaped(String(decoding: name, as: UTF8.self))
          throw problem("Duplicate key “\(shown)” in an object")
        }
        result += bytes[start..<index]
        try expect(.colon)
        result.append(.colon)
      }
      try copyValue(into: &result, depth: depth)
      if skip(closing) {
        result.append(closing)
        return
      }
      try expect(.comma)
      result.append(.comma)
    }
  }

  /// The depth inside an array or object at `depth`, if that is allowed.
  func deeper(than depth: Int) throws(JSONProblem) -> Int {
    guard depth < depthLimit else {
      throw problem("Arrays and objects are nested deeper than \(depthLimit)")
    }
    return depth + 1
  }

  /// Skips a number (RFC 8259 §6).
  mutating func skipNumber() throws(JSONProblem) {
    if at(.hyphen) { index += 1 }
    if at(UInt8(ascii: "0")) { index += 1 } else { try skipDigits() }
    if at(.fullStop) {
      index += 1
      try skipDigits()
    }
    if at(UInt8(ascii: "e")) || at(UInt8(ascii: "E")) {
      index += 1
      if at(.plusSign) || at(.hyphen) { index += 1 }
      try skipDigits()
    }
  }

  private func at(_ byte: UInt8) -> Bool { index < bytes.count && bytes[index] == byte }

  private mutating func skipDigits() throws(JSONProblem) {
    let start = index
    while index < bytes.count, bytes[index].isASCIIDigit { index += 1 }
    if index == start { throw problem("Expected a digit, found \(seen())") }
  }

  private mutating func skipWord(_ word: StaticString) throws(JSONProblem) {
    let count = word.utf8CodeUnitCount
    let matches =
      index + count <= bytes.count
      && word.withUTF8Buffer { bytes[index..<index + count].elementsEqual($0) }
    guard matches else { throw problem("Expected true, false or null") }
    index += count
  }

  // MARK: Strings

  /// Reads a string, as UTF-8.
  package mutating func readString() throws(JSONProblem) -> [UInt8] {
    guard peek() == .quotationMark else { throw problem("Expected a string, found \(seen())") }
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
