import AccessoryCommands
import ArgumentParser
import MdeditKit

/// The arguments that `toggle`, `mark` and `unmark` share, and what they do with them.
struct MarkingOptions: ParsableArguments {
  @Argument(help: "The mark: strong, emphasis or code.", completion: .list(Mark.all.map(\.name)))
  var mark: MarkName

  @Argument(help: "The document; - is standard input.", completion: .file())
  var file: String

  @OptionGroup(title: "Where") var selection: SelectionOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Choices") var choices: PolicyOptions

  @Option(
    help: ArgumentHelp(
      "Type this text afterwards: at the caret, or in the place of the selection.",
      valueName: "text"))
  var insert: String?

  mutating func validate() throws {
    if output.inPlace && file == "-" {
      throw ValidationError("Standard input cannot be changed --in-place; give a file.")
    }
  }

  /// Carries out `action` and prints or saves what came of it.
  func run(_ action: MarkCommand.Action) throws {
    let document = try Document(reading: file)
    let text = document.text
    let selections = try text.selections(selection.requests())
    let command = MarkCommand(action, mark.mark, policies: choices.policies)
    switch command.outcome(on: selections, in: text.bytes) {
    case .plan(let plan):
      try output.deliver(MarkResult(plan, on: text, typing: insert), of: document)
    case .unchanged(let reason):
      try output.printJSON { text.json(reason, selections, unit: $0) }
      throw text.failure(reason)
    case .refused(let refusal):
      try output.printJSON { _ in text.json(refusal) }
      throw text.failure(refusal)
    }
  }
}

/// The name of a mark as an argument.
struct MarkName: ExpressibleByArgument {
  let mark: Mark

  init?(argument: String) {
    guard let mark = Mark.all.first(where: { $0.name == argument }) else { return nil }
    self.mark = mark
  }

  static var allValueStrings: [String] { Mark.all.map(\.name) }
}
