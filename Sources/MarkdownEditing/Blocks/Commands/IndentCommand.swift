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
    var root = tree.root
    var isChanged = false
    if isOutdent {
      // The last item moves first, because items that follow an item in its list move into it.
      for path in selectedItems(tree.root, []).reversed() {
        if let next = try? Self.outdented(root, item: path) {
          root = next
          isChanged = true
        }
      }
    } else {
      root = indented(root, &isChanged)
    }
    guard isChanged else { throw .nowhereToMove }
    return BlockChange(root: root, effect: .moved)
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
    return block.children.enumerated().flatMap { selectedItems($1, path + [$0]) }
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
    guard path.count >= 3, root[path.dropLast(2)].kind == .item else { throw .nowhereToMove }
    let list = root[path.dropLast()]
    let parent = root[path.dropLast(2)]
    guard let index = path.last, let place = path.dropLast().last else { throw .nowhereToMove }
    var moved = list.children[index]
    let (between, followers, trailing) = Array(list.children[(index + 1)...]).withoutBlankEnds
    if !followers.isEmpty {
      if let last = moved.children.indices.last, moved.children[last].kind == list.kind {
        moved.children[last].children += between + followers
      } else {
        moved.children += between + [list.withChildren(followers).numbered(restarts: true)]
      }
    }
    moved.children += trailing + parent.children[(place + 1)...]
    var outer = parent
    let (_, before, blanks) = Array(list.children[..<index]).withoutBlankEnds
    outer.children = Array(parent.children[..<place])
    if !before.isEmpty { outer.children.append(list.withChildren(before)) }
    let (leading, kept, loose) = outer.children.withoutBlankEnds
    // A leading blank stays, as in `-⏎  5. a⏎  + b`, because paths find the next item to move.
    if before.isEmpty { outer.children = kept.isEmpty ? [] : leading + kept }
    let marker = moved.marker
    moved.marker = parent.marker.forNextItem
    moved.marker.box = marker.box
    // The source lines are indented by the item's own marker, not by its parent's.
    (moved.marker.place, moved.marker.sourceWidth) = (marker.place, marker.sourceWidth)
    let items = [outer] + (before.isEmpty ? loose : []) + blanks + [moved]
    let outerPath = path.dropLast(2)
    var outerList = root[outerPath.dropLast()]
    guard let position = outerPath.last else { throw .nowhereToMove }
    outerList.children.replaceSubrange(position...position, with: items)
    return root.replacing(outerPath.dropLast(), with: [outerList.numbered(restarts: false)])
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
