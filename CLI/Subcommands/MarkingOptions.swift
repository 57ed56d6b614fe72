import ArgumentParser
import MarkdownEditing
import MdeditKit
import TextEditing

/// The arguments of `toggle`, `mark` and `unmark`, and the code to run them.
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

struct MarkName: ExpressibleByArgument {
  let mark: Mark

  init?(argument: String) {
    guard let mark = Mark(called: argument) else { return nil }
    self.mark = mark
  }

  static var allValueStrings: [String] { Mark.allCases.map(\.name) }
}
