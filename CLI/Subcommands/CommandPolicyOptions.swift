import ArgumentParser
import MarkdownEditing

/// A policy with its value as an argument: `numbering=leaves`.
struct CommandPolicyChoice: ExpressibleByArgument {
  let row: CommandPolicies.Row
  let value: Int

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2,
      let row = CommandPolicies.Row(rawValue: parts[0]),
      let value = row.values.firstIndex(of: parts[1])
    else { return nil }
    self.row = row
    self.value = value
  }

  static var allValueStrings: [String] {
    CommandPolicies.Row.allCases.flatMap { row in row.values.map { "\(row.rawValue)=\($0)" } }
  }
}

/// What users differ about in the commands of the catalogue.
struct CommandPolicyOptions: ParsableArguments {
  @Option(
    name: .customLong("policy"),
    help: ArgumentHelp(
      "How a command behaves where users differ; may be given several times. The first value of each "
        + "is the default: "
        + CommandPolicies.Row.allCases.map {
          "\($0.rawValue)=" + $0.values.joined(separator: "|")
        }.joined(separator: ", ") + ".",
      valueName: "name=value"))
  var chosen: [CommandPolicyChoice] = []

  /// The choices as a command takes them; of two of one policy the last.
  var policies: CommandPolicies {
    chosen.reduce(into: .standard) { $0[$1.row] = $1.value }
  }
}
