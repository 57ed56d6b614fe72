import CommonMark
import MarkdownSyntax
import TextEditing

extension MarkCommand {
  /// What the command does to `selections` of the text `source`; mutates nothing.
  ///
  /// - Parameters:
  ///   - selections: UTF-8 ranges of `source`, in ascending order; an empty one is a caret.
  ///   - source: the UTF-8 bytes of the document.
  public func outcome(on selections: [Range<Int>], in source: [UInt8]) -> MarkOutcome {
    guard !selections.isEmpty else { return .unchanged(.noSelection) }
    do {
      let reading = try DocumentReading(source)
      return SelectionPlanner(self, reading).outcome(on: selections)
    } catch {
      return .refused(.unparsable(error.description))
    }
  }
}
