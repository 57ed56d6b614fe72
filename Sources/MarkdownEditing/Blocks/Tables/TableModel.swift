import MarkdownSyntax
import TextEditing

struct TableModel {
  let source: [UInt8]
  /// The lines among the rows of the text. The second one is the delimiter row.
  let lines: Range<Int>
  let bodies: [Range<Int>]
  let rows: [[Range<Int>]]
  let row: Int
  let column: Int

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

  var count: Int { rows[1].count }

  func isOpen(_ row: Int) -> Bool { rows[row].first?.lowerBound == bodies[row].lowerBound }

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

  static func emptyRow(_ widths: some Sequence<Int>) -> [UInt8] {
    widths.reduce([.verticalLine]) {
      $0 + [UInt8](repeating: .space, count: $1) + [.verticalLine]
    }
  }
}

extension SyntaxTree.Alignment {
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

struct RowWriter {
  let source: [UInt8]
  let ends: [Int]
  private(set) var bytes: [UInt8] = []
  private var copies: [(source: Range<Int>, place: Int)] = []
  private(set) var places: [Int: Int] = [:]
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

  /// Writes a row with fields in the cells from the table's column, and the caret after the last one.
  ///
  /// - Parameter count: the least number of cells.
  mutating func write(_ fields: [[UInt8]], of row: Int, in table: TableModel, count: Int) {
    let (cells, body) = (table.rows[row], table.bodies[row])
    var reached = body.lowerBound
    for column in 0..<max(cells.count, count, fields.isEmpty ? 0 : table.column + fields.count) {
      let field = column - table.column
      let isWritten = fields.indices.contains(field)
      if column < cells.count {
        guard isWritten else { continue }
        let (cell, old) = (cells[column], table.content(row, column))
        copy(reached..<old.lowerBound)
        if bytes.last?.isBlank != true, cell.lowerBound == old.lowerBound, column > 0 {
          blanks(1)
        }
        write(fields[field])
        if field + 1 == fields.count { placeCaret() }
        let free =
          DisplayWidth.columns(of: source[old]) - DisplayWidth.columns(of: fields[field][...])
        let isTight = cell.upperBound == old.upperBound && body.upperBound > cell.upperBound
        blanks(max(free, isTight ? 1 : 0))
        reached = old.upperBound
        continue
      }
      if reached < body.upperBound { copy(reached..<body.upperBound) }
      reached = body.upperBound
      if !TableModel.isClosed(bytes) { write(" |") }
      blanks(1)
      write(isWritten ? fields[field] : row == 1 ? Array("---".utf8) : [.space])
      if isWritten, field + 1 == fields.count { placeCaret() }
      write(" |")
    }
    if reached < body.upperBound { copy(reached..<body.upperBound) }
    if table.isOpen(row), fields.contains([]) || count > table.count { close() }
  }

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

/// The width of text in columns (UAX #11): 2 for wide characters and emoji, 0 for combining ones.
enum DisplayWidth {
  static func columns(of bytes: ArraySlice<UInt8>) -> Int {
    var width = 0
    var joins = false
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      let value = scalar.value
      if value == 0x200D {
        joins = true
        continue
      }
      let own = columns(of: value)
      if !joins { width += own }
      if own > 0 { joins = false }
    }
    return width
  }

  private static func columns(of value: UInt32) -> Int {
    if value < 0x300 { return 1 }
    if none.contains(where: { $0.contains(value) }) { return 0 }
    return wide.contains { $0.contains(value) } ? 2 : 1
  }

  private static let none: [ClosedRange<UInt32>] = [
    0x300...0x36F, 0x483...0x489, 0x591...0x5BD, 0x610...0x61A, 0x64B...0x65F, 0x6D6...0x6DC,
    0x93A...0x93C, 0x941...0x94D, 0xE31...0xE31, 0xE34...0xE3A, 0xE47...0xE4E, 0x1AB0...0x1AFF,
    0x1DC0...0x1DFF, 0x200B...0x200F, 0x20D0...0x20FF, 0xFE00...0xFE0F, 0xFE20...0xFE2F,
    0x1F3FB...0x1F3FF, 0xE0100...0xE01EF,
  ]
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x25FD...0x25FE,
    0x2614...0x2615, 0x2648...0x2653, 0x267F...0x267F, 0x2693...0x2693, 0x26A1...0x26A1,
    0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5, 0x26CE...0x26CE, 0x26D4...0x26D4,
    0x26EA...0x26EA, 0x26F2...0x26F5, 0x26FA...0x26FD, 0x2705...0x2705, 0x270A...0x270B,
    0x2728...0x2728, 0x274C...0x274E, 0x2753...0x2757, 0x2795...0x2797, 0x27B0...0x27B0,
    0x2B1B...0x2B1C, 0x2B50...0x2B55, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF,
    0x4E00...0x9FFF, 0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18AFF, 0x1B000...0x1B2FF,
    0x1F004...0x1F004, 0x1F0CF...0x1F0CF, 0x1F18E...0x1F19A, 0x1F1E6...0x1F320,
    0x1F32D...0x1F64F, 0x1F680...0x1F6FC, 0x1F7E0...0x1F7F0, 0x1F900...0x1FAFF,
    0x20000...0x3FFFD,
  ]
}
