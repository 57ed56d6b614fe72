extension JSONReader {
  /// Passes a value of any kind.
  ///
  /// - Returns: The value as it is written, without the white space between its parts.
  package mutating func readVerbatim() throws(JSONProblem) -> [UInt8] {
    var result: [UInt8] = []
    try copyValue(into: &result, depth: 0)
    return result
  }

  private mutating func copyValue(into result: inout [UInt8], depth: Int) throws(JSONProblem) {
    guard let first = peek() else { throw problem("The line ends, where a value is expected") }
    let start = index
    switch first {
    case 0x22:
      _ = try readString()
    case 0x7B, 0x5B:
      guard depth < depthLimit else {
        throw problem("Arrays and objects are nested deeper than \(depthLimit)")
      }
      try copyElements(into: &result, isObject: first == 0x7B, depth: depth + 1)
      return
    case 0x2D, 0x30...0x39:
      try skipNumber()
    case 0x74: try skipWord("true")
    case 0x66: try skipWord("false")
    case 0x6E: try skipWord("null")
    default: throw problem("There is \(seen()), where a value is expected")
    }
    result += bytes[start..<index]
  }

  private mutating func copyElements(
    into result: inout [UInt8], isObject: Bool, depth: Int
  ) throws(JSONProblem) {
    let closing: UInt8 = isObject ? 0x7D : 0x5D
    result.append(bytes[index])
    index += 1
    if skip(closing) {
      result.append(closing)
      return
    }
    var names: Set<[UInt8]> = []
    while true {
      if isObject {
        guard peek() == 0x22 else {
          throw problem("There is \(seen()), where a string is expected")
        }
        let start = index
        let name = try readString()
        // Readers differ about which of the two counts, and some refuse the text: `{"a":1,"a":2}`.
        guard names.insert(name).inserted else {
          let shown = JSONWriter.escaped(String(decoding: name, as: UTF8.self))
          throw problem("The key “\(shown)” stands twice in an object")
        }
        result += bytes[start..<index]
        try expect(0x3A)
        result.append(0x3A)
      }
      try copyValue(into: &result, depth: depth)
      if skip(closing) {
        result.append(closing)
        return
      }
      try expect(0x2C)
      result.append(0x2C)
    }
  }

  /// Passes a number (RFC 8259 §6).
  mutating func skipNumber() throws(JSONProblem) {
    if at(0x2D) { index += 1 }
    if at(0x30) {
      index += 1
    } else {
      try skipDigits()
    }
    if at(0x2E) {
      index += 1
      try skipDigits()
    }
    if at(0x65) || at(0x45) {
      index += 1
      if at(0x2B) || at(0x2D) { index += 1 }
      try skipDigits()
    }
  }

  private func at(_ byte: UInt8) -> Bool { index < bytes.count && bytes[index] == byte }

  private mutating func skipDigits() throws(JSONProblem) {
    let start = index
    while index < bytes.count, (0x30...0x39).contains(bytes[index]) { index += 1 }
    if index == start { throw problem("There is \(seen()), where a digit is expected") }
  }

  private mutating func skipWord(_ word: StaticString) throws(JSONProblem) {
    let count = word.utf8CodeUnitCount
    let matches =
      index + count <= bytes.count
      && word.withUTF8Buffer { bytes[index..<index + count].elementsEqual($0) }
    guard matches else { throw problem("There is a word that is not true, false or null") }
    index += count
  }
}
