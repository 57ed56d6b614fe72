import MarkdownSyntax
import TextEditing

/// The search for the cheapest spelling of a leaf in which every character has its wanted marks.
///
/// It looks for a shortest path over the pieces. A state is everything that the rest depends on:
/// the delimiter stack, the current run, and the text before it. Each step chooses the delimiters
/// of a gap and the spelling of a piece, as long as the specification's algorithm agrees.
struct SpellingSearch {
  let pieces: [Piece]
  /// The mark of the command. Changing the delimiters of other marks is expensive.
  let mark: MarkSet
  /// The pieces before which delimiters may change.
  var zone: ClosedRange<Int>
  /// Whether marks may also be closed and reopened without need: `*a* *b*` for `*a b*`.
  let isWide: Bool
  /// The number of states kept at each step.
  var width = Self.usualWidth
  static let usualWidth = 48
  /// The width after all cheap spellings were misread: long delimiter runs have many readings.
  static let thoroughWidth = 600

  /// How much more than the cheapest state a kept one may cost, to save time in long leaves.
  var window = Int.max
  /// The cost at which the search gives up.
  var ceiling = Int.max
  /// The highest cost of a kept state: that of a known spelling, if only the cheapest are needed.
  private(set) var bound = Int.max
  /// The width of the search for a first spelling.
  private static let widthForBound = 4
  /// Whether a step had more states than `width` and dropped some.
  private var isCut = false
  /// The number of ways to one state that are kept. With more, the search finds more spellings and
  /// distinguishes those that only insert.
  var copies = 1
  /// Whether the command adds its mark, as a toggle of `a` does and one of `**a**` does not.
  let givesMark: Bool
  let budget: Budget
  /// The characters of the delimiters.
  let alphabet: Alphabet

  var choices: ContiguousArray<SpellingChoice> = []
  /// The choices of the current step (see `SearchState.made`).
  var made: ContiguousArray<SpellingChoice> = []
  var arena = DelimiterArena()
  var next: ContiguousArray<SearchState> = []
  /// The sorted keys of the next states (see `sortNext`).
  private var order: ContiguousArray<Int64> = []
  /// A hash of each kept state.
  private var digests: ContiguousArray<UInt64> = []
  /// For each end of a digest, the last kept state; and for each kept state the one before it with
  /// the same end, or -1. So only a few of hundreds of states are compared.
  private var lastKept: ContiguousArray<Int32> = []
  private var keptBefore: ContiguousArray<Int32> = []
  /// The number of different ends of digests.
  private static let digestEnds = 256
  var gaps: ContiguousArray<Gap> = []
  var closings: ContiguousArray<GapChoices.Closing> = []
  /// The number of tried gaps that are not paid for yet.
  var tried = 0
  /// The number of written states that are not paid for yet.
  var written = 0
  init(
    pieces: [Piece], mark: MarkSet, givesMark: Bool, zone: ClosedRange<Int>, isWide: Bool,
    budget: Budget, view: InlineView?
  ) {
    let own = Alphabet(view)
    let hasSingle = own == .tildes && pieces.contains { $0.gap.contains { $0.isSingleTilde } }
    alphabet = hasSingle ? .singleTildes : own
    arena.pairsAsGitHub = view?.pairsAsGitHub == true
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

  /// Returns at most `limit` spellings, the cheapest first, or none if the budget is used up.
  mutating func run(limit: Int) -> [Spelling] {
    guard findStates() else { return [] }
    return spellings(limit)
  }

  /// Returns the first spellings that ``run(limit:)`` finds: none, or all up to some cost. Also
  /// returns whether these are all.
  ///
  /// States above that cost are dropped at every step. Costs only grow, states are sorted by cost,
  /// and the cheaper of two with the same future is kept. So the remaining states are those of the
  /// whole search. The cost is that of ordinary text or, if that finds nothing, of a narrow search.
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

  private mutating func run(limit: Int, upTo most: Int) -> [Spelling] {
    bound = most
    defer { bound = .max }
    return run(limit: limit)
  }

  /// The cost of removing the mark's delimiters where they may change and, if the command adds the
  /// mark, of one pair of delimiters.
  private var ordinaryCost: Int {
    let length = mark == .strong ? 2 : 1
    var cost = givesMark ? 2 * Cost.addedByte * length : 0
    for index in pieces.indices where pieces[index][.isActive] && zone.contains(index) {
      cost += Cost.removedByte * length * pieces[index].gap.count { $0.mark == mark }
    }
    return cost
  }

  /// Finds the cheapest states at the end and sorts them in `next`. False if there are none.
  private mutating func findStates() -> Bool {
    choices.removeAll(keepingCapacity: true)
    arena.removeAll()
    var start = SearchState()
    if givesMark, mark.isSubset(of: .delimited) { start.wantsInside = mark }
    var states: ContiguousArray<SearchState> = [start]
    for index in pieces.indices {
      let piece = pieces[index].outline
      if states.count == 1, !isChoice(piece, index) {
        // Most of a leaf has only one way to continue, which needs no copy of the state.
        written += 1
        guard
          states[0].write(
            piece, takesAlternative: false, isEmptyGap: true, isEdited: false, in: &arena)
        else { return false }
        continue
      }
      step(from: states, piece, index)
      guard spend(on: states.count) else { return false }
      // If many spellings are requested, all ways to the end are kept.
      keepBest(in: &states, mergesSame: copies == 1 || index < pieces.count - 1)
      // Costs only grow.
      guard let cheapest = states.first, cheapest.cost < ceiling else { return false }
    }
    next = states
    sortNext()
    return !next.isEmpty
  }

  /// The spellings of the states at the end, at most `limit`.
  private func spellings(_ limit: Int) -> [Spelling] {
    order.prefix(limit).map {
      let state = next[Self.index(of: $0)]
      return Spelling(
        cost: state.cost, breaksRule: state.breaksRule, last: state.choice, all: choices)
    }
  }

  /// The parts of a step. Visiting a stack entry costs one part, writing or sorting a state three,
  /// trying a gap eight, and writing it eight more. Continuing from a state costs ten. So a step
  /// takes about as much time in ordinary text as in dense runs.
  static let partsOfStep = 16
  static let partsOfTry = 8

  /// Pays for a step: its states, the tried gaps, the written states, and the visited entries.
  private mutating func spend(on states: Int) -> Bool {
    defer { (tried, written, arena.walked) = (0, 0, 0) }
    let made = 3 * (written + next.count) + Self.partsOfTry * (tried + 1)
    return budget.spend(steps: (10 * states + made + arena.walked) / Self.partsOfStep)
  }

  /// Whether a piece and its gap can be written in several ways, like the `a` of `*a*`.
  private func isChoice(_ piece: Piece.Outline, _ index: Int) -> Bool {
    piece.hasAlternative || piece.hasGap || piece[.isAtEnd] || isOpen(piece, index)
  }

  /// Whether other delimiters are possible before a piece: the `b` of `a b` if it becomes strong.
  func isOpen(_ piece: Piece.Outline, _ index: Int) -> Bool {
    piece[.isActive] && zone.contains(index)
  }

  /// Keeps the cheapest of the next states, by cost and age, and one of each kind if `mergesSame`.
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

  /// Stores the choice that this step made for a kept state.
  private mutating func writtenDown(_ state: SearchState) -> SearchState {
    if state.made < 0 { return state }
    var kept = state
    choices.append(made[Int(state.made)])
    (kept.choice, kept.made) = (choices.count - 1, -1)
    return kept
  }

  /// The highest cost of a kept state if the cheapest one costs `cheapest`.
  func limit(from cheapest: Int) -> Int {
    let (sum, isTooMuch) = cheapest.addingReportingOverflow(window)
    return isTooMuch ? .max : sum
  }

  /// The number of gaps whose delimiters may change.
  var openGaps: Int { pieces.indices.count { isOpen(pieces[$0].outline, $0) } }

  /// Whether fewer than `copies` of the kept states are the same as `state`.
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

  /// Sorts the next states by cost, then by age. A key is the cost above an index of 24 bits. It
  /// has 64 bits, because in the 32 of wasm32's `Int` a cost above 127 would lose bits.
  private mutating func sortNext() {
    order.removeAll(keepingCapacity: true)
    for index in next.indices { order.append(Int64(next[index].cost) << 24 | Int64(index)) }
    order.sortInPlace()
  }

  private static func index(of key: Int64) -> Int { Int(key & 0xFF_FFFF) }
}
