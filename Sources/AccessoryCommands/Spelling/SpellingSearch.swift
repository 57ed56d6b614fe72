/// One choice of the search that is not the source's spelling.
struct SpellingChoice {
  /// The choice before it, or -1.
  var parent: Int
  /// The piece that it is made at.
  var piece: Int
  /// What is written in the gap before the piece; nil for what the source has.
  var gap: Gap?
  /// Whether the piece takes its alternative.
  var takesAlternative: Bool
}

/// A spelling found: its choices, and what it costs.
struct Spelling {
  let cost: Int
  /// Whether it breaks a rule of what a toggle writes: a last resort.
  let breaksRule: Bool
  /// The last of its choices among those of the whole search, or -1.
  fileprivate let last: Int
  fileprivate let all: ContiguousArray<SpellingChoice>

  /// Its choices, in order.
  var choices: [SpellingChoice] {
    var result: [SpellingChoice] = []
    var index = last
    while index >= 0 {
      result.append(all[index])
      index = all[index].parent
    }
    result.reverse()
    return result
  }
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
  var width = Self.usualWidth
  static let usualWidth = 48
  /// Where all that is cheap was misread: long runs of delimiters have many ways to be read.
  static let thoroughWidth = 600

  /// Whether no rule may be broken, whatever it takes.
  var keepsRules = false
  /// Whether delimiter characters only go, and nothing else counts.
  var onlyRemoves = false
  /// Whether the leaf is written anew: what delimiters the source has counts for nothing.
  var writesAnew = false
  /// How many ways to one state are kept: more give more spellings; then those that only insert are
  /// also told apart from others.
  var copies = 1
  /// What an opener of stars that the source has not costs more.
  var costOfStar = 0
  /// Whether the command gives its mark.
  let givesMark: Bool

  private var choices: ContiguousArray<SpellingChoice> = []
  private var arena = DelimiterArena()
  private var next: ContiguousArray<SearchState> = []
  private var order: ContiguousArray<Int> = []
  /// Of each state that is kept a word that tells most others apart from it.
  private var digests: ContiguousArray<UInt64> = []
  private var gaps: ContiguousArray<Gap> = []
  private var closings: ContiguousArray<GapChoices.Closing> = []
  /// The variations of the source's gap at the current piece.
  private var variations: ContiguousArray<Gap> = []

  init(pieces: [Piece], mark: MarkSet, givesMark: Bool, zone: ClosedRange<Int>, isWide: Bool) {
    self.givesMark = givesMark
    self.pieces = pieces
    self.mark = mark
    self.zone = zone
    self.isWide = isWide
    choices.reserveCapacity(32)
    next.reserveCapacity(32)
    order.reserveCapacity(32)
    digests.reserveCapacity(32)
    gaps.reserveCapacity(32)
    closings.reserveCapacity(8)
    variations.reserveCapacity(16)
  }

  /// The spellings found, cheapest first, at most `limit`.
  mutating func run(limit: Int) -> [Spelling] {
    var start = SearchState()
    if givesMark, mark.isSubset(of: .delimited) { start.wantsInside = mark }
    var states: ContiguousArray<SearchState> = []
    states.reserveCapacity(16)
    states.append(start)
    for index in pieces.indices {
      let piece = pieces[index].outline
      if states.count == 1, !isChoice(piece, index) {
        // Most of a leaf: one way to go on, in place.
        guard
          states[0].write(
            piece, takesAlternative: false, isEmptyGap: true, isEdited: false, in: &arena)
        else { return [] }
        continue
      }
      step(from: states, piece, index)
      // Where many spellings are asked for, all ways to the end are some.
      keepBest(in: &states, mergesSame: copies == 1 || index < pieces.count - 1)
      if states.isEmpty { return [] }
    }
    next = states
    sortNext()
    return order.prefix(limit).map {
      let state = next[$0 & 0xFF_FFFF]
      return Spelling(
        cost: state.cost, breaksRule: state.breaksRule, last: state.choice, all: choices)
    }
  }

  /// Whether there is more than one way to write a piece and the gap before it.
  private func isChoice(_ piece: Piece.Outline, _ index: Int) -> Bool {
    piece.hasAlternative || piece.hasGap || piece.isAtEnd || isOpen(piece, index)
  }

  /// Whether other delimiters may stand before a piece.
  private func isOpen(_ piece: Piece.Outline, _ index: Int) -> Bool {
    piece.isActive && zone.contains(index)
  }

  /// Keeps the cheapest of the next states, one of each kind if `mergesSame`; of two that cost the
  /// same the earlier.
  private mutating func keepBest(
    in states: inout ContiguousArray<SearchState>, mergesSame: Bool
  ) {
    states.removeAll(keepingCapacity: true)
    if next.count <= 1 {
      states.append(contentsOf: next)
      return
    }
    sortNext()
    digests.removeAll(keepingCapacity: true)
    for key in order {
      let state = next[key & 0xFF_FFFF]
      let digest = state.digest(in: arena)
      if mergesSame, !isNew(state, digest, states) { continue }
      states.append(state)
      digests.append(digest)
      if states.count == width { break }
    }
  }

  private func isNew(
    _ state: SearchState, _ digest: UInt64, _ states: ContiguousArray<SearchState>
  ) -> Bool {
    var same = 0
    for index in states.indices
    where digests[index] == digest && states[index].isSame(as: state, in: arena) {
      same += 1
      if same == copies { return false }
    }
    return true
  }

  /// Puts the next states in the order of their cost, then of their making: the cost above the
  /// index, in its lower 24 bits.
  private mutating func sortNext() {
    order.removeAll(keepingCapacity: true)
    for index in next.indices { order.append(next[index].cost << 24 | index) }
    order.sort()
  }

  /// Makes the states after a piece.
  private mutating func step(
    from states: ContiguousArray<SearchState>, _ piece: Piece.Outline, _ index: Int
  ) {
    next.removeAll(keepingCapacity: true)
    let old = pieces[index].gap
    let isOpen = isOpen(piece, index)
    if isOpen { GapChoices.findVariations(of: old, mark: mark, &variations) }
    for state in states {
      if !writesAnew || old.isEmpty { keep(state, piece, index, old) }
      guard isOpen else { continue }
      findGaps(for: piece, after: state)
      for place in gaps.indices where gaps[place] != old || writesAnew {
        let gap = gaps[place]
        if onlyRemoves, !gap.isWritten(within: old) { continue }
        if let wanted = piece.wanted, !state.has(wanted, after: gap, in: arena) { continue }
        var changed = state
        // What is only taken away leaves delimiters as the user wrote them.
        let isEdited = !gap.isPart(of: old)
        guard changed.write(gap, replacing: old, isEdited: isEdited, in: &arena) else { continue }
        changed.cost +=
          writesAnew
          ? Cost.addedByte * gap.bytes.count
          : onlyRemoves
            ? Cost.removedByte * (old.bytes.count - gap.bytes.count)
            : GapChoices.cost(of: gap, replacing: old, mark: mark)
        if gap.removing(mark) != old.removing(mark) { changed.changeOthers() }
        if copies > 1, !old.isPart(of: gap) { changed.hasRemoved = true }
        if costOfStar > 0 { changed.cost += costOfStar * newStars(gap, old) }
        finish(changed, piece, index, gap: gap, isEdited: true)
      }
    }
  }

  /// How many openers of stars a gap has more than another.
  private func newStars(_ gap: Gap, _ old: Gap) -> Int {
    func count(_ gap: Gap) -> Int {
      gap.count { $0.isOpening && $0.mark == mark && $0.character == UInt8(ascii: "*") }
    }
    return max(0, count(gap) - count(old))
  }

  /// Goes on with what the source has in the gap.
  private mutating func keep(
    _ state: SearchState, _ piece: Piece.Outline, _ index: Int, _ old: Gap
  ) {
    var kept = state
    guard kept.write(old, replacing: old, isEdited: false, in: &arena) else { return }
    finish(kept, piece, index, gap: old, isEdited: false)
  }

  /// Writes the piece, plainly and in its other spelling.
  private mutating func finish(
    _ state: SearchState, _ piece: Piece.Outline, _ index: Int, gap: Gap, isEdited: Bool
  ) {
    write(piece, index, after: state, gap: gap, isEdited: isEdited, takesAlternative: false)
    if piece.hasAlternative, !onlyRemoves {
      write(piece, index, after: state, gap: gap, isEdited: isEdited, takesAlternative: true)
    }
  }

  private mutating func write(
    _ piece: Piece.Outline, _ index: Int, after state: SearchState, gap: Gap, isEdited: Bool,
    takesAlternative: Bool
  ) {
    var after = state
    guard
      after.write(
        piece, takesAlternative: takesAlternative, isEmptyGap: gap.isEmpty, isEdited: isEdited,
        in: &arena)
    else { return }
    if givesMark, piece.isAtEnd, piece.depth == 0, !mark.isEmpty,
      after.open(in: arena).isSuperset(of: mark)
    {
      drawIn(piece, index, gap, &after)
    }
    if !gap.isEmpty {
      if nests(gap, piece.depth, after) {
        after.breakRule(at: Cost.nesting)
      } else if piece.isInRun, interrupts(gap, piece, isEdited: isEdited) {
        if piece.isCrossed, !after.hasChangedOthers, GapChoices.crosses(gap, mark) {
          after.cross(piece)
        } else {
          after.breakRule(at: Cost.interruption)
        }
      }
    }
    if keepsRules, after.breaksRule { return }
    if onlyRemoves { (after.cost, after.breaksRule) = (state.cost, false) }
    if isEdited || takesAlternative {
      choices.append(
        SpellingChoice(
          parent: after.choice, piece: index, gap: isEdited ? gap : nil,
          takesAlternative: takesAlternative))
      after.choice = choices.count - 1
    }
    next.append(after)
  }

  /// Whether a gap interrupts a run that the command is about.
  ///
  /// Between characters that stay as they are the user may have wished it so; unless a command
  /// has cut the run there, which now gives the mark back.
  private func interrupts(_ gap: Gap, _ piece: Piece.Outline, isEdited: Bool) -> Bool {
    guard GapChoices.interrupts(gap, mark) else { return false }
    return isEdited || piece.isBesideSelected || piece.isPause
  }

  /// Charges for a piece that stands at an end of the mark and is inside.
  private func drawIn(
    _ piece: Piece.Outline, _ index: Int, _ gap: Gap, _ after: inout SearchState
  ) {
    let isFirst =
      index == 0 || !pieces[index - 1].isAtEnd || pieces[index - 1].depth > 0
      || gap.contains { $0.isOpening && $0.mark == mark }
    let isHeld = after.open(in: arena) != mark || after.stack.isInLink(arena)
    if piece.isShielded, isHeld {
      after.cost += isFirst ? Cost.shielded : Cost.drawnIn
    } else if isFirst || pieces[index - 1].isShielded {
      after.breakRule(at: Cost.firstDrawnIn)
    } else {
      after.cost += Cost.drawnIn
    }
  }

  /// Whether a gap opens the mark inside itself, deeper than the source does.
  private func nests(_ gap: Gap, _ depth: Int, _ after: SearchState) -> Bool {
    guard gap.contains(where: { $0.isOpening && $0.mark == mark }) else { return false }
    return after.depth(of: mark, in: arena) > max(1, depth)
  }

  // MARK: What may stand in a gap

  /// Finds what may be written in a gap instead of what the source has, each once.
  private mutating func findGaps(for piece: Piece.Outline, after state: SearchState) {
    gaps.removeAll(keepingCapacity: true)
    for gap in variations { offer(gap) }
    guard let run = state.run else {
      findGaps(for: piece, from: state.stack, before: nil)
      return
    }
    // What a literal run before the gap does depends on what follows it.
    findGaps(for: piece, after: state, run, before: piece.first)
    findGaps(for: piece, after: state, run, before: "*")
    findGaps(for: piece, after: state, run, before: "_")
    // Openers that the run goes on with.
    let nothing = GapChoices.Closing(
      delimiters: [], open: state.open(in: arena), isInsideMark: true)
    for gap in openings(for: piece, after: nothing) where gap.first?.character == run.character {
      offer(gap)
    }
  }

  private mutating func offer(_ gap: Gap) {
    if !gaps.contains(gap) { gaps.append(gap) }
  }

  /// Finds the gaps that end a run with a certain scalar.
  private mutating func findGaps(
    for piece: Piece.Outline, after state: SearchState, _ run: DelimiterRun,
    before next: Unicode.Scalar
  ) {
    guard next.value != UInt32(run.character) else { return }
    var stack = state.stack
    guard stack.end(run, after: next, in: &arena) else { return }
    findGaps(for: piece, from: stack, before: next)
  }

  /// Finds the closers and openers that lead from a stack to what a piece wants, and that begin
  /// with the scalar `next` if there is one.
  private mutating func findGaps(
    for piece: Piece.Outline, from stack: DelimiterStack, before next: Unicode.Scalar?
  ) {
    GapChoices.findClosings(of: stack, in: arena, &closings)
    for closing in closings {
      for opening in openings(for: piece, after: closing) {
        let gap = closing.delimiters + opening
        if let next {
          let begins = gap.first.map { UInt32($0.character) == next.value } ?? (next == piece.first)
          if !begins { continue }
        }
        offer(gap)
      }
    }
  }

  /// What may be opened before a piece once some marks are closed.
  private func openings(
    for piece: Piece.Outline, after closing: GapChoices.Closing
  ) -> ContiguousArray<Gap> {
    switch piece.kind {
    case .end: return closing.open.isEmpty ? GapChoices.openings([]) : []
    case .linkClose: return closing.isInsideMark ? [] : GapChoices.openings([])
    case .linkOpen:
      guard closing.open.isSubset(of: piece.common) else { return [] }
      return GapChoices.openings(ofSome: piece.common.subtracting(closing.open))
    case .plain, .delimiter:
      if let wanted = piece.wanted {
        guard closing.open.isSubset(of: wanted) else { return [] }
        if !isWide, !closing.delimiters.isEmpty,
          closing.delimiters.allSatisfy({ wanted.contains($0.mark) })
        {
          return []
        }
        return GapChoices.openings(wanted.subtracting(closing.open))
      }
      if piece.isWhiteSpace { return GapChoices.openings([]) }
      return GapChoices.openings(ofSome: MarkSet.delimited.subtracting(closing.open))
    }
  }
}
