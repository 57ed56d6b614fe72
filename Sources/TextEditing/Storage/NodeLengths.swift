/// The lengths of nodes under a node: for each unit how much lies before each, in groups.
///
/// First come the sums before each group, then in each group those before each node, where there are
/// none all of the group; and last the length of all. So a search reads two groups and adds nothing
/// up, and neither it nor a change has a branch that the processor could not foresee.
struct NodeLengths {
  private let words: UnsafeBufferPointer<UInt64>

  /// The number of words for one unit.
  private static let unitCount = Node.groupCount + Node.fanOut + 1
  /// The number of words for all units.
  static let wordCount = 4 * unitCount

  /// The lengths in `words`.
  @inline(__always)
  init(_ words: UnsafeBufferPointer<UInt64>) {
    precondition(words.count == Self.wordCount, "lengths of another level")
    self.words = words
  }

  /// The sum at a place.
  @inline(__always)
  private func sum(at place: Int, _ metric: TextMetric) -> Int {
    let stored = words[Self.unitCount &* metric.rawValue &+ place]
    return Int(truncatingIfNeeded: metric.isStoredAsRest ? words[place] &- stored : stored)
  }

  /// How much lies before a node in one unit; before the one behind the last, all.
  private func sum(before index: Int, _ metric: TextMetric) -> Int {
    if index == Node.fanOut { return sum(at: Node.groupCount + Node.fanOut, metric) }
    return sum(at: index / Node.groupSize, metric) + sum(at: Node.groupCount + index, metric)
  }

  /// The length of a node in every unit.
  subscript(index: Int) -> TextSummary { sum(before: index + 1) - sum(before: index) }

  /// The length of all nodes together.
  var total: TextSummary { sum(before: Node.fanOut) }

  /// The length of the nodes before `index` together.
  func sum(before index: Int) -> TextSummary { TextSummary { sum(before: index, $0) } }

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

  /// Not inlined, and all in registers: an array would be counted on the way, and a search handed
  /// over in memory would be read in other pieces than it was written.
  @inline(never)
  private func findAny(
    _ rest: Int, _ metric: TextMetric, counting counted: TextMetric
  ) -> (index: Int, before: Int, counted: Int) {
    switch metric {
    case .utf8: find(rest, .utf8, counting: counted)
    case .lineBreaks: find(rest, .lineBreaks, counting: counted)
    case .utf16, .scalars: find(rest, metric, counting: counted)
    }
  }

  /// The last node that has at most `rest` before it, and how much that is.
  ///
  /// - Precondition: there is more than `rest` in all.
  @inline(__always)
  private func find(
    _ rest: Int, _ metric: TextMetric, counting counted: TextMetric
  ) -> (index: Int, before: Int, counted: Int) {
    let group = index(of: rest, from: 0, metric, count: Node.groupCount)
    let before = sum(at: group, metric)
    let first = Node.groupCount &+ group &* Node.groupSize
    let node = index(of: rest &- before, from: first, metric, count: Node.groupSize)
    let all = before &+ sum(at: first &+ node, metric)
    return (
      group &* Node.groupSize &+ node, all,
      counted == metric ? all : sum(at: group, counted) &+ sum(at: first &+ node, counted)
    )
  }

  /// The last of `count` places from `start` on that has at most `rest` before it.
  @inline(__always)
  private func index(of rest: Int, from start: Int, _ metric: TextMetric, count: Int) -> Int {
    var index = 0
    for place in 1..<count { index &+= sum(at: start &+ place, metric) <= rest ? 1 : 0 }
    return index
  }

  /// Lets a node grow.
  @inline(__always)
  static func add(
    _ growth: TextSummary, at index: Int, in words: UnsafeMutableBufferPointer<UInt64>
  ) {
    precondition(words.count == wordCount, "lengths of another level")
    let group = index / Node.groupSize
    let node = index % Node.groupSize
    let first = Node.groupCount &+ group &* Node.groupSize
    guard let base = words.baseAddress else { return }
    growth.eachStoredUnit { metric, growth in
      let start = base + unitCount &* metric.rawValue
      add(growth, behind: group, of: Node.groupCount, to: start)
      add(growth, behind: node, of: Node.groupSize, to: start + first)
      start[Node.groupCount + Node.fanOut] &+= UInt64(truncatingIfNeeded: growth)
    }
  }

  /// Lets the sums behind number `index` grow.
  @inline(__always)
  private static func add(
    _ growth: Int, behind index: Int, of count: Int, to sums: UnsafeMutablePointer<UInt64>
  ) {
    let growth = SIMD2<UInt64>(repeating: UInt64(truncatingIfNeeded: growth))
    let last = SIMD4<Int32>(repeating: Int32(truncatingIfNeeded: index))
    // Each place twice: so a comparison of halves is one of words.
    var places = SIMD4<Int32>(0, 0, 1, 1)
    for part in 0..<count / 2 {
      let isBehind = unsafeBitCast(places .> last, to: SIMD2<UInt64>.self)
      let pair = UnsafeMutableRawPointer(sums + 2 &* part)
      let old = pair.loadUnaligned(as: SIMD2<UInt64>.self)
      pair.storeBytes(of: old &+ growth & isBehind, as: SIMD2<UInt64>.self)
      places &+= SIMD4<Int32>(repeating: 2)
    }
  }
}
