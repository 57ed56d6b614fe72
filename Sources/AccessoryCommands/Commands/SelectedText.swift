import MarkdownSyntax

/// Selections of a text in CommonMark as the commands of all marks find them, read once.
final class SelectedText {
  let reading: DocumentReading
  let selections: [Range<Int>]
  let trial: Trial
  let trials = Trials()

  init(_ reading: DocumentReading, _ selections: [Range<Int>]) {
    self.reading = reading
    self.selections = selections
    trial = Trial(reading)
  }

  /// The leaves with selected characters; nil where our reading of one is not libcmark's.
  lazy var leaves: [LeafText]? = reading.texts(on: selections)

  /// The place of the one caret; nil of another selection.
  lazy var caret: CaretPlanner.Context? =
    selections.count == 1 && selections[0].isEmpty
    ? CaretPlanner.Context(selections[0].lowerBound, reading, trials) : nil
}
