import CommonMark
import MarkdownSyntax

/// Reads the visible content of leaves when it is needed. An object, because each leaf refers to it.
final class LeafReader: Sendable {
  let reading: BlockReading
  private let syntax: InlineSyntax?
  /// libcmark's node of each block.
  private let nodes: [Int]

  init(_ reading: BlockReading, _ nodes: [Int], _ dialect: Dialect) {
    self.reading = reading
    self.nodes = nodes
    syntax = InlineSyntax.known(dialect)
  }

  func tokens(of leaf: LeafBlock) -> [InlineToken] { reading.tokens(of: leaf, syntax) }

  /// The units of a block from an offset on. Those of code and raw HTML are libcmark's.
  ///
  /// - Complexity: O(*n*) in the length of the block.
  func units(of block: Int, from start: Int) -> [SeenUnit] {
    if let text = text(of: block, from: start) { return text.units }
    let tree = reading.printed.tree
    let node = tree.nodes[nodes[block]]
    return SeenUnit.code(tree.literal(of: node), info: tree.destination(of: node))
  }

  /// The units of a block; nil if libcmark reads other inlines in it.
  func agreedUnits(of block: Int, from start: Int) -> [SeenUnit]? {
    guard let text = text(of: block, from: start) else { return units(of: block, from: start) }
    return agrees(text.tokens, on: block) ? text.units : nil
  }

  /// Whether a block has the text of another reading's, and libcmark reads the same inlines in both:
  /// the `a` of `# a` and `## a`.
  func isSame(
    _ block: Int, from start: Int, as other: Int, from otherStart: Int, of reader: LeafReader
  ) -> Bool {
    guard let own = reading.leaf(block), let leaf = reader.reading.leaf(other),
      own.tabs == leaf.tabs, own.lines.count == leaf.lines.count,
      max(0, start - own.content.lowerBound) == max(0, otherStart - leaf.content.lowerBound),
      zip(own.lines, leaf.lines).allSatisfy({ reading.source[$0] == reader.reading.source[$1] })
    else { return false }
    let (tree, otherTree) = (reading.printed.tree, reader.reading.printed.tree)
    let nodes = tree.inlines(of: nodes[block])
    let others = otherTree.inlines(of: reader.nodes[other])
    return nodes.count == others.count
      && zip(nodes, others).allSatisfy { node, other in
        node.kind == other.kind && tree.literal(of: node) == otherTree.literal(of: other)
          && tree.destination(of: node) == otherTree.destination(of: other)
          && tree.title(of: node) == otherTree.title(of: other)
      }
  }

  private func text(of block: Int, from start: Int) -> SeenText? {
    reading.leaf(block).map {
      SeenText(tokens(of: $0), of: $0, in: reading, from: start)
    }
  }

  /// Whether libcmark reads the tokens of a block, or in a dialect, those of its printed text.
  func agrees(_ tokens: [InlineToken], on block: Int) -> Bool {
    let printed = reading.printed
    let index = printed.leaves.partitionPoint { $0.node >= nodes[block] }
    guard index < printed.leaves.count, printed.leaves[index].node == nodes[block] else {
      return false
    }
    let leaf = printed.leaves[index]
    return printed.agrees(tokens, on: leaf)
      || syntax != nil && printed.agrees(on: leaf)
  }
}

extension MarkdownTree {
  /// The nodes of the inlines in a leaf.
  fileprivate func inlines(of leaf: Int) -> ArraySlice<Node> {
    nodes[leaf + 1..<Int(nodes[leaf].end)]
  }
}
