import CommonMark

/// What a source means: libcmark's tree, where each leaf's content is, and its labels.
public struct DocumentReading: Sendable {
  /// One object, since a reading is handed to everything that plans: a copy counts one reference.
  private let parts: Parts

  /// The text: UTF-8.
  public var source: [UInt8] { parts.source }
  /// libcmark's tree of it.
  public var tree: MarkdownTree { parts.tree }
  /// Every paragraph and heading, in source order.
  public var leaves: [LeafBlock] { parts.leaves }
  /// Which labels are defined.
  public var references: ReferenceMap { parts.references }

  private final class Parts: Sendable {
    let source: [UInt8]
    let tree: MarkdownTree
    let leaves: [LeafBlock]
    let references: ReferenceMap
    /// The labels that the leaves may use, collapsed, in byte order; none where nothing is defined.
    let labels: [[UInt8]]
    /// For each leaf how many bytes references have brought in before it; empty where that cannot
    /// matter.
    let expanded: [Int]

    init(
      _ source: [UInt8], _ tree: MarkdownTree, _ leaves: [LeafBlock], _ references: ReferenceMap,
      labels: [[UInt8]], expanded: [Int]
    ) {
      self.source = source
      self.tree = tree
      self.leaves = leaves
      self.references = references
      self.labels = labels
      self.expanded = expanded
    }
  }

  /// Reads `source`, within `limits`.
  ///
  /// - Throws: `ParsingRefusal` if libcmark is not asked to parse the source, or the source with a
  ///   probe for each label before it.
  /// - Complexity: O(*n*) in the length of the source; where it may define labels libcmark may parse
  ///   it twice.
  public init(_ source: [UInt8], limits: ParsingLimits = .standard) throws(ParsingRefusal) {
    if let probed = ProbedDocument(source, limits) {
      try self.init(source, tree: probed.tree, limits, probed.known)
    } else {
      try self.init(source, tree: try MarkdownTree(parsing: source, limits: limits), limits)
    }
  }

  /// Reads a text that libcmark has parsed.
  ///
  /// - Parameter tree: libcmark's tree of `source`.
  /// - Throws: `ParsingRefusal` if libcmark is not asked to parse it with a probe for each label.
  package init(
    _ source: [UInt8], tree: MarkdownTree, _ limits: ParsingLimits = .standard
  ) throws(ParsingRefusal) {
    try self.init(source, tree: tree, limits, KnownLabels())
  }

  /// Reads a text that defines what another one does: `[a] **b**` where `[a] b` is read.
  ///
  /// - Parameters:
  ///   - tree: libcmark's tree of `source`.
  ///   - other: the reading of the other text. Of labels that only this text has libcmark is asked.
  package init(
    _ source: [UInt8], tree: MarkdownTree, definingAs other: DocumentReading
  ) throws(ParsingRefusal) {
    try self.init(
      source, tree: tree, .standard,
      KnownLabels(labels: other.parts.labels, entries: other.references.entries))
  }

  private init(
    _ source: [UInt8], tree: MarkdownTree, _ limits: ParsingLimits, _ known: KnownLabels
  ) throws(ParsingRefusal) {
    let (leaves, probe) = source.withUnsafeBufferPointer { bytes in
      var finder = LeafFinder(tree, in: bytes)
      finder.run()
      let mayDefine = bytes.mayDefineLabels
      return (finder.leaves, mayDefine ? LabelProbe(finder.leaves, in: bytes) : nil)
    }
    let labels = probe?.labels ?? []
    var references = ReferenceMap()
    if let probe, !labels.isEmpty {
      if let map = known.references(for: labels, in: source) {
        references = map
      } else {
        references = try probe.references(in: source, limits)
      }
    }
    parts = Parts(
      source, tree, leaves, references, labels: labels,
      expanded: Self.expansion(before: leaves, in: source, references))
  }

  /// A reading put together of parts that need not agree, for tests of what must notice that.
  package init(
    _ source: [UInt8], tree: MarkdownTree, leaves: [LeafBlock], references: ReferenceMap
  ) {
    parts = Parts(source, tree, leaves, references, labels: [], expanded: [])
  }

  /// Adds up what libcmark limits, where the limit may be reached at all.
  private static func expansion(
    before leaves: [LeafBlock], in source: [UInt8], _ references: ReferenceMap
  ) -> [Int] {
    if references.isEmpty { return [] }
    var closing = 0
    for byte in source where byte == 0x5D { closing += 1 }
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
  public func tokens(of leaf: LeafBlock) -> [InlineToken] {
    InlineScanner.tokens(
      ofLines: leaf.lines, in: source, references: references, tabs: leaf.tabs,
      expanded: expansion(before: leaf)
    ).tokens
  }

  /// The same with what a dialect reads besides.
  package func tokens(of leaf: LeafBlock, _ syntax: InlineSyntax) -> [InlineToken] {
    let tokens = InlineScanner.tokens(
      ofLines: leaf.lines, in: source, references: references, tabs: leaf.tabs,
      expanded: expansion(before: leaf), syntax: syntax
    ).tokens
    return syntax.extensions.contains(.bareLinks) ? BareAddresses(in: tokens).tokens : tokens
  }

  private func expansion(before leaf: LeafBlock) -> Int {
    let (leaves, expanded) = (leaves, parts.expanded)
    if expanded.isEmpty { return 0 }
    var low = 0
    var high = leaves.count
    while low < high {
      let middle = (low + high) / 2
      if leaves[middle].node < leaf.node { low = middle + 1 } else { high = middle }
    }
    return low < expanded.count ? expanded[low] : 0
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether `]:` stands anywhere: there is no definition without it.
  var mayDefineLabels: Bool {
    var colon = firstOffset(of: 0x3A, from: 1)
    while colon < count {
      if self[colon - 1] == 0x5D { return true }
      colon = firstOffset(of: 0x3A, from: colon + 1)
    }
    return false
  }
}
