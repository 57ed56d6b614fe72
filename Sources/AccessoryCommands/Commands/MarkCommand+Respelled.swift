import CommonMark
import MarkdownSyntax
import TextEditing

/// A command on text that is spelled otherwise first, where there is no place for a mark in it as it
/// stands: `http://a.b⟦.⟧`, where no delimiter flanks behind the link and a reference would change it.
///
/// What the plan then needs no more is written as it was: to GitHub the first star of `x a*~b~ c*` opens
/// emphasis, to libcmark none does but behind punctuation. So strong for `x` is planned and proved on
/// `x &#97;*~b~ c*`, and is written as `**x** a*~b~ c*`.
extension MarkCommand {
  /// How often planning is tried to leave out what is not needed.
  private static let tries = 24

  /// A plan on a source that is spelled otherwise around the selections, as little as will do; nil
  /// where there is none.
  func respelled(
    _ selections: [Range<Int>], in source: [UInt8], _ budget: Budget, _ context: ProjectionContext
  ) throws(ParsingRefusal) -> MarkOutcome? {
    guard let meaning = Respelling.meaning(of: source, in: policies.dialect, context: context)
    else { return nil }
    let respelling = RespelledSource(
      source: source, selections: selections, meaning: meaning, budget: budget,
      reverting: Budget(forBytes: source.count), context: context)
    var tried = 0
    for degree in RespellingDegree.allCases {
      if degree == .references, !policies.allowsReferences { continue }
      let groups = try Respelling(
        of: source, in: policies.dialect, for: mark.purpose, touching: selections, degree,
        context: context
      ).groups
      guard groups.count > tried else { continue }
      tried = groups.count
      switch draft(respelling, groups) {
      case nil: continue
      case .unchanged(let reason): return .unchanged(reason)
      case .draft(let draft): return .plan(fewest(draft, of: respelling, groups).named)
      }
    }
    return nil
  }

  /// What a command is planned on.
  private struct RespelledSource {
    let source: [UInt8]
    let selections: [Range<Int>]
    /// What the source means, and has to mean after it is spelled otherwise.
    let meaning: Respelling.Meaning
    let budget: Budget
    /// What may be spent on writing text as it was: a plan that is found late is to be small, too.
    let reverting: Budget
    let context: ProjectionContext
  }

  /// What a group is written as, and what writes it as it was again.
  private struct Respelled {
    /// In offsets of the source.
    let group: [TextEdit.Replacement]
    /// In offsets of the text after the plan.
    var revert: [TextEdit.Replacement]
  }

  /// A plan for the source, and what is left in it of the spelling that it was planned on.
  private struct Draft {
    var plan: MarkPlan
    var respelled: [Respelled]

    /// The plan that names the references left in it, too.
    var named: MarkPlan {
      var named = plan
      let left = respelled.flatMap { $0.group }
        .filter { $0.bytes.starts(with: "&#".utf8) && !plan.references.contains($0.range) }
      named.references += left.map { $0.range }
      named.references.sort { $0.lowerBound < $1.lowerBound }
      return named
    }

    /// The plan after some groups are written as they were.
    func reverting(_ groups: [Respelled], leaving kept: [Respelled], in source: [UInt8]) -> Draft {
      let way = Respelling.edit(groups.map { $0.revert })
      var result = self
      result.plan.edit = TextEdit(
        plan.edit.then(way).replacements.compactMap { LeafEdit.trimmed($0, in: source) })
      result.plan.selections = plan.selections.map { way.mapping(utf8: $0) }
      result.respelled = kept.map { kept in
        var kept = kept
        kept.revert = kept.revert.map {
          TextEdit.Replacement(way.mapping(utf8: $0.range), with: $0.bytes)
        }
        return kept
      }
      return result
    }
  }

  private enum Drafted {
    case draft(Draft)
    case unchanged(MarkOutcome.Unchanged)
  }

  /// The plan with the fewest groups: what can be written as it was is, and what is left then is left
  /// out before the plan, a part at a time.
  private func fewest(
    _ draft: Draft, of respelling: RespelledSource, _ groups: [[TextEdit.Replacement]]
  ) -> Draft {
    var best = reverting(draft, of: respelling)
    var kept = groups
    var length = kept.count
    var left = Self.tries
    while length > 0, left > 0, !best.respelled.isEmpty, !respelling.budget.isSpent {
      var start = 0
      while start < kept.count, left > 0, !best.respelled.isEmpty {
        var fewer = kept
        fewer.removeSubrange(start..<Swift.min(start + length, kept.count))
        left -= 1
        if !fewer.isEmpty, case .draft(let other) = self.draft(respelling, fewer) {
          kept = fewer
          let reverted = reverting(other, of: respelling)
          if reverted.respelled.count <= best.respelled.count { best = reverted }
        } else {
          start += length
        }
      }
      length /= 2
    }
    return best
  }

  /// The plan for the source after some groups; nil where that means another text or has none.
  private func draft(
    _ respelling: RespelledSource, _ groups: [[TextEdit.Replacement]]
  ) -> Drafted? {
    let source = respelling.source
    let spelling = Respelling.edit(groups)
    let text = spelling.applying(to: source)
    guard respelling.budget.spend(bytes: 2 * source.count),
      respelling.meaning
        == Respelling.meaning(of: text, in: policies.dialect, context: respelling.context)
    else { return nil }
    let moved = respelling.selections.map { Respelling.moved($0, by: groups) }
    let found = try? outcome(onUTF8: moved, asSpelled: text, respelling.budget, respelling.context)
    guard case .plan(let plan) = found else {
      if case .unchanged(let reason) = found { return .unchanged(reason) }
      return nil
    }
    let after = plan.edit.applying(to: text)
    let reverts = Respelling.reverts(groups, in: source)
    var respelled: [Respelled] = []
    for (group, revert) in zip(groups, reverts) where group.count == revert.count {
      let placed = revert.map {
        TextEdit.Replacement(plan.edit.mapping(utf8: $0.range), with: $0.bytes)
      }
      // What the plan itself writes otherwise stays so.
      if zip(group, placed).allSatisfy({ after[$1.range].elementsEqual($0.bytes) }) {
        respelled.append(Respelled(group: group, revert: placed))
      }
    }
    return .draft(
      Draft(
        plan: MarkPlan(
          edit: spelling.then(plan.edit), selections: plan.selections, effect: plan.effect,
          leaves: plan.leaves.map { spelling.mappingBack(utf8: $0) },
          references: plan.references.map { spelling.mappingBack(utf8: $0) }),
        respelled: respelled))
  }

  /// The plan with each group written as it was whose spelling nothing needs now: the text after it means
  /// the same.
  private func reverting(_ draft: Draft, of respelling: RespelledSource) -> Draft {
    let after = draft.plan.edit.applying(to: respelling.source)
    let caret = draft.plan.effect == .insertsPair ? draft.plan.selections.first?.lowerBound : nil
    guard !draft.respelled.isEmpty, let wanted = meaning(of: after, caret, respelling.context)
    else { return draft }
    var kept = draft.respelled
    var reverted: [Respelled] = []
    var length = kept.count
    while length > 0 {
      var start = 0
      while start < kept.count {
        let part = start..<Swift.min(start + length, kept.count)
        let way = Respelling.edit((reverted + kept[part]).map { $0.revert })
        guard respelling.reverting.spend(bytes: 2 * after.count) else {
          return draft.reverting(reverted, leaving: kept, in: respelling.source)
        }
        let moved = caret.map { way.mapping(utf8Offset: $0, bias: .after) }
        if meaning(of: way.applying(to: after), moved, respelling.context) == wanted {
          reverted += kept[part]
          kept.removeSubrange(part)
        } else {
          start += length
        }
      }
      length /= 2
    }
    return draft.reverting(reverted, leaving: kept, in: respelling.source)
  }

  /// What a text means; with a word typed at a caret between delimiters, which mean nothing before.
  private func meaning(
    of text: [UInt8], _ caret: Int?, _ context: ProjectionContext
  ) -> Respelling.Meaning? {
    let typed = TextEdit(caret.map { [TextEdit.Replacement($0..<$0, with: Probe.bytes)] } ?? [])
    return Respelling.meaning(of: typed.applying(to: text), in: policies.dialect, context: context)
  }
}
