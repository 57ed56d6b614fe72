extension UInt8 {
  @inlinable package static var digits: ClosedRange<UInt8> { 0x30...0x39 }
  @inlinable package static var capitals: ClosedRange<UInt8> { 0x41...0x5A }
  @inlinable package static var smallLetters: ClosedRange<UInt8> { 0x61...0x7A }

  /// Whether the byte is a space or a tab: `" "`, not `"\n"`.
  @inlinable package var isBlank: Bool { self == .space || self == .tab }

  /// Whether the byte is a line feed or a carriage return: `"\n"`, not `" "`.
  @inlinable package var isLineEnding: Bool { self == .lineFeed || self == .carriageReturn }

  /// Whether the byte is an ASCII digit: `"1"`, not `"a"`.
  @inlinable package var isASCIIDigit: Bool { UInt8.digits.contains(self) }

  /// Whether the byte is a capital ASCII letter: `"A"`, not `"a"`.
  @inlinable package var isASCIICapital: Bool { UInt8.capitals.contains(self) }

  /// Whether the byte is an ASCII letter: `"a"` and `"A"`, not `"1"`.
  @inlinable package var isASCIILetter: Bool { UInt8.smallLetters.contains(self | 0x20) }

  /// Whether the byte is an ASCII letter or digit: `"a"` and `"1"`, not `"-"`.
  @inlinable package var isASCIIAlphanumeric: Bool { isASCIIDigit || isASCIILetter }

  /// Whether the byte is ASCII punctuation, which can be escaped (CommonMark 0.30 §2.1): `"*"`.
  @inlinable package var isASCIIPunctuation: Bool {
    self > .space && self < .delete && !isASCIIAlphanumeric
  }

  /// The lowercase letter of a capital ASCII letter; any other byte unchanged.
  @inlinable package var smallLetter: UInt8 { isASCIICapital ? self | 0x20 : self }

  /// The value of a hexadecimal digit, or nil.
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
