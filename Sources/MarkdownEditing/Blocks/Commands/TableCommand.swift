/// The commands on a table. Each changes only the cells that it names.
struct TableCommand {
  enum Action: Hashable {
    case nextCell, previousCell, addRow, addColumn, deleteRow, deleteColumn, format, sort
    case moveRow(isUp: Bool)
    case moveColumn(isLeft: Bool)
    case align(TableModel.Alignment)
  }
  let tree: BlockTree
  /// The selection. Its end is the caret of the table.
  let selection: Range<Int>
  var argument: String?
  private var caret: Int { selection.upperBound }

  private func table() throws(Outcome.Unchanged) -> TableModel {
    guard let table = TableModel(tree, at: caret) else { throw .notInTable }
    return table
  }

  func change(_ action: Action) throws(Outcome.Unchanged) -> BlockChange {
    if action == .nextCell, selection.isEmpty, let change = tree.beginningTable(at: caret) {
      return change
    }
    let table = try table()
    switch action {
    case .nextCell: return next(in: table)
    case .previousCell: return try previous(in: table)
    case .addRow: return addingRow(table, column: 0)
    case .addColumn: return addingColumn(table)
    case .deleteRow: return try withoutRow(table)
    case .deleteColumn: return try withoutColumn(table)
    case .align(let alignment): return try aligned(table, alignment)
    case .moveRow(let isUp): return try movedRows(table, isUp: isUp)
    case .moveColumn(let isLeft): return try movedColumns(table, isLeft: isLeft)
    case .sort: return try sorted(table, argument)
    case .format:
      let lines = table.formatted
      if zip(lines, table.leaf.lines).allSatisfy({ tree.bytes(of: $0) == tree.bytes(of: $1) }) {
        throw .alreadySo
      }
      return table.change(lines, .converted)
    }
  }

  /// Returns the row and column at the start of the selection, or the first ones if it begins
  /// earlier.
  func first(in table: TableModel) -> (row: Int, column: Int) {
    guard let start = TableModel(tree, at: selection.lowerBound), start.path == table.path else {
      return selection.isEmpty ? (table.row, table.column) : (0, 0)
    }
    return (start.row, start.column)
  }

  /// Plans Enter: moves to the cell below, adding a row if needed. An empty last row is removed,
  /// and the caret leaves the table.
  func newline() throws(Outcome.Unchanged) -> BlockChange {
    let table = try table()
    let below = table.row == 0 ? 2 : table.row + 1
    if below < table.rows.count { return moved(table, to: below, table.column) }
    guard table.row > 1,
      table.rows[table.row].indices.allSatisfy({ table.content(table.row, $0).isEmpty })
    else { return addingRow(table, column: table.column) }
    var rest = table.leaf
    let line = Block(.blank, lines: [rest.lines.removeLast()]).opened()
    return tree.change(table.path[...], to: [rest, line], .removed)
  }

  /// Returns the table with a cell selected. If the row does not have the cell, it is added.
  private func moved(_ table: TableModel, to row: Int, _ column: Int) -> BlockChange {
    if column >= table.rows[row].count {
      return table.change(table.filling(row, through: column), .moved)
    }
    return BlockChange(
      root: tree.root, effect: .moved, selections: [table.content(row, column)])
  }

  private func next(in table: TableModel) -> BlockChange {
    let isLast = table.row == 1 || table.column + 1 >= table.rows[1].count
    if !isLast { return moved(table, to: table.row, table.column + 1) }
    let below = max(2, table.row + 1)
    guard below < table.rows.count else {
      return adding(table, behind: table.rows.count - 1, column: 0)
    }
    return moved(table, to: below, 0)
  }

  private func previous(in table: TableModel) throws(Outcome.Unchanged) -> BlockChange {
    if table.column > 0, table.row != 1 { return moved(table, to: table.row, table.column - 1) }
    if table.row == 0 { throw .nowhereToMove }
    let above = table.row <= 2 ? 0 : table.row - 1
    return moved(table, to: above, table.rows[1].count - 1)
  }

  private func addingRow(_ table: TableModel, column: Int) -> BlockChange {
    adding(table, behind: max(1, table.row), column: column)
  }

  private func adding(_ table: TableModel, behind row: Int, column: Int) -> BlockChange {
    var lines = table.leaf.lines
    let isWhole = row > 1 && table.rows[row].count >= table.rows[1].count
    lines.insert(table.emptyRow(like: isWhole ? row : 0, caret: column), at: row + 1)
    return table.change(lines, .added)
  }

  private func withoutRow(_ table: TableModel) throws(Outcome.Unchanged) -> BlockChange {
    let first = self.first(in: table).row
    if first < 2 { throw .inTable }
    var lines = table.leaf.lines
    lines.removeSubrange(first...table.row)
    let isLast = first == lines.count
    let row = isLast ? first - 1 : table.row + 1
    var change = table.change(lines, .removed)
    let place = table.content(row == 1 ? 0 : row, table.column).lowerBound
    change.selections = [place..<place]
    return change
  }

  private func addingColumn(_ table: TableModel) -> BlockChange {
    var lines = table.leaf.lines
    let isPadded = tree.source[table.rows[1][table.column]].first?.isBlank == true
    let isLast = table.column + 1 == table.rows[1].count
    for index in lines.indices where table.column < table.rows[index].count {
      let content = lines[index].content ?? 0..<0
      let cell = table.rows[index][table.column]
      lines[index].isChanged = true
      var new: [Line.Piece] = [.bytes(Array((isPadded ? "|     " : "|   ").utf8))]
      if index == 1 { new = [.bytes(Array((isPadded ? "| --- " : "|---").utf8))] }
      if index == table.row, index != 1 {
        new = [
          .bytes([.verticalLine, .space]), .caret, .bytes(Array((isPadded ? "    " : "  ").utf8)),
        ]
      }
      let isOpen =
        cell.upperBound == content.upperBound
        && tree.source[..<cell.upperBound].last?.isBlank != true
      lines[index].pieces =
        [.source(content.lowerBound..<cell.upperBound)] + (isOpen ? [.bytes([.space])] : []) + new
        + [.source(cell.upperBound..<content.upperBound)]
      // An empty last cell needs a closing pipe.
      if isLast, !TableModel.isClosed(Array(tree.source[content])) {
        lines[index].pieces.append(.bytes([.verticalLine]))
      }
    }
    if isLast { lines = table.closing(lines) }
    return table.change(lines, .added)
  }

  func columns(of table: TableModel) -> ClosedRange<Int> {
    let first = first(in: table).column
    return min(first, table.column)...max(first, table.column)
  }

  private func withoutColumn(_ table: TableModel) throws(Outcome.Unchanged) -> BlockChange {
    let columns = columns(of: table)
    guard table.rows[1].count > columns.count else { throw .inTable }
    var lines = table.leaf.lines
    for index in lines.indices where columns.lowerBound < table.rows[index].count {
      let content = lines[index].content ?? 0..<0
      let cells = table.rows[index]
      let last = min(columns.upperBound, cells.count - 1)
      lines[index].isChanged = true
      var range = cells[columns.lowerBound].lowerBound..<cells[last].upperBound
      // A row without any cell would end the table, such as text right below it.
      let isAll = columns.lowerBound == 0 && last + 1 == cells.count
      let rest = !isAll ? "" : range == content ? "| |" : " "
      // The pipe after a cell is removed with it, or the pipe before the last cell.
      if isAll {
        // The pipes around it are kept.
      } else if range.upperBound < content.upperBound, last + 1 < cells.count {
        range = range.lowerBound..<range.upperBound + 1
      } else if range.lowerBound > content.lowerBound {
        range = range.lowerBound - 1..<range.upperBound
      }
      lines[index].pieces = [
        .source(content.lowerBound..<range.lowerBound), .bytes(Array(rest.utf8)),
        .source(range.upperBound..<content.upperBound),
      ]
    }
    if table.rows[1].count == columns.count + 1 { lines = table.closing(lines) }
    var change = table.change(lines, .removed)
    let isLast = columns.upperBound + 1 == table.rows[1].count
    let other = isLast ? columns.lowerBound - 1 : columns.upperBound + 1
    let place = table.content(table.row == 1 ? 0 : table.row, other).lowerBound
    change.selections = [place..<place]
    return change
  }

  private func aligned(
    _ table: TableModel, _ alignment: TableModel.Alignment
  ) throws(Outcome.Unchanged) -> BlockChange {
    let columns = columns(of: table).filter { table.alignment($0) != alignment }
    if columns.isEmpty { throw .alreadySo }
    var lines = table.leaf.lines
    let content = lines[1].content ?? 0..<0
    lines[1].isChanged = true
    lines[1].pieces = []
    var place = content.lowerBound
    for column in columns {
      let cell = table.content(1, column)
      lines[1].pieces += [
        .source(place..<cell.lowerBound), .bytes(alignment.dashes(max(3, cell.count))),
      ]
      place = cell.upperBound
    }
    lines[1].pieces.append(.source(place..<content.upperBound))
    return table.change(lines, .converted)
  }
}

extension TableModel {
  /// Returns the lines with outer pipes, without which one column is not a table.
  func closing(_ lines: [Line]) -> [Line] {
    lines.map { line in
      let bytes = tree.bytes(of: line)
      var result = line
      result.isChanged = true
      if bytes.first != .verticalLine {
        let isBlank = bytes.first?.isBlank == true
        result.pieces.insert(.bytes(isBlank ? [.verticalLine] : [.verticalLine, .space]), at: 0)
      }
      if !Self.isClosed(bytes) {
        let isBlank = bytes.last?.isBlank == true
        result.pieces.append(.bytes(isBlank ? [.verticalLine] : [.space, .verticalLine]))
      }
      return result
    }
  }

  /// Whether a row ends with a pipe, and perhaps blanks, as `| a |` does, but not `| a` or `|`.
  static func isClosed(_ row: [UInt8]) -> Bool {
    let rest = row.reversed().drop { $0.isBlank }
    return rest.first == .verticalLine && rest.dropFirst().first.map { $0 != .backslash } ?? false
  }

  /// Returns the lines with the missing cells of a row added up to a column, which gets the caret.
  func filling(_ row: Int, through column: Int) -> [Line] {
    var lines = leaf.lines
    if !Self.isClosed(tree.bytes(of: lines[row])) {
      lines[row].pieces.append(.bytes([.space, .verticalLine]))
    }
    for missing in rows[row].count...column {
      lines[row].pieces.append(.bytes([.space]))
      if missing == column { lines[row].pieces.append(.caret) }
      lines[row].pieces.append(.bytes([.space, .space, .verticalLine]))
    }
    lines[row].isChanged = true
    return lines
  }
}

extension TableModel.Alignment {
  /// Returns a cell of the delimiter row.
  func dashes(_ width: Int) -> [UInt8] {
    var result = [UInt8](repeating: .hyphen, count: width)
    if self == .left || self == .center { result[0] = .colon }
    if self == .right || self == .center { result[width - 1] = .colon }
    return result
  }
}

extension TableModel {
  /// The lines with aligned pipes, including outer ones.
  var formatted: [Line] {
    let widths = rows[1].indices.map { column in
      rows.indices.filter { $0 != 1 && column < rows[$0].count }
        .map { DisplayWidth.columns(of: tree.source[content($0, column)]) }
        .reduce(3, max)
    }
    return leaf.lines.indices.map { row in
      var line = leaf.lines[row]
      line.write([.bytes([.verticalLine])])
      // Cells without a column are not visible, but they are kept.
      for column in 0..<max(widths.count, rows[row].count) {
        line.pieces +=
          [.bytes([.space])] + cell(row, column, widths) + [
            .bytes([.space, .verticalLine])
          ]
      }
      return line
    }
  }

  private func cell(_ row: Int, _ column: Int, _ widths: [Int]) -> [Line.Piece] {
    let content = content(row, column)
    guard column < widths.count else { return [.source(content)] }
    let alignment = alignment(column)
    if row == 1 { return [.bytes(alignment.dashes(widths[column]))] }
    guard column < rows[row].count else { return [blanks(widths[column])] }
    let free = widths[column] - DisplayWidth.columns(of: tree.source[content])
    let left = alignment == .right ? free : alignment == .center ? free / 2 : 0
    return [blanks(left), .source(content), blanks(free - left)]
  }

  private func blanks(_ count: Int) -> Line.Piece {
    .bytes([UInt8](repeating: .space, count: max(0, count)))
  }
}

/// Inserts a new table after the block at the caret, or in place of its blank line.
struct TableInsertCommand {
  let tree: BlockTree
  let selection: BlockSelection
  /// The size, such as `2x3`: rows, including the header, and columns.
  let argument: String?

  func change() throws(Outcome.Unchanged) -> BlockChange {
    let (rows, columns) = try size()
    let (leaf, path) = try selection.lastLeaf(in: tree)
    if leaf.kind != .blank, !leaf.isText { throw selection.reason(in: tree.root) }
    let row = [[UInt8]](repeating: [], count: columns)
    var lines = TableText(rows: [[[UInt8]]](repeating: row, count: rows)).lines
      .map { Line(writing: [.bytes($0)]) }
    lines[0].pieces = lines[0].pieces.inserting(.caret, at: 2)
    return tree.inserting(Block(.table, lines: lines), after: leaf, at: path)
  }

  private func size() throws(Outcome.Unchanged) -> (rows: Int, columns: Int) {
    guard let argument else { return (2, 2) }
    let numbers = argument.utf8.split { !$0.isASCIIDigit }
      .map { $0.reduce(0) { min(1000, $0 * 10 + Int($1 - UInt8(ascii: "0"))) } }
    guard numbers.count == 2, (1...100).contains(numbers[0]), (1...100).contains(numbers[1]) else {
      throw .badArgument
    }
    return (numbers[0], numbers[1])
  }
}
