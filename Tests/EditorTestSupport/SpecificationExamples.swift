import Foundation

/// An example of the CommonMark specification: a source and the HTML it renders to.
public struct SpecificationExample: Sendable {
  /// The number it has in the specification, from 1.
  public let number: Int
  /// The Markdown.
  public let source: String
  /// The HTML.
  public let html: String

  /// The examples of CommonMark 0.30, in order, from the shared data.
  public static func all() throws -> [SpecificationExample] {
    let text = String(decoding: try SharedData.contents(of: "commonmark-0.30.txt"), as: UTF8.self)
    let fence = String(repeating: "`", count: 32)
    var examples: [SpecificationExample] = []
    var source: [Substring] = []
    var html: [Substring] = []
    var part = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      switch part {
      case 0 where line == fence + " example": part = 1
      case 1 where line == ".": part = 2
      case 1: source.append(line)
      case 2 where line == fence:
        examples.append(
          SpecificationExample(number: examples.count + 1, source: join(source), html: join(html)))
        (part, source, html) = (0, [], [])
      case 2: html.append(line)
      default: break
      }
    }
    return examples
  }

  private static func join(_ lines: [Substring]) -> String {
    lines.map { $0.replacing("→", with: "\t") + "\n" }.joined()
  }
}
