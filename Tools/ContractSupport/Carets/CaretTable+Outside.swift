import CommonMark

extension CaretTable {
  /// Outside the inlines: on a blank line, in a marker, in a definition, in a block of code.
  func outside() -> [CaretExpectation] {
    guard let probe = Probe(reading.source, at: caret, oracle: oracle), probe.word != nil else {
      return [.nothing]
    }
    if isInEmptyPairOfRule { return [.pair, .nothing] }
    if isOnRule { return [.nothing] }
    if isOnBlankLine {
      // What would be code with the word in it has no place for delimiters around nothing; nor has
      // an item whose marker a word would draw other text to.
      let isOpen = (probe.marks?.contains(.code) ?? false) || hasListMarker
      return isOpen ? [.pair, .nothing] : [.pair]
    }
    // In the blanks before or behind a leaf's text it is that leaf's, if a word there is.
    return probe.keeps(reading) ? [.pair] : [.nothing]
  }

  /// The line that holds the caret, without its ending, and without a byte order mark before the caret.
  private var line: ArraySlice<UInt8> {
    let source = reading.source
    let isEnd = { (byte: UInt8) in byte == 0x0A || byte == 0x0D }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let textStart = source[..<caret].starts(with: mark) ? mark.count : 0
    let start = source[..<caret].lastIndex(where: isEnd).map { $0 + 1 } ?? textStart
    let end = source[caret...].firstIndex(where: isEnd) ?? source.count
    return source[start..<end]
  }

  /// Whether the line holds nothing but blanks and quote markers, those before the caret.
  var isOnBlankLine: Bool {
    let text = line.drop { " \t>-+*0123456789.)".utf8.contains($0) }
    return text.isEmpty && line[caret...].allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  private var hasListMarker: Bool {
    line.contains { !" \t>".utf8.contains($0) }
  }

  /// Whether the caret stands in a thematic break: the line is nothing else.
  private var isOnRule: Bool {
    let marks = line.drop { " \t>".utf8.contains($0) }.filter { $0 != 0x20 && $0 != 0x09 }
    guard let first = marks.first, "*_-".utf8.contains(first), marks.count >= 3 else {
      return false
    }
    return marks.allSatisfy { $0 == first }
      && reading.events.contains { event in
        if case .opaqueBlock(.thematicBreak, _, _) = event.kind { true } else { false }
      }
  }

  /// Whether the line is an empty pair of strong emphasis, or one of both marks, and nothing else.
  private var isInEmptyPairOfRule: Bool {
    guard caret > line.startIndex else { return false }
    let left = line[..<caret].reversed().prefix { $0 == line[caret - 1] }
    let right = line[caret...].prefix { $0 == line[caret - 1] }
    return (2...3).contains(left.count) && right.elementsEqual(left)
      && line[right.endIndex...].allSatisfy { $0 == 0x20 || $0 == 0x09 }
      && line[..<(caret - left.count)].allSatisfy { " \t>-+*0123456789.)".utf8.contains($0) }
  }

  /// The delimiters of the mark that hold nothing but the caret and other delimiters, where they are
  /// text as long as nothing is typed between them; nil where there are none.
  ///
  /// Which they are shows with a word in them.
  func emptyPair() -> [Range<Int>]? {
    guard caret > 0, caret < reading.source.count, "*_`".utf8.contains(reading.source[caret]),
      let typed = Probe(reading.source, at: caret, oracle: oracle), let word = typed.word,
      let first = word.first, let last = word.last
    else { return nil }
    let events = typed.reading.events
    let opens = (0..<first).reversed().prefix { events[$0].isEdge }.filter {
      events[$0].kind == .openMark(mark) && events[$0].partner > last
        && (last + 1..<events[$0].partner).allSatisfy { events[$0].isEdge }
    }
    guard let outer = opens.last else { return nil }
    func place(_ event: Int) -> Range<Int> {
      let span = typed.reading.spans[event]
      let shift = span.lowerBound >= caret ? Probe.width : 0
      return span.lowerBound - shift..<span.upperBound - shift
    }
    let whole = place(outer).lowerBound..<place(events[outer].partner).upperBound
    let delimiters = opens.reversed().map(place) + opens.map { place(events[$0].partner) }
    guard areLiteral(whole), !reading.source[whole].contains(0x20), keepsRest(typed, delimiters)
    else { return nil }
    return delimiters
  }

  /// Whether all else is the same with a word in the pair as without the pair, or as with the word
  /// and no pair: else the delimiters are part of what stands beside them.
  private func keepsRest(_ typed: Probe, _ delimiters: [Range<Int>]) -> Bool {
    let gone = Set(delimiters.joined())
    let left = reading.source.indices.filter { !gone.contains($0) }.map { reading.source[$0] }
    let place = caret - gone.count { $0 < caret }
    let rest = typed.reading.rendered.gist(without: Set(typed.word ?? []))
    if let plain = try? Reading(left, oracle: oracle), plain.rendered.gist(without: []) == rest {
      return true
    }
    // With the word and no pair the word lacks the mark, and no more: of `*_*__‸__*;*` it would be `*w*`.
    guard let plain = Probe(left, at: place, oracle: oracle),
      plain.marks?.union(mark) == typed.marks
    else { return false }
    return plain.reading.rendered.gist(without: Set(plain.word ?? [])) == rest
  }

  /// Whether the bytes are visible characters spelled as themselves, or the rule that a pair makes.
  private func areLiteral(_ range: Range<Int>) -> Bool {
    if CaretPlace(caret, in: reading) == nil { return isInEmptyPairOfRule }
    let literal = reading.characters.filter {
      reading.spans[$0].overlaps(range) && reading.spans[$0].count == 1
        && !reading.events[$0].isInImage && !reading.events[$0].marks.contains(.code)
    }
    if literal.count == range.count { return true }
    // In one run with a live delimiter, `*a.**‸***`, only the count tells them apart. An escaped star is
    // of no run: in `***\**‸***` one of four is text.
    let source = reading.source
    let left = source[..<caret].reversed().prefix { $0 == source[caret - 1] }.count
    let right = source[caret...].prefix { $0 == source[caret - 1] }.count
    let run = caret - left..<caret + right
    return run.clamped(to: range) == range
      && reading.characters.count {
        reading.spans[$0].overlaps(run) && reading.spans[$0].count == 1
      } >= range.count
  }
}
