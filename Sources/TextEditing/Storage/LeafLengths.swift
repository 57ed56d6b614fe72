/// The lengths of a node's leaves: for each unit one after another, 16 bits each, four in a word.
///
/// So a search in one unit reads 64 bytes. The sums of four lengths come from one multiplication.
struct LeafLengths {
  private let words: UnsafeBufferPointer<UInt64>

  /// The number of words for one unit.
  private static let unitCount = Node.leafFanOut / 4
  /// The number of words for all units.
  static let wordCount = 4 * unitCount

  /// The lengths in `words`.
  @inline(__always)
  init(_ words: UnsafeBufferPointer<UInt64>) {
    precondition(words.count == Self.wordCount, "lengths of another level")
    self.words = words
  }

  /// The word at a place.
  @inline(__always)
  private func word(at place: Int, _ metric: TextMetric) -> UInt64 {
    words[Self.unitCount &* metric.rawValue &+ place]
  }

  /// Sums of the four lengths in a word: in each lane that of it and all before.
  @inline(__always)
  private static func sums(_ word: UInt64) -> UInt64 { word &* 0x0001_0001_0001_0001 }

  /// What stands in a word's lane number `index` (from 0).
  @inline(__always)
  private static func lane(_ index: Int, of word: UInt64) -> Int {
    Int(truncatingIfNeeded: (word &>> UInt64(truncatingIfNeeded: 16 &* index)) & 0xFFFF)
  }

  /// The length of a leaf in one unit.
  @inline(__always)
  func length(of index: Int, _ metric: TextMetric) -> Int {
    Self.lane(index & 3, of: word(at: index &>> 2, metric))
  }

  /// The length of a leaf in every unit.
  subscript(index: Int) -> TextSummary { TextSummary { length(of: index, $0) } }

  /// The length of the leaves before `index` together.
  func sum(before index: Int) -> TextSummary {
    TextSummary { metric in (0..<index).reduce(0) { $0 + length(of: $1, metric) } }
  }

  /// The leaf that holds the UTF-8 byte number `offset` (from 0), and how many lie before it.
  @inline(never)
  func find(_ offset: Int) -> (index: Int, before: Int) {
    let found = find(offset, .utf8, counting: .utf8)
    return (found.index, found.before)
  }

  /// The leaf that holds what `search` looks for; the search goes on in it.
  @inline(__always)
  func find(_ search: inout Search) -> Int {
    let found = findAny(search.rest, search.metric, counting: search.counted)
    search.rest &-= found.before
    search.passed &+= found.counted
    search.leafLength = (
      length(of: found.index, search.metric), length(of: found.index, search.counted)
    )
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
    var (skipped, before, countedBefore) = (0, 0, 0)
    var (total, countedTotal) = (0, 0)
    for place in 0..<Self.unitCount &- 1 {
      total &+= Self.lane(3, of: Self.sums(word(at: place, metric)))
      countedTotal &+= Self.lane(3, of: Self.sums(word(at: place, counted)))
      skipped &+= total <= rest ? 1 : 0
      before = total <= rest ? total : before
      countedBefore = total <= rest ? countedTotal : countedBefore
    }
    // Shifted by a lane, they are the sums before each.
    let sums = Self.sums(word(at: skipped, metric))
    let left = rest &- before
    let index =
      (Self.lane(0, of: sums) <= left ? 1 : 0) &+ (Self.lane(1, of: sums) <= left ? 1 : 0)
      &+ (Self.lane(2, of: sums) <= left ? 1 : 0)
    let countedSums = Self.sums(word(at: skipped, counted))
    return (
      4 &* skipped &+ index, before &+ Self.lane(index, of: sums &<< 16),
      countedBefore &+ Self.lane(index, of: countedSums &<< 16)
    )
  }

  /// Lets a leaf grow.
  ///
  /// Growths may be negative: a word's sum is right wherever the lengths are not.
  @inline(__always)
  static func add(
    _ growth: TextSummary, at index: Int, in words: UnsafeMutableBufferPointer<UInt64>
  ) {
    precondition(words.count == wordCount, "lengths of another level")
    let shift = UInt64(truncatingIfNeeded: 16 &* (index & 3))
    growth.eachUnit { metric, growth in
      words[unitCount &* metric.rawValue &+ index &>> 2] &+=
        UInt64(truncatingIfNeeded: growth) &<< shift
    }
  }
}
