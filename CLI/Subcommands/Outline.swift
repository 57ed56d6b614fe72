import ArgumentParser
import MdeditKit

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

  @Argument(help: "The document; - is standard input.", completion: .file())
  var file: String

  @OptionGroup var memory: MemoryOption

  @OptionGroup var reading: DialectOption

  @Flag(help: "Print them as JSON.")
  var json = false

  func run() throws {
    let report = try StructureReport(of: Document(reading: file).text, in: reading.dialect.dialect)
    try Output.standard().write(json ? report.outlineJSON : report.outline)
  }
}
