/// Headings and paragraphs: `text` becomes `## text`, and the other way.
struct HeadingCommand {
  /// What the selected lines become.
  enum Target: Hashable {
    case level(Int)
    case paragraph
    /// A paragraph a heading of level 1, a heading one level more.
    case deeper
  }
  let target: Target
  let tree: BlockTree
  let selection: BlockSelection
  /// Whether a heading of the level stays one, instead of becoming a paragraph. With it `# a` stays
  /// under `heading-1`.
  var keepsLevel = false

  /// The tree with the selected lines as headings: the rest of their paragraphs stays one.
  func change() throws(CommandReason) -> BlockChange {
    let leaves = selection.leaves(of: tree.root).filter { $0.isText }
    if leaves.isEmpty {
      guard selection.isCaret, selection.leaves(of: tree.root).allSatisfy({ $0.kind == .blank }),
        target != .paragraph
      else { throw selection.reason(in: tree.root) }
    }
    if target == .paragraph, leaves.allSatisfy({ $0.kind == .paragraph }) { throw .alreadySo }
    if target == .deeper, leaves.allSatisfy({ $0.kind == .heading(6) }), !leaves.isEmpty {
      throw .alreadySo
    }
    var wanted = target
    if case .level(let level) = target, !leaves.isEmpty,
      leaves.allSatisfy({ $0.kind == .heading(level) })
    {
      if keepsLevel { throw .alreadySo }
      wanted = .paragraph
    }
    let root = rewrite(tree.root, wanted, opensBlank: leaves.isEmpty)
    return BlockChange(root: root, effect: wanted == .paragraph ? .takes : .gives)
  }

  private func rewrite(_ block: Block, _ target: Target, opensBlank: Bool) -> Block {
    block.withChildren(
      block.children.flatMap { child -> [Block] in
        guard child.isLeaf else { return [rewrite(child, target, opensBlank: opensBlank)] }
        guard selection.touches(child) else { return [child] }
        switch child.kind {
        case .heading(let level): return [heading(child, at: level, target)]
        case .paragraph: return lines(of: child, target)
        case .blank where opensBlank: return [child.opened(as: .heading(level(target, 0)))]
        default: return [child]
        }
      })
  }

  private func level(_ target: Target, _ old: Int) -> Int {
    switch target {
    case .level(let level): level
    case .deeper: min(6, old + 1)
    case .paragraph: 0
    }
  }

  private func heading(_ block: Block, at old: Int, _ target: Target) -> Block {
    var result = block
    let new = level(target, old)
    if new == old { return block }
    if new == 0 {
      if block.words.isEmpty {
        var line = block.lines[0]
        line.pieces = selection.isCaret ? [.caret] : []
        line.isChanged = true
        result = Block(.blank)
        result.lines = [line]
        return result
      }
      result.kind = .paragraph
      result.heading = HeadingForm()
      result.heading.formerUnderline = block.heading.underline?.origin ?? -1
      return result.rewritten()
    }
    result.kind = .heading(new)
    if result.heading.underline != nil {
      if new > 2 {
        result.heading = HeadingForm()
        result.heading.formerUnderline = block.heading.underline?.origin ?? -1
      } else {
        result.heading.underline?.isChanged = true
        return result
      }
    }
    return result.rewritten()
  }

  /// A paragraph with each selected line a heading.
  private func lines(of block: Block, _ target: Target) -> [Block] {
    if target == .paragraph { return [block] }
    return block.split(in: tree, isApart: selection.contains).map { part in
      guard selection.touches(part) else { return part }
      var result = part
      result.kind = .heading(level(target, 0))
      result.heading = HeadingForm()
      return result
    }
  }
}

extension Block {
  /// Whether a line of a paragraph ends in a hard break. The first line of `a\⏎b` does.
  func endsInHardBreak(_ line: Int) -> Bool {
    let breaks = words.filter {
      $0 == TreeSymbol.tag(.softBreak) || $0 == TreeSymbol.tag(.lineBreak)
    }
    return line < breaks.count && breaks[line] == TreeSymbol.tag(.lineBreak)
  }

  /// Closes the marks and links of a paragraph that go on behind a part of its lines, and opens those
  /// that began before it.
  private mutating func closeMarks(of leaf: Block, _ range: Range<Int>, in tree: BlockTree) {
    func cut(behind line: Int) -> InlineCut? {
      guard leaf.lines.indices.contains(line), line + 1 < leaf.lines.count,
        let content = leaf.lines[line].content
      else { return nil }
      return InlineCut(leaf, at: content.upperBound, in: tree)
    }
    let before = range.lowerBound > 0 ? cut(behind: range.lowerBound - 1) : nil
    let behind = cut(behind: range.upperBound - 1)
    let opening = before?.opening ?? []
    let closing = behind?.closing ?? []
    if opening.isEmpty, closing.isEmpty { return }
    var shown = leaf.words
    if let behind { shown = shown.cut(behind: behind.units, tags: behind.tags).0 }
    if let before { shown = shown.cut(behind: before.units, tags: before.tags).1 }
    words = shown
    lines[0].pieces.insert(.bytes(opening), at: 0)
    lines[lines.count - 1].pieces.append(.bytes(closing))
  }

  /// A paragraph in parts: each line that is apart by itself, what is between together.
  func split(in tree: BlockTree, isApart: (Line) -> Bool) -> [Block] {
    var parts: [Range<Int>] = []
    for (index, line) in lines.enumerated() {
      if let last = parts.last, !isApart(line), !isApart(lines[index - 1]) {
        parts[parts.count - 1] = last.lowerBound..<index + 1
      } else {
        parts.append(index..<index + 1)
      }
    }
    if parts.count == 1 { return [rewritten()] }
    return parts.map { range in
      var part = self
      part.lines = Array(lines[range])
      // The backslash of a hard break that goes with its line ending.
      if range.upperBound < lines.count, endsInHardBreak(range.upperBound - 1),
        let content = lines[range.upperBound - 1].content, tree.source[content].last == 0x5C
      {
        part.lines[range.count - 1].pieces = [.source(content.dropLast())]
      }
      part.words = words.lines(range)
      part.closeMarks(of: self, range, in: tree)
      return part.rewritten()
    }
  }
}
