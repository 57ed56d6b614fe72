import MarkdownSyntax
import TextEditing

/// Takes every mark from the selection, one after the other; links stay.
struct ClearCommand {
  let dialect: Dialect
  let context: ProjectionContext

  func outcome(on selections: [Range<Int>], in source: [UInt8]) -> CommandOutcome {
    var text = source
    var edit = TextEdit()
    var places = selections
    // Code first: what it protected is escaped before other delimiters go.
    for mark in [Mark.code, .strong, .emphasis, .strikethrough, .highlight]
    where mark.isAvailable(in: dialect) {
      var command = MarkCommand(.unmark, mark)
      command.policies.dialect = dialect
      switch command.outcome(on: places, inWhole: text, context: context) {
      case .plan(let plan) where plan.direction == .unmarks || plan.direction == .removesPair:
        text = plan.edit.applying(to: text)
        edit = edit.then(plan.edit)
        places = plan.selections
      case .refused(let refusal): return .refused(refusal)
      case .plan, .unchanged: continue
      }
    }
    if edit.isEmpty { return .unchanged(.nothingMarkable) }
    return .plan(CommandPlan(edit: edit, selections: places, effect: .takes))
  }
}
