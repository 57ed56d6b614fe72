import MarkdownSyntax
import TextEditing

/// Commands over several leaves: each leaf is planned on what has to be read with it, and all of
/// them are proved together in the end.
///
/// To prove each in the whole text would take the square of its length.
extension SelectionPlanner {
  /// The rewriting of several leaves.
  ///
  /// - Parameter selections: where the command shall be able to take the edit back; else nil.
  /// - Throws: a refusal where one of them has no spelling.
  /// - Complexity: O(the text), and a few times each slice that is not simple.
  func rewriting(
    of texts: [LeafText], gives: Bool, selections: [Range<Int>]?
  ) throws(Refusal) -> Rewriting {
    var planners = texts.map { planner(for: $0, gives: gives) }
    var firsts: [LeafPlanner.Candidate] = []
    for index in planners.indices {
      if let first = planners[index].next() { firsts.append(first) }
    }
    let cheapest = combined(firsts)
    let isEachProved = firsts.count == texts.count && isProved(cheapest, planners)
    var isCheapest = isEachProved
    var parts = LeafParts(of: self, selections ?? [])
    var result = Rewriting()
    for index in texts.indices {
      if isEachProved {
        let own = combined([firsts[index]])
        if isSurelyRight(own, of: firsts[index], planners[index], selections != nil) {
          result.append(own)
          continue
        }
      }
      isCheapest = false
      if let found = parts.rewriting(
        of: texts[index], gives: gives, isTakenBack: selections != nil)
      {
        result.append(found.rewriting, shiftedBy: found.shift)
      } else {
        result.append(
          try rewriting(of: texts[index], gives: gives, selections: selections))
      }
    }
    if isCheapest || isProved(result, planners) { return result }
    guard isEachProved else { throw .noSpelling(texts[0].leaf.content) }
    return withoutNeedlessEscapes(cheapest, planners)
  }

  /// Whether a proved candidate is right, as far as can be said without reading the text again.
  private func isSurelyRight(
    _ rewriting: Rewriting, of candidate: LeafPlanner.Candidate, _ planner: LeafPlanner,
    _ isTakenBack: Bool
  ) -> Bool {
    isPlainlyRight(candidate, rewriting, planner)
      && (!isTakenBack || isSurelyTakenBack(candidate, planner))
  }
}
