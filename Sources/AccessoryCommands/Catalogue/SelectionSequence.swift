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

  /// One part after the other, from the last to the first.
  private func outcome(of parts: [Part], in source: [UInt8]) -> CommandOutcome {
    guard parts.contains(where: { $0.outcome.plan != nil }) else {
      return parts.first?.outcome ?? .unchanged(.noSelection)
    }
    var edit = TextEdit()
    var text = source
    var places: [Range<Int>] = []
    var effect = CommandPlan.Effect.moves
    for part in parts.reversed() {
      // What was done behind may reach back, as where a list is numbered anew.
      let end = part.selections.last?.upperBound ?? 0
      let isMoved = edit.replacements.contains { $0.range.lowerBound < end }
      let selections = isMoved ? part.selections.map { edit.mapping(utf8: $0) } : part.selections
      guard part.outcome.plan != nil,
        case .plan(let plan)? = (try? engine(text, selections)).map(command.outcome(of:))
      else {
        places = selections + places
        continue
      }
      let own = selections.indices.map {
        $0 < plan.selections.count ? plan.selections[$0] : plan.edit.mapping(utf8: selections[$0])
      }
      places = own + places.map { plan.edit.mapping(utf8: $0) }
      text = plan.edit.applying(to: text)
      edit = edit.then(plan.edit)
      effect = plan.effect
    }
    return .plan(CommandPlan(edit: edit, selections: places, effect: effect))
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
