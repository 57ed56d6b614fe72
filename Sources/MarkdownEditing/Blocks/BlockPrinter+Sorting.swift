import MarkdownSyntax

extension BlockPrinter {
  /// Sorts the items of the list at the caret, or the selected ones, with everything in them.
  mutating func sortList() throws(Outcome.Unchanged) -> Plan.Effect {
    let (items, depth, order) = try sortedItems()
    if !isCaret, let start = rows[items[0].lowerBound].line?.lowerBound,
      let end = rows[items[items.count - 1].upperBound - 1].line?.upperBound
    {
      kept = start..<end
    }
    arrange(items, order, at: depth)
    return .moved
  }

  /// The lines of the items to sort, the number of containers around them, and their order.
  func sortedItems() throws(Outcome.Unchanged) -> (
    items: [Range<Int>], depth: Int, order: [Int]
  ) {
    let words = (argument ?? "").utf8.split(separator: .space).map { Array($0) }
    let orders = ["text", "number", "date", "checked"].map { Array($0.utf8) }
    let directions = ["ascending", "descending"].map { Array($0.utf8) }
    guard words.count < 3, words.allSatisfy({ orders.contains($0) || directions.contains($0) }),
      words.count < 2 || orders.contains(words[0]) && directions.contains(words[1])
    else { throw .badArgument }
    let (items, depth) = try itemsToSort()
    let lines = items.map { rows.extent(of: rows.first(of: $0), at: depth) }
    let extent = lines[0].lowerBound..<lines[lines.count - 1].upperBound
    let part = extent.compactMap { rows[$0].line }.reduce(0..<0) {
      $0.isEmpty ? $1 : $0.joined(with: $1)
    }
    let tree = SyntaxTree(source, in: dialect, context, inlinesOf: part)
    var leaves: [Int32: Int] = [:]
    for (index, node) in tree.nodes.enumerated() where node.kind.isLeaf {
      leaves[node.start] = index
    }
    let keys = items.map { item in
      if words.first == orders[3] {
        let box = rows.containers[item].box.dropFirst().first
        let isDone = rows.isDone(item) || box == .hyphen
        return SortKey(DecimalNumber(Array((isDone ? "1" : "0").utf8)))
      }
      guard let leaf = rows[rows.first(of: item)].leaf,
        let place = leaves[rows.tree.nodes[leaf].start]
      else { return SortKey() }
      let key = SortKey(InlineLeaf(place, of: tree, in: source, hasFootnotes: true), in: source)
      if words.first == orders[1] { return SortKey(DecimalNumber(firstIn: key.text)) }
      return words.first == orders[2] ? SortKey(DecimalNumber(dateIn: key.text)) : key
    }
    let order = keys.order(isDescending: words.last == directions[1])
    if order == Array(keys.indices) { throw .alreadySo }
    return (lines, depth, order)
  }

  /// The items at the outermost level at which the selection is in several items of a list, or else
  /// all items of the innermost list around it.
  private func itemsToSort() throws(Outcome.Unchanged) -> (items: [Int], depth: Int) {
    let lines = selected.filter { line in
      rows[line].prefixes.contains { rows.containers[$0.container].isItem }
    }
    guard let first = lines.first, let last = lines.last else { throw .notInList }
    let shared = rows.sharedDepth(first, last)
    if shared < rows[first].prefixes.count, shared < rows[last].prefixes.count,
      case let own = rows[first].prefixes[shared].container,
      case let other = rows[last].prefixes[shared].container, rows.containers[own].isItem
    {
      let all = rows.siblings(of: own)
      guard let start = all.firstIndex(of: own), let end = all.firstIndex(of: other) else {
        throw .notInList
      }
      return (Array(all[start...end]), shared)
    }
    guard
      let depth = rows[first].prefixes[..<shared].lastIndex(where: {
        rows.containers[$0.container].isItem
      })
    else { throw .notInList }
    return (rows.siblings(of: rows[first].prefixes[depth].container), depth)
  }
}
