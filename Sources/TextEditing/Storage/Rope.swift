/// Text as a B+tree of UTF-8: a value with copy-on-write.
///
/// There are no reference types: copies share arrays, which are copied before they are written to.
/// So another thread may read a copy while the original is edited.
package struct Rope: Sendable {
  private(set) var root: Node

  /// The maximum size of a text in UTF-8 bytes.
  package static let maximumCount = Int(Int32.max)

  /// The length of the text in every unit.
  package var summary: TextSummary { root.summary }

  /// Makes a rope from validated UTF-8.
  ///
  /// - Complexity: O(*n*).
  package init(validUTF8 bytes: UnsafeBufferPointer<UInt8>) {
    precondition(bytes.count <= Rope.maximumCount, "a text of more than 2 GB")
    root = Node.tree(of: Node.leaves(of: bytes))
  }

  /// The byte at `offset`, which must be in the text.
  ///
  /// - Complexity: O(log *n*).
  package func byte(at offset: Int) -> UInt8 {
    precondition(offset >= 0 && offset < summary.utf8, "an offset outside the text")
    return root.withLeaf(at: offset, .utf8) { $0[offset - $1.utf8] }
  }

  /// Whether an offset of the text is between scalars: 0 and 2 in `"é"`, not 1.
  package func isBoundary(_ offset: Int) -> Bool {
    offset == summary.utf8 || byte(at: offset) & 0xC0 != 0x80
  }

  /// The number of units of `metric` before `offset`, and whether the offset is inside a scalar or
  /// between a CR and its LF.
  ///
  /// A scalar or CR LF that the offset splits counts as a whole.
  ///
  /// - Precondition: the offset is in the text or at its end.
  /// - Complexity: O(log *n*).
  package func count(
    of metric: TextMetric, before offset: Int
  ) -> (count: Int, cutsScalar: Bool, cutsLineEnding: Bool) {
    if offset == summary.utf8 { return (summary[metric], false, false) }
    precondition(offset >= 0 && offset < summary.utf8, "an offset outside the text")
    return root.withLeaf(at: offset, .utf8) { bytes, before in
      let local = offset - before.utf8
      let inside = TextSummary(of: UnsafeBufferPointer(rebasing: bytes[..<local]))
      let cutsLineEnding =
        local > 0 && bytes[local] == .lineFeed && bytes[local - 1] == .carriageReturn
      return (before[metric] + inside[metric], bytes[local] & 0xC0 == 0x80, cutsLineEnding)
    }
  }

  /// The offset of the last scalar boundary with at most `count` units of `metric` before it, and
  /// the units left over. For line endings, the offset after the ending with number `count`.
  ///
  /// - Precondition: the text has at least `count` units.
  /// - Complexity: O(log *n*).
  package func offset(of count: Int, _ metric: TextMetric) -> (utf8: Int, left: Int) {
    precondition(count >= 0 && count <= summary[metric], "a count beyond the text")
    if count == 0 { return (0, 0) }
    // The ending with number `count` is in one leaf, but the offset after it may be in the next.
    let unit = metric == .lineBreaks ? count - 1 : count
    return root.withLeaf(at: unit, metric) { bytes, before in
      let found = TextSummary.offset(of: count - before[metric], metric, in: bytes)
      return (before.utf8 + found.utf8, found.left)
    }
  }

  /// Calls `body` with the bytes of `range`, in contiguous pieces, until it returns false.
  ///
  /// - Precondition: the range is in the text.
  /// - Complexity: O(log *n* + *m*) in the length of the range.
  package func forEachChunk(
    in range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Bool
  ) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= summary.utf8, "a range outside the text")
    if !range.isEmpty { _ = root.forEachChunk(in: range, body) }
  }

  /// Replaces the bytes of `range`.
  ///
  /// - Precondition: the range is in the text, its ends are between scalars, and `new` is UTF-8.
  /// - Complexity: O(log *n* + *m*) in the lengths of the removed and the inserted text.
  package mutating func replace(_ range: Range<Int>, with new: UnsafeBufferPointer<UInt8>) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= summary.utf8,
      "the UTF-8 range \(range.lowerBound)..<\(range.upperBound) is outside a text of \(summary.utf8) bytes"
    )
    precondition(
      new.count <= Rope.maximumCount - summary.utf8 + range.count, "a text of more than 2 GB")
    if root.replaceInLeaf(range, with: new, isOnly: true) != nil { return }
    precondition(
      isBoundary(range.lowerBound) && isBoundary(range.upperBound),
      "the UTF-8 range \(range.lowerBound)..<\(range.upperBound) cuts a scalar")

    // With a byte before and after the edit, the ends of the new leaves split no CR LF.
    let count = summary.utf8
    var start = range.lowerBound > 0 ? leaf(at: range.lowerBound - 1).lowerBound : 0
    var end = range.upperBound < count ? leaf(at: range.upperBound).upperBound : count
    if end - start - range.count + new.count < Node.leafMinimum {
      if end < count {
        end = leaf(at: end).upperBound
      } else if start > 0 {
        start = leaf(at: start - 1).lowerBound
      }
    }
    var text: [UInt8] = []
    text.reserveCapacity(end - start - range.count + new.count)
    append(start..<range.lowerBound, to: &text)
    text.append(contentsOf: new)
    append(range.upperBound..<end, to: &text)
    let leaves = text.withUnsafeBufferPointer { Node.leaves(of: $0) }
    root = Node.tree(
      of: end - start == count ? leaves : root.children(replacing: start..<end, with: leaves))
  }

  /// The bytes of the leaf with the byte at `offset`.
  private func leaf(at offset: Int) -> Range<Int> {
    root.withLeaf(at: offset, .utf8) { $1.utf8..<$1.utf8 + $0.count }
  }

  private func append(_ range: Range<Int>, to bytes: inout [UInt8]) {
    forEachChunk(in: range) {
      bytes.append(contentsOf: $0)
      return true
    }
  }
}

// For tests.
extension Rope {
  /// The number of levels above the leaves, and the number of leaves.
  package var shape: (height: Int, leaves: Int) {
    func shape(_ node: Node) -> (height: Int, leaves: Int) {
      let below = node.children.map(shape)
      return below.isEmpty ? (0, 1) : (below[0].height + 1, below.reduce(0) { $0 + $1.leaves })
    }
    return shape(root)
  }

  /// The broken invariants of the rope; empty if all hold:
  ///
  /// 1. All leaves are on one level, and no other node has a text.
  /// 2. A node has at most `fanOut` children; at least `minimum`, or two if it is the root.
  /// 3. A leaf has at most `leafCapacity` bytes, and at least `leafMinimum` unless it is the only one.
  /// 4. No leaf begins inside a scalar or between a CR and its LF.
  /// 5. The summary of a node is that of its text.
  ///
  /// - Complexity: O(*n* log *n*).
  package var brokenInvariants: [String] {
    var complaints: [String] = []
    func require(_ holds: Bool, _ complaint: String) {
      if !holds { complaints.append(complaint) }
    }
    var last: UInt8?
    func visit(_ node: Node, level: Int, isRoot: Bool) -> [UInt8] {
      var text = node.bytes
      if level == 0 {
        require(node.children.isEmpty, "1: a leaf with children")
        require(text.count <= Node.leafCapacity, "3: \(text.count) bytes")
        require(isRoot || text.count >= Node.leafMinimum, "3: \(text.count) bytes")
        require((text.first ?? 0) & 0xC0 != 0x80, "4: a leaf begins in a scalar")
        require(text.first != .lineFeed || last != .carriageReturn, "4: a CR LF is cut")
        last = text.last
      } else {
        require(text.isEmpty, "1: a node with text")
        require(node.children.count <= Node.fanOut, "2: \(node.children.count) children")
        require(
          node.children.count >= (isRoot ? 2 : Node.minimum), "2: \(node.children.count) children")
        for child in node.children { text += visit(child, level: level - 1, isRoot: false) }
      }
      let summary = text.withUnsafeBufferPointer { TextSummary(of: $0) }
      require(summary == node.summary, "5: \(node.summary) of \(summary)")
      return text
    }
    _ = visit(root, level: shape.height, isRoot: true)
    return complaints
  }
}
