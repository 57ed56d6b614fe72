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

  /// The word number `index` of a unit.
  @inline(__always)
  private func word(_ index: Int, _ metric: TextMetric) -> UInt64 {
    words[Self.unitCount &* metric.rawValue &+ index]
  }

  /// Sums of the four lengths in a word: in each place that of it and all before.
  @inline(__always)
  private static func sums(_ word: UInt64) -> UInt64 { word &* 0x0001_0001_0001_0001 }

  /// What stands in a word at a place from 0 to 3.
  @inline(__always)
  private static func lane(_ place: Int, of word: UInt64) -> Int {
    Int(truncatingIfNeeded: (word &>> UInt64(16 &* place)) & 0xFFFF)
  }

  /// The length of a leaf in one unit.
  @inline(__always)
  private func length(_ index: Int, _ metric: TextMetric) -> Int {
    Self.lane(index & 3, of: word(index &>> 2, metric))
  }

  /// The length of a leaf in every unit.
  subscript(index: Int) -> TextSummary {
    TextSummary(
      utf8: length(index, .utf8), utf16: length(index, .utf16), scalars: length(index, .scalars),
      lineBreaks: length(index, .lineBreaks))
  }

  /// The length of the leaves before `index` together, in every unit.
  func sum(before index: Int) -> TextSummary {
    var (utf8, utf16, scalars, lineBreaks): (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    for place in 0..<Self.unitCount {
      let mask = Self.mask(ofLeavesBefore: index, at: place)
      utf8 &+= word(place, .utf8) & mask
      utf16 &+= word(place, .utf16) & mask
      scalars &+= word(place, .scalars) & mask
      lineBreaks &+= word(place, .lineBreaks) & mask
    }
    return TextSummary(
      utf8: Self.lane(3, of: Self.sums(utf8)), utf16: Self.lane(3, of: Self.sums(utf16)),
      scalars: Self.lane(3, of: Self.sums(scalars)),
      lineBreaks: Self.lane(3, of: Self.sums(lineBreaks)))
  }

  /// The length of the leaves before `index` together, in one unit.
  @inline(never)
  private func sum(before index: Int, _ metric: TextMetric) -> Int {
    var sum: UInt64 = 0
    for place in 0..<Self.unitCount {
      sum &+= word(place, metric) & Self.mask(ofLeavesBefore: index, at: place)
    }
    return Self.lane(3, of: Self.sums(sum))
  }

  /// What covers, in the word at `place`, the leaves before `index`.
  @inline(__always)
  private static func mask(ofLeavesBefore index: Int, at place: Int) -> UInt64 {
    let count = min(max(index &- 4 &* place, 0), 4)
    return (1 << UInt64(truncatingIfNeeded: 16 &* count)) &- 1
  }

  /// The leaf that holds what `search` looks for; the search goes on in it.
  @inline(__always)
  func find(_ search: inout Search) -> Int {
    let found = find(search.rest, search.metric)
    search.rest &-= found.before
    search.passed &+=
      search.counted == search.metric ? found.before : sum(before: found.index, search.counted)
    search.leafLength = (
      length(found.index, search.metric), length(found.index, search.counted)
    )
    return found.index
  }

  /// The leaf that holds the unit number `rest` (from 0), and how many units lie before it.
  ///
  /// Not inlined, and all in registers: a search handed over in memory would be read in other
  /// pieces than it was written.
  @inline(never)
  private func find(_ rest: Int, _ metric: TextMetric) -> (index: Int, before: Int) {
    var skipped = 0
    var (total, before) = (0, 0)
    for place in 0..<Self.unitCount &- 1 {
      total &+= Self.lane(3, of: Self.sums(word(place, metric)))
      let isBefore = total <= rest
      skipped &+= isBefore ? 1 : 0
      before = isBefore ? total : before
    }
    let sums = Self.sums(word(skipped, metric))
    var (index, beforeInWord) = (4 &* skipped, 0)
    for place in 0..<3 {
      let total = Self.lane(place, of: sums)
      let isBefore = total <= rest &- before
      index &+= isBefore ? 1 : 0
      beforeInWord = isBefore ? total : beforeInWord
    }
    return (index, before &+ beforeInWord)
  }

  /// Lets a leaf grow.
  ///
  /// Growths may be negative: a word's sum is right wherever the lengths are not.
  @inline(__always)
  static func add(
    _ growth: TextSummary, at index: Int, in words: UnsafeMutableBufferPointer<UInt64>
  ) {
    precondition(words.count == wordCount, "lengths of another level")
    add(growth.utf8, at: index, .utf8, in: words)
    add(growth.utf16, at: index, .utf16, in: words)
    add(growth.scalars, at: index, .scalars, in: words)
    add(growth.lineBreaks, at: index, .lineBreaks, in: words)
  }

  @inline(__always)
  private static func add(
    _ growth: Int, at index: Int, _ metric: TextMetric,
    in words: UnsafeMutableBufferPointer<UInt64>
  ) {
    words[unitCount &* metric.rawValue &+ index &>> 2] &+=
      UInt64(truncatingIfNeeded: growth) &<< UInt64(16 &* (index & 3))
  }
}
