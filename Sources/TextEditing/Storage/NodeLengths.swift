/// The lengths of nodes under a node: for each unit one after another, in groups.
///
/// First come the lengths of the groups, then those of the nodes, zero where there are none. So a
/// search reads two groups, a change writes two lengths, and neither has a branch that the processor
/// could not foresee.
struct NodeLengths {
  private let words: UnsafeBufferPointer<UInt64>

  /// The number of words for one unit.
  private static let unitCount = Node.groupCount + Node.fanOut
  /// The number of words for all units.
  static let wordCount = 4 * unitCount

  /// The lengths in `words`.
  @inline(__always)
  init(_ words: UnsafeBufferPointer<UInt64>) {
    precondition(words.count == Self.wordCount, "lengths of another level")
    self.words = words
  }

  /// The length of the group or node at a place.
  @inline(__always)
  private func length(at place: Int, _ metric: TextMetric) -> Int {
    Int(truncatingIfNeeded: words[Self.unitCount &* metric.rawValue &+ place])
  }

  /// The length of a node in every unit.
  subscript(index: Int) -> TextSummary {
    TextSummary { length(at: Node.groupCount + index, $0) }
  }

  /// The length of all nodes together.
  var total: TextSummary {
    TextSummary { metric in
      (0..<Node.groupCount).reduce(0) { $0 + length(at: $1, metric) }
    }
  }

  /// The length of the nodes before `index` together.
  func sum(before index: Int) -> TextSummary {
    let group = index / Node.groupSize
    let groups = 0..<group
    let nodes = Node.groupCount + group * Node.groupSize..<Node.groupCount + index
    return TextSummary { metric in
      groups.reduce(0) { $0 + length(at: $1, metric) }
        + nodes.reduce(0) { $0 + length(at: $1, metric) }
    }
  }

  /// The node that holds the UTF-8 byte number `offset` (from 0), and how many lie before it.
  @inline(never)
  func find(_ offset: Int) -> (index: Int, before: Int) {
    let found = find(offset, .utf8, counting: .utf8)
    return (found.index, found.before)
  }

  /// The node that holds what `search` looks for; the search goes on in it.
  @inline(__always)
  func find(_ search: inout Search) -> Int {
    let found = findAny(search.rest, search.metric, counting: search.counted)
    search.rest &-= found.before
    search.passed &+= found.counted
    return found.index
  }

  /// Not inlined, and all in registers: a search handed over in memory would be read in other
  /// pieces than it was written.
  @inline(never)
  private func findAny(
    _ rest: Int, _ metric: TextMetric, counting counted: TextMetric
  ) -> (index: Int, before: Int, counted: Int) {
    find(rest, metric, counting: counted)
  }

  @inline(__always)
  private func find(
    _ rest: Int, _ metric: TextMetric, counting counted: TextMetric
  ) -> (index: Int, before: Int, counted: Int) {
    let group = skip(rest, metric, counting: counted, from: 0, count: Node.groupCount)
    let first = group.index &* Node.groupSize
    let node = skip(
      rest &- group.before, metric, counting: counted, from: Node.groupCount &+ first,
      count: Node.groupSize)
    return (first &+ node.index, group.before &+ node.before, group.counted &+ node.counted)
  }

  /// How many of `count` places from `start` on end at or before `rest`; it is less than `count`.
  @inline(__always)
  private func skip(
    _ rest: Int, _ metric: TextMetric, counting counted: TextMetric, from start: Int, count: Int
  ) -> (index: Int, before: Int, counted: Int) {
    var (index, before, countedBefore) = (0, 0, 0)
    var (total, countedTotal) = (0, 0)
    for place in start..<start &+ count &- 1 {
      total &+= length(at: place, metric)
      countedTotal &+= length(at: place, counted)
      index &+= total <= rest ? 1 : 0
      before = total <= rest ? total : before
      countedBefore = total <= rest ? countedTotal : countedBefore
    }
    return (index, before, countedBefore)
  }

  /// Lets a node grow.
  @inline(__always)
  static func add(
    _ growth: TextSummary, at index: Int, in words: UnsafeMutableBufferPointer<UInt64>
  ) {
    precondition(words.count == wordCount, "lengths of another level")
    growth.eachUnit { metric, growth in
      let start = unitCount &* metric.rawValue
      let growth = UInt64(truncatingIfNeeded: growth)
      words[start &+ index / Node.groupSize] &+= growth
      words[start &+ Node.groupCount &+ index] &+= growth
    }
  }
}
