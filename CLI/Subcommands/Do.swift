import ArgumentParser
import MarkdownEditing
import MdeditKit

struct Do: DocumentReader {
  static let configuration = CommandConfiguration(
    commandName: "do",
    abstract:
      "Run an editing command: headings, lists, quotes, tables and others; a mark is toggled.",
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
    completion: .list(CommandName.allValueStrings))
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
    let row = command.row
    if row.argument.isEmpty {
      if argument != nil { throw ValidationError("\(row.name) takes no --argument.") }
    } else if argument?.isEmpty != false, let example = row.exampleOfArgument {
      throw ValidationError(
        "\(row.name) needs an argument, \(row.argument), as in --argument \(example).")
    }
  }

  func run() throws {
    let run = CommandRun(
      command: EditingCommand(command.row, argument: argument, options: choices.options),
      selection: selection, output: output)
    try Mdedit.forEach(files) { try run.run(on: $0) }
  }
}

struct CommandName: ExpressibleByArgument {
  let row: CommandRow

  init?(argument: String) {
    let row = CommandRow(name: argument.lowercased())
    guard let row = row ?? Mark(called: argument).flatMap({ CommandRow(name: $0.name) }) else {
      return nil
    }
    self.row = row
  }

  static var allValueStrings: [String] { CommandRow.all.map(\.name) }
}

extension CommandRow {
  /// An example of the argument; nil if the command has none, or a default such as a table's size.
  fileprivate var exampleOfArgument: String? {
    switch name {
    case "link", "paste-url": "https://example.org"
    case "image": "picture.png"
    case "insert-text", "paste": "word"
    case "paste-html": "<b>word</b>"
    default: nil
    }
  }
}
