/// Turns paragraphs into headings, and headings into paragraphs or other levels.
struct HeadingCommand {
  let target: HeadingTarget
  let tree: BlockTree
  let selection: BlockSelection
  /// Whether a heading that has the level keeps it: `# a` then stays as it is with `heading-1`.
  var keepsLevel = false

  /// Returns the tree with the selected lines as headings. Other lines of paragraphs stay together.
  func change() throws(Outcome.Unchanged) -> BlockChange {
    let leaves = selection.leaves(of: tree.root).filter { $0.isText }
    if target == .promoted || target == .demoted { return try shifted(leaves) }
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
    return BlockChange(
      root: rewrite(tree.root, wanted, opensBlank: leaves.isEmpty),
      effect: wanted == .paragraph ? .removed : .added)
  }

  /// Returns the tree with the selected headings one level up or down; those of level 1 or 6 stay.
  private func shifted(_ leaves: [Block]) throws(Outcome.Unchanged) -> BlockChange {
    let last = target == .promoted ? 1 : 6
    if leaves.allSatisfy({ $0.kind == .paragraph }) { throw .noHeading }
    if leaves.allSatisfy({ $0.kind == .paragraph || $0.kind == .heading(last) }) {
      throw .alreadySo
    }
    return BlockChange(root: rewrite(tree.root, target, opensBlank: false), effect: .converted)
  }

  private func rewrite(_ block: Block, _ target: HeadingTarget, opensBlank: Bool) -> Block {
    block.withChildren(
      block.children.flatMap { child -> [Block] in
        guard child.isLeaf else { return [rewrite(child, target, opensBlank: opensBlank)] }
        guard selection.touches(child) else { return [child] }
        switch child.kind {
        case .heading(let level): return [heading(child, at: level, target)]
        case .paragraph where target != .promoted && target != .demoted:
          return lines(of: child, target)
        case .blank where opensBlank: return [child.opened(as: .heading(level(target, 0)))]
        default: return [child]
        }
      })
  }

  private func level(_ target: HeadingTarget, _ old: Int) -> Int {
    switch target {
    case .level(let level): level
    case .deeper, .demoted: min(6, old + 1)
    case .promoted: max(1, old - 1)
    case .paragraph: 0
    }
  }

  private func heading(_ block: Block, at old: Int, _ target: HeadingTarget) -> Block {
    var result = block
    let new = level(target, old)
    if new == old { return block }
    if new == 0, block.units.isEmpty {
      var line = block.lines[0]
      line.write(selection.isCaret ? [.caret] : [])
      return Block(.blank, lines: [line])
    }
    result.kind = new == 0 ? .paragraph : .heading(new)
    if block.heading.underline != nil, (1...2).contains(new) {
      result.heading.underline?.isChanged = true
      return result
    }
    if new == 0 || block.heading.underline != nil {
      result.heading = HeadingForm()
      result.heading.formerUnderline = block.heading.underline?.origin ?? -1
    }
    return result.rewritten()
  }

  private func lines(of block: Block, _ target: HeadingTarget) -> [Block] {
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

extension [SeenUnit] {
  /// The indices of the breaks between the lines of a paragraph.
  var breaks: [Int] {
    indices.filter { self[$0].isBreak }
  }

  /// Returns the units of some lines of a paragraph.
  ///
  /// - Parameter breaks: the indices of the paragraph's breaks.
  /// - Complexity: O(*m*) in the number of units.
  func lines(_ range: Range<Int>, _ breaks: [Int]) -> [SeenUnit] {
    guard range.lowerBound <= breaks.count else { return [] }
    let start = range.lowerBound > 0 ? breaks[range.lowerBound - 1] + 1 : 0
    let end = range.upperBound <= breaks.count ? breaks[range.upperBound - 1] : count
    return Array(self[start..<end])
  }
}

extension Block {
  /// Whether a line of a paragraph ends in a hard break, as the first line of `a\⏎b` does.
  func endsInHardBreak(_ line: Int) -> Bool {
    let units = units
    let breaks = units.breaks
    return line < breaks.count && units[breaks[line]].isHardBreak
  }

  private func parts(isApart: (Line) -> Bool) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    for (index, line) in lines.enumerated() {
      if let last = parts.last, !isApart(line), !isApart(lines[index - 1]) {
        parts[parts.count - 1] = last.lowerBound..<index + 1
      } else {
        parts.append(index..<index + 1)
      }
    }
    return parts
  }

  /// Splits a paragraph into the lines for which `isApart` is true, and the groups of lines
  /// between. Marks and links across parts are closed and reopened.
  ///
  /// - Complexity: O(*n*) in the length of the paragraph.
  func split(in tree: BlockTree, isApart: (Line) -> Bool) -> [Block] {
    let parts = parts(isApart: isApart)
    if parts.count == 1 { return [rewritten()] }
    var cutter = InlineCutter(self, in: tree)
    let units = cutter?.units ?? units
    let breaks = units.breaks
    var before: InlineCut?
    return parts.map { range in
      var part = self
      part.lines = Array(lines[range])
      let last = range.upperBound - 1
      let content = range.upperBound < lines.count ? lines[last].content : nil
      // The backslash of a hard break is removed with its line ending.
      if let content, last < breaks.count, units[breaks[last]].isHardBreak,
        tree.source[content].last == .backslash
      {
        part.lines[range.count - 1].pieces = [.source(content.dropLast())]
      }
      let behind = content.flatMap { cutter?.cut(at: $0.upperBound) }
      defer { before = behind }
      let (opening, closing) = (before?.opening ?? [], behind?.closing ?? [])
      // A line ending inside code is not a break.
      if let cutter, !opening.isEmpty || !closing.isEmpty || breaks.count + 1 < lines.count {
        part.units = cutter.units(from: before, to: behind)
        if !closing.isEmpty, let text = part.lines[range.count - 1].content {
          // A delimiter cannot close after a blank.
          let blanks = tree.source[text].reversed().prefix { $0.isBlank }.count
          part.lines[range.count - 1].pieces = [.source(text.dropLast(blanks))]
        }
        part.lines[0].pieces.insert(.bytes(opening), at: 0)
        part.lines[range.count - 1].pieces.append(.bytes(closing))
      } else {
        part.units = units.lines(range, breaks)
      }
      // Unselected lines keep their indentation.
      return part.rewritten(keepsIndent: !isApart(lines[range.lowerBound]))
    }
  }
}
