import MarkdownSyntax
import TextEditing

/// The candidates for one leaf, cheapest first, made as they are asked for.
///
/// Each try widens what the one before allowed: first only the delimiters next to what changes,
/// then all of the leaf's and character references, then escapes for whatever was misread.
final class LeafPlanner {
  /// A candidate: the pieces and how they are spelled.
  struct Candidate {
    var pieces: [Piece]
    var spelling: Spelling
    /// What it costs if all that was respelled for safety has to stay so.
    var worstCost: Int
  }

  let text: LeafText
  let targets: WantedMarks
  let command: MarkCommand
  let gives: Bool
  let source: [UInt8]
  let budget: Budget
  /// Whether the cheapest spelling is not enough: all tries are dear, and give many spellings. As
  /// where the cheapest cuts a run: `**a** **b**`.
  var isThorough = false
  /// How many ways to one state of the search are kept then.
  private static let thoroughCopies = 8
  let atoms: [Atom]
  private var waiting: [Candidate] = []
  /// What is left of a try whose cheapest spellings were asked for alone: the search, the pieces, and
  /// how many spellings it gave.
  private var rest: (search: SpellingSearch, respelled: Int, given: Int)?
  /// What breaks a rule, kept until nothing else is left.
  private var deferred: [Candidate] = []
  private var attempts = Attempt.allCases[...]
  /// Whether it is known that no autolink in a link is cut. Such a link is `[<http://a.b>](/u)`.
  private var isAskedOfLinks = false
  /// How many candidates one try gives at most, and a thorough one.
  private static let candidatesPerTry = 6
  private static let candidatesPerThoroughTry = 40
  /// From how many gaps on the cheapest spellings of a try are looked for alone at first.
  private static let fewGaps = 4
  /// How many gaps a search looks at, at first; and how many states are kept a step where more have to
  /// be looked at.
  private static let manyGaps = 64
  /// How many bytes away from what changes those gaps are at most.
  private static let reach = 512
  /// The same where more gaps have to be looked at: in a leaf of a megabyte not all.
  private static let farReach = 2048
  private static let narrowWidth = 4
  /// What a state costs at a gap, with all that is tried from it.
  private static let stepsPerState = 16
  /// How many spellings are looked at for those.
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

  /// What a proof has to know of a plan for the leaf.
  var aim: TreeReading.Aim { TreeReading.Aim(node: text.leaf.node, marks: targets.marks) }

  /// Whether the command cuts an autolink inside another link, which has no spelling.
  ///
  /// Nothing in an autolink is markup (CommonMark 0.30 §6.5), so it would have to become a link in
  /// brackets; and a link in brackets cannot stand in a link's text (§6.3).
  var cutsAutolinkInLink: Bool {
    var builder = PieceBuilder(
      text: text, targets: targets, mark: command.mark.set, source: source, atoms: atoms)
    builder.findConvertedLinks()
    // How far the links reach that began before.
    var reach = -1
    for open in atoms.indices {
      guard case .linkOpen = atoms[open].kind else { continue }
      if reach > open, builder.convertedLinks.contains(open) { return true }
      reach = max(reach, builder.linkEnd(open))
    }
    return false
  }

  /// The next candidate, or nil where none is left, or nothing to prove it with.
  func next() -> Candidate? {
    while waiting.isEmpty, !budget.isSpent {
      if let rest {
        finish(rest)
        continue
      }
      guard let next = attempts.popFirst() else {
        return nextDeferred()
      }
      // What has no spelling is not looked for any longer.
      if !isAskedOfLinks, next != .narrow {
        isAskedOfLinks = true
        if cutsAutolinkInLink {
          attempts = []
          return nil
        }
      }
      // A thorough attempt is expensive, so the narrow one, which the others include, is left out.
      if !isThorough || next != .narrow { attempt(next) }
    }
    if budget.isSpent { return nil }
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
      zone: changedZone(pieces, pieceAtoms), isWide: attempt != .narrow, budget: budget)
    if attempt != .narrow { widen(&search) }
    search.ignoresOldDelimiters = attempt == .anew
    // A dear spelling may not be the cheapest of all: a later try looks wider.
    if attempt == .narrow { search.ceiling = Cost.settling }
    let openGaps = search.openGaps
    let isLong = openGaps > Self.manyGaps
    if isLong {
      (search.window, search.width) = (Cost.window, Self.narrowWidth)
    }
    if isThorough { search.copies = Self.thoroughCopies }
    let isThorough = isThorough || attempt == .anew
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

  /// Searches on where the cheapest spellings of a try will not do.
  private func finish(_ rest: (search: SpellingSearch, respelled: Int, given: Int)) {
    self.rest = nil
    var search = rest.search
    let spellings = search.run(limit: Self.candidatesPerTry)
    offer(spellings.dropFirst(rest.given), of: search.pieces, rest.respelled)
  }

  /// Makes candidates of spellings: those that break a rule wait until nothing else is left.
  private func offer(
    _ spellings: ArraySlice<Spelling>, of pieces: [Piece], _ respelled: Int
  ) {
    for spelling in spellings {
      let candidate = Candidate(
        pieces: pieces, spelling: spelling, worstCost: spelling.cost + respelled)
      if spelling.breaksRule { deferred.append(candidate) } else { waiting.append(candidate) }
    }
  }

  /// Opens the gaps around what changes; at first just those nearest to it: what stands far away seldom
  /// helps, and a part of a long paragraph is so written as the whole.
  private func widen(_ search: inout SpellingSearch) {
    let near = search.zone
    let pieces = search.pieces
    search.zone = 0...(pieces.count - 1)
    let open = pieces.indices.map { search.isOpen(pieces[$0].outline, $0) ? 1 : 0 }
    var count = open[near].reduce(0, +)
    // Where so much changes, there is nothing near it.
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

  /// What cuts the leaf into pieces as a try asks; nil where the try has nothing to change.
  private func builder(for attempt: Attempt) -> PieceBuilder? {
    var builder = PieceBuilder(
      text: text, targets: targets, mark: command.mark.set, source: source, atoms: atoms)
    builder.allowsReferences = command.options.allowsReferences
    builder.offersReferences = attempt != .narrow
    let isEscaped = attempt != .narrow && attempt != .wide
    (builder.escapes, builder.joinsCode) = (isEscaped, attempt == .joined)
    builder.parting =
      attempt == .narrow ? .nowhere : attempt == .parted ? .everywhere : .beforeBlocks
    switch attempt {
    case .joined where !builder.hasCodeToJoin: return nil
    case .parted where !builder.partsLines: return nil
    default: return builder
    }
  }

  /// How many states a thorough search may keep: of long leaves as many as half of the budget will
  /// pay for.
  private func thoroughWidth(openGaps: Int) -> Int {
    let paid = budget.left / (Self.stepsPerState * max(1, openGaps))
    if paid >= SpellingSearch.thoroughWidth { return SpellingSearch.thoroughWidth }
    return max(SpellingSearch.usualWidth, paid / 2)
  }

  /// The cheapest spellings that write different texts.
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
