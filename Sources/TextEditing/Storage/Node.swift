/// A node of a rope: its children and their lengths.
///
/// The children are leaves on the lowest level, and nodes above it.
struct Node: Sendable {
  var measures: Measures
  /// The leaves, on the lowest level; otherwise empty.
  var page: LeafPage
  /// The child nodes, above the lowest level; otherwise empty.
  var nodes: [Node]

  #if DEBUG
    /// The maximum number of child nodes; small in debug builds.
    static let fanOut = 8
    /// The maximum number of leaves, a multiple of what a search skips at once.
    static let leafFanOut = 8
    /// The number of children that a search skips at once.
    static let groupSize = 4
  #else
    static let fanOut = 64
    static let leafFanOut = 32
    static let groupSize = 8
  #endif
  static let groupCount = fanOut / groupSize

  init(page: LeafPage, _ summaries: [TextSummary]) {
    measures = Measures(leaves: summaries)
    self.page = page
    nodes = []
  }

  init(nodes: [Node]) {
    let level = (nodes.first?.measures.level ?? 0) + 1
    measures = Measures(nodes: nodes.map { $0.measures.total }, level: level)
    page = LeafPage()
    self.nodes = nodes
  }

  @inline(__always)
  var count: Int { measures.count }
  var capacity: Int { nodes.isEmpty ? Node.leafFanOut : Node.fanOut }
  /// The minimum number of children, except in the root.
  var minimum: Int { capacity / 2 }

  /// Whether the child at `index` has too few children or bytes.
  func isUnderfull(_ index: Int) -> Bool {
    nodes.isEmpty
      ? measures[index].utf8 < Leaf.minimum : nodes[index].count < nodes[index].minimum
  }

  /// Makes nodes of the given children, evenly filled.
  static func group(nodes: [Node]) -> [Node] {
    groups(of: nodes.count, by: fanOut).map { Node(nodes: Array(nodes[$0])) }
  }

  /// Divides children into the smallest number of even groups.
  static func groups(of count: Int, by capacity: Int) -> [Range<Int>] {
    let groups = (count + capacity - 1) / capacity
    return (0..<groups).map { count * $0 / groups..<count * ($0 + 1) / groups }
  }
}

/// The path from the root to a leaf: the index of the child on each level, six bits each. The
/// lowest level has the lowest bits.
struct Path: Hashable, Sendable {
  private var bits: UInt64 = 0

  @inline(__always)
  mutating func descend(to index: Int) { bits = bits &<< 6 | UInt64(truncatingIfNeeded: index) }

  /// The index of the child on a level; 0 is the lowest.
  @inline(__always)
  subscript(level: Int) -> Int {
    Int(truncatingIfNeeded: (bits &>> UInt64(truncatingIfNeeded: 6 &* level)) & 63)
  }
}
