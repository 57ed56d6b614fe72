import TextEditing

/// Reads JSON (RFC 8259) in one pass, strictly: it rejects comments, trailing commas, numbers with
/// a leading zero, and unpaired surrogates.
///
/// Designed for tens of thousands of short lines a second. It builds no tree of values; the caller
/// requests each value by its expected kind.
package struct JSONReader {
  /// The default maximum nesting of arrays and objects.
  package static let depthLimit = 64

  package let depthLimit: Int
  let bytes: [UInt8]
  var index = 0

  /// Makes a reader at the start of `bytes`.
  ///
  /// - Throws: a ``JSONProblem`` if `bytes` are not UTF-8.
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
}
