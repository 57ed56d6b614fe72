import TextEditing

/// A JSON value, for what is small enough to be read or written as a whole.
///
/// In a literal of an object, a member whose value is nil is left out.
package indirect enum JSONTree: Hashable, Sendable {
  case object([Member])
  case array([JSONTree])
  case string(String)
  case number(Double)
  case bool(Bool)
  case null
  /// JSON that is written already; no text is read as this.
  case source([UInt8])

  package struct Member: Hashable, Sendable {
    package var key: String
    package var value: JSONTree

    package init(_ key: String, _ value: JSONTree) { (self.key, self.value) = (key, value) }
  }

  package static func integer(_ value: Int) -> JSONTree { .number(Double(value)) }

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

  /// The kind of the value, for a sentence.
  package var kind: String {
    switch self {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .number: "a number"
    case .bool: "true or false"
    case .null, .source: "null"
    }
  }

  /// The member of an object, which may be null; nil if there is none.
  package func member(_ key: String) -> JSONTree? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The member that is reached by several keys, one after another; nil also if it is null.
  package subscript(_ path: String...) -> JSONTree? {
    var tree: JSONTree? = self
    for key in path { tree = tree?.member(key) }
    return tree == .null ? nil : tree
  }

  package var string: String? { if case .string(let text) = self { text } else { nil } }
  package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  package var elements: [JSONTree]? {
    if case .array(let elements) = self { elements } else { nil }
  }
  package var integer: Int? {
    if case .number(let number) = self { Int(exactly: number) } else { nil }
  }

  /// The value as a line of JSON Lines.
  package var line: [UInt8] { source + [.lineFeed] }

  /// The value as JSON on one line.
  package var source: [UInt8] {
    if case .source(let source) = self { return source }
    var writer = JSONWriter()
    writer.value(self)
    return writer.bytes
  }
}

extension JSONTree: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral
{
  package init(dictionaryLiteral members: (String, JSONTree?)...) {
    self = .object(members.compactMap { key, value in value.map { Member(key, $0) } })
  }

  package init(arrayLiteral elements: JSONTree...) { self = .array(elements) }

  package init(stringLiteral text: String) { self = .string(text) }

  package init(booleanLiteral value: Bool) { self = .bool(value) }

  package init(integerLiteral value: Int) { self = .integer(value) }
}

extension JSONReader {
  fileprivate mutating func readTree(depth: Int) throws(JSONProblem) -> JSONTree {
    let first = peek()
    switch first {
    case .leftBrace:
      let depth = try deeper(than: depth)
      var members: [JSONTree.Member] = []
      var names: Set<String> = []
      while let name = try readKey(isFirst: members.isEmpty) {
        guard names.insert(name).inserted else {
          throw problem("Duplicate key “\(JSONWriter.escaped(name))” in an object")
        }
        members.append(JSONTree.Member(name, try readTree(depth: depth)))
      }
      return .object(members)
    case .leftBracket:
      let depth = try deeper(than: depth)
      var elements: [JSONTree] = []
      try expect(.leftBracket)
      if skip(.rightBracket) { return .array([]) }
      repeat { elements.append(try readTree(depth: depth)) } while skip(.comma)
      try expect(.rightBracket)
      return .array(elements)
    case .quotationMark:
      return .string(String(decoding: try readString(), as: UTF8.self))
    default:
      let source = String(decoding: try readVerbatim(), as: UTF8.self)
      switch source {
      case "null": return .null
      case "true", "false": return .bool(source == "true")
      // A number that is too large becomes infinite; a caller that needs a finite one checks.
      default: return .number(Double(source) ?? .infinity)
      }
    }
  }
}
