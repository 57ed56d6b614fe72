import TextEditing

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
  var zone: ClosedRange<Int>
  /// Whether marks may also be closed and opened again where they need not: `*a* *b*` for `*a b*`.
  let isWide: Bool
  /// How many states are kept a step.
  var width = Self.usualWidth
  static let usualWidth = 48
  /// Where all that is cheap was misread: long runs of delimiters have many ways to be read.
  static let thoroughWidth = 600

  /// How much more than the cheapest a state may cost to be kept: in a long leaf that few are.
  var window = Int.max
  /// What no state may cost to be of use.
  var ceiling = Int.max
  /// The most that a state may cost to be kept: what some spelling costs, where the cheapest will do.
  private(set) var bound = Int.max
  /// How many states a step the search for some spelling keeps.
  private static let widthForBound = 4
  /// Whether a step had more states than were kept, as where two are and `width` is 1.
  private var isCut = false
  /// Whether the leaf is written anew: what delimiters the source has counts for nothing. The leaf
  /// `*a* b` is then written as if it were `a b`.
  var ignoresOldDelimiters = false
  /// How many ways to one state are kept: more give more spellings; then those that only insert are
  /// also told apart from others.
  var copies = 1
  /// Whether the command gives its mark. A toggle of `a` does, one of `**a**` does not.
  let givesMark: Bool
  /// What the steps are taken from.
  let budget: Budget

  var choices: ContiguousArray<SpellingChoice> = []
  /// The choices of the step that is being made: see `SearchState.made`.
  var made: ContiguousArray<SpellingChoice> = []
  var arena = DelimiterArena()
  var next: ContiguousArray<SearchState> = []
  /// The keys of the next states, sorted: see `sortNext`.
  private var order: ContiguousArray<Int64> = []
  /// Of each state that is kept a word that tells most others apart from it.
  private var digests: ContiguousArray<UInt64> = []
  /// The last of the kept states for each end of a digest, and for each of them the one before it, or -1:
  /// of hundreds only those few are compared.
  private var lastKept: ContiguousArray<Int32> = []
  private var keptBefore: ContiguousArray<Int32> = []
  /// How many ends of digests are told apart.
  private static let digestEnds = 256
  var gaps: ContiguousArray<Gap> = []
  var closings: ContiguousArray<GapChoices.Closing> = []
  /// How many spellings of a gap were tried, and how many written, that are not paid for.
  var tried = 0
  /// How many states were written that may be the next ones, and are not paid for.
  var written = 0
  init(
    pieces: [Piece], mark: MarkSet, givesMark: Bool, zone: ClosedRange<Int>, isWide: Bool,
    budget: Budget
  ) {
    self.budget = budget
    self.givesMark = givesMark
    self.pieces = pieces
    self.mark = mark
    self.zone = zone
    self.isWide = isWide
    choices.reserveCapacity(16)
    next.reserveCapacity(16)
    order.reserveCapacity(16)
    digests.reserveCapacity(16)
    gaps.reserveCapacity(16)
    closings.reserveCapacity(4)
  }

  /// The spellings found, cheapest first, at most `limit`; none where the budget is spent.
  mutating func run(limit: Int) -> [Spelling] {
    guard findStates() else { return [] }
    return spellings(limit)
  }

  /// The first of the spellings that ``run(limit:)`` finds, in its order: all that cost no more than
  /// some bound, at least one, or none; and whether they are all that it finds.
  ///
  /// What costs more than the bound is dropped at every step. Costs only grow, states are kept in the
  /// order of their costs, and of two with the same future the cheaper one: what is left is what the
  /// whole search has up to that cost. The bound is what a spelling of ordinary text costs, else what
  /// a narrow search finds.
  mutating func runForCheapest(limit: Int) -> (spellings: [Spelling], areAll: Bool) {
    let guessed = run(limit: limit, upTo: ordinaryCost)
    if guessed.first?.breaksRule == false { return (guessed, guessed.count == limit) }
    let usual = width
    (width, isCut) = (Self.widthForBound, false)
    let isFound = findStates()
    width = usual
    if !isCut { return (isFound ? spellings(limit) : [], true) }
    guard isFound, let first = order.first.map({ next[Self.index(of: $0)] }), !first.breaksRule
    else { return ([], false) }
    let found = run(limit: limit, upTo: first.cost)
    return (found, found.count == limit)
  }

  /// What costs no more than `most` of the spellings that are found.
  private mutating func run(limit: Int, upTo most: Int) -> [Spelling] {
    bound = most
    defer { bound = .max }
    return run(limit: limit)
  }

  /// What it costs to take the mark's delimiters away where they may change, and to write a pair of
  /// them where the mark is given.
  private var ordinaryCost: Int {
    let length = mark == .strong ? 2 : 1
    var cost = givesMark ? 2 * Cost.addedByte * length : 0
    for index in pieces.indices where pieces[index][.isActive] && zone.contains(index) {
      cost += Cost.removedByte * length * pieces[index].gap.count { $0.mark == mark }
    }
    return cost
  }

  /// Walks over the pieces to the cheapest states at the end, in `next` and sorted; false where there
  /// is none.
  private mutating func findStates() -> Bool {
    choices.removeAll(keepingCapacity: true)
    arena.removeAll()
    var start = SearchState()
    if givesMark, mark.isSubset(of: .delimited) { start.wantsInside = mark }
    var states: ContiguousArray<SearchState> = [start]
    for index in pieces.indices {
      let piece = pieces[index].outline
      if states.count == 1, !isChoice(piece, index) {
        // Most of a leaf: one way to go on, in place.
        written += 1
        guard
          states[0].write(
            piece, takesAlternative: false, isEmptyGap: true, isEdited: false, in: &arena)
        else { return false }
        continue
      }
      step(from: states, piece, index)
      guard spend(on: states.count) else { return false }
      // Where many spellings are asked for, all ways to the end are some.
      keepBest(in: &states, mergesSame: copies == 1 || index < pieces.count - 1)
      // Costs only grow.
      guard let cheapest = states.first, cheapest.cost < ceiling else { return false }
    }
    next = states
    sortNext()
    return !next.isEmpty
  }

  /// The spellings that states at the end stand for, at most `limit`.
  private func spellings(_ limit: Int) -> [Spelling] {
    order.prefix(limit).map {
      let state = next[Self.index(of: $0)]
      return Spelling(
        cost: state.cost, breaksRule: state.breaksRule, last: state.choice, all: choices)
    }
  }

  /// In so many parts costs are counted: an entry of a delimiter stack that is looked at is one, to write a
  /// state and to sort it are three each, to try a gap is eight, to write it eight more, and a state that
  /// is gone on from is ten: so the processor's time for a step is much the same in ordinary text and in
  /// dense runs.
  static let partsOfStep = 16
  static let partsOfTry = 8

  /// Pays for a step from so many states: for them, the gaps tried, the states written, and the entries of
  /// delimiter stacks that were looked at.
  private mutating func spend(on states: Int) -> Bool {
    defer { (tried, written, arena.walked) = (0, 0, 0) }
    let made = 3 * (written + next.count) + Self.partsOfTry * (tried + 1)
    return budget.spend(steps: (10 * states + made + arena.walked) / Self.partsOfStep)
  }

  /// Whether there is more than one way to write a piece and the gap before it. True of the `a` in
  /// `*a*`, which has a gap before it.
  private func isChoice(_ piece: Piece.Outline, _ index: Int) -> Bool {
    piece.hasAlternative || piece.hasGap || piece[.isAtEnd] || isOpen(piece, index)
  }

  /// Whether other delimiters may stand before a piece. True of the `b` in `a b` where `b` becomes
  /// strong.
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
      for state in next { states.append(writtenDown(state)) }
      return
    }
    sortNext()
    digests.removeAll(keepingCapacity: true)
    keptBefore.removeAll(keepingCapacity: true)
    if lastKept.isEmpty {
      lastKept.append(contentsOf: repeatElement(-1, count: Self.digestEnds))
    }
    let most = limit(from: order.first.map { next[Self.index(of: $0)].cost } ?? 0)
    for key in order {
      let state = next[Self.index(of: key)]
      if state.cost > most { break }
      let digest = state.digest(in: arena)
      if mergesSame, !isNew(state, digest, states) { continue }
      let end = Int(digest % UInt64(Self.digestEnds))
      keptBefore.append(lastKept[end])
      lastKept[end] = Int32(truncatingIfNeeded: states.count)
      states.append(writtenDown(state))
      digests.append(digest)
      if states.count == width {
        isCut = true
        break
      }
    }
    for digest in digests { lastKept[Int(digest % UInt64(Self.digestEnds))] = -1 }
  }

  /// A state that is kept, with the choice of its step among those of the search.
  private mutating func writtenDown(_ state: SearchState) -> SearchState {
    if state.made < 0 { return state }
    var kept = state
    choices.append(made[Int(state.made)])
    (kept.choice, kept.made) = (choices.count - 1, -1)
    return kept
  }

  /// What a state may cost where the cheapest costs so much.
  func limit(from cheapest: Int) -> Int {
    let (sum, isTooMuch) = cheapest.addingReportingOverflow(window)
    return isTooMuch ? .max : sum
  }

  /// How many gaps may be written otherwise.
  var openGaps: Int { pieces.indices.count { isOpen(pieces[$0].outline, $0) } }

  /// Whether fewer than `copies` of the kept states are the same as a state.
  private func isNew(
    _ state: SearchState, _ digest: UInt64, _ states: ContiguousArray<SearchState>
  ) -> Bool {
    var same = 0
    var place = Int(lastKept[Int(digest % UInt64(Self.digestEnds))])
    while place >= 0 {
      if digests[place] == digest, states[place].isSame(as: state, in: arena) {
        same += 1
        if same == copies { return false }
      }
      place = Int(keptBefore[place])
    }
    return true
  }

  /// Puts the next states in the order of their cost, then of their making: the cost above the
  /// index, in its lower 24 bits. A key has 64 bits everywhere: in the 32 of wasm32's `Int` a cost
  /// above 127 would lose its upper bits.
  private mutating func sortNext() {
    order.removeAll(keepingCapacity: true)
    for index in next.indices { order.append(Int64(next[index].cost) << 24 | Int64(index)) }
    order.sortInPlace()
  }

  private static func index(of key: Int64) -> Int { Int(key & 0xFF_FFFF) }
}
