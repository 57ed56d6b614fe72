/// A node of a rope: a leaf with a text, or children.
///
/// No leaf begins inside a scalar or between a CR and its LF, so the lengths of leaves can be added.
struct Node: Sendable {
  private(set) var summary: TextSummary
  /// The text of a leaf.
  private(set) var bytes: [UInt8]
  /// The children, all leaves or none; empty in a leaf.
  private(set) var children: [Node]

  // In debug builds, short texts make deep trees.
  #if DEBUG
    static let leafCapacity = 64
    static let fanOut = 8
  #else
    /// The maximum size of a leaf in bytes.
    static let leafCapacity = 1024
    /// The maximum number of children.
    static let fanOut = 32
  #endif
  /// The minimum size of a leaf, unless it is the only one.
  static let leafMinimum = leafCapacity / 4
  /// The minimum number of children, except in the root.
  static let minimum = fanOut / 2
  /// The size of new leaves: leaves room for first edits, and for moving a cut to a boundary.
  private static let loadedCount = leafCapacity - max(8, leafCapacity / 20)

  private init(leaf: UnsafeBufferPointer<UInt8>) {
    summary = TextSummary(of: leaf)
    bytes = Array(leaf)
    children = []
  }

  private init(children: [Node]) {
    summary = children.reduce(into: TextSummary()) { $0 += $1.summary }
    bytes = []
    self.children = children
  }

  /// Makes leaves of a text, evenly filled; one leaf of an empty text.
  static func leaves(of text: UnsafeBufferPointer<UInt8>) -> [Node] {
    let count = text.count <= leafCapacity ? 1 : (text.count + loadedCount - 1) / loadedCount
    var start = 0
    return (1...count).map { number in
      // In 64 bits, since the product overflows an `Int` of 32 bits.
      var end = Int(Int64(text.count) * Int64(number) / Int64(count))
      if end < text.count {
        while text[end] & 0xC0 == 0x80 { end -= 1 }
        if text[end] == .lineFeed && text[end - 1] == .carriageReturn { end -= 1 }
      }
      defer { start = end }
      return Node(leaf: UnsafeBufferPointer(rebasing: text[start..<end]))
    }
  }

  /// Makes the fewest nodes of the given children, evenly filled.
  private static func group(_ children: [Node]) -> [Node] {
    let children = filled(children)
    let count = (children.count + fanOut - 1) / fanOut
    var start = 0
    return (0..<count).map { number in
      let end = start + (children.count - start) / (count - number)
      defer { start = end }
      return Node(children: Array(children[start..<end]))
    }
  }

  /// Joins each node that has too few children with a neighbour.
  private static func filled(_ nodes: [Node]) -> [Node] {
    var nodes = nodes
    var index = 0
    while nodes.count > 1, index < nodes.count {
      if nodes[index].children.isEmpty || nodes[index].children.count >= minimum {
        index += 1
      } else {
        index = max(0, index - 1)
        let joined = group(nodes[index].children + nodes[index + 1].children)
        nodes.replaceSubrange(index...index + 1, with: joined)
      }
    }
    return nodes
  }

  /// Makes a tree of the given nodes, at least one, which are on the same level.
  static func tree(of nodes: [Node]) -> Node {
    var nodes = nodes
    while nodes.count > 1 { nodes = group(nodes) }
    var root = nodes[0]
    while root.children.count == 1 { root = root.children[0] }
    return root
  }

  /// Calls `body` with the leaf that has unit number `rest` of `metric`, or else the last leaf, and
  /// with the length of the text before it.
  ///
  /// Nodes are passed by pointer; as values, each would be retained and released.
  func withLeaf<Result>(
    at rest: Int, _ metric: TextMetric, after before: TextSummary = TextSummary(),
    _ body: (_ bytes: UnsafeBufferPointer<UInt8>, _ before: TextSummary) -> Result
  ) -> Result {
    if children.isEmpty { return bytes.withUnsafeBufferPointer { body($0, before) } }
    return children.withUnsafeBufferPointer { children in
      var index = 0
      var rest = rest
      var before = before
      while index < children.count &- 1, rest >= children[index].summary[metric] {
        rest &-= children[index].summary[metric]
        before += children[index].summary
        index &+= 1
      }
      return children[index].withLeaf(at: rest, metric, after: before, body)
    }
  }

  /// Calls `body` with the bytes of `range`, which is not empty, until it returns false.
  func forEachChunk(in range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
    if children.isEmpty {
      return bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
    }
    return children.withUnsafeBufferPointer { children in
      var start = 0
      var index = 0
      while start < range.upperBound {
        let end = start + children[index].summary.utf8
        if end > range.lowerBound {
          let part = max(range.lowerBound, start) - start..<min(range.upperBound, end) - start
          if !children[index].forEachChunk(in: part, body) { return false }
        }
        start = end
        index += 1
      }
      return true
    }
  }

  /// The child with the byte at `offset`, and the number of bytes before it.
  private func child(at offset: Int) -> (index: Int, start: Int) {
    var index = 0
    var start = 0
    while index < children.count - 1, offset >= start + children[index].summary.utf8 {
      start += children[index].summary.utf8
      index += 1
    }
    return (index, start)
  }

  /// Replaces text inside a leaf, and returns the growth.
  ///
  /// Returns nil, with nothing changed, if the range is not in one leaf or at its edge, or if the
  /// leaf would get too large or too small. `isOnly` says whether the node is the root.
  mutating func replaceInLeaf(
    _ range: Range<Int>, with new: UnsafeBufferPointer<UInt8>, isOnly: Bool
  ) -> TextSummary? {
    if !children.isEmpty {
      let (index, start) = child(at: range.lowerBound)
      let part = range.lowerBound - start..<range.upperBound - start
      guard let growth = children[index].replaceInLeaf(part, with: new, isOnly: false) else {
        return nil
      }
      summary += growth
      return growth
    }
    let count = bytes.count - range.count + new.count
    let isInside = range.lowerBound > 0 && range.upperBound < bytes.count
    guard count <= Node.leafCapacity, isOnly || isInside && count >= Node.leafMinimum else {
      return nil
    }
    precondition(
      isBoundary(range.lowerBound) && isBoundary(range.upperBound), "an edit cuts a scalar")
    // With a byte on each side, the summaries show whether line endings were joined or parted.
    let start = max(0, range.lowerBound - 1)
    var growth = TextSummary()
    growth -= length(of: start..<min(range.upperBound + 1, bytes.count))
    bytes.replaceSubrange(range, with: new)
    growth += length(of: start..<min(range.lowerBound + new.count + 1, count))
    summary += growth
    return growth
  }

  private func isBoundary(_ offset: Int) -> Bool {
    offset == bytes.count || bytes[offset] & 0xC0 != 0x80
  }

  private func length(of range: Range<Int>) -> TextSummary {
    bytes.withUnsafeBufferPointer { TextSummary(of: UnsafeBufferPointer(rebasing: $0[range])) }
  }

  /// The children, in any number, after `leaves` replaced those leaves whose bytes are `range`.
  func children(replacing range: Range<Int>, with leaves: [Node]) -> [Node] {
    var all = children
    let (first, start) = child(at: range.lowerBound)
    let (last, lastStart) = child(at: range.upperBound - 1)
    if children[first].children.isEmpty {
      all.replaceSubrange(first...last, with: leaves)
      return all
    }
    let end = min(range.upperBound, start + children[first].summary.utf8)
    var below = children[first].children(
      replacing: range.lowerBound - start..<end - start, with: leaves)
    if first < last {
      below += children[last].children(replacing: 0..<range.upperBound - lastStart, with: [])
    }
    all.replaceSubrange(first...last, with: Node.group(below))
    return Node.filled(all)
  }
}
