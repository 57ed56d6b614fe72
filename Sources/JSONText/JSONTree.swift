/// A JSON value with its position, for files small enough to be read as a whole.
package struct JSONTree: Hashable, Sendable {
  /// The kind of a value, with its contents.
  package indirect enum Kind: Hashable, Sendable {
    case object([Member])
    case array([JSONTree])
    case string(String)
    case number(Double)
    case bool(Bool)
    case null

    /// The kind, for a sentence.
    package var name: String {
      switch self {
      case .object: "an object"
      case .array: "an array"
      case .string: "a string"
      case .number: "a number"
      case .bool: "true or false"
      case .null: "null"
      }
    }
  }

  package struct Member: Hashable, Sendable {
    package var key: String
    package var value: JSONTree

    package init(key: String, value: JSONTree) {
      self.key = key
      self.value = value
    }
  }

  package var kind: Kind
  /// The start of the value, in bytes.
  package var byteOffset: Int

  /// Reads a text that consists of one JSON value (RFC 8259).
  ///
  /// - Complexity: O(*n*), also for objects with many keys.
  package init(_ bytes: [UInt8]) throws(JSONProblem) {
    if bytes.byteOrderMarkCount > 0 {
      throw JSONProblem(
        byteOffset: 0, reason: "There is a byte order mark (U+FEFF) before the value")
    }
    var reader = try JSONReader(bytes)
    self = try reader.readTree(depth: 0)
    guard reader.peek() == nil else {
      throw reader.problem("Expected the end after the value, found \(reader.seen())")
    }
  }

  package init(_ kind: Kind, at byteOffset: Int) {
    self.kind = kind
    self.byteOffset = byteOffset
  }
}

extension JSONReader {
  mutating func readTree(depth: Int) throws(JSONProblem) -> JSONTree {
    let first = peek()
    let start = index
    switch first {
    case .leftBrace, .leftBracket:
      guard depth < depthLimit else {
        throw problem("Arrays and objects are nested deeper than \(depthLimit)")
      }
      return first == .leftBrace
        ? try readMembers(depth: depth + 1) : try readElements(depth: depth + 1)
    case .quotationMark:
      return JSONTree(.string(String(decoding: try readString(), as: UTF8.self)), at: start)
    case .some(.hyphen), .some(UInt8.digits):
      try skipNumber()
      // A number that is too large becomes infinite; a caller that needs a finite one checks.
      let digits = String(decoding: bytes[start..<index], as: UTF8.self)
      return JSONTree(.number(Double(digits) ?? .infinity), at: start)
    default:
      // A word, or an error, which `readVerbatim` reports.
      let word = String(decoding: try readVerbatim(), as: UTF8.self)
      return JSONTree(word == "null" ? .null : .bool(word == "true"), at: start)
    }
  }

  private mutating func readMembers(depth: Int) throws(JSONProblem) -> JSONTree {
    let start = index
    var members: [JSONTree.Member] = []
    var names: Set<String> = []
    while let name = try readKey(isFirst: members.isEmpty) {
      guard names.insert(name).inserted else {
        throw problem("Duplicate key “\(JSONWriter.escaped(name))” in an object")
      }
      members.append(JSONTree.Member(key: name, value: try readTree(depth: depth)))
    }
    return JSONTree(.object(members), at: start)
  }

  private mutating func readElements(depth: Int) throws(JSONProblem) -> JSONTree {
    let start = index
    var elements: [JSONTree] = []
    try expect(.leftBracket)
    if skip(.rightBracket) { return JSONTree(.array([]), at: start) }
    repeat { elements.append(try readTree(depth: depth)) } while skip(.comma)
    try expect(.rightBracket)
    return JSONTree(.array(elements), at: start)
  }
}
