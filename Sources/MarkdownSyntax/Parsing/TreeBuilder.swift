import CommonMark

/// Adds the inlines to the blocks of a text, in one pass over both.
///
/// A leaf's inlines do not depend on its depth; open inlines are a stack.
struct TreeBuilder {
  let source: Bytes
  let blocks: SyntaxTree
  let extensions: SyntaxExtensions
  let syntax: InlineSyntax?
  private let references: ReferenceMap
  /// The numbers of the defined footnotes, by label.
  private(set) var footnotes: [LabelKey: Int32] = [:]
  /// The links of the definitions in force, by label.
  private(set) var definitions: [LabelKey: Int] = [:]
  /// The number of bytes of destinations and titles that references have added.
  private var expanded = 0
  var tree: SyntaxTree
  /// The part of the source whose leaves and rows are filled.
  var part = 0..<Int.max
  /// The offsets at which the leaf's email addresses begin.
  var addresses: Set<Int> = []
  /// The indices of the open inlines.
  var open: [Int] = []
  /// The number of first nodes to which no text is added.
  var sealed = 0

  /// - Parameter footnotes: The labels of footnotes that are defined elsewhere.
  init(_ blocks: SyntaxTree, in source: Bytes, _ dialect: Dialect, footnotes: Set<LabelKey>) {
    self.source = source
    self.blocks = blocks
    extensions = dialect.extensions
    syntax = InlineSyntax.known(dialect)
    references = ReferenceMap(blocks.definitions, byteCount: source.count)
    tree = SyntaxTree()
    tree.lines = blocks.lines
    tree.definitions = blocks.definitions
    tree.nodes.reserveCapacity(2 * blocks.nodes.count + source.count / 32)
    for node in blocks.nodes {
      if node.kind == .definition { define(node) }
      if node.kind == .footnote, let label = blocks.footnoteLabel(of: node, in: source) {
        define(LabelKey(Array(source[label])))
      }
    }
    for label in footnotes { define(label) }
  }

  private mutating func define(_ footnote: LabelKey) {
    if footnotes[footnote] == nil {
      footnotes[footnote] = Int32(truncatingIfNeeded: footnotes.count)
    }
  }

  /// The number of the footnote with a label, or nil if it is not defined.
  func footnote(_ label: Bytes) -> Int32? { footnotes.isEmpty ? nil : footnotes[LabelKey(label)] }

  mutating func build() -> SyntaxTree {
    var places: [Int32] = []
    places.reserveCapacity(blocks.nodes.count + 1)
    var parents: [Int] = []
    for index in blocks.nodes.indices {
      while let last = parents.last, blocks.nodes[last].end <= index { parents.removeLast() }
      places.append(Int32(truncatingIfNeeded: tree.nodes.count))
      addBlock(index, parent: parents.last)
      if blocks.nodes[index].end > index + 1 { parents.append(index) }
    }
    places.append(Int32(truncatingIfNeeded: tree.nodes.count))
    for (index, node) in blocks.nodes.enumerated() {
      tree.nodes[Int(places[index])].end = places[Int(node.end)]
    }
    return tree
  }

  /// Reads a definition; the first of a label is in force.
  private mutating func define(_ node: SyntaxTree.Node) {
    let definition = blocks.definitions[Int(node.number)]
    let index = tree.links.count
    var link = SyntaxTree.Link()
    (definition.text + [.lineFeed]).withUnsafeBufferPointer { text in
      guard let parts = LinkDefinition.parts(in: text, at: 0) else { return }
      link.destination = LinkDestination.text(Bytes(rebasing: text[parts.destination]))
      link.title = parts.title.map { Unescaping.text(Bytes(rebasing: text[$0])) }
    }
    let lines = LeafLines(blocks.contentLines(of: node), of: blocks)
    LogicalText.lend(lines.lines, tabs: lines.tabs, of: source, withFinalLineFeed: true) {
      (text, map) in
      guard let parts = LinkDefinition.parts(in: text, at: 0) else { return }
      var map = map
      func range(_ range: Range<Int>) -> Range<Int> {
        let start = map.source(range.lowerBound)
        return start..<map.source(range.upperBound)
      }
      link.label = range(parts.label)
      link.destinationRange = range(parts.destination)
      link.titleRange = parts.title.map(range)
    }
    link.definition = definitions[definition.label] ?? index
    tree.links.append(link)
    if definitions[definition.label] == nil { definitions[definition.label] = index }
  }

  mutating func tokens(of leaf: Leaf) -> [InlineToken] {
    let (text, lines) = (leaf.text, leaf.lines)
    // Addresses are found in single characters, so these must not be joined.
    let mayHoldAddress =
      extensions.contains(.bareLinks)
      && lines.contains { Bytes(rebasing: text[$0]).firstOffset(of: .atSign, from: 0) < $0.count }
    let found = InlineScanner.tokens(
      ofLines: lines, in: text, references: references, tabs: leaf.tabs, expanded: expanded,
      syntax: syntax, joinsText: !mayHoldAddress && leaf.places.isEmpty)
    expanded = found.expanded
    addresses = []
    guard mayHoldAddress else { return found.tokens }
    let tokens = BareAddresses(in: found.tokens).tokens
    if tokens.count > found.tokens.count {
      addresses = Self.bareLinks(in: tokens).subtracting(Self.bareLinks(in: found.tokens))
    }
    return tokens
  }

  /// The offsets at which links without brackets begin.
  private static func bareLinks(in tokens: [InlineToken]) -> Set<Int> {
    Set(tokens.lazy.filter { $0.kind == .openLink(.bare) }.map { $0.source.lowerBound })
  }

  /// Appends a node without descendants.
  mutating func append(
    _ kind: SyntaxTree.Kind, _ range: Range<Int>, content: Range<Int>? = nil, number: Int32 = 0,
    mark: UInt8 = 0
  ) {
    let content = content ?? range
    tree.nodes.append(
      SyntaxTree.Node(
        kind: kind, mark: mark, number: number, lines: 0..<0,
        start: Int32(truncatingIfNeeded: range.lowerBound),
        end: Int32(truncatingIfNeeded: tree.nodes.count + 1),
        upper: Int32(truncatingIfNeeded: range.upperBound),
        contentStart: Int32(truncatingIfNeeded: content.lowerBound),
        contentEnd: Int32(truncatingIfNeeded: content.upperBound)))
  }

  /// Ends the descendants of a node with the last appended node.
  mutating func end(_ node: Int) {
    tree.nodes[node].end = Int32(truncatingIfNeeded: tree.nodes.count)
  }
}

extension LinkDestination {
  /// The text of a destination: libcmark trims white space at its ends.
  static func text(_ content: Bytes) -> [UInt8] {
    Unescaping.text(Bytes(rebasing: content[content.trimming(0..<content.count)]))
  }
}
