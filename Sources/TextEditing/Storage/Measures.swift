/// The lengths of a node's children in every unit.
///
/// Those of leaves stand as `LeafLengths`, those of nodes as `NodeLengths`.
struct Measures: Sendable {
  private var lengths: [UInt64]
  private var children: Int16
  private let nodeLevel: Int16

  /// The number of children.
  @inline(__always)
  var count: Int { Int(children) }

  /// The level of the node: 0 where the children are leaves.
  @inline(__always)
  var level: Int { Int(nodeLevel) }

  /// The lengths of leaves.
  ///
  /// - Precondition: there are at most `Node.leafFanOut`.
  init(leaves summaries: [TextSummary]) {
    precondition(summaries.count <= Node.leafFanOut, "too many leaves for a node")
    self.init(summaries, level: 0)
  }

  /// The lengths of the children of a node on the level `level`, which is not the lowest.
  ///
  /// - Precondition: there are at most `Node.fanOut`.
  init(nodes summaries: [TextSummary], level: Int) {
    precondition(summaries.count <= Node.fanOut, "too many children for a node")
    self.init(summaries, level: level)
  }

  private init(_ summaries: [TextSummary], level: Int) {
    children = Int16(truncatingIfNeeded: summaries.count)
    nodeLevel = Int16(truncatingIfNeeded: level)
    let count = level == 0 ? LeafLengths.wordCount : NodeLengths.wordCount
    lengths = [UInt64](repeating: 0, count: count)
    for (index, summary) in summaries.enumerated() { add(summary, at: index) }
  }

  /// What `leaves` or `nodes` say of the lengths, as the level is.
  private func ask<Answer>(
    _ leaves: (LeafLengths) -> Answer, _ nodes: (NodeLengths) -> Answer
  ) -> Answer {
    lengths.withUnsafeBufferPointer {
      level == 0 ? leaves(LeafLengths($0)) : nodes(NodeLengths($0))
    }
  }

  /// The length of one child in every unit.
  subscript(index: Int) -> TextSummary {
    precondition(index >= 0 && index < count, "a child that is not there")
    return ask({ $0[index] }, { $0[index] })
  }

  /// The lengths of all children.
  var summaries: [TextSummary] { (0..<count).map { self[$0] } }

  /// The length of all children together.
  var total: TextSummary { ask({ $0.sum(before: count) }, { $0.total }) }

  /// The length of the children before `index` together.
  func sum(before index: Int) -> TextSummary {
    precondition(index >= 0 && index < count, "a child that is not there")
    return ask({ $0.sum(before: index) }, { $0.sum(before: index) })
  }

  /// What is known of a leaf's lines.
  func lines(of index: Int) -> LineIndex {
    precondition(level == 0 && index >= 0 && index < count, "a leaf that is not there")
    return lengths.withUnsafeBufferPointer { LeafLengths($0).lines(of: index) }
  }

  /// Keeps what is known of a leaf's lines.
  mutating func set(_ lines: LineIndex, of index: Int) {
    precondition(level == 0 && index >= 0 && index < count, "a leaf that is not there")
    lengths.withUnsafeMutableBufferPointer { LeafLengths.set(lines, of: index, in: $0) }
  }

  /// Lets a child grow.
  mutating func add(_ growth: TextSummary, at index: Int) {
    if level == 0 { addToLeaf(growth, at: index) } else { addToNode(growth, at: index) }
  }

  /// Lets a leaf grow.
  ///
  /// - Precondition: the children are leaves.
  @inline(__always)
  mutating func addToLeaf(_ growth: TextSummary, at index: Int) {
    precondition(index >= 0 && index < count, "a leaf that is not there")
    lengths.withUnsafeMutableBufferPointer { LeafLengths.add(growth, at: index, in: $0) }
  }

  /// Lets a node grow.
  ///
  /// - Precondition: the children are nodes.
  @inline(__always)
  mutating func addToNode(_ growth: TextSummary, at index: Int) {
    precondition(index >= 0 && index < count, "a node that is not there")
    lengths.withUnsafeMutableBufferPointer { NodeLengths.add(growth, at: index, in: $0) }
  }
}

// Ways down the tree that change what they come by.
extension Measures {
  /// As `findLeaf(_:)`; lets the leaf grow by so many plain bytes on the way.
  ///
  /// - Returns: also the length in UTF-8 that it had.
  @inline(__always)
  mutating func findLeaf(
    _ offset: Int, growing growth: Int
  ) -> (index: Int, before: Int, count: Int) {
    lengths.withUnsafeMutableBufferPointer { LeafLengths.find(offset, growing: growth, in: $0) }
  }

  /// As `findNode(_:)`; lets the node grow by so many plain bytes on the way.
  @inline(__always)
  mutating func findNode(_ offset: Int, growing growth: Int) -> (index: Int, before: Int) {
    lengths.withUnsafeMutableBufferPointer { NodeLengths.find(offset, growing: growth, in: $0) }
  }
}

// Ways down the tree. The lengths are looked at by pointer: an array would be counted on the way to
// what is not inlined. The pointer is good since whoever goes down holds the node above.
extension Measures {
  @inline(__always)
  private var leaves: LeafLengths { LeafLengths(lengths.withUnsafeBufferPointer { $0 }) }

  @inline(__always)
  private var nodes: NodeLengths { NodeLengths(lengths.withUnsafeBufferPointer { $0 }) }

  /// The length of one leaf in UTF-8.
  @inline(__always)
  func leafCount(_ index: Int) -> Int {
    precondition(index >= 0 && index < count, "a leaf that is not there")
    return leaves.length(of: index, .utf8)
  }

  /// The length of one child in UTF-8; unlike its length in every unit it stands on one line of the
  /// cache, or on two.
  @inline(__always)
  func utf8Length(of index: Int) -> Int {
    precondition(index >= 0 && index < count, "a child that is not there")
    return level == 0 ? leaves.length(of: index, .utf8) : nodes.utf8Length(of: index)
  }

  /// The child that holds the UTF-8 byte number `offset` (from 0), and how many bytes lie before it.
  ///
  /// - Precondition: there is one.
  @inline(__always)
  func find(_ offset: Int) -> (index: Int, before: Int) {
    level == 0 ? leaves.find(offset) : nodes.find(offset)
  }

  /// The leaf that holds the UTF-8 byte number `offset` (from 0), and how many lie before it.
  ///
  /// - Precondition: there is one.
  @inline(__always)
  func findLeaf(_ offset: Int) -> (index: Int, before: Int) { leaves.find(offset) }

  /// The node that holds the UTF-8 byte number `offset` (from 0), and how many lie before it.
  ///
  /// - Precondition: there is one.
  @inline(__always)
  func findNode(_ offset: Int) -> (index: Int, before: Int) { nodes.find(offset) }

  /// The leaf that holds what `search` looks for; the search goes on in it.
  ///
  /// - Precondition: there is one.
  @inline(__always)
  func findLeaf(_ search: inout Search) -> Int { leaves.find(&search) }

  /// The node that holds what `search` looks for; the search goes on in it.
  ///
  /// - Precondition: there is one.
  @inline(__always)
  func findNode(_ search: inout Search) -> Int { nodes.find(&search) }
}
