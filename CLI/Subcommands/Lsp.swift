import ArgumentParser
import LanguageServer
import MdeditKit

struct Lsp: DocumentReader {
  static let configuration = CommandConfiguration(
    abstract: "Run a language server on standard input and output, with marks as code actions.",
    discussion: """
      The titles of code actions such as refactor.rewrite.mdedit.strong say whether the selection has \
      the mark. No request waits for another, and each can be canceled while it runs. The commands mdedit.toggle, mdedit.mark and mdedit.unmark edit through the \
      client. The requests mdedit/toggle and mdedit/state take and return selections, for a key and a \
      status line. A request for a version of the text that the server does not have is answered with \
      -32801, never with an edit.

      A client's initializationOptions, or its setting "mdedit", may have "dialect", "diagnostics" \
      (for the findings of mdedit lint), and the options below by their names, as "atEdge"; \
      they override the options here.

      EXAMPLES:
        mdedit lsp
        mdedit lsp --dialect obsidian
      """)

  @OptionGroup var choices: ChoiceOptions
  @OptionGroup var memory: MemoryOption

  @Flag(help: "Publish the findings of mdedit lint as diagnostics.")
  var diagnostics = false

  // Editors pass this flag to servers, even to those without another transport.
  @Flag(help: .hidden)
  var stdio = false

  func run() throws {
    var options = LanguageServer.Options(dialect: choices.options.dialect)
    options.editing = choices.options
    options.publishesDiagnostics = diagnostics
    var loop = LanguageServerLoop(
      LanguageServer(version: version, options: options), input: 0, output: 1)
    let status = try loop.run()
    if status != 0 { throw ExitCode(status) }
  }
}
