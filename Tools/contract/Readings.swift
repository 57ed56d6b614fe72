import Foundation
import MarkdownSyntax

/// Reads documents from standard input, each a JSON string on one line, and prints how their
/// inlines are read, for comparison with another parser: one line of JSON per document, with a list
/// for each leaf.
///
/// A visible character is printed with the marks around it, in this order: `*` emphasis, `**`
/// strong, `~` strikethrough and `` ` `` code. For example, `"a*"` is an emphasized a. Anything
/// else is printed as a name, for example `"<link"` or `"html"`.
///
/// - Returns: The exit status: 65 if a line is not a document.
func printReadings(in dialect: Dialect) -> Int32 {
  let decoder = JSONDecoder()
  let encoder = JSONEncoder()
  var number = 0
  while let line = readLine() {
    number += 1
    guard let text = try? decoder.decode(String.self, from: Data(line.utf8)),
      let reading = try? DialectReading(Array(text.utf8), in: dialect),
      let answer = try? encoder.encode(
        reading.reading.leaves.map { events(of: reading.tokens(of: $0)) })
    else {
      complain("line \(number): no string of JSON, or a document beyond the limits")
      return 65
    }
    FileHandle.standardOutput.write(answer + Data("\n".utf8))
  }
  return 0
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
