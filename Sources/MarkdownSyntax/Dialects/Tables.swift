import CommonMark

/// Finds the table in a paragraph, as cmark-gfm 0.29.0.gfm.6 does (GFM 0.29 §4.10).
///
/// In the projection each cell is a heading: its content is inlines alone, on one line, whatever it
/// begins with. The delimiter row is a thematic break, cells without a column are hidden.
struct TableFinder {
  let source: Bytes
  let leaf: LeafBlock
  /// Whether the leaf is a heading: of several lines it has a line of `=` or `-` below it.
  let isHeading: Bool
  private(set) var pieces: [ProjectedPiece] = []
  /// What stands before the content of a line of the table that is put in.
  private var prefix: [UInt8] = []
  private var columns = 0

  init(in source: Bytes, leaf: LeafBlock, isHeading: Bool) {
    self.source = source
    self.leaf = leaf
    self.isHeading = isHeading
  }

  /// Looks for the table; there is one in a paragraph at most.
  mutating func run() {
    for line in leaf.lines.indices.dropFirst() where !leaf.looseLines.contains(line) {
      guard let columns = TableRow.delimiterColumns(of: leaf.lines[line], in: source) else {
        continue
      }
      // Where the numbers differ cmark-gfm does not look at the paragraph again.
      guard TableRow.cells(of: leaf.lines[line - 1], in: source).count == columns else { return }
      self.columns = columns
      findRows(delimiterRow: line)
      return
    }
  }

  private mutating func findRows(delimiterRow: Int) {
    let row = leaf.lines[delimiterRow]
    var start = row.lowerBound
    while start > 0, source[start - 1] != 0x0A, source[start - 1] != 0x0D { start -= 1 }
    prefix = Array(source[start..<row.lowerBound])
    // The paragraph above the table is unescaped with it (cmark-gfm).
    for line in leaf.lines.prefix(delimiterRow - 1) { unescapePipes(in: line) }
    writeRow(leaf.lines[delimiterRow - 1])
    pieces.append(
      ProjectedPiece(
        source: row, bytes: Array("***".utf8), kind: .fixed, construct: .delimiterRow))
    for line in leaf.lines.indices.dropFirst(delimiterRow + 1) {
      if leaf.looseLines.contains(line) || TableRow.beginsBlock(leaf.lines[line], in: source) {
        return
      }
      guard writeRow(leaf.lines[line]) else { return }
    }
    writeUnderline()
  }

  /// The line below a setext heading, which is a row where the lines above it are.
  private mutating func writeUnderline() {
    var start = leaf.content.upperBound
    while start < source.count, source[start] != 0x0A, source[start] != 0x0D { start += 1 }
    start = FrontMatter.pastLineEnding(in: source, at: start)
    guard isHeading, start + prefix.count <= source.count else { return }
    let end = FrontMatter.lineEnd(in: source, from: start)
    while start < end, source[start] != 0x3D, source[start] != 0x2D { start += 1 }
    guard start < end, source[start] == 0x3D else { return }
    writeRow(start..<end)
  }

  /// Writes the cells of a row as headings; false where the line is none.
  @discardableResult
  private mutating func writeRow(_ line: Range<Int>) -> Bool {
    let cells = TableRow.cells(of: line, in: source)
    guard !cells.isEmpty else { return false }
    let shown = cells.prefix(columns)
    let marker = Array("######".utf8)
    var position = line.lowerBound
    for (index, cell) in shown.enumerated() {
      // A blank of its own, besides those that stand there: a word typed beside a pipe is the cell's.
      let begin = (index > 0 ? [0x20, 0x23, 0x0A] + prefix : []) + marker + [0x20]
      append(position..<cell.lowerBound, begin)
      unescapePipes(in: cell)
      position = cell.upperBound
    }
    var end = line.upperBound
    while end > position, source[end - 1].isBlank { end -= 1 }
    append(position..<Swift.max(position, end), [0x20, 0x23])
    return true
  }

  private mutating func append(_ range: Range<Int>, _ bytes: [UInt8]) {
    pieces.append(ProjectedPiece(source: range, bytes: bytes, kind: .fixed, construct: .cell))
  }

  /// `\|` is a pipe to the inlines of a cell, in code as well.
  private mutating func unescapePipes(in line: Range<Int>) {
    for index in line.dropLast() where source[index] == 0x5C && source[index + 1] == 0x7C {
      pieces.append(
        ProjectedPiece(
          source: index..<index + 2, bytes: [0x7C], kind: .unit, construct: .escapedPipe))
    }
  }
}

/// The rows of a table.
package enum TableRow {
  /// The number of columns of a delimiter row; nil where the line is none.
  package static func delimiterColumns(of line: Range<Int>, in source: Bytes) -> Int? {
    var index = line.lowerBound
    var columns = 0
    var isBehindPipe = true
    if index < line.upperBound, source[index] == 0x7C { index += 1 }
    while true {
      skipBlanks(&index, line.upperBound, in: source)
      if index == line.upperBound { return columns > 0 ? columns : nil }
      guard isBehindPipe else { return nil }
      if source[index] == 0x3A { index += 1 }
      let dashes = index
      while index < line.upperBound, source[index] == 0x2D { index += 1 }
      guard index > dashes else { return nil }
      if index < line.upperBound, source[index] == 0x3A { index += 1 }
      skipBlanks(&index, line.upperBound, in: source)
      columns += 1
      isBehindPipe = index < line.upperBound && source[index] == 0x7C
      if isBehindPipe { index += 1 }
    }
  }

  private static func skipBlanks(_ index: inout Int, _ end: Int, in source: Bytes) {
    while index < end, source[index].isBlank || source[index] == 0x0B || source[index] == 0x0C {
      index += 1
    }
  }

  /// The cells of a row, with the blanks around their content: from pipe to pipe.
  package static func cells(of line: Range<Int>, in source: Bytes) -> [Range<Int>] {
    var end = line.upperBound
    while end > line.lowerBound, source[end - 1].isMarkdownSpace { end -= 1 }
    var cells: [Range<Int>] = []
    var start = line.lowerBound
    if start < end, source[start] == 0x7C { start += 1 }
    var index = start
    while index < end {
      // A pipe behind a backslash is escaped, whatever stands before that.
      if source[index] == 0x7C, index == start || source[index - 1] != 0x5C {
        cells.append(start..<index)
        start = index + 1
      }
      index += 1
    }
    if start < end { cells.append(start..<line.upperBound) }
    return cells
  }

  /// Whether a line of a paragraph begins a block once a table precedes it: `- a`, not `a`. A block
  /// that may not interrupt a paragraph may still end a table.
  package static func beginsBlock(_ line: Range<Int>, in source: Bytes) -> Bool {
    guard let first = source[line].first else { return true }
    if first == 0x3C {
      var missed = RawHTML.Missed()
      let text = Bytes(rebasing: source[line])
      guard let end = RawHTML.end(in: text, at: 0, missed: &missed) else { return false }
      return text[end...].allSatisfy { $0.isBlank }
    }
    var index = line.lowerBound
    while index < line.upperBound, source[index].isASCIIDigit { index += 1 }
    let digits = index - line.lowerBound
    if digits == 0 {
      guard first == 0x2D || first == 0x2B || first == 0x2A else { return false }
    } else {
      guard digits <= 9, index < line.upperBound, source[index] == 0x2E || source[index] == 0x29
      else { return false }
    }
    return index + 1 >= line.upperBound || source[index + 1].isBlank
  }
}
