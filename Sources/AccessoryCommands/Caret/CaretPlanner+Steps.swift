import CommonMark
import MarkdownSyntax
import TextEditing

extension CaretPlanner {
  /// Moves the caret past a delimiter, where the text typed there is read as promised; nil where
  /// it cannot be.
  func stepping(
    from offset: Int, to target: Int, direction: MarkPlan.Direction
  ) -> MarkOutcome? {
    if target == caret { return .unchanged(.caretOutsideText) }
    let step = plan(TextEdit(), caret: target, direction: direction, leaf: offset..<offset)
    let isIn = direction == .stepsIn
    if let stepped = Probe(at: target, in: source), stepped.marks.contains(mark) == isIn,
      stepped.isTyped(into: planner.before)
    {
      return step
    }
    let base = Probe(at: offset, in: source)
    let isText = base?.isTyped(into: planner.before) ?? false
    // A caret moved out of a delimiter means its text only where a word is text.
    if !isText, offset != caret {
      let isTextAsItStands = context.probe?.isTyped(into: planner.before) ?? false
      return isTextAsItStands ? nil : .unchanged(.caretOutsideText)
    }
    let action: MarkCommand.Action = isIn ? .mark : .unmark
    if isText, let base, let plan = planned(base, action: action, direction), isAtRest(plan) {
      return plan
    }
    if isPromised(from: offset, to: target, isIn: isIn) { return step }
    // Where a word changes other text on both sides there is no telling what a step means.
    guard !isText, let base else { return isText ? nil : .unchanged(.caretOutsideText) }
    if base.marks.contains(mark) != isIn, let plan = planned(base, action: action, direction),
      isAtRest(plan)
    {
      return plan
    }
    return .unchanged(.caretOutsideText)
  }

  /// Moves the caret to any place between the delimiters around it where the text typed there, with
  /// or without blanks beside it, is all that changes and has the mark, or has it not.
  func stepping(
    from offset: Int, amid text: LeafText, direction: MarkPlan.Direction
  ) -> MarkOutcome? {
    let places = RunPlace.placesBetweenDelimiters(around: offset, in: text, of: source)
    for target in places where target != caret {
      let isPromised = Probe.Blanks.all.contains { blanks in
        guard let stepped = Probe(at: target, in: source, blanks) else { return false }
        return stepped.marks.contains(mark) == (direction == .stepsIn)
          && stepped.isTyped(into: planner.before)
      }
      guard isPromised else { continue }
      return plan(TextEdit(), caret: target, direction: direction, leaf: offset..<offset)
    }
    return nil
  }

  /// Whether the text reads as before as long as nothing is typed: a step gives no marks.
  private func isAtRest(_ outcome: MarkOutcome) -> Bool {
    guard case .plan(let plan) = outcome,
      let tree = try? MarkdownTree(parsing: plan.edit.applying(to: source))
    else { return false }
    return TreeReading(tree) == planner.before
  }

  /// Whether a word typed after a step, with or without blanks beside it, has the mark or has it
  /// not, and is all that changes, but for what the same word would change before the step (where
  /// the caret has not been moved out of a delimiter: that is another place).
  private func isPromised(from offset: Int, to target: Int, isIn: Bool) -> Bool {
    for blanks in Probe.Blanks.all {
      guard let stepped = Probe(at: target, in: source, blanks),
        stepped.marks.contains(mark) == isIn
      else { continue }
      if stepped.isTyped(into: planner.before) { return true }
      if offset == caret, let base = Probe(at: offset, in: source, blanks) {
        let wanted = isIn ? base.marks.union(mark) : base.marks.subtracting(mark)
        if stepped.differs(from: base, onlyIn: wanted) { return true }
      }
    }
    return false
  }
}
