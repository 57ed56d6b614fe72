import CommonMark
import MarkdownSyntax
import TextEditing

/// A command on text that is spelled otherwise first, where there is no place for a mark in it as it
/// stands: `http://a.b⟦.⟧`, where no delimiter flanks behind the link and a reference would change it.
extension MarkCommand {
  /// How often planning is tried to leave out what is not needed.
  private static let tries = 24

  /// A plan on a source that is spelled otherwise around the selections, as little as will do; nil
  /// where there is none.
  func respelled(
    _ selections: [Range<Int>], in source: [UInt8], _ budget: Budget, _ context: ProjectionContext
  ) throws(ParsingRefusal) -> MarkOutcome? {
    var tried = 0
    for degree in RespellingDegree.allCases {
      if degree == .references, !policies.allowsReferences { continue }
      let groups = try Respelling(
        of: source, in: policies.dialect, for: mark.purpose, touching: selections, degree,
        context: context
      ).groups
      guard groups.count > tried else { continue }
      tried = groups.count
      guard let outcome = self.outcome(selections, in: source, groups, budget, context) else {
        continue
      }
      guard case .plan(var plan) = outcome else { return outcome }
      var kept = groups
      var length = kept.count
      var left = Self.tries
      while length > 0, left > 0, !budget.isSpent {
        var start = 0
        while start < kept.count, left > 0 {
          var fewer = kept
          fewer.removeSubrange(start..<Swift.min(start + length, kept.count))
          left -= 1
          if !fewer.isEmpty,
            case .plan(let other) = self.outcome(selections, in: source, fewer, budget, context)
          {
            (kept, plan) = (fewer, other)
          } else {
            start += length
          }
        }
        length /= 2
      }
      return .plan(plan)
    }
    return nil
  }

  /// The outcome for the source after some groups; nil where that is no other text or refused too.
  private func outcome(
    _ selections: [Range<Int>], in source: [UInt8], _ groups: [[TextEdit.Replacement]],
    _ budget: Budget,
    _ context: ProjectionContext
  ) -> MarkOutcome? {
    let spelling = Respelling.edit(groups)
    guard budget.spend(bytes: 2 * source.count),
      Respelling.keepsMeaning(spelling, of: source, in: policies.dialect, context: context)
    else { return nil }
    let moved = selections.map { Respelling.moved($0, by: groups) }
    let found: MarkOutcome
    do throws(ParsingRefusal) {
      found = try outcome(onUTF8: moved, asSpelled: spelling.applying(to: source), budget, context)
    } catch {
      return nil
    }
    guard case .plan(let plan) = found else {
      if case .unchanged = found { return found }
      return nil
    }
    return .plan(
      MarkPlan(
        edit: spelling.then(plan.edit), selections: plan.selections, effect: plan.effect,
        leaves: plan.leaves.map { spelling.mappingBack(utf8: $0) },
        references: plan.references.map { spelling.mappingBack(utf8: $0) }))
  }
}
