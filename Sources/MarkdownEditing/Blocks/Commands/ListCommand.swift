/// Turns the selected lines into items, converts items of another kind, or removes their markers.
struct ListCommand {
  let target: ListTarget
  let tree: BlockTree
  let selection: BlockSelection

  func change() throws(Outcome.Unchanged) -> BlockChange {
    let found = selected(in: tree.root)
    let opensBlank = found.allSatisfy { $0.leaf.kind == .blank }
    if opensBlank {
      guard selection.isCaret, selection.leaves(of: tree.root).allSatisfy({ $0.kind == .blank })
      else { throw selection.reason(in: tree.root) }
    }
    let takes =
      !found.isEmpty && found.allSatisfy { $0.parent.kind == .item && isTarget($0.parent) }
    let walk = ListWalk(command: self, takes: takes, opensBlank: opensBlank)
    let isInItem = found.contains { $0.parent.kind == .item }
    return BlockChange(
      root: walk.rewrite(tree.root), effect: takes ? .removed : isInItem ? .converted : .added)
  }

  /// Returns the selected leaves, each with its parent.
  private func selected(in block: Block) -> [(leaf: Block, parent: Block)] {
    block.children.flatMap { child in
      guard child.isLeaf else { return selected(in: child) }
      return isSelected(child, of: block) ? [(child, block)] : []
    }
  }

  /// Whether a leaf is selected text, or the selected blank line of an empty item, as in `-‸`.
  private func isSelected(_ leaf: Block, of parent: Block) -> Bool {
    leaf.isLeaf && selection.touches(leaf)
      && (isUsable(leaf) || (leaf.kind == .blank && parent.isEmptyItem))
  }

  /// Whether an item has the target kind, as `- a` is a `.bullet`, `- [ ] a` is not, and `1. [ ] a`
  /// is both `.ordered` and a `.task`.
  func isTarget(_ item: Block) -> Bool {
    let isOrdered = !item.marker.numberText.isEmpty
    switch target {
    case .bullet: return !isOrdered && item.marker.box == nil
    case .ordered: return isOrdered
    case .task: return item.marker.box != nil
    }
  }

  /// Whether an item's own text is selected, not only nested items, as in `- a‸`.
  func isSelected(_ item: Block) -> Bool {
    item.children.contains { isSelected($0, of: item) }
  }

  /// Whether a leaf can be the text of an item of the target kind, as `a` can. Of tasks, `# a`
  /// cannot, because a box must begin a paragraph.
  func isUsable(_ leaf: Block) -> Bool {
    leaf.kind == .paragraph || (leaf.isText && target != .task)
  }
}

extension Block {
  /// Whether the block is an empty list item, such as `-`.
  var isEmptyItem: Bool { kind == .item && children.allSatisfy { $0.kind == .blank } }
}

/// Rewrites the containers of a tree for a command on lists.
private struct ListWalk {
  let command: ListCommand
  let takes: Bool
  let opensBlank: Bool

  /// A block, or an item that is not in a list yet.
  private struct Part {
    var block: Block
    /// The list that contained it; nil if the command made it.
    var list: Block?
    /// Whether the command made or converted the item, as it makes `- a` of `a` or `1. a`.
    var isNew = false
    /// The list from which the command removed the block.
    var formerList: Int?
  }

  func rewrite(_ container: Block) -> Block {
    var parts: [Part] = []
    for child in container.children { parts += rewritten(child, in: container) }
    return container.withChildren(assembled(parts))
  }

  private func rewritten(_ child: Block, in container: Block) -> [Part] {
    switch child.kind {
    case .list:
      return child.children.flatMap { item -> [Part] in
        guard item.kind == .item else {
          let isOpened = opensBlank && !takes && command.selection.touches(item)
          return [
            isOpened
              ? Part(block: self.item(item.opened()), isNew: true) : Part(block: item, list: child)
          ]
        }
        let inner = rewrite(item)
        guard command.isSelected(item) else { return [Part(block: inner, list: child)] }
        if takes {
          return inner.children.map {
            Part(block: $0.rewritten().reopened(ifBlank: command.selection), formerList: child.id)
          }
        }
        if command.isTarget(item) { return [Part(block: inner, list: child)] }
        return [Part(block: converted(inner), list: child, isNew: true)]
      }
    case .paragraph, .heading:
      guard !takes, container.kind != .item, command.selection.touches(child),
        command.isUsable(child)
      else { return [Part(block: child)] }
      return child.splitForItems(in: command).map { part in
        guard command.selection.touches(part) else { return Part(block: part) }
        return Part(block: item(part), isNew: true)
      }
    case .blank:
      guard opensBlank, !takes, !container.isEmptyItem, command.selection.touches(child) else {
        return [Part(block: child)]
      }
      return [Part(block: item(child.opened()), isNew: true)]
    case .quote, .footnote: return [Part(block: rewrite(child))]
    default: return [Part(block: child)]
    }
  }

  private func item(_ leaf: Block) -> Block {
    var item = Block(.item, children: [leaf])
    item.marker.delimiter = command.target == .ordered ? .fullStop : .hyphen
    item.marker.number = 1
    // In an item, `[ ] text` is a task.
    if leaf.beginsWithPlainBox(in: command.tree),
      let box = item.takeBox(command.tree.source, command.tree.dialect)
    {
      item.children[0].units.removeFirst(box.count)
    } else if command.target == .task {
      item.marker.box = Box()
    }
    return item
  }

  private func converted(_ item: Block) -> Block {
    var result = item
    if item.isEmptyItem, command.selection.isCaret {
      result.children[0] = item.children[0].opened()
    }
    if command.target == .task {
      result.marker.box = Box()
      return result
    }
    let isOrdered = !item.marker.numberText.isEmpty
    // Changing a number to a bullet keeps the box of a task.
    if !(isOrdered && command.target == .bullet) { result.marker.box = nil }
    if let first = result.children.first, first.isText {
      result.children[0] = first.rewritten()
    }
    if isOrdered == (command.target == .ordered) { return result }
    result.marker.source = nil
    result.marker.delimiter = command.target == .ordered ? .fullStop : .hyphen
    result.marker.number = 1
    return result
  }

  /// Puts items into lists: unchanged ones into theirs, new ones with neighbours of their kind.
  private func assembled(_ parts: [Part]) -> [Block] {
    var result: [Block] = []
    // The blank lines since the last list, which may become part of it.
    var blanks: [Block] = []
    var isTouched: [Int: Bool] = [:]
    // The lists of the source with an item so far. If one is cut, its rest is numbered from 1.
    var seen: Set<Int> = []
    for part in parts {
      defer { if let list = part.list?.id ?? part.formerList { seen.insert(list) } }
      guard part.block.kind == .item else {
        blanks.append(part.block)
        if part.block.kind != .blank {
          result += blanks
          blanks = []
        }
        continue
      }
      if let last = result.indices.last, case .list(let style) = result[last].kind,
        joins(part.block, part.isNew, part.list, result[last], style)
      {
        if part.isNew || part.list?.id != result[last].id {
          isTouched[last] = isTouched[last] ?? false
        }
        if !part.isNew, let list = part.list { result[last].adoptList(list) }
        result[last] = result[last].indented(beside: part.block)
        result[last].children += blanks + [part.block]
      } else {
        let isCutOff = part.list.map { seen.contains($0.id) } ?? false
        result += blanks + [list(of: part)]
        if part.isNew || isCutOff { isTouched[result.count - 1] = isCutOff }
      }
      blanks = []
    }
    result += blanks
    for (index, restarts) in isTouched {
      result[index] = result[index].numbered(restarts: restarts)
    }
    return result
  }

  private func list(of part: Part) -> Block {
    var list = Block(
      .list(ListStyle(delimiter: part.block.marker.delimiter)), children: [part.block])
    list.id = part.list?.id ?? -1
    return list
  }

  private func joins(
    _ item: Block, _ isNew: Bool, _ list: Block?, _ last: Block, _ style: ListStyle
  ) -> Bool {
    let isOrdered = !item.marker.numberText.isEmpty
    guard isOrdered == style.isOrdered else { return false }
    if let list, list.id == last.id, !isNew { return true }
    let lastIsNew = last.children.last { $0.kind == .item }?.marker.source == nil
    return isNew || lastIsNew || style.delimiter == item.marker.delimiter
  }
}

extension Block {
  /// Returns a list with its items numbered from the first, in the style of its original items.
  ///
  /// - Parameters:
  ///   - restarts: whether the first number is 1.
  ///   - number: the first number; nil to keep it.
  func numbered(restarts: Bool, from number: Int? = nil) -> Block {
    guard case .list(var style) = kind else { return self }
    var result = self
    let items = result.children.indices.filter { result.children[$0].kind == .item }
    guard let first = items.first else { return self }
    let original = items.first { result.children[$0].marker.source != nil } ?? first
    let model = result.children[original].marker
    style.delimiter = model.delimiter
    result.kind = .list(style)
    let isNew = result.children[first].marker.source == nil || original != first
    let start = number ?? (restarts || isNew ? 1 : model.number)
    let others = items.filter { result.children[$0].marker.source != nil }
    let isSame =
      others.count > 1
      && others.allSatisfy { result.children[$0].marker.number == model.number }
    for (offset, index) in items.enumerated() {
      var marker = result.children[index].marker
      let number = isSame ? start : start + offset
      let isWrong =
        marker.delimiter != style.delimiter || (style.isOrdered && marker.number != number)
      if marker.source == nil {
        if others.isEmpty == false { marker.indent = model.indent }
        marker.column = model.column
      }
      if isWrong { marker.source = nil }
      marker.delimiter = style.delimiter
      marker.number = number
      result.children[index].marker = marker
    }
    return result
  }

  /// Makes a list of new items the start of an existing list.
  fileprivate mutating func adoptList(_ list: Block) {
    guard id < 0 else { return }
    id = list.id
    kind = list.kind
  }

  /// Returns a paragraph with each selected line split off; a heading is not split.
  fileprivate func splitForItems(in command: ListCommand) -> [Block] {
    kind == .paragraph
      ? split(in: command.tree, isApart: command.selection.contains) : [rewritten()]
  }
}

extension Block {
  /// Whether a paragraph that is not in an item begins with a box. The start of a line may be in a
  /// code span of the line before: `a `b⏎[ ] c``.
  fileprivate func beginsWithPlainBox(in tree: BlockTree) -> Bool {
    guard let box = box(in: tree.source, tree.dialect) else { return false }
    return units.starts(with: SeenUnit.text(tree.source[box]))
  }
}
