/// A node of a rope: its children, and their lengths.
///
/// The children are leaves on the lowest level, and nodes above it.
struct Node: Sendable {
  /// The lengths of the children.
  var measures: Measures
  /// The children on the lowest level; else empty.
  var leaves: [Leaf]
  /// The children above the lowest level; else empty.
  var nodes: [Node]

  #if DEBUG
    /// The most children of a node; small in debug builds.
    static let fanOut = 8
  #else
    /// The most children of a node.
    static let fanOut = 32
  #endif
  /// The fewest children of a node that is not the root.
  static let minimum = fanOut / 2

  /// A node over leaves.
  init(leaves: [Leaf], _ summaries: [TextSummary]) {
    measures = Measures(leaves: summaries)
    self.leaves = leaves
    nodes = []
  }

  /// A node over nodes.
  init(nodes: [Node]) {
    measures = Measures(nodes: nodes.map { $0.measures.total })
    leaves = []
    self.nodes = nodes
  }

  /// The number of children.
  var count: Int { measures.count }

  /// Measures the children anew, after some came or went.
  mutating func measure(_ summaries: [TextSummary]) {
    measures = nodes.isEmpty ? Measures(leaves: summaries) : Measures(nodes: summaries)
  }

  /// Whether the child at `index` has too few children or bytes.
  func isUnderfull(_ index: Int) -> Bool {
    nodes.isEmpty
      ? measures[.utf8, index] < Leaf.minimum : nodes[index].count < Node.minimum
  }

  /// Nodes with the given children, evenly filled.
  static func group(leaves: [Leaf], _ summaries: [TextSummary]) -> [Node] {
    groups(of: leaves.count).map { Node(leaves: Array(leaves[$0]), Array(summaries[$0])) }
  }

  /// Nodes with the given children, evenly filled.
  static func group(nodes: [Node]) -> [Node] {
    groups(of: nodes.count).map { Node(nodes: Array(nodes[$0])) }
  }

  private static func groups(of count: Int) -> [Range<Int>] {
    let groups = (count + fanOut - 1) / fanOut
    return (0..<groups).map { count * $0 / groups..<count * ($0 + 1) / groups }
  }
}

/// The way from the root to a leaf: the number of the child on every level, five bits each, the
/// lowest level in the lowest bits.
struct Path: Hashable, Sendable {
  private var bits: UInt64 = 0
  /// The most levels of a rope.
  static let maximumHeight = 12

  /// The number of the child on a level; 0 is the lowest.
  @inline(__always)
  subscript(level: Int) -> Int {
    get { Int(truncatingIfNeeded: (bits &>> UInt64(5 &* level)) & 31) }
    set {
      let shift = UInt64(5 &* level)
      bits = (bits & ~(31 &<< shift)) | (UInt64(newValue) &<< shift)
    }
  }
}
