import CommonMark
import MarkdownSyntax

/// Selections of a text, read once for the commands of all marks that see it in the same way.
final class SelectedText {
  let reading: DocumentReading
  let selections: [Range<Int>]
  let trial: Trial
  let trials: Trials

  /// Reads a text as a command sees it. libcmark does not parse it again if `other` has been read.
  init(
    _ source: [UInt8], _ selections: [Range<Int>], _ view: InlineView?,
    besides other: SelectedText? = nil
  ) throws(ParsingRefusal) {
    if let other = other?.reading {
      trial = Trial(DocumentReading(other.document, tree: other.tree, view: view))
    } else {
      trial = Trial(source, view: view)
    }
    reading = try trial.read()
    self.selections = reading.withWholeReferences(selections)
    trials = Trials(trial)
  }

  /// The leaves with selected characters; nil if our reading of one differs from libcmark's.
  lazy var leaves: [LeafText]? = reading.texts(on: selections)

  /// The context of the caret; nil unless the selection is a single caret.
  lazy var caret: CaretPlanner.Context? =
    selections.count == 1 && selections[0].isEmpty
    ? CaretPlanner.Context(selections[0].lowerBound, reading, trials) : nil
}
