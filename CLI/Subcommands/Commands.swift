import ArgumentParser
import MdeditKit

/// `mdedit commands`: the catalogue.
struct Commands: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "commands",
    abstract: "List the commands that mdedit do and mdedit batch take.",
    discussion: """
      One line a command: its name, title, group, shortcut and argument.

      EXAMPLES:
        mdedit commands
        mdedit commands --json
      """)

  @Flag(help: "Print them as JSON.")
  var json = false

  func run() throws {
    let report = CommandsReport()
    try Output.standard().write(json ? report.json : report.table)
  }
}
