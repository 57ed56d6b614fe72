/// Numbers the items of the selected lists consecutively from their first. A list in which all
/// numbers are 1, or all are 0, is written so on purpose and stays.
struct RenumberCommand {
  let tree: BlockTree
  let selection: BlockSelection
  /// Whether lists in a selected list are renumbered, too, as the inner one of `1. a⏎   1. b`.
  let includesNested: Bool

  func change() throws(Outcome.Unchanged) -> BlockChange {
    var found = (lists: 0, changes: 0)
    let root = rewrite(tree.root, isInside: false, &found)
    if found.lists == 0 { throw .notInList }
    if found.changes == 0 { throw .alreadySo }
    return BlockChange(root: root, effect: .converted)
  }

  private func rewrite(
    _ block: Block, isInside: Bool, _ found: inout (lists: Int, changes: Int)
  ) -> Block {
    if block.isLeaf { return block }
    var result = block
    let isChosen = isInside && includesNested || isSelected(block)
    for index in block.children.indices {
      result.children[index] = rewrite(
        block.children[index], isInside: isInside || isChosen, &found)
    }
    guard isChosen else { return result }
    found.lists += 1
    if result.repeatsNumber { return result }
    var number: Int?
    for index in result.children.indices where result.children[index].kind == .item {
      let wanted = number ?? result.children[index].marker.number
      number = wanted + 1
      guard result.children[index].marker.number != wanted else { continue }
      result.children[index].marker.source = nil
      result.children[index].marker.number = wanted
      found.changes += 1
    }
    return result
  }

  /// Whether the block is a numbered list in which an item's own text is selected. In
  /// `1. a⏎   1. ‸b`, only the inner list is.
  private func isSelected(_ list: Block) -> Bool {
    guard case .list(let style) = list.kind, style.isOrdered else { return false }
    return list.children.contains { item in
      item.children.contains { !$0.isList && selection.touches($0) }
    }
  }
}

extension Block {
  /// Whether all items of a list have the number 1, or all have 0, as in `1. a⏎1. b`.
  fileprivate var repeatsNumber: Bool {
    let numbers = children.filter { $0.kind == .item }.map { $0.marker.number }
    return numbers.count > 1 && [0, 1].contains(numbers[0])
      && numbers.allSatisfy { $0 == numbers[0] }
  }
}
