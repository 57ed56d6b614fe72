import MarkdownSyntax
import TextEditing

enum MoveAction: Hashable {
  case up, down, duplicate
}

extension BlockPrinter {
  mutating func move(_ action: MoveAction) throws(Outcome.Unchanged) -> Plan.Effect {
    let move = try movement(action)
    if let closed = move.closedAfter {
      moveLines(move, closing: closed)
    } else {
      carryOut(move, isOfLeaf: false)
    }
    return move.other == nil ? .added : .moved
  }

  struct Movement {
    var lines: Range<Int>
    var other: Range<Int>?
    var depth: Int
    var list: Int?
    var closedAfter: [Int]?
  }

  private mutating func carryOut(_ move: Movement, isOfLeaf: Bool) {
    guard let other = move.other else {
      return duplicate(move.lines, at: move.depth, in: move.list, isOfLeaf: isOfLeaf)
    }
    let isUp = other.lowerBound < move.lines.lowerBound
    arrange(isUp ? [other, move.lines] : [move.lines, other], [1, 0], at: move.depth)
  }

  func movement(_ action: MoveAction) throws(Outcome.Unchanged) -> Movement {
    guard let first = selected.first, let last = selected.last else { throw .noText }
    if !movesBlocks, let lines = try movementOfLines(first...last, action) { return lines }
    // The smallest run of blocks, or of items of a list, that contains the selection.
    var depth = rows.sharedDepth(first, last)
    var list = rows.list(around: first, at: depth)
    if list != rows.list(around: last, at: depth) { list = nil }
    var run = rows.extent(of: [first, last], at: depth, joinsLists: list == nil)
    while true {
      // The text of an item moves with the item; a later block of an item is duplicated in it.
      while list == nil, depth > 0, case let outer = rows[run.lowerBound].prefixes[depth - 1],
        case let kind = rows.containers[outer.container].kind,
        kind == .item && action != .duplicate || kind != .quote && !outer.sign.isEmpty
      {
        depth -= 1
        list = rows.list(of: run.lowerBound, at: depth)
        run = rows.extent(of: run.lowerBound, at: depth)
      }
      if run.contains(where: { rows[$0].kind == .metadata }) { throw .inMetadata }
      if action == .duplicate { return Movement(lines: run, depth: depth, list: list) }
      if let other = neighbour(of: run, action, at: depth, in: list) {
        return Movement(lines: run, other: other, depth: depth)
      }
      // A block that is alone in a quote or an outer list moves with it.
      if list != nil {
        let whole = rows.extent(of: run.lowerBound, at: depth, joinsLists: true)
        let isInner =
          depth > 0
          && rows.containers[rows[run.lowerBound].prefixes[depth - 1].container].isItem
        guard whole == run, !isInner else { throw .nowhereToMove }
        list = nil
      } else {
        guard depth > 0, case let quote = rows[run.lowerBound].prefixes[depth - 1].container,
          rows.containers[quote].kind == .quote,
          rows.lines(of: quote).allSatisfy({ run.contains($0) || rows[$0].isBlank })
        else { throw .nowhereToMove }
        depth -= 1
        run = rows.extent(of: run.lowerBound, at: depth)
      }
    }
  }

  private func neighbour(
    of run: Range<Int>, _ action: MoveAction, at depth: Int, in list: Int?
  ) -> Range<Int>? {
    let step = action == .up ? -1 : 1
    var next = action == .up ? run.lowerBound - 1 : run.upperBound
    while rows.indices.contains(next), rows[next].isBlank, rows[next].prefixes.count <= depth {
      next += step
    }
    guard rows.indices.contains(next), rows.sharedDepth(next, run.lowerBound) >= depth,
      list == nil || rows.list(of: next, at: depth) == list, rows[next].kind != .metadata,
      !rows[next].isBlank || rows[next].prefixes.count > depth
    else { return nil }
    let other = rows.extent(of: next, at: depth, joinsLists: list == nil)
    return other.overlaps(run) ? nil : other
  }

  private func movementOfLines(
    _ lines: ClosedRange<Int>, _ action: MoveAction
  ) throws(Outcome.Unchanged) -> Movement? {
    let (first, last) = (lines.lowerBound, lines.upperBound)
    guard let leaf = rows[first].leaf, rows[last].leaf == leaf else { return nil }
    let all = rows.lines(ofLeafAt: first)
    var bounds = all
    let kind = rows[first].kind
    switch kind {
    case .paragraph:
      // The first text of an item represents the item.
      if let own = rows[all.lowerBound].prefixes.last, !own.sign.isEmpty,
        rows.containers[own.container].kind != .quote
      {
        return nil
      }
      if isCalloutName(all.lowerBound) { bounds = all.dropFirst() }
    case .code where rows.isIndentedCode(rows[first]): break
    case .code: bounds = all.dropFirst().dropLast(rows.tree.nodes[leaf].isClosed ? 1 : 0)
    case .table: bounds = all.dropFirst(2)
    default: return nil
    }
    guard bounds.contains(first), bounds.contains(last) else { return nil }
    if action != .duplicate,
      action == .up ? first == bounds.lowerBound : last + 1 == bounds.upperBound
    {
      if kind == .paragraph { return nil }
      throw .nowhereToMove
    }
    let low = action == .up ? first - 1 : first
    let high = action == .down ? last + 2 : last + 1
    var move = Movement(lines: first..<last + 1, depth: rows[first].prefixes.count, closedAfter: [])
    if action != .duplicate { move.other = action == .up ? low..<first : last + 1..<high }
    if kind == .paragraph {
      for formula in formulas(on: Array(all)) {
        let ends = [formula.lowerBound, formula.upperBound - 1]
        if ends.contains(where: { (low..<high).contains($0) }) { return nil }
      }
      // Marks and links end before the lines and begin again, as when a paragraph is cut.
      let middle = action == .up ? first - 1 : last
      let places = [low - 1, middle, high - 1].filter {
        $0 >= all.lowerBound && $0 + 1 < all.upperBound
      }
      var closing: [[UInt8]] = low > all.lowerBound && high < all.upperBound ? [] : [[]]
      for line in places where !isInFormula(line, of: all) {
        guard let own = delimiters(at: rows[line].body.upperBound) else { return nil }
        closing.append(own.closing)
      }
      // Marks around all of the lines stay as they are.
      if closing.contains(where: { $0 != closing[0] }) {
        move.closedAfter = Set(places).filter { !isInFormula($0, of: all) }
      }
    }
    return move
  }

  private mutating func moveLines(_ move: Movement, closing places: [Int]) {
    let all = rows.lines(ofLeafAt: move.lines.lowerBound)
    for line in places { closeMarks(after: line) }
    let end = all.upperBound - 1
    let former = rows[end]
    carryOut(move, isOfLeaf: true)
    guard former.kind == .paragraph else { return }
    rows.complete(all.lowerBound)
    // The backslash of a hard break stays before a line ending.
    if move.other != nil, rows[end].line != former.line, rows[end].tail.isEmpty,
      let place = hardBreak(after: end), source[place] == .backslash,
      let other = all.first(where: { rows[$0].line == former.line })
    {
      rows[end].body = rows[end].body.lowerBound..<place
      rows[other].tail.append(.backslash)
    }
  }

  private mutating func closeMarks(after line: Int) {
    let end = rows[line].body.upperBound
    guard let delimiters = delimiters(at: end), !delimiters.closing.isEmpty else { return }
    let blanks = source[rows[line].body].reversed().prefix { $0.isBlank }.count
    let start = hardBreak(after: line) ?? end - blanks
    rows[line].tail =
      delimiters.closing + (hardBreak(after: line) == nil ? [] : source[start..<end])
    rows[line].body = rows[line].body.lowerBound..<start
    rows[line + 1].head = delimiters.opening
  }

  private func isInFormula(_ line: Int, of leaf: Range<Int>) -> Bool {
    formulas(on: Array(leaf)).contains { $0.contains(line) && $0.contains(line + 1) }
  }

  /// Puts runs of lines into another order. What is between them stays in its place.
  mutating func arrange(_ parts: [Range<Int>], _ order: [Int], at depth: Int) {
    let (first, other) = (parts[0].lowerBound, parts[order[0]].lowerBound)
    // The marker of an item around the lines stays on the first one.
    let opening = rows[first].prefixes.prefix(depth)
    if first != other,
      opening.contains(where: { !$0.sign.isEmpty && rows.containers[$0.container].kind != .quote })
    {
      let further = opening.map { rows.further($0) }
      rows[first].prefixes.replaceSubrange(..<depth, with: further)
      rows[other].prefixes.replaceSubrange(..<depth, with: opening)
    }
    var lines: [Int] = []
    for (place, part) in order.enumerated() {
      lines += parts[part]
      if place + 1 < parts.count { lines += parts[place].upperBound..<parts[place + 1].lowerBound }
    }
    let whole = first..<parts[parts.count - 1].upperBound
    rows.replace(whole, with: lines.map { rows[$0] })
  }

  private mutating func duplicate(
    _ run: Range<Int>, at depth: Int, in list: Int?, isOfLeaf: Bool = false
  ) {
    var containers: [Int: Int] = [:]
    var leaves: [Int: Int] = [:]
    var new: [BlockRow] = []
    for line in run {
      var row = rows[line]
      (row.line, row.isRead) = (nil, false)
      for place in row.prefixes.indices {
        let own = row.prefixes[place].container
        if place < depth {
          row.prefixes[place] = rows.further(row.prefixes[place])
          continue
        }
        if containers[own] == nil {
          var copy = rows.containers[own]
          (copy.node, copy.list) = (nil, nil)
          containers[own] = rows.add(copy)
        }
        row.prefixes[place].container = containers[own] ?? own
      }
      if let leaf = row.leaf, !isOfLeaf {
        let copy = leaves[leaf] ?? freshLeaf()
        (leaves[leaf], row.leaf) = (copy, copy)
      }
      new.append(row)
    }
    var end = run.upperBound
    if let list, rows.list(of: run.lowerBound, at: depth) == list, !rows.tree.nodes[list].isTight {
      insert(rows.blank(in: Array(rows[run.lowerBound].prefixes.prefix(depth))), at: end)
      end += 1
    }
    for (index, row) in new.enumerated() { insert(row, at: end + index) }
    for line in run { copies[line] = end + line - run.lowerBound }
  }
}
