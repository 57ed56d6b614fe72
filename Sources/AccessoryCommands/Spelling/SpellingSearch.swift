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

  var choices: ContiguousArray<SpellingChoice> = []
  var arena = DelimiterArena()
  var next: ContiguousArray<SearchState> = []
  private var order: ContiguousArray<Int> = []
  /// Of each state that is kept a word that tells most others apart from it.
  private var digests: ContiguousArray<UInt64> = []
  var gaps: ContiguousArray<Gap> = []
  var closings: ContiguousArray<GapChoices.Closing> = []
  /// The variations of the source's gap at the current piece.
  var variations: ContiguousArray<Gap> = []

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
    piece.hasAlternative || piece.hasGap || piece[.isAtEnd] || isOpen(piece, index)
  }

  /// Whether other delimiters may stand before a piece.
  func isOpen(_ piece: Piece.Outline, _ index: Int) -> Bool {
    piece[.isActive] && zone.contains(index)
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
}
