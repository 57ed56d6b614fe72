/// A link destination (CommonMark 0.30 §6.3).
enum LinkDestination {
  /// The number of nested parentheses that libcmark allows in a destination.
  static let parenthesisLimit = 32

  /// The end and the content of the destination that begins at `start`, or nil if there is none.
  static func match(in text: Bytes, at start: Int) -> (end: Int, content: Range<Int>)? {
    guard start < text.count, text[start] == .lessThan else { return bare(in: text, at: start) }
    var index = start + 1
    while index < text.count {
      switch text[index] {
      case .greaterThan:
        // libcmark needs a byte after the `>`; a link or definition has one anyway.
        guard index + 1 < text.count else { return nil }
        return (index + 1, start + 1..<index)
      case .backslash:
        // libcmark skips any byte after a backslash here, even a line ending, which the
        // specification does not allow.
        index += 2
      case .lineFeed, .lessThan: return nil
      default: index += 1
      }
    }
    return nil
  }

  private static func bare(in text: Bytes, at start: Int) -> (end: Int, content: Range<Int>)? {
    var index = start
    var depth = 0
    scan: while index < text.count {
      switch text[index] {
      case .backslash where index + 1 < text.count && text[index + 1].isASCIIPunctuation:
        index += 1
      case .leftParenthesis:
        depth += 1
        if depth > parenthesisLimit { return nil }
      case .rightParenthesis:
        if depth == 0 { break scan }
        depth -= 1
      case let byte where byte.isMarkdownSpace:
        if index == start { return nil }
        break scan
      default: break
      }
      index += 1
    }
    guard index < text.count, depth == 0 else { return nil }
    return (index, start..<index)
  }
}
