/// Writes JSON (RFC 8259) on one line.
package struct JSONWriter: Hashable, Sendable {
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// Makes an empty writer with room for `capacity` bytes.
  package init(capacity: Int = 256) { bytes.reserveCapacity(capacity) }

  package mutating func object(_ members: (inout JSONWriter) -> Void) {
    enclosed(by: .leftBrace, .rightBrace, members)
  }

  private mutating func array(_ elements: (inout JSONWriter) -> Void) {
    enclosed(by: .leftBracket, .rightBracket, elements)
  }

  /// Writes the key of a member; the caller writes the value next.
  package mutating func key(_ key: StaticString) {
    separate()
    bytes.append(.quotationMark)
    key.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(.quotationMark)
    bytes.append(.colon)
    needsComma = false
  }

  /// Returns a string escaped, without its quotes.
  package static func escaped(_ text: String) -> String {
    var writer = JSONWriter()
    writer.appendEscaped(Array(text.utf8))
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  package mutating func string(_ text: [UInt8]) {
    separate()
    bytes.append(.quotationMark)
    appendEscaped(text)
    bytes.append(.quotationMark)
  }

  package mutating func string(_ text: String) { string(Array(text.utf8)) }

  package mutating func number(_ value: Int) {
    separate()
    if value < 0 { bytes.append(.hyphen) }
    // Finds the power of ten of the first digit.
    var rest = value.magnitude
    var power: UInt = 1
    while rest / power >= 10 { power *= 10 }
    while power > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / power))
      rest %= power
      power /= 10
    }
  }

  package mutating func value(_ value: JSONTree) {
    switch value {
    case .object(let members):
      object { writer in
        for member in members {
          writer.string(member.key)
          writer.bytes.append(.colon)
          writer.needsComma = false
          writer.value(member.value)
        }
      }
    case .array(let elements): array { writer in for element in elements { writer.value(element) } }
    case .string(let text): string(text)
    case .number(let number):
      if let whole = Int(exactly: number) {
        self.number(whole)
      } else {
        verbatim(Array("\(number)".utf8))
      }
    case .bool(let value): verbatim(Array((value ? "true" : "false").utf8))
    case .null: verbatim(Array("null".utf8))
    case .source(let source): verbatim(source)
    }
  }

  /// Writes JSON source; hidden characters in its strings are escaped.
  package mutating func verbatim(_ value: [UInt8]) {
    separate()
    append(value) { _ in false }
  }

  private mutating func separate() {
    if needsComma { bytes.append(.comma) }
    needsComma = true
  }

  private mutating func enclosed(
    by opening: UInt8, _ closing: UInt8, _ content: (inout JSONWriter) -> Void
  ) {
    separate()
    bytes.append(opening)
    needsComma = false
    content(&self)
    bytes.append(closing)
    needsComma = true
  }

  /// Appends `text`. Quotes, backslashes and everything that could control a terminal are escaped.
  private mutating func appendEscaped(_ text: [UInt8]) {
    append(text) { $0 < .space || $0 == .quotationMark || $0 == .backslash }
  }

  /// Appends `text`; hidden characters and those for which `isEscaped` is true are escaped.
  private mutating func append(_ text: [UInt8], escaping isEscaped: (UInt8) -> Bool) {
    text.withUnsafeBufferPointer { text in
      var start = 0
      var index = 0
      var looked = 0
      while index < text.count {
        if index >= looked {
          looked = index + 8
          if text.isWrittenAsItStands(at: index) {
            index = looked
            continue
          }
        }
        let byte = text[index]
        guard byte < 0x7F ? isEscaped(byte) : Unicode.Scalar.mayBeHidden(byte),
          let (scalar, length) = Self.escapedScalar(at: index, of: text)
        else {
          index += 1
          continue
        }
        bytes.append(contentsOf: text[start..<index])
        for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter { appendEscape(unit) }
        index += length
        start = index
      }
      bytes.append(contentsOf: text[start...])
    }
  }

  /// The scalar at `index` if it must be escaped, and its length in bytes.
  private static func escapedScalar(
    at index: Int, of text: UnsafeBufferPointer<UInt8>
  ) -> (Unicode.Scalar, Int)? {
    let lead = text[index]
    if lead < 0x80 { return (Unicode.Scalar(lead), 1) }
    let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    guard index + length <= text.count else { return nil }
    var value = UInt32(lead & (0x7F >> UInt8(length)))
    for offset in 1..<length { value = value << 6 | UInt32(text[index + offset] & 0x3F) }
    guard let scalar = Unicode.Scalar(value), scalar.isHidden else { return nil }
    return (scalar, length)
  }

  private mutating func appendEscape(_ value: UInt16) {
    bytes.append(.backslash)
    switch value {
    case 0x22, 0x5C: bytes.append(UInt8(value))
    case 0x08: bytes.append(0x62)
    case 0x09: bytes.append(0x74)
    case 0x0A: bytes.append(0x6E)
    case 0x0C: bytes.append(0x66)
    case 0x0D: bytes.append(0x72)
    default:
      bytes.append(UInt8(ascii: "u"))
      for shift in [12, 8, 4, 0] {
        let digit = UInt8(value >> UInt16(shift) & 0xF)
        bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      }
    }
  }
}
