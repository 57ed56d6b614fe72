import ArgumentParser
import MdeditKit

struct Render: DocumentReader {
  static let configuration = CommandConfiguration(
    abstract: "Print the document as HTML: what its dialect reads.",
    discussion: """
      EXAMPLES:
        mdedit render notes.md > notes.html
        mdedit render notes.md --dialect commonmark
        mdedit toggle strong notes.md --find word | mdedit render -
      """)

  @Argument(help: "The document; - is standard input.", completion: .file())
  var file: String

  @Flag(help: "Keep raw HTML and unsafe links such as javascript:, which are otherwise left out.")
  var unsafe = false

  @OptionGroup var reading: DialectOption

  @OptionGroup var memory: MemoryOption

  func run() throws {
    let text = try Document(reading: file).text
    try Output.standard().write(text.html(in: reading.dialect.dialect, unsafe: unsafe))
  }
}
