import TextEditing

/// Carries a command out at several carets, each on the text that the ones behind it have left.
struct CaretSequence {
  let command: MarkCommand
  let source: [UInt8]

  init(_ command: MarkCommand, _ source: [UInt8]) {
    self.command = command
    self.source = source
  }

  /// One plan for carets at ascending UTF-8 offsets; the first that fails or does nothing at all
  /// speaks for all only where none does anything.
  func outcome(at carets: [Int]) -> MarkOutcome {
    var text = source
    var edit = TextEdit()
    var after: [Int] = []
    var direction: MarkPlan.Direction?
    var leaves: [Range<Int>] = []
    var references: [Range<Int>] = []
    var last: MarkOutcome = .unchanged(.noSelection)
    for caret in carets.reversed() {
      let outcome = command.outcome(on: [caret..<caret], in: text)
      last = outcome
      guard case .plan(let plan) = outcome else {
        after.insert(caret, at: 0)
        continue
      }
      after = after.map { plan.edit.mapping(utf8Offset: $0, bias: .after) }
      after.insert(plan.selections[0].lowerBound, at: 0)
      text = plan.edit.applying(to: text)
      edit = edit.then(plan.edit)
      direction = direction ?? plan.direction
      leaves.insert(contentsOf: plan.leaves, at: 0)
      references.insert(contentsOf: plan.references, at: 0)
    }
    guard let direction else { return last }
    return .plan(
      MarkPlan(
        edit: edit, selections: after.map { $0..<$0 }, direction: direction, leaves: leaves,
        references: references))
  }
}
