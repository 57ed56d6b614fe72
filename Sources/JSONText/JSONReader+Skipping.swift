extension JSONReader {
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
      guard depth < depthLimit else {
        throw problem("Arrays and objects are nested deeper than \(depthLimit)")
      }
      try copyElements(into: &result, isObject: first == .leftBrace, depth: depth + 1)
      return
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
        guard peek() == .quotationMark else {
          throw problem("Expected a string, found \(seen())")
        }
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

  /// Skips a number (RFC 8259 §6).
  mutating func skipNumber() throws(JSONProblem) {
    if at(.hyphen) { index += 1 }
    if at(UInt8(ascii: "0")) {
      index += 1
    } else {
      try skipDigits()
    }
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
}
