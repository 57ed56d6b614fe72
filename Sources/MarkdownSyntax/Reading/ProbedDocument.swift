import CommonMark

/// A document parsed at once with a probe for each of its labels: libcmark reads its definitions once,
/// not twice.
struct ProbedDocument {
  /// libcmark's tree of the document.
  let tree: MarkdownTree
  /// Its labels.
  let known: KnownLabels

  /// The most bytes that a source may have, and those that all of its nodes may: libcmark lets uses of
  /// labels bring in 100,000 bytes, a definition brings in fewer than twice those of the source, so that
  /// none is refused, with the probes or without.
  private static let longest = 1 << 14
  private static let mostBytes = 60_000

  /// Parses a document; nil where it has no labels or defines none, begins with a byte order mark,
  /// whose columns count, or is so long that uses of labels may be refused for those of the probes.
  init?(_ source: [UInt8], _ limits: ParsingLimits) {
    guard source.count <= Self.longest else { return nil }
    let probe = source.withUnsafeBufferPointer { bytes in
      bytes.mayDefineLabels && !bytes.holds("\u{FEFF}", at: 0) ? LabelProbe(of: bytes) : nil
    }
    guard let probe, !probe.labels.isEmpty,
      let whole = try? MarkdownTree(parsing: probe.probedText(source), limits: limits),
      whole.bytes.count <= Self.mostBytes
    else { return nil }
    let (links, end) = whole.probes(probe.labels.count)
    tree = whole.dropping(nodesBefore: end, lines: 2 * probe.labels.count)
    known = KnownLabels(labels: probe.labels, entries: probe.entries(of: links, in: whole))
  }
}

extension MarkdownTree {
  /// The tree without the first children of the root, which end before a node and take so many lines.
  fileprivate func dropping(nodesBefore end: Int, lines: Int) -> MarkdownTree {
    var byteCount: Int32 = 0
    for node in nodes[1..<end] {
      byteCount = Swift.max(
        byteCount, node.literal.upperBound, node.destination.upperBound, node.title.upperBound)
    }
    func moved(_ range: Range<Int32>) -> Range<Int32> {
      range.lowerBound < byteCount
        ? range : range.lowerBound - byteCount..<range.upperBound - byteCount
    }
    let count = Int32(truncatingIfNeeded: end - 1)
    var kept: [Node] = [nodes[0]]
    kept.reserveCapacity(nodes.count - end + 1)
    kept[0].end -= count
    for var node in nodes[end...] {
      node.end -= count
      if node.kind.isBlock { node.startLine -= Int32(truncatingIfNeeded: lines) }
      node.literal = moved(node.literal)
      node.destination = moved(node.destination)
      node.title = moved(node.title)
      kept.append(node)
    }
    return MarkdownTree(nodes: kept, bytes: Array(bytes[Int(byteCount)...]))
  }
}
