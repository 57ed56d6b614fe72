/// One choice of the search that is not the source's spelling.
struct SpellingChoice {
  /// The choice before it, or -1.
  var parent: Int
  /// The piece that it is made at.
  var piece: Int
  /// What is written in the gap before the piece; nil for what the source has.
  var gap: [Delimiter]?
  /// Whether the piece takes its alternative.
  var takesAlternative: Bool
}

/// A spelling found: its choices, and what it costs.
struct Spelling {
  var choices: [SpellingChoice]
  var cost: Int
}

/// The search for the cheapest spelling of a leaf in which every character has its marks.
///
/// A shortest path over the pieces. A state is what the rest depends on: the delimiter stack, the
/// run being written, what stands before it. Each step chooses what is written in the gap and
/// how the piece is spelled, and keeps what the specification's algorithm would read as meant.
struct SpellingSearch {
  let pieces: [Piece]
  /// The mark of the command: its delimiters are cheap to change, others are not.
  let mark: MarkSet
  /// The pieces before which delimiters may change.
  let zone: ClosedRange<Int>
  /// Whether marks may also be closed and opened again where they need not.
  let isWide: Bool
  /// How many states are kept a step.
  static let width = 48

  /// Whether the command gives its mark.
  let givesMark: Bool

  var arena: [SpellingChoice] = []

  init(pieces: [Piece], mark: MarkSet, givesMark: Bool, zone: ClosedRange<Int>, isWide: Bool) {
    self.givesMark = givesMark
    self.pieces = pieces
    self.mark = mark
    self.zone = zone
    self.isWide = isWide
  }

  /// The spellings found, cheapest first, at most `limit`.
  mutating func run(limit: Int) -> [Spelling] {
    var start = SearchState()
    if givesMark, mark.isSubset(of: .delimited) { start.wantsInside = mark }
    var states = [start]
    for index in pieces.indices {
      if states.count == 1, !isChoice(index) {
        // Most of a leaf: one way to go on, in place.
        guard states[0].keep(pieces[index]) else { return [] }
        continue
      }
      var next: [SearchState] = []
      for state in states { step(state, index, into: &next) }
      states = Self.best(next)
      if states.isEmpty { return [] }
    }
    return states.sorted { $0.cost < $1.cost }.prefix(limit).map {
      Spelling(choices: choices(endingAt: $0.choice), cost: $0.cost)
    }
  }

  /// Whether there is more than one way to write a piece and the gap before it.
  private func isChoice(_ index: Int) -> Bool {
    pieces[index].alternative != nil || !pieces[index].gap.isEmpty || pieces[index].isAtEnd
      || (pieces[index].isActive && zone.contains(index))
  }

  /// The cheapest states, one of each kind.
  private static func best(_ states: [SearchState]) -> [SearchState] {
    if states.count <= 1 { return states }
    var result: [SearchState] = []
    for state in states.enumerated().sorted(by: {
      ($0.element.cost, $0.offset) < ($1.element.cost, $1.offset)
    }).map({ $0.element }) where !result.contains(where: { $0.isSame(as: state) }) {
      result.append(state)
      if result.count == width { break }
    }
    return result
  }

  private func choices(endingAt last: Int) -> [SpellingChoice] {
    var result: [SpellingChoice] = []
    var index = last
    while index >= 0 {
      result.append(arena[index])
      index = arena[index].parent
    }
    return result.reversed()
  }

  private mutating func step(
    _ state: SearchState, _ index: Int, into next: inout [SearchState]
  ) {
    let piece = pieces[index]
    let isOpen = piece.isActive && zone.contains(index)
    keep(state, index, into: &next)
    guard isOpen else { return }
    for gap in gaps(for: piece, after: state) where gap != piece.gap {
      var changed = state
      guard changed.write(gap, isEdited: true) else { continue }
      changed.cost += GapChoices.cost(of: gap[...], replacing: piece.gap[...], mark: mark)
      finish(changed, index, gap: gap, into: &next)
    }
  }

  /// Goes on with what the source has in the gap.
  private mutating func keep(
    _ state: SearchState, _ index: Int, into next: inout [SearchState]
  ) {
    var kept = state
    guard kept.write(pieces[index].gap, isEdited: false) else { return }
    finish(kept, index, gap: nil, into: &next)
  }

  /// Writes the piece, plainly and in its other spelling.
  private mutating func finish(
    _ state: SearchState, _ index: Int, gap: [Delimiter]?, into next: inout [SearchState]
  ) {
    let piece = pieces[index]
    let isEmptyGap = (gap ?? piece.gap).isEmpty
    for takesAlternative in piece.alternative == nil ? [false] : [false, true] {
      var after = state
      guard
        after.write(
          piece, takesAlternative: takesAlternative, isEmptyGap: isEmptyGap, isEdited: gap != nil)
      else { continue }
      if givesMark, piece.isAtEnd, piece.depth == 0, after.isOpen(mark) {
        after.cost += Cost.drawnIn
      }
      let written = gap ?? piece.gap
      if !written.isEmpty,
        (piece.isInRun && GapChoices.interrupts(written, mark)) || nests(written, piece, after)
      {
        after.cost += Cost.interruption
      }
      if gap != nil || takesAlternative {
        arena.append(
          SpellingChoice(
            parent: after.choice, piece: index, gap: gap, takesAlternative: takesAlternative))
        after.choice = arena.count - 1
      }
      next.append(after)
    }
  }

  /// Whether a gap opens the mark inside itself, deeper than the source does.
  private func nests(_ gap: [Delimiter], _ piece: Piece, _ after: SearchState) -> Bool {
    guard gap.contains(where: { $0.isOpening && $0.mark == mark }) else { return false }
    let before = piece.depth + piece.gap.count { $0.isOpening && $0.mark == mark }
    return after.depth(of: mark) > max(1, before)
  }

  /// What may be written in a gap instead of what the source has.
  private func gaps(for piece: Piece, after state: SearchState) -> [[Delimiter]] {
    var result = GapChoices.variations(of: piece.gap, mark: mark)
    guard let run = state.run else { return result + gaps(for: piece, from: state.stack) }
    // What a literal run before the gap does depends on what follows it.
    for next in [piece.first, "*", "_"] where next.value != UInt32(run.character) {
      var stack = state.stack
      guard stack.end(run, after: next) else { continue }
      result += gaps(for: piece, from: stack).filter { gap in
        gap.first.map { UInt32($0.character) == next.value } ?? (next == piece.first)
      }
    }
    return result + continuations(of: run, piece, state)
  }

  /// The closers and openers that lead from a stack to what a piece wants.
  private func gaps(for piece: Piece, from stack: DelimiterStack) -> [[Delimiter]] {
    var result: [[Delimiter]] = []
    for (closers, entries) in GapChoices(stack: stack).closings() {
      let open = GapChoices.open(entries)
      for opening in openings(for: piece, open: open, closers: closers, entries: entries) {
        result.append(closers + opening)
      }
    }
    return result
  }

  /// Openers that a run of literal characters goes on with.
  private func continuations(of run: DelimiterRun, _ piece: Piece, _ state: SearchState)
    -> [[Delimiter]]
  {
    guard let wanted = piece.wanted else { return [] }
    return GapChoices.openings(wanted.subtracting(state.open)).filter {
      $0.first?.character == run.character
    }
  }

  /// What may be opened before a piece once some marks are closed.
  private func openings(
    for piece: Piece, open: MarkSet, closers: [Delimiter], entries: [DelimiterEntry]
  ) -> [[Delimiter]] {
    switch piece.kind {
    case .end: return open.isEmpty ? [[]] : []
    case .linkClose:
      let inside = entries.last { $0.isMeant || $0.character == 0 }
      return inside?.isMeant == true ? [] : [[]]
    case .linkOpen:
      guard open.isSubset(of: piece.common) else { return [] }
      let missing = piece.common.subtracting(open)
      return [[]] + subsets(missing).flatMap(GapChoices.openings)
    case .plain, .delimiter:
      if let wanted = piece.wanted {
        guard open.isSubset(of: wanted) else { return [] }
        if !isWide, !closers.isEmpty, closers.allSatisfy({ wanted.contains($0.mark) }) { return [] }
        return GapChoices.openings(wanted.subtracting(open))
      }
      if piece.isWhiteSpace { return [[]] }
      return [[]] + subsets(MarkSet.delimited.subtracting(open)).flatMap(GapChoices.openings)
    }
  }

  private func subsets(_ marks: MarkSet) -> [MarkSet] {
    [MarkSet.strong, .emphasis, .delimited].filter { $0.isSubset(of: marks) }
  }
}
