import ArgumentParser
import MdeditKit

/// The arguments of a run and the command that they name, for help and for error messages.
struct Invocation {
  /// The arguments without a leading `help`.
  let arguments: [String]
  /// Whether the arguments request the help of a command. For example, `help toggle` does.
  let isHelp: Bool
  private(set) var command: any ParsableCommand.Type = Mdedit.self
  /// The name of the command after `mdedit`, such as `toggle`; empty for `mdedit` itself.
  private(set) var names: [String] = []

  init(_ arguments: [String]) {
    isHelp = arguments.first == "help"
    self.arguments = Array(isHelp ? arguments.dropFirst() : arguments[...])
    for argument in self.arguments {
      let subcommands = command.configuration.subcommands
      guard let next = subcommands.first(where: { $0._commandName == argument }) else { break }
      command = next
      names.append(argument)
    }
  }

  /// Joins texts that begin with a dash to their options, for example `--find=-x`. Otherwise, the
  /// parser would read them as options.
  static func joiningTexts(_ arguments: [String]) -> [String] {
    var result: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" { return result + [argument] + rest }
      let takesText = ["--find", "--regex", "--insert", "--argument"].contains(argument)
      if takesText, rest.first?.hasPrefix("-") == true, let text = rest.popFirst() {
        result.append("\(argument)=\(text)")
      } else {
        result.append(argument)
      }
    }
    return result
  }

  /// The command that prints the help: `mdedit help toggle`.
  var page: String { (["mdedit", "help"] + names).joined(separator: " ") }

  var example: String? {
    let lines = command.configuration.discussion.split(separator: "\n")
    return lines.first { $0.hasPrefix("  mdedit ") }.map { String($0.dropFirst(2)) }
  }

  /// The help in `message`; for `-h`, only the purpose and the names of the options.
  func help(_ message: String) -> String {
    let options = arguments.prefix { $0 != "--" }
    guard message.hasPrefix("OVERVIEW"), options.contains("-h"), !options.contains("--help") else {
      return message
    }
    var lines = [command.configuration.abstract]
    let all = Mdedit.helpMessage(for: command, columns: 10_000).split(separator: "\n")
    for line in all.drop(while: { !$0.hasPrefix("USAGE") }) where line != "ARGUMENTS:" {
      if line.hasPrefix("USAGE") {
        let usage = line.replacing(/\s\[(?:-[^\]]*|<options>)\]/, with: "")
        lines.append("\n\(usage) [options]\n")
      } else if !line.hasPrefix(" ") {
        lines.append(String(line))
      } else if let match = line.prefixMatch(of: /\s\s(-\S*(?: --\S+)?(?: <\S+>)?|[a-z]+)/) {
        // All choices, of which there are many, take a value, so the word is left out.
        let term = match.output.1.replacing(" <value>", with: "")
        let last = lines[lines.count - 1]
        let fits = last.hasPrefix(" ") && last.count + term.count < 78
        if fits { lines[lines.count - 1] += "  \(term)" } else { lines.append("  \(term)") }
      }
    }
    return (lines + ["\nSee \(page)."]).joined(separator: "\n")
  }
}
