import ArgumentParser
import MarkdownEditing
import MdeditKit
import TextEditing

struct Toggle: DocumentReader {
  static let configuration = CommandConfiguration(
    abstract: "Remove the mark if the whole selection has it; otherwise add it.",
    usage: MarkingOptions.usage("toggle"),
    discussion: """
      The result is printed unless --in-place, --diff or --json is given.

      EXAMPLES:
        mdedit toggle strong notes.md --select 3:5-3:12
        mdedit toggle strong notes.md --find word --nth 2 --diff
        mdedit toggle code notes.md --utf8 0-4 --utf8 9-12 --in-place
        mdedit toggle emphasis - --caret 1:1 --insert "typed next" < notes.md
      """)

  @OptionGroup var options: MarkingOptions
  @OptionGroup(title: "Choices") var memory: MemoryOption

  func run() throws { try options.run(.toggle) }
}

struct Give: DocumentReader {
  static let configuration = CommandConfiguration(
    commandName: "mark",
    abstract: "Add the mark to the whole selection.",
    usage: MarkingOptions.usage("mark"),
    discussion: """
      EXAMPLES:
        mdedit mark strong notes.md --select 3:5-4:1
        mdedit mark code notes.md --find "swift build" --in-place
      """)

  @OptionGroup var options: MarkingOptions
  @OptionGroup(title: "Choices") var memory: MemoryOption

  func run() throws { try options.run(.mark) }
}

struct Take: DocumentReader {
  static let configuration = CommandConfiguration(
    commandName: "unmark",
    abstract: "Remove the mark from the whole selection.",
    usage: MarkingOptions.usage("unmark"),
    discussion: """
      EXAMPLES:
        mdedit unmark emphasis notes.md --select 1:1-9:1 --diff
        mdedit unmark strong notes.md --caret 3:5
      """)

  @OptionGroup var options: MarkingOptions
  @OptionGroup(title: "Choices") var memory: MemoryOption

  func run() throws { try options.run(.unmark) }
}

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
        mdedit do date notes.md --caret 3:1 --argument "%Y-%m-%d %H:%M"
      """)

  @Argument(help: "The command; mdedit commands lists them.")
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
      command: EditingCommand(command.row, argument: argument, options: choices.options).dated,
      argument: argument, selection: selection, output: output)
    try Mdedit.forEach(files) { try run.run(on: $0) }
  }
}

struct CommandName: NamedArgument {
  let row: CommandRow

  init?(argument: String) {
    let row = CommandRow(named: argument.lowercased())
    guard let row = row ?? Mark(called: argument).flatMap({ CommandRow(named: $0.name) }) else {
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

/// The arguments of `toggle`, `mark` and `unmark`, and the code to run them.
struct MarkingOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The mark: \(MarkName.allValueStrings.joined(separator: ", ")); other common names, as bold, italic "
        + "and strike, are understood."))
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

  static func usage(_ command: String) -> String {
    let marks = MarkName.allValueStrings.joined(separator: "|")
    return "mdedit \(command) \(marks) <file> ... <selection> [<options>]"
  }

  /// Runs `action` on each file, and prints or saves the result.
  func run(_ action: MarkAction) throws {
    let run = CommandRun(
      command: .marking(mark.mark, action).with(choices.options), insert: insert,
      selection: selection, output: output)
    try Mdedit.forEach(files) { try run.run(on: $0) }
  }
}

struct MarkName: NamedArgument {
  let mark: Mark

  init?(argument: String) {
    guard let mark = Mark(called: argument) else { return nil }
    self.mark = mark
  }

  static var allValueStrings: [String] { Mark.allCases.map(\.name) }
}

/// A command to run on files.
struct CommandRun {
  var command: EditingCommand
  /// The argument of `do`.
  var argument: String?
  /// The text to type after the command.
  var insert: String?
  var selection: SelectionOptions
  var output: OutputOptions

  /// Runs the command on a file, and prints or saves the result.
  func run(on file: String) throws {
    let document = try Document(reading: file, isRegular: output.inPlace)
    let text = document.text
    let selections = try text.selections(selection.requests(), in: command.options.dialect)
    switch command.outcome(utf8: selections, in: text, typing: insert) {
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
    if reason == .badArgument, let argument {
      throw Failure(
        .usage,
        "--argument: “\(TerminalText.name(argument))” is not what \(command.row.name) takes: "
          + "\(command.row.argument).\nSee mdedit help do.")
    }
    let isDone = reason == .alreadySo && command.markAction != .toggle
    if isDone, insert != nil {
      let effect: Plan.Effect = command.markAction == .mark ? .added : .removed
      return try deliver(
        Plan(edit: TextEdit(), selections: selections, effect: effect), of: document)
    }
    try output.deliverUnchanged(document) { text.json(reason, selections, unit: $0) }
    if isDone { return }
    if reason == .notInDialect,
      let own = Dialect.named.first(where: { $0.dialect == command.options.dialect }),
      let other = Dialect.named.first(where: { command.row.isAvailable(in: $0.dialect) })
    {
      throw Failure(
        .notDone,
        "\(text.name): the dialect \(own.name) has no \(command.row.name); "
          + "--dialect \(other.name) has it.")
    }
    throw text.failure(reason, at: selections)
  }
}
