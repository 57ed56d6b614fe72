import MarkdownSyntax
import TextEditing

/// The lines and cells of a table, with the range of each cell.
struct TableModel {
  let source: [UInt8]
  /// The lines among the rows of the text. The second one is the delimiter row.
  let lines: Range<Int>
  /// The content of each line.
  let bodies: [Range<Int>]
  /// The cells of each line, with the blanks around their contents.
  let rows: [[Range<Int>]]
  /// The row and the column at the offset for which the table was read.
  let row: Int
  let column: Int

  /// The table at an offset of the source; nil if there is none.
  init?(_ text: BlockRows, at offset: Int) {
    let line = text.line(at: offset)
    guard text[line].kind == .table else { return nil }
    source = text.source
    lines = text.lines(ofLeafAt: line)
    let bodies = lines.map { text[$0].body }
    self.bodies = bodies
    rows = source.withUnsafeBufferPointer { source in
      bodies.map { TableRow.cells(of: $0, in: source) }
    }
    guard rows.count > 1 else { return nil }
    row = line - lines.lowerBound
    let cell = rows[row].lastIndex { $0.lowerBound <= offset } ?? 0
    column = max(0, min(cell, rows[1].count - 1))
  }

  /// The number of columns.
  var count: Int { rows[1].count }

  /// Whether a row begins without a pipe.
  func isOpen(_ row: Int) -> Bool { rows[row].first?.lowerBound == bodies[row].lowerBound }

  /// The range of a cell without the blanks around its content.
  func content(_ row: Int, _ column: Int) -> Range<Int> {
    guard column < rows[row].count else {
      let end = rows[row].last?.upperBound ?? bodies[row].upperBound
      return end..<end
    }
    return source.content(ofCell: rows[row][column])
  }

  func alignment(_ column: Int) -> SyntaxTree.Alignment {
    let cell = source[content(1, column)]
    switch (cell.first == .colon, cell.last == .colon) {
    case (true, true): return .center
    case (true, false): return .left
    case (false, true): return .right
    case (false, false): return .none
    }
  }

  /// The width of each column, in characters, without the blanks around its cells.
  var widths: [Int] {
    rows[1].indices.map { column in
      rows.indices.filter { $0 != 1 && column < rows[$0].count }
        .map { DisplayWidth.columns(of: source[content($0, column)]) }
        .reduce(3, max)
    }
  }

  /// Whether a row ends with a pipe, and perhaps blanks, as `| a |` does, but not `| a` or `|`.
  static func isClosed(_ row: some BidirectionalCollection<UInt8>) -> Bool {
    let rest = row.reversed().drop { $0.isBlank }
    return rest.first == .verticalLine && rest.dropFirst().first.map { $0 != .backslash } ?? false
  }

  /// An empty row with a pipe around each cell.
  static func emptyRow(_ widths: some Sequence<Int>) -> [UInt8] {
    widths.reduce([.verticalLine]) {
      $0 + [UInt8](repeating: .space, count: $1) + [.verticalLine]
    }
  }
}

extension SyntaxTree.Alignment {
  /// A cell of the delimiter row.
  func dashes(_ width: Int) -> [UInt8] {
    var result = [UInt8](repeating: .hyphen, count: width)
    if self == .left || self == .center { result[0] = .colon }
    if self == .right || self == .center { result[width - 1] = .colon }
    return result
  }
}

extension [UInt8] {
  /// Returns the content of a cell without blanks. In an empty cell, it is after the first blank.
  func content(ofCell cell: Range<Int>) -> Range<Int> {
    var (start, end) = (cell.lowerBound, cell.upperBound)
    while start < end, self[start].isBlank { start += 1 }
    while end > start, self[end - 1].isBlank { end -= 1 }
    let place = Swift.min(cell.lowerBound + 1, cell.upperBound)
    return start == end ? place..<place : start..<end
  }
}

/// Writes a row of a table from parts of the source and new bytes.
struct RowWriter {
  let source: [UInt8]
  /// The ends of the selections.
  let ends: [Int]
  private(set) var bytes: [UInt8] = []
  private var copies: [(source: Range<Int>, place: Int)] = []
  /// Where the ends of the selections are in the row.
  private(set) var places: [Int: Int] = [:]
  /// Where the caret is in the row, if the command places it there.
  private(set) var caret: Int?

  init(_ source: [UInt8], ends: [Int]) { (self.source, self.ends) = (source, ends) }

  mutating func write(_ new: [UInt8]) { bytes += new }
  mutating func write(_ text: String) { bytes += text.utf8 }
  mutating func blanks(_ count: Int) {
    bytes += [UInt8](repeating: .space, count: max(0, count))
  }
  mutating func placeCaret() { caret = bytes.count }

  /// Copies a part of the source. An end of a selection in it stays on its character.
  mutating func copy(_ range: Range<Int>) { copy(range, of: range) }

  /// Copies the content of a cell. An end of a selection in the blanks after it stays at most one
  /// blank behind it.
  mutating func copy(_ content: Range<Int>, of cell: Range<Int>) {
    place(content, of: cell)
    copies.append((content, bytes.count))
    bytes += source[content]
  }

  /// Says that what is written next stands for the content of a cell.
  mutating func place(_ content: Range<Int>, of cell: Range<Int>) {
    for end in ends where places[end] == nil && cell.lowerBound <= end && end <= cell.upperBound {
      let limit = content.count + (cell.upperBound > content.upperBound ? 1 : 0)
      places[end] = bytes.count + min(max(0, end - content.lowerBound), limit)
    }
  }

  /// Writes outer pipes, without which one column is not a table.
  mutating func close() {
    if bytes.first != .verticalLine {
      let new: [UInt8] = bytes.first?.isBlank == true ? [.verticalLine] : [.verticalLine, .space]
      bytes = new + bytes
      for index in copies.indices { copies[index].place += new.count }
      places = places.mapValues { $0 + new.count }
      caret? += new.count
    }
    if !TableModel.isClosed(bytes) {
      bytes += bytes.last?.isBlank == true ? [.verticalLine] : [.space, .verticalLine]
    }
  }

  /// The replacements that turn the content of a line into the row.
  func edits(of body: Range<Int>) -> [TextEdit.Replacement] {
    var result: [TextEdit.Replacement] = []
    var (reached, done) = (body.lowerBound, 0)
    for copy in copies where copy.source.lowerBound >= reached {
      result.change(reached..<copy.source.lowerBound, to: bytes[done..<copy.place], in: source)
      (reached, done) = (copy.source.upperBound, copy.place + copy.source.count)
    }
    result.change(reached..<body.upperBound, to: bytes[done...], in: source)
    return result
  }
}
