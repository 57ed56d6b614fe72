import ArgumentParser
import MdeditKit

struct Lint: DocumentReader {
  static let configuration = CommandConfiguration(
    abstract: "Find references without definitions, open fences and other slips.",
    discussion: """
      A line for each finding: labels that are not defined, not used or defined twice, fences and marks that \
      nothing closes, headings that skip a level or have the anchor of another. Rules of style are not among \
      them. If there are findings, the exit status is 1.

      EXAMPLES:
        mdedit lint *.md
        mdedit lint notes.md --json
      """)

  @Argument(help: "The documents; - is standard input.", completion: .file())
  var files: [String]

  @OptionGroup var memory: MemoryOption

  @OptionGroup var reading: DialectOption

  @Flag(help: "Print each finding as a line of JSON.")
  var json = false

  func run() throws {
    var areAny = false
    try Mdedit.forEach(files) { file in
      let report = try StructureReport(
        of: Document(reading: file).text, in: reading.dialect.dialect)
      let found = report.findings(asJSON: json)
      try Output.standard().write(found.lines)
      areAny = areAny || found.areAny
    }
    if areAny { throw ExitCode(1) }
  }
}
