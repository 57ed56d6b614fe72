import ArgumentParser
import MdeditKit

/// The tool: toggles marks in Markdown documents, and shows how they are read.
@main
struct Mdedit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mdedit",
    abstract: "Toggle strong, emphasis and code in Markdown, each edit proved by libcmark.",
    discussion: """
      EXAMPLES:
        mdedit toggle strong notes.md --select 3:5-3:12
        mdedit toggle emphasis notes.md --find "some words" --in-place
        mdedit mark code - --utf16 4-9 --diff < notes.md
        mdedit toggle strong notes.md --caret 3:5 --insert "typed next"
        mdedit state notes.md --caret 3:5
        mdedit check *.md

      EXIT STATUS:
        0   done
        1   nothing to toggle, or refused; the reason is on standard error
        64  the arguments do not make sense
        65  the document or the selection does not make sense
        66  no such file, or not readable
        74  reading or writing failed
      """,
    version: version,
    subcommands: [
      Toggle.self, Give.self, Take.self, State.self, Render.self, Tree.self, Check.self,
      Batch.self, Keyboard.self,
    ])

  static func main() {
    occupyClosedStreams()
    ignoreFileSizeSignal()
    do {
      var command = try parseAsRoot(try validArguments())
      try command.run()
    } catch {
      exit(after: error)
    }
  }

  /// Ends the process as `error` says: with what was asked for, or with a sentence.
  private static func exit(after error: any Error) -> Never {
    let code: ExitCode
    if let failure = error as? Failure {
      complain(failure.message)
      code = ExitCode(failure.status.rawValue)
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

  /// Says `message` on standard error; where that fails, there is nobody left to tell.
  static func complain(_ message: String) {
    try? Output.standardError().write(Array("mdedit: \(message)\n".utf8))
  }
}
