/// The beginnings of the lines of quotes, items and footnotes (CommonMark 0.30 §5).
extension SyntaxTree.Node {
  /// Whether a line continues this container, as `> b` continues `> a`. If so, moves the cursor
  /// past the container's part of the line prefix.
  package func continues(on cursor: inout LineCursor, in source: Bytes) -> Bool {
    guard kind == .quote else {
      // Only these blanks are read, since more of them may be those of items in this one.
      if cursor.skipBlanks(columns: Int(indentation), in: source) { return true }
      let indent = cursor.indent(in: source)
      guard indent.isBlankLine else { return false }
      cursor.advance(to: indent.first, in: source)
      return true
    }
    let indent = cursor.indent(in: source)
    guard indent.columns <= 3, !indent.isBlankLine, source[indent.first] == .greaterThan
    else { return false }
    cursor.advance(columns: indent.columns + 1, in: source)
    if cursor.isAtBlank(in: source) { cursor.advance(columns: 1, in: source) }
    return true
  }

  /// Moves past the marker of a quote, an item or a footnote on its first line.
  ///
  /// - Returns: The indentation, in columns, that further lines of an item or footnote need.
  @discardableResult
  package func skipMarker(_ cursor: inout LineCursor, in source: Bytes) -> Int {
    let indent = cursor.indent(in: source)
    switch kind {
    case .quote:
      cursor.advance(to: indent.first + 1, in: source)
      if cursor.isAtBlank(in: source) { cursor.advance(columns: 1, in: source) }
      return 0
    case .footnote:
      var end = indent.first
      while source[end] != .rightBracket { end += 1 }
      cursor.advance(to: end + 2, in: source)
      cursor.advance(to: cursor.indent(in: source).first, in: source)
      return 4
    default:
      var end = indent.first
      while source[end] != mark { end += 1 }
      cursor.advance(to: end + 1, in: source)
      let padding = Self.skipPadding(&cursor, in: source)
      return indent.columns + end + 1 - indent.first + padding
    }
  }

  /// Skips the blanks between an item's marker and its content. Returns their columns: 1 to 4, or 1
  /// if there are more (indented code) or no content follows (§5.2).
  private static func skipPadding(_ cursor: inout LineCursor, in source: Bytes) -> Int {
    let marker = cursor
    while cursor.columns(since: marker) <= 5, cursor.isAtBlank(in: source) {
      cursor.advance(columns: 1, in: source)
    }
    let columns = cursor.columns(since: marker)
    if columns >= 1, columns < 5, !cursor.isAtEnd { return columns }
    cursor = marker
    if columns > 0 { cursor.advance(columns: 1, in: source) }
    return 1
  }
}
