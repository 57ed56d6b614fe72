extension TableCommand {
  func movedRows(_ table: TableModel, isUp: Bool) throws(Outcome.Unchanged) -> BlockChange {
    if first(in: table).row < 2 { throw .nowhereToMove }
    return try MoveCommand(
      action: isUp ? .up : .down, tree: tree, selection: BlockSelection([selection], in: tree)
    ).change()
  }

  func movedColumns(_ table: TableModel, isLeft: Bool) throws(Outcome.Unchanged) -> BlockChange {
    let columns = columns(of: table)
    let other = isLeft ? columns.lowerBound - 1 : columns.upperBound + 1
    var order = Array(table.rows[1].indices)
    guard order.indices.contains(other) else { throw .nowhereToMove }
    order.remove(at: other)
    order.insert(other, at: isLeft ? columns.upperBound : columns.lowerBound)
    let lines = table.leaf.lines.indices.map { table.line($0, order) }
    var change = table.change(lines, .moved)
    // Without outer pipes, `- | a` would be a list.
    change.makeFallbacks = { [table.change(table.closing(lines), .moved).makeRoot()] }
    return change
  }

  /// Returns the table sorted by the caret's column, with empty cells last. Rows with equal cells
  /// keep their order.
  func sorted(_ table: TableModel, _ argument: String?) throws(Outcome.Unchanged) -> BlockChange {
    let isDescending = argument == "descending"
    if !isDescending, let argument, !["", "ascending"].contains(argument) { throw .badArgument }
    let keys = TableSortKey.keys(ofColumn: table.column, in: table)
    var order = Array(keys.indices)
    order.sort { first, second in
      let (left, right) = (keys[first], keys[second])
      if left == right { return first < second }
      if left.isEmpty || right.isEmpty { return right.isEmpty }
      return isDescending ? right < left : left < right
    }
    if order == Array(keys.indices) { throw .alreadySo }
    let lines = table.leaf.lines
    return table.change(lines[..<2] + order.map { lines[2 + $0] }, .moved)
  }
}

extension TableModel {
  /// Returns a line with its columns in another order, and with the bytes of every cell.
  ///
  /// - Parameter order: the former index of each new column.
  fileprivate func line(_ row: Int, _ order: [Int]) -> Line {
    let cells = rows[row]
    var line = leaf.lines[row]
    let order = order + cells.indices.dropFirst(order.count)
    // A missing cell at the end of a row stays missing.
    guard let content = line.content, let first = cells.first, let last = cells.last,
      let end = order.lastIndex(where: { $0 < cells.count }),
      order[...end] != Array(0...end)[...]
    else { return line }
    let isOpenLeft = first.lowerBound == content.lowerBound
    let isOpenRight = !Self.isClosed(Array(tree.source[content]))
    var pieces: [Line.Piece] = [.source(content.lowerBound..<first.lowerBound)]
    for (column, former) in order[...end].enumerated() {
      if column > 0 { pieces.append(.bytes([.verticalLine])) }
      let isAtOpenEdge =
        isOpenLeft && (column == 0 || former == 0)
        || isOpenRight && [column, former].contains(cells.count - 1)
      if former >= cells.count {
        pieces.append(.bytes([.space]))
      } else if isAtOpenEdge, column < cells.count {
        pieces += self.content(of: cells[former], inPlaceOf: cells[column])
      } else {
        let isBare = isAtOpenEdge && tree.source[cells[former]].first?.isBlank == false
        pieces += (isBare ? [.bytes([.space])] : []) + [.source(cells[former])]
      }
    }
    pieces.append(.source(last.upperBound..<content.upperBound))
    line.write(pieces)
    // Without an outer pipe, an empty first cell is not a cell.
    let isEmpty = order[0] >= cells.count || self.content(row, order[0]).isEmpty
    return isOpenLeft && isEmpty ? closing([line])[0] : line
  }

  /// Returns the content of a cell between the blanks of another, padded to the other's width.
  private func content(of cell: Range<Int>, inPlaceOf other: Range<Int>) -> [Line.Piece] {
    let source = tree.source
    let (own, former) = (source.content(ofCell: cell), source.content(ofCell: other))
    let behind = source[former.upperBound..<other.upperBound].count
    let free =
      behind + DisplayWidth.columns(of: source[former]) - DisplayWidth.columns(of: source[own])
    let blanks = behind == 0 ? 0 : max(1, free)
    return [
      .source(other.lowerBound..<former.lowerBound), .source(own),
      .bytes([UInt8](repeating: .space, count: blanks)),
    ]
  }
}
