import TextEditing

/// Carries a command out at several carets, each on the text that the ones behind it have left.
struct CaretSequence {
  /// Carries a command out at one caret, on the text as it is then.
  typealias Step = (_ caret: Int) -> MarkOutcome
  /// Makes an edit; returns why it cannot be made, or nil.
  typealias Apply = (_ edit: TextEdit) -> MarkOutcome.Refusal?

  /// What the carets so far do together.
  private var edit = TextEdit()
  /// Where they stand then, in ascending order.
  private var after: [Int] = []
  private var effect: MarkPlan.Effect?
  private var leaves: [Range<Int>] = []
  private var references: [Range<Int>] = []
  /// What the last of them toggled.
  private var toggled: Toggled?

  /// One plan for carets at ascending UTF-8 offsets; the first that fails or does nothing at all
  /// speaks for all only where none does anything. Carets that are one, or become one by an edit behind
  /// them, are planned for once, as is a word with several.
  ///
  /// - Parameters:
  ///   - step: what the command does at a caret.
  ///   - apply: what makes the edit that the next caret finds made.
  static func outcome(at carets: [Int], _ step: Step, apply: Apply) -> MarkOutcome {
    var sequence = CaretSequence()
    var last: MarkOutcome = .unchanged(.noSelection)
    for index in carets.indices.reversed() {
      let isRepeated = index + 1 < carets.count && carets[index] == carets[index + 1]
      if let done = sequence.place(of: carets[index], isRepeated: isRepeated) {
        sequence.after.insert(done, at: 0)
        continue
      }
      // What a caret behind has changed may reach before this one: `__` for `**` in `*‸a*‸`.
      let caret = sequence.edit.mapping(utf8Offset: carets[index], bias: .before)
      last = step(caret)
      guard case .plan(let plan) = last else {
        sequence.after.insert(caret, at: 0)
        continue
      }
      if let refusal = apply(plan.edit) { return .refused(refusal) }
      sequence.append(plan)
    }
    return sequence.plan.map { .plan($0) } ?? last
  }

  /// Where a caret stands that has had its turn with those behind it; nil of one that has not.
  private func place(of caret: Int, isRepeated: Bool) -> Int? {
    guard let other = after.first else { return nil }
    // The pair of `*‸*‸**` has gone, and both are where it was.
    if isRepeated || edit.mapping(utf8Offset: caret, bias: .before) == other { return other }
    return toggled?.holds(caret) == true ? edit.mapping(utf8Offset: caret, bias: .after) : nil
  }

  private mutating func append(_ plan: MarkPlan) {
    after = after.map { plan.edit.mapping(utf8Offset: $0, bias: .after) }
    after.insert(plan.selections[0].lowerBound, at: 0)
    toggled = Toggled(plan, after: edit)
    effect = effect ?? plan.effect
    // A plan names places of its own text, which the carets behind have changed.
    let named = plan.leaves.map { edit.mappingBack(utf8: $0) }
    leaves.insert(contentsOf: named.filter { !leaves.contains($0) }, at: 0)
    references.insert(
      contentsOf: plan.references.map { edit.mappingBack(utf8: $0) }.filter { !$0.isEmpty }, at: 0)
    edit = edit.then(plan.edit)
  }

  /// What all do; nil where none does anything.
  private var plan: MarkPlan? {
    guard let effect else { return nil }
    return MarkPlan(
      edit: edit, selections: after.map { $0..<$0 }, effect: effect, leaves: leaves,
      references: references)
  }

  /// What a plan toggled: all from its first delimiter to its last.
  private struct Toggled {
    /// What was done before it.
    let edit: TextEdit
    /// From its first delimiter to its last, in the text that it was planned for.
    let range: ClosedRange<Int>

    /// Nil of a plan for what is typed next.
    init?(_ plan: MarkPlan, after edit: TextEdit) {
      guard plan.effect == .marks || plan.effect == .unmarks,
        let first = plan.edit.replacements.first, let last = plan.edit.replacements.last
      else { return nil }
      self.edit = edit
      range = first.range.lowerBound...last.range.upperBound
    }

    /// Whether a caret of the text before all edits stands in it: both of `w‸or‸d`.
    func holds(_ caret: Int) -> Bool {
      range.contains(edit.mapping(utf8Offset: caret, bias: .before))
    }
  }
}
