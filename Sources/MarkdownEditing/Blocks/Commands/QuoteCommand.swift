/// Quotes the selected blocks, or removes one level of quotes.
struct QuoteCommand {
  let tree: BlockTree
  let selection: BlockSelection

  func change() throws(Outcome.Unchanged) -> BlockChange {
    if selection.leaves(of: tree.root).contains(where: { $0.kind == .metadata }) {
      throw .inMetadata
    }
    if let path = tree.root.innermost(.quote, around: selection) {
      return tree.change(path[...], to: withoutMarker(tree.root[path[...]]), .removed)
    }
    if let root = withoutQuotes(tree.root) { return BlockChange(root: root, effect: .removed) }
    return BlockChange(root: quoted(tree.root), effect: .added)
  }

  /// Returns the document with each selected quote removed; nil if anything else is selected, too.
  private func withoutQuotes(_ root: Block) -> Block? {
    let (before, inside, behind) = root.children.parted(by: selection)
    guard inside.contains(where: { $0.kind == .quote }),
      inside.allSatisfy({ $0.kind == .quote || $0.kind == .blank })
    else { return nil }
    let out = inside.flatMap { $0.kind == .quote ? withoutMarker($0) : [$0] }
    return root.withChildren(before + out + behind)
  }

  /// Returns a quote with its selected blocks moved out, which may leave two quotes.
  private func withoutMarker(_ quote: Block) -> [Block] {
    let (before, inside, behind) = partingLists(quote.children).parted(by: selection)
    let out = inside.map { $0.reopened(ifBlank: selection) }
    var other = quote
    if inside.contains(where: { $0.firstOrigin == quote.firstOrigin }) || !before.isEmpty {
      // The marker in the source is not the second quote's.
      other.marker.place = nil
    }
    return before.asQuote(quote) + out + behind.asQuote(other)
  }

  /// Returns the blocks with each partly selected list split around its selected items.
  private func partingLists(_ blocks: [Block]) -> [Block] {
    var children: [Block] = []
    for child in blocks {
      if case .list = child.kind, selection.touches(child), !selection.isAll(of: child) {
        let (before, inside, behind) = child.children.parted(by: selection)
        for part in [before, inside, behind] where !part.isEmpty {
          let (leading, items, trailing) = part.withoutBlankEnds
          children += leading
          if !items.isEmpty { children.append(child.withChildren(items)) }
          children += trailing
        }
      } else {
        children.append(child)
      }
    }
    return children
  }

  /// Returns the document with the selected blocks, or items of a list, in a quote.
  func quoted(_ root: Block) -> Block {
    // On a blank line in an item, the quote begins inside the item.
    if selection.isCaret, let path = root.path(toLine: selection.lines[0].lowerBound),
      root[path[...]].kind == .blank, case let item = root[path.dropLast()], item.kind == .item,
      !item.isEmptyItem
    {
      let quote = Block(.quote, children: [root[path[...]].opened()])
      return root.replacing(path[...], with: [quote])
    }
    let children = partingLists(root.children)
    let (before, inside, behind) = children.parted(by: selection)
    let opened = inside.count == 1 && inside[0].kind == .blank ? [inside[0].opened()] : inside
    let (leading, blocks, trailing) = opened.withoutBlankEnds
    let quote = Block(.quote, children: blocks)
    return root.withChildren(
      before + leading + (blocks.isEmpty ? [] : [quote]) + trailing + behind)
  }
}

extension BlockSelection {
  /// Whether every item of a list is selected, as in `⟦- a⏎- b⟧`.
  fileprivate func isAll(of list: Block) -> Bool {
    list.children.allSatisfy { $0.kind == .blank || touches($0) }
  }
}

extension Block {
  /// Returns the path of the innermost block of a kind around the selection, if any.
  func innermost(_ kind: Kind, around selection: BlockSelection) -> BlockPath? {
    guard let index = children.firstIndex(where: { !$0.isLeaf && selection.isInside($0) }) else {
      return nil
    }
    if let inner = children[index].innermost(kind, around: selection) { return [index] + inner }
    return children[index].kind == kind ? [index] : nil
  }

  /// Returns the block with a caret to type at if it is a selected blank line.
  func reopened(ifBlank selection: BlockSelection) -> Block {
    kind == .blank && selection.isCaret && selection.touches(self) ? opened() : self
  }
}

extension [Block] {
  /// The blocks before the first selected block, from there to the last one, and after it.
  func parted(by selection: BlockSelection) -> ([Block], [Block], [Block]) {
    parted(where: selection.touches)
  }

  /// The blank lines at the start, the rest, and the blank lines at the end.
  var withoutBlankEnds: ([Block], [Block], [Block]) { parted { $0.kind != .blank } }

  private func parted(where isInside: (Block) -> Bool) -> ([Block], [Block], [Block]) {
    guard let first = firstIndex(where: isInside), let last = lastIndex(where: isInside) else {
      return (self, [], [])
    }
    return (Array(self[..<first]), Array(self[first...last]), Array(self[(last + 1)...]))
  }

  /// Returns the blocks in a quote like `quote`, without the blank lines at the ends.
  fileprivate func asQuote(_ quote: Block) -> [Block] {
    let (leading, blocks, trailing) = withoutBlankEnds
    return leading + (blocks.isEmpty ? [] : [quote.withChildren(blocks)]) + trailing
  }
}
