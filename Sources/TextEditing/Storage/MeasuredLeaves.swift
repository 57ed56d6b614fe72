/// The texts of leaves, which are not retained, with their lengths and line indexes.
struct MeasuredLeaves {
  var texts: [UnsafeBufferPointer<UInt8>] = []
  var summaries: [TextSummary] = []
  var lines: [LineIndex] = []

  init() {}

  /// Makes evenly filled leaves from validated UTF-8; none splits a scalar or a CR LF.
  ///
  /// - Complexity: O(*n*).
  init(validUTF8 content: UnsafeBufferPointer<UInt8>) {
    _ = append(content, isChecked: false)
  }

  /// Makes leaves from bytes that are not validated; nil if they are not UTF-8.
  init?(checking content: UnsafeBufferPointer<UInt8>) {
    if !append(content, isChecked: true) { return nil }
  }

  private mutating func append(
    _ content: UnsafeBufferPointer<UInt8>, isChecked: Bool
  ) -> Bool {
    precondition(content.count <= Rope.maximumCount, "a text of more than 2 GB")
    let count =
      content.count <= Leaf.capacity
      ? 1 : (content.count + Leaf.loadedCount - 1) / Leaf.loadedCount
    texts.reserveCapacity(count)
    summaries.reserveCapacity(count)
    lines.reserveCapacity(count)
    var start = 0
    for index in 1...count {
      // Not `content.count * index / count`, which overflows a 32-bit Int.
      let even = content.count / count * index + content.count % count * index / count
      let end = index == count ? content.count : Self.cut(content, near: even)
      let part = UnsafeBufferPointer(rebasing: content[start..<end])
      if isChecked, UTF8Validation.firstInvalidOffset(in: part) != nil { return false }
      let summary = TextSummary(of: part)
      texts.append(part)
      summaries.append(summary)
      lines.append(LineIndex(of: part, lineBreaks: summary.lineBreaks))
      start = end
    }
    return true
  }

  /// The last offset at or before `offset` where a leaf may end.
  ///
  /// If the bytes are not UTF-8, an offset near by; then one of the two leaves is ill-formed.
  private static func cut(_ content: UnsafeBufferPointer<UInt8>, near offset: Int) -> Int {
    var end = offset
    while end > offset - 3, content[end] & 0xC0 == 0x80 { end -= 1 }
    return content[end] == .lineFeed && content[end - 1] == .carriageReturn ? end - 1 : end
  }

  mutating func replaceSubrange(_ range: Range<Int>, with new: MeasuredLeaves) {
    texts.replaceSubrange(range, with: new.texts)
    summaries.replaceSubrange(range, with: new.summaries)
    lines.replaceSubrange(range, with: new.lines)
  }
}

extension Node {
  /// Calls `body` with the leaves, which it must not keep.
  func withLeaves<Result>(_ body: (MeasuredLeaves) -> Result) -> Result {
    var leaves = MeasuredLeaves()
    leaves.summaries = measures.summaries
    leaves.lines = (0..<count).map { measures.lines(of: $0) }
    return withExtendedLifetime(page) {
      leaves.texts = leaves.summaries.enumerated().map { page.text(at: $0, count: $1.utf8) }
      return body(leaves)
    }
  }

  /// Makes nodes of the given leaves, evenly filled.
  static func group(_ leaves: MeasuredLeaves) -> [Node] {
    let groups = groups(of: leaves.texts.count, by: leafFanOut)
    // All pages are made first, so that the lengths are together in memory and in the cache.
    let pages = groups.map { LeafPage(leaves.texts[$0]) }
    return zip(pages, groups).map { page, group in
      var node = Node(page: page, Array(leaves.summaries[group]))
      for (index, leaf) in group.enumerated() { node.measures.set(leaves.lines[leaf], of: index) }
      return node
    }
  }

  /// Makes nodes in which other leaves replace those in `range`.
  func replacingLeaves(_ range: Range<Int>, with new: MeasuredLeaves) -> [Node] {
    withLeaves { leaves in
      var all = leaves
      all.replaceSubrange(range, with: new)
      return Node.group(all)
    }
  }
}
