/// A view of UTF-8 bytes. It is valid only while the array behind it is lent.
package typealias Bytes = UnsafeBufferPointer<UInt8>

/// The one line ending in a leaf's logical text; libcmark turns every other into it.
let lineFeed: UInt8 = 0x0A

extension UInt8 {
  /// Whether the byte is a space or a tab, which may stand before and after most things in a line:
  /// `" "`, not `"\n"`.
  var isBlank: Bool { self == 0x20 || self == 0x09 }

  /// White space as libcmark's `isspace` has it: tab, LF, VT, FF, CR and the space.
  var isMarkdownSpace: Bool { self == 0x20 || (self >= 0x09 && self <= 0x0D) }

  /// Whether the byte is an ASCII digit: `"1"`, not `"a"`.
  var isASCIIDigit: Bool { self >= 0x30 && self <= 0x39 }

  /// Whether the byte is an ASCII letter: `"a"` and `"A"`, not `"1"`.
  var isASCIILetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }

  /// Whether the byte is an ASCII letter or digit: `"a"` and `"1"`, not `"-"`.
  package var isASCIIAlphanumeric: Bool { isASCIIDigit || isASCIILetter }

  /// Whether the byte is ASCII punctuation (CommonMark 0.30 §2.1), which a backslash escapes:
  /// `"*"`, not `"a"`.
  var isASCIIPunctuation: Bool {
    self > 0x20 && self < 0x7F && !isASCIIAlphanumeric
  }

  /// The value of a hexadecimal digit, or nil.
  var hexadecimalValue: UInt32? {
    if isASCIIDigit { return UInt32(self - 0x30) }
    let small = self | 0x20
    return small >= 0x61 && small <= 0x66 ? UInt32(small - 0x57) : nil
  }

  /// Whether the byte may begin something other than text in inline content. True of `"*"` and the
  /// line feed, not of `"a"`.
  var beginsInlineSyntax: Bool {
    switch self {
    case lineFeed, 0x21, 0x26, 0x2A, 0x3C, 0x5B, 0x5C, 0x5D, 0x5F, 0x60: true
    default: false
    }
  }
}
