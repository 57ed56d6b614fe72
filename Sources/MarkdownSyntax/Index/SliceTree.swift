/// The slices of a document in order, as a B+tree. A copy costs O(1), and a change copies only the
/// shared nodes on its path.
///
/// A node has the sums of its children beside the references to them. So a descent reads one piece
/// of memory on each level, and none of the children that it passes.
struct SliceTree: Sendable {
  /// The root; a leaf without slices if the tree is empty.
  var root = Node(slices: [])
  /// The level of the root; 0 if it is a leaf.
  var height = 0

  /// A node with its sum: slices on the lowest level, nodes above it.
  struct Node: Sendable {
    var sum: Sum
    /// The slices on the lowest level; otherwise empty.
    var slices: [Slice]
    /// The nodes below, above the lowest level; otherwise empty.
    var nodes: [Node]

    init(slices: [Slice]) {
      self.slices = slices
      nodes = []
      sum = Sum(of: slices)
    }

    init(nodes: [Node]) {
      slices = []
      self.nodes = nodes
      sum = Sum(of: nodes)
    }
  }

  /// The counts and lengths of slices; a text has less than 2 GB.
  struct Sum: Hashable, Sendable {
    private var slices: UInt32 = 0
    private var bytes: UInt32 = 0
    private var definers: UInt32 = 0

    init() {}

    @inline(__always)
    init(_ slice: Slice) {
      slices = 1
      bytes = UInt32(truncatingIfNeeded: slice.length)
      definers = slice.group == 0 ? 0 : 1
    }

    init(of slices: some Collection<Slice>) {
      for slice in slices { add(Sum(slice)) }
    }

    init(of nodes: [Node]) {
      for node in nodes { add(node.sum) }
    }

    /// The number of slices.
    @inline(__always)
    var count: Int { Int(slices) }
    /// The number of their UTF-8 bytes.
    @inline(__always)
    var length: Int { Int(bytes) }
    /// The number of them with definitions.
    @inline(__always)
    var defining: Int { Int(definers) }

    @inline(__always)
    mutating func add(_ other: Sum) {
      slices &+= other.slices
      bytes &+= other.bytes
      definers &+= other.definers
    }

    @inline(__always)
    mutating func subtract(_ other: Sum) {
      slices &-= other.slices
      bytes &-= other.bytes
      definers &-= other.definers
    }
  }

  #if DEBUG
    /// The greatest number of slices in a leaf; few in debug builds, so that small tests go deep.
    static let leafCapacity = 4
    /// The greatest number of nodes in a node.
    static let fanOut = 8
  #else
    static let leafCapacity = 64
    static let fanOut = 16
  #endif

  /// Makes a tree of `slices`. O(*n*).
  init(_ slices: [Slice] = []) {
    setRoot(of: Node.leaves(of: slices[...], filledTo: Self.leafCapacity * 7 / 8), height: 0)
  }

  /// Puts nodes of the level `height` at the top, with as many nodes above them as they need.
  mutating func setRoot(of nodes: [Node], height: Int) {
    var nodes = nodes
    self.height = height
    while nodes.count > 1 {
      nodes = Node.grouped(nodes)
      self.height += 1
    }
    root = nodes.first ?? Node(slices: [])
    if nodes.isEmpty { self.height = 0 }
    while self.height > 0, root.nodes.count == 1 {
      root = root.nodes[0]
      self.height -= 1
    }
  }

  var sum: Sum { root.sum }
  var count: Int { sum.count }
}
