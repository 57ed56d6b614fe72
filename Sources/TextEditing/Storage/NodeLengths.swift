/// The lengths of the child nodes of a node. For each unit, sums of 32 bits, in groups.
///
/// First are the sums before each group, then for each node the sums inside its group, and last the
/// total. So a search reads two groups without adding, and the compiler compares four sums at a
/// time. Neither searches nor changes have a branch that the processor could mispredict.
struct NodeLengths {
  private let words: UnsafeBufferPointer<UInt64>
  private var sums: UnsafeBufferPointer<Int32> {
    UnsafeBufferPointer(
      start: UnsafeRawPointer(words.baseAddress)?.assumingMemoryBound(to: Int32.self),
      count: 2 &* words.count)
  }

  /// The number of sums for groups: a multiple of four, which are compared at once.
  private static let groupPlaces = (Node.groupCount + 3) / 4 * 4
  /// The number of sums for one unit, which fill whole words.
  private static let unitCount = groupPlaces + Node.fanOut + 2
  /// The position of the total.
  private static let totalPlace = groupPlaces + Node.fanOut
  static let wordCount = 2 * unitCount

  private typealias Four = SIMD4<Int32>

  @inline(__always)
  init(_ words: UnsafeBufferPointer<UInt64>) {
    precondition(words.count == Self.wordCount, "lengths of another level")
    self.words = words
  }

  @inline(__always)
  private func sum(at place: Int, _ metric: TextMetric) -> Int {
    let stored = sums[Self.unitCount &* metric.rawValue &+ place]
    return Int(metric.isStoredAsRest ? sums[place] &- stored : stored)
  }

  /// The length before a node in one unit; for the index after the last node, the total.
  private func sum(before index: Int, _ metric: TextMetric) -> Int {
    if index == Node.fanOut { return sum(at: Self.totalPlace, metric) }
    return sum(at: index / Node.groupSize, metric) + sum(at: Self.groupPlaces + index, metric)
  }

  @inline(__always)
  func utf8Length(of index: Int) -> Int {
    sum(before: index + 1, .utf8) - sum(before: index, .utf8)
  }

  subscript(index: Int) -> TextSummary { sum(before: index + 1) - sum(before: index) }

  var total: TextSummary { sum(before: Node.fanOut) }

  /// The total length of the nodes before `index`.
  func sum(before index: Int) -> TextSummary { TextSummary { sum(before: index, $0) } }

  /// The node that contains the UTF-8 byte at `offset`, and the number of bytes before the node.
  @inline(never)
  func find(_ offset: Int) -> (index: Int, before: Int) {
    let found = find(offset, .utf8, counting: .utf8)
    return (found.index, found.before)
  }

  /// The node that contains the target of `search`, which continues inside the node.
  @inline(__always)
  func find(_ search: inout Search) -> Int {
    let found = findAny(search.rest, search.metric, counting: search.counted)
    search.rest &-= found.before
    search.passed &+= found.counted
    return found.index
  }

  /// With constant units, the inlined code has no branches and few instructions. So one search can
  /// start while another waits for its leaf.
  @inline(__always)
  private func findAny(
    _ rest: Int, _ metric: TextMetric, counting counted: TextMetric
  ) -> (index: Int, before: Int, counted: Int) {
    switch metric {
    case .utf8: find(rest, .utf8, counting: counted)
    case .lineBreaks: find(rest, .lineBreaks, counting: counted)
    case .utf16, .scalars: find(rest, metric, counting: counted)
    }
  }

  /// The last node with at most `rest`, which is less than the total, before it, and those lengths.
  @inline(__always)
  private func find(
    _ rest: Int, _ metric: TextMetric, counting counted: TextMetric
  ) -> (index: Int, before: Int, counted: Int) {
    let group = index(of: rest, from: 0, metric, count: Self.groupPlaces)
    let before = sum(at: group, metric)
    let first = Self.groupPlaces &+ group &* Node.groupSize
    let node = index(of: rest &- before, from: first, metric, count: Node.groupSize)
    let all = before &+ sum(at: first &+ node, metric)
    return (
      group &* Node.groupSize &+ node, all,
      counted == metric ? all : sum(at: group, counted) &+ sum(at: first &+ node, counted)
    )
  }

  /// The last of `count` sums, beginning with that at `start`, that is at most `rest`.
  @inline(__always)
  private func index(of rest: Int, from start: Int, _ metric: TextMetric, count: Int) -> Int {
    let rest = Four(repeating: Int32(truncatingIfNeeded: rest))
    let raw = UnsafeRawBufferPointer(sums)
    var behind = Four.zero
    for part in 0..<count / 4 {
      let place = start &+ 4 &* part
      let offset = 4 &* (Self.unitCount &* metric.rawValue &+ place)
      var sums = raw.loadUnaligned(fromByteOffset: offset, as: Four.self)
      if metric.isStoredAsRest {
        sums = raw.loadUnaligned(fromByteOffset: 4 &* place, as: Four.self) &- sums
      }
      behind &+= unsafeBitCast(sums .> rest, to: Four.self)
    }
    return count &- 1 &+ Int(behind.wrappedSum())
  }
}

// Changes. `Measures` has checked that the lengths are of this level.
extension NodeLengths {
  /// Finds a node like `find(_:)`, and adds `growth` plain bytes to it.
  @inline(__always)
  static func find(
    _ offset: Int, growing growth: Int, in words: UnsafeMutableBufferPointer<UInt64>
  ) -> (index: Int, before: Int) {
    precondition(words.count == wordCount, "lengths of another level")
    let sums = UnsafeMutableRawBufferPointer(words)
    let group = grow(behind: offset, by: growth, from: 0, count: groupPlaces, in: sums)
    let first = groupPlaces &+ group.index &* Node.groupSize
    let node = grow(
      behind: offset &- group.before, by: growth, from: first, count: Node.groupSize, in: sums)
    add(growth, at: totalPlace, in: sums)
    return (group.index &* Node.groupSize &+ node.index, group.before &+ node.before)
  }

  /// Adds `growth` to those of `count` sums from `start` on that are more than `rest`. Returns the
  /// index and the value of the last other sum.
  @inline(__always)
  private static func grow(
    behind rest: Int, by growth: Int, from start: Int, count: Int,
    in sums: UnsafeMutableRawBufferPointer
  ) -> (index: Int, before: Int) {
    let rest = Four(repeating: Int32(truncatingIfNeeded: rest))
    let growth = Four(repeating: Int32(truncatingIfNeeded: growth))
    var behind = Four.zero
    for part in 0..<count / 4 {
      let offset = 4 &* (start &+ 4 &* part)
      let old = sums.loadUnaligned(fromByteOffset: offset, as: Four.self)
      let isBehind = unsafeBitCast(old .> rest, to: Four.self)
      sums.storeBytes(of: old &+ growth & isBehind, toByteOffset: offset, as: Four.self)
      behind &+= isBehind
    }
    let index = count &- 1 &+ Int(behind.wrappedSum())
    let before = sums.load(fromByteOffset: 4 &* (start &+ index), as: Int32.self)
    return (index, Int(before))
  }

  @inline(__always)
  private static func add(
    _ growth: Int, at place: Int, in sums: UnsafeMutableRawBufferPointer
  ) {
    let old = sums.load(fromByteOffset: 4 &* place, as: Int32.self)
    sums.storeBytes(
      of: old &+ Int32(truncatingIfNeeded: growth), toByteOffset: 4 &* place, as: Int32.self)
  }

  @inline(never)
  static func add(
    _ growth: TextSummary, at index: Int, in words: UnsafeMutableBufferPointer<UInt64>
  ) {
    precondition(words.count == wordCount, "lengths of another level")
    let sums = UnsafeMutableRawBufferPointer(words)
    let group = index / Node.groupSize
    let first = groupPlaces &+ group &* Node.groupSize
    growth.eachStoredUnit { metric, growth in
      let start = unitCount &* metric.rawValue
      add(growth, behind: group, of: groupPlaces, from: start, in: sums)
      add(
        growth, behind: index % Node.groupSize, of: Node.groupSize, from: start &+ first, in: sums)
      add(growth, at: start &+ totalPlace, in: sums)
    }
  }

  /// Adds a growth to the sums after number `index` of those from `start` on.
  @inline(__always)
  private static func add(
    _ growth: Int, behind index: Int, of count: Int, from start: Int,
    in sums: UnsafeMutableRawBufferPointer
  ) {
    let growth = Four(repeating: Int32(truncatingIfNeeded: growth))
    let last = Four(repeating: Int32(truncatingIfNeeded: index))
    var places = Four(0, 1, 2, 3)
    for part in 0..<count / 4 {
      let offset = 4 &* (start &+ 4 &* part)
      let isBehind = unsafeBitCast(places .> last, to: Four.self)
      let old = sums.loadUnaligned(fromByteOffset: offset, as: Four.self)
      sums.storeBytes(of: old &+ growth & isBehind, toByteOffset: offset, as: Four.self)
      places &+= Four(repeating: 4)
    }
  }
}
