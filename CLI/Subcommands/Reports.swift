import ArgumentParser
import MarkdownSyntax
import MdeditKit

struct MemoryOption: ParsableArguments {
  @Option(
    name: .customLong("memory"),
    help: ArgumentHelp(
      "How much memory a document may take to read, in megabytes (1 to 65536).", valueName: "MB"))
  var megabytes = 256

  func validate() throws {
    guard (1...65536).contains(megabytes) else {
      throw ValidationError("--memory takes a number from 1 to 65536.")
    }
  }
}

/// A subcommand that reads documents within the limit of `--memory`.
protocol DocumentReader: ParsableCommand {
  var memory: MemoryOption { get }
}

extension DocumentReader {
  /// Applies the limit to the whole process. Must be called before anything is read.
  func boundMemory() {
    boundReading(toMemory: memory.megabytes << 20)
  }
}

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
    try Output.standard().write(commandsReport(asJSON: json))
  }
}

struct State: DocumentReader {
  static let configuration = CommandConfiguration(
    abstract: "Show which buttons a formatting bar would highlight for a selection.",
    discussion: """
      One line for each mark: on, off or mixed, and whether toggling it would change anything.

      EXAMPLES:
        mdedit state notes.md --caret 3:5
        mdedit state notes.md --find word --json
      """)

  @Argument(help: "The document; - is standard input.", completion: .file())
  var file: String

  @OptionGroup(title: "Where") var selection: SelectionOptions

  @OptionGroup(title: "Choices") var choices: ChoiceOptions
  @OptionGroup(title: "Choices") var memory: MemoryOption

  @Flag(help: "Print the state as JSON.")
  var json = false

  func run() throws {
    let text = try Document(reading: file).text
    let selections = try text.selections(selection.requests(), in: choices.options.dialect)
    try Output.standard().write(
      stateReport(of: selections, in: text, options: choices.options, asJSON: json))
  }
}

struct Render: DocumentReader {
  static let configuration = CommandConfiguration(
    abstract: "Print the document or a selection as HTML: what its dialect reads.",
    discussion: """
      A selection inside a paragraph, heading or cell becomes its text alone, and another one the blocks that it \
      touches. Marks and links of which only a part is selected are complete.

      EXAMPLES:
        mdedit render notes.md > notes.html
        mdedit render notes.md --lines 3-9
        mdedit render notes.md --dialect commonmark
        mdedit toggle strong notes.md --find word | mdedit render -
      """)

  @Argument(help: "The document; - is standard input.", completion: .file())
  var file: String

  @Flag(help: "Keep raw HTML and unsafe links such as javascript:, which are otherwise left out.")
  var unsafe = false

  @Flag(help: "Leave out the ids of headings, to which links such as #seed-list lead.")
  var noIds = false

  @OptionGroup(title: "Where") var selection: PartOptions

  @OptionGroup var reading: DialectOption

  @OptionGroup var memory: MemoryOption

  func run() throws {
    let text = try Document(reading: file).text
    let dialect = reading.dialect.dialect
    let html = try text.html(
      of: text.part(selection.requests(), in: dialect), in: dialect, unsafe: unsafe, ids: !noIds)
    try Output.standard().write(html)
  }
}

struct Text: DocumentReader {
  static let configuration = CommandConfiguration(
    abstract: "Print the document or a selection as a reader sees it, without markup.",
    discussion: """
      Links are their text, images their description, and code is as it is. Items have •, a number or a box, and the \
      cells of a table are separated by tabs.

      EXAMPLES:
        mdedit text notes.md
        mdedit text notes.md --lines 3-9
        mdedit text notes.md --select 3:5-9:1 | wc -w
      """)

  @Argument(help: "The document; - is standard input.", completion: .file())
  var file: String

  @OptionGroup(title: "Where") var selection: PartOptions

  @OptionGroup var reading: DialectOption

  @OptionGroup var memory: MemoryOption

  func run() throws {
    let text = try Document(reading: file).text
    let dialect = reading.dialect.dialect
    let part = try text.part(selection.requests(), in: dialect)
    try Output.standard().write(text.plainText(of: part, in: dialect))
  }
}

extension SourceText {
  /// The selected parts to print; nil for all of the document.
  fileprivate func part(
    _ requests: [SelectionRequest], in dialect: Dialect
  ) throws -> [Range<Int>]? {
    if requests.isEmpty { return nil }
    let ranges = try selections(requests, in: dialect).filter { !$0.isEmpty }
    if ranges.isEmpty { throw Failure(.notDone, "\(name): nothing is selected.") }
    return ranges
  }
}

struct Tree: DocumentReader {
  static let configuration = CommandConfiguration(
    abstract: "Show how the document is read: blocks, inlines and marks, with their positions.",
    discussion: """
      EXAMPLES:
        mdedit tree notes.md
        echo 'some **words**' | mdedit tree -
      """)

  @Argument(help: "The document; - is standard input.", completion: .file())
  var file: String

  @OptionGroup var color: ColorOption

  @OptionGroup var memory: MemoryOption

  @OptionGroup var reading: DialectOption

  func run() throws {
    let output = Output.standard(color: color.color)
    var painter = output.painter()
    try TreeReport(of: Document(reading: file).text, in: reading.dialect.dialect)
      .print(with: &painter)
    try output.write(painter)
  }
}

struct Check: DocumentReader {
  static let configuration = CommandConfiguration(
    abstract: "Check that mdedit and libcmark read documents in the same way.",
    discussion: """
      Each paragraph and heading that they read differently is listed with its position, and the exit \
      status is then 1. All files are checked, even after one that cannot be read.

      EXAMPLES:
        mdedit check notes.md
        mdedit check *.md && echo agreed
      """)

  @Argument(
    help: ArgumentHelp("The documents; - is standard input.", valueName: "file"),
    completion: .file())
  var files: [String]

  @OptionGroup var memory: MemoryOption

  @OptionGroup var reading: DialectOption

  func run() throws {
    var last: Failure?
    for file in files {
      let report: (lines: [UInt8], failure: Failure?)
      do throws(Failure) {
        report = try Document(reading: file).text.check(in: reading.dialect.dialect)
      } catch {
        report = ([], error)
      }
      try Output.standard().write(report.lines)
      guard let failure = report.failure else { continue }
      if let last { Mdedit.complain(last.message) }
      last = failure
    }
    if let last { throw last }
  }
}

/// A kind of finding, as an argument.
struct FindingKind: NamedArgument {
  let kind: SyntaxTree.Finding.Kind

  init?(argument: String) {
    guard let kind = SyntaxTree.Finding.Kind(rawValue: argument) else { return nil }
    self.kind = kind
  }

  static var allValueStrings: [String] { SyntaxTree.Finding.Kind.allCases.map(\.rawValue) }
}

struct Lint: DocumentReader {
  static let configuration = CommandConfiguration(
    abstract: "Find broken links, references without definitions, open fences and other slips.",
    discussion: """
      A line for each finding: links to files and headings that do not exist, labels that are not defined, not \
      used or defined twice, fences and marks that nothing closes, markers before a no-break space, headings that \
      skip a level or have the anchor of another in their section. Rules of style are not among them. Addresses on \
      the web are not tried. If there are findings, the exit status is 1.

      Of a folder, all files .md and .markdown are read, except hidden ones and those that .gitignore or .ignore \
      names.

      EXAMPLES:
        mdedit lint .
        mdedit lint docs README.md --ignore unused-definition
        mdedit lint notes.md --json
        mdedit lint notes.md --fix
      """)

  @Argument(
    help: ArgumentHelp("The documents and folders; - is standard input.", valueName: "file"),
    completion: .file())
  var files: [String]

  @OptionGroup var memory: MemoryOption

  @OptionGroup var reading: DialectOption

  @Option(help: ArgumentHelp("Leave out a kind of finding; may be repeated.", valueName: "kind"))
  var ignore: [FindingKind] = []

  @Flag(
    help:
      "Make the edits that resolve a finding for sure: another case of an anchor, a no-break space."
  )
  var fix = false

  @Flag(help: "Print each finding as a line of JSON.")
  var json = false

  func validate() throws {
    if fix, files.contains("-") {
      throw ValidationError("standard input cannot be changed with --fix; give a file.")
    }
  }

  func run() throws {
    let linter = Linter(dialect: reading.dialect.dialect, ignoring: Set(ignore.map(\.kind)))
    var areAny = false
    try Mdedit.forEach(files.flatMap(Linter.files)) { file in
      let document = try Document(reading: file)
      var report = try linter.report(on: document.text, at: document.path)
      if fix, let fixed = try linter.fixed(report, at: document.path) {
        try FileReplacement().replaceContent(of: document, with: fixed.bytes)
        report = try linter.report(on: fixed, at: document.path)
      }
      try Output.standard().write(report.lines(asJSON: json, path: document.path))
      areAny = areAny || !report.findings.isEmpty
    }
    if areAny { throw ExitCode(1) }
  }
}

/// The arguments of a report on one document.
struct ReportOptions: ParsableArguments {
  @Argument(help: "The document; - is standard input.", completion: .file())
  var file: String

  @OptionGroup var memory: MemoryOption

  @OptionGroup var reading: DialectOption

  @Flag(help: "Print them as JSON.")
  var json = false

  func report() throws -> StructureReport {
    try StructureReport(of: Document(reading: file).text, in: reading.dialect.dialect)
  }
}

struct Outline: DocumentReader {
  static let configuration = CommandConfiguration(
    abstract: "List the sections of a document.",
    discussion: """
      One line for each heading with its line and column, indented by its level. As JSON also the range of the \
      section, in bytes, and the number of the section that contains it.

      EXAMPLES:
        mdedit outline notes.md
        mdedit outline notes.md --json
      """)

  @OptionGroup var options: ReportOptions
  var memory: MemoryOption { options.memory }

  func run() throws {
    try Output.standard().write(options.report().outline(asJSON: options.json))
  }
}

struct Statistics: DocumentReader {
  static let configuration = CommandConfiguration(
    abstract: "Count words, characters, tasks, headings and links.",
    discussion: """
      Counted is what a reader sees: the text without markup, code included. Each Chinese or Japanese character \
      is a word. The time for reading is that for 238 words a minute.

      EXAMPLES:
        mdedit statistics notes.md
        mdedit statistics notes.md --json
      """)

  @OptionGroup var options: ReportOptions
  var memory: MemoryOption { options.memory }

  func run() throws {
    try Output.standard().write(options.report().statistics(asJSON: options.json))
  }
}
