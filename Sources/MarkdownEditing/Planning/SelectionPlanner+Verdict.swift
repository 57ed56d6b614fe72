import CommonMark
import MarkdownSyntax

/// The first spelling that is proved is the cheapest; most often the contract has nothing against
/// it. Where it has, others are looked at.
extension SelectionPlanner {
  /// How many other candidates of a search are looked at, and how many proofs all may take.
  private static let patience = 60
  private static let proofs = 400
  /// A candidate that respells more is not looked at: to find which of it is needed takes a proof
  /// each.
  private static let manyRespellings = 16

  /// The rewriting that the contract likes best of those that were looked at.
  private struct Best {
    var rewriting: LeafEdit
    var verdict: Verdict
    /// The first that clause 6 alone is against.
    private(set) var lost: LeafEdit?

    init(_ rewriting: LeafEdit, _ verdict: Verdict) {
      (self.rewriting, self.verdict) = (rewriting, verdict)
      offer(rewriting, verdict)
    }

    mutating func offer(_ other: LeafEdit, _ judged: Verdict) {
      if lost == nil, judged.isLost, judged.isCleanButLost { lost = other }
      if judged < verdict { (rewriting, verdict) = (other, judged) }
    }
  }

  /// A proved rewriting of a leaf, or another one that the contract likes better.
  ///
  /// - Parameter selections: where the command shall be able to take the edit back; else nil.
  func settled(
    _ rewriting: LeafEdit, of candidate: LeafPlanner.Candidate, _ planner: LeafPlanner,
    _ selections: [Range<Int>]?
  ) -> LeafEdit {
    if isPlainlyRight(candidate, rewriting, planner),
      selections.map({
        isSurelyTakenBack(candidate, planner) || isTakenBack(rewriting, planner, $0)
      }) ?? true
    {
      return rewriting
    }
    let before = RunRules(reading.tree, mark: command.mark.set)
    let plain = withoutNeedlessEscapes(rewriting, [planner])
    guard let verdict = verdict(on: plain, of: candidate, planner, selections, since: before)
    else { return plain }
    var best = Best(plain, verdict)
    if verdict.distant > 0 {
      let near = nearer(plain, planner)
      let judged = self.verdict(on: near, of: candidate, planner, selections, since: before)
      if let judged { best.offer(near, judged) }
    }
    look(for: &best, besides: rewriting, planner, selections, since: before)
    if best.verdict.isClean { return best.rewriting }
    return best.lost.flatMap { escaped($0, planner) } ?? best.rewriting
  }

  /// Looks for other spellings than the cheapest, until the contract has nothing against one.
  private func look(
    for best: inout Best, besides cheapest: LeafEdit, _ planner: LeafPlanner,
    _ selections: [Range<Int>]?, since before: RunRules
  ) {
    if best.verdict.isClean { return }
    var (patience, proofs) = (Self.patience, Self.proofs)
    var seen: Set<[Chunk]> = [cheapest.chunks]
    let other = self.planner(for: planner.text, gives: planner.gives)
    other.isThorough = true
    while patience > 0, proofs > 0, let next = other.next() {
      let rewriting = combined([next])
      guard seen.insert(rewriting.chunks).inserted else { continue }
      patience -= 1
      proofs -= 1
      guard rewriting.optionalRespellings.count <= Self.manyRespellings,
        isProved(rewriting, [other])
      else { continue }
      proofs -= rewriting.optionalRespellings.count
      let found = withoutNeedlessEscapes(rewriting, [other])
      guard let judged = verdict(on: found, of: next, other, selections, since: before)
      else { continue }
      best.offer(found, judged)
      if best.verdict.isClean { return }
    }
  }

  /// Whether a candidate needs no verdict but on whether it is taken back: it is cheap and respells
  /// nothing; and where the source nests the mark in itself it changes two gaps at most. True of
  /// `**a**` for `a`.
  func isPlainlyRight(
    _ candidate: LeafPlanner.Candidate, _ rewriting: LeafEdit, _ planner: LeafPlanner
  ) -> Bool {
    !candidate.spelling.breaksRule && candidate.spelling.cost < Cost.settling
      && rewriting.optionalRespellings.isEmpty
      && (candidate.pieces.allSatisfy { $0.depth <= 1 } || candidate.spelling.choices.count <= 2)
  }

  /// What the contract has against a rewriting; nil where it is not proved.
  private func verdict(
    on rewriting: LeafEdit, of candidate: LeafPlanner.Candidate, _ planner: LeafPlanner,
    _ selections: [Range<Int>]?, since before: RunRules
  ) -> Verdict? {
    guard let tree = proved(rewriting, [planner.aim])?.tree else { return nil }
    let burden = rewriting.burden(on: planner)
    var verdict = Verdict(
      brokenRules: brokenRules(of: tree, since: before),
      breaksRuleKnowingly: candidate.spelling.breaksRule,
      joinedLines: rewriting.joinedLines(of: reading.source), distant: burden.distant,
      respelled: burden.all)
    if let selections, !isTakenBack(rewriting, planner, selections) { verdict.isLost = true }
    return verdict
  }

  /// How many rules an edited text's tree breaks that the text before did not break.
  private func brokenRules(of tree: MarkdownTree, since before: RunRules) -> Int {
    let after = RunRules(tree, mark: command.mark.set)
    return max(0, after.nested - before.nested) + max(0, after.empty - before.empty)
  }
}
