import CommonMark

/// The runs of backticks that libcmark remembers, so that searches for code spans take linear time.
///
/// The first search that fails has seen every run, and remembers the last of each length. In
/// libcmark 0.30.2, later searches overwrite these with the runs that they pass. So it misses some
/// code spans, such as the second one after an unmatched pair of backticks; and so does this type.
struct BacktickMemory {
  /// The length up to which libcmark reads backticks as a fence.
  private static let limit = 1000

  /// Whether a search has reached the end of the text, as one does at the fence of `` `a ``.
  private var hasSearched = false
  /// The offset of the last remembered run of each length.
  private var last: [Int] = []

  /// The start of the next run of exactly `length` backticks that closes a code span.
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
