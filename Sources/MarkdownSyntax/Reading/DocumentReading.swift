import CommonMark

/// A source with libcmark's tree of its blocks printed in CommonMark, its leaves and its labels.
///
/// All offsets are those of the source; only the nodes of ``tree`` have those of the printed text.
package struct DocumentReading: Sendable {
  /// One object, so that copying a reading, which all planning does, counts one reference.
  private let parts: Parts

  /// The text as UTF-8.
  package var source: [UInt8] { parts.document.source }
  /// The source as libcmark reads it.
  package var document: PrintedDocument { parts.document }
  /// libcmark's tree of the printed text.
  package var tree: MarkdownTree { parts.tree }
  /// The blocks of the printed text with their positions.
  package var blocks: SyntaxTree { parts.blocks }
  /// Every paragraph and heading, in source order.
  package var leaves: [LeafBlock] { parts.leaves }
  /// The defined labels.
  package var references: ReferenceMap { parts.references }
  private final class Parts: Sendable {
    let document: PrintedDocument
    let tree: MarkdownTree
    let blocks: SyntaxTree
    let leaves: [LeafBlock]
    /// The leaves of the printed text.
    let printed: [LeafBlock]
    let references: ReferenceMap
    /// For each leaf, the bytes that references have added before it; empty if that cannot matter.
    let expanded: [Int]

    init(
      _ document: PrintedDocument, _ tree: MarkdownTree, _ blocks: SyntaxTree,
      _ leaves: [LeafBlock], _ references: ReferenceMap
    ) {
      self.document = document
      self.tree = tree
      self.blocks = blocks
      printed = leaves
      self.leaves = document.placed(leaves)
      self.references = references
      expanded = DocumentReading.expansion(before: leaves, in: document.text, references)
    }
  }

  /// Reads `source` in CommonMark, within `limits`.
  ///
  /// - Throws: `ParsingRefusal` if the source is not passed to libcmark.
  /// - Complexity: O(*n*) in the length of the source, which libcmark parses once.
  package init(_ source: [UInt8], limits: ParsingLimits = .standard) throws(ParsingRefusal) {
    self.init(
      PrintedDocument(source), tree: try MarkdownTree(parsing: source, limits: limits))
  }

  /// Reads a document in its dialect, or a part of one with its context.
  ///
  /// - Throws: `ParsingRefusal` if the printed text is not passed to libcmark.
  package init(
    _ source: [UInt8], in dialect: Dialect, _ context: ReadingContext = .document
  ) throws(ParsingRefusal) {
    let document = try PrintedDocument(source, in: dialect, context)
    self.init(document, tree: try MarkdownTree(parsing: document.text))
  }

  /// Reads a document that libcmark has parsed.
  ///
  /// - Parameter tree: libcmark's tree of the printed text.
  package init(_ document: PrintedDocument, tree: MarkdownTree) {
    let text = document.text
    let blocks = document.blocks ?? text.withUnsafeBufferPointer { BlockParser.tree(of: $0) }
    let leaves = text.withUnsafeBufferPointer { blocks.leaves(of: tree, in: $0) }
    let references = ReferenceMap(blocks.definitions, byteCount: text.count)
    parts = Parts(document, tree, blocks, leaves, references)
  }

  /// A reading with parts that may disagree, to test the code that must detect that.
  package init(
    _ source: [UInt8], tree: MarkdownTree, leaves: [LeafBlock], references: ReferenceMap
  ) {
    parts = Parts(PrintedDocument(source), tree, SyntaxTree(), leaves, references)
  }

  /// Adds up the bytes that libcmark limits, if the limit can be reached.
  fileprivate static func expansion(
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
  /// - Parameter syntax: The constructs of a dialect to read, too.
  /// - Complexity: O(*n*) in the length of the leaf, times O(log *s*) in the number of constructs.
  package func tokens(of leaf: LeafBlock, _ syntax: InlineSyntax? = nil) -> [InlineToken] {
    document.placed(printedTokens(of: leaf, syntax))
  }

  /// The inline tokens of a leaf with their places in the printed text.
  func printedTokens(of leaf: LeafBlock, _ syntax: InlineSyntax? = nil) -> [InlineToken] {
    let printed = printed(leaf)
    let tokens = InlineScanner.tokens(
      ofLines: printed.lines, in: document.text, references: references, tabs: printed.tabs,
      expanded: parts.expanded.isEmpty ? 0 : index(of: leaf).map { parts.expanded[$0] } ?? 0,
      syntax: syntax
    ).tokens
    return syntax?.extensions.contains(.bareLinks) == true
      ? BareAddresses(in: tokens).tokens : tokens
  }

  /// A leaf with the lines of the printed text.
  func printed(_ leaf: LeafBlock) -> LeafBlock {
    document.isPrintedAsIs ? leaf : index(of: leaf).map { parts.printed[$0] } ?? leaf
  }

  private func index(of leaf: LeafBlock) -> Int? {
    let index = leaves.partitionPoint { $0.node >= leaf.node }
    return index < leaves.count ? index : nil
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
