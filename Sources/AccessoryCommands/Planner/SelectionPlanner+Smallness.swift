import MarkdownSyntax
import TextEditing

/// Clause 7: no respelling that nothing needs, and those that are needed beside a delimiter.
extension SelectionPlanner {
  /// Of how many respellings several are taken back at once.
  private static let several = 8
  /// How many exchanges of one respelling for another are tried.
  private static let exchanges = 64

  /// The rewriting of all leaves with each at its plainest.
  func plainest(
    _ rewriting: Rewriting, _ candidates: [LeafPlanner.Candidate], _ planners: [LeafPlanner]
  ) -> Rewriting {
    if rewriting.precautions.isEmpty { return rewriting }
    var result = Rewriting()
    for (candidate, planner) in zip(candidates, planners) {
      result.append(plainest(combined([candidate]), planner))
    }
    let isAlone = planners.count == 1
    return isAlone || isProved(result, planners)
      ? result : withoutNeedlessEscapes(rewriting, planners)
  }

  /// The rewriting of a leaf without the respellings that nothing needs; that, or the one with the
  /// other delimiter character, whichever respells less far from delimiters, and less.
  private func plainest(_ rewriting: Rewriting, _ planner: LeafPlanner) -> Rewriting {
    let plain = withoutNeedlessEscapes(rewriting, [planner])
    let atoms = planner.atoms
    guard plain.precautions.count > 1 || plain.hasDistantPrecautions(atoms) else { return plain }
    var best = exchanged(plain, planner)
    var other = self.planner(for: planner.text, gives: planner.gives)
    other.prefersUnderscore = true
    if let next = firstClean(of: &other) {
      let found = exchanged(withoutNeedlessEscapes(next, [other]), other)
      if found.burden(atoms) < best.burden(atoms) { best = found }
    }
    return best
  }

  /// Takes back the respellings without which libcmark reads the same: one by one, and of a few
  /// also several that follow each other, as a pair of brackets.
  ///
  /// Later tries respell whatever might have been misread; few of those are to blame. What stands
  /// beside no other change goes first. What is needed may be so for another alone, so it is done
  /// until none can go.
  func withoutNeedlessEscapes(_ rewriting: Rewriting, _ planners: [LeafPlanner]) -> Rewriting {
    var result = rewriting
    var isPlainer = true
    while isPlainer {
      isPlainer = false
      for group in result.precautionGroups(ofSeveralUpTo: Self.several) {
        let plainer = result.plainly(spelling: group, in: reading.source)
        guard plainer.precautions.count < result.precautions.count, isProved(plainer, planners)
        else { continue }
        result = plainer
        isPlainer = true
      }
    }
    return result
  }

  /// Exchanges respellings that stand beside no delimiter for one that does, where libcmark then
  /// reads the same.
  private func exchanged(_ rewriting: Rewriting, _ planner: LeafPlanner) -> Rewriting {
    var result = rewriting
    var patience = Self.exchanges
    let atoms = planner.atoms
    let escapes = planner.escapes
    for distant in rewriting.precautions where !rewriting.touchesDelimiter(distant, atoms) {
      let plainer = result.plainly(spelling: [distant], in: reading.source)
      for escape in escapes {
        let other = plainer.adding(escape)
        guard other.touchesDelimiter(escape, atoms) else { continue }
        guard patience > 0 else { return result }
        patience -= 1
        guard isProved(other, [planner]) else { continue }
        let found = withoutNeedlessEscapes(other, [planner])
        if found.burden(atoms) < result.burden(atoms) {
          result = found
          break
        }
      }
    }
    return result
  }
}

extension Chunk {
  /// Whether delimiters or fences come or go.
  fileprivate var isOfDelimiters: Bool {
    plain == nil && bytes.allSatisfy { "*_` ".utf8.contains($0) }
  }
}

extension Rewriting {
  /// How many respellings there are: above all those beside no delimiter.
  fileprivate func burden(_ atoms: [Atom]) -> Int {
    let all = precautions
    return 1000 * all.count { !touchesDelimiter($0, atoms) } + all.count
  }

  fileprivate func hasDistantPrecautions(_ atoms: [Atom]) -> Bool {
    precautions.contains { !touchesDelimiter($0, atoms) }
  }

  /// Whether a delimiter or a fence stands beside a respelled character, in the source or after.
  fileprivate func touchesDelimiter(_ chunk: Chunk, _ atoms: [Atom]) -> Bool {
    let isBesideChange = chunks.contains { other in
      other.isOfDelimiters
        && (other.source.upperBound == chunk.source.lowerBound
          || other.source.lowerBound == chunk.source.upperBound)
    }
    if isBesideChange { return true }
    guard let atom = atoms.firstIndex(where: { $0.source == chunk.source }) else { return false }
    return !atoms[atom].gap.isEmpty || atoms[atom].openFence != nil
      || atoms[atom].closeFence != nil || (atom > 0 && atoms[atom - 1].closeFence != nil)
      || (atom + 1 < atoms.count
        && (!atoms[atom + 1].gap.isEmpty || atoms[atom + 1].openFence != nil))
  }
}
