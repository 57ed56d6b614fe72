import CommonMark

/// Finds out from libcmark which labels a document defines: a paragraph `[label]` before it is a
/// link where the label is defined.
struct LabelProbe {
  /// Every label the leaves may use, collapsed, each once and in byte order.
  private(set) var labels: [[UInt8]] = []

  /// Gathers whatever stands in brackets in `leaves`; some of it may turn out not to be a label.
  init(_ leaves: [LeafBlock], in source: Bytes) {
    for leaf in leaves {
      LogicalText.lend(leaf.lines, tabs: leaf.tabs, of: source) { text, _ in
        gather(text, besidesDefinitions: false)
      }
    }
    sort()
  }

  /// Gathers whatever stands in brackets in a source, but for what has a colon behind it: of its leaves
  /// most labels, and some that are none.
  init(of source: Bytes) {
    gather(source, besidesDefinitions: true)
    sort()
  }

  private mutating func sort() {
    labels.sort { $0.lexicographicallyPrecedes($1) }
    var count = 0
    for index in labels.indices where index == 0 || labels[index] != labels[index - 1] {
      if count != index { labels.swapAt(count, index) }
      count += 1
    }
    labels.removeSubrange(count...)
  }

  @inline(never)
  private mutating func gather(_ text: Bytes, besidesDefinitions: Bool) {
    var backslashes = 0
    for index in text.indices {
      // An escaped bracket opens nothing; to start there would make hostile text quadratic.
      if text[index] == 0x5B, backslashes & 1 == 0,
        let (end, label) = LinkLabel.match(in: text, at: index), !label.isEmpty,
        !besidesDefinitions || end == text.count || text[end] != 0x3A
      {
        labels.append(collapsed(Bytes(rebasing: text[label])))
      }
      backslashes = text[index] == 0x5C ? backslashes + 1 : 0
    }
  }

  /// The document with a paragraph for each label before it; a BOM stays first.
  func probedText(_ source: [UInt8]) -> [UInt8] {
    let mark = source.withUnsafeBufferPointer { $0.holds("\u{FEFF}", at: 0) } ? 3 : 0
    return source[..<mark] + DefinitionReader.paragraphs(of: labels) + source[mark...]
  }

  /// Parses the probes with the document.
  func references(
    in source: [UInt8], _ limits: ParsingLimits
  ) throws(ParsingRefusal) -> ReferenceMap {
    let tree = try MarkdownTree(parsing: probedText(source), limits: limits)
    return ReferenceMap(
      entries: entries(of: tree.probes(labels.count).links, in: tree), byteCount: source.count)
  }

  /// What the labels stand for whose probes are links.
  func entries(
    of links: [MarkdownTree.Node?], in tree: MarkdownTree
  ) -> [ReferenceMap.Entry] {
    var entries: [ReferenceMap.Entry] = []
    for (index, link) in links.enumerated() {
      guard let link else { continue }
      entries.append(
        ReferenceMap.Entry(
          label: labels[index],
          definition: ReferenceMap.Definition(
            destination: Array(tree.destination(of: link)), title: Array(tree.title(of: link)))))
    }
    return entries
  }
}

extension MarkdownTree {
  /// The links that the first paragraphs of a probed document are, nil for a label that is not defined;
  /// and the node behind them.
  func probes(_ count: Int) -> (links: [Node?], end: Int) {
    var links: [Node?] = []
    var index = 1
    for _ in 0..<count {
      let link = nodes[index + 1]
      let isDefined = link.kind == .link && link.end == nodes[index].end
      links.append(isDefined ? link : nil)
      index = Int(nodes[index].end)
    }
    return (links, index)
  }
}

extension Range<Int> {
  /// The range in the tree's own units as a range of indices.
  init(_ range: Range<Int32>) {
    self = Int(range.lowerBound)..<Int(range.upperBound)
  }
}
