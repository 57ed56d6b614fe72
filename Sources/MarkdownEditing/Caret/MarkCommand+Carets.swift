import MarkdownSyntax
import TextEditing

extension MarkCommand {
  /// Returns one plan for several carets in ascending order, each planned after the later ones.
  ///
  /// If no caret has a plan, the first one decides the outcome. Carets that become equal are
  /// planned once, as is a word with several carets.
  func outcome(at carets: [Range<Int>], in document: MarkdownDocument) -> Outcome {
    var sequence = EditSequence(document)
    /// The plan of the last caret that has one, whose effect is that of the whole plan.
    var named: Plan?
    var last = Outcome.unchanged(.noSelection)
    /// The stretch that the last plan toggled, and the edits before it.
    var toggled: (stretch: ClosedRange<Int>, edits: TextEdit)?
    for (index, caret) in carets.enumerated().reversed() {
      let place = sequence.place(of: caret)
      let isRepeated = index + 1 < carets.count && caret == carets[index + 1]
      // After the pair of `*‸*‸**` is removed, both carets are at the same offset.
      if let other = sequence.firstSelection, isRepeated || place == other {
        sequence.keep([other])
        continue
      }
      // Both carets are in one word, as in `w‸or‸d`.
      if let (stretch, edits) = toggled,
        stretch.contains(edits.mapping(utf8Offset: caret.lowerBound, bias: .before))
      {
        sequence.keep([sequence.edit(reaching: caret.lowerBound).mapping(utf8: caret)])
        continue
      }
      last = outcome(onUTF8: [place], atOnceIn: sequence.document)
      guard case .plan(let plan) = last else {
        sequence.keep([place])
        continue
      }
      named = named ?? plan
      let isToggle = plan.effect != .moved
      toggled =
        isToggle
        ? plan.edit.hull.map { ($0, sequence.edit(reachingCurrent: $0.upperBound)) } : nil
      do throws(Outcome.Refusal) {
        try sequence.make(plan, selecting: [plan.selections[0]])
      } catch { return .refused(error) }
    }
    return named.map { .plan(sequence.plan(like: $0)) } ?? last
  }
}

extension [Range<Int>] {
  /// Whether these are several carets, as in `a‸b‸`, not in `a‸`.
  var isCarets: Bool { count > 1 && allSatisfy { $0.isEmpty } }
}
