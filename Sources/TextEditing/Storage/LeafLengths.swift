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

  /// Not inlined, and all in registers: an array would be counted on the way, and a search handed
  /// over in memory would be read in other pieces than it was written.
  @inline(never)
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
    let rest = Eight(repeating: UInt16(truncatingIfNeeded: rest))
    var skipped = SIMD8<Int16>.zero
    for part in 0..<Node.leafFanOut / Eight.scalarCount {
      let start = Eight.scalarCount &* part
      var sums = eight(at: Self.unitCount &* metric.rawValue &+ start)
      if metric.isStoredAsRest { sums = eight(at: start) &- sums }
      skipped.replace(with: skipped &+ SIMD8<Int16>(repeating: 1), where: sums .<= rest)
    }
    return Int(skipped.wrappedSum()) &- 1
  }

  private typealias Eight = SIMD8<UInt16>

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

  /// Lets a leaf grow, and forgets where its lines are.
  @inline(__always)
  static func add(
    _ growth: TextSummary, at index: Int, in words: UnsafeMutableBufferPointer<UInt64>
  ) {
    precondition(words.count == wordCount, "lengths of another level")
    guard let base = words.baseAddress.map({ UnsafeMutableRawPointer($0) }) else { return }
    let last = SIMD8<Int16>(repeating: Int16(truncatingIfNeeded: index))
    let edited = UnsafeMutableRawBufferPointer(words)
    let bits = edited.load(fromByteOffset: editedPlace, as: UInt32.self) | bit(index)
    edited.storeBytes(of: bits, toByteOffset: editedPlace, as: UInt32.self)
    growth.eachStoredUnit { metric, growth in
      let start = base + 2 &* unitCount &* metric.rawValue
      let growth = Eight(repeating: UInt16(truncatingIfNeeded: growth))
      var lanes = SIMD8<Int16>(0, 1, 2, 3, 4, 5, 6, 7)
      for place in 0..<Node.leafFanOut / Eight.scalarCount {
        let sums = start.loadUnaligned(fromByteOffset: 16 &* place, as: Eight.self)
        let added = Eight.zero.replacing(with: growth, where: lanes .> last)
        start.storeBytes(of: sums &+ added, toByteOffset: 16 &* place, as: Eight.self)
        lanes &+= SIMD8<Int16>(repeating: 8)
      }
      let all = start.loadUnaligned(fromByteOffset: 2 &* Node.leafFanOut, as: UInt16.self)
      start.storeBytes(of: all &+ growth[0], toByteOffset: 2 &* Node.leafFanOut, as: UInt16.self)
    }
  }
}
