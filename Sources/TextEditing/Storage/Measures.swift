/// The lengths of a node's children in every unit, stored as `LeafLengths` or as `NodeLengths`.
struct Measures: Sendable {
  private var lengths: [UInt64]
  private var children: Int16
  private let nodeLevel: Int16

  @inline(__always)
  var count: Int { Int(children) }

  /// The level of the node; 0 if the children are leaves.
  @inline(__always)
  var level: Int { Int(nodeLevel) }

  /// Makes the lengths of at most `Node.leafFanOut` leaves.
  init(leaves summaries: [TextSummary]) {
    precondition(summaries.count <= Node.leafFanOut, "too many leaves for a node")
    self.init(summaries, level: 0)
  }

  /// Makes the lengths of at most `Node.fanOut` child nodes of a node on `level`.
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

  /// The result of `leaves` or of `nodes`, depending on the level.
  private func ask<Answer>(
    _ leaves: (LeafLengths) -> Answer, _ nodes: (NodeLengths) -> Answer
  ) -> Answer {
    lengths.withUnsafeBufferPointer {
      level == 0 ? leaves(LeafLengths($0)) : nodes(NodeLengths($0))
    }
  }

  subscript(index: Int) -> TextSummary {
    precondition(index >= 0 && index < count, "a child that is not there")
    return ask({ $0[index] }, { $0[index] })
  }

  var summaries: [TextSummary] { (0..<count).map { self[$0] } }

  var total: TextSummary { ask({ $0.sum(before: count) }, { $0.total }) }

  /// The total length of the children before `index`.
  func sum(before index: Int) -> TextSummary {
    precondition(index >= 0 && index < count, "a child that is not there")
    return ask({ $0.sum(before: index) }, { $0.sum(before: index) })
  }

  /// The line index of a leaf, if it is known.
  func lines(of index: Int) -> LineIndex {
    precondition(level == 0 && index >= 0 && index < count, "a leaf that is not there")
    return lengths.withUnsafeBufferPointer { LeafLengths($0).lines(of: index) }
  }

  mutating func set(_ lines: LineIndex, of index: Int) {
    precondition(level == 0 && index >= 0 && index < count, "a leaf that is not there")
    lengths.withUnsafeMutableBufferPointer { LeafLengths.set(lines, of: index, in: $0) }
  }

  mutating func add(_ growth: TextSummary, at index: Int) {
    if level == 0 { addToLeaf(growth, at: index) } else { addToNode(growth, at: index) }
  }

  @inline(__always)
  mutating func addToLeaf(_ growth: TextSummary, at index: Int) {
    precondition(index >= 0 && index < count, "a leaf that is not there")
    lengths.withUnsafeMutableBufferPointer { LeafLengths.add(growth, at: index, in: $0) }
  }

  @inline(__always)
  mutating func addToNode(_ growth: TextSummary, at index: Int) {
    precondition(index >= 0 && index < count, "a node that is not there")
    lengths.withUnsafeMutableBufferPointer { NodeLengths.add(growth, at: index, in: $0) }
  }
}

// Searches that also update lengths.
extension Measures {
  /// Finds a leaf like `findLeaf(_:)`, and adds `growth` plain bytes to it.
  ///
  /// - Returns: also the UTF-8 length of the leaf before.
  @inline(__always)
  mutating func findLeaf(
    _ offset: Int, growing growth: Int
  ) -> (index: Int, before: Int, count: Int) {
    lengths.withUnsafeMutableBufferPointer { LeafLengths.find(offset, growing: growth, in: $0) }
  }

  /// Finds a node like `findNode(_:)`, and adds `growth` plain bytes to it.
  @inline(__always)
  mutating func findNode(_ offset: Int, growing growth: Int) -> (index: Int, before: Int) {
    lengths.withUnsafeMutableBufferPointer { NodeLengths.find(offset, growing: growth, in: $0) }
  }
}

// Searches, whose targets must exist. They read lengths by pointer, which is valid because the
// caller retains the node above: an array would be reference-counted for calls that are not
// inlined.
extension Measures {
  @inline(__always)
  private var leaves: LeafLengths { LeafLengths(lengths.withUnsafeBufferPointer { $0 }) }

  @inline(__always)
  private var nodes: NodeLengths { NodeLengths(lengths.withUnsafeBufferPointer { $0 }) }

  /// The length of one child in UTF-8, which is in one or two lines of the processor's cache; the
  /// lengths in other units are not.
  @inline(__always)
  func utf8Length(of index: Int) -> Int {
    precondition(index >= 0 && index < count, "a child that is not there")
    return level == 0 ? leaves.length(of: index, .utf8) : nodes.utf8Length(of: index)
  }

  /// The child that contains the UTF-8 byte at `offset`, and the number of bytes before the child.
  @inline(__always)
  func find(_ offset: Int) -> (index: Int, before: Int) {
    level == 0 ? leaves.find(offset) : nodes.find(offset)
  }

  /// The leaf that contains the UTF-8 byte at `offset`, and the number of bytes before the leaf.
  @inline(__always)
  func findLeaf(_ offset: Int) -> (index: Int, before: Int) { leaves.find(offset) }

  /// The node that contains the UTF-8 byte at `offset`, and the number of bytes before the node.
  @inline(__always)
  func findNode(_ offset: Int) -> (index: Int, before: Int) { nodes.find(offset) }

  /// The leaf that contains the target of `search`, which continues inside the leaf.
  @inline(__always)
  func findLeaf(_ search: inout Search) -> Int { leaves.find(&search) }

  /// The node that contains the target of `search`, which continues inside the node.
  @inline(__always)
  func findNode(_ search: inout Search) -> Int { nodes.find(&search) }
}
