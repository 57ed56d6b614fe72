/// The lengths of a node's leaves: for each unit how much lies before each, 16 bits each, and behind
/// the last.
///
/// So a search in one unit reads 64 bytes and adds nothing up: the compiler compares eight at a time.
/// What makes UTF-16 and scalars fewer than UTF-8 is stored in their place. Last comes what was known
/// of the places of the leaves' line endings when they were made; a bit beside the sums of UTF-8,
/// which every edit writes to, says for each leaf whether it was edited since.
struct LeafLengths {
  private let words: UnsafeBufferPointer<UInt64>
  private var sums: UnsafeBufferPointer<UInt16> {
    UnsafeBufferPointer(
      start: UnsafeRawPointer(words.baseAddress)?.assumingMemoryBound(to: UInt16.self),
      count: 4 &* words.count)
  }

  /// The number of sums for one unit, a whole number of words.
  private static let unitCount = Node.leafFanOut + 4
  /// The number of words for all units, and with the indexes of the lines.
  static let wordCount = unitCount + Node.leafFanOut

  /// The lengths in `words`.
  @inline(__always)
  init(_ words: UnsafeBufferPointer<UInt64>) {
    precondition(words.count == Self.wordCount, "lengths of another level")
    self.words = words
  }

  /// How much lies before a leaf in one unit; before the one behind the last, all.
  @inline(__always)
  private func sum(before index: Int, _ metric: TextMetric) -> Int {
    let stored = Int(sums[Self.unitCount &* metric.rawValue &+ index])
    return metric.isStoredAsRest ? Int(sums[index]) &- stored : stored
  }

  /// The length of a leaf in one unit.
  @inline(__always)
  func length(of index: Int, _ metric: TextMetric) -> Int {
    sum(before: index &+ 1, metric) &- sum(before: index, metric)
  }

  /// The length of a leaf in every unit.
  subscript(index: Int) -> TextSummary { TextSummary { length(of: index, $0) } }

  /// The length of the leaves before `index` together.
  func sum(before index: Int) -> TextSummary { TextSummary { sum(before: index, $0) } }

  /// The leaf that holds the UTF-8 byte number `offset` (from 0), and how many lie before it.
  @inline(never)
  func find(_ offset: Int) -> (index: Int, before: Int) {
    let index = self.index(of: offset, .utf8)
    return (index, sum(before: index, .utf8))
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
    if search.metric == .lineBreaks || search.counted == .lineBreaks {
      search.lines = lines(of: found.index)
    }
    return found.index
  }

  /// What is known of a leaf's lines.
  @inline(__always)
  func lines(of index: Int) -> LineIndex {
    let edited = UnsafeRawBufferPointer(words)
      .load(fromByteOffset: Self.editedPlace, as: UInt32.self)
    let isEdited = edited & Self.bit(index) != 0
    return isEdited ? .unknown : LineIndex(word: words[Self.unitCount &+ index])
  }

  /// Where the bits of the leaves that were edited stand, in bytes.
  private static let editedPlace = 2 * Node.leafFanOut + 4

  @inline(__always)
  private static func bit(_ index: Int) -> UInt32 { 1 &<< UInt32(truncatingIfNeeded: index) }

  /// Inlined with the units known, it has no branch, and so few instructions that one search is under
  /// way while another waits for its leaf.
  @inline(__always)
  private func findAny(
    _ rest: Int, _ metric: TextMetric, counting counted: TextMetric
  ) -> (index: Int, before: Int, counted: Int) {
    let index =
      switch metric {
      case .utf8: index(of: rest, .utf8)
      case .lineBreaks: index(of: rest, .lineBreaks)
      case .utf16, .scalars: index(of: rest, metric)
      }
    return (index, sum(before: index, metric), sum(before: index, counted))
  }

  /// The last leaf that has at most `rest` before it.
  ///
  /// - Precondition: there is more than `rest` in all.
  @inline(__always)
  private func index(of rest: Int, _ metric: TextMetric) -> Int {
    let rest = Eight(repeating: Int16(truncatingIfNeeded: rest))
    var behind = Eight.zero
    for part in 0..<Node.leafFanOut / Eight.scalarCount {
      let start = Eight.scalarCount &* part
      var sums = eight(at: Self.unitCount &* metric.rawValue &+ start)
      if metric.isStoredAsRest { sums = eight(at: start) &- sums }
      behind &+= unsafeBitCast(sums .> rest, to: Eight.self)
    }
    return Node.leafFanOut &- 1 &+ Int(behind.wrappedSum())
  }

  /// Sums before leaves, of which the last has no more than 31,744 bytes before it.
  private typealias Eight = SIMD8<Int16>

  @inline(__always)
  private func eight(at place: Int) -> Eight {
    UnsafeRawBufferPointer(sums).loadUnaligned(fromByteOffset: 2 &* place, as: Eight.self)
  }

  /// Keeps what is known of a leaf's lines.
  @inline(__always)
  static func set(
    _ lines: LineIndex, of index: Int, in words: UnsafeMutableBufferPointer<UInt64>
  ) {
    precondition(words.count == wordCount, "lengths of another level")
    words[unitCount &+ index] = lines.word
    let edited = UnsafeMutableRawBufferPointer(words)
    let bits = edited.load(fromByteOffset: editedPlace, as: UInt32.self) & ~bit(index)
    edited.storeBytes(of: bits, toByteOffset: editedPlace, as: UInt32.self)
  }

  /// Forgets where a leaf's lines are.
  @inline(__always)
  private static func forgetLines(of index: Int, in words: UnsafeMutableBufferPointer<UInt64>) {
    let edited = UnsafeMutableRawBufferPointer(words)
    let bits = edited.load(fromByteOffset: editedPlace, as: UInt32.self) | bit(index)
    edited.storeBytes(of: bits, toByteOffset: editedPlace, as: UInt32.self)
  }

  /// Finds the leaf that holds the UTF-8 byte number `offset` (from 0), as `find(_:)`, lets it grow
  /// by so many plain bytes, and forgets where its lines are.
  ///
  /// - Returns: also the length in UTF-8 that it had.
  @inline(__always)
  static func find(
    _ offset: Int, growing growth: Int, in words: UnsafeMutableBufferPointer<UInt64>
  ) -> (index: Int, before: Int, count: Int) {
    precondition(words.count == wordCount, "lengths of another level")
    let sums = UnsafeMutableRawBufferPointer(words)
    let rest = Eight(repeating: Int16(truncatingIfNeeded: offset))
    let growths = Eight(repeating: Int16(truncatingIfNeeded: growth))
    var behind = Eight.zero
    for part in 0..<Node.leafFanOut / Eight.scalarCount {
      let old = sums.loadUnaligned(fromByteOffset: 16 &* part, as: Eight.self)
      let isBehind = unsafeBitCast(old .> rest, to: Eight.self)
      sums.storeBytes(of: old &+ growths & isBehind, toByteOffset: 16 &* part, as: Eight.self)
      behind &+= isBehind
    }
    add(growth, toTotalOf: 0, in: sums)
    let index = Node.leafFanOut &- 1 &+ Int(behind.wrappedSum())
    forgetLines(of: index, in: words)
    let before = sums.load(fromByteOffset: 2 &* index, as: UInt16.self)
    let end = sums.load(fromByteOffset: 2 &* index &+ 2, as: UInt16.self)
    // In 16 bits, as the sums are: then it is right whatever the growth is.
    let count = end &- before &- UInt16(truncatingIfNeeded: growth)
    return (index, Int(before), Int(count))
  }

  @inline(__always)
  private static func add(
    _ growth: Int, toTotalOf unit: Int, in sums: UnsafeMutableRawBufferPointer
  ) {
    let place = 2 &* (unitCount &* unit &+ Node.leafFanOut)
    let old = sums.load(fromByteOffset: place, as: UInt16.self)
    sums.storeBytes(
      of: old &+ UInt16(truncatingIfNeeded: growth), toByteOffset: place, as: UInt16.self)
  }

  /// Lets a leaf grow, and forgets where its lines are.
  @inline(never)
  static func add(
    _ growth: TextSummary, at index: Int, in words: UnsafeMutableBufferPointer<UInt64>
  ) {
    precondition(words.count == wordCount, "lengths of another level")
    let sums = UnsafeMutableRawBufferPointer(words)
    let last = Eight(repeating: Int16(truncatingIfNeeded: index))
    forgetLines(of: index, in: words)
    growth.eachStoredUnit { metric, growth in
      let start = 2 &* unitCount &* metric.rawValue
      let growths = Eight(repeating: Int16(truncatingIfNeeded: growth))
      var places = Eight(0, 1, 2, 3, 4, 5, 6, 7)
      for part in 0..<Node.leafFanOut / Eight.scalarCount {
        let offset = start &+ 16 &* part
        let isBehind = unsafeBitCast(places .> last, to: Eight.self)
        let old = sums.loadUnaligned(fromByteOffset: offset, as: Eight.self)
        sums.storeBytes(of: old &+ growths & isBehind, toByteOffset: offset, as: Eight.self)
        places &+= Eight(repeating: 8)
      }
      add(growth, toTotalOf: metric.rawValue, in: sums)
    }
  }
}
