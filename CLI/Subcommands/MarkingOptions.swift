import ArgumentParser
import MarkdownEditing
import MdeditKit
import TextEditing

/// The arguments that `toggle`, `mark` and `unmark` share, and what they do with them.
struct MarkingOptions: ParsableArguments {
  @Argument(
    help: "The mark: \(MarkName.allValueStrings.joined(separator: ", ")).",
    completion: .list(Mark.allCases.map(\.name)))
  var mark: MarkName

  @Argument(
    help: ArgumentHelp(
      "The document, or several; - is standard input.",
      discussion: "Several need --in-place, --diff or --json.", valueName: "file"),
    completion: .file())
  var files: [String]

  @OptionGroup(title: "Where") var selection: SelectionOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Choices") var choices: MarkChoices

  @Option(
    help: ArgumentHelp(
      "Type this text afterwards, at the caret or in place of the selection.",
      valueName: "text"))
  var insert: String?

  mutating func validate() throws {
    try output.validate(for: files)
    if let insert, insert.isEmpty || insert.contains(where: { $0.isNewline }) {
      throw ValidationError("--insert takes a text of one line.")
    }
  }

  /// Carries out `action` on each file, and prints or saves what came of it.
  func run(_ action: EditingCommand.MarkAction) throws {
    try Mdedit.forEach(files) { try run(action, on: $0) }
  }

  private func run(_ action: EditingCommand.MarkAction, on file: String) throws {
    let document = try Document(reading: file, isRegular: output.inPlace)
    let text = document.text
    let selections = try text.selections(selection.requests(), in: choices.options.dialect)
    let command = EditingCommand.marking(mark.mark, action).with(choices.options)
    switch command.outcome(onUTF8: selections, in: text.bytes) {
    case .plan(let plan):
      try deliver(plan, of: document)
    case .unchanged(let reason):
      try deliver(unchanged: reason, selections, action, of: document)
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

  /// Where all is so already, `mark` and `unmark` have done what a script asked of them.
  private func deliver(
    unchanged reason: Outcome.Unchanged, _ selections: [Range<Int>],
    _ action: EditingCommand.MarkAction,
    of document: Document
  ) throws {
    let text = document.text
    let isDone = reason == .alreadySo && action != .toggle
    if isDone, insert != nil {
      let plan = Plan(
        edit: TextEdit(), selections: selections, effect: action == .mark ? .added : .removed)
      return try deliver(plan, of: document)
    }
    try output.deliverUnchanged(document) { text.json(reason, selections, unit: $0) }
    if !isDone { throw text.failure(reason, at: selections) }
  }
}

/// The name of a mark as an argument.
struct MarkName: ExpressibleByArgument {
  let mark: Mark

  init?(argument: String) {
    guard let mark = Mark.allCases.first(where: { $0.name == argument }) else { return nil }
    self.mark = mark
  }

  static var allValueStrings: [String] { Mark.allCases.map(\.name) }
}
