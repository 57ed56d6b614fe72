/// A node of a rope: its children, and their lengths.
///
/// The children are leaves on the lowest level, and nodes above it.
struct Node: Sendable {
  /// The lengths of the children.
  var measures: Measures
  /// The leaves on the lowest level; else empty.
  var page: LeafPage
  /// The children above the lowest level; else empty.
  var nodes: [Node]

  #if DEBUG
    /// The most children of a node above the lowest level; small in debug builds.
    static let fanOut = 8
    /// The most leaves of a node; four times what a search skips at once.
    static let leafFanOut = 8
    /// The number of children that a search skips at once.
    static let groupSize = 4
  #else
    /// The most children of a node above the lowest level.
    static let fanOut = 64
    /// The most leaves of a node.
    static let leafFanOut = 32
    /// The number of children that a search skips at once.
    static let groupSize = 8
  #endif
  /// The number of groups of children above the lowest level.
  static let groupCount = fanOut / groupSize

  /// A node over leaves.
  init(page: LeafPage, _ summaries: [TextSummary]) {
    measures = Measures(leaves: summaries)
    self.page = page
    nodes = []
  }

  /// A node over nodes.
  init(nodes: [Node]) {
    let level = (nodes.first?.measures.level ?? 0) + 1
    measures = Measures(nodes: nodes.map { $0.measures.total }, level: level)
    page = LeafPage()
    self.nodes = nodes
  }

  /// The number of children.
  @inline(__always)
  var count: Int { measures.count }
  /// The most children of this node.
  var capacity: Int { nodes.isEmpty ? Node.leafFanOut : Node.fanOut }
  /// The fewest children of this node where it is not the root.
  var minimum: Int { capacity / 2 }

  /// Whether the child at `index` has too few children or bytes.
  func isUnderfull(_ index: Int) -> Bool {
    nodes.isEmpty
      ? measures[index].utf8 < Leaf.minimum : nodes[index].count < nodes[index].minimum
  }

  /// Nodes with the given children, evenly filled.
  static func group(nodes: [Node]) -> [Node] {
    groups(of: nodes.count, by: fanOut).map { Node(nodes: Array(nodes[$0])) }
  }

  /// So many children in as few even groups as hold them.
  static func groups(of count: Int, by capacity: Int) -> [Range<Int>] {
    let groups = (count + capacity - 1) / capacity
    return (0..<groups).map { count * $0 / groups..<count * ($0 + 1) / groups }
  }
}

/// The way from the root to a leaf: the number of the child on every level, six bits each, the
/// lowest level in the lowest bits.
struct Path: Hashable, Sendable {
  private var bits: UInt64 = 0
  /// The most levels of a rope.
  static let maximumHeight = 10

  /// Goes on to a child.
  @inline(__always)
  mutating func descend(to index: Int) { bits = bits &<< 6 | UInt64(truncatingIfNeeded: index) }

  /// The number of the child on a level; 0 is the lowest.
  @inline(__always)
  subscript(level: Int) -> Int {
    Int(truncatingIfNeeded: (bits &>> UInt64(truncatingIfNeeded: 6 &* level)) & 63)
  }
}
