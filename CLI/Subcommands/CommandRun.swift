import MarkdownEditing
import MdeditKit
import TextEditing

/// A command to run on files.
struct CommandRun {
  var command: EditingCommand
  /// The text to type after the command.
  var insert: String?
  var selection: SelectionOptions
  var output: OutputOptions

  /// Runs the command on a file, and prints or saves the result.
  func run(on file: String) throws {
    let document = try Document(reading: file, isRegular: output.inPlace)
    let text = document.text
    let selections = try text.selections(selection.requests(), in: command.options.dialect)
    switch command.outcome(onUTF8: selections, in: text, typing: insert) {
    case .plan(let plan):
      try deliver(plan, of: document)
    case .unchanged(let reason):
      try deliver(unchanged: reason, selections, of: document)
    case .refused(let refusal):
      try output.deliverUnchanged(document) { _ in text.json(refusal) }
      throw text.failure(refusal)
    }
  }

  private func deliver(_ plan: Plan, of document: Document) throws {
    let result: MarkResult
    do throws(Failure) {
      result = try MarkResult(plan, on: document.text, typing: insert)
    } catch {
      try output.deliverUnchanged(document) { _ in document.text.json(.noSpelling, error.message) }
      throw error
    }
    try output.deliver(result, of: document)
  }

  /// If nothing had to change, `mark` and `unmark` succeed.
  private func deliver(
    unchanged reason: Outcome.Unchanged, _ selections: [Range<Int>], of document: Document
  ) throws {
    let text = document.text
    let isDone = reason == .alreadySo && command.markAction != .toggle
    if isDone, insert != nil {
      let effect: Plan.Effect = command.markAction == .mark ? .added : .removed
      return try deliver(
        Plan(edit: TextEdit(), selections: selections, effect: effect), of: document)
    }
    try output.deliverUnchanged(document) { text.json(reason, selections, unit: $0) }
    if !isDone { throw text.failure(reason, at: selections) }
  }
}
