import TextEditing

/// Carries a command out at several carets, each on the text that the ones behind it have left.
enum CaretSequence {
  /// Carries a command out at one caret, on the text as it is then.
  typealias Step = (_ caret: Int) -> MarkOutcome
  /// Makes an edit; returns why it cannot be made, or nil.
  typealias Apply = (_ edit: TextEdit) -> MarkOutcome.Refusal?

  /// One plan for carets at ascending UTF-8 offsets; the first that fails or does nothing at all
  /// speaks for all only where none does anything.
  ///
  /// - Parameters:
  ///   - step: what the command does at a caret.
  ///   - apply: what makes the edit that the next caret finds made.
  static func outcome(at carets: [Int], _ step: Step, apply: Apply) -> MarkOutcome {
    var edit = TextEdit()
    var after: [Int] = []
    var effect: MarkPlan.Effect?
    var leaves: [Range<Int>] = []
    var references: [Range<Int>] = []
    var last: MarkOutcome = .unchanged(.noSelection)
    for caret in carets.reversed() {
      let outcome = step(caret)
      last = outcome
      guard case .plan(let plan) = outcome else {
        after.insert(caret, at: 0)
        continue
      }
      if let refusal = apply(plan.edit) { return .refused(refusal) }
      after = after.map { plan.edit.mapping(utf8Offset: $0, bias: .after) }
      after.insert(plan.selections[0].lowerBound, at: 0)
      edit = edit.then(plan.edit)
      effect = effect ?? plan.effect
      leaves.insert(contentsOf: plan.leaves, at: 0)
      references.insert(contentsOf: plan.references, at: 0)
    }
    guard let effect else { return last }
    return .plan(
      MarkPlan(
        edit: edit, selections: after.map { $0..<$0 }, effect: effect, leaves: leaves,
        references: references))
  }
}
