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
    var text: [UInt8] = []
    text.reserveCapacity(labels.reduce(source.count) { $0 + $1.count + 5 })
    text.append(contentsOf: source[..<mark])
    for label in labels {
      text.append(0x5B)
      text.append(contentsOf: label)
      // A backslash at the label's end had white space after it, and must not escape the bracket.
      if label.reversed().prefix(while: { $0 == 0x5C }).count & 1 == 1 { text.append(0x20) }
      text.append(0x5D)
      text.append(lineFeed)
      text.append(lineFeed)
    }
    text.append(contentsOf: source[mark...])
    return text
  }

  /// Parses the probes with the document.
  func references(
    in source: [UInt8], _ limits: ParsingLimits
  ) throws(ParsingRefusal) -> ReferenceMap {
    let tree = try MarkdownTree(parsing: probedText(source), limits: limits)
    return ReferenceMap(entries: entries(in: tree).entries, byteCount: source.count)
  }

  /// What the labels stand for in the tree of the probed document, and the node behind the probes.
  func entries(in tree: MarkdownTree) -> (entries: [ReferenceMap.Entry], end: Int) {
    var entries: [ReferenceMap.Entry] = []
    var index = 1
    for label in labels {
      let link = tree.nodes[index + 1]
      if link.kind == .link, link.end == tree.nodes[index].end {
        entries.append(
          ReferenceMap.Entry(
            label: label,
            definition: ReferenceMap.Definition(
              destination: Array(tree.destination(of: link)),
              title: Array(tree.title(of: link)))))
      }
      index = Int(tree.nodes[index].end)
    }
    return (entries, index)
  }
}

extension Range<Int> {
  /// The range in the tree's own units as a range of indices.
  init(_ range: Range<Int32>) {
    self = Int(range.lowerBound)..<Int(range.upperBound)
  }
}
