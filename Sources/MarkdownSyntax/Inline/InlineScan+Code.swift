extension InlineScan {
  /// Reads a code span (CommonMark 0.30 §6.1), or the backticks themselves.
  mutating func readBackticks() {
    let start = endOfBackticks(from: position)
    let length = start - position
    guard let close = backticks.closing(in: text, from: start, length: length) else {
      return emitCharacters(to: start)
    }
    let strip = isPadded(start..<close) ? 1 : 0
    emitNode(.openCode, to: start + strip)
    position = start + strip
    while position < close - strip {
      if text[position] == .lineFeed {
        position += 1
        emit(.codeCharacter(" ", .lineEnding), to: position)
      } else {
        let (scalar, count) = text.scalar(at: position)
        position += count
        emit(.codeCharacter(scalar, .plain), to: position)
        emitASCII(to: close - strip, isCode: true, joined: joinsText)
      }
    }
    position = close + length
    emitNode(.closeCode, to: position)
  }

  private func endOfBackticks(from index: Int) -> Int {
    var index = index
    while index < text.count, text[index] == .backtick { index += 1 }
    return index
  }

  /// Whether a code span loses a space or line ending at each end (CommonMark 0.30 §6.1). Both ends
  /// have one, and there is other text: `` ` a ` ``, not `` ` a` ``.
  private func isPadded(_ range: Range<Int>) -> Bool {
    guard let first = range.first, let last = range.last, isCodeSpace(first), isCodeSpace(last)
    else { return false }
    return range.contains { !isCodeSpace($0) }
  }

  /// Whether a byte counts as a space in a code span: a space or a line feed, as in `` `a⏎b` ``.
  private func isCodeSpace(_ index: Int) -> Bool {
    text[index] == .space || text[index] == .lineFeed
  }
}
