import MarkdownEditing

/// Finds the rows of the caret table that apply, using libcmark's tree and a word typed at the
/// caret. There are several if the table leaves the choice open.
struct CaretTable {
  let reading: Reading
  /// The caret, moved out of any reference, escape or line ending.
  let caret: Int
  let mark: MarkSet
  let options: EditingOptions
  let oracle: ReferenceOracle

  init(
    reading: Reading, caret: Int, mark: MarkSet, options: EditingOptions, oracle: ReferenceOracle
  ) {
    self.reading = reading
    self.mark = mark
    self.options = options
    self.oracle = oracle
    let source = reading.source
    let isInLineEnding =
      caret > 0 && caret < source.count && source[caret - 1] == 0x0D && source[caret] == 0x0A
    let inside = reading.characters.first {
      reading.spans[$0].lowerBound < caret && caret < reading.spans[$0].upperBound
    }
    // A caret inside a reference or an escape counts as at its end.
    self.caret =
      isInLineEnding ? caret - 1 : inside.map { reading.spans[$0].upperBound } ?? caret
  }

  func expectations() -> [CaretExpectation] {
    if let delimiters = emptyPair() { return [.removesPair(delimiters)] }
    guard let place = CaretPlace(caret, in: reading) else { return outside() }
    guard let inside = place.inside else { return between(place) }
    // Marks in an image's description are not marks of text.
    if reading.events[inside].isInImage { return [.nothing] }
    switch reading.events[inside].kind {
    case .openMark: return inDelimiter(innerEnd: reading.spans[inside].upperBound)
    case .closeMark: return inDelimiter(innerEnd: reading.spans[inside].lowerBound)
    case .softBreak, .hardBreak: return inBreak(inside)
    default: return [.nothing]
    }
  }

  /// The caret and, if it is inside a delimiter, the inner end of that delimiter.
  var places: [Int] {
    guard let place = CaretPlace(caret, in: reading), let inside = place.inside else {
      return [caret]
    }
    switch reading.events[inside].kind {
    case .openMark: return [caret, reading.spans[inside].upperBound]
    case .closeMark: return [caret, reading.spans[inside].lowerBound]
    default: return [caret]
    }
  }

  /// Returns the answers for a caret inside a delimiter. The marks of a word typed there decide, as
  /// between the ends of two runs in `***foo*‸**`, or else the inner end of the delimiter.
  private func inDelimiter(innerEnd: Int) -> [CaretExpectation] {
    guard let place = CaretPlace(innerEnd, in: reading) else { return [.nothing] }
    guard let marks = typedMarks(at: caret) else { return between(place) }
    return between(place, here: marks)
  }

  /// Returns the answers inside a break. Before the marker of a continued quote, nothing can be
  /// done.
  private func inBreak(_ event: Int) -> [CaretExpectation] {
    let rest = reading.source[caret..<reading.spans[event].upperBound]
    let isOnNextLine = !rest.contains { $0 == 0x0A || $0 == 0x0D }
    if isOnNextLine, rest.contains(UInt8(ascii: ">")) { return [.nothing] }
    let place = CaretPlace(reading.spans[event].lowerBound, in: reading)
    if reading.events[event].marks.contains(mark) {
      let ends = [place, CaretPlace(reading.spans[event].upperBound, in: reading)]
      return ends.compactMap { $0 }.flatMap(insideRun)
    }
    // The backslash of a hard break is not text, so the caret may also count as before it.
    let isHard = reading.events[event].kind == .hardBreak && !isOnNextLine
    return [.pair] + (isHard ? place.map { between($0) } ?? [] : [])
  }

  /// Returns the answers for a caret between two events; `known` are the marks of typed text.
  func between(_ place: CaretPlace, here known: MarkSet? = nil) -> [CaretExpectation] {
    if place.isInImage(in: reading) { return [.nothing] }
    let here = known ?? place.marks(in: reading)
    let isAtEnd = place.ends(in: reading).contains { end in
      end.marks.contains(mark) != here.contains(mark)
    }
    if isAtEnd {
      // No step leads out if a word has the mark wherever it is typed, as in `**‸*![]()*!*`.
      if here.contains(mark), isMarkedEverywhere(from: place) { return insideRun(place) }
      // No step leads into the text of `[*foo* bar]`, because the text is also the link's label.
      let isOpen = !here.contains(mark) && !canStep(from: place, isIn: true)
      return [here.contains(mark) ? .stepsOut : .stepsIn] + (isOpen ? unmarked(place) : [])
    }
    return here.contains(mark) ? insideRun(place) : unmarked(place)
  }

  /// Whether typed text has the marks of a step at some offset among the delimiters beside the
  /// caret.
  func canStep(from inner: CaretPlace, isIn: Bool) -> Bool {
    inner.stretch(in: reading).contains { place in
      place != caret && typedMarks(at: place)?.contains(mark) == isIn
    }
  }

  /// Whether text can be typed at every offset among the delimiters beside the caret, and always
  /// has the mark.
  private func isMarkedEverywhere(from inner: CaretPlace) -> Bool {
    inner.stretch(in: reading).allSatisfy { place in
      let typed = allTypedMarks(at: place)
      return !typed.isEmpty && typed.allSatisfy { $0.contains(mark) }
    }
  }

  /// Returns the answers for a caret inside the outermost node of the mark around it.
  private func insideRun(_ place: CaretPlace) -> [CaretExpectation] {
    let open = place.leaf.events.first { event in
      reading.events[event].kind == .openMark(mark) && event < place.right
        && place.right <= reading.events[event].partner
    }
    guard let open else { return [.loses([])] }
    let run = (open..<reading.events[open].partner).filter { reading.events[$0].isMarkable }
    let words = words(at: place)
    // A run without markable characters has no word either.
    guard options.inRun == .word, !run.isEmpty else { return [.loses(run)] }
    return words.isEmpty ? [.loses(run), .nothing, .pair] : words.map { .loses($0) }
  }

  private func unmarked(_ place: CaretPlace) -> [CaretExpectation] {
    // A word that already has the mark cannot gain it, so the caret counts as "anywhere else".
    let words = words(at: place).filter { word in
      word.contains { reading.events[$0].isMarkable && !reading.events[$0].marks.contains(mark) }
    }
    let before = place.characterBefore(in: reading)
    let after = place.characterAfter(in: reading)
    if let first = words.first {
      let isStrictlyInside = first.contains(before ?? -1) && first.contains(after ?? -1)
      if options.atEdge == .word || isStrictlyInside { return words.map { .gains($0) } }
    }
    if let span = codeSpan(place) { return [.aroundCode(span)] }
    // A symbol is not a word, but a reader might take it for one.
    let symbols = Words(of: place.leaf, in: reading).symbols.filter {
      $0.contains(before ?? -1) || $0.contains(after ?? -1)
    }
    return [.pair] + symbols.map { .gains($0) }
  }

  /// Returns the markable characters of the code span around the caret, for strong and emphasis
  /// only. The result is empty between an empty pair of fences, and nil if there is no code span.
  private func codeSpan(_ place: CaretPlace) -> [Int]? {
    if mark == .code { return nil }
    let open = place.leaf.events.first { event in
      reading.events[event].kind == .openMark(.code) && event < place.right
        && place.right <= reading.events[event].partner
    }
    if let open {
      return (open..<reading.events[open].partner).filter { reading.events[$0].isMarkable }
    }
    let fences = CaretTable(
      reading: reading, caret: caret, mark: .code, options: options, oracle: oracle
    ).emptyPair()
    return fences == nil ? nil : []
  }

  private func words(at place: CaretPlace) -> [[Int]] {
    let before = place.characterBefore(in: reading)
    let after = place.characterAfter(in: reading)
    return Words(of: place.leaf, in: reading).words.filter {
      $0.contains(before ?? -1) || $0.contains(after ?? -1)
    }
  }

  func at(_ caret: Int, in reading: Reading) -> CaretTable {
    CaretTable(reading: reading, caret: caret, mark: mark, options: options, oracle: oracle)
  }

  /// Returns the marks of a word typed at an offset, if nothing else changes.
  func typedMarks(at place: Int) -> MarkSet? { allTypedMarks(at: place).first }

  /// Returns the marks of the word alone and with blanks beside it, if nothing else changes.
  func allTypedMarks(at place: Int) -> [MarkSet] {
    Probe.texts.compactMap { text in
      let probe = Probe(reading.source, at: place, typing: text, oracle: oracle)
      return probe.flatMap { $0.keeps(reading) ? $0.marks : nil }
    }
  }
}
