import MarkdownSyntax

enum TableAction: Hashable {
  case nextCell, previousCell, addRow, addColumn, deleteRow, deleteColumn, format, sort
  case moveRow(isUp: Bool)
  case moveColumn(isLeft: Bool)
  case align(SyntaxTree.Alignment)
}

extension BlockPrinter {
  mutating func table(_ action: TableAction) throws(Outcome.Unchanged) -> Plan.Effect {
    if action == .nextCell, isCaret, beginTable() { return .added }
    let place = try table()
    // The order of rows is checked when it is found.
    if action != .sort { try check(action, in: place) }
    let (table, first, columns) = (place.table, place.first, place.columns)
    switch action {
    case .nextCell:
      if table.row != 1, table.column + 1 < table.count {
        return select(table.row, table.column + 1, in: table)
      }
      let below = max(2, table.row + 1)
      if below < table.rows.count { return select(below, 0, in: table) }
      return addRow(to: table, after: table.rows.count - 1, caret: 0)
    case .previousCell:
      if table.column > 0, table.row != 1 { return select(table.row, table.column - 1, in: table) }
      return select(table.row <= 2 ? 0 : table.row - 1, table.count - 1, in: table)
    case .addRow: return addRow(to: table, after: max(1, table.row), caret: 0)
    case .addColumn:
      var order = (0..<table.count).map { Optional($0) }
      order.insert(nil, at: table.column + 1)
      arrange(table, order, closes: table.column + 1 == table.count)
      return .added
    case .deleteRow:
      let isLast = table.row + 1 == table.rows.count
      select(isLast ? first.row - 1 : table.row + 1, table.column, of: table)
      for row in (first.row...table.row).reversed() { remove(table.lines.lowerBound + row) }
      return .removed
    case .deleteColumn:
      let isLast = columns.upperBound + 1 == table.count
      select(table.row, isLast ? columns.lowerBound - 1 : columns.upperBound + 1, of: table)
      arrange(
        table, (0..<table.count).filter { !columns.contains($0) }.map { Optional($0) },
        closes: table.count == columns.count + 1)
      return .removed
    case .align(let alignment):
      let columns = columns.filter { table.alignment($0) != alignment }
      write(1, of: table) { writer in
        var reached = table.bodies[1].lowerBound
        for column in columns {
          let cell = table.content(1, column)
          writer.copy(reached..<cell.lowerBound)
          writer.place(cell, of: cell)
          writer.write(alignment.dashes(max(3, cell.count)))
          reached = cell.upperBound
        }
        writer.copy(reached..<table.bodies[1].upperBound)
      }
      return .converted
    case .format:
      align(table)
      return .converted
    case .sort:
      let body = table.lines.lowerBound + 2
      let sorted = try order(of: table).map { rows[body + $0] }
      rows.replace(body..<table.lines.upperBound, with: sorted)
      return .moved
    case .moveRow(let isUp):
      let other = isUp ? first.row - 1 : table.row + 1
      var order = Array(table.rows.indices)
      order.insert(order.remove(at: other), at: isUp ? table.row : first.row)
      rows.replace(table.lines, with: order.map { rows[table.lines.lowerBound + $0] })
      return .moved
    case .moveColumn(let isLeft):
      move(columns, of: table, isLeft: isLeft)
      return .moved
    }
  }

  struct TablePlace {
    let table: TableModel
    /// The row and column at the start of the selection, or the first ones if it begins earlier.
    let first: (row: Int, column: Int)

    var columns: ClosedRange<Int> {
      min(first.column, table.column)...max(first.column, table.column)
    }
  }

  func table() throws(Outcome.Unchanged) -> TablePlace {
    guard let table = TableModel(rows, at: endOfSelection) else { throw .notInTable }
    let start = selections[0].isEmpty ? table : TableModel(rows, at: selections[0].lowerBound)
    guard let start, start.lines == table.lines else {
      return TablePlace(table: table, first: (0, 0))
    }
    return TablePlace(table: table, first: (start.row, start.column))
  }

  /// The end of the first selection, or of its last line if it ends at the start of the next one.
  private var endOfSelection: Int {
    let (start, end) = (selections[0].lowerBound, selections[0].upperBound)
    let line = rows.line(at: end)
    guard rows.line(at: start) < line, rows[line].line?.lowerBound == end,
      let last = rows[line - 1].line
    else { return end }
    return last.upperBound
  }

  func check(_ action: TableAction, in place: TablePlace) throws(Outcome.Unchanged) {
    let (table, first, columns) = (place.table, place.first, place.columns)
    switch action {
    case .nextCell, .addRow, .addColumn: return
    case .previousCell:
      if table.row == 0, table.column == 0 { throw .nowhereToMove }
    case .deleteRow:
      if first.row < 2 { throw .inTable }
    case .deleteColumn:
      if table.count == columns.count { throw .inTable }
    case .align(let alignment):
      if columns.allSatisfy({ table.alignment($0) == alignment }) { throw .alreadySo }
    case .format:
      let (widths, indentation) = (table.widths, indentation(of: table))
      let isFormatted = table.rows.indices.allSatisfy { row in
        rows[table.lines.lowerBound + row].indent.old == indentation
          && aligned(row, of: table, widths).edits(of: table.bodies[row]).isEmpty
      }
      if isFormatted { throw .alreadySo }
    case .sort: _ = try order(of: table)
    case .moveRow(let isUp):
      let other = isUp ? first.row - 1 : table.row + 1
      guard first.row > 1, other > 1, other < table.rows.count else { throw .nowhereToMove }
    case .moveColumn(let isLeft):
      let other = isLeft ? columns.lowerBound - 1 : columns.upperBound + 1
      guard 0..<table.count ~= other else { throw .nowhereToMove }
    }
  }

  private mutating func select(_ row: Int, _ column: Int, of table: TableModel) {
    let place = table.content(row == 1 ? 0 : row, column).lowerBound
    selections = [place..<place]
  }

  private mutating func write(_ row: Int, of table: TableModel, _ body: (inout RowWriter) -> Void) {
    var writer = rowWriter
    body(&writer)
    write(writer, as: row, of: table)
  }

  private var rowWriter: RowWriter {
    RowWriter(source, ends: selections.flatMap { [$0.lowerBound, $0.upperBound] })
  }

  private mutating func write(_ writer: RowWriter, as row: Int, of table: TableModel) {
    let line = table.lines.lowerBound + row
    rows[line].edits = writer.edits(of: table.bodies[row])
    for (offset, place) in writer.places { places[offset] = place }
    if let place = writer.caret { caret = (line, place) }
  }

  // MARK: Cells and rows

  private mutating func select(_ row: Int, _ column: Int, in table: TableModel) -> Plan.Effect {
    let isMissing = column >= table.rows[row].count
    selections = [table.content(row, column)]
    if isMissing {
      write(row, of: table) { writer in
        writer.copy(table.bodies[row])
        if !TableModel.isClosed(writer.bytes) { writer.write(" |") }
        for missing in table.rows[row].count...column {
          writer.write(" ")
          if missing == column { writer.placeCaret() }
          writer.write("  |")
        }
      }
    }
    return .moved
  }

  private mutating func addRow(
    to table: TableModel, after row: Int, caret column: Int
  ) -> Plan.Effect {
    let line = table.lines.lowerBound + row
    let isWhole = row > 1 && table.rows[row].count >= table.count
    let widths = table.rows[isWhole ? row : 0].prefix(table.count).map {
      max(3, DisplayWidth.columns(of: source[$0]))
    }
    insert([TableModel.emptyRow(widths)], below: line)
    caret = (line + 1, widths.prefix(column).reduce(2) { $0 + $1 + 1 })
    return .added
  }

  /// Enter in a cell, or after a header; nil at another caret.
  func newlineInTable() throws(Outcome.Unchanged) -> Outcome? {
    var printer = self
    if rows[selected[0]].kind == .table, options.cellNewline == .row {
      let effect = try printer.moveToNextRow()
      return printer.outcome(effect)
    }
    guard printer.beginTable(), case let outcome = printer.outcome(.added), outcome.plan != nil
    else { return nil }
    return outcome
  }

  /// Enter in a cell: moves to the cell below, adding a row if needed. An empty last row is removed,
  /// and the caret leaves the table.
  private mutating func moveToNextRow() throws(Outcome.Unchanged) -> Plan.Effect {
    let table = try table().table
    let below = table.row == 0 ? 2 : table.row + 1
    if below < table.rows.count { return select(below, table.column, in: table) }
    guard table.row > 1,
      table.rows[table.row].indices.allSatisfy({ table.content(table.row, $0).isEmpty })
    else { return addRow(to: table, after: max(1, table.row), caret: table.column) }
    let line = table.lines.upperBound - 1
    rows[line].clear()
    (rows[line].edits, rows[line].head) = ([], [])
    rows[line].body = rows[line].body.lowerBound..<rows[line].body.lowerBound
    rows[line].indent = Blanks()
    caret = (line, 0)
    return .removed
  }

  /// Begins a table from its header: Enter or Tab after `| a | b |` adds the other two rows.
  ///
  /// - Returns: false if the caret is not after a header alone in a paragraph.
  mutating func beginTable() -> Bool {
    guard let cells = headerCells else { return false }
    let line = selected[0]
    (rows[line].kind, rows[line].leaf) = (.table, freshLeaf())
    var delimiters: [UInt8] = [.verticalLine]
    let widths = cells.map { cell in
      let blanks = source[cell].first?.isBlank == true ? [UInt8.space] : []
      let width = max(3, DisplayWidth.columns(of: source[cell]) - 2 * blanks.count)
      delimiters += blanks + [UInt8](repeating: .hyphen, count: width) + blanks + [.verticalLine]
      return width + 2 * blanks.count
    }
    insert([delimiters, TableModel.emptyRow(widths)], below: line)
    caret = (line + 2, 2)
    return true
  }

  var headerCells: [Range<Int>]? {
    let (line, place) = (selected[0], selections[0].lowerBound)
    let body = rows[line].body
    guard dialect.extensions.contains(.tables), rows[line].kind == .paragraph,
      rows.lines(ofLeafAt: line).count == 1, source[body].first == .verticalLine,
      body.lowerBound < place,
      source[place..<max(place, body.upperBound)].allSatisfy({ $0.isBlank }),
      TableModel.isClosed(source[body])
    else { return nil }
    let cells = source.withUnsafeBufferPointer { TableRow.cells(of: body, in: $0) }
    return cells.count > 1 && !cells.allSatisfy { source.content(ofCell: $0).isEmpty }
      ? cells : nil
  }

  /// Writes fields into the cells from the caret's to the right and below, and adds the rows and
  /// columns that are missing.
  ///
  /// - Returns: nil if the result is not read as a table.
  mutating func fill(_ fields: [[[UInt8]]], at place: Int) -> Outcome? {
    guard let table = TableModel(rows, at: place) else { return nil }
    let columns = table.column + (fields.map { $0.count }.max() ?? 0)
    let added = max(0, columns - table.count)
    let targets = Array(table.rows.indices.filter { $0 >= table.row && $0 != 1 })
    var caret: (line: Int, offset: Int)?
    for row in table.rows.indices {
      let index = targets.prefix(fields.count).firstIndex(of: row)
      // A row may be shorter than the header.
      if index == nil, row > 1 || added == 0 { continue }
      let own = index.map { fields[$0] } ?? []
      write(row, of: table) { writer in
        writer.write(own, of: row, in: table, count: row < 2 ? table.count + added : 0)
      }
      if let index, index + 1 == fields.count { caret = self.caret }
    }
    let missing = fields.dropFirst(targets.count)
    let last = table.lines.upperBound - 1
    let widths = table.rows[0].map { max(3, DisplayWidth.columns(of: source[$0])) }
    for (index, own) in missing.enumerated() {
      var bytes: [UInt8] = [.verticalLine]
      for column in 0..<table.count + added {
        let field = column - table.column
        let cell = own.indices.contains(field) ? [.space] + own[field] : []
        bytes += cell
        if field + 1 == own.count { caret = (last + 1 + index, bytes.count) }
        let width = column < widths.count ? widths[column] : 5
        bytes += [UInt8](
          repeating: .space, count: max(1, width - DisplayWidth.columns(of: cell[...])))
        bytes.append(.verticalLine)
      }
      insert([bytes], below: last + index)
    }
    self.caret = caret
    return proved(.typed)
  }

  // MARK: Columns

  private mutating func align(_ table: TableModel) {
    let (widths, indentation) = (table.widths, indentation(of: table))
    for row in table.rows.indices {
      rows[table.lines.lowerBound + row].indent.columns = indentation
      write(aligned(row, of: table, widths), as: row, of: table)
    }
  }

  /// The blanks before each row of an aligned table. Without an outer pipe, one blank is the padding
  /// of the first cell.
  private func indentation(of table: TableModel) -> Int {
    let own = rows[table.lines.lowerBound].indent.columns
    return own == 1 && table.isOpen(0) ? 0 : own
  }

  private func aligned(_ row: Int, of table: TableModel, _ widths: [Int]) -> RowWriter {
    var writer = rowWriter
    let cells = table.rows[row]
    writer.write("|")
    // Cells without a column are not visible, but they are kept.
    for column in 0..<max(widths.count, cells.count) {
      writer.write(" ")
      let content = table.content(row, column)
      let cell = column < cells.count ? cells[column] : content
      if row == 1, column < widths.count {
        writer.place(content, of: cell)
        writer.write(table.alignment(column).dashes(widths[column]))
      } else {
        let width = column < widths.count ? widths[column] : 0
        let free = max(0, width - DisplayWidth.columns(of: table.source[content]))
        let alignment = content.isEmpty || width == 0 ? .none : table.alignment(column)
        let left = alignment == .right ? free : alignment == .center ? free / 2 : 0
        writer.blanks(left)
        writer.copy(content, of: cell)
        writer.blanks(free - left)
      }
      writer.write(" |")
    }
    return writer
  }

  private mutating func move(_ columns: ClosedRange<Int>, of table: TableModel, isLeft: Bool) {
    let other = isLeft ? columns.lowerBound - 1 : columns.upperBound + 1
    var order = Array(0..<table.count)
    order.insert(order.remove(at: other), at: isLeft ? columns.upperBound : columns.lowerBound)
    arrange(table, order.map { Optional($0) })
  }

  private var isReadable: Bool {
    var copy = self
    do { return try copy.mended() != nil } catch { return false }
  }

  private mutating func arrange(_ table: TableModel, _ order: [Int?], closes: Bool = false) {
    let before = self
    writeColumns(of: table, order, closes: closes)
    // Without outer pipes, `- | a` would be a list.
    if !closes, table.rows.indices.contains(where: table.isOpen), !isReadable {
      self = before
      writeColumns(of: table, order, closes: true)
    }
  }

  /// Writes other columns, with the bytes of every cell.
  ///
  /// - Parameters:
  ///   - order: the former index of each new column; nil for an empty one, which gets the caret.
  ///   - closes: whether all rows get outer pipes.
  private mutating func writeColumns(of table: TableModel, _ order: [Int?], closes: Bool) {
    let source = table.source
    let isPadded = source[table.rows[1][table.column]].first?.isBlank == true
    for row in table.rows.indices {
      let (cells, body) = (table.rows[row], table.bodies[row])
      // Missing cells at the end of a row stay missing, and cells without a column stay.
      var own = order
      own += cells.indices.dropFirst(table.count).map { $0 }
      let last = own.lastIndex { $0.map { $0 < cells.count } ?? false } ?? -1
      let keepsNew = last + 1 < own.count && own[last + 1] == nil && cells.count > last
      own.removeSubrange((last + (keepsNew ? 2 : 1))...)
      guard let first = cells.first, let end = cells.last,
        closes || own != cells.indices.map({ Optional($0) })
      else { continue }
      let isOpenRight = !TableModel.isClosed(source[body])
      write(row, of: table) { writer in
        writer.write(Array(source[body.lowerBound..<first.lowerBound]))
        // A row without any cell would end the table, such as text right below it.
        if own.isEmpty { writer.write(" ") }
        for (column, former) in own.enumerated() {
          if column > 0 {
            let isAtEnd = isOpenRight && own[column - 1] == cells.count - 1
            if isAtEnd, former == nil, writer.bytes.last?.isBlank == false { writer.write(" ") }
            writer.write("|")
          }
          guard let former else {
            let blank = isPadded ? " " : ""
            writer.write(row == 1 ? blank : " ")
            if row == table.row, row != 1 { writer.placeCaret() }
            writer.write(row == 1 ? "---" + blank : "  " + blank + blank)
            continue
          }
          if former >= cells.count {
            writer.write(" ")
            continue
          }
          let cell = cells[former]
          let isAtLeft = table.isOpen(row) && (column == 0 || former == 0)
          let isAtRight = isOpenRight && [column, former].contains(cells.count - 1)
          if order.count != table.count {
            let content = table.content(row, former)
            let start = isAtLeft && column == 0 ? content.lowerBound : cell.lowerBound
            let isLast =
              isOpenRight && !closes && column + 1 == own.count && former + 1 < cells.count
            writer.copy(start..<(isLast ? content.upperBound : cell.upperBound))
          } else if isAtLeft || isAtRight, column < cells.count {
            // Between the blanks of the cell that was there, and as wide.
            let (new, old) = (table.content(row, former), table.content(row, column))
            writer.write(Array(source[cells[column].lowerBound..<old.lowerBound]))
            writer.copy(new, of: cell)
            let after = cells[column].upperBound - old.upperBound
            let free =
              after + DisplayWidth.columns(of: source[old]) - DisplayWidth.columns(of: source[new])
            let isTight = after == 0 && !new.isEmpty && source[new].last != .backslash
            writer.blanks(isTight ? 0 : max(1, free))
          } else {
            if isAtLeft || isAtRight, source[cell].first?.isBlank == false { writer.write(" ") }
            writer.copy(cell)
          }
        }
        writer.copy(end.upperBound..<body.upperBound)
        // Without an outer pipe, an empty cell at an end of a row is not a cell.
        let isEmpty = own.first.map { $0.map { table.content(row, $0).isEmpty } ?? true } ?? true
        if isOpenRight, own.last == .some(nil) { writer.write("|") }
        if closes || table.isOpen(row) && isEmpty { writer.close() }
      }
    }
  }

  /// The order of the rows by the caret's column, with empty cells last. Rows with equal cells keep
  /// their order.
  private func order(of table: TableModel) throws(Outcome.Unchanged) -> [Int] {
    let isDescending = argument == "descending"
    if !isDescending, let argument = argument, !["", "ascending"].contains(argument) {
      throw .badArgument
    }
    let extent = table.bodies[0].lowerBound..<table.bodies[table.bodies.count - 1].upperBound
    let tree = SyntaxTree(source, in: dialect, context, inlinesOf: extent)
    var cells: [Int: Int] = [:]
    for (index, node) in tree.nodes.enumerated() where node.kind == .cell {
      cells[node.content.lowerBound] = index
    }
    var keys = table.rows.indices.dropFirst(2).map { row in
      let content = table.content(row, table.column)
      guard !content.isEmpty, let cell = cells[content.lowerBound] else { return SortKey() }
      return SortKey(InlineLeaf(cell, of: tree, in: source, hasFootnotes: true), in: source)
    }
    SortKey.compareNumbers(in: &keys)
    let order = keys.order(isDescending: isDescending)
    if order == Array(keys.indices) { throw .alreadySo }
    return order
  }

  // MARK: New tables

  mutating func insertTable() throws(Outcome.Unchanged) -> Plan.Effect {
    let (line, size) = try tablePlace()
    let cells = [[UInt8]](repeating: [], count: size[1])
    let lines = TableText(rows: [[[UInt8]]](repeating: cells, count: size[0])).lines
    var place = line
    if !rows[line].isBlank {
      place = rows.lines(ofLeafAt: line).upperBound
      insert([[]], below: place - 1)
    }
    if place > 0, rows[place - 1].kind == .paragraph {
      insert(rows.separator(between: place - 1, and: place), at: place)
      place += 1
    }
    write(lines, of: .table, on: place)
    caret = (place, 2)
    return .added
  }

  func tablePlace() throws(Outcome.Unchanged) -> (line: Int, size: [Int]) {
    var size = [2, 2]
    if let argument = argument.map({ Array($0.utf8) }) {
      size = argument.split { !$0.isASCIIDigit }.map {
        $0.reduce(0) { min(1000, $0 * 10 + Int($1 & 15)) }
      }
      guard argument.first?.isASCIIDigit == true, argument.last?.isASCIIDigit == true,
        size.count == 2, size.allSatisfy({ (1...100).contains($0) })
      else { throw .badArgument }
    }
    guard let line = selected.last else { throw .noText }
    if !rows[line].isBlank, rows[line].kind != .paragraph, rows[line].kind != .heading {
      throw reason
    }
    return (line, size)
  }

  mutating func write(_ lines: [[UInt8]], of kind: SyntaxTree.Kind, on line: Int) {
    rows.complete(line)
    (rows[line].leaf, rows[line].kind, rows[line].origin) = (freshLeaf(), kind, nil)
    (rows[line].head, rows[line].tail, rows[line].edits) = (lines[0], [], [])
    rows[line].body = rows[line].body.lowerBound..<rows[line].body.lowerBound
    if let last = rows[line].prefixes.indices.last, !rows[line].prefixes[last].sign.isEmpty,
      rows[line].prefixes[last].pad.columns == 0
    {
      rows[line].prefixes[last].pad.columns = 1
    }
    insert(Array(lines.dropFirst()), below: line)
  }

  mutating func insert(_ lines: [[UInt8]], below line: Int) {
    var row = BlockRow()
    row.prefixes = rows[line].prefixes.map(rows.further)
    (row.indent, row.kind, row.leaf) = (rows[line].indent, rows[line].kind, rows[line].leaf)
    for (index, bytes) in lines.enumerated() {
      row.head = bytes
      insert(row, at: line + index + 1)
      rows.complete(line + index + 1)
    }
  }
}
