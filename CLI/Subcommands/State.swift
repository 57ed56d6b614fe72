import ArgumentParser
import MdeditKit

struct State: DocumentReader {
  static let configuration = CommandConfiguration(
    abstract: "Show which buttons a formatting bar would highlight for a selection.",
    discussion: """
      One line for each mark: on, off or mixed, and whether toggling it would change anything.

      EXAMPLES:
        mdedit state notes.md --caret 3:5
        mdedit state notes.md --find word --json
      """)

  @Argument(help: "The document; - is standard input.", completion: .file())
  var file: String

  @OptionGroup(title: "Where") var selection: SelectionOptions

  @OptionGroup(title: "Choices") var choices: ChoiceOptions
  @OptionGroup(title: "Choices") var memory: MemoryOption

  @Flag(help: "Print the state as JSON.")
  var json = false

  func run() throws {
    let text = try Document(reading: file).text
    var options = choices.options
    options.emptyPairs = .never
    let report = StateReport(
      of: try text.selections(selection.requests(), in: options.dialect), in: text, options: options
    )
    try Output.standard().write(json ? report.json : report.table)
  }
}
