/// The lengths of a node's leaves: for each unit, 16-bit sums before each leaf, and of all leaves.
///
/// So a search in one unit reads 64 bytes without adding, and the compiler compares eight sums at a
/// time. For UTF-16 and scalars, the difference from UTF-8 is stored. Last come the line indexes of
/// the leaves as they were made. A bit for each leaf says whether it was edited since; it is next
/// to the sums of UTF-8, which every edit writes.
struct LeafLengths {
  private let words: UnsafeBufferPointer<UInt64>
  private var sums: UnsafeBufferPointer<UInt16> {
    UnsafeBufferPointer(
      start: UnsafeRawPointer(words.baseAddress)?.assumingMemoryBound(to: UInt16.self),
      count: 4 &* words.count)
  }

  /// The number of sums for one unit, which fill whole words.
  private static let unitCount = Node.leafFanOut + 4
  /// The number of words for all units and the line indexes.
  static let wordCount = unitCount + Node.leafFanOut

  @inline(__always)
  init(_ words: UnsafeBufferPointer<UInt64>) {
    precondition(words.count == Self.wordCount, "lengths of another level")
    self.words = words
  }

  /// The length before a leaf in one unit; for the index after the last leaf, the length of all.
  @inline(__always)
  private func sum(before index: Int, _ metric: TextMetric) -> Int {
    let stored = Int(sums[Self.unitCount &* metric.rawValue &+ index])
    return metric.isStoredAsRest ? Int(sums[index]) &- stored : stored
  }

  @inline(__always)
  func length(of index: Int, _ metric: TextMetric) -> Int {
    sum(before: index &+ 1, metric) &- sum(before: index, metric)
  }

  subscript(index: Int) -> TextSummary { TextSummary { length(of: index, $0) } }

  /// The total length of the leaves before `index`.
  func sum(before index: Int) -> TextSummary { TextSummary { sum(before: index, $0) } }

  /// The leaf that contains the UTF-8 byte at `offset`, and the number of bytes before the leaf.
  @inline(never)
  func find(_ offset: Int) -> (index: Int, before: Int) {
    let index = self.index(of: offset, .utf8)
    return (index, sum(before: index, .utf8))
  }

  /// The leaf that contains the target of `search`, which continues inside the leaf.
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

  /// The line index of a leaf, if it is known.
  @inline(__always)
  func lines(of index: Int) -> LineIndex {
    let edited = UnsafeRawBufferPointer(words)
      .load(fromByteOffset: Self.editedPlace, as: UInt32.self)
    let isEdited = edited & Self.bit(index) != 0
    return isEdited ? .unknown : LineIndex(word: words[Self.unitCount &+ index])
  }

  /// The position of the bits of edited leaves, in bytes.
  private static let editedPlace = 2 * Node.leafFanOut + 4

  @inline(__always)
  private static func bit(_ index: Int) -> UInt32 { 1 &<< UInt32(truncatingIfNeeded: index) }

  /// With constant units, the inlined code has no branches and few instructions. So one search can
  /// start while another waits for its leaf.
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

  /// The last leaf with at most `rest`, which is less than the total, before it.
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

  /// Sums before leaves; the last leaf has at most 31,744 bytes before it.
  private typealias Eight = SIMD8<Int16>

  @inline(__always)
  private func eight(at place: Int) -> Eight {
    UnsafeRawBufferPointer(sums).loadUnaligned(fromByteOffset: 2 &* place, as: Eight.self)
  }

  /// Stores the line index of a leaf.
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

  /// Marks the line index of a leaf as unknown.
  @inline(__always)
  private static func forgetLines(of index: Int, in words: UnsafeMutableBufferPointer<UInt64>) {
    let edited = UnsafeMutableRawBufferPointer(words)
    let bits = edited.load(fromByteOffset: editedPlace, as: UInt32.self) | bit(index)
    edited.storeBytes(of: bits, toByteOffset: editedPlace, as: UInt32.self)
  }

  /// Finds the leaf that contains the UTF-8 byte at `offset`, like `find(_:)`. Adds `growth` plain
  /// bytes to it, and marks its line index as unknown.
  ///
  /// - Returns: also the UTF-8 length of the leaf before.
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
    // In 16 bits, like the sums, so that it is right for any growth.
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

  /// Adds a growth to a leaf, and marks its line index as unknown.
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
