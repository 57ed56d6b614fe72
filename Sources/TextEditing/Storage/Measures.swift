/// The lengths of a node's children in every unit, as sums over the children before each place.
///
/// Leaves are short: the four lengths of one fit into a word, 16 bits each, and so do the sums of a
/// node's leaves. On the next two levels 32 bits are enough, two words for each place; only texts
/// of more than 100 MB have levels with four. Above the leaves the sums start anew with every group
/// of children: first stand those between groups, then those in each group. So a change writes few
/// of them, and neither it nor a search has a branch that the processor could not foresee. Behind
/// the last child the sums go on as if children without text followed.
struct Measures: Sendable {
  private(set) var sums: [UInt64]
  private var children: Int16
  private let nodeLevel: Int16

  /// The number of children.
  @inline(__always)
  var count: Int { Int(children) }

  /// The level of the node: 0 where the children are leaves.
  var level: Int { Int(nodeLevel) }

  /// The number of words for the leaves of a node.
  static let leafWords = Node.leafFanOut + 1
  /// The number of nodes in a group.
  static let group = Node.fanOut / Node.groupCount
  /// Where the places in the first group begin.
  static let inner = Node.groupCount + 1
  /// The number of places above the lowest level.
  static let places = inner + Node.groupCount * (group + 1)

  /// The number of words for a place above the lowest level.
  @inline(__always)
  var width: Int { nodeLevel < 3 ? 2 : 4 }

  /// The lengths of leaves.
  ///
  /// - Precondition: there are at most `Node.leafFanOut`.
  init(leaves summaries: [TextSummary]) {
    precondition(summaries.count <= Node.leafFanOut, "too many leaves for a node")
    sums = [UInt64](repeating: 0, count: Self.leafWords)
    children = Int16(truncatingIfNeeded: summaries.count)
    nodeLevel = 0
    for index in 0..<Node.leafFanOut {
      let length = index < summaries.count ? summaries[index] : TextSummary()
      sums[index + 1] = sums[index] &+ Self.pack(length)
    }
  }

  /// The lengths of the children of a node on the level `level`, which is not the lowest.
  ///
  /// - Precondition: there are at most `Node.fanOut`.
  init(nodes summaries: [TextSummary], level: Int) {
    precondition(summaries.count <= Node.fanOut, "too many children for a node")
    children = Int16(truncatingIfNeeded: summaries.count)
    nodeLevel = Int16(truncatingIfNeeded: level)
    sums = []
    sums = [UInt64](repeating: 0, count: Self.places * width)
    var total = TextSummary()
    for group in 0..<Node.groupCount {
      var part = TextSummary()
      for index in group * Self.group..<(group + 1) * Self.group {
        if index < summaries.count { part += summaries[index] }
        store(part, at: Self.place(of: index) + 1)
      }
      total += part
      store(total, at: group + 1)
    }
  }

  /// The length of one child in every unit.
  subscript(index: Int) -> TextSummary {
    precondition(index >= 0 && index < count, "a child that is not there")
    if nodeLevel == 0 { return Self.unpack(sums[index + 1] &- sums[index]) }
    let place = Self.place(of: index)
    return summary(at: place + 1) - summary(at: place)
  }

  /// The lengths of all children.
  var summaries: [TextSummary] { (0..<count).map { self[$0] } }

  /// The length of all children together.
  var total: TextSummary {
    nodeLevel == 0 ? Self.unpack(sums[Node.leafFanOut]) : summary(at: Node.groupCount)
  }

  /// The length of the children before `index` together.
  func sum(before index: Int) -> TextSummary {
    precondition(index >= 0 && index < count, "a child that is not there")
    if nodeLevel == 0 { return Self.unpack(sums[index]) }
    return summary(at: index / Self.group) + summary(at: Self.place(of: index))
  }

  /// Lets a leaf grow.
  @inline(__always)
  mutating func add(_ growth: TextSummary, toLeaf index: Int) {
    precondition(index >= 0 && index < count, "a child that is not there")
    sums.withUnsafeMutableBufferPointer {
      precondition($0.count == Self.leafWords, "sums of another level")
      let growth = Self.pack(growth)
      for place in index + 1..<Self.leafWords { $0[place] &+= growth }
    }
  }

  /// Lets a child that is a node grow.
  @inline(__always)
  mutating func add(_ growth: TextSummary, toNode index: Int) {
    precondition(index >= 0 && index < count, "a child that is not there")
    let width = self.width
    sums.withUnsafeMutableBufferPointer {
      precondition($0.count == Self.places * width, "sums of another level")
      if width == 2 {
        Self.add(growth, toNode: index, width: 2, $0)
      } else {
        Self.add(growth, toNode: index, width: 4, $0)
      }
    }
  }

  @inline(__always)
  private static func add(
    _ growth: TextSummary, toNode index: Int, width: Int,
    _ sums: UnsafeMutableBufferPointer<UInt64>
  ) {
    let words = Self.words(growth, width: width)
    let start = inner + index / group * (group + 1)
    add(words, behind: index / group, of: 0..<inner, width: width, sums)
    add(words, behind: index % group, of: start..<start + group + 1, width: width, sums)
  }

  /// Adds to the sums behind the child `index` of a group, or behind a group.
  @inline(__always)
  private static func add(
    _ words: (UInt64, UInt64, UInt64, UInt64), behind index: Int, of places: Range<Int>,
    width: Int, _ sums: UnsafeMutableBufferPointer<UInt64>
  ) {
    for place in 1..<places.count {
      // All ones behind the child, else zero.
      let mask = UInt64(truncatingIfNeeded: (index &- place) &>> (Int.bitWidth - 1))
      let start = width &* (places.lowerBound &+ place)
      sums[start] &+= words.0 & mask
      sums[start &+ 1] &+= words.1 & mask
      if width == 4 {
        sums[start &+ 2] &+= words.2 & mask
        sums[start &+ 3] &+= words.3 & mask
      }
    }
  }
}

extension Measures {
  /// Where, above the lowest level, the sum over the children of its group before `index` stands.
  @inline(__always)
  private static func place(of index: Int) -> Int {
    inner + index / group * (group + 1) + index % group
  }

  /// Lengths in one word.
  ///
  /// The lanes of growths may be negative: the sum of words is the word of the sums wherever these
  /// are not.
  @inline(__always)
  static func pack(_ summary: TextSummary) -> UInt64 {
    UInt64(truncatingIfNeeded: summary.utf8)
      &+ UInt64(truncatingIfNeeded: summary.utf16) &<< 16
      &+ UInt64(truncatingIfNeeded: summary.scalars) &<< 32
      &+ UInt64(truncatingIfNeeded: summary.lineBreaks) &<< 48
  }

  /// Lengths in two words or four, and zeros.
  @inline(__always)
  private static func words(
    _ summary: TextSummary, width: Int
  ) -> (UInt64, UInt64, UInt64, UInt64) {
    let utf8 = UInt64(truncatingIfNeeded: summary.utf8)
    let utf16 = UInt64(truncatingIfNeeded: summary.utf16)
    let scalars = UInt64(truncatingIfNeeded: summary.scalars)
    let lineBreaks = UInt64(truncatingIfNeeded: summary.lineBreaks)
    return width == 2
      ? (utf8 &+ utf16 &<< 32, scalars &+ lineBreaks &<< 32, 0, 0)
      : (utf8, utf16, scalars, lineBreaks)
  }

  @inline(__always)
  private static func unpack(_ word: UInt64) -> TextSummary {
    TextSummary(
      utf8: lane(.utf8, of: word), utf16: lane(.utf16, of: word),
      scalars: lane(.scalars, of: word), lineBreaks: lane(.lineBreaks, of: word))
  }

  /// One length of a word on the lowest level.
  @inline(__always)
  static func lane(_ metric: TextMetric, of word: UInt64) -> Int {
    Int(truncatingIfNeeded: (word &>> UInt64(16 &* metric.rawValue)) & 0xFFFF)
  }

  /// One sum above the lowest level.
  @inline(__always)
  static func sum(
    _ metric: TextMetric, at place: Int, width: Int, _ sums: UnsafeBufferPointer<UInt64>
  ) -> Int {
    let unit = metric.rawValue
    if width == 4 { return Int(truncatingIfNeeded: sums[4 &* place &+ unit]) }
    let word = sums[2 &* place &+ unit &>> 1]
    return Int(truncatingIfNeeded: UInt32(truncatingIfNeeded: word &>> UInt64(32 &* (unit & 1))))
  }

  private func summary(at place: Int) -> TextSummary {
    let width = self.width
    return sums.withUnsafeBufferPointer { sums in
      precondition(width * place + width <= sums.count, "a place that is not there")
      return TextSummary(
        utf8: Self.sum(.utf8, at: place, width: width, sums),
        utf16: Self.sum(.utf16, at: place, width: width, sums),
        scalars: Self.sum(.scalars, at: place, width: width, sums),
        lineBreaks: Self.sum(.lineBreaks, at: place, width: width, sums))
    }
  }

  private mutating func store(_ summary: TextSummary, at place: Int) {
    let words = Self.words(summary, width: width)
    let start = width * place
    sums[start] = words.0
    sums[start + 1] = words.1
    if width == 4 {
      sums[start + 2] = words.2
      sums[start + 3] = words.3
    }
  }
}
