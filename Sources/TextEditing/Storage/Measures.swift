/// The lengths of a node's children, unit by unit.
///
/// The lengths in one unit lie side by side, so that a search reads few cache lines.
struct Measures: Sendable {
  private var values: [Int]
  private var stride: Int
  /// The number of children.
  private(set) var count: Int

  /// The lengths of children.
  init(_ summaries: [TextSummary]) {
    let stride = max(Node.fanOut, summaries.count)
    values = [Int](unsafeUninitializedCapacity: 4 * stride) { target, used in
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

  /// The length of one child in every unit.
  subscript(index: Int) -> TextSummary {
    precondition(index < count, "a child that is not there")
    return TextSummary(
      utf8: values[index], utf16: values[stride + index], scalars: values[2 * stride + index],
      lineBreaks: values[3 * stride + index])
  }

  /// The lengths of all children.
  var summaries: [TextSummary] { (0..<count).map { self[$0] } }

  /// The length of all children together.
  var total: TextSummary { summary(before: count) }

  /// The length of one child in one unit.
  @inline(__always)
  subscript(metric: TextMetric, index: Int) -> Int { values[metric.rawValue * stride + index] }

  /// Lets one child grow.
  @inline(__always)
  mutating func add(_ growth: TextSummary, at index: Int) {
    precondition(index < count, "a child that is not there")
    values.withUnsafeMutableBufferPointer {
      $0[index] += growth.utf8
      $0[stride + index] += growth.utf16
      $0[2 * stride + index] += growth.scalars
      $0[3 * stride + index] += growth.lineBreaks
    }
  }

  /// The lengths of the first `index` children together.
  func summary(before index: Int) -> TextSummary {
    TextSummary(
      utf8: sum(.utf8, before: index), utf16: sum(.utf16, before: index),
      scalars: sum(.scalars, before: index), lineBreaks: sum(.lineBreaks, before: index))
  }

  /// The length, in one unit, of the first `index` children together.
  @inline(__always)
  func sum(_ metric: TextMetric, before index: Int) -> Int {
    precondition(index <= count, "children that are not there")
    return values.withUnsafeBufferPointer { buffer in
      var sum = 0
      let start = metric.rawValue * stride
      for position in start..<start + index { sum += buffer[position] }
      return sum
    }
  }

  /// The child that holds the unit number `offset` (from 0), or the last one; `offset` becomes
  /// what is left of it there. The child `hot` counts as longer by `growth`.
  @inline(__always)
  func find(_ offset: inout Int, _ metric: TextMetric, hot: Int, growth: Int) -> Int {
    values.withUnsafeBufferPointer { buffer in
      let start = metric.rawValue * stride
      var index = 0
      while index < count - 1 {
        let length = buffer[start + index] + (index == hot ? growth : 0)
        if offset < length { break }
        offset -= length
        index += 1
      }
      return index
    }
  }
}
