import MarkdownSyntax
import TextEditing

/// Carries out a command at several selections, each in its region of the document, as one edit.
///
/// Commands that act on all selections together plan those with overlapping regions at once. Others
/// act at each selection, but once if the edits would meet: two carets in a paragraph quote it
/// once.
struct SelectionSequence {
  let command: EditingCommand
  let document: MarkdownDocument

  struct Part {
    let selections: [Range<Int>]
    var region: DocumentRegion?
    var outcome = Outcome.unchanged(.noSelection)
  }

  func outcome(utf8 selections: [Range<Int>]) -> Outcome {
    // Keys and the clearing of marks do not depend on other selections.
    let isPlannedFirst = command.row.group != .typing && command.row.action != .clear
    var parts = isPlannedFirst ? parts(selections) : keyParts(selections)
    let effects = parts.map { $0.outcome.plan?.effect }
    if effects.contains(where: { $0 != nil && $0 != command.yieldingEffect }) {
      for (index, effect) in effects.enumerated()
      where effect != nil && effect == command.yieldingEffect {
        parts[index].outcome = .unchanged(.alreadySo)
      }
    }
    do throws(Outcome.Refusal) { return try joined(parts) } catch { return .refused(error) }
  }

  private func keyParts(_ selections: [Range<Int>]) -> [Part] {
    let groups =
      command.typesAtCarets(selections)
      ? command.groups(selections, in: document) : selections.map { [$0] }
    return groups.map { Part(selections: $0) }
  }

  private func parts(_ selections: [Range<Int>]) -> [Part] {
    var parts: [Part] = []
    let groups =
      command.isForPart
      ? command.groups(selections, in: document)
      : selections.map { [$0] }
    for group in groups {
      var part = command.part(at: group, in: document, knowing: parts.last)
      while let last = parts.last, let before = last.outcome.plan?.edit.hull,
        let own = part.outcome.plan?.edit.hull,
        before.upperBound > own.lowerBound || before == own
      {
        part = command.part(at: last.selections + part.selections, in: document, knowing: last)
        parts.removeLast()
      }
      parts.append(part)
    }
    return parts
  }

  private func joined(_ parts: [Part]) throws(Outcome.Refusal) -> Outcome {
    for part in parts { if case .refused(let refusal) = part.outcome { throw refusal } }
    var sequence = EditSequence(document)
    var effect: Plan.Effect?
    var reason = Outcome.Unchanged.noSelection
    for part in parts.reversed() {
      let places = part.selections.map { sequence.place(of: $0) }.ascending
      let isKept = part.region != nil && part.outcome.plan == nil
      let now = isKept ? part : command.part(at: places, in: sequence.document, knowing: part)
      switch now.outcome {
      case .refused(let refusal): throw sequence.original(refusal)
      case .unchanged(let own):
        if own.isIdle || !reason.isIdle { reason = own }
        sequence.keep(places)
      case .plan(let plan):
        let rest = places.dropFirst(plan.selections.count).map { plan.edit.mapping(utf8: $0) }
        try sequence.make(plan.edit, selecting: plan.selections.prefix(places.count) + rest)
        effect = plan.effect
      }
    }
    guard let effect else { return .unchanged(reason) }
    return .plan(Plan(edit: sequence.edit, selections: sequence.selections, effect: effect))
  }
}

extension [Range<Int>] {
  /// The ranges, none of which begins before the end of another before it. A caret after a replaced
  /// range may have moved to its start.
  fileprivate var ascending: [Range<Int>] {
    var end = 0
    return map { range in
      let start = Swift.max(end, range.lowerBound)
      end = Swift.max(start, range.upperBound)
      return start..<end
    }
  }

  func groups(
    in document: MarkdownDocument, before: Int, after: Int, _ dialect: Dialect
  ) -> [[Range<Int>]] {
    var groups: [[Range<Int>]] = []
    var end = 0
    for selection in self {
      let region = document.blocks(at: selection, before: before, after: after, in: dialect)
      if let last = groups.indices.last, region.lowerBound < end {
        groups[last].append(selection)
      } else {
        groups.append([selection])
      }
      end = region.upperBound
    }
    return groups
  }
}

extension EditingCommand {
  fileprivate func groups(
    _ selections: [Range<Int>], in document: MarkdownDocument
  ) -> [[Range<Int>]] {
    let (before, after) = neighbours
    return selections.groups(in: document, before: before, after: after, dialect)
  }

  /// The effect that a toggle omits at one selection if it has another effect elsewhere: a quote is
  /// not removed while other blocks are quoted.
  fileprivate var yieldingEffect: Plan.Effect? {
    row.action == .taskToggle || row.action.isToggle ? .removed : nil
  }
}

extension CommandRow.Action {
  var isOfOneSelection: Bool {
    switch self {
    case .heading, .promote, .list, .indent, .taskToggle, .taskCycle, .cycleList, .renumber,
      .reflow:
      false
    default: true
    }
  }
}
