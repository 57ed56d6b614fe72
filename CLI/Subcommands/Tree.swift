import ArgumentParser
import MdeditKit

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
    let report = try TreeReport(
      of:
        Document(reading: file).text, in: reading.dialect.dialect)
    var painter = output.painter()
    report.print(with: &painter)
    try output.write(painter)
  }
}
