import MarkdownSyntax
import TextEditing

/// Commands over several leaves. All are proved together, and only a leaf whose first candidate may
/// not be the best is planned by itself.
extension SelectionPlanner {
  /// Rewrites several leaves.
  ///
  /// - Parameter selections: the selections for which the command must undo the edit, or nil.
  /// - Throws: a refusal if a leaf has no spelling.
  /// - Complexity: O(the text), once more for each leaf that is not simple.
  func rewriting(
    of texts: [LeafText], gives: Bool, selections: [Range<Int>]?
  ) throws(Outcome.Refusal) -> LeafEdit {
    let planners = texts.map { planner(for: $0, gives: gives) }
    let firsts = planners.indices.compactMap { planners[$0].next() }
    let cheapest = combined(firsts)
    let isEachProved = firsts.count == texts.count && isProved(cheapest, planners)
    // All leaves share the budget for finding better spellings than the proved ones.
    if !isEachProved { budget.extend(forLeaves: texts.count - 1) }
    let most = budget.spent + Budget.share
    var isCheapest = isEachProved
    var result = LeafEdit()
    for index in texts.indices {
      if isEachProved {
        let own = combined([firsts[index]])
        if budget.spent > most
          || isSurelyRight(own, of: firsts[index], planners[index], selections != nil)
        {
          result.append(own)
          continue
        }
      }
      isCheapest = false
      result.append(try rewriting(of: texts[index], gives: gives, selections: selections))
    }
    if isCheapest || isProved(result, planners, isLast: true) { return result }
    if isEachProved { return withoutNeedlessEscapes(cheapest, planners) }
    let leaf = texts[0].leaf.content
    throw budget.isExhausted ? .tooIntricate(leaf) : .noSpelling(leaf)
  }

  /// Whether a proved candidate is certainly right without reading the text again: `**a**` for `a`.
  private func isSurelyRight(
    _ rewriting: LeafEdit, of candidate: LeafPlanner.Candidate, _ planner: LeafPlanner,
    _ isUndone: Bool
  ) -> Bool {
    isPlainlyRight(candidate, rewriting, planner)
      && (!isUndone || isSurelyUndone(candidate, planner))
  }
}
