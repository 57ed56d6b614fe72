import ArgumentParser
import MdeditKit

/// The arguments of a run, and the command that they name: for its help, and if they are not understood.
struct Invocation {
  /// The arguments without the `help` before them.
  let arguments: [String]
  /// Whether they ask for the help of a command. True of `help toggle`.
  let isHelp: Bool
  /// The command.
  private(set) var command: any ParsableCommand.Type = Mdedit.self
  /// Its name below `mdedit`: `toggle`, or `keyboard` and `replay`.
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

  /// The arguments with texts that begin with a dash joined to their options, as in `--find=-x`: the parser would
  /// take them for options.
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

  /// Where the command is explained: `mdedit help toggle`.
  var page: String { (["mdedit", "help"] + names).joined(separator: " ") }

  /// The first of the command's examples.
  var example: String? {
    let lines = command.configuration.discussion.split(separator: "\n")
    return lines.first { $0.hasPrefix("  mdedit ") }.map { String($0.dropFirst(2)) }
  }

  /// The help that `message` has, or on a few lines if `-h` asks for it: what the command is for, and the names of
  /// its options.
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
        // The choices, of which there are many, all take a value.
        let term = match.output.1.replacing(" <value>", with: "")
        let last = lines[lines.count - 1]
        let fits = last.hasPrefix(" ") && last.count + term.count < 78
        if fits { lines[lines.count - 1] += "  \(term)" } else { lines.append("  \(term)") }
      }
    }
    return (lines + ["\nSee \(page)."]).joined(separator: "\n")
  }
}
