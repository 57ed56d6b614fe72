import MarkdownSyntax
import TextEditing

extension MarkCommand {
  /// One plan for several carets in ascending order, each planned in the text that those after it have left.
  ///
  /// If none has a plan, the first caret decides the outcome. Carets that are one, or become one by a later edit, are
  /// planned for once, as is a word with several.
  func outcome(
    at carets: [Range<Int>], in document: MarkdownDocument, budget: Budget
  ) -> Outcome {
    var sequence = EditSequence(document)
    /// The plan of the last caret that has one: its effect is that of all.
    var named: Plan?
    var last = Outcome.unchanged(.noSelection)
    /// What the last plan toggled, in the text after the edits before it.
    var toggled: (stretch: ClosedRange<Int>, edits: TextEdit)?
    for (index, caret) in carets.enumerated().reversed() {
      let place = sequence.place(of: caret)
      let isRepeated = index + 1 < carets.count && caret == carets[index + 1]
      // The pair of `*‸*‸**` has gone, and both are where it was.
      if let other = sequence.selections.first, isRepeated || place == other {
        sequence.keep([other])
        continue
      }
      // Both carets of `w‸or‸d`.
      if let (stretch, edits) = toggled,
        stretch.contains(edits.mapping(utf8Offset: caret.lowerBound, bias: .before))
      {
        sequence.keep([sequence.edit.mapping(utf8: caret)])
        continue
      }
      last = outcome(onUTF8: [place], in: sequence.document, budget: budget)
      guard case .plan(let plan) = last else {
        sequence.keep([place])
        continue
      }
      named = named ?? plan
      let isToggle = !plan.isEmptyPair && plan.effect != .moved
      toggled = isToggle ? plan.edit.hull.map { ($0, sequence.edit) } : nil
      do throws(Outcome.Refusal) {
        try sequence.make(plan, selecting: [plan.selections[0]])
      } catch { return .refused(error) }
    }
    return named.map { .plan(sequence.plan(like: $0)) } ?? last
  }
}
