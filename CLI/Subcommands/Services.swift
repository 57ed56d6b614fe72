import ArgumentParser
import LanguageServer
import MdeditKit

struct Batch: DocumentReader {
  static let configuration = CommandConfiguration(
    abstract: "Answer commands as JSON Lines: one object per line in, one per line out, in order.",
    discussion: """
      An input line has "id" (any value), "text", "start", "end" and "command" (a \
      name that mdedit commands lists, or state or copy); for several selections \
      it has "selections", a list of {"start":…,"end":…}. It may have "action" (toggle, mark, unmark; \
      default: toggle), "unit" (utf16, utf8, scalar; default: utf16), "dialect", and the options below by \
      their names as "atEdge" (default: theirs). An output line has \
      "id", "text", "start", "end" and "edits" (in offsets of the old text), and if there was nothing to \
      do, "unchanged" with the reason and "message" with a sentence; or "id" and "error" with "code" and "message". Each answer is \
      written as soon as it is ready.

      A document need not be sent each time: {"id":1,"command":"open","document":"notes",\
      "text":"a word"} keeps it. Commands with "document" in place of "text" change the kept document \
      and are answered without its text, "edit" with "edits" reports changes made elsewhere, and \
      "close" discards it. Such a line waits for those before it.

      EXAMPLES:
        echo '{"id":1,"text":"a word","start":2,"end":6,"command":"strong"}' | mdedit batch
        mdedit batch --jobs 4 < commands.jsonl > answers.jsonl
      """)

  @Option(
    name: [.customShort("j", allowingJoined: true), .customLong("jobs")],
    help: ArgumentHelp(
      "How many lines are answered at a time (default: one per processor).", valueName: "n"))
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      "The longest line that is read, in megabytes (1 to 256).", valueName: "MB"))
  var lineLimit = BatchPipeline.lineLimit >> 20

  @Option(
    help: ArgumentHelp(
      "How deep arrays and objects may be nested (1 to 512).", valueName: "n"))
  var depthLimit = BatchResponder.depthLimit

  @OptionGroup var choices: ChoiceOptions
  @OptionGroup var memory: MemoryOption

  mutating func validate() throws {
    guard (1...256).contains(lineLimit) else {
      throw ValidationError("--line-limit takes a number from 1 to 256.")
    }
    guard (1...512).contains(depthLimit) else {
      throw ValidationError("--depth-limit takes a number from 1 to 512.")
    }
    if let jobs, !(1...1024).contains(jobs) {
      throw ValidationError("--jobs takes a number from 1 to 1024.")
    }
  }

  func run() throws {
    if isTerminal(0) {
      Mdedit.complain("each line is a command as JSON, as mdedit help batch shows; Control-D ends.")
    }
    let responder = BatchResponder(
      options: choices.options, depthLimit: depthLimit)
    let pipeline = BatchPipeline(jobs: jobs ?? processorCount(), lineLimit: lineLimit << 20) {
      responder.answer(to: $0)
    }
    try pipeline.run(input: 0, output: 1)
  }
}

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

  @Flag(help: "Do not publish the findings of mdedit lint as diagnostics.")
  var noDiagnostics = false

  // Editors pass this flag to servers, even to those without another transport.
  @Flag(help: .hidden)
  var stdio = false

  func run() throws {
    if isTerminal(0) {
      Mdedit.complain("an editor starts this server and speaks with it; Control-D ends it here.")
    }
    var options = LanguageServer.Options(dialect: choices.options.dialect, files: .system)
    options.editing = choices.options
    options.publishesDiagnostics = !noDiagnostics
    options.date = { DateText.now($0) }
    var loop = LanguageServerLoop(
      LanguageServer(version: version, options: options), input: 0, output: 1)
    let status = try loop.run()
    if status != 0 { throw ExitCode(status) }
  }
}

struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Edit the Markdown files of a folder in a browser, on this machine only.",
    discussion: """
      The address is printed. It contains a token; requests without the token are rejected. Files are \
      saved as with --in-place: completely or not at all, and never over a file that has changed \
      meanwhile. Hidden files and symbolic links are not served. The browser keeps unsaved text by the \
      port, which depends on the folder, so that the text is found after a restart. Scripts/web \
      builds the page. Press Control-C to stop.

      EXAMPLES:
        mdedit serve
        mdedit serve notes --port 8080
      """)

  @Argument(help: "The folder.", completion: .directory)
  var folder = "."

  @Option(help: "The port; 0 chooses a free one. By default, each folder has its own.")
  var port: UInt16?

  @Option(
    help: "The page (markdown-editing.html), if it is not beside the tool.", completion: .file())
  var page: String?

  func run() throws {
    try checkFolder(folder)
    if let page, !isReadable(page) {
      throw Failure(
        .noInput, "\(TerminalText.name(page)): this page cannot be read; Scripts/web builds one.")
    }
    let program = executablePath() ?? ""
    let beside = String(program[..<(program.lastIndex(of: "/") ?? program.startIndex)])
    let places = ["/../share/mdedit/", "/../../web/"].map { beside + $0 + "markdown-editing.html" }
    guard let page = page ?? places.first(where: { isReadable($0) }) else {
      throw Failure(.noInput, "there is no page; Scripts/web builds it, or give --page.")
    }
    become(
      [beside + "/mdedit-serve", beside + "/../libexec/mdedit-serve", "mdedit-serve"],
      ["mdedit-serve", folder, page, port.map { String($0) } ?? ""])
    throw Failure(
      .noInput,
      "mdedit-serve is neither beside mdedit nor on the PATH; "
        + "MARKDOWN_EDITING_SERVE=1 swift build -c release --product mdedit-serve builds it.")
  }
}
