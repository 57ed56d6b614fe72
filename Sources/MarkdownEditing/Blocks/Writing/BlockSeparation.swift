extension Block {
  /// Returns the tree with lists split at new blocks between their items, such as rules.
  func partingLists() -> Block {
    if isLeaf || !holdsPartedList { return self }
    var parts: [Block] = []
    for child in children {
      let inner = child.partingLists()
      if inner.isParted { parts += inner.parts } else { parts.append(inner) }
    }
    return withChildren(parts)
  }

  /// Whether the block is a list with more than items and blank lines, unlike `- a⏎⏎- b`.
  private var isParted: Bool {
    isList && children.contains { $0.kind != .item && $0.kind != .blank }
  }

  /// Whether a list in the block, at any depth, has more than items and blank lines, unlike
  /// `> - a`.
  private var holdsPartedList: Bool {
    children.contains { $0.isParted || (!$0.isLeaf && $0.holdsPartedList) }
  }

  /// The lists into which a list is split, with the blocks between them.
  private var parts: [Block] {
    var result: [Block] = []
    var run: [Block] = []
    var restarts = false
    func list(of run: [Block]) -> [Block] {
      let (leading, items, trailing) = run.withoutBlankEnds
      guard items.contains(where: { $0.kind == .item }) else { return run }
      let list = withChildren(items)
      return leading + [restarts ? list.numbered(restarts: true) : list] + trailing
    }
    for child in children {
      if child.kind == .item || child.kind == .blank {
        run.append(child)
        continue
      }
      result += list(of: run) + [child]
      restarts = restarts || run.contains { $0.kind == .item }
      run = []
    }
    return result + list(of: run)
  }
}

extension Block {
  /// Returns the tree after joining lists of one kind with only blank lines between them, if any.
  func joiningLists() -> Block? {
    if isLeaf { return nil }
    var isJoined = false
    var result: [Block] = []
    for child in children {
      let inner = child.joiningLists()
      isJoined = isJoined || inner != nil
      let own = inner ?? child
      if let last = result.lastIndex(where: { $0.kind != .blank }), case .list = own.kind,
        result[last].kind == own.kind
      {
        let first = result[last].indented(beside: own)
        result[last].children =
          first.children + result[(last + 1)...] + own.indented(beside: first).children
        result.removeLast(result.count - last - 1)
        result[last] = result[last].numbered(restarts: false)
        isJoined = true
      } else {
        result.append(own)
      }
    }
    return isJoined ? withChildren(result) : nil
  }
}

extension Block {
  /// Returns a list with one item replaced by blocks, and a list from 1 of the items after it.
  func parted(at index: Int, by blocks: [Block]) -> [Block] {
    let (_, before, trailing) = Array(children[..<index]).withoutBlankEnds
    let (leading, after, rest) = Array(children[(index + 1)...]).withoutBlankEnds
    return (before.isEmpty ? [] : [withChildren(before)]) + trailing + blocks + leading
      + (after.isEmpty ? [] : [withChildren(after).numbered(restarts: true)]) + rest
  }
}

extension Block {
  /// The number of containers around the block's first line in the source.
  private var level: Int { firstLine?.chain.count ?? 0 }

  /// Returns the list with the indentation of a list that it joins, if that was nested less deeply.
  func indented(beside list: Block) -> Block {
    let items = list.kind == .item ? [list] : list.children
    guard level > list.level, let model = items.first(where: { $0.kind == .item })?.marker else {
      return self
    }
    return withChildren(
      children.map { item in
        guard item.kind == .item else { return item }
        var result = item
        result.marker.sourceWidth += model.indent - item.marker.indent
        result.marker.indent = model.indent
        return result
      })
  }
}

extension Block {
  /// Returns the tree with blank lines only between blocks that would merge and were not adjacent
  /// in the source (law 2).
  func separated() -> Block {
    var result = self
    for index in result.children.indices where !result.children[index].isLeaf {
      result.children[index] = result.children[index].separated()
    }
    var children: [Block] = []
    for child in result.children {
      if let last = children.last, last.kind != .blank, child.kind != .blank, child.kind != .item,
        !last.meets(child), last.merges(into: child)
      {
        children.append(.blankLine)
      }
      children.append(child)
    }
    result.children = children
    return result
  }

  /// Whether the block cannot contain blocks, as `a`, not `> a`.
  var isLeaf: Bool {
    switch kind {
    case .document, .quote, .item, .footnote, .list: false
    default: true
    }
  }

  /// Whether two blocks meet in the source, too, as the paragraph and the heading of `a⏎# b` do.
  private func meets(_ next: Block) -> Bool {
    guard let last = lastLine, let first = next.firstLine, last.origin >= 0,
      last.origin + 1 == first.origin, !last.isChanged,
      !first.isChanged || next.kind == .table
    else { return false }
    return parentChain != nil && parentChain == next.parentChain
  }

  /// The containers of the block in the source.
  private var parentChain: [Int]? {
    switch kind {
    case .list: return children.first { $0.kind == .item }?.parentChain
    case .quote, .item, .footnote:
      guard let chain = firstLine?.chain, let place = chain.firstIndex(of: id) else { return nil }
      return Array(chain[..<place])
    default: return lines.first?.chain
    }
  }

  /// The first line of the first leaf. A lazy `compactMap` would evaluate each child twice, which at
  /// each level doubles the cost.
  var firstLine: Line? {
    if isLeaf { return lines.first }
    for child in children { if let line = child.firstLine { return line } }
    return nil
  }

  /// The last line of the last leaf.
  var lastLine: Line? {
    if isLeaf { return heading.underline ?? lines.last }
    for child in children.reversed() { if let line = child.lastLine { return line } }
    return nil
  }

  /// Whether the next block's text would continue this one, or the reverse, as paragraphs in `a⏎b`.
  private func merges(into next: Block) -> Bool {
    switch kind {
    case .html: return true
    case .definition: return !next.interruptsParagraph(isDirect: true)
    case .metadata: return false
    case .quote where next.kind == .quote: return true
    case .list(let style):
      if case .list(let other) = next.kind { return style == other }
    case .table: return !next.interruptsTable
    case .code(isFenced: false): return next.kind == .code(isFenced: false)
    default: break
    }
    guard endsInParagraph else { return false }
    return !next.interruptsParagraph(isDirect: kind == .paragraph)
  }

  /// Whether the last leaf is a paragraph, which a lazy line would continue: `> a`, not `> # a`.
  private var endsInParagraph: Bool {
    switch kind {
    case .paragraph: true
    case .quote, .item, .footnote, .list: children.last?.endsInParagraph ?? false
    default: false
    }
  }

  /// Whether the block can follow a table without a blank line, as `# a` can and `a` cannot.
  private var interruptsTable: Bool {
    switch kind {
    case .paragraph, .definition, .table, .html, .rule: false
    case .heading: heading.underline == nil
    default: true
    }
  }

  /// Whether the block's first line is never read as a line of a paragraph above.
  ///
  /// - Parameter isDirect: whether that paragraph is a sibling, so that a `---` would underline it.
  func interruptsParagraph(isDirect: Bool) -> Bool {
    switch kind {
    case .heading: heading.underline == nil
    case .quote, .footnote, .code(isFenced: true): true
    case .rule: !isDirect || lines[0].isRuleOfStars
    case .list:
      children.first.map { item in
        let isEmpty = (item.children.first?.kind ?? .blank) == .blank
        return !isEmpty && (!item.marker.numberText.isEmpty ? item.marker.number == 1 : true)
      } ?? false
    default: false
    }
  }
}

extension Line {
  /// Whether the line is a new rule that cannot be a setext underline: `***`, not `---`.
  fileprivate var isRuleOfStars: Bool {
    if pieces.count == 1, case .bytes(let bytes) = pieces[0] { return bytes.first != .hyphen }
    return false
  }
}
