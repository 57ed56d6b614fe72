import MarkdownEditing

/// Finds the rows of the caret table that apply, from libcmark's tree and from what a typed word
/// shows; several where the table leaves it open.
struct CaretTable {
  let reading: Reading
  /// The caret, out of the inside of what is one character.
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
    // A caret inside a reference or an escape stands at its end.
    self.caret =
      isInLineEnding ? caret - 1 : inside.map { reading.spans[$0].upperBound } ?? caret
  }

  func expectations() -> [CaretExpectation] {
    if let delimiters = emptyPair() { return [.removesPair(delimiters)] }
    guard let place = CaretPlace(caret, in: reading) else { return outside() }
    guard let inside = place.inside else { return between(place) }
    // The marks of an image's description are no marks of text.
    if reading.events[inside].isInImage { return [.nothing] }
    switch reading.events[inside].kind {
    case .openMark: return inDelimiter(innerEnd: reading.spans[inside].upperBound)
    case .closeMark: return inDelimiter(innerEnd: reading.spans[inside].lowerBound)
    case .softBreak, .hardBreak: return inBreak(inside)
    default: return [.nothing]
    }
  }

  /// The caret, and where it stands inside a delimiter that delimiter's inner end.
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

  /// Inside a delimiter: what it holds is meant; or, where a word can be typed there, what that
  /// shows: `***foo*‸**` stands between the ends of two runs.
  private func inDelimiter(innerEnd: Int) -> [CaretExpectation] {
    guard let place = CaretPlace(innerEnd, in: reading) else { return [.nothing] }
    guard let marks = typedMarks(at: caret) else { return between(place) }
    return between(place, here: marks)
  }

  /// Inside the spelling of a break: before the marker of a quote that goes on there is nothing.
  private func inBreak(_ event: Int) -> [CaretExpectation] {
    let rest = reading.source[caret..<reading.spans[event].upperBound]
    let isOnNextLine = !rest.contains { $0 == 0x0A || $0 == 0x0D }
    if isOnNextLine, rest.contains(UInt8(ascii: ">")) { return [.nothing] }
    let place = CaretPlace(reading.spans[event].lowerBound, in: reading)
    if reading.events[event].marks.contains(mark) {
      let ends = [place, CaretPlace(reading.spans[event].upperBound, in: reading)]
      return ends.compactMap { $0 }.flatMap(insideRun)
    }
    // The backslash of a hard break is no text, so the caret can be taken to stand before it.
    let isHard = reading.events[event].kind == .hardBreak && !isOnNextLine
    return [.pair] + (isHard ? place.map { between($0) } ?? [] : [])
  }

  /// Between two events, where text that is typed has the marks `here`.
  func between(_ place: CaretPlace, here known: MarkSet? = nil) -> [CaretExpectation] {
    if place.isInImage(in: reading) { return [.nothing] }
    let here = known ?? place.marks(in: reading)
    let isAtEnd = place.ends(in: reading).contains { end in
      end.marks.contains(mark) != here.contains(mark)
    }
    if isAtEnd {
      // From `**‸*![]()*!*` no step leads out: wherever a word is typed it is emphasis.
      if here.contains(mark), isMarkedEverywhere(from: place) { return insideRun(place) }
      // Into the text of `[*foo* bar]`, which is a name too, no step leads.
      let isOpen = !here.contains(mark) && !canStep(from: place, isIn: true)
      return [here.contains(mark) ? .stepsOut : .stepsIn] + (isOpen ? unmarked(place) : [])
    }
    return here.contains(mark) ? insideRun(place) : unmarked(place)
  }

  /// Whether at any place among the delimiters beside the caret text can be typed as after a step.
  func canStep(from inner: CaretPlace, isIn: Bool) -> Bool {
    inner.stretch(in: reading).contains { place in
      place != caret && typedMarks(at: place)?.contains(mark) == isIn
    }
  }

  /// Whether text can be typed at all places among the delimiters beside the caret, and has the mark at
  /// each.
  private func isMarkedEverywhere(from inner: CaretPlace) -> Bool {
    inner.stretch(in: reading).allSatisfy { place in
      let typed = allTypedMarks(at: place)
      return !typed.isEmpty && typed.allSatisfy { $0.contains(mark) }
    }
  }

  /// The run that the delimiters around the caret hold: the outermost node of the mark.
  private func insideRun(_ place: CaretPlace) -> [CaretExpectation] {
    let open = place.leaf.events.first { event in
      reading.events[event].kind == .openMark(mark) && event < place.right
        && place.right <= reading.events[event].partner
    }
    guard let open else { return [.loses([])] }
    let run = (open..<reading.events[open].partner).filter { reading.events[$0].isMarkable }
    let words = words(at: place)
    // Where nothing markable is in the run there is no word in it either.
    guard options.inRun == .word, !run.isEmpty else { return [.loses(run)] }
    return words.isEmpty ? [.loses(run), .nothing, .pair] : words.map { .loses($0) }
  }

  private func unmarked(_ place: CaretPlace) -> [CaretExpectation] {
    // A word that has the mark has none to gain: beside it the caret is "anywhere else".
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
    // A symbol is no word, and what a reader might take for one.
    let symbols = Words(of: place.leaf, in: reading).symbols.filter {
      $0.contains(before ?? -1) || $0.contains(after ?? -1)
    }
    return [.pair] + symbols.map { .gains($0) }
  }

  /// For strong or emphasis the markable characters of the code span that the caret is in, or none
  /// where the caret stands in an empty pair of fences; else nil.
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

  /// The words that the caret is in or at the edge of.
  private func words(at place: CaretPlace) -> [[Int]] {
    let before = place.characterBefore(in: reading)
    let after = place.characterAfter(in: reading)
    return Words(of: place.leaf, in: reading).words.filter {
      $0.contains(before ?? -1) || $0.contains(after ?? -1)
    }
  }

  /// The same of another text.
  func at(_ caret: Int, in reading: Reading) -> CaretTable {
    CaretTable(reading: reading, caret: caret, mark: mark, options: options, oracle: oracle)
  }

  /// The marks of a word typed at a place, with or without blanks beside it, where all else stays.
  func typedMarks(at place: Int) -> MarkSet? { allTypedMarks(at: place).first }

  /// The same for the word alone and each way to put blanks beside it, where all else stays.
  func allTypedMarks(at place: Int) -> [MarkSet] {
    Probe.texts.compactMap { text in
      let probe = Probe(reading.source, at: place, typing: text, oracle: oracle)
      return probe.flatMap { $0.keeps(reading) ? $0.marks : nil }
    }
  }
}
