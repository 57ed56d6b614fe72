/// A view of UTF-8 bytes. It is valid only while the array behind it is lent.
package typealias Bytes = UnsafeBufferPointer<UInt8>

extension UInt8 {
  /// White space as libcmark's `isspace` has it: tab, LF, VT, FF, CR and the space.
  package var isMarkdownSpace: Bool { self == .space || (self >= .tab && self <= .carriageReturn) }

  /// Whether the byte may begin something other than text in inline content. True of `"*"` and the
  /// line feed, not of `"a"`.
  var beginsInlineSyntax: Bool {
    switch self {
    case .lineFeed, .exclamationMark, .ampersand, .asterisk, .lessThan, .leftBracket, .backslash,
      .rightBracket, .underscore, .backtick:
      true
    default: false
    }
  }
}
