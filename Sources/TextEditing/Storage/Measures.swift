/// The lengths of a node's children in every unit.
///
/// Leaves are short: the four lengths of one fit into a word, so that a search among them reads
/// four cache lines, and a change writes one. Above, the lengths in one unit lie side by side.
struct Measures: Sendable {
  /// On the lowest level a word for each child, 16 bits for each unit; else empty.
  private var packed: [UInt64]
  /// Above the lowest level `stride` lengths for each unit; else empty.
  private var wide: [Int]
  private var stride: Int
  /// The number of children.
  private(set) var count: Int

  /// The lengths of leaves.
  init(leaves summaries: [TextSummary]) {
    packed = summaries.map(Self.pack)
    wide = []
    stride = 0
    count = summaries.count
  }

  /// The lengths of nodes.
  init(nodes summaries: [TextSummary]) {
    let stride = max(Node.fanOut, summaries.count)
    packed = []
    wide = [Int](unsafeUninitializedCapacity: 4 * stride) { target, used in
      target.initialize(repeating: 0)
      for (index, summary) in summaries.enumerated() {
        for metric in TextMetric.allCases {
          target[metric.rawValue * stride + index] = summary[metric]
        }
      }
      used = 4 * stride
    }
    self.stride = stride
    count = summaries.count
  }

  /// Whether the children are leaves.
  @inline(__always)
  private var isPacked: Bool { stride == 0 }

  /// The length of one child in one unit.
  @inline(__always)
  subscript(metric: TextMetric, index: Int) -> Int {
    isPacked
      ? Self.lane(metric, of: packed[index]) : wide[metric.rawValue * stride + index]
  }

  /// The length of one child in every unit.
  subscript(index: Int) -> TextSummary {
    precondition(index < count, "a child that is not there")
    return TextSummary(
      utf8: self[.utf8, index], utf16: self[.utf16, index], scalars: self[.scalars, index],
      lineBreaks: self[.lineBreaks, index])
  }

  /// The lengths of all children.
  var summaries: [TextSummary] { (0..<count).map { self[$0] } }

  /// The length of all children together.
  var total: TextSummary {
    TextSummary(
      utf8: sum(.utf8, before: count), utf16: sum(.utf16, before: count),
      scalars: sum(.scalars, before: count), lineBreaks: sum(.lineBreaks, before: count))
  }

  /// Lets one child grow.
  @inline(__always)
  mutating func add(_ growth: TextSummary, at index: Int) {
    precondition(index < count, "a child that is not there")
    if isPacked {
      packed[index] = Self.pack(self[index] + growth)
    } else {
      let stride = self.stride
      wide.withUnsafeMutableBufferPointer {
        $0[index] += growth.utf8
        $0[stride + index] += growth.utf16
        $0[2 * stride + index] += growth.scalars
        $0[3 * stride + index] += growth.lineBreaks
      }
    }
  }

  /// The length, in one unit, of the first `index` children together.
  @inline(__always)
  func sum(_ metric: TextMetric, before index: Int) -> Int {
    precondition(index <= count, "children that are not there")
    var sum = 0
    if isPacked {
      packed.withUnsafeBufferPointer { buffer in
        for position in 0..<index { sum += Self.lane(metric, of: buffer[position]) }
      }
    } else {
      wide.withUnsafeBufferPointer { buffer in
        let start = metric.rawValue * stride
        for position in start..<start + index { sum += buffer[position] }
      }
    }
    return sum
  }

  /// The child that holds the unit number `offset` (from 0), or the last one; `offset` becomes
  /// what is left of it there. The child `hot` counts as longer by `growth`.
  @inline(__always)
  func find(_ offset: inout Int, _ metric: TextMetric, hot: Int, growth: Int) -> Int {
    var index = 0
    func goesOn(past length: Int) -> Bool {
      let length = length + (index == hot ? growth : 0)
      if offset < length { return false }
      offset -= length
      index += 1
      return true
    }
    if isPacked {
      packed.withUnsafeBufferPointer { buffer in
        while index < count - 1, goesOn(past: Self.lane(metric, of: buffer[index])) {}
      }
    } else {
      wide.withUnsafeBufferPointer { buffer in
        let start = metric.rawValue * stride
        while index < count - 1, goesOn(past: buffer[start + index]) {}
      }
    }
    return index
  }

  @inline(__always)
  private static func lane(_ metric: TextMetric, of word: UInt64) -> Int {
    Int(truncatingIfNeeded: (word &>> UInt64(16 &* metric.rawValue)) & 0xFFFF)
  }

  @inline(__always)
  private static func pack(_ summary: TextSummary) -> UInt64 {
    // Traps where a length is negative or too large for 16 bits; no leaf is half as long.
    UInt64(UInt16(summary.utf8)) | UInt64(UInt16(summary.utf16)) << 16
      | UInt64(UInt16(summary.scalars)) << 32 | UInt64(UInt16(summary.lineBreaks)) << 48
  }
}
