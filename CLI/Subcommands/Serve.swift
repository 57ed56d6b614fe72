import ArgumentParser
import MdeditKit

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
    let folder = try ServedFolder(folder)
    let page = try Document(reading: try pagePath()).text.bytes
    var loop =
      if let port { try PageServerLoop(port: port) } else {
        try PageServerLoop(firstOf: folder.ports)
      }
    if port == nil, let usual = folder.ports.first, loop.port != usual {
      Mdedit.complain(
        "port \(usual) is in use; text that the browser keeps for it is not shown at \(loop.port).")
    }
    var random = SystemRandomNumberGenerator()
    let token = (0..<2).map { _ in
      let digits = String(UInt64.random(in: .min ... .max, using: &random), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
    let server = try PageServer(folder, page: page, token: token, port: loop.port)
    try Output.standard().write(Array((server.address + "\n").utf8))
    try loop.run { server.answer($0) }
  }

  /// The page beside an installed tool, or in the folder where the package builds it.
  private func pagePath() throws -> String {
    if let page { return page }
    guard let program = executablePath() else {
      throw Failure(
        .noInput, "the page was not found, because the tool's own path is unknown; give --page.")
    }
    let folder = String(program[..<(program.lastIndex(of: "/") ?? program.startIndex)])
    let places = ["/../share/mdedit/", "/../../web/"].map { folder + $0 + "markdown-editing.html" }
    guard let found = places.first(where: { isReadable($0) }) else {
      throw Failure(.noInput, "there is no page; Scripts/web builds it, or give --page.")
    }
    return found
  }
}
