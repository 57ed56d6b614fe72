import CommonMark

extension CaretTable {
  /// What applies at an end of a run where no place among the delimiters takes a word, with or
  /// without blanks, that is marked as after a step and all that changes: there is no step to take,
  /// and the caret is in the run, or elsewhere.
  func expectationsWithoutStep() -> [CaretExpectation] {
    guard let place = CaretPlace(caret, in: reading), place.inside == nil else { return [] }
    let edges = place.edges(in: reading)
    let isInside = place.marks(in: reading).contains(mark)
    if isInside && !edges.after.contains(.closeMark(mark)) { return [] }
    let isAtEdge = edges.before.contains(.closeMark(mark)) || edges.after.contains(.openMark(mark))
    if !isInside && !isAtEdge { return [] }
    let events =
      (place.right - edges.before.count)..<(place.right + edges.after.count)
    let places = events.flatMap { [reading.spans[$0].lowerBound, reading.spans[$0].upperBound] }
    // To step is to pass a delimiter: the caret's own place is none to step to.
    let canStep = Set(places).subtracting([caret]).contains { place in
      ["word", "word ", " word", " word "].contains { text in
        guard let probe = Probe(reading.source, at: place, typing: text, oracle: oracle),
          let marks = probe.marks
        else { return false }
        return marks.contains(mark) != isInside && probe.keeps(reading)
      }
    }
    if canStep { return [] }
    return isInside ? insideRun(place) : unmarked(place) + (isMarkedAlready ? [.markedAlready] : [])
  }

  /// Whether a word typed at the caret, with no command given, has the mark and is all that changes.
  private var isMarkedAlready: Bool {
    let typed = Probe(reading.source, at: caret, oracle: oracle)
    return typed.map { ($0.marks?.contains(mark) ?? false) && $0.keeps(reading) } ?? false
  }

  /// Outside the inlines: on a blank line, in a marker, in a definition, in a block of code.
  func outside() -> [CaretExpectation] {
    guard let probe = Probe(reading.source, at: caret, oracle: oracle), probe.word != nil else {
      return [.nothing]
    }
    // What would be code with the word in it has no place for delimiters around nothing.
    if probe.marks?.contains(.code) ?? false { return [.pair, .nothing] }
    if isOnBlankLine || isAfterText { return [.pair] }
    return [.nothing, .pair] + atIndentedText
  }

  /// In the indentation or the markers of a line of text: what applies where the text begins.
  private var atIndentedText: [CaretExpectation] {
    let starts = reading.rendered.leaves.compactMap { leaf in
      leaf.events.first.map { reading.spans[$0].lowerBound }
    }
    guard let start = starts.first(where: { caret < $0 && $0 < line.endIndex }),
      let place = CaretPlace(start, in: reading)
    else { return [] }
    return between(place)
  }

  /// The line that holds the caret, without its ending.
  private var line: ArraySlice<UInt8> {
    let source = reading.source
    let isEnd = { (byte: UInt8) in byte == 0x0A || byte == 0x0D }
    let start = source[..<caret].lastIndex(where: isEnd).map { $0 + 1 } ?? 0
    let end = source[caret...].firstIndex(where: isEnd) ?? source.count
    return source[start..<end]
  }

  /// Whether the line holds nothing but blanks, and quote markers before the caret.
  var isOnBlankLine: Bool {
    line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ">") }
      && !line[caret...].contains(UInt8(ascii: ">"))
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

  /// What applies where the caret stands between delimiters of the mark with nothing in them, and
  /// whether that is sure: the delimiters can be half of something else.
  func emptyPair() -> (rows: [CaretExpectation], isSure: Bool)? {
    let source = reading.source
    let byte = caret > 0 ? source[caret - 1] : 0
    let isTick = byte == UInt8(ascii: "`")
    guard isInPair, isTick == (mark == .code) else { return nil }
    let left = source[..<caret].reversed().prefix { $0 == byte }.count
    let right = source[caret...].prefix { $0 == byte }.count
    let width = mark == .strong ? 2 : 1
    guard min(left, right) >= width else { return nil }
    let isExact = left == right && (left == width || (!isTick && left == 3))
    if isExact, areLiteral(caret - left..<caret + right), waitsForText(width) {
      return ([.removesPair(width)], true)
    }
    return ([.removesPair(width), .removesPair(min(left, right)), .pair], false)
  }

  /// Whether a word typed at the caret has the mark, and would not have it without the pair.
  private func waitsForText(_ width: Int) -> Bool {
    let source = reading.source
    let without = Array(source[..<(caret - width)] + source[(caret + width)...])
    guard let typed = Probe(source, at: caret, oracle: oracle), let marks = typed.marks,
      let plain = Probe(without, at: caret - width, oracle: oracle), let word = plain.word
    else { return false }
    let order = Order(mark: mark, adds: true, targets: Set(word))
    return marks.contains(mark) && !(plain.marks?.contains(mark) ?? true)
      && contentViolations(plain.reading.rendered, typed.reading.rendered, order).isEmpty
  }

  /// Whether the bytes are visible characters spelled as themselves, or a thematic break.
  private func areLiteral(_ range: Range<Int>) -> Bool {
    let events = reading.characters.filter { reading.spans[$0].overlaps(range) }
    if events.isEmpty {
      let isRule = line.allSatisfy {
        $0 == reading.source[range.lowerBound] || $0 == 0x20 || $0 == 0x09
          || $0 == UInt8(ascii: ">")
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
