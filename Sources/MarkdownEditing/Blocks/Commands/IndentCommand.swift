/// Moves items, with everything in them, into the item before, or out to their parent's level.
struct IndentCommand {
  let tree: BlockTree
  let selection: BlockSelection
  /// Whether items move out instead of in, as from `  - b` under `- a` to `- b`.
  let isOutdent: Bool
  /// The indentation of an item if no other item determines it.
  var indentStep = EditingOptions.IndentStep.list

  func change() throws(Outcome.Unchanged) -> BlockChange {
    guard hasSelectedItem(tree.root) else {
      let reason = selection.reason(in: tree.root)
      throw reason == .noText ? .notInList : reason
    }
    if isOutdent {
      let paths = selectedItems(tree.root, [])
      if paths.isEmpty { throw .nowhereToMove }
      return BlockChange(root: outdented(paths), effect: .moved)
    }
    guard hasItemToIndent(tree.root) else { throw .nowhereToMove }
    return BlockChange(root: indented(tree.root), effect: .moved)
  }

  /// Returns the tree with some items moved one level out.
  private func outdented(_ paths: [BlockPath]) -> Block {
    var root = tree.root
    var rest = paths[...]
    // The last items move first, because items that follow an item in its list move into it.
    while let list = rest.last?.dropLast() {
      let items = rest.reversed().prefix { $0.dropLast() == list }.compactMap { $0.last }
      root = (try? Self.outdented(root, list: list, items: items.reversed())) ?? root
      rest = rest.dropLast(items.count)
    }
    return root
  }

  private func indented(_ root: Block) -> Block {
    var isChanged = false
    return indented(root, &isChanged)
  }

  /// Whether a selected item in the block has an item before it, as `b` in `- a⏎- ‸b`.
  private func hasItemToIndent(_ block: Block) -> Bool {
    for (index, child) in block.children.enumerated() where !child.isLeaf {
      let isMoved = block.isList && isSelected(child)
      if isMoved, index > 0 { return true }
      if !isMoved, hasItemToIndent(child) { return true }
    }
    return false
  }

  /// Whether an item's own text is selected. In `- a⏎  - ‸b`, only the inner item's is.
  private func isSelected(_ item: Block) -> Bool {
    item.kind == .item && hasSelectedText(item)
  }

  /// Whether a leaf in a container, but not in a nested item, is selected, as in `- > b‸`.
  private func hasSelectedText(_ container: Block) -> Bool {
    container.children.contains {
      $0.isLeaf ? selection.touches($0) : $0.kind == .quote && hasSelectedText($0)
    }
  }

  /// Whether an item's own text is selected in the block, as in the list `- a` with a caret in `a`.
  private func hasSelectedItem(_ block: Block) -> Bool {
    isSelected(block) || block.children.contains(where: hasSelectedItem)
  }

  /// Returns the outermost selected items inside other items, because outer ones cannot move out.
  private func selectedItems(_ block: Block, _ path: BlockPath) -> [BlockPath] {
    if path.count > 2, isSelected(block), tree.root[path.dropLast(2)].kind == .item {
      return [path]
    }
    return block.children.enumerated().flatMap { index, child in
      child.isLeaf ? [] : selectedItems(child, path + [index])
    }
  }

  private func indented(
    _ block: Block, _ isChanged: inout Bool, isNested: Bool = false
  ) -> Block {
    var result = block
    guard case .list(let style) = block.kind else {
      for index in block.children.indices {
        result.children[index] = indented(
          block.children[index], &isChanged, isNested: block.kind == .item)
      }
      return result
    }
    let step =
      indentStep == .list
      ? block.step ?? (isNested ? block.children.first?.marker.indent ?? 0 : 0) : nil
    let usesTabs = step == nil ? indentStep == .tab : block.usesTabs(tree)
    result.children = []
    for part in parts(of: block) {
      if let last = result.children.indices.last, let end = part.lastIndex(where: isSelected) {
        let own = step ?? result.children[last].marker.extraColumns(for: indentStep)
        result.children[last].append(Array(part[...end]), style, step: own, usesTabs: usesTabs)
        result.children += part[(end + 1)...]
        isChanged = true
      } else {
        result.children += part.map { isSelected($0) ? $0 : indented($0, &isChanged) }
      }
    }
    return isChanged ? result.numbered(restarts: false) : result
  }

  /// Divides a list before each run of selected items and blank lines, and after it.
  private func parts(of list: Block) -> [[Block]] {
    var result: [[Block]] = []
    var isRun = false
    for child in list.children {
      let joins = child.kind == .blank || isSelected(child)
      if joins, isRun { result[result.count - 1].append(child) } else { result.append([child]) }
      isRun = joins && result.count > 1
    }
    return result
  }

  /// Returns the tree with an item moved one level out. The items after it in its list move into
  /// it.
  static func outdented(_ root: Block, item path: BlockPath) throws(Outcome.Unchanged) -> Block {
    guard let index = path.last else { throw .nowhereToMove }
    return try outdented(root, list: path.dropLast(), items: [index])
  }

  /// Returns the tree with items of one list moved one level out.
  private static func outdented(
    _ root: Block, list path: ArraySlice<Int>, items: [Int]
  ) throws(Outcome.Unchanged) -> Block {
    let outerPath = path.dropLast()
    guard path.count >= 2, root[outerPath].kind == .item, let first = items.first,
      let place = path.last, let position = outerPath.last
    else { throw .nowhereToMove }
    let list = root[path]
    let parent = root[outerPath]
    var moved = list.movedOut(items, of: parent)
    moved[moved.count - 1].children += parent.children[(place + 1)...]
    var outer = parent
    let (_, before, blanks) = Array(list.children[..<first]).withoutBlankEnds
    outer.children = Array(parent.children[..<place])
    if !before.isEmpty { outer.children.append(list.withChildren(before)) }
    let (leading, kept, loose) = outer.children.withoutBlankEnds
    // A leading blank stays, as in `-⏎  5. a⏎  + b`, because paths find the next item to move.
    if before.isEmpty { outer.children = kept.isEmpty ? [] : leading + kept }
    var outerList = root[outerPath.dropLast()]
    outerList.children.replaceSubrange(
      position...position, with: [outer] + (before.isEmpty ? loose : []) + blanks + moved)
    return root.replacing(outerPath.dropLast(), with: [outerList.numbered(restarts: false)])
  }
}

extension Block {
  /// Returns some items of a list as items of its parent's list, each with the items after it in
  /// it. Blank lines between them stay.
  fileprivate func movedOut(_ items: [Int], of parent: Block) -> [Block] {
    var result: [Block] = []
    let ends = items.dropFirst() + [children.count]
    for (index, end) in zip(items, ends) {
      var item = children[index]
      let (leading, followers, trailing) = Array(children[(index + 1)..<end]).withoutBlankEnds
      if followers.isEmpty {
        result += [item.moved(from: parent)] + (end < children.count ? leading : [])
        continue
      }
      if let last = item.children.indices.last, item.children[last].kind == kind {
        item.children[last].children += leading + followers
      } else {
        item.children += leading + [withChildren(followers).numbered(restarts: true)]
      }
      if end == children.count { item.children += trailing }
      result += [item.moved(from: parent)] + (end < children.count ? trailing : [])
    }
    return result
  }

  /// Returns the item with the marker of an item after its parent.
  private func moved(from parent: Block) -> Block {
    var result = self
    result.marker = parent.marker.forNextItem
    result.marker.box = marker.box
    // The source lines are indented by the item's own marker, not by its parent's.
    (result.marker.place, result.marker.sourceWidth) = (marker.place, marker.sourceWidth)
    return result
  }
}

extension Marker {
  /// Returns the extra columns of a nested item after the content column. With more than three, it
  /// would be code.
  fileprivate func extraColumns(for step: EditingOptions.IndentStep) -> Int {
    min(3, max(0, (step == .two ? 2 : 4) - (width - indent)))
  }
}

extension Block {
  /// The columns between the content column and nested items; nil if there are none.
  fileprivate var step: Int? { innerLists.first?.children.first?.marker.indent }

  private var innerLists: [Block] { children.flatMap { $0.children.filter { $0.isList } } }

  /// Whether nested items are indented with tabs, as in `- a⏎⇥- b`.
  fileprivate func usesTabs(_ tree: BlockTree) -> Bool {
    innerLists.contains { list in
      guard let line = list.firstOrigin, line >= 0 else { return false }
      return tree.source[tree.lines[line]].first == .tab
    }
  }

  /// Appends items, and the blank lines before them, to this one: to the list at its end, or in a
  /// new list.
  fileprivate mutating func append(
    _ items: [Block], _ style: ListStyle, step: Int, usesTabs: Bool
  ) {
    var moved = items
    for index in items.indices where items[index].kind == .item {
      moved[index].marker.source = nil
      moved[index].marker.indent = step
      moved[index].marker.column = marker.column + marker.width
      moved[index].marker.usesTabs = usesTabs || marker.padding.contains(.tab)
    }
    if let last = children.indices.last, case .list(let inner) = children[last].kind,
      inner.isOrdered == style.isOrdered
    {
      if let indent = children[last].children.first?.marker.indent {
        for index in items.indices where items[index].kind == .item {
          moved[index].marker.indent = indent
        }
      }
      children[last].children += moved
      children[last] = children[last].numbered(restarts: false)
    } else {
      let blanks = moved.prefix { $0.kind == .blank }
      let list = Block(.list(style), children: Array(moved.dropFirst(blanks.count)))
      children += blanks + [list.numbered(restarts: true)]
    }
  }
}
