/// A position on a line, as in libcmark's block parser: a byte, and a column that counts tabs
/// (CommonMark 0.30 §2.2).
package struct LineCursor {
  package private(set) var offset: Int
  private let end: Int
  package private(set) var column = 0
  private var isInTab = false

  package init(_ line: Range<Int>) {
    offset = line.lowerBound
    end = line.upperBound
  }

  init(_ line: SyntaxTree.Line, in source: Bytes) {
    self.init(Int(line.start)..<Int(line.end))
    advance(to: Int(line.content), in: source)
    if line.tab > 0 { advance(columns: 4 - column % 4 - Int(line.tab), in: source) }
  }

  /// The first nonblank byte after a position, and the number of columns before it.
  package struct Indent {
    package var first: Int
    package var columns: Int
    package var isBlankLine: Bool
  }

  /// The number of spaces left of the tab at `offset`, or 0 if none of it is used.
  package var tabRemainder: Int { isInTab ? 4 - column % 4 : 0 }

  package func indent(in source: Bytes) -> Indent {
    var first = offset
    var reached = column
    while first < end {
      if source[first] == .space {
        reached += 1
      } else if source[first] == .tab {
        reached += 4 - reached % 4
      } else {
        break
      }
      first += 1
    }
    return Indent(first: first, columns: reached - column, isBlankLine: first == end)
  }

  package mutating func advance(columns: Int, in source: Bytes) {
    var left = columns
    while left > 0, offset < end {
      if source[offset] == .tab {
        let width = 4 - column % 4
        isInTab = width > left
        column += Swift.min(left, width)
        if !isInTab { offset += 1 }
        left -= Swift.min(left, width)
      } else {
        step()
        left -= 1
      }
    }
  }

  mutating func skipBlanks(columns: Int, in source: Bytes) -> Bool {
    var next = self
    while next.column < column + columns {
      guard next.isAtBlank(in: source) else { return false }
      next.advance(columns: 1, in: source)
    }
    self = next
    return true
  }

  package mutating func advance(to target: Int, in source: Bytes) {
    while offset < target {
      if source[offset] == .tab { column += 3 - column % 4 }
      step()
    }
  }

  private mutating func step() {
    isInTab = false
    column += 1
    offset += 1
  }

  func isAtBlank(in source: Bytes) -> Bool { offset < end && source[offset].isBlank }

  func columns(since earlier: LineCursor) -> Int { column - earlier.column }

  var isAtEnd: Bool { offset == end }
}

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
