import CommonMark
import MarkdownSyntax

/// Examines other spellings if the first proved one, the cheapest, violates the contract.
extension SelectionPlanner {
  /// The number of other candidates that are examined, and of the proofs for all of them.
  private static let maximumCandidates = 60
  private static let proofs = 400
  /// Candidates with more respellings are skipped, because each may take a proof.
  private static let manyRespellings = 16

  /// The rewriting that best satisfies the contract so far.
  private struct Best {
    var rewriting: LeafEdit
    var verdict: Verdict
    /// The first rewriting that violates only clause 6.
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

  /// Returns a proved rewriting of a leaf, or another one that satisfies the contract better.
  ///
  /// - Parameter selections: the selections for which the command must undo the edit, or nil.
  func settled(
    _ rewriting: LeafEdit, of candidate: LeafPlanner.Candidate, _ planner: LeafPlanner,
    _ selections: [Range<Int>]?
  ) -> LeafEdit {
    if isPlainlyRight(candidate, rewriting, planner),
      selections.map({
        isSurelyUndone(candidate, planner) || isUndone(rewriting, planner, $0)
      }) ?? true
    {
      return rewriting
    }
    let before = RunRules(reading, mark: command.mark.set)
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

  /// Examines other spellings than the cheapest until one satisfies the contract.
  private func look(
    for best: inout Best, besides cheapest: LeafEdit, _ planner: LeafPlanner,
    _ selections: [Range<Int>]?, since before: RunRules
  ) {
    if best.verdict.isClean { return }
    var (candidates, proofs) = (Self.maximumCandidates, Self.proofs)
    var seen: Set<[Chunk]> = [cheapest.chunks]
    let other = self.planner(for: planner.text, gives: planner.gives)
    other.isThorough = true
    while candidates > 0, proofs > 0, let next = other.next() {
      let rewriting = combined([next])
      guard seen.insert(rewriting.chunks).inserted else { continue }
      candidates -= 1
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

  /// Whether a candidate needs no check except of clause 6, such as `**a**` for `a`. It is cheap,
  /// respells nothing, and changes at most two gaps if the source nests the mark in itself.
  func isPlainlyRight(
    _ candidate: LeafPlanner.Candidate, _ rewriting: LeafEdit, _ planner: LeafPlanner
  ) -> Bool {
    !candidate.spelling.breaksRule && candidate.spelling.cost < Cost.settling
      && rewriting.optionalRespellings.isEmpty
      && (candidate.pieces.allSatisfy { $0.depth <= 1 } || candidate.spelling.choices.count <= 2)
  }

  /// Judges a rewriting by the contract, or returns nil if it is not proved.
  private func verdict(
    on rewriting: LeafEdit, of candidate: LeafPlanner.Candidate, _ planner: LeafPlanner,
    _ selections: [Range<Int>]?, since before: RunRules
  ) -> Verdict? {
    guard let after = proved(rewriting, [planner.aim])?.reading else { return nil }
    let burden = rewriting.burden(on: planner)
    var verdict = Verdict(
      brokenRules: brokenRules(of: after, since: before),
      breaksRuleKnowingly: candidate.spelling.breaksRule,
      joinedLines: rewriting.joinedLines(of: reading.source), distant: burden.distant,
      respelled: burden.all)
    if let selections, !isUndone(rewriting, planner, selections) { verdict.isLost = true }
    return verdict
  }

  /// The number of rules that the edited text breaks and the old one does not.
  private func brokenRules(of reading: DocumentReading, since before: RunRules) -> Int {
    let after = RunRules(reading, mark: command.mark.set)
    return max(0, after.nested - before.nested) + max(0, after.empty - before.empty)
  }
}
