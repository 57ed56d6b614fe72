import CommonMark

/// What libcmark remembers of the runs of backticks in a text, so that all searches for the end of a
/// code span together take linear time.
///
/// The first search that fails has seen every run, and remembers the last of each length. libcmark
/// 0.30.2 lets later searches overwrite what is remembered with the runs they pass, and then misses code
/// spans that the specification sees: the second one after an unmatched pair of backticks. So does this.
struct BacktickMemory {
  /// libcmark reads longer runs of backticks as text.
  private static let limit = 1000

  /// Whether a search has gone through to the end of the text. At the fence of `` `a `` one does.
  private var hasSearched = false
  /// For each length the offset of the last run, as far as is remembered.
  private var last: [Int] = []

  /// Where the next run of just `length` backticks begins that ends a code span.
  mutating func closing(in text: Bytes, from start: Int, length: Int) -> Int? {
    guard length <= Self.limit else { return nil }
    if hasSearched, length >= last.count || last[length] < start { return nil }
    var index = text.firstOffset(of: .backtick, from: start)
    while index < text.count {
      var end = index
      while end < text.count, text[end] == .backtick { end += 1 }
      if end - index <= Self.limit {
        while last.count <= end - index { last.append(-1) }
        last[end - index] = index
      }
      if end - index == length { return index }
      index = text.firstOffset(of: .backtick, from: end)
    }
    hasSearched = true
    return nil
  }
}
