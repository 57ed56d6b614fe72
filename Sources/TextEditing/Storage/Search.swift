/// A way down the tree: to the leaf that holds a place in one unit, counting another on the way.
struct Search {
  /// The unit in which the place is given.
  let metric: TextMetric
  /// The unit that is counted.
  let counted: TextMetric
  /// How far the place is from the start of what is looked at, in `metric`.
  var rest: Int
  /// How much of `counted` lies before what is looked at.
  var passed = 0
  /// The length of the leaf found, in `metric` and in `counted`.
  var leafLength = (metric: 0, counted: 0)

  /// Where the line endings are in the leaf found, where one of the units is that.
  var lines = LineIndex.unknown

  /// A search for the unit number `rest` of `metric`.
  @inline(__always)
  init(_ metric: TextMetric, counting counted: TextMetric, rest: Int) {
    self.metric = metric
    self.counted = counted
    self.rest = rest
  }

  /// The length of the leaf found in UTF-8, which is one of the two units.
  @inline(__always)
  var leafCount: Int { metric == .utf8 ? leafLength.metric : leafLength.counted }

  /// Whether the leaf is as long in one unit as in the other and neither unit is line endings: then
  /// each scalar is as long in both. True of `"abc"` in UTF-8 and UTF-16, not of `"é"`.
  @inline(__always)
  var isEven: Bool {
    leafLength.metric == leafLength.counted && metric != .lineBreaks && counted != .lineBreaks
  }
}

/// What is asked of a leaf that a search has found.
protocol LeafQuestion {
  associatedtype Answer
  /// The answer where the search says enough; then the leaf is not looked at.
  func answer(_ search: Search) -> Answer?
  /// The answer of a leaf with the given bytes.
  func answer(_ bytes: LeafBytes, _ search: Search) -> Answer
}

extension Rope {
  /// Asks the leaf that `search` finds.
  ///
  /// Of places behind the finger the tree knows all but the finger's growth.
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
  /// The node with the leaf that `search` finds, and the leaf's number there.
  ///
  /// Nodes are passed by pointer and in a loop: passed as values, or on the way to a call that the
  /// compiler does not see through, each would cost two atomic counts. The pointers stay good as
  /// long as nobody writes to the node that the way began with: arrays are kept by what is above
  /// them.
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
  /// Where the element at `index` stands.
  ///
  /// - Precondition: there is one.
  @inline(__always)
  func pointer(to index: Int) -> UnsafePointer<Element> {
    guard let first = baseAddress, index >= 0, index < count else {
      preconditionFailure("a child that is not there")
    }
    return first + index
  }
}

extension UnsafeMutableBufferPointer {
  /// Where the element at `index` stands.
  ///
  /// - Precondition: there is one.
  @inline(__always)
  func pointer(to index: Int) -> UnsafeMutablePointer<Element> {
    UnsafeMutablePointer(mutating: UnsafeBufferPointer(self).pointer(to: index))
  }
}
