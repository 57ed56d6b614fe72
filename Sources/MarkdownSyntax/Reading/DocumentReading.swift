import CommonMark

/// A source with libcmark's tree, its blocks, its leaves and its labels.
package struct DocumentReading: Sendable {
  /// One object, so that copying a reading, which all planning does, counts one reference.
  private let parts: Parts

  /// The text as UTF-8.
  package var source: [UInt8] { parts.source }
  /// libcmark's tree of the text.
  package var tree: MarkdownTree { parts.tree }
  /// The blocks with their positions.
  package var blocks: SyntaxTree { parts.blocks }
  /// Every paragraph and heading, in source order.
  package var leaves: [LeafBlock] { parts.leaves }
  /// The defined labels.
  package var references: ReferenceMap { parts.references }
  /// How a command sees the inlines of its dialect; nil for CommonMark.
  package var view: InlineView? { parts.view }
  /// The view, unless the quick check found that it is CommonMark's reading.
  var activeView: InlineView? { parts.mayDiffer ? parts.view : nil }

  private final class Parts: Sendable {
    let source: [UInt8]
    let tree: MarkdownTree
    let blocks: SyntaxTree
    let leaves: [LeafBlock]
    let references: ReferenceMap
    /// For each leaf, the bytes that references have added before it; empty if that cannot matter.
    let expanded: [Int]
    let view: InlineView?
    /// Whether the quick check found constructs of the view's dialect: for GitHub, in `a ~b`.
    let mayDiffer: Bool

    init(
      _ source: [UInt8], _ tree: MarkdownTree, _ blocks: SyntaxTree, _ leaves: [LeafBlock],
      _ references: ReferenceMap, expanded: [Int], view: InlineView? = nil
    ) {
      self.view = view
      mayDiffer = view?.mayDiffer(in: source) ?? false
      self.source = source
      self.tree = tree
      self.blocks = blocks
      self.leaves = leaves
      self.references = references
      self.expanded = expanded
    }
  }

  /// Reads `source`, within `limits`.
  ///
  /// - Throws: `ParsingRefusal` if the source is not passed to libcmark.
  /// - Complexity: O(*n*) in the length of the source, which libcmark parses once.
  package init(_ source: [UInt8], limits: ParsingLimits = .standard) throws(ParsingRefusal) {
    self.init(source, tree: try MarkdownTree(parsing: source, limits: limits))
  }

  /// Reads a text that libcmark has parsed.
  ///
  /// - Parameters:
  ///   - tree: libcmark's tree of `source`.
  ///   - blocks: The blocks of `source` in CommonMark, if they are known.
  ///   - view: How a command sees the inlines of a dialect.
  package init(
    _ source: [UInt8], tree: MarkdownTree, blocks: SyntaxTree? = nil, view: InlineView? = nil
  ) {
    let blocks = blocks ?? source.withUnsafeBufferPointer { BlockParser.tree(of: $0) }
    let leaves = source.withUnsafeBufferPointer { blocks.leaves(of: tree, in: $0) }
    let references = ReferenceMap(blocks.definitions, byteCount: source.count)
    parts = Parts(
      source, tree, blocks, leaves, references,
      expanded: Self.expansion(before: leaves, in: source, references), view: view)
  }

  /// A reading with parts that may disagree, to test the code that must detect that.
  package init(
    _ source: [UInt8], tree: MarkdownTree, leaves: [LeafBlock], references: ReferenceMap
  ) {
    parts = Parts(source, tree, SyntaxTree(), leaves, references, expanded: [])
  }

  /// Adds up the bytes that libcmark limits, if the limit can be reached.
  private static func expansion(
    before leaves: [LeafBlock], in source: [UInt8], _ references: ReferenceMap
  ) -> [Int] {
    if references.isEmpty { return [] }
    var closing = 0
    for byte in source where byte == .rightBracket { closing += 1 }
    if references.admits(uses: closing) { return [] }
    var result: [Int] = []
    var expanded = 0
    for leaf in leaves {
      result.append(expanded)
      expanded =
        InlineScanner.tokens(
          ofLines: leaf.lines, in: source, references: references, tabs: leaf.tabs,
          expanded: expanded
        ).expanded
    }
    return result
  }

  /// The inline tokens of a leaf, in source order.
  ///
  /// - Complexity: O(*n*) in the length of the leaf.
  package func tokens(of leaf: LeafBlock) -> [InlineToken] {
    InlineScanner.tokens(
      ofLines: leaf.lines, in: source, references: references, tabs: leaf.tabs,
      expanded: expansion(before: leaf)
    ).tokens
  }

  /// The inline tokens of a leaf, including those of a dialect's constructs.
  package func tokens(of leaf: LeafBlock, _ syntax: InlineSyntax) -> [InlineToken] {
    let tokens = InlineScanner.tokens(
      ofLines: leaf.lines, in: source, references: references, tabs: leaf.tabs,
      expanded: expansion(before: leaf), syntax: syntax
    ).tokens
    return syntax.extensions.contains(.bareLinks) ? BareAddresses(in: tokens).tokens : tokens
  }

  private func expansion(before leaf: LeafBlock) -> Int {
    let expanded = parts.expanded
    if expanded.isEmpty { return 0 }
    let index = leaves.partitionPoint { $0.node >= leaf.node }
    return index < expanded.count ? expanded[index] : 0
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether `]:` occurs anywhere; every definition has it.
  var mayDefineLabels: Bool {
    var colon = firstOffset(of: .colon, from: 1)
    while colon < count {
      if self[colon - 1] == .rightBracket { return true }
      colon = firstOffset(of: .colon, from: colon + 1)
    }
    return false
  }
}
