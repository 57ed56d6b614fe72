import MarkdownSyntax

/// Selections of a text in CommonMark, read once for the commands of all marks.
final class SelectedText {
  let reading: DocumentReading
  let selections: [Range<Int>]
  let trial: Trial
  let trials: Trials

  init(_ reading: DocumentReading, _ selections: [Range<Int>]) {
    self.reading = reading
    self.selections = selections
    trial = Trial(reading)
    trials = Trials(trial)
  }

  /// The leaves with selected characters; nil if our reading of one differs from libcmark's.
  lazy var leaves: [LeafText]? = reading.texts(on: selections)

  /// The context of the caret; nil unless the selection is a single caret.
  lazy var caret: CaretPlanner.Context? =
    selections.count == 1 && selections[0].isEmpty
    ? CaretPlanner.Context(selections[0].lowerBound, reading, trials) : nil
}
