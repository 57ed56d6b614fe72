import CommonMark
import MarkdownSyntax
import TextEditing

extension MarkCommand {
  /// What the command does to `selections` of the text `source`; mutates nothing.
  ///
  /// Where any selection holds text, the command means the characters of all of them, and carets
  /// among them only move along. Carets alone are carried out one by one, from the last to the
  /// first.
  ///
  /// - Parameters:
  ///   - selections: UTF-8 ranges of `source`, in ascending order; an empty one is a caret.
  ///   - source: the UTF-8 bytes of the document.
  /// - Complexity: O(length of the document).
  public func outcome(on selections: [Range<Int>], in source: [UInt8]) -> MarkOutcome {
    guard !selections.isEmpty else { return .unchanged(.noSelection) }
    do {
      return outcome(on: selections, in: try DocumentReading(source), before: nil)
    } catch {
      return .refused(.unparsable(error.description))
    }
  }

  /// The same on a document that has been read.
  func outcome(
    on selections: [Range<Int>], in reading: DocumentReading, before: TreeReading?
  ) -> MarkOutcome {
    let planner = SelectionPlanner(self, reading, before)
    if selections.contains(where: { !$0.isEmpty }) { return planner.outcome(on: selections) }
    if selections.count == 1 {
      let context = CaretPlanner.Context(selections[0].lowerBound, reading)
      return CaretPlanner(self, planner, context).outcome()
    }
    return CaretSequence(self, reading.source).outcome(at: selections.map { $0.lowerBound })
  }
}
