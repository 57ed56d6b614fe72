/// A link destination (CommonMark 0.30 §6.3).
enum LinkDestination {
  /// The most parentheses that libcmark lets a destination have open at once.
  static let parenthesisLimit = 32

  /// Where the destination that begins at `start` ends, and what it holds; nil where there is none.
  static func match(in text: Bytes, at start: Int) -> (end: Int, content: Range<Int>)? {
    guard start < text.count, text[start] == .lessThan else { return bare(in: text, at: start) }
    var index = start + 1
    while index < text.count {
      switch text[index] {
      case .greaterThan:
        // libcmark wants something after the `>`; nothing a link could end with is lost by that.
        guard index + 1 < text.count else { return nil }
        return (index + 1, start + 1..<index)
      case .backslash:
        // libcmark skips whatever follows a backslash here, a line ending too; the
        // specification allows no line ending.
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
