import ArgumentParser
import MdeditKit

struct Commands: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "commands",
    abstract: "List the commands of mdedit do and mdedit batch.",
    discussion: """
      One line per command: its name, title, group, shortcut and argument.

      EXAMPLES:
        mdedit commands
        mdedit commands --json
      """)

  @Flag(help: "Print the list as JSON.")
  var json = false

  func run() throws {
    let report = CommandsReport()
    try Output.standard().write(json ? report.json : report.table)
  }
}
