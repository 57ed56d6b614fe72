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
  ) throws(MarkOutcome.Refusal) -> LeafEdit {
    budget.extend(forLeaves: texts.count - 1)
    var planners = texts.map { planner(for: $0, gives: gives) }
    let firsts = planners.indices.compactMap { planners[$0].next() }
    let cheapest = combined(firsts)
    let isEachProved = firsts.count == texts.count && isProved(cheapest, planners)
    var isCheapest = isEachProved
    var parts = LeafRegions(of: self, selections ?? [])
    var result = LeafEdit()
    for index in texts.indices {
      if isEachProved {
        let own = combined([firsts[index]])
        if isSurelyRight(own, of: firsts[index], planners[index], selections != nil) {
          result.append(own)
          continue
        }
      }
      isCheapest = false
      try append(texts[index], gives, selections, &parts, to: &result)
    }
    if isCheapest || isProved(result, planners, isLast: true) { return result }
    if !isEachProved, origin != nil {
      // A part does not know what else of the dialect stands around it: each in the whole text.
      result = try rewritingWithoutParts(of: texts, gives: gives, selections: selections)
      if isProved(result, planners, isLast: true) { return result }
    }
    if isEachProved { return withoutNeedlessEscapes(cheapest, planners) }
    let leaf = texts[0].leaf.content
    throw budget.isSpent ? .tooIntricate(leaf) : .noSpelling(leaf)
  }

  private func rewritingWithoutParts(
    of texts: [LeafText], gives: Bool, selections: [Range<Int>]?
  ) throws(MarkOutcome.Refusal) -> LeafEdit {
    var result = LeafEdit()
    for text in texts {
      result.append(try rewriting(of: text, gives: gives, selections: selections))
    }
    return result
  }

  /// Adds the rewriting of one leaf: planned on its part, else on the whole text.
  private func append(
    _ text: LeafText, _ gives: Bool, _ selections: [Range<Int>]?, _ parts: inout LeafRegions,
    to result: inout LeafEdit
  ) throws(MarkOutcome.Refusal) {
    if let found = parts.rewriting(of: text, gives: gives, isTakenBack: selections != nil) {
      result.append(found.rewriting, shiftedBy: found.shift)
    } else {
      result.append(try rewriting(of: text, gives: gives, selections: selections))
    }
  }

  /// Whether a proved candidate is right, as far as can be said without reading the text again.
  /// True of `**a**` for `a`.
  private func isSurelyRight(
    _ rewriting: LeafEdit, of candidate: LeafPlanner.Candidate, _ planner: LeafPlanner,
    _ isTakenBack: Bool
  ) -> Bool {
    candidate.parted.isEmpty && isPlainlyRight(candidate, rewriting, planner)
      && (!isTakenBack || isSurelyTakenBack(candidate, planner))
  }
}
