import MarkdownSyntax

/// Moves, selects or deletes sections: a heading with everything below it.
///
/// Only headings outside of other blocks begin sections. Link definitions and footnotes at the end
/// of the document stay there, because they do not belong to a section.
struct SectionCommand {
  enum Action: Hashable {
    case up, down, select, delete
  }
  let action: Action
  let tree: BlockTree
  let selection: BlockSelection

  func change() throws(Outcome.Unchanged) -> BlockChange {
    guard let section = tree.root.section(atLine: selection.lines[0].lowerBound) else {
      throw .noHeading
    }
    let blocks = tree.root.children
    switch action {
    case .up:
      let before = blocks[..<section.lowerBound].lastIndex {
        $0.headingLevel.map { $0 <= blocks[section.lowerBound].headingLevel ?? 0 } ?? false
      }
      guard let before, blocks[before].kind == blocks[section.lowerBound].kind else {
        throw .nowhereToMove
      }
      return swapping(before..<section.lowerBound, section)
    case .down:
      guard section.upperBound < blocks.count,
        blocks[section.upperBound].kind == blocks[section.lowerBound].kind
      else { throw .nowhereToMove }
      return swapping(section, tree.root.section(from: section.upperBound))
    case .select:
      var change = BlockChange(root: tree.root, effect: .moved)
      change.selections = [start(of: section.lowerBound)..<start(of: section.upperBound)]
      return change
    case .delete: return deleting(section)
    }
  }

  /// Returns the offset of a block's first line, or of the end of the text.
  private func start(of index: Int) -> Int {
    guard index < tree.root.children.count, let line = tree.root.children[index].firstOrigin else {
      return tree.source.count
    }
    return tree.lines[line].lowerBound
  }

  /// Returns the tree with two adjacent sections swapped. The blank lines between them stay there.
  private func swapping(_ first: Range<Int>, _ second: Range<Int>) -> BlockChange {
    let blocks = tree.root.children
    let (_, upper, between) = Array(blocks[first]).withoutBlankEnds
    let (_, lower, after) = Array(blocks[second]).withoutBlankEnds
    let swapped = lower + between + upper + after
    return BlockChange(
      root: tree.root.withChildren(
        blocks[..<first.lowerBound] + swapped + blocks[second.upperBound...]),
      effect: .moved)
  }

  /// Returns the tree without a section, except definitions that the rest of the document uses.
  private func deleting(_ section: Range<Int>) -> BlockChange {
    let blocks = tree.root.children
    let range = start(of: section.lowerBound)..<start(of: section.upperBound)
    let kept = kept(blocks[section], of: range)
    let rest = blocks[section.upperBound...]
    let gap: [Block] = kept.isEmpty || rest.first?.kind == .blank ? [] : [.blankLine]
    var change = BlockChange(
      root: tree.root.withChildren(blocks[..<section.lowerBound] + kept + gap + rest),
      effect: .removed)
    change.selections = [range.upperBound..<range.upperBound]
    return change
  }

  /// Returns the definitions of a section that are used outside it.
  private func kept(_ blocks: ArraySlice<Block>, of range: Range<Int>) -> [Block] {
    let definitions = blocks.filter { $0.kind == .definition || $0.kind == .footnote }
    guard !definitions.isEmpty, let tree = try? SyntaxTree(self.tree.source, in: self.tree.dialect)
    else { return Array(definitions) }
    let used = tree.references.filter { reference in
      reference.uses.contains { !range.contains($0.range.lowerBound) }
    }.flatMap { $0.definitions.map { $0.lowerBound } }.sorted()
    return definitions.filter { block in
      guard let first = block.firstOrigin, let last = block.lastOrigin else { return false }
      let place = used.partitionPoint { $0 >= self.tree.lines[first].lowerBound }
      return place < used.count && used[place] < self.tree.lines[last].upperBound
    }
  }
}

extension BlockSelection {
  /// Returns the selection extended to all sections that it touches.
  func ofSections(in tree: BlockTree) throws(Outcome.Unchanged) -> BlockSelection {
    var sections: [ClosedRange<Int>] = []
    for lines in lines {
      guard let section = tree.root.section(atLine: lines.lowerBound) else { continue }
      let blocks = tree.root.children[section].filter { $0.kind != .blank }
      let last = blocks.last?.lastOrigin ?? lines.upperBound
      sections.append((blocks.first?.firstOrigin ?? lines.lowerBound)...max(last, lines.upperBound))
    }
    if sections.isEmpty { throw .noHeading }
    return with(sections)
  }
}

extension Block {
  fileprivate var headingLevel: Int? { if case .heading(let level) = kind { level } else { nil } }

  /// Returns the range of the children in the section around a source line; nil before any heading.
  func section(atLine line: Int) -> Range<Int>? {
    let index = children.lastIndex { $0.firstOrigin.map { $0 <= line } ?? false }
    return children[...(index ?? -1)].lastIndex { $0.isHeading }.map(section)
  }

  /// Returns the range of the children that are the section of the heading at an index.
  func section(from heading: Int) -> Range<Int> {
    let level = children[heading].headingLevel ?? 6
    let next = children[(heading + 1)...].firstIndex {
      $0.headingLevel.map { $0 <= level } ?? false
    }
    if let next { return heading..<next }
    // Definitions at the end belong to the last section only if it has nothing else.
    let isDefinition = { (block: Block) in block.kind == .definition || block.kind == .footnote }
    guard let last = children.lastIndex(where: { $0.kind != .blank && !isDefinition($0) }),
      last > heading, children[last...].contains(where: isDefinition)
    else { return heading..<children.count }
    return heading..<last + 1
  }
}
