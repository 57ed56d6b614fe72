/// The slices of a document in order, as a persistent balanced tree: a copy costs O(1), and a
/// change makes O(log *n*) new nodes.
struct SliceTree: Sendable {
  /// The root; nil where there are no slices.
  var root: Node?

  /// A node of the tree; nothing in it ever changes.
  final class Node: Sendable {
    /// 0 for a leaf.
    let height: Int
    /// The slices of a leaf; empty in an inner node.
    let slices: [Slice]
    /// What an inner node holds.
    let children: Pair?
    let sum: Sum

    init(leaf slices: [Slice]) {
      self.slices = slices
      height = 0
      children = nil
      var sum = Sum()
      for slice in slices { sum.add(slice) }
      self.sum = sum
    }

    init(_ left: Node, _ right: Node) {
      slices = []
      height = max(left.height, right.height) + 1
      children = Pair(left: left, right: right)
      sum = left.sum + right.sum
    }
  }

  /// The children of an inner node.
  struct Pair: Sendable {
    let left: Node
    let right: Node
  }

  /// What is added up over slices.
  struct Sum: Hashable, Sendable {
    /// How many slices there are.
    var count = 0
    /// How many UTF-8 bytes they have.
    var length = 0
    /// How many of them have definitions.
    var defining = 0
    /// How many of them do not begin inside a paragraph.
    var heads = 0
    /// What of any of them reaches out.
    var reach: InlineReach = []

    mutating func add(_ slice: Slice) {
      count += 1
      length += slice.length
      defining += slice.group == 0 ? 0 : 1
      heads += slice.isCut ? 0 : 1
      reach.formUnion(slice.reach)
    }

    static func + (first: Sum, second: Sum) -> Sum {
      Sum(
        count: first.count + second.count, length: first.length + second.length,
        defining: first.defining + second.defining, heads: first.heads + second.heads,
        reach: first.reach.union(second.reach))
    }
  }

  /// The most slices in a leaf; few in debug builds, so that small tests go deep.
  static let leafCapacity: Int = {
    #if DEBUG
      4
    #else
      64
    #endif
  }()

  /// Makes a tree of `slices`.
  ///
  /// - Complexity: O(*n*).
  init(_ slices: [Slice] = []) {
    root = Self.built(slices[...])
  }

  private static func built(_ slices: ArraySlice<Slice>) -> Node? {
    if slices.isEmpty { return nil }
    if slices.count <= leafCapacity { return Node(leaf: Array(slices)) }
    // Halves of whole leaves, so that the leaves are full and the heights agree.
    let leaves = (slices.count + leafCapacity - 1) / leafCapacity
    let middle = slices.startIndex + leaves / 2 * leafCapacity
    return joined(built(slices[..<middle]), built(slices[middle...]))
  }

  /// What is added up over all slices.
  var sum: Sum { root?.sum ?? Sum() }
  /// The number of slices.
  var count: Int { sum.count }
}
