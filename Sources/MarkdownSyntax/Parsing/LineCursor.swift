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

  /// The position where the line prefix ends.
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

  /// Moves by a number of columns, into a tab if necessary.
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

  /// Moves over a number of columns if all of them are blank, into a tab if necessary.
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
