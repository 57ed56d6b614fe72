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
  /// The way to the finger, and what the finger has grown by, in `metric` and in `counted`.
  let path: Path
  let growth: (metric: Int, counted: Int)
  /// Whether what is looked at holds the finger.
  var isOnPath: Bool

  /// A search for the unit number `rest` of `metric` in a rope.
  init(_ rest: Int, _ metric: TextMetric, counting counted: TextMetric, in rope: borrowing Rope) {
    self.metric = metric
    self.counted = counted
    self.rest = rest
    path = rope.path
    growth = (rope.growth[metric], rope.growth[counted])
    isOnPath = rope.hasFinger
  }
}

extension Rope {
  /// Hands the leaf that `search` finds to `body`, with the search.
  ///
  /// - Complexity: O(log *n*).
  @inline(__always)
  func withLeaf<Result>(_ search: Search, _ body: (Leaf, Search) -> Result) -> Result {
    var search = search
    let found = withUnsafePointer(to: root) { Node.find($0, &search, level: height) }
    return body(search.isOnPath ? finger : found, search)
  }
}

extension Node {
  /// The leaf that `search` finds; the finger's empty place where it ends on the finger's path.
  ///
  /// Nodes are passed by pointer: passed as values, each would cost three atomic counts a level.
  fileprivate static func find(
    _ node: UnsafePointer<Node>, _ search: inout Search, level: Int
  ) -> Leaf {
    let index = node.pointee.measures.find(&search, level: level)
    if level == 0 { return node.pointee.leaves[index] }
    return node.pointee.nodes.withUnsafeBufferPointer { nodes in
      guard let first = nodes.baseAddress, index < nodes.count else {
        preconditionFailure("a child that is not there")
      }
      return find(first + index, &search, level: level - 1)
    }
  }
}

extension Measures {
  /// The child that holds what `search` looks for, or the last one; the search goes on in it.
  @inline(__always)
  func find(_ search: inout Search, level: Int) -> Int {
    let hot = search.isOnPath ? search.path[level] : -1
    let index = find(&search.rest, search.metric, hot: hot, growth: search.growth.metric)
    search.passed += sum(search.counted, before: index)
    if hot >= 0 && index > hot { search.passed += search.growth.counted }
    search.isOnPath = index == hot
    if level == 0 {
      let isHot = search.isOnPath ? 1 : 0
      search.leafLength = (
        self[search.metric, index] + isHot * search.growth.metric,
        self[search.counted, index] + isHot * search.growth.counted
      )
    }
    return index
  }
}
