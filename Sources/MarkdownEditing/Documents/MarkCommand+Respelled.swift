import CommonMark
import MarkdownSyntax
import TextEditing

/// Commands that respell the text first, if a mark cannot be added to it as it is.
///
/// For example, in `http://a.b⟦.⟧` no delimiter is flanking after the link, and a reference would
/// change the link. Needless respellings are reverted (``SpellingReverter``).
extension MarkCommand {
  /// The number of attempts to plan with fewer respellings.
  private static let tries = 24

  /// Plans on a source with the fewest necessary respellings around the selections, or returns nil.
  func respelled(
    _ selections: [Range<Int>], in source: [UInt8], _ budget: Budget, _ context: ProjectionContext
  ) throws(ParsingRefusal) -> Outcome? {
    guard let meaning = Respelling.meaning(of: source, in: options.dialect, context: context)
    else { return nil }
    let place = Place(
      source: source, selections: selections, meaning: meaning, budget: budget, context: context)
    var tried = 0
    for degree in RespellingDegree.allCases
    where options.allowsReferences || degree != .references {
      let groups = try Respelling(
        of: source, in: options.dialect, for: mark.purpose, touching: selections, degree,
        context: context
      ).groups
      guard groups.count > tried else { continue }
      tried = groups.count
      switch draft(at: place, groups) {
      case nil: continue
      case .unchanged(let reason): return .unchanged(reason)
      case .draft(let draft): return .plan(fewest(draft, at: place, groups))
      }
    }
    return nil
  }

  private struct Place {
    let source: [UInt8]
    let selections: [Range<Int>]
    /// The meaning of the source, which respelling must keep.
    let meaning: Respelling.Meaning
    let budget: Budget
    let context: ProjectionContext
  }

  private enum Draft {
    /// A plan for the source, and the respellings that remain in it.
    case draft(SpellingReverter.Reverted)
    case unchanged(Outcome.Unchanged)
  }

  /// Returns the plan with the fewest respellings: reverts what it can, then plans without parts of
  /// the rest.
  private func fewest(
    _ draft: SpellingReverter.Reverted, at place: Place, _ groups: [[TextEdit.Replacement]]
  ) -> Plan {
    let reverter = SpellingReverter(
      source: place.source, dialect: options.dialect, context: place.context)
    let reverting = Budget(forBytes: place.source.count)
    var best = reverter.reverted(draft.plan, draft.left, reverting)
    var kept = groups
    var length = kept.count
    var tries = Self.tries
    while length > 0, !best.left.isEmpty, !place.budget.isExhausted {
      var start = 0
      while start < kept.count, tries > 0, !best.left.isEmpty {
        var fewer = kept
        fewer.removeSubrange(start..<Swift.min(start + length, kept.count))
        tries -= 1
        if !fewer.isEmpty, case .draft(let other) = self.draft(at: place, fewer) {
          kept = fewer
          let reverted = reverter.reverted(other.plan, other.left, reverting)
          if reverted.left.count <= best.left.count { best = reverted }
        } else {
          start += length
        }
      }
      length /= 2
    }
    return best.plan
  }

  /// Plans after respelling some groups; nil if that changes the meaning or there is no plan.
  private func draft(at place: Place, _ groups: [[TextEdit.Replacement]]) -> Draft? {
    let spelling = Respelling.edit(groups)
    let text = spelling.applying(to: place.source)
    guard place.budget.spend(bytes: 2 * place.source.count),
      Respelling.meaning(of: text, in: options.dialect, context: place.context) == place.meaning
    else { return nil }
    let moved = place.selections.map { Respelling.moved($0, by: groups) }
    let found = try? outcome(onUTF8: moved, asSpelled: text, place.budget, place.context)
    guard case .plan(let plan) = found else {
      if case .unchanged(let reason) = found { return .unchanged(reason) }
      return nil
    }
    let references = groups.joined().filter { $0.bytes.starts(with: "&#".utf8) }.map { $0.range }
    let whole = Plan(
      edit: spelling.then(plan.edit), selections: plan.selections, effect: plan.effect,
      leaves: plan.leaves.map { spelling.mappingBack(utf8: $0) },
      references: (plan.references.map { spelling.mappingBack(utf8: $0) } + references)
        .sorted(byKey: { $0.lowerBound }),
      isEmptyPair: plan.isEmptyPair)
    return .draft(
      SpellingReverter.Reverted(
        plan: whole, left: left(of: groups, place.source, plan.edit, in: text)))
  }

  /// Returns what reverts each group in the text after a plan, except groups that the plan changed.
  private func left(
    of groups: [[TextEdit.Replacement]], _ source: [UInt8], _ edit: TextEdit, in text: [UInt8]
  ) -> [SpellingReverter.Group] {
    let after = edit.applying(to: text)
    return zip(groups, Respelling.reverts(groups, in: source)).compactMap { group, reverts in
      let placed = reverts.map {
        TextEdit.Replacement(edit.mapping(utf8: $0.range), with: $0.bytes)
      }
      let isWhole =
        group.count == placed.count
        && zip(group, placed).allSatisfy { after[$1.range].elementsEqual($0.bytes) }
      return isWhole ? placed : nil
    }
  }
}
