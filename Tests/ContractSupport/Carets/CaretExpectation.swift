import AccessoryCommands

/// A row of the caret table, with the characters it is about.
enum CaretExpectation: Hashable, Sendable {
  /// These characters lose the mark.
  case loses([Int])
  /// The characters of a word gain the mark.
  case gains([Int])
  /// The caret leaves the run.
  case stepsOut
  /// The caret enters the run.
  case stepsIn
  /// A pair of delimiters is put around the caret.
  case pair
  /// The delimiters around the caret, this many bytes on each side, are removed.
  case removesPair(Int)
  /// Outside a run, where no step leads into it, the text typed next has the mark all the same: a
  /// pair would give what is there.
  case markedAlready
  /// Nothing can be done there.
  case nothing
}

/// Finds the rows of the caret table that apply; several where the table leaves it open.
struct CaretTable {
  let reading: Reading
  let caret: Int
  let mark: MarkSet
  let policies: MarkPolicies
  let oracle: ReferenceOracle

  func expectations() -> [CaretExpectation] {
    guard let pair = emptyPair() else { return rows() }
    return pair.isSure ? pair.rows : rows() + pair.rows
  }

  private func rows() -> [CaretExpectation] {
    guard let place = CaretPlace(caret, in: reading) else { return outside() }
    guard let inside = place.inside else { return between(place) }
    // The marks of an image's description are no marks of text.
    if reading.events[inside].isInImage { return [.nothing] }
    switch reading.events[inside].kind {
    case .character: return insideCharacter(inside, place.leaf)
    case .openMark(mark):
      let within = CaretPlace(reading.spans[inside].upperBound, in: reading).map(insideRun) ?? []
      return [.stepsOut, .stepsIn] + runs(at: inside + 1, place.leaf) + within
    case .closeMark(mark):
      let within = CaretPlace(reading.spans[inside].lowerBound, in: reading).map(insideRun) ?? []
      return [.stepsOut, .stepsIn] + runs(at: inside - 1, place.leaf) + within
    case .html: return [.nothing]
    default:
      let bounds = [reading.spans[inside].lowerBound, reading.spans[inside].upperBound]
      let sides = bounds.compactMap { CaretPlace($0, in: reading) }.flatMap(between)
      return sides + [.pair, .nothing]
    }
  }

  /// Inside an escape, a reference or the line ending of a code span.
  private func insideCharacter(_ event: Int, _ leaf: Rendered.Leaf) -> [CaretExpectation] {
    let bounds = [reading.spans[event].lowerBound, reading.spans[event].upperBound]
    let sides = bounds.compactMap { CaretPlace($0, in: reading) }.flatMap(between)
    if reading.events[event].marks.contains(mark) {
      let run = runs(at: event, leaf)
      return (run.isEmpty ? [.loses([])] : run) + sides + [.nothing]
    }
    let words = Words(of: leaf, in: reading)
    if let word = words.words.first(where: { $0.contains(event) }) { return [.gains(word)] }
    return [.pair, .nothing] + sides
  }

  /// Between two events.
  func between(_ place: CaretPlace) -> [CaretExpectation] {
    if place.isInImage(in: reading) { return [.nothing] }
    let edges = place.edges(in: reading)
    let opensBefore = edges.before.contains(.openMark(mark))
    let closesAfter = edges.after.contains(.closeMark(mark))
    let run = spanningRun(place)
    if place.marks(in: reading).contains(mark) {
      if closesAfter { return [.stepsOut] + run + beyondLink(edges, place) + nested(edges, place) }
      // The table's "inner end" can be read as either end, or as the one behind the text.
      if opensBefore { return [.stepsOut] + insideRun(place) }
      return insideRun(place)
    }
    if edges.before.contains(.closeMark(mark)) || edges.after.contains(.openMark(mark)) {
      // Outside a link in which the run begins or ends, the caret can be taken to be elsewhere.
      return [.stepsIn] + run + (isLinkBetween(edges) ? [.pair] : [])
    }
    return run + unmarked(place)
  }

  /// Where the edge of a link stands between the caret and the end of the run, the caret can be
  /// taken to stand in the run too.
  private func beyondLink(
    _ edges: (before: [Event.Kind], after: [Event.Kind]), _ place: CaretPlace
  ) -> [CaretExpectation] {
    isLinkBetween(edges) ? insideRun(place) : []
  }

  private func isLinkBetween(_ edges: (before: [Event.Kind], after: [Event.Kind])) -> Bool {
    (edges.before + edges.after).contains { kind in
      if case .openLink = kind { true } else { kind == .closeLink }
    }
  }

  /// Where another node of the mark goes on around the one that ends at the caret, what is typed
  /// behind its delimiter has the mark still: the caret can be taken to stand in the run.
  private func nested(
    _ edges: (before: [Event.Kind], after: [Event.Kind]), _ place: CaretPlace
  ) -> [CaretExpectation] {
    let around = reading.rendered.events.indices.prefix { $0 < place.right }.count {
      reading.events[$0].kind == .openMark(mark) && reading.events[$0].partner >= place.right
    }
    return around > edges.after.count { $0 == .closeMark(mark) } ? insideRun(place) : []
  }

  func insideRun(_ place: CaretPlace) -> [CaretExpectation] {
    let near = nearest(place)
    let member = [near.left, near.right].compactMap { $0 }.first {
      reading.events[$0].marks.contains(mark)
    }
    let run = member.map { runs(at: $0, place.leaf) } ?? []
    // Where nothing markable is in the run there is no word in it either: by each policy the
    // command changes nothing and says so.
    let whole = run.isEmpty ? [.loses([])] : run
    guard policies.inRun == .word else { return whole }
    let words = words(at: place)
    return words.isEmpty ? whole + [.nothing, .pair] : words.map { .loses($0) }
  }

  func unmarked(_ place: CaretPlace) -> [CaretExpectation] {
    // A word that has the mark has none to gain: beside it the caret is "anywhere else".
    let words = words(at: place).filter { word in
      word.contains { reading.events[$0].isMarkable && !reading.events[$0].marks.contains(mark) }
    }
    let before = place.characterBefore(in: reading)
    let after = place.characterAfter(in: reading)
    let symbols = Words(of: place.leaf, in: reading).symbols.filter {
      $0.contains(before ?? -1) || $0.contains(after ?? -1)
    }
    let isInCode = place.marks(in: reading).contains(.code)
    let isHard = isInCode || (isInPair && reading.source[caret] == UInt8(ascii: "`"))
    guard let first = words.first else {
      return [.pair] + symbols.map { .gains($0) } + (isHard ? [.nothing] : [])
    }
    let isStrictlyInside = first.contains(before ?? -1) && first.contains(after ?? -1)
    if policies.atWordEdge == .insertsPair, !isStrictlyInside {
      return [.pair] + (isInCode ? [.nothing] : [])
    }
    return words.map { .gains($0) }
  }

  /// The words that the caret is in or at the edge of.
  private func words(at place: CaretPlace) -> [[Int]] {
    let before = place.characterBefore(in: reading)
    let after = place.characterAfter(in: reading)
    return Words(of: place.leaf, in: reading).words.filter {
      $0.contains(before ?? -1) || $0.contains(after ?? -1)
    }
  }

  /// The nearest markable characters on both sides.
  private func nearest(_ place: CaretPlace) -> (left: Int?, right: Int?) {
    let markable = place.leaf.events.filter { reading.events[$0].isMarkable }
    return (markable.last { $0 < place.right }, markable.first { $0 >= place.right })
  }

  /// The run that the caret is in by the white space around it: a stretch of marked characters
  /// is one run though its delimiters close and open again at a space.
  private func spanningRun(_ place: CaretPlace) -> [CaretExpectation] {
    let near = nearest(place)
    guard let left = near.left, let right = near.right,
      reading.events[left].marks.contains(mark), reading.events[right].marks.contains(mark)
    else { return [] }
    return runs(at: left, place.leaf)
  }

  /// The run of the mark at an event, whole.
  private func runs(at event: Int, _ leaf: Rendered.Leaf) -> [CaretExpectation] {
    let markable = leaf.events.filter { reading.events[$0].isMarkable }
    let has = { reading.events[$0].marks.contains(mark) }
    let nearest = [markable.last { $0 <= event }, markable.first { $0 >= event }]
    let start = nearest.compactMap { $0 }.first(where: has)
    guard let start, let position = markable.firstIndex(of: start) else { return [] }
    let before = markable[..<position].reversed().prefix(while: has).reversed()
    let after = markable[position...].prefix(while: has)
    return [.loses(Array(before) + after)]
  }
}
