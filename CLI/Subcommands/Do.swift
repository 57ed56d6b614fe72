import ArgumentParser
import MarkdownEditing
import MdeditKit

/// `mdedit do`: a command of the catalogue on a document.
struct Do: DocumentReader {
  static let configuration = CommandConfiguration(
    commandName: "do",
    abstract: "Run an editing command: headings, lists, quotes, tables and others.",
    discussion: """
      The result is printed unless --in-place, --diff or --json is given. mdedit commands lists the \
      commands.

      EXAMPLES:
        mdedit do heading-2 notes.md --caret 3:1
        mdedit do task-list notes.md --lines 3-7 --in-place
        mdedit do quote - --find "some words" --diff < notes.md
      """)

  @Argument(
    help: "The command; mdedit commands lists them.",
    completion: .list(CommandRow.all.map(\.name)))
  var command: CommandName

  @Argument(
    help: ArgumentHelp(
      "The document, or several; - is standard input.",
      discussion: "Several need --in-place, --diff or --json.", valueName: "file"),
    completion: .file())
  var files: [String]

  @Option(
    help: ArgumentHelp(
      "The argument of the command, if it takes one: a link's destination, a text, a table's size.",
      valueName: "text"))
  var argument: String?

  @OptionGroup(title: "Where") var selection: SelectionOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Choices") var choices: ChoiceOptions
  @OptionGroup(title: "Choices") var memory: MemoryOption

  mutating func validate() throws {
    try output.validate(for: files)
    if argument != nil, command.row.argument.isEmpty {
      throw ValidationError("\(command.row.name) takes no --argument.")
    }
  }

  func run() throws {
    try Mdedit.forEach(files) { try run(on: $0) }
  }

  private func run(on file: String) throws {
    let document = try Document(reading: file, isRegular: output.inPlace)
    let text = document.text
    let selections = try text.selections(selection.requests(), in: choices.options.dialect)
    let command = EditingCommand(command.row, argument: argument, options: choices.options)
    switch command.outcome(onUTF8: selections, in: text) {
    case .plan(let plan):
      try output.deliver(try MarkResult(plan, on: text), of: document)
    case .unchanged(let reason):
      try output.deliverUnchanged(document) { text.json(reason, selections, unit: $0) }
      throw text.failure(reason, at: selections)
    case .refused(let refusal):
      try output.deliverUnchanged(document) { _ in text.json(refusal) }
      throw text.failure(refusal)
    }
  }
}

/// The name of a command as an argument.
struct CommandName: ExpressibleByArgument {
  let row: CommandRow

  init?(argument: String) {
    guard let row = CommandRow(name: argument) else { return nil }
    self.row = row
  }

  static var allValueStrings: [String] { CommandRow.all.map(\.name) }
}
