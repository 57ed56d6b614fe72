import CommonMark
import MarkdownSyntax

/// A text read by our own reader: its blocks, and the inlines of some of its leaves.
struct InlineReading {
  let source: [UInt8]
  let tree: SyntaxTree
  let dialect: Dialect
  let context: ReadingContext

  /// - Parameter part: the range whose leaves are read.
  init(_ source: [UInt8], in dialect: Dialect, _ context: ReadingContext, leavesIn part: Range<Int>)
  {
    (self.source, self.dialect, self.context) = (source, dialect, context)
    tree = SyntaxTree(source, in: dialect, context, inlinesOf: part)
  }

  /// The paragraphs, headings and cells that hold a part of some ascending ranges, by their nodes.
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

  func leaf(_ place: Int) -> InlineLeaf {
    InlineLeaf(place, of: tree, in: source, hasFootnotes: dialect.extensions.contains(.footnotes))
  }

  /// The nodes of the same leaves in an edited text; nil if any block has become another one.
  ///
  /// An edit of marks neither adds nor removes lines, so every block keeps its lines.
  func places(of leaves: [Int], in after: InlineReading) -> [Int]? {
    let (old, new) = (tree.nodes, after.tree.nodes)
    var places: [Int] = []
    var (i, j) = (0, 0)
    while i < old.count, j < new.count {
      let (left, right) = (old[i], new[j])
      guard left.kind == right.kind, left.mark == right.mark, left.number == right.number,
        left.isTight == right.isTight, left.lines == right.lines,
        left.indentation == right.indentation
      else { return nil }
      if places.count < leaves.count, leaves[places.count] == i { places.append(j) }
      (i, j) = left.kind.holdsBlocks ? (i + 1, j + 1) : (left.endIndex, right.endIndex)
    }
    return i == old.count && j == new.count && places.count == leaves.count ? places : nil
  }

  /// The nodes of the same leaves in libcmark's tree of an edited text; nil if any block differs.
  func places(of leaves: [Int], in library: MarkdownTree) -> [Int]? {
    var places: [Int] = []
    let line = source.withUnsafeBufferPointer { source in
      tree.disagreement(with: library, in: source) { own, other in
        if places.count < leaves.count, leaves[places.count] == own { places.append(other) }
      }
    }
    return line == nil && places.count == leaves.count ? places : nil
  }

  /// Whether libcmark reads the blocks of an edited text, and the leaves in some ranges, as our
  /// reader does without the constructs of the dialect.
  func libraryAgrees(on edited: [UInt8], at ranges: [Range<Int>]) -> Bool {
    guard let reading = try? DocumentReading(edited, in: dialect, context) else { return false }
    let differs = reading.document.text.withUnsafeBufferPointer {
      reading.blocks.disagreement(with: reading.tree, in: $0) != nil
    }
    if differs { return false }
    return reading.leaves.allSatisfy { leaf in
      !ranges.contains { $0.overlaps(leaf.content) } || reading.agrees(on: leaf)
    }
  }
}

extension SyntaxTree.Kind {
  /// Whether a node has inlines.
  var isLeaf: Bool { self == .paragraph || self == .heading || self == .cell }
  /// Whether a node has blocks, rows or cells in it.
  var holdsBlocks: Bool {
    switch self {
    case .document, .quote, .list, .item, .footnote, .table, .row: true
    default: false
    }
  }
}
