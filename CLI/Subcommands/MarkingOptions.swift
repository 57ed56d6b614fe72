import ArgumentParser
import MarkdownEditing
import MdeditKit
import TextEditing

/// The arguments that `toggle`, `mark` and `unmark` share, and what they do with them.
struct MarkingOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The mark: \(MarkName.allValueStrings.joined(separator: ", ")); other common names, as bold, italic "
        + "and strike, are understood."),
    completion: .list(MarkName.allValueStrings))
  var mark: MarkName

  @Argument(
    help: ArgumentHelp(
      "The document, or several; - is standard input.",
      discussion: "Several need --in-place, --diff or --json.", valueName: "file"),
    completion: .file())
  var files: [String]

  @OptionGroup(title: "Where") var selection: SelectionOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Choices") var choices: PolicyOptions

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

  /// The synopsis of a subcommand.
  static func usage(_ command: String) -> String {
    let marks = MarkName.allValueStrings.joined(separator: "|")
    return "mdedit \(command) \(marks) <file> ... <selection> [<options>]"
  }

  /// Carries out `action` on each file, and prints or saves what came of it.
  func run(_ action: MarkCommand.Action) throws {
    let marking = Marking(
      action: action, mark: mark.mark, policies: choices.policies, insert: insert,
      selection: selection, output: output)
    try Mdedit.forEach(files) { try marking.run(on: $0) }
  }
}

/// A command for a mark on files.
struct Marking {
  var action: MarkCommand.Action
  var mark: Mark
  var policies: MarkPolicies
  var insert: String?
  var selection: SelectionOptions
  var output: OutputOptions

  func run(on file: String) throws {
    let document = try Document(reading: file, isRegular: output.inPlace)
    let text = document.text
    let selections = try text.selections(selection.requests(), in: policies.dialect)
    let command = MarkCommand(action, mark, policies: policies)
    switch command.outcome(onUTF8: selections, in: text.bytes) {
    case .plan(let plan):
      try deliver(plan, of: document)
    case .unchanged(let reason):
      try deliver(unchanged: reason, selections, of: document)
    case .refused(let refusal):
      try output.deliverUnchanged(document) { _ in text.json(refusal) }
      throw text.failure(refusal)
    }
  }

  private func deliver(_ plan: MarkPlan, of document: Document) throws {
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
    unchanged reason: MarkOutcome.Unchanged, _ selections: [Range<Int>], of document: Document
  ) throws {
    let text = document.text
    let isDone = reason == .alreadySo && action != .toggle
    if isDone, insert != nil {
      let effect: MarkPlan.Effect = action == .mark ? .marks : .unmarks
      let plan = MarkPlan(edit: TextEdit(), selections: selections, effect: effect)
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
    guard let mark = Mark(called: argument) else { return nil }
    self.mark = mark
  }

  static var allValueStrings: [String] { Mark.allCases.map(\.name) }
}
