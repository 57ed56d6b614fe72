import ArgumentParser
import MdeditKit

/// `mdedit state`: what a bar of buttons would light.
struct State: DocumentReader {
  static let configuration = CommandConfiguration(
    abstract: "Show which commands are on for a selection, and which apply to it.",
    discussion: """
      One line for each mark and each command but the keys: on, off or mixed, and whether it would \
      change anything, or why not.

      EXAMPLES:
        mdedit state notes.md --caret 3:5
        mdedit state notes.md --find word --json
      """)

  @Argument(help: "The document; - is standard input.", completion: .file())
  var file: String

  @OptionGroup(title: "Where") var selection: SelectionOptions

  @OptionGroup(title: "Choices") var choices: PolicyOptions
  @OptionGroup(title: "Choices") var commandChoices: CommandPolicyOptions
  @OptionGroup(title: "Choices") var memory: MemoryOption

  @Flag(help: "Print the state as JSON.")
  var json = false

  func run() throws {
    let text = try Document(reading: file).text
    let report = StateReport(
      of: try text.selections(selection.requests(), in: choices.policies.dialect), in: text,
      policies: choices.policies, commandPolicies: commandChoices.policies)
    try Output.standard().write(json ? report.json : report.table)
  }
}
