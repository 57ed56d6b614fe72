import CommonMark

/// The labels that a text defines, without which its inlines cannot be read.
struct KnownLabels {
  let references: ReferenceMap
  /// The definitions as links, in document order.
  private(set) var links: [SyntaxTree.Link] = []
  /// The links of the definitions in force, by label.
  private(set) var definitions: [LabelKey: Int] = [:]
  /// The numbers of the defined footnotes, by label.
  private(set) var footnotes: [LabelKey: Int32] = [:]

  init() { references = ReferenceMap() }

  /// Finds the labels of a text, which is read for that only if it may define any.
  init(
    in source: Bytes, _ extensions: SyntaxExtensions, documentStart: Int?, footnotes: Set<LabelKey>
  ) {
    if source.mayDefineLabels {
      let blocks = BlockParser.tree(of: source, extensions, documentStart: documentStart)
      references = ReferenceMap(blocks.definitions, byteCount: source.count)
      for node in blocks.nodes {
        if node.kind == .definition { define(node, of: blocks, in: source) }
        if node.kind == .footnote, let label = blocks.footnoteLabel(of: node, in: source) {
          define(LabelKey(Array(source[label])))
        }
      }
    } else {
      references = ReferenceMap()
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

  /// Reads a definition; the first of a label is in force.
  private mutating func define(
    _ node: SyntaxTree.Node, of blocks: SyntaxTree, in source: Bytes
  ) {
    let definition = blocks.definitions[Int(node.number)]
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
    link.definition = definitions[definition.label] ?? links.count
    if definitions[definition.label] == nil { definitions[definition.label] = links.count }
    links.append(link)
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate var mayDefineLabels: Bool {
    var colon = firstOffset(of: .colon, from: 1)
    while colon < count {
      if self[colon - 1] == .rightBracket { return true }
      colon = firstOffset(of: .colon, from: colon + 1)
    }
    return false
  }
}

extension LinkDestination {
  /// The text of a destination: libcmark trims white space at its ends.
  static func text(_ content: Bytes) -> [UInt8] {
    Unescaping.text(Bytes(rebasing: content[content.trimming(0..<content.count)]))
  }
}
