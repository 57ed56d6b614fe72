import ArgumentParser
import MarkdownEditing
import MdeditKit

/// `mdedit do`: a command of the catalogue on a document.
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
  @OptionGroup(title: "Choices") var reading: DialectOption
  @OptionGroup(title: "Choices") var choices: CommandPolicyOptions
  @OptionGroup(title: "Choices") var memory: MemoryOption

  mutating func validate() throws {
    try output.validate(for: files)
    guard case .row(let row) = command, !row.argument.isEmpty else {
      if argument == nil { return }
      throw ValidationError("\(command.name) takes no --argument.")
    }
    if argument?.isEmpty != false, let example = row.exampleOfArgument {
      throw ValidationError(
        "\(row.name) needs an argument, \(row.argument), as in --argument \(example).")
    }
  }

  func run() throws {
    switch command {
    case .row(let row): try Mdedit.forEach(files) { try run(row, on: $0) }
    case .mark(let mark):
      var policies = MarkPolicies.standard
      policies.dialect = reading.dialect.dialect
      let marking = Marking(
        action: .toggle, mark: mark, policies: policies, selection: selection, output: output)
      try Mdedit.forEach(files) { try marking.run(on: $0) }
    }
  }

  private func run(_ row: CommandRow, on file: String) throws {
    let document = try Document(reading: file, isRegular: output.inPlace)
    let text = document.text
    let selections = try text.selections(selection.requests(), in: reading.dialect.dialect)
    let command = EditingCommand(
      row, argument: argument, dialect: reading.dialect.dialect, policies: choices.policies)
    switch command.outcome(onUTF8: selections, in: text) {
    case .plan(let plan):
      try output.deliver(try MarkResult(plan, on: text), of: document)
    case .unchanged(let reason):
      try output.deliverUnchanged(document) {
        text.json(unchanged: reason.rawValue, selections, unit: $0)
      }
      throw text.failure(reason)
    case .refused(let refusal):
      try output.deliverUnchanged(document) { _ in text.json(refusal) }
      throw text.failure(refusal)
    }
  }
}

/// The name of a command as an argument.
enum CommandName: ExpressibleByArgument {
  case row(CommandRow)
  case mark(Mark)

  init?(argument: String) {
    if let row = CommandRow(name: argument.lowercased()) {
      self = .row(row)
    } else if let mark = Mark(called: argument) {
      self = .mark(mark)
    } else {
      return nil
    }
  }

  var name: String {
    switch self {
    case .row(let row): row.name
    case .mark(let mark): mark.name
    }
  }

  static var allValueStrings: [String] {
    Mark.allCases.map(\.name) + CommandRow.all.map(\.name)
  }
}

extension CommandRow {
  /// What its argument may be; nil if it has none, or a default, as a table's size has.
  fileprivate var exampleOfArgument: String? {
    switch name {
    case "link", "paste-url": "https://example.org"
    case "image": "picture.png"
    case "insert-text": "word"
    default: nil
    }
  }
}
