extension InlineScan {
  /// libcmark reads longer runs of backticks as text.
  private static let backtickLimit = 1000

  /// A code span (CommonMark 0.30 §6.1), or the backticks themselves.
  mutating func readBackticks() {
    let start = endOfBackticks(from: position)
    let length = start - position
    guard let close = closingBackticks(from: start, length: length) else {
      return emitCharacters(to: start)
    }
    let strip = isPadded(start..<close) ? 1 : 0
    hasNodes = true
    emit(.openCode, to: start + strip)
    position = start + strip
    while position < close - strip {
      if text[position] == lineFeed {
        position += 1
        emit(.codeCharacter(" ", .lineEnding), to: position)
      } else {
        let (scalar, count) = text.scalar(at: position)
        position += count
        emit(.codeCharacter(scalar, .plain), to: position)
      }
    }
    position = close + length
    emit(.closeCode, to: position)
  }

  private func endOfBackticks(from index: Int) -> Int {
    var index = index
    while index < text.count, text[index] == 0x60 { index += 1 }
    return index
  }

  /// Whether a code span begins and ends with a space or a line ending and holds something else, so
  /// that one is stripped at each end (CommonMark 0.30 §6.1): `` ` a ` ``, not `` ` a` ``.
  private func isPadded(_ range: Range<Int>) -> Bool {
    guard let first = range.first, let last = range.last, isCodeSpace(first), isCodeSpace(last)
    else { return false }
    return range.contains { !isCodeSpace($0) }
  }

  /// Whether a byte is a space to a code span: a space or a line feed, as in `` `a⏎b` ``.
  private func isCodeSpace(_ index: Int) -> Bool { text[index] == 0x20 || text[index] == lineFeed }

  /// Where the next run of just `length` backticks begins.
  ///
  /// The first search that fails has seen every run, and remembers the last of each length; so all
  /// searches together take linear time. libcmark 0.30.2 lets later searches overwrite what is
  /// remembered with the runs they pass, and then misses code spans that the specification sees:
  /// the second one after an unmatched pair of backticks. So does this.
  private mutating func closingBackticks(from start: Int, length: Int) -> Int? {
    guard length <= Self.backtickLimit else { return nil }
    if hasSearchedBackticks, length >= backtickMemo.count || backtickMemo[length] < start {
      return nil
    }
    var index = start
    while index < text.count {
      guard text[index] == 0x60 else {
        index += 1
        continue
      }
      let end = endOfBackticks(from: index)
      if end - index <= Self.backtickLimit {
        while backtickMemo.count <= end - index { backtickMemo.append(-1) }
        backtickMemo[end - index] = index
      }
      if end - index == length { return index }
      index = end
    }
    hasSearchedBackticks = true
    return nil
  }
}
