import MarkdownSyntax

/// The candidates for one leaf, cheapest first, made as they are asked for.
///
/// Each try widens what the one before allowed: first only the delimiters next to what changes,
/// then all of the leaf's and character references, then escapes for whatever was misread.
struct LeafPlanner {
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
  /// Whether new nodes are rather written with `_`.
  var prefersUnderscore = false
  /// Whether the cheapest spelling is not enough: all tries are dear, and give many spellings. As
  /// where the cheapest cuts a run: `**a** **b**`.
  var isThorough = false
  /// Whether delimiters are only taken away: one try.
  var onlyRemoves = false {
    didSet { attempts = onlyRemoves ? [Attempt(isWide: true)] : Self.attempts[...] }
  }
  /// Whether no rule may be broken, whatever it takes. Then `**a** **b**` is not written for one
  /// run.
  var keepsRules = false
  /// How many ways to one state of the search are kept then.
  private static let thoroughCopies = 8
  let atoms: [Atom]
  private var waiting: [Candidate] = []
  /// What is left of a try whose cheapest spellings were asked for alone: the search, the pieces, and
  /// how many spellings it gave.
  private var rest: (search: SpellingSearch, pieces: [Piece], respelled: Int, given: Int)?
  /// What breaks a rule, kept until nothing else is left.
  private var deferred: [Candidate] = []
  private var attempts = Self.attempts[...]
  private var lastFailed: Candidate?
  /// Whether it is known that no autolink in a link is cut. Such a link is `[<http://a.b>](/u)`.
  private var isAskedOfLinks = false
  /// Whether in a leaf of many gaps only those near what changes are looked at, or, where more of them
  /// change, only what costs nearly the least all along; and whether it was: in `*a* *b* *c* …`.
  private var isNarrow = true
  private var narrowed = false
  private(set) var lastAtoms: [Range<Int>] = []
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
  private static let narrowWidth = 4
  /// What a state costs at a gap, with all that is tried from it.
  private static let stepsPerState = 6
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

  /// How one try spells.
  private struct Attempt {
    /// Whether marks may be closed and opened again where they need not: `*a* *b*` for `*a b*`.
    var isWide = false
    var escaping = PieceBuilder.Escapes.nothing
    /// How far from a failed candidate's changes characters are respelled; nil: none.
    var reach: Int?
    /// Whether those characters are tried one at a time.
    var triesEach = false
    /// The characters that are respelled, if it is not those near a failed candidate's changes.
    var only: Set<Int>?
    /// Whether code spans that change lose their line endings, as the one of `` `a⏎b` ``, and padding
    /// that nothing asks for.
    var joinsCodeLines = false
    /// Before which soft breaks code ends: what follows may begin another block.
    var parting = PieceBuilder.Parting.nowhere
    /// Whether code spans that only delimiters part are joined. `` *`a`*`b` `` without emphasis
    /// becomes `` `ab` ``.
    var joinsSpans = false
    /// Whether every literal backtick is respelled: what is left of a run may pair with any other.
    var respellsBackticks = false
    /// Whether every character that can be markup is escaped.
    var escapesLeaf = false
    /// Whether more is searched and more is tried than a toggle on ordinary text should wait for.
    /// As for long runs: `*****…*`.
    var isThorough = false
    /// Whether the delimiters of the source count for nothing. The leaf `*a* b` is then written as
    /// if it were `a b`.
    var ignoresOldDelimiters = false
  }

  /// Later tries allow more. What plain text needs no escape for is tried plainly first.
  private static let attempts = [
    Attempt(),
    Attempt(escaping: .active),
    Attempt(parting: .beforeBlocks),
    Attempt(escaping: .active, parting: .beforeBlocks),
    Attempt(isWide: true, parting: .beforeBlocks),
    Attempt(isWide: true, escaping: .active, parting: .beforeBlocks),
    Attempt(isWide: true, parting: .beforeBlocks, joinsSpans: true),
    Attempt(
      isWide: true, escaping: .active, reach: 0, triesEach: true, parting: .beforeBlocks),
    Attempt(
      isWide: true, escaping: .active, parting: .beforeBlocks, respellsBackticks: true),
    Attempt(isWide: true, escaping: .all, reach: 0, parting: .beforeBlocks),
    Attempt(isWide: true, escaping: .all, reach: 1, parting: .beforeBlocks),
    Attempt(isWide: true, escaping: .all, reach: 1, parting: .beforeBlocks, escapesLeaf: true),
    Attempt(isWide: true, joinsCodeLines: true, parting: .beforeBlocks),
    Attempt(isWide: true, escaping: .active, joinsCodeLines: true, parting: .beforeBlocks),
    Attempt(
      isWide: true, escaping: .all, reach: 1, joinsCodeLines: true, parting: .beforeBlocks,
      joinsSpans: true, escapesLeaf: true),
    Attempt(isWide: true, parting: .everywhere),
    Attempt(isWide: true, escaping: .active, parting: .everywhere),
    Attempt(
      isWide: true, escaping: .active, reach: 0, triesEach: true, parting: .everywhere),
    Attempt(isWide: true, escaping: .active, parting: .everywhere, respellsBackticks: true),
    Attempt(isWide: true, escaping: .all, reach: 0, parting: .everywhere),
    Attempt(isWide: true, escaping: .all, reach: 1, parting: .everywhere),
    Attempt(isWide: true, escaping: .all, reach: 1, parting: .everywhere, escapesLeaf: true),
    Attempt(isWide: true, parting: .beforeBlocks, isThorough: true),
    Attempt(isWide: true, escaping: .active, parting: .beforeBlocks, isThorough: true),
    Attempt(isWide: true, escaping: .all, reach: 1, parting: .beforeBlocks, isThorough: true),
    Attempt(
      isWide: true, escaping: .all, parting: .beforeBlocks, isThorough: true,
      ignoresOldDelimiters: true),
    Attempt(
      isWide: true, escaping: .all, parting: .beforeBlocks, escapesLeaf: true, isThorough: true,
      ignoresOldDelimiters: true),
  ]

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
  mutating func next() -> Candidate? {
    while waiting.isEmpty, !budget.isSpent {
      if let rest {
        finish(rest)
        continue
      }
      guard let next = attempts.popFirst() else {
        guard isNarrow, narrowed, deferred.isEmpty else { return nextDeferred() }
        // Nothing that is nearly the cheapest all along will do.
        isNarrow = false
        attempts = onlyRemoves ? [Attempt(isWide: true)] : Self.attempts[...]
        continue
      }
      // What has no spelling is not looked for any longer.
      if !isAskedOfLinks, attempts.count + 1 < Self.attempts.count {
        isAskedOfLinks = true
        if cutsAutolinkInLink {
          attempts = []
          return nil
        }
      }
      // Each is dear then: those that others take in are left out.
      if isThorough, !next.isWide || (next.isThorough && !next.ignoresOldDelimiters) { continue }
      if next.triesEach { spread(next) } else { attempt(next) }
    }
    if budget.isSpent { return nil }
    let candidate = waiting.removeFirst()
    lastFailed = candidate
    return candidate
  }

  private mutating func nextDeferred() -> Candidate? {
    guard
      let cheapest = deferred.indices.min(by: {
        deferred[$0].worstCost < deferred[$1].worstCost
      })
    else { return nil }
    return deferred.remove(at: cheapest)
  }

  /// Puts one attempt for each character near a failed candidate's changes in front, then one for
  /// each run of backticks there.
  private mutating func spread(_ attempt: Attempt) {
    guard let reach = attempt.reach, let lastFailed else { return }
    let near = misreadNeighbours(of: lastFailed, reach: reach).sorted()
    var sets = near.map { Set([$0]) }
    var inRuns: Set<Int> = []
    for atom in near where !inRuns.contains(atom) {
      let run = wholeRun(of: atom)
      guard run.count > 1 else { continue }
      sets.append(run)
      inRuns.formUnion(run)
    }
    let each = sets.map { only in
      Attempt(
        isWide: attempt.isWide, escaping: attempt.escaping, only: only, parting: attempt.parting)
    }
    attempts = each[...] + attempts
  }

  private mutating func attempt(_ attempt: Attempt) {
    guard budget.spend(steps: atoms.count / 4), var builder = self.builder(for: attempt) else {
      return
    }
    let (pieces, pieceAtoms) = builder.build()
    lastAtoms = pieceAtoms
    var search = SpellingSearch(
      pieces: pieces, mark: command.mark.set, givesMark: gives,
      zone: changedZone(pieces, pieceAtoms), isWide: attempt.isWide, budget: budget)
    if attempt.isWide { widen(&search) }
    search.costOfStar = prefersUnderscore ? Cost.star : 0
    search.ignoresOldDelimiters = attempt.ignoresOldDelimiters
    search.onlyRemoves = onlyRemoves
    search.keepsRules = keepsRules
    // A dear spelling may not be the cheapest of all: a later try looks wider.
    if !attempt.isWide { search.ceiling = Cost.settling }
    let openGaps = search.openGaps
    let isLong = isNarrow && openGaps > Self.manyGaps
    if isLong {
      (search.window, search.width) = (Cost.window, Self.narrowWidth)
      narrowed = true
    }
    if isThorough { search.copies = Self.thoroughCopies }
    let isThorough = isThorough || attempt.isThorough
    if isThorough, !isLong { search.width = thoroughWidth(openGaps: openGaps) }
    let respelled = Cost.escape * builder.respelled.count
    if !isThorough, !isLong, openGaps > Self.fewGaps {
      let (cheapest, areAll) = search.runForCheapest(limit: Self.candidatesPerTry)
      if !areAll { rest = (search, pieces, respelled, cheapest.count) }
      offer(cheapest[...], of: pieces, respelled)
      return
    }
    var spellings = search.run(limit: isThorough ? Self.spellings : Self.candidatesPerTry)
    if isThorough { spellings = different(spellings, of: pieces) }
    offer(spellings[...], of: pieces, respelled)
  }

  /// Searches on where the cheapest spellings of a try will not do.
  private mutating func finish(
    _ rest: (search: SpellingSearch, pieces: [Piece], respelled: Int, given: Int)
  ) {
    self.rest = nil
    var search = rest.search
    let spellings = search.run(limit: Self.candidatesPerTry)
    offer(spellings.dropFirst(rest.given), of: rest.pieces, rest.respelled)
  }

  /// Makes candidates of spellings: those that break a rule wait until nothing else is left.
  private mutating func offer(
    _ spellings: ArraySlice<Spelling>, of pieces: [Piece], _ respelled: Int
  ) {
    let candidates = spellings.map {
      Candidate(pieces: pieces, spelling: $0, worstCost: $0.cost + respelled)
    }
    waiting = candidates.filter { !$0.spelling.breaksRule }
    deferred += candidates.filter { $0.spelling.breaksRule }
  }

  /// Opens all gaps of the leaf; at first just those near to what changes: what stands far away seldom
  /// helps, and a part of a long paragraph is so written as the whole.
  private mutating func widen(_ search: inout SpellingSearch) {
    let near = search.zone
    search.zone = 0...(search.pieces.count - 1)
    guard isNarrow else { return budget.noteLook(at: nil) }
    let pieces = search.pieces
    let open = pieces.indices.map { search.isOpen(pieces[$0].outline, $0) ? 1 : 0 }
    var count = open[near].reduce(0, +)
    // Where so much changes, there is nothing near it.
    guard count <= Self.manyGaps else { return budget.noteLook(at: nil) }
    let start = pieces[near.lowerBound].source.lowerBound - Self.reach
    let end = pieces[near.upperBound].source.upperBound + Self.reach
    var (first, last) = (near.lowerBound, near.upperBound)
    var isWider = true
    while count < Self.manyGaps, isWider {
      isWider = false
      if first > 0, pieces[first - 1].source.lowerBound >= start {
        first -= 1
        count += open[first]
        isWider = true
      }
      if last + 1 < pieces.count, pieces[last + 1].source.upperBound <= end {
        last += 1
        count += open[last]
        isWider = true
      }
    }
    budget.noteLook(at: start..<end)
    narrowed = narrowed || first > 0 || last + 1 < pieces.count
    search.zone = first...last
  }

  /// What cuts the leaf into pieces as a try asks; nil where the try has nothing to change.
  private func builder(for attempt: Attempt) -> PieceBuilder? {
    var builder = PieceBuilder(
      text: text, targets: targets, mark: command.mark.set, source: source, atoms: atoms)
    builder.allowsReferences = command.policies.allowsReferences
    builder.offersReferences = attempt.isWide
    builder.escaping = attempt.escaping
    if let reach = attempt.reach, let lastFailed {
      builder.respelled = misreadNeighbours(of: lastFailed, reach: reach)
    }
    if let only = attempt.only { builder.respelled = only }
    if attempt.respellsBackticks {
      builder.respelled = Set(atoms.indices.filter(isLiteralBacktick))
      let near = lastFailed.map { misreadNeighbours(of: $0, reach: 0) } ?? []
      guard !builder.respelled.isDisjoint(with: near) else { return nil }
    }
    if attempt.escapesLeaf {
      builder.respelled.formUnion(markupCharacters)
      builder.escapesImages = true
    }
    builder.joinsCodeLines = attempt.joinsCodeLines
    builder.joinsSpans = attempt.joinsSpans
    builder.parting = attempt.parting
    let isForParting = attempt.parting == .everywhere || !attempt.isWide
    if attempt.parting != .nowhere, isForParting, !builder.partsLines { return nil }
    if attempt.joinsSpans || attempt.joinsCodeLines {
      let joins = attempt.joinsSpans && builder.hasSpansToJoin
      let flattens = attempt.joinsCodeLines && builder.hasCodeToFlatten
      guard joins || flattens else { return nil }
    }
    let isForProtection =
      attempt.escaping == .active && attempt.only == nil && !attempt.respellsBackticks
    return isForProtection && !builder.leavesCodeOrAutolink ? nil : builder
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
