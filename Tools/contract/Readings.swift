import Foundation
import MarkdownSyntax

/// Answers documents from standard input, each a JSON string on one line, with a line of JSON each.
///
/// - Returns: The exit status: 65 if a line is not a document.
func answerDocuments(_ answer: (String) throws -> some Encodable) -> Int32 {
  let encoder = JSONEncoder()
  while let line = readLine() {
    guard let text = try? JSONDecoder().decode(String.self, from: Data(line.utf8)),
      let answer = try? encoder.encode(answer(text))
    else {
      complain("no string of JSON, or a document beyond the limits")
      return 65
    }
    FileHandle.standardOutput.write(answer + Data("\n".utf8))
  }
  return 0
}

/// Returns how the inlines of a text are read, for comparison with another parser: a list for each leaf.
///
/// A visible character is given with the marks around it, in this order: `*` emphasis, `**` strong, `~`
/// strikethrough and `` ` `` code. For example, `"a*"` is an emphasized a. Anything else is a name, for
/// example `"<link"` or `"html"`.
func inlines(of text: String, in dialect: Dialect) throws -> [[String]] {
  let reading = try DocumentReading(Array(text.utf8), in: dialect)
  let syntax = InlineSyntax.known(dialect)
  return reading.leaves.map { events(of: reading.tokens(of: $0, syntax)) }
}

private func events(of tokens: [InlineToken]) -> [String] {
  var depths = [String: Int]()
  var result: [String] = []
  func marks() -> String {
    ["*", "**", "~", "`"].filter { depths[$0, default: 0] > 0 }.joined()
  }
  for token in tokens {
    switch token.kind {
    case .character(let scalar, _), .codeCharacter(let scalar, _):
      result.append(scalar.properties.isWhitespace ? String(scalar) : "\(scalar)\(marks())")
    case .openEmphasis: depths["*", default: 0] += 1
    case .closeEmphasis: depths["*", default: 0] -= 1
    case .openStrong: depths["**", default: 0] += 1
    case .closeStrong: depths["**", default: 0] -= 1
    case .openCode: depths["`", default: 0] += 1
    case .closeCode: depths["`", default: 0] -= 1
    case .openMark: depths["~", default: 0] += 1
    case .closeMark: depths["~", default: 0] -= 1
    case .openLink: result.append("<link")
    case .closeLink: result.append(">link")
    case .openImage: result.append("<image")
    case .closeImage: result.append(">image")
    case .html: result.append("html")
    case .island(let kind): result.append(kind == .footnotes ? "footnote" : "island")
    case .softBreak: result.append("soft")
    case .hardBreak: result.append("hard")
    }
  }
  return result
}
