import TextEditing

/// Reads JSON (RFC 8259) from front to back, strictly: no comments, no trailing commas, no numbers
/// with a leading zero, no half surrogate pairs.
///
/// Written for lines of a few hundred bytes at tens of thousands a second; there is no tree of
/// values, the caller says what it expects next.
package struct JSONReader {
  /// How deep arrays and objects may be nested where nothing else is said.
  package static let depthLimit = 64

  /// How deep arrays and objects may be nested.
  package let depthLimit: Int
  let bytes: [UInt8]
  var index = 0

  /// Makes a reader at the start of `bytes`, which must be UTF-8.
  ///
  /// - Throws: a ``JSONProblem`` where `bytes` are not UTF-8.
  /// - Complexity: O(*n*).
  package init(_ bytes: [UInt8], depthLimit: Int = Self.depthLimit) throws(JSONProblem) {
    self.depthLimit = depthLimit
    let invalid = bytes.withUnsafeBufferPointer { UTF8Validation.firstInvalidOffset(in: $0) }
    if let offset = invalid {
      throw JSONProblem(
        byteOffset: offset, reason: "The line is not UTF-8", isEncoding: true)
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

  /// Passes `byte`, and white space before it; says whether it was there.
  package mutating func skip(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    index += 1
    return true
  }

  /// Passes `byte`, and white space before it.
  package mutating func expect(_ byte: UInt8) throws(JSONProblem) {
    guard skip(byte) else {
      throw problem("\(found()), where “\(Unicode.Scalar(byte))” is expected")
    }
  }

  /// Passes the end, and white space before it.
  package mutating func expectEnd() throws(JSONProblem) {
    guard peek() == nil else { throw problem("Expected the end after the object, found \(seen())") }
  }

  /// Reads the key of an object's next member, up to its value; nil where the object ends.
  ///
  /// - Parameter isFirst: Whether it is the first: the object's opening brace is read with it.
  package mutating func readKey(isFirst: Bool) throws(JSONProblem) -> String? {
    if isFirst { try expect(.leftBrace) }
    if skip(.rightBrace) { return nil }
    if !isFirst { try expect(.comma) }
    let key = try readShortString()
    try expect(.colon)
    return key
  }

  /// Reads a number that is an integer from 0 on, written without fraction and exponent; nil where
  /// the next value is anything else, and the reader stays before it.
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

  /// What stands here, for a sentence.
  func seen() -> String {
    guard index < bytes.count else { return "the end of the line" }
    guard bytes[index] > .space, bytes[index] < .delete else { return "a character" }
    return "“\(Unicode.Scalar(bytes[index]))”"
  }

  private func found() -> String {
    index < bytes.count ? "There is \(seen())" : "The line ends"
  }
}
