import MarkdownSyntax
import TextEditing

/// Takes every mark from the selection, one after the other; links stay.
struct ClearCommand {
  let dialect: Dialect
  let context: ProjectionContext

  func outcome(onUTF8 selections: [Range<Int>], in source: [UInt8]) -> CommandOutcome {
    if selections.count == 1, selections[0].isEmpty,
      let run = run(at: selections[0].lowerBound, in: source), !run.isEmpty
    {
      guard case .plan(var plan) = outcome(onUTF8: [run], in: source) else {
        return .unchanged(.nothingMarkable)
      }
      plan.selections = [plan.edit.mapping(utf8: selections[0])]
      return .plan(plan)
    }
    var text = source
    var edit = TextEdit()
    var places = selections
    // Code first: what it protected is escaped before other delimiters go.
    for mark in [Mark.code, .strong, .emphasis, .strikethrough, .highlight]
    where mark.isAvailable(in: dialect) {
      var command = MarkCommand(.unmark, mark)
      command.policies.dialect = dialect
      switch command.outcome(onUTF8: places, inWhole: text, context: context) {
      case .plan(let plan) where plan.effect == .unmarks || plan.effect == .removesPair:
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

  /// Why nothing would be cleared of what an engine has read; nil where something would.
  func reason(in engine: BlockEngine) -> CommandReason? {
    // With a word typed in an empty item there is nothing to clear.
    guard engine.typing == nil else { return .nothingMarkable }
    switch outcome(onUTF8: engine.selection.ranges, in: engine.tree.source) {
    case .plan: return nil
    case .unchanged(let reason): return reason
    case .refused: return .nothingMarkable
    }
  }

  /// The text of the outermost mark at whose inner edge a caret stands; nil where it stands at none.
  private func run(at caret: Int, in source: [UInt8]) -> Range<Int>? {
    guard let tree = try? BlockTree(source, in: dialect, context: context),
      let path = tree.path(at: caret), let block = tree.leafBlock(tree.root[path[...]].id)
    else { return nil }
    let tokens = tree.tokens(of: block)
    for token in tokens where token.kind.opensMark && token.partner >= 0 {
      let run = token.source.upperBound..<tokens[token.partner].source.lowerBound
      if run.lowerBound == caret || run.upperBound == caret { return run }
    }
    return nil
  }
}
