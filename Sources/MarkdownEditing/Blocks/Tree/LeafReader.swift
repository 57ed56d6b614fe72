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
    if let leaf = reading.leaf(block) {
      return SeenText(tokens(of: leaf), of: leaf, in: reading, from: start, .blocks).units
    }
    let tree = reading.printed.tree
    let node = tree.nodes[nodes[block]]
    return SeenUnit.code(tree.literal(of: node), info: tree.destination(of: node))
  }

  /// Whether libcmark reads the same inlines in a block, for example in `*a*`.
  func agrees(on block: Int) -> Bool {
    let printed = reading.printed
    let index = printed.leaves.partitionPoint { $0.node >= nodes[block] }
    guard index < printed.leaves.count, printed.leaves[index].node == nodes[block] else {
      return true
    }
    return printed.agrees(printed.tokens(of: printed.leaves[index]), on: printed.leaves[index])
  }
}
