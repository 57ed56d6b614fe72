import MarkdownSyntax

/// Checks and unchecks tasks, or sets their next state.
struct TaskToggleCommand {
  let tree: BlockTree
  let selection: BlockSelection
  /// The effect on several tasks if only some are checked.
  var mixed = EditingOptions.MixedTasks.checks
  /// Whether parent and nested tasks follow, so that both are checked in `- [ ] a⏎  - [ ] b`.
  var isFamily = false

  private static let done = UInt8(ascii: "x")

  /// Returns the tree with the selected boxes checked if one of them is open, and opened otherwise.
  /// The option for mixed tasks can change that.
  func change() throws(Outcome.Unchanged) -> BlockChange {
    let boxes = boxes(in: tree.root)
    if boxes.isEmpty { throw .noTask }
    let isOpen = boxes.contains { !$0.isDone }
    let isDone = mixed == .unchecks ? !boxes.contains { $0.isDone } : isOpen
    func state(_ box: Box) -> UInt8 {
      if mixed == .each { return box.isDone ? .space : Self.done }
      return isDone == box.isDone ? box.state : isDone ? Self.done : .space
    }
    return BlockChange(
      root: rewritten(tree.root, state), effect: isDone ? .added : .removed)
  }

  /// Returns the tree with the selected boxes in the state after the first one's.
  ///
  /// - Parameter argument: the states in order, one character each. By default, open, begun, done
  ///   and cancelled if the dialect reads these as tasks, otherwise open and done.
  func cycled(_ argument: String?) throws(Outcome.Unchanged) -> BlockChange {
    let extensions = tree.dialect.extensions
    let states = Array((argument ?? (extensions.contains(.taskStates) ? " /x-" : " x")).utf8)
    guard states.count > 1, states.allSatisfy({ LeafPrefix.isState($0, extensions) }) else {
      throw .badArgument
    }
    guard let first = boxes(in: tree.root).first else { throw .noTask }
    let isDone = first.isDone
    let index = states.firstIndex { $0 == first.state || isDone && $0 | 0x20 == Self.done }
    let next = states[((index ?? -1) + 1) % states.count]
    return BlockChange(root: rewritten(tree.root) { _ in next }, effect: .converted)
  }

  private func boxes(in block: Block) -> [Box] {
    var boxes: [Box] = []
    add(boxesIn: block, to: &boxes)
    return boxes
  }

  private func add(boxesIn block: Block, to boxes: inout [Box]) {
    if let box = block.marker.box, isSelected(block) { boxes.append(box) }
    for child in block.children where !child.isLeaf { add(boxesIn: child, to: &boxes) }
  }

  /// Whether an item's own text is selected, not only nested items, as in `- [ ] a‸`.
  private func isSelected(_ item: Block) -> Bool {
    item.kind == .item
      && item.children.contains {
        $0.isLeaf && ($0.kind != .blank || item.isEmptyItem) && selection.touches($0)
      }
  }

  /// Returns a block with its selected boxes in other states.
  ///
  /// - Parameter state: the new state of the task around it, if that changed.
  private func rewritten(
    _ block: Block, in state: UInt8? = nil, _ change: (Box) -> UInt8
  ) -> Block {
    if block.isLeaf { return block }
    var own = state
    if let box = block.marker.box, isSelected(block) { own = state ?? change(box) }
    let children = block.children.map { rewritten($0, in: isFamily ? own : nil, change) }
    var result = block.withChildren(children)
    if own == nil, isFamily, let box = block.marker.box,
      let below = result.tasksBelow(ifChanged: block)
    {
      own = below.allSatisfy { $0.isDone } ? Self.done : box.isDone ? .space : box.state
    }
    if let own, let box = block.marker.box, box.state != own {
      result.marker.box?.state = own
      result.marker.box?.isChanged = true
    }
    return result
  }
}

extension Block {
  /// Returns the boxes of the items directly in an item; nil if their states are as before.
  fileprivate func tasksBelow(ifChanged before: Block) -> [Box]? {
    func boxes(_ item: Block) -> [Box] {
      item.children.flatMap { $0.children.compactMap { $0.marker.box } }
    }
    let (old, new) = (boxes(before), boxes(self))
    return zip(old, new).contains { $0.state != $1.state } ? new : nil
  }
}
