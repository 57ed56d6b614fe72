import CommonMark

/// A quote or a list item that is open around a leaf: how its lines go on (CommonMark 0.30 §5).
package struct OpenContainer {
  /// The index past its last node.
  package let end: Int
  /// The 1-based line on which it opens.
  package let line: Int
  /// The columns a line must be indented by; nil for a quote, which wants a `>`.
  package let indentation: Int?
  /// Where it leaves its opening line.
  package let cursor: LineCursor

  /// Opens the container whose marker is the next thing at `cursor`.
  package init(_ node: MarkdownTree.Node, at cursor: LineCursor, in source: Bytes) {
    end = Int(node.end)
    line = Int(node.startLine)
    var cursor = cursor
    let indent = cursor.indent(in: source)
    if node.kind == .blockQuote {
      cursor.advance(to: indent.first + 1, in: source)
      if cursor.isAtBlank(in: source) { cursor.advance(columns: 1, in: source) }
      indentation = nil
    } else {
      let marker = Self.endOfMarker(at: indent.first, in: source)
      cursor.advance(to: marker, in: source)
      let padding = Self.skipPadding(&cursor, in: source)
      indentation = indent.columns + (marker - indent.first) + padding
    }
    self.cursor = cursor
  }

  /// Past the bullet, or the number and its delimiter.
  private static func endOfMarker(at start: Int, in source: Bytes) -> Int {
    var index = start
    while index < source.count, source[index].isASCIIDigit { index += 1 }
    return Swift.min(index + 1, source.count)
  }

  /// Skips the blanks between a marker and the content, and counts their columns: 1 to 4, and 1
  /// where there are more (indented code) or nothing follows (§5.2).
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

  /// Whether the line goes on in this container; if so the cursor is moved past its prefix.
  package func matches(_ cursor: inout LineCursor, in source: Bytes) -> Bool {
    let indent = cursor.indent(in: source)
    if let indentation {
      guard indent.columns >= indentation else {
        guard indent.isBlankLine else { return false }
        cursor.advance(to: indent.first, in: source)
        return true
      }
      cursor.advance(columns: indentation, in: source)
      return true
    }
    guard indent.columns <= 3, !indent.isBlankLine, source[indent.first] == 0x3E
    else { return false }
    cursor.advance(columns: indent.columns + 1, in: source)
    if cursor.isAtBlank(in: source) { cursor.advance(columns: 1, in: source) }
    return true
  }
}
