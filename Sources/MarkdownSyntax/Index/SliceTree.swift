/// The slices of a document in order, as a B+tree: a copy costs O(1), and a change copies the nodes
/// on the way to it where they are shared, else none.
///
/// A node holds what is added up over each of its children beside the references to them, so that
/// a way down reads one stretch of memory on each level, and of what it passes nothing.
struct SliceTree: Sendable {
  /// The root; without slices where the tree has none.
  var root = Node(slices: [])
  /// The level of the root; 0 where it holds slices.
  var height = 0

  /// A node with what is added up over it: slices on the lowest level, nodes above it.
  struct Node: Sendable {
    var sum: Sum
    /// The slices on the lowest level; else empty.
    var slices: [Slice]
    /// The nodes below, above the lowest level; else empty.
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

  /// What is added up over slices; a text has less than 2 GB.
  struct Sum: Hashable, Sendable {
    private var slices: UInt32 = 0
    private var bytes: UInt32 = 0
    private var definers: UInt32 = 0

    /// Of nothing.
    init() {}

    /// Of one slice.
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

    /// How many slices there are.
    @inline(__always)
    var count: Int { Int(slices) }
    /// How many UTF-8 bytes they have.
    @inline(__always)
    var length: Int { Int(bytes) }
    /// How many of them have definitions.
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
    /// The most slices in a leaf; few in debug builds, so that small tests go deep.
    static let leafCapacity = 4
    /// The most nodes in a node.
    static let fanOut = 8
  #else
    /// The most slices in a leaf.
    static let leafCapacity = 64
    /// The most nodes in a node.
    static let fanOut = 16
  #endif

  /// Makes a tree of `slices`.
  ///
  /// - Complexity: O(*n*).
  init(_ slices: [Slice] = []) {
    setRoot(of: Node.leaves(of: slices[...], filledTo: Self.leafCapacity * 7 / 8), height: 0)
  }

  /// Puts nodes at the top, all of the level `height`, and as many above them as they need.
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

  /// What is added up over all slices.
  var sum: Sum { root.sum }
  /// The number of slices.
  var count: Int { sum.count }
}
