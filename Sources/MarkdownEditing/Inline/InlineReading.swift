import CommonMark
import MarkdownSyntax

struct InlineReading {
  let source: [UInt8]
  let tree: SyntaxTree
  let dialect: Dialect
  let context: ReadingContext
  let part: Range<Int>

  init(_ source: [UInt8], in dialect: Dialect, _ context: ReadingContext, leavesIn part: Range<Int>)
  {
    (self.source, self.dialect, self.context) = (source, dialect, context)
    self.part = part
    tree = SyntaxTree(source, in: dialect, context, inlinesOf: part)
  }

  init(
    _ source: [UInt8], _ tree: SyntaxTree, in dialect: Dialect, _ context: ReadingContext,
    leavesIn part: Range<Int>? = nil
  ) {
    (self.source, self.tree, self.dialect, self.context) = (source, tree, dialect, context)
    self.part = part ?? 0..<source.count
  }

  func leaves(at ranges: [Range<Int>]) -> [Int] {
    var result: [Int] = []
    var next = 0
    for (index, node) in tree.nodes.enumerated() where node.kind.isLeaf {
      let content = node.content
      while next < ranges.count, ranges[next].upperBound <= content.lowerBound { next += 1 }
      if next < ranges.count, ranges[next].overlaps(content) { result.append(index) }
    }
    return result
  }

  func blocks(at range: Range<Int>) -> [Int] {
    var result: [Int] = []
    var index = 1
    while index < tree.nodes.count {
      let node = tree.nodes[index]
      if !node.kind.holdsBlocks, touches(node, range) { result.append(index) }
      index = node.kind.holdsBlocks ? index + 1 : node.endIndex
    }
    return result
  }

  private func touches(_ node: SyntaxTree.Node, _ range: Range<Int>) -> Bool {
    if node.range.overlaps(range) { return true }
    if !node.kind.isLeaf || node.content.upperBound < range.lowerBound { return false }
    // In the marker before its text.
    let before = source[min(range.upperBound, node.content.lowerBound)..<node.content.lowerBound]
    return node.content.lowerBound <= range.upperBound
      || node.kind != .cell && !before.contains { $0.isLineEnding }
  }

  func leaf(_ place: Int) -> InlineLeaf {
    InlineLeaf(place, of: tree, in: source, hasFootnotes: dialect.extensions.contains(.footnotes))
  }

  /// The nodes of the same leaves in an edited text; nil if any block has become another one.
  ///
  /// An edit of marks neither adds nor removes lines, so every block keeps its lines.
  ///
  /// - Parameter ignoringIndentation: whether blanks may be added after the marker of an item.
  func places(
    of leaves: [Int], in after: InlineReading, ignoringIndentation: Bool = false
  ) -> [Int]? {
    let (old, new) = (tree.nodes, after.tree.nodes)
    var places: [Int] = []
    var (i, j) = (0, 0)
    while i < old.count, j < new.count {
      let (left, right) = (old[i], new[j])
      guard left.kind == right.kind, left.mark == right.mark, left.number == right.number,
        left.isTight == right.isTight, left.lines == right.lines,
        ignoringIndentation || left.indentation == right.indentation
      else { return nil }
      if places.count < leaves.count, leaves[places.count] == i { places.append(j) }
      (i, j) = left.kind.holdsBlocks ? (i + 1, j + 1) : (left.endIndex, right.endIndex)
    }
    return i == old.count && j == new.count && places.count == leaves.count ? places : nil
  }

  /// The nodes of the same leaves in an edited text; nil if any block but the removed ones has
  /// become another one.
  ///
  /// - Parameter changesBlock: whether a leaf among `leaves` may have become a heading or a
  ///   paragraph, in other containers.
  func places(
    of leaves: [Int], in after: InlineReading, without removed: Set<Int>, editing edited: Set<Int>,
    changesBlock: Bool
  ) -> [Int]? {
    let all = tree.outline
    let old = all.filter { !removed.contains($0.node) }
    let own = Set(all.filter { leaves.contains($0.node) }.flatMap { $0.containers })
    let gone = Set(all.filter { removed.contains($0.node) }.flatMap { $0.containers })
      .subtracting(own)
    let new = after.tree.outline
    guard old.count == new.count else { return nil }
    var places: [Int] = []
    for (left, right) in zip(old, new) {
      let (node, other) = (tree.nodes[left.node], after.tree.nodes[right.node])
      let isOwn = leaves.contains(left.node)
      // What stands deeper in the removed blocks' containers goes along.
      let isBeside = left.containers.contains { gone.contains($0) }
      guard left.kinds == right.kinds || changesBlock && isOwn || isBeside else { return nil }
      if isOwn {
        guard changesBlock ? other.kind.isLeaf : other.kind == node.kind,
          changesBlock || other.number == node.number
        else { return nil }
        places.append(right.node)
      } else {
        guard node.kind == other.kind, node.number == other.number || node.kind == .definition,
          edited.contains(left.node)
            || source[node.content].elementsEqual(after.source[other.content])
              && node.endIndex - left.node == other.endIndex - right.node
        else { return nil }
      }
    }
    return places.count == leaves.count ? places : nil
  }

  /// Whether an edited text surely means the same in CommonMark: `a **b**` does, `a ~~b~~` does not.
  func isCommonMark(_ edited: [UInt8]) -> Bool {
    dialect.isCommonMark || !Constructs.mayOccur(in: edited, dialect, context)
  }

  func places(of leaves: [Int], in library: MarkdownTree) -> [Int]? {
    var places: [Int] = []
    let line = source.withUnsafeBufferPointer { source in
      tree.disagreement(with: library, in: source) { own, other in
        if places.count < leaves.count, leaves[places.count] == own { places.append(other) }
      }
    }
    return line == nil && places.count == leaves.count ? places : nil
  }

  /// Whether libcmark reads the blocks of the text and some of its leaves as our own reader does:
  /// directly, or else without the constructs of the dialect.
  ///
  /// - Throws: a refusal if the text cannot be passed to libcmark.
  func isReadByLibrary(_ leaves: [InlineLeaf]) throws(ParsingRefusal) -> Bool {
    let library = try MarkdownTree(parsing: source)
    if let places = places(of: leaves.map { $0.place }, in: library),
      zip(leaves, places).allSatisfy({ leaf, place in
        WantedLeaf(leaf, in: source, showing: leaf.items, isCode: false).isRead(
          by: library, at: place)
      })
    {
      return true
    }
    return libraryAgrees(on: source, at: leaves.map { $0.nodes[0].content })
  }

  /// Whether libcmark reads the blocks of an edited text, and the leaves in some ranges, as our
  /// reader does without the constructs of the dialect.
  func libraryAgrees(on edited: [UInt8], at ranges: [Range<Int>]) -> Bool {
    guard let printed = try? PrintedText(edited, in: dialect, context) else { return false }
    // A place in a construct that is printed shorter may lie after that of the range's end.
    let places = ranges.map { range in
      let ends = [printed.place(of: range.lowerBound), printed.place(of: range.upperBound)].sorted()
      return ends[0]..<ends[1]
    }
    guard let leaves = try? printed.leaves(in: places.hull) else { return false }
    return leaves.allSatisfy { leaf in
      leaf.isSame || !places.contains { $0.overlaps(leaf.content) }
    }
  }
}

extension SyntaxTree {
  /// The leaves with the indices and the kinds of the containers that they are in.
  var outline: [(node: Int, containers: [Int], kinds: [UInt8])] {
    var result: [(node: Int, containers: [Int], kinds: [UInt8])] = []
    var open: [(end: Int, index: Int)] = []
    var index = 1
    while index < nodes.count {
      while let last = open.last, last.end <= index { open.removeLast() }
      let node = nodes[index]
      if node.kind.holdsBlocks {
        open.append((node.endIndex, index))
        index += 1
      } else {
        let containers = open.map { $0.index }
        result.append((index, containers, containers.map { nodes[$0].kind.rawValue }))
        index = node.endIndex
      }
    }
    return result
  }
}

extension SyntaxTree.Kind {
  var isLeaf: Bool { self == .paragraph || self == .heading || self == .cell }
  var holdsBlocks: Bool {
    switch self {
    case .document, .quote, .list, .item, .footnote, .table, .row: true
    default: false
    }
  }
}
