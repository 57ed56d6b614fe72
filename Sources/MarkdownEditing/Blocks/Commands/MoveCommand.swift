/// Moves and duplicates items with their contents, lines of paragraphs or code, and blocks.
struct MoveCommand {
  enum Action: Hashable {
    case up, down, duplicate
  }
  let action: Action
  let tree: BlockTree
  let selection: BlockSelection

  func change() throws(Outcome.Unchanged) -> BlockChange {
    // Several selections come here only if what they move meets: they move as one.
    guard let opening = selection.ranges.first, let closing = selection.ranges.last,
      let top = selection.lines.first, let bottom = selection.lines.last
    else { throw .noText }
    let range = opening.lowerBound..<closing.upperBound
    let lines = top.lowerBound...max(top.lowerBound, bottom.upperBound)
    guard let start = tree.root.path(toLine: lines.lowerBound),
      let end = tree.root.path(toLine: lines.upperBound)
    else { throw .noText }
    if start == end, let change = try movingLines(of: start, lines) { return change }
    // This is the smallest run of siblings that contains the selection.
    let depth = start.sharedCount(with: end)
    var path = Array(start[...depth])
    var last = end[depth]
    while true {
      // The text of an item moves with the item.
      while path.count >= 2, movesWithContainer(path) {
        path.removeLast()
        last = path[path.count - 1]
      }
      do throws(Outcome.Unchanged) {
        return try siblings(path, through: last, range)
      } catch {
        // A block that is alone in a quote or an outer list moves with it.
        guard error == .nowhereToMove, isAlone(path, through: last) else { throw error }
        path.removeLast()
        last = path[path.count - 1]
      }
    }
  }

  /// Whether a block moves with its container: one in an item, or the first text of a footnote. A
  /// later block of an item is duplicated in it.
  private func movesWithContainer(_ path: BlockPath) -> Bool {
    let parent = tree.root[path.dropLast()].kind
    return parent == .item && action != .duplicate
      || [.item, .footnote].contains(parent) && path.last == 0
  }

  /// Whether the blocks from the end of a path to `last` are alone in a quote or an outer list,
  /// which then moves with them, as `a` in the quote `> a`.
  private func isAlone(_ path: BlockPath, through last: Int) -> Bool {
    guard let first = path.last else { return false }
    let container = tree.root[path.dropLast()]
    let others = container.children[..<first] + container.children[(last + 1)...]
    guard others.allSatisfy({ $0.kind == .blank }) else { return false }
    if container.kind == .quote { return true }
    return container.isList && tree.root[path.dropLast(2)].kind != .item
  }

  /// Moves or duplicates children of one container.
  private func siblings(
    _ path: BlockPath, through last: Int, _ range: Range<Int>
  ) throws(Outcome.Unchanged) -> BlockChange {
    guard let first = path.last else { throw .noText }
    let container = tree.root[path.dropLast()]
    let children = container.children
    if children[first...last].contains(where: { $0.kind == .metadata }) { throw .inMetadata }
    if action == .duplicate {
      return change(
        path.dropLast(),
        to: numbered(
          container, with: duplicated(first...last, of: container, isCaret: range.isEmpty)))
    }
    let other =
      action == .up
      ? children[..<first].lastIndex { $0.kind != .blank }
      : children[(last + 1)...].firstIndex { $0.kind != .blank }
    guard let other, children[other].kind != .metadata else { throw .nowhereToMove }
    return change(
      path.dropLast(), to: numbered(container, with: children.moved(first...last, past: other)))
  }

  /// Returns the children of a container with copies of some after them.
  private func duplicated(
    _ run: ClosedRange<Int>, of container: Block, isCaret: Bool
  ) -> [Block] {
    var children = container.children
    let copies = Array(children[run]).copied(caretIn: isCaret)
    let isItem = copies[0].kind == .item
    let gap: [Block] = isItem && !container.isTightAsSpelled ? [.blankLine] : []
    children.insert(contentsOf: gap + copies, at: run.upperBound + 1)
    return children
  }

  /// Returns a container with other children; the items of a list are numbered from its first.
  private func numbered(_ container: Block, with children: [Block]) -> Block {
    let result = container.withChildren(children)
    guard container.isList else { return result }
    let start = container.children.first { $0.kind == .item }?.marker.number
    return result.numbered(restarts: false, from: start)
  }

  private func change(
    _ path: ArraySlice<Int>, to block: @autoclosure @escaping () -> Block
  ) -> BlockChange {
    var change = tree.change(path, to: [block()], action == .duplicate ? .added : .moved)
    change.selectsCopy = action == .duplicate
    return change
  }

  /// Moves or duplicates lines of one leaf; returns nil if the leaf moves as a whole.
  private func movingLines(
    of path: BlockPath, _ selected: ClosedRange<Int>
  ) throws(Outcome.Unchanged) -> BlockChange? {
    let leaf = tree.root[path[...]]
    guard let first = leaf.lines.firstIndex(where: { $0.origin == selected.lowerBound }),
      let last = leaf.lines.lastIndex(where: { $0.origin == selected.upperBound }),
      let bounds = leaf.movableLines
    else { return nil }
    // The first line of an item's text stands for the item.
    if leaf.kind == .paragraph, path.last == 0, movesWithContainer(path) { return nil }
    guard bounds.contains(first), bounds.contains(last) else { return nil }
    if leaf.kind == .paragraph, action != .duplicate, leaf.lines.count == 1 { return nil }
    let isAtEnd = action == .up ? first == bounds.lowerBound : last + 1 == bounds.upperBound
    if action != .duplicate, isAtEnd {
      if leaf.kind == .paragraph { return nil }
      throw .nowhereToMove
    }
    let lines = (action == .up ? first - 1 : first)...(action == .down ? last + 1 : last)
    if holdsFormulaEnd(leaf.lines[lines], of: leaf) { return nil }
    func moved(_ leaf: Block) -> Block {
      var result = leaf.lines
      if action == .duplicate {
        result.insert(contentsOf: result[first...last].map { $0.copied() }, at: last + 1)
      } else {
        result.move(first...last, past: action == .up ? first - 1 : last + 1)
      }
      let removesBreak = removesBreak(of: &result, leaf)
      return leaf.with(result, lastEndsHard: removesBreak || endsInBlanks(leaf))
    }
    var change = change(path[...], to: moved(leaf))
    // The range matters only for blank lines.
    let whole = leaf.kind == .paragraph ? try? siblings(path, through: path.last ?? 0, 0..<0) : nil
    change.makeFallbacks = {
      let closed = leaf.closingMarks(around: lines, in: tree)
        .map { self.change(path[...], to: moved($0)) }
      return [closed, whole].compactMap { $0?.makeRoot() }
    }
    return change
  }

  /// Whether lines contain the first or last line of a formula, such as `$$`, which do not move.
  private func holdsFormulaEnd(_ lines: ArraySlice<Line>, of leaf: Block) -> Bool {
    let ends = tree.formulas(in: leaf).flatMap { [$0.lowerBound, $0.upperBound] }
    return lines.contains { ends.contains($0.origin) }
  }

  /// Moves the backslash of a hard break from the new last line to the former one. For example,
  /// `a\⏎b` becomes `b\⏎a`. Returns whether there was one.
  private func removesBreak(of lines: inout [Line], _ leaf: Block) -> Bool {
    guard leaf.kind == .paragraph, let last = lines.last, let former = leaf.lines.last,
      let place = leaf.lines.firstIndex(where: { $0.origin == last.origin }),
      leaf.endsInHardBreak(place), case .source(let range) = last.pieces.last,
      tree.source[range].last == .backslash,
      let other = lines.firstIndex(where: { $0.origin == former.origin })
    else { return false }
    lines[lines.count - 1].pieces[last.pieces.count - 1] = .source(range.dropLast())
    lines[other].pieces.append(.bytes([.backslash]))
    return true
  }

  /// Whether a leaf ends in blanks that are a hard break if another line follows, as in `a  `.
  private func endsInBlanks(_ leaf: Block) -> Bool {
    guard let line = leaf.lines.last, line.origin >= 0 else { return false }
    return tree.source[tree.lines[line.origin]].suffix(2).elementsEqual([.space, .space])
  }
}

extension Block {
  /// The lines that can be reordered: those between fences, or below a delimiter row.
  fileprivate var movableLines: Range<Int>? {
    switch kind {
    case .paragraph: return 0..<lines.count
    case .code(isFenced: false): return 0..<lines.count
    case .code(isFenced: true): return lines.count > 2 ? 1..<lines.count - 1 : nil
    case .table: return lines.count > 2 ? 2..<lines.count : nil
    default: return nil
    }
  }

  /// Returns the paragraph with marks and links closed and reopened at both ends of some lines:
  /// `a **b**⏎**c** d` for `a **b⏎c** d`. A hard break follows the closing delimiters.
  fileprivate func closingMarks(around range: ClosedRange<Int>, in tree: BlockTree) -> Block? {
    guard kind == .paragraph, let block = tree.leafBlock(id) else { return nil }
    let origins = lines[range.lowerBound].origin...lines[range.upperBound].origin
    // A line ending inside code is not a break, so each line is split off.
    let isCode = units.breaks.count + 1 < lines.count
    let hard = tree.tokens(of: block).filter { $0.kind == .hardBreak }
    var result = self
    result.lines = []
    // To add to a block's units copies them.
    var units: [SeenUnit] = []
    for part in split(in: tree, isApart: { isCode || origins.contains($0.origin) }) {
      if let last = result.lines.indices.last, let content = lines[last].content {
        let isHard = hard.contains { $0.source.contains(content.upperBound) }
        units.append(SeenUnit(thing: .lineBreak(isHard: isHard)))
        if isHard { result.lines[last].moveBreak(of: tree.source[content]) }
      }
      result.lines += part.lines
      units += part.units
    }
    result.units = units
    return result
  }

  /// Returns the leaf with its lines in another order, some of them duplicated.
  fileprivate func with(_ lines: [Line], lastEndsHard: Bool) -> Block {
    var result = self
    result.lines = lines
    if kind == .paragraph {
      result.units = lines.units(of: self, lastEndsHard: lastEndsHard)
      return result.rewritten(keepsIndent: true)
    }
    result.isCompared = false
    return result
  }

  /// Returns a copy with new lines, to which the selection moves.
  fileprivate func copied() -> Block {
    var result = self
    result.id = isLeaf ? id : -1
    result.lines = lines.map { $0.copied() }
    result.heading.underline = heading.underline?.copied()
    if kind == .item || kind == .quote {
      result.marker.source = nil
      result.marker.box?.isChanged = true
    }
    result.children = children.map { $0.copied() }
    return result
  }
}

extension Array {
  /// Returns the elements with some of them on the other side of another one.
  fileprivate func moved(_ run: ClosedRange<Int>, past other: Int) -> [Element] {
    var result = self
    result.move(run, past: other)
    return result
  }

  /// Moves some elements to the other side of another one, which takes their place.
  fileprivate mutating func move(_ run: ClosedRange<Int>, past other: Int) {
    let isUp = other < run.lowerBound
    let between = isUp ? self[(other + 1)..<run.lowerBound] : self[(run.upperBound + 1)..<other]
    let (moved, passed) = (Array(self[run]), [self[other]])
    replaceSubrange(
      Swift.min(other, run.lowerBound)...Swift.max(other, run.upperBound),
      with: isUp ? moved + between + passed : passed + between + moved)
  }
}

extension [Block] {
  /// Returns copies. For a blank line, which has no character to select, the copy gets the caret.
  fileprivate func copied(caretIn isCaret: Bool) -> [Block] {
    var copies = map { $0.copied() }
    if isCaret, count == 1, self[0].kind == .blank { copies[0].lines[0].pieces = [.caret] }
    return copies
  }
}

extension Line {
  /// Moves the hard break of a source line after the closing delimiters: `**a\` becomes `**a**\`.
  fileprivate mutating func moveBreak(of content: ArraySlice<UInt8>) {
    let count = content.last == .backslash ? 1 : content.reversed().prefix { $0.isBlank }.count
    let end = content.endIndex - count
    pieces = pieces.map { piece in
      if case .source(let range) = piece {
        .source(range.lowerBound..<min(range.upperBound, end))
      } else {
        piece
      }
    }
    pieces.append(.source(end..<content.endIndex))
  }

  fileprivate func copied() -> Line {
    var result = self
    result.copyOf = origin
    result.origin = -1
    result.isChanged = true
    result.keepsIndent = true
    return result
  }
}

extension [Line] {
  /// Returns the units of a paragraph with its lines in this order.
  ///
  /// - Complexity: O(*n*) in the length of the paragraph.
  fileprivate func units(of leaf: Block, lastEndsHard: Bool) -> [SeenUnit] {
    let (units, first) = (leaf.units, leaf.lines[0].origin)
    let breaks = units.breaks
    var result: [SeenUnit] = []
    var isHard: Bool?
    for line in self {
      let place = (line.origin >= 0 ? line.origin : line.copyOf) - first
      if let isHard { result.append(SeenUnit(thing: .lineBreak(isHard: isHard))) }
      result += units.lines(place..<place + 1, breaks)
      isHard =
        place < breaks.count ? units[breaks[place]].isHardBreak : lastEndsHard
    }
    return result
  }
}
