import ArgumentParser
import MdeditKit

/// The tool: runs editing commands on Markdown documents, and shows how documents are read.
@main
struct Mdedit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mdedit",
    abstract:
      "Edit Markdown: marks, headings, lists, links and tables, each edit proved by libcmark.",
    discussion: """
      Documents are read as GitHub's Markdown unless --dialect names another. A command changes only \
      what it is for; if it changes nothing, it says why.

      EXAMPLES:
        mdedit toggle strong notes.md --select 3:5-3:12
        mdedit toggle emphasis notes.md --find "some words" --in-place
        mdedit unmark strong *.md --regex 'v[0-9.]+' --all --in-place
        mdedit mark code - --utf16 4-9 --diff < notes.md
        mdedit toggle strong notes.md --caret 3:5 --insert "typed next"
        mdedit do heading-2 notes.md --caret 3:1
        mdedit state notes.md --caret 3:5
        mdedit check *.md
        mdedit lint *.md

      EXIT STATUS:
        0   done; for mark and unmark, also if there was nothing to change
        1   nothing to toggle, or refused; the reason is on standard error; lint: findings
        64  invalid arguments
        65  invalid document or selection
        66  file missing or unreadable
        71  the file is changed, but the change may not be on the disk yet
        74  reading or writing failed; the file is unchanged
        75  another program changed the file meanwhile; its version is kept
      """,
    version: version,
    subcommands: [
      Toggle.self, Give.self, Take.self, Do.self, Commands.self, State.self, Render.self, Text.self,
      Tree.self,
      Check.self, Lint.self, Outline.self, Statistics.self, Batch.self, Lsp.self, Serve.self,
    ])

  static func main() {
    occupyClosedStreams()
    ignoreFileSizeSignal()
    do {
      try run(Invocation.joiningTexts(validArguments()))
    } catch let status as ExitCode {
      exit(withError: status)
    } catch {
      let failure = error as? Failure ?? Failure(.inputOutput, message(for: error))
      complain(failure.message)
      exit(withError: ExitCode(failure.status.rawValue))
    }
  }

  private static func run(_ arguments: [String]) throws {
    do {
      var command = try parseAsRoot(arguments)
      (command as? any DocumentReader)?.boundMemory()
      try command.run()
    } catch let error where !(error is Failure || error is ExitCode) {
      // The parser throws if arguments are wrong, or for help. Names are checked only now, because
      // that takes longer than everything else at the start.
      let invocation = Invocation(arguments)
      try invocation.checkNames()
      guard exitCode(for: error) == .success else { throw invocation.failure(error) }
      let help = invocation.help(fullMessage(for: error))
      try Output.standard().write(Array((help + "\n").utf8))
    }
  }

  func run() throws {
    let text = """
      mdedit edits Markdown. Each edit is proved by libcmark: nothing else in the document changes.

        mdedit toggle strong notes.md --find "some words"    # strong or not; prints the document
        mdedit do bullet-list notes.md --lines 3-7 -i        # a list or not; changes the file
        mdedit state notes.md --caret 3:5                    # which commands are on, and which apply
        mdedit check *.md                                    # are the files read as libcmark does?

      mdedit commands lists what mdedit do can do. mdedit -h lists the subcommands, and mdedit help
      explains them; for one of them: mdedit toggle -h, mdedit help toggle.

      """
    try Output.standard().write(Array(text.utf8))
  }

  /// Runs `work` on each file, and continues after a failure.
  ///
  /// - Throws: the last failure, with the most serious status; earlier ones have been printed.
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

  /// Prints `message` on standard error; ignores a failure to do so.
  static func complain(_ message: String) {
    try? Output.standardError().write(Array("mdedit: \(message)\n".utf8))
  }
}
