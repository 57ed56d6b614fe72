import MarkdownSyntax

/// Sections: a heading with everything under it is moved over a neighbour, selected or deleted.
///
/// Only headings that are in no other block open sections. Link definitions and footnotes at the end of the document
/// belong to no section, so they stay at the end.
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

  /// The UTF-8 offset of the line on which a block of the document begins; past the last, the end of the text.
  private func start(of index: Int) -> Int {
    guard index < tree.root.children.count, let line = tree.root.children[index].firstOrigin else {
      return tree.source.count
    }
    return tree.lines[line].lowerBound
  }

  /// The tree with two neighbouring sections swapped: the blank lines between them stay between them.
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

  /// The tree without a section, except for the definitions in it that the rest of the document uses.
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

  /// The blocks of a section that define something which is used outside it.
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
  /// The selection extended to all sections that it touches.
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
  /// The level of a heading; nil of another block.
  fileprivate var headingLevel: Int? { if case .heading(let level) = kind { level } else { nil } }

  /// The children of a document that are the section around a line of the source; nil before the first heading.
  func section(atLine line: Int) -> Range<Int>? {
    let index = children.lastIndex { $0.firstOrigin.map { $0 <= line } ?? false }
    return children[...(index ?? -1)].lastIndex { $0.isHeading }.map(section)
  }

  /// The children of a document that are the section of the heading at an index.
  func section(from heading: Int) -> Range<Int> {
    let level = children[heading].headingLevel ?? 6
    let next = children[(heading + 1)...].firstIndex {
      $0.headingLevel.map { $0 <= level } ?? false
    }
    if let next { return heading..<next }
    // Definitions at the end of the document are not the last section's, unless they are all that it has.
    let isDefinition = { (block: Block) in block.kind == .definition || block.kind == .footnote }
    guard let last = children.lastIndex(where: { $0.kind != .blank && !isDefinition($0) }),
      last > heading, children[last...].contains(where: isDefinition)
    else { return heading..<children.count }
    return heading..<last + 1
  }
}
