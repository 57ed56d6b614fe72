import CommonMark

/// The blocks of a document in its dialect, and libcmark's reading of them printed in CommonMark:
/// table cells as headings, footnotes as items.
package struct BlockReading: Sendable {
  package let source: [UInt8]
  package let blocks: SyntaxTree
  /// libcmark's reading of the printed blocks; for CommonMark, of the source.
  package let printed: DocumentReading
  /// For each block, the printed node that has its content; -1 for a container, a definition, a
  /// table and metadata. Nil if libcmark reads other blocks.
  package let nodes: [Int]?
  private let references: ReferenceMap

  /// Reads a document, or a part of one with its context.
  ///
  /// - Throws: `ParsingRefusal` if the printed text is not passed to libcmark.
  /// - Complexity: O(*n*) in the length of the source.
  package init(
    _ source: [UInt8], in dialect: Dialect, _ context: ReadingContext
  ) throws(ParsingRefusal) {
    let found = try BlockPrinting(of: source, in: dialect, context, isOfBlocks: true)
    self.source = source
    blocks = found.tree
    references = ReferenceMap(blocks.definitions, byteCount: source.count)
    let document = PrintedDocument(source, found, context)
    printed = DocumentReading(document, tree: try MarkdownTree(parsing: document.text))
    nodes = Self.nodes(of: blocks, in: printed.tree, found.leafCounts)
  }

  /// Matches the leaves of both trees.
  private static func nodes(
    of blocks: SyntaxTree, in tree: MarkdownTree, _ leafCounts: [Int: Int]
  ) -> [Int]? {
    var nodes: [Int] = []
    nodes.reserveCapacity(blocks.nodes.count)
    var next = 0
    func takeLeaf() -> Int? {
      while next < tree.nodes.count, !tree.nodes[next].kind.isLeafBlock { next += 1 }
      guard next < tree.nodes.count else { return nil }
      defer { next = Int(tree.nodes[next].end) }
      return next
    }
    for (index, node) in blocks.nodes.enumerated() {
      switch node.kind {
      case .paragraph, .heading, .code, .html, .rule:
        guard let leaf = takeLeaf(), node.kind.isKind(of: tree.nodes[leaf].kind) else { return nil }
        nodes.append(leaf)
      default:
        for _ in 0..<(leafCounts[index] ?? 0) where takeLeaf() == nil { return nil }
        nodes.append(-1)
      }
    }
    return takeLeaf() == nil ? nodes : nil
  }

  /// The content of a paragraph or a heading; nil for another block.
  package func leaf(_ node: Int) -> LeafBlock? {
    guard blocks.nodes.indices.contains(node) else { return nil }
    let own = blocks.nodes[node]
    guard own.kind == .paragraph || own.kind == .heading else { return nil }
    return source.withUnsafeBufferPointer { blocks.leaf(own, node: node, in: $0) }
  }

  /// The inline tokens of a leaf in CommonMark with the constructs of `syntax`.
  ///
  /// - Complexity: O(*n*) in the length of the leaf.
  package func tokens(of leaf: LeafBlock, _ syntax: InlineSyntax?) -> [InlineToken] {
    let tokens = InlineScanner.tokens(
      ofLines: leaf.lines, in: source, references: references, tabs: leaf.tabs, expanded: 0,
      syntax: syntax
    ).tokens
    return syntax?.extensions.contains(.bareLinks) == true
      ? BareAddresses(in: tokens).tokens : tokens
  }

  /// The definition of a label on one line, without a line ending; nil if it is not defined.
  package func definition(of label: [UInt8]) -> [UInt8]? {
    label.withUnsafeBufferPointer { references.definition(of: $0)?.text }
  }
}

extension MarkdownTree.Kind {
  /// Whether a block has no blocks: `.paragraph` or `.codeBlock`, not `.blockQuote`.
  fileprivate var isLeafBlock: Bool {
    switch self {
    case .codeBlock, .htmlBlock, .paragraph, .heading, .thematicBreak: true
    default: false
    }
  }
}

extension SyntaxTree.Kind {
  /// Whether a leaf's kind corresponds to libcmark's: `.rule` to `.thematicBreak`.
  fileprivate func isKind(of other: MarkdownTree.Kind) -> Bool {
    switch (self, other) {
    case (.paragraph, .paragraph), (.heading, .heading), (.code, .codeBlock), (.html, .htmlBlock),
      (.rule, .thematicBreak):
      true
    default: false
    }
  }
}
