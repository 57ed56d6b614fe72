/// The names of ASCII characters with a meaning in a text, from Unicode or common usage. Letters
/// and digits are written as `UInt8(ascii: "a")`.
extension UInt8 {
  @inlinable package static var backspace: UInt8 { 0x08 }
  @inlinable package static var tab: UInt8 { 0x09 }
  @inlinable package static var lineFeed: UInt8 { 0x0A }
  @inlinable package static var verticalTab: UInt8 { 0x0B }
  @inlinable package static var formFeed: UInt8 { 0x0C }
  @inlinable package static var carriageReturn: UInt8 { 0x0D }
  @inlinable package static var space: UInt8 { 0x20 }
  @inlinable package static var exclamationMark: UInt8 { 0x21 }
  @inlinable package static var quotationMark: UInt8 { 0x22 }
  @inlinable package static var numberSign: UInt8 { 0x23 }
  @inlinable package static var dollarSign: UInt8 { 0x24 }
  @inlinable package static var percentSign: UInt8 { 0x25 }
  @inlinable package static var ampersand: UInt8 { 0x26 }
  @inlinable package static var apostrophe: UInt8 { 0x27 }
  @inlinable package static var leftParenthesis: UInt8 { 0x28 }
  @inlinable package static var rightParenthesis: UInt8 { 0x29 }
  @inlinable package static var asterisk: UInt8 { 0x2A }
  @inlinable package static var plusSign: UInt8 { 0x2B }
  @inlinable package static var comma: UInt8 { 0x2C }
  @inlinable package static var hyphen: UInt8 { 0x2D }
  @inlinable package static var fullStop: UInt8 { 0x2E }
  @inlinable package static var slash: UInt8 { 0x2F }
  @inlinable package static var colon: UInt8 { 0x3A }
  @inlinable package static var semicolon: UInt8 { 0x3B }
  @inlinable package static var lessThan: UInt8 { 0x3C }
  @inlinable package static var equalsSign: UInt8 { 0x3D }
  @inlinable package static var greaterThan: UInt8 { 0x3E }
  @inlinable package static var questionMark: UInt8 { 0x3F }
  @inlinable package static var atSign: UInt8 { 0x40 }
  @inlinable package static var leftBracket: UInt8 { 0x5B }
  @inlinable package static var backslash: UInt8 { 0x5C }
  @inlinable package static var rightBracket: UInt8 { 0x5D }
  @inlinable package static var circumflex: UInt8 { 0x5E }
  @inlinable package static var underscore: UInt8 { 0x5F }
  @inlinable package static var backtick: UInt8 { 0x60 }
  @inlinable package static var leftBrace: UInt8 { 0x7B }
  @inlinable package static var verticalLine: UInt8 { 0x7C }
  @inlinable package static var rightBrace: UInt8 { 0x7D }
  @inlinable package static var tilde: UInt8 { 0x7E }
  @inlinable package static var delete: UInt8 { 0x7F }
}

extension UInt8 {
  @inlinable package static var digits: ClosedRange<UInt8> { 0x30...0x39 }
  @inlinable package static var capitals: ClosedRange<UInt8> { 0x41...0x5A }
  @inlinable package static var smallLetters: ClosedRange<UInt8> { 0x61...0x7A }

  /// Space or tab.
  @inlinable package var isBlank: Bool { self == .space || self == .tab }

  /// Line feed or carriage return.
  @inlinable package var isLineEnding: Bool { self == .lineFeed || self == .carriageReturn }

  @inlinable package var isASCIIDigit: Bool { UInt8.digits.contains(self) }

  @inlinable package var isASCIICapital: Bool { UInt8.capitals.contains(self) }

  @inlinable package var isASCIILetter: Bool { UInt8.smallLetters.contains(self | 0x20) }

  @inlinable package var isASCIIAlphanumeric: Bool { isASCIIDigit || isASCIILetter }

  /// ASCII punctuation can be escaped (CommonMark 0.30 §2.1).
  @inlinable package var isASCIIPunctuation: Bool {
    self > .space && self < .delete && !isASCIIAlphanumeric
  }

  /// The lowercase letter of a capital ASCII letter; any other byte unchanged.
  @inlinable package var smallLetter: UInt8 { isASCIICapital ? self | 0x20 : self }

  @inlinable package var hexadecimalValue: UInt8? {
    if isASCIIDigit { return self - UInt8(ascii: "0") }
    let small = self | 0x20
    return small >= UInt8(ascii: "a") && small <= UInt8(ascii: "f")
      ? small - UInt8(ascii: "a") + 10 : nil
  }
}

extension Collection<UInt8> {
  /// The length of the byte order mark at the start: 3, or 0 if there is none.
  @inlinable package var byteOrderMarkCount: Int { starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }
}

extension StaticString {
  /// The bytes of the literal, in UTF-8.
  package var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
  }
}

extension Array {
  /// The elements in ascending order of a key; equal keys keep their order.
  ///
  /// The function sorts 64-bit integers, each a key above an index. The standard library's sort
  /// would be specialized for every element type, which adds 3 to 5 kB to the C library each time.
  ///
  /// - Parameter key: not negative, below 2³¹.
  /// - Complexity: O(*n* log *n*).
  package func sorted(byKey key: (Element) -> Int) -> [Element] {
    if count < 2 { return self }
    var keys = ContiguousArray<Int64>()
    keys.reserveCapacity(count)
    for index in indices { keys.append(Int64(key(self[index])) << 32 | Int64(index)) }
    keys.sortInPlace()
    return keys.map { self[Int($0 & 0xFFFF_FFFF)] }
  }
}

extension ContiguousArray<Int64> {
  /// Sorts the numbers; not inlined, so that the code exists only once.
  @inline(never) package mutating func sortInPlace() { sort() }
}

extension ArraySlice<UInt8> {
  /// Whether the bytes contain `other`: `a\*b` contains `\*`.
  package func holds(_ other: ArraySlice<UInt8>) -> Bool {
    indices.contains { self[$0...].starts(with: other) }
  }
}
