import MarkdownSyntax
import TextEditing

/// Proposes spellings of one leaf, cheap ones first, each when it is requested (see ``Attempt``).
final class LeafPlanner {
  struct Candidate {
    var pieces: [Piece]
    var spelling: Spelling
    /// The cost if everything that was respelled for safety has to stay so.
    var worstCost: Int
  }

  let text: LeafText
  let targets: WantedMarks
  let command: MarkCommand
  let gives: Bool
  let source: [UInt8]
  let budget: Budget
  /// Whether the cheapest spelling is not good enough, for example because it splits a run:
  /// `**a** **b**`. All attempts are then expensive and return many spellings.
  var isThorough = false
  /// The number of ways to one state of the search that a thorough attempt keeps.
  private static let thoroughCopies = 8
  let atoms: [Atom]
  private var waiting: [Candidate] = []
  /// An attempt of which only the cheapest spellings were requested: its search, the cost of its
  /// escapes, and the number of spellings so far.
  private var rest: (search: SpellingSearch, respelled: Int, given: Int)?
  /// The candidates that break a rule, kept until no others are left.
  private var deferred: [Candidate] = []
  private var attempts = Attempt.allCases[...]
  /// Whether the leaf was searched for autolinks in links that would be cut: `[<http://a.b>](/u)`.
  private var hasCheckedLinks = false
  /// The maximum number of candidates of an attempt, and of a thorough one.
  private static let candidatesPerTry = 6
  private static let candidatesPerThoroughTry = 40
  /// With more open gaps than this, an attempt first looks for its cheapest spellings only.
  private static let fewGaps = 4
  /// The number of gaps that a search examines at first.
  private static let manyGaps = 64
  /// The maximum distance of these gaps from the changed characters, in bytes.
  private static let reach = 512
  /// The maximum distance if more gaps must be examined, since a leaf may have a megabyte.
  private static let farReach = 2048
  /// The number of states kept at each gap if there are more than ``manyGaps``.
  private static let narrowWidth = 4
  /// The steps that a state costs at a gap, including everything tried from it.
  private static let stepsPerState = 16
  /// The number of spellings that a thorough attempt compares.
  private static let spellings = 400

  init(
    text: LeafText, targets: WantedMarks, command: MarkCommand, gives: Bool, source: [UInt8],
    budget: Budget
  ) {
    self.budget = budget
    self.text = text
    self.targets = targets
    self.command = command
    self.gives = gives
    self.source = source
    atoms = text.atoms()
  }

  var aim: TreeReading.Aim { TreeReading.Aim(node: text.leaf.node, marks: targets.marks) }

  /// Whether the command cuts an autolink inside another link, which has no spelling.
  ///
  /// Nothing in an autolink is markup (CommonMark 0.30 §6.5), so it would have to become a link in
  /// brackets. Such a link cannot be inside another link's text (§6.3).
  var cutsAutolinkInLink: Bool {
    var builder = PieceBuilder(
      text: text, targets: targets, mark: command.mark.set, source: source, atoms: atoms)
    builder.findConvertedLinks()
    // The end of the links that began before this atom.
    var reach = -1
    for open in atoms.indices {
      guard case .linkOpen = atoms[open].kind else { continue }
      if reach > open, builder.convertedLinks.contains(open) { return true }
      reach = max(reach, builder.linkEnd(open))
    }
    return false
  }

  /// The next candidate, or nil if none is left or the budget is used up.
  func next() -> Candidate? {
    while waiting.isEmpty, !budget.isExhausted {
      if let rest {
        finish(rest)
        continue
      }
      guard let next = attempts.popFirst() else {
        return nextDeferred()
      }
      // Stops if no spelling can exist.
      if !hasCheckedLinks, next != .narrow {
        hasCheckedLinks = true
        if cutsAutolinkInLink {
          attempts = []
          return nil
        }
      }
      // A thorough attempt is expensive, so the narrow one, which the others include, is left out.
      if !isThorough || next != .narrow { attempt(next) }
    }
    if budget.isExhausted { return nil }
    return waiting.removeFirst()
  }

  private func nextDeferred() -> Candidate? {
    guard
      let cheapest = deferred.indices.min(by: {
        deferred[$0].worstCost < deferred[$1].worstCost
      })
    else { return nil }
    return deferred.remove(at: cheapest)
  }

  private func attempt(_ attempt: Attempt) {
    guard budget.spend(steps: atoms.count / 4), var builder = self.builder(for: attempt) else {
      return
    }
    let (pieces, pieceAtoms) = builder.build()
    var search = SpellingSearch(
      pieces: pieces, mark: command.mark.set, givesMark: gives,
      zone: changedZone(pieces, pieceAtoms), isWide: attempt != .narrow, budget: budget,
      view: text.view)
    if attempt != .narrow { widen(&search) }
    // An expensive spelling may not be the cheapest overall, so a later attempt looks wider.
    if attempt == .narrow { search.ceiling = Cost.settling }
    let openGaps = search.openGaps
    let isLong = openGaps > Self.manyGaps
    if isLong {
      (search.window, search.width) = (Cost.window, Self.narrowWidth)
    }
    if isThorough { search.copies = Self.thoroughCopies }
    if isThorough, !isLong { search.width = thoroughWidth(openGaps: openGaps) }
    let respelled = Cost.escape * builder.respelled.count
    if !isThorough, !isLong, openGaps > Self.fewGaps {
      let (cheapest, areAll) = search.runForCheapest(limit: Self.candidatesPerTry)
      if !areAll { rest = (search, respelled, cheapest.count) }
      offer(cheapest[...], of: pieces, respelled)
      return
    }
    var spellings = search.run(limit: isThorough ? Self.spellings : Self.candidatesPerTry)
    if isThorough { spellings = different(spellings, of: pieces) }
    offer(spellings[...], of: pieces, respelled)
  }

  /// Continues an attempt whose cheapest spellings were rejected.
  private func finish(_ rest: (search: SpellingSearch, respelled: Int, given: Int)) {
    self.rest = nil
    var search = rest.search
    let spellings = search.run(limit: Self.candidatesPerTry)
    offer(spellings.dropFirst(rest.given), of: search.pieces, rest.respelled)
  }

  /// Makes candidates of spellings. Those that break a rule wait until no others are left.
  private func offer(
    _ spellings: ArraySlice<Spelling>, of pieces: [Piece], _ respelled: Int
  ) {
    for spelling in spellings {
      let candidate = Candidate(
        pieces: pieces, spelling: spelling, worstCost: spelling.cost + respelled)
      if spelling.breaksRule { deferred.append(candidate) } else { waiting.append(candidate) }
    }
  }

  /// Opens the gaps around the changed characters, at first only the nearest ones. Distant gaps
  /// seldom help, and so a part of a long paragraph is spelled as it would be in the whole.
  private func widen(_ search: inout SpellingSearch) {
    let near = search.zone
    let pieces = search.pieces
    search.zone = 0...(pieces.count - 1)
    let open = pieces.indices.map { search.isOpen(pieces[$0].outline, $0) ? 1 : 0 }
    var count = open[near].reduce(0, +)
    // If so many gaps change, only their distance is limited.
    let isNear = count <= Self.manyGaps
    let reach = isNear ? Self.reach : Self.farReach
    let most = isNear ? Self.manyGaps : .max
    let start = pieces[near.lowerBound].source.lowerBound - reach
    let end = pieces[near.upperBound].source.upperBound + reach
    var (first, last) = (near.lowerBound, near.upperBound)
    var isWider = true
    while count < most, isWider {
      isWider = false
      if first > 0, pieces[first - 1].source.lowerBound >= start {
        first -= 1
        count += open[first]
        isWider = true
      }
      if count < most, last + 1 < pieces.count, pieces[last + 1].source.upperBound <= end {
        last += 1
        count += open[last]
        isWider = true
      }
    }
    search.zone = first...last
  }

  /// Prepares an attempt's division of the leaf into pieces. Nil if it has nothing to change.
  private func builder(for attempt: Attempt) -> PieceBuilder? {
    var builder = PieceBuilder(
      text: text, targets: targets, mark: command.mark.set, source: source, atoms: atoms)
    builder.allowsReferences = command.options.allowsReferences
    builder.offersReferences = attempt != .narrow
    let isEscaped = attempt != .narrow && attempt != .wide
    (builder.escapes, builder.joinsCode) = (isEscaped, attempt == .joined)
    builder.pausesBeforeBlocks = attempt != .narrow
    builder.pausesAtBreaks = attempt == .parted
    switch attempt {
    case .joined where !builder.hasCodeToJoin: return nil
    case .parted where !atoms.indices.contains(where: builder.canBeSpanned): return nil
    default: return builder
    }
  }

  /// The width of a thorough search. In a long leaf, it costs at most about half of the budget.
  private func thoroughWidth(openGaps: Int) -> Int {
    let paid = budget.left / (Self.stepsPerState * max(1, openGaps))
    if paid >= SpellingSearch.thoroughWidth { return SpellingSearch.thoroughWidth }
    return max(SpellingSearch.usualWidth, paid / 2)
  }

  /// The cheapest spellings that produce different texts.
  private func different(_ spellings: [Spelling], of pieces: [Piece]) -> [Spelling] {
    var seen: Set<[Chunk]> = []
    var result: [Spelling] = []
    for spelling in spellings where result.count < Self.candidatesPerThoroughTry {
      guard budget.spend(steps: pieces.count / 16 + 1) else { return result }
      var rewriting = LeafEdit()
      rewriting.append(spelling, of: pieces, in: source)
      if seen.insert(rewriting.chunks).inserted { result.append(spelling) }
    }
    return result
  }
}
