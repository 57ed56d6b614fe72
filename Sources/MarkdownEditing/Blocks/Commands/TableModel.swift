import MarkdownSyntax

/// The lines and cells of a table, with the range of each cell.
struct TableModel {
  enum Alignment: Hashable {
    case none, left, center, right
  }
  let tree: BlockTree
  let path: BlockPath
  let leaf: Block
  /// The cells of each line. The second line is the delimiter row.
  let rows: [[Range<Int>]]
  /// The line and the column of the caret.
  var row: Int
  let column: Int

  init?(_ tree: BlockTree, at caret: Int) {
    guard let path = tree.path(at: caret) else { return nil }
    let leaf = tree.root[path[...]]
    guard leaf.kind == .table else { return nil }
    let contents = leaf.lines.compactMap { $0.content }
    let number = tree.line(at: caret)
    guard contents.count == leaf.lines.count, contents.count > 1,
      let row = leaf.lines.firstIndex(where: { $0.origin == number })
    else { return nil }
    self.tree = tree
    self.path = path
    self.leaf = leaf
    rows = tree.source.withUnsafeBufferPointer { source in
      contents.map { TableRow.cells(of: $0, in: source) }
    }
    self.row = row
    let cell = rows[row].lastIndex { $0.lowerBound <= caret } ?? 0
    column = max(0, min(cell, rows[1].count - 1))
  }

  /// Returns the content of the caret's cell if a range is in it; nil in a row such as `|---|`.
  func content(around range: Range<Int>) -> Range<Int>? {
    guard row != 1, column < rows[row].count, rows[row][column].covers(range) else { return nil }
    return content(row, column)
  }

  /// Returns the range of a cell without the blanks around its content.
  func content(_ row: Int, _ column: Int) -> Range<Int> {
    guard column < rows[row].count else {
      let end = rows[row].last?.upperBound ?? leaf.lines[row].content?.upperBound ?? 0
      return end..<end
    }
    return tree.source.content(ofCell: rows[row][column])
  }

  func alignment(_ column: Int) -> Alignment {
    let cell = tree.source[content(1, column)]
    switch (cell.first == .colon, cell.last == .colon) {
    case (true, true): return .center
    case (true, false): return .left
    case (false, true): return .right
    case (false, false): return .none
    }
  }

  func change(_ lines: [Line], _ effect: Plan.Effect) -> BlockChange {
    var table = leaf
    table.lines = lines
    return tree.change(path[...], to: [table], effect)
  }

  /// Returns an empty row like another, with cells of the same width, and the caret in one of them.
  func emptyRow(like row: Int, caret column: Int) -> Line {
    var line = Line(writing: [])
    let source = leaf.lines[row].content ?? 0..<0
    var position = source.lowerBound
    for (index, cell) in rows[row].prefix(rows[1].count).enumerated() {
      line.pieces.append(.bytes(Array(tree.source[position..<cell.lowerBound])))
      let width = max(3, DisplayWidth.columns(of: tree.source[cell]))
      if index == column {
        line.pieces += [
          .bytes([.space]), .caret, .bytes([UInt8](repeating: .space, count: width - 1)),
        ]
      } else {
        line.pieces.append(.bytes([UInt8](repeating: .space, count: width)))
      }
      position = cell.upperBound
    }
    let rest = tree.source[position..<source.upperBound]
    line.pieces.append(
      .bytes(rest.contains(.verticalLine) ? Array(rest.prefix(1)) : [.verticalLine]))
    return closing([line])[0]
  }
}

extension BlockTree {
  /// Whether an offset is in a cell, which can have text, as in `| a‸ |`, not in the row `|---|`.
  func isInCell(_ place: Int) -> Bool {
    TableModel(self, at: place)?.content(around: place..<place) != nil
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
