import CommonMark

extension CaretTable {
  /// Outside the inlines: on a blank line, in a marker, in a definition, in a block of code.
  func outside() -> [CaretExpectation] {
    guard Probe(reading.source, at: caret, oracle: oracle)?.word != nil else { return [.nothing] }
    if isOnBlankLine || isAfterText { return [.pair] }
    return [.nothing, .pair]
  }

  /// The line that holds the caret, without its ending.
  private var line: ArraySlice<UInt8> {
    let source = reading.source
    let isEnd = { (byte: UInt8) in byte == 0x0A || byte == 0x0D }
    let start = source[..<caret].lastIndex(where: isEnd).map { $0 + 1 } ?? 0
    let end = source[caret...].firstIndex(where: isEnd) ?? source.count
    return source[start..<end]
  }

  /// Whether the line holds nothing but blanks and quote markers.
  var isOnBlankLine: Bool {
    line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ">") }
  }

  /// Whether the caret stands in the blanks after a leaf's last line.
  private var isAfterText: Bool {
    reading.rendered.leaves.contains { leaf in
      guard let last = leaf.events.last else { return false }
      let end = reading.spans[last].upperBound
      return end <= caret
        && reading.source[end..<caret].allSatisfy { $0 == 0x20 || $0 == 0x09 }
    }
  }

  /// Whether the caret stands between two active characters that are the same: in a pair of any
  /// mark, where a word typed is marked.
  var isInPair: Bool {
    let source = reading.source
    return caret > 0 && caret < source.count && source[caret] == source[caret - 1]
      && "*_`".utf8.contains(source[caret])
  }

  /// What applies where the caret stands between delimiters of the mark with nothing in them.
  func emptyPair() -> [CaretExpectation]? {
    let source = reading.source
    guard caret > 0, caret < source.count, source[caret] == source[caret - 1] else { return nil }
    let byte = source[caret]
    let isTick = byte == UInt8(ascii: "`")
    guard mark == .code ? isTick : byte == UInt8(ascii: "*") || byte == UInt8(ascii: "_") else {
      return nil
    }
    let left = source[..<caret].reversed().prefix { $0 == byte }.count
    let right = source[caret...].prefix { $0 == byte }.count
    guard areLiteral(caret - left..<caret + right) else { return nil }
    let width = mark == .strong ? 2 : 1
    let isSure = left == right && (left == width || (!isTick && left == 3))
    if isSure { return [.removesPair(width)] }
    let mayBe = min(left, right) >= width
    return (mayBe ? [.removesPair(width), .removesPair(min(left, right))] : []) + [.pair, .nothing]
  }

  /// Whether the bytes are visible characters spelled as themselves, or a thematic break.
  private func areLiteral(_ range: Range<Int>) -> Bool {
    let events = reading.characters.filter { reading.spans[$0].overlaps(range) }
    if events.isEmpty {
      let isRule = line.allSatisfy {
        $0 == reading.source[range.lowerBound] || $0 == 0x20 || $0 == UInt8(ascii: ">")
      }
      return isRule && CaretPlace(caret, in: reading) == nil
    }
    return events.count == range.count
      && events.allSatisfy {
        reading.spans[$0].count == 1 && !reading.events[$0].isInImage
          && !reading.events[$0].marks.contains(.code)
      }
  }
}
