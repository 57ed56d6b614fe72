import MarkdownSyntax
import TextEditing

/// Carries out a command that knows one selection at each of several, as one edit.
///
/// Selections whose edits would meet are one to the command: two carets in a paragraph quote it once.
struct SelectionSequence {
  let command: EditingCommand
  let context: ProjectionContext

  /// The most bytes that are read for one command, all selections taken together.
  private static let budget = 1 << 28

  /// Selections that are one to the command, and what it does to them alone.
  private struct Part {
    var selections: [Range<Int>]
    var outcome: CommandOutcome

    /// From the start of the first replacement to the end of the last; nil where there is none.
    var hull: ClosedRange<Int>? {
      guard let edit = outcome.plan?.edit, let first = edit.replacements.first,
        let last = edit.replacements.last
      else { return nil }
      return first.range.lowerBound...last.range.upperBound
    }
  }

  /// - Complexity: O(*n*) in the length of the source for each selection.
  func outcome(onUTF8 selections: [Range<Int>], in source: [UInt8]) -> CommandOutcome {
    guard source.count <= Self.budget / selections.count else {
      return .refused(.tooIntricate(selections[0].lowerBound..<(selections.last?.upperBound ?? 0)))
    }
    do throws(MarkOutcome.Refusal) {
      var parts = try parts(selections, source)
      // Where some would gain what others have, those keep it.
      let givesAny = parts.contains { $0.outcome.plan?.effect == .gives }
      if givesAny, command.row.action.isToggle {
        for index in parts.indices where parts[index].outcome.plan?.effect == .takes {
          parts[index].outcome = .unchanged(.alreadySo)
        }
      }
      return outcome(of: parts, in: source)
    } catch {
      return .refused(error)
    }
  }

  /// The selections in groups whose edits do not meet.
  private func parts(
    _ selections: [Range<Int>], _ source: [UInt8]
  ) throws(MarkOutcome.Refusal) -> [Part] {
    let engine = try engine(source, selections)
    var parts: [Part] = []
    for selection in selections {
      var part = Part(
        selections: [selection], outcome: command.outcome(of: engine.selecting([selection])))
      while let last = parts.last, let before = last.hull, let own = part.hull,
        before.upperBound > own.lowerBound || before == own
      {
        part.selections = last.selections + part.selections
        part.outcome = command.outcome(of: engine.selecting(part.selections))
        parts.removeLast()
      }
      parts.append(part)
    }
    return parts
  }

  private func engine(
    _ source: [UInt8], _ selections: [Range<Int>]
  ) throws(MarkOutcome.Refusal) -> BlockEngine {
    try BlockEngine(source, selections, in: command.dialect, command.policies, context: context)
  }

  private func outcome(of parts: [Part], in source: [UInt8]) -> CommandOutcome {
    guard parts.contains(where: { $0.outcome.plan != nil }) else {
      return parts.first?.outcome ?? .unchanged(.noSelection)
    }
    return .plan(
      Self.plan(parts.map { $0.selections }, in: source) { index, selections, text in
        if parts[index].outcome.plan == nil { return nil }
        return (try? engine(text, selections)).flatMap { command.outcome(of: $0).plan }
      })
  }

  /// One plan for groups of selections, planned from the last to the first, each in the text that the others left.
  ///
  /// - Parameter step: plans for the group with an index, or returns nil if its selections remain as they are.
  static func plan(
    _ groups: [[Range<Int>]], in source: [UInt8],
    _ step: (_ index: Int, _ selections: [Range<Int>], _ text: [UInt8]) -> CommandPlan?
  ) -> CommandPlan {
    var text = source
    var result = CommandPlan(edit: TextEdit(), selections: [], effect: .moves)
    for (index, group) in groups.enumerated().reversed() {
      // Edits after a group may extend to it: a list that is numbered again, or the marker that Enter removes.
      let end = group.last?.upperBound ?? 0
      let isMoved = result.edit.replacements.contains { $0.range.lowerBound < end }
      let selections = isMoved ? group.map { result.edit.mapping(utf8: $0) } : group
      guard let plan = step(index, selections, text) else {
        result.selections = selections + result.selections
        continue
      }
      let own = selections.indices.map {
        $0 < plan.selections.count ? plan.selections[$0] : plan.edit.mapping(utf8: selections[$0])
      }
      result.selections = own + result.selections.map { plan.edit.mapping(utf8: $0) }
      text = plan.edit.applying(to: text)
      result.edit = result.edit.then(plan.edit)
      result.effect = plan.effect
    }
    return result
  }
}

extension CommandRow.Action {
  /// Whether the command is about one selection, and several are one after the other. True of
  /// `.quote`, not of `.indent`.
  var isOfOneSelection: Bool {
    switch self {
    case .quote, .codeBlock, .rule, .link, .pasteAddress, .tableInsert, .table, .move: true
    default: false
    }
  }
}
