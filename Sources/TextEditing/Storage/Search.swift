/// A search down the tree for the leaf at a position in one unit, which also counts another.
struct Search {
  /// The unit of the position.
  let metric: TextMetric
  /// The unit to count.
  let counted: TextMetric
  /// The distance to the position from the start of the current node, in `metric`.
  var rest: Int
  /// The number of `counted` units before the current node.
  var passed = 0
  /// The length of the found leaf, in `metric` and in `counted`.
  var leafLength = (metric: 0, counted: 0)

  /// The line index of the found leaf, if one of the units is line endings.
  var lines = LineIndex.unknown

  /// Makes a search for the unit with number `rest` of `metric`.
  @inline(__always)
  init(_ metric: TextMetric, counting counted: TextMetric, rest: Int) {
    self.metric = metric
    self.counted = counted
    self.rest = rest
  }

  /// The UTF-8 length of the found leaf; UTF-8 must be one of the two units.
  @inline(__always)
  var leafCount: Int { metric == .utf8 ? leafLength.metric : leafLength.counted }

  /// Whether each scalar of the leaf has the same length in both units, as `"abc"` in UTF-8 and
  /// UTF-16, but not `"é"`. False if a unit is line endings.
  @inline(__always)
  var isEven: Bool {
    leafLength.metric == leafLength.counted && metric != .lineBreaks && counted != .lineBreaks
  }
}

/// A question about the leaf that a search has found.
protocol LeafQuestion {
  associatedtype Answer
  /// The answer if the search is sufficient for it; then the leaf is not read.
  func answer(_ search: Search) -> Answer?
  /// The answer from the bytes of the leaf.
  func answer(_ bytes: LeafBytes, _ search: Search) -> Answer
}

extension Rope {
  /// Answers a question about the leaf that `search` finds.
  ///
  /// For positions after the finger, the finger's growth is added to the lengths of the tree.
  ///
  /// - Complexity: O(log *n*).
  @inline(__always)
  func ask<Question: LeafQuestion>(_ question: Question, _ search: Search) -> Question.Answer {
    var search = search
    if hasFinger && search.rest >= fingerStart[search.metric] {
      let length = fingerLength
      let rest = search.rest - fingerStart[search.metric]
      if rest < length[search.metric] {
        search.rest = rest
        search.passed = fingerStart[search.counted]
        search.leafLength = (length[search.metric], length[search.counted])
        return question.answer(search) ?? finger.withBytes { question.answer($0, search) }
      }
      search.rest -= growth[search.metric]
      search.passed = growth[search.counted]
    }
    return withUnsafePointer(to: root) {
      let found = Node.find(&search, from: $0, level: height)
      return question.answer(search)
        ?? question.answer(
          LeafBytes(found.node.pointee.page.text(at: found.index, count: search.leafCount)), search)
    }
  }
}

extension Node {
  /// The node with the leaf that `search` finds, and the index of the leaf in it.
  ///
  /// A loop passes nodes by pointer; passed as values, or to an opaque call, each would cost two
  /// atomic operations. The pointers are valid until the root of the search is written to, since
  /// each node retains the arrays below it.
  @inline(__always)
  fileprivate static func find(
    _ search: inout Search, from root: UnsafePointer<Node>, level: Int
  ) -> (node: UnsafePointer<Node>, index: Int) {
    var node = root
    for _ in 0..<level {
      let index = node.pointee.measures.findNode(&search)
      node = node.pointee.nodes.withUnsafeBufferPointer { $0.pointer(to: index) }
    }
    let index = node.pointee.measures.findLeaf(&search)
    return (node, index)
  }
}

extension UnsafeBufferPointer {
  /// The address of the element at `index`, which must exist.
  @inline(__always)
  func pointer(to index: Int) -> UnsafePointer<Element> {
    guard let first = baseAddress, index >= 0, index < count else {
      preconditionFailure("a child that is not there")
    }
    return first + index
  }
}

extension UnsafeMutableBufferPointer {
  /// The address of the element at `index`, which must exist.
  @inline(__always)
  func pointer(to index: Int) -> UnsafeMutablePointer<Element> {
    UnsafeMutablePointer(mutating: UnsafeBufferPointer(self).pointer(to: index))
  }
}
