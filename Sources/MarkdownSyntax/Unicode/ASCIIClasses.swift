/// A view of UTF-8 bytes, valid only while its array is lent.
package typealias Bytes = UnsafeBufferPointer<UInt8>

extension UInt8 {
  /// White space as in libcmark's `isspace`: tab, LF, VT, FF, CR and the space.
  package var isMarkdownSpace: Bool { self == .space || (self >= .tab && self <= .carriageReturn) }

  var beginsInlineSyntax: Bool {
    switch self {
    case .lineFeed, .exclamationMark, .ampersand, .asterisk, .lessThan, .leftBracket, .backslash,
      .rightBracket, .underscore, .backtick:
      true
    default: false
    }
  }
}
