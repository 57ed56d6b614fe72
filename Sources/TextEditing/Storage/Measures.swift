/// The lengths of a node's children in every unit.
///
/// Those of leaves stand unit by unit, 16 bits each: `LeafLengths`. On the next two levels 32 bits
/// are enough, two words for each child; only texts of more than 100 MB have levels with four. There
/// children stand in groups: first come the lengths of the groups, then those of the children, zero
/// where there are none. So a change writes two of them, a search reads two groups, and neither has
/// a branch that the processor could not foresee.
struct Measures: Sendable {
  private var lengths: [UInt64]
  private var children: Int16
  private let nodeLevel: Int16

  /// The number of children.
  @inline(__always)
  var count: Int { Int(children) }

  /// The level of the node: 0 where the children are leaves.
  var level: Int { Int(nodeLevel) }

  /// The number of words for a child that is a node.
  @inline(__always)
  private var width: Int { nodeLevel < 3 ? 2 : 4 }

  /// The number of words for all groups and children.
  @inline(__always)
  private static func wordCount(_ width: Int) -> Int {
    (Node.groupCount + Node.fanOut) * width
  }

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
    let count = level == 0 ? LeafLengths.wordCount : Self.wordCount(level < 3 ? 2 : 4)
    lengths = [UInt64](repeating: 0, count: count)
    for (index, summary) in summaries.enumerated() { grow(index, by: summary) }
  }

  /// The length of one child in every unit.
  subscript(index: Int) -> TextSummary {
    precondition(index >= 0 && index < count, "a child that is not there")
    return nodeLevel == 0
      ? leaves[index]
      : length(at: Node.groupCount + index)
  }

  /// The lengths of all children.
  var summaries: [TextSummary] { (0..<count).map { self[$0] } }

  /// The length of all children together.
  var total: TextSummary {
    nodeLevel == 0
      ? leaves.sum(before: Node.leafFanOut)
      : (0..<Node.groupCount).reduce(into: TextSummary()) { $0 += length(at: $1) }
  }

  /// The length of the children before `index` together.
  func sum(before index: Int) -> TextSummary {
    precondition(index >= 0 && index < count, "a child that is not there")
    if nodeLevel == 0 { return leaves.sum(before: index) }
    let group = index / Node.groupSize
    var sum = TextSummary()
    for place in 0..<group { sum += length(at: place) }
    for child in group * Node.groupSize..<index { sum += length(at: Node.groupCount + child) }
    return sum
  }

  /// Lets a child grow.
  @inline(__always)
  mutating func add(_ growth: TextSummary, at index: Int) {
    precondition(index >= 0 && index < count, "a child that is not there")
    grow(index, by: growth)
  }

  @inline(__always)
  private mutating func grow(_ index: Int, by growth: TextSummary) {
    if nodeLevel == 0 {
      lengths.withUnsafeMutableBufferPointer { LeafLengths.add(growth, at: index, in: $0) }
    } else if nodeLevel < 3 {
      grow(index, by: growth, width: 2)
    } else {
      grow(index, by: growth, width: 4)
    }
  }

  @inline(__always)
  private mutating func grow(_ index: Int, by growth: TextSummary, width: Int) {
    lengths.withUnsafeMutableBufferPointer {
      precondition($0.count == Self.wordCount(width), "lengths of another level")
      let words = Self.words(growth, width: width)
      Self.add(words, at: index / Node.groupSize, width: width, $0)
      Self.add(words, at: Node.groupCount + index, width: width, $0)
    }
  }

  @inline(__always)
  private static func add(
    _ words: Words, at place: Int, width: Int, _ lengths: UnsafeMutableBufferPointer<UInt64>
  ) {
    lengths[place * width] &+= words.0
    lengths[place * width + 1] &+= words.1
    if width == 2 { return }
    lengths[place * width + 2] &+= words.2
    lengths[place * width + 3] &+= words.3
  }

  /// The length of the group or child at a place.
  private func length(at place: Int) -> TextSummary {
    let width = self.width
    return lengths.withUnsafeBufferPointer { lengths in
      precondition(place >= 0 && width * (place + 1) <= lengths.count, "no such place")
      func lane(_ metric: TextMetric) -> Int {
        Self.lane(metric, of: Self.words(at: place, width: width, lengths), width: width)
      }
      return TextSummary(
        utf8: lane(.utf8), utf16: lane(.utf16), scalars: lane(.scalars),
        lineBreaks: lane(.lineBreaks))
    }
  }
}

extension Measures {
  /// Four lengths in two words, or in four.
  private typealias Words = (UInt64, UInt64, UInt64, UInt64)

  /// Lengths in words; of those that are not needed nothing is said.
  ///
  /// The lanes of growths may be negative: the sum of words is the word of the sums wherever these
  /// are not.
  @inline(__always)
  private static func words(_ summary: TextSummary, width: Int) -> Words {
    let utf8 = UInt64(truncatingIfNeeded: summary.utf8)
    let utf16 = UInt64(truncatingIfNeeded: summary.utf16)
    let scalars = UInt64(truncatingIfNeeded: summary.scalars)
    let lineBreaks = UInt64(truncatingIfNeeded: summary.lineBreaks)
    if width == 2 { return (utf8 &+ utf16 &<< 32, scalars &+ lineBreaks &<< 32, 0, 0) }
    return (utf8, utf16, scalars, lineBreaks)
  }

  @inline(__always)
  private static func words(
    at place: Int, width: Int, _ lengths: UnsafeBufferPointer<UInt64>
  ) -> Words {
    let start = width &* place
    let first = lengths[start]
    if width == 2 { return (first, lengths[start &+ 1], 0, 0) }
    return (first, lengths[start &+ 1], lengths[start &+ 2], lengths[start &+ 3])
  }

  /// One length.
  @inline(__always)
  private static func lane(_ metric: TextMetric, of words: Words, width: Int) -> Int {
    let unit = metric.rawValue
    if width == 2 {
      let word = unit < 2 ? words.0 : words.1
      return Int(truncatingIfNeeded: (word &>> UInt64(32 &* (unit & 1))) & 0xFFFF_FFFF)
    }
    let word = unit < 2 ? (unit == 0 ? words.0 : words.1) : (unit == 2 ? words.2 : words.3)
    return Int(truncatingIfNeeded: word)
  }
}

extension Measures {
  /// The child that holds the UTF-8 byte number `offset` (from 0); `offset` becomes what is left
  /// of it there.
  @inline(__always)
  func find(_ offset: inout Int) -> Int {
    var search = Search(.utf8, counting: .utf8, rest: offset)
    let index = level == 0 ? leaves.find(&search) : findNode(&search)
    offset = search.rest
    return index
  }

  /// The lengths of leaves, good as long as nobody writes to them.
  @inline(__always)
  var leaves: LeafLengths { LeafLengths(lengths.withUnsafeBufferPointer { $0 }) }

  /// The node that holds what `search` looks for; the search goes on in it.
  ///
  /// - Precondition: there is one.
  @inline(__always)
  func findNode(_ search: inout Search) -> Int {
    lengths.withUnsafeBufferPointer { lengths in
      if nodeLevel < 3 {
        precondition(lengths.count == Self.wordCount(2), "lengths of another level")
        return Self.find(&search, width: 2, lengths)
      }
      precondition(lengths.count == Self.wordCount(4), "lengths of another level")
      return Self.find(&search, width: 4, lengths)
    }
  }

  @inline(__always)
  private static func find(
    _ search: inout Search, width: Int, _ lengths: UnsafeBufferPointer<UInt64>
  ) -> Int {
    let group = skip(&search, from: 0, count: Node.groupCount, width: width, lengths)
    let first = group * Node.groupSize
    return first
      + skip(&search, from: Node.groupCount + first, count: Node.groupSize, width: width, lengths)
  }

  /// How many of `count` places from `start` on end at or before what `search` looks for; it is
  /// less than `count`. The search goes on behind them.
  @inline(__always)
  private static func skip(
    _ search: inout Search, from start: Int, count: Int, width: Int,
    _ lengths: UnsafeBufferPointer<UInt64>
  ) -> Int {
    var skipped = 0
    var (total, counted) = (0, 0)
    var (before, countedBefore) = (0, 0)
    for place in start..<start &+ count &- 1 {
      let words = words(at: place, width: width, lengths)
      total &+= lane(search.metric, of: words, width: width)
      counted &+= lane(search.counted, of: words, width: width)
      let isBefore = total <= search.rest
      skipped &+= isBefore ? 1 : 0
      before = isBefore ? total : before
      countedBefore = isBefore ? counted : countedBefore
    }
    search.rest &-= before
    search.passed &+= countedBefore
    return skipped
  }
}
