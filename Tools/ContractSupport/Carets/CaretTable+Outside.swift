import CommonMark

extension CaretTable {
  /// Returns the answers outside inlines: on a blank line, in a marker, definition or code block.
  func outside() -> [CaretExpectation] {
    guard let probe = Probe(reading.source, at: caret, oracle: oracle), probe.word != nil else {
      return [.nothing]
    }
    if isInEmptyPairOfRule { return [.pair, .nothing] }
    if isOnRule { return [.nothing] }
    if isOnBlankLine {
      // An empty pair has no place if the word becomes code, or if the line has a list marker,
      // whose item could then continue with other text.
      let isOpen = (probe.marks?.contains(.code) ?? false) || hasListMarker
      return isOpen ? [.pair, .nothing] : [.pair]
    }
    // In blanks before or after a leaf's text, the pair belongs to that leaf if a word there would.
    return probe.keeps(reading) ? [.pair] : [.nothing]
  }

  /// The line at the caret, without its ending and without a byte order mark before the caret.
  private var line: ArraySlice<UInt8> {
    let source = reading.source
    let isEnd = { (byte: UInt8) in byte == 0x0A || byte == 0x0D }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let textStart = source[..<caret].starts(with: mark) ? mark.count : 0
    let start = source[..<caret].lastIndex(where: isEnd).map { $0 + 1 } ?? textStart
    let end = source[caret...].firstIndex(where: isEnd) ?? source.count
    return source[start..<end]
  }

  /// Whether the line has only blanks and block markers, with no marker after the caret.
  var isOnBlankLine: Bool {
    let text = line.drop { " \t>-+*0123456789.)".utf8.contains($0) }
    return text.isEmpty && line[caret...].allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  private var hasListMarker: Bool {
    line.contains { !" \t>".utf8.contains($0) }
  }

  /// Whether the caret is in a thematic break that fills its line.
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

  /// Whether the line contains only an empty pair of strong, or of strong and emphasis.
  private var isInEmptyPairOfRule: Bool {
    guard caret > line.startIndex else { return false }
    let left = line[..<caret].reversed().prefix { $0 == line[caret - 1] }
    let right = line[caret...].prefix { $0 == line[caret - 1] }
    return (2...3).contains(left.count) && right.elementsEqual(left)
      && line[right.endIndex...].allSatisfy { $0 == 0x20 || $0 == 0x09 }
      && line[..<(caret - left.count)].allSatisfy { " \t>-+*0123456789.)".utf8.contains($0) }
  }

  /// Returns the delimiters of an empty pair of the mark around the caret, or nil if there is none.
  /// The pair may contain other delimiters and must be text while it is empty.
  ///
  /// A word typed at the caret shows which delimiters they are.
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

  /// Whether a word in the pair leaves everything else as it is without the pair, with or without a
  /// word. If not, the delimiters belong to the text beside them.
  private func keepsRest(_ typed: Probe, _ delimiters: [Range<Int>]) -> Bool {
    let gone = Set(delimiters.joined())
    let left = reading.source.indices.filter { !gone.contains($0) }.map { reading.source[$0] }
    let place = caret - gone.count { $0 < caret }
    let rest = typed.reading.rendered.gist(without: Set(typed.word ?? []))
    if let plain = try? Reading(left, oracle: oracle), plain.rendered.gist(without: []) == rest {
      return true
    }
    // Without the pair, the word may lack this mark only; in `*_*__‸__*;*` it would be `*w*`.
    guard let plain = Probe(left, at: place, oracle: oracle),
      plain.marks?.union(mark) == typed.marks
    else { return false }
    return plain.reading.rendered.gist(without: Set(plain.word ?? [])) == rest
  }

  /// Whether the bytes are literal visible characters, or a pair read as a thematic break.
  private func areLiteral(_ range: Range<Int>) -> Bool {
    if CaretPlace(caret, in: reading) == nil { return isInEmptyPairOfRule }
    let literal = reading.characters.filter {
      reading.spans[$0].overlaps(range) && reading.spans[$0].count == 1
        && !reading.events[$0].isInImage && !reading.events[$0].marks.contains(.code)
    }
    if literal.count == range.count { return true }
    // In one run with a real delimiter, as in `*a.**‸***`, only the count tells the two apart. An
    // escaped star is not in the run: in `***\**‸***`, one of four is text.
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
