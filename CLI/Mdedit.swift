import ArgumentParser
import MdeditKit

/// The tool: toggles marks in Markdown documents, and shows how they are read.
@main
struct Mdedit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mdedit",
    abstract: "Toggle strong, emphasis and code in Markdown, each edit proved by libcmark.",
    discussion: """
      Documents are read as GitHub's Markdown unless --dialect names another. A command changes only \
      what it is for; if it changes nothing, it says why.

      EXAMPLES:
        mdedit toggle strong notes.md --select 3:5-3:12
        mdedit toggle emphasis notes.md --find "some words" --in-place
        mdedit unmark strong *.md --regex 'v[0-9.]+' --all --in-place
        mdedit mark code - --utf16 4-9 --diff < notes.md
        mdedit toggle strong notes.md --caret 3:5 --insert "typed next"
        mdedit state notes.md --caret 3:5
        mdedit check *.md

      EXIT STATUS:
        0   done; for mark and unmark, also if there was nothing to change
        1   nothing to toggle, or refused; the reason is on standard error
        64  invalid arguments
        65  invalid document or selection
        66  file missing or unreadable
        71  the file is changed, but the change may not be on the disk yet
        74  reading or writing failed; the file is unchanged
        75  another program changed the file meanwhile; its version is kept
      """,
    version: version,
    subcommands: [
      Toggle.self, Give.self, Take.self, Do.self, Commands.self, State.self, Render.self, Tree.self,
      Check.self, Batch.self, Lsp.self, Serve.self, Keyboard.self,
    ])

  static func main() {
    occupyClosedStreams()
    ignoreFileSizeSignal()
    do {
      var command = try command(of: validArguments())
      (command as? any DocumentReader)?.boundMemory()
      try command.run()
    } catch {
      exit(after: error)
    }
  }

  /// The command of some arguments. What is wrong with names is only looked for where they are not understood:
  /// to make the help of a subcommand for that takes longer than all else at the start.
  private static func command(of arguments: [String]) throws -> any ParsableCommand {
    do {
      return try parseAsRoot(arguments)
    } catch {
      try checkNames(arguments)
      throw error
    }
  }

  /// Names the nearest subcommand where the first argument is none, and the nearest option where one
  /// is misspelled, which would else be taken for what is missing.
  private static func checkNames(_ arguments: [String]) throws(Failure) {
    let subcommands = configuration.subcommands
    guard let name = arguments.first, !name.hasPrefix("-"), name != "help" else { return }
    guard let subcommand = subcommands.first(where: { $0._commandName == name }) else {
      let near = nearest(to: name, among: subcommands.map { $0._commandName })
      throw Failure(
        .usage, "there is no command “\(TerminalText.name(name))”\(hint(near)) See mdedit --help.")
    }
    if !subcommand.configuration.subcommands.isEmpty { return }
    let help = helpMessage(for: subcommand)
    let options = Set(help.matches(of: /--[a-z][a-z0-9-]*/).map { String($0.output) })
    let letters = Set(help.matches(of: /(?:^|\s)(-[a-z])\b/).map { String($0.output.1) })
    for argument in arguments.prefix(while: { $0 != "--" }) where argument.hasPrefix("-") {
      if !argument.hasPrefix("--") {
        if argument == "-" || letters.contains(String(argument.prefix(2))) { continue }
        let shown = TerminalText.name(argument)
        throw Failure(
          .usage, "\(name) has no option “\(shown)”. A file of that name is written ./\(shown).")
      }
      let option = String(argument.prefix { $0 != "=" })
      if options.contains(option) || option.hasPrefix("--generate") { continue }
      throw Failure(
        .usage,
        "\(name) has no option “\(TerminalText.name(option))”"
          + "\(hint(nearest(to: option, among: options.sorted()))) See mdedit help \(name).")
    }
  }

  private static func hint(_ near: String?) -> String {
    near.map { "; did you mean “\($0)”?" } ?? "."
  }

  /// Ends the process as `error` says: with what was asked for, or with a sentence.
  private static func exit(after error: any Error) -> Never {
    let code: ExitCode
    if let failure = error as? Failure {
      complain(failure.message)
      code = ExitCode(failure.status.rawValue)
    } else if let status = error as? ExitCode {
      code = status
    } else if exitCode(for: error) == .success {
      code = answer(fullMessage(for: error))
    } else {
      // The library says "Error: "; the tool's name is what tells whose message it is.
      let message = fullMessage(for: error)
      complain(message.hasPrefix("Error: ") ? String(message.dropFirst(7)) : message)
      code = ExitCode(Failure.Status.usage.rawValue)
    }
    exit(withError: code)
  }

  private static func answer(_ text: String) -> ExitCode {
    do {
      try Output.standard().write(Array((text + "\n").utf8))
      return .success
    } catch {
      complain(error.message)
      return ExitCode(error.status.rawValue)
    }
  }

  /// Does `work` on each file; one that fails does not keep the others from being done.
  ///
  /// - Throws: the last failure, with the gravest status; those before it have been told.
  static func forEach(_ files: [String], _ work: (String) throws -> Void) throws {
    var worst: Failure?
    for file in files {
      do {
        try work(file)
      } catch let failure as Failure {
        if let worst { complain(worst.message) }
        worst = Failure(max(failure.status, worst?.status ?? failure.status), failure.message)
      }
    }
    if let worst { throw worst }
  }

  /// Says `message` on standard error; where that fails, there is nobody left to tell.
  static func complain(_ message: String) {
    try? Output.standardError().write(Array("mdedit: \(message)\n".utf8))
  }
}
