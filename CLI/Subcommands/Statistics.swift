import ArgumentParser
import MdeditKit

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

  @Argument(help: "The document; - is standard input.", completion: .file())
  var file: String

  @OptionGroup var memory: MemoryOption

  @OptionGroup var reading: DialectOption

  @Flag(help: "Print them as JSON.")
  var json = false

  func run() throws {
    let report = try StructureReport(of: Document(reading: file).text, in: reading.dialect.dialect)
    try Output.standard().write(json ? report.statisticsJSON : report.statistics)
  }
}
