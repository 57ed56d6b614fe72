/// The boxes of tasks: any open one, and all are checked; else all are open.
struct TaskToggleCommand {
  let tree: BlockTree
  let selection: BlockSelection
  /// What becomes of tasks of which some are checked.
  var mixed = EditingOptions.MixedTasks.checks

  func change() throws(Outcome.Unchanged) -> BlockChange {
    var boxes: [Bool] = []
    collect(tree.root, &boxes)
    if boxes.isEmpty { throw .noTask }
    let isDone = mixed == .unchecks ? !boxes.contains(true) : boxes.contains(false)
    return BlockChange(root: rewrite(tree.root, isDone), effect: isDone ? .added : .removed)
  }

  private func collect(_ block: Block, _ boxes: inout [Bool]) {
    if let box = block.marker.box, isSelected(block) { boxes.append(box.isDone) }
    for child in block.children { collect(child, &boxes) }
  }

  /// Whether something is selected in an item besides the items in it. The item `- [ ] a` with the
  /// caret in `a`.
  private func isSelected(_ item: Block) -> Bool {
    item.children.contains {
      $0.isLeaf && ($0.kind != .blank || item.isEmptyItem) && selection.touches($0)
    }
  }

  private func rewrite(_ block: Block, _ isDone: Bool) -> Block {
    var result = block.withChildren(block.children.map { rewrite($0, isDone) })
    if let box = block.marker.box, isSelected(block), box.isDone != isDone || mixed == .each {
      result.marker.box?.isDone = !box.isDone
      result.marker.box?.isChanged = true
    }
    return result
  }
}
