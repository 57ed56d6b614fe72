/// An example of the CommonMark specification: a source and its HTML.
public struct SpecificationExample: Hashable, Sendable {
  public let number: Int
  public let section: String
  public let source: String
  /// The HTML of a conforming renderer.
  public let html: String

  /// The 652 examples of version 0.30, from the shared data; empty if not available.
  public static let all = ofVersion("0.30")

  /// Returns the examples of version `0.30` or `0.31` from the shared data; empty if not available.
  public static func ofVersion(_ version: String) -> [SpecificationExample] {
    guard let data = try? SharedData.contents(of: "commonmark-\(version).txt") else { return [] }
    return parse(String(decoding: data, as: UTF8.self))
  }

  /// Reads the examples of a specification's text: fences of 32 backticks, with source and HTML
  /// separated by a full stop on its own line, and `→` for a tab.
  public static func parse(_ text: String) -> [SpecificationExample] {
    let fence = String(repeating: "`", count: 32)
    var examples: [SpecificationExample] = []
    var section = ""
    var parts: [[Substring]]?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let open = parts {
        if line == fence {
          let texts = open.map { lines in
            String(lines.map { $0 + "\n" }.joined().map { $0 == "→" ? "\t" : $0 })
          }
          examples.append(
            SpecificationExample(
              number: examples.count + 1, section: section, source: texts[0],
              html: texts.count > 1 ? texts[1] : ""))
          parts = nil
        } else if line == ".", open.count == 1 {
          parts?.append([])
        } else {
          parts?[open.count - 1].append(line)
        }
      } else if line == fence + " example" {
        parts = [[]]
      } else if line.hasPrefix("#") {
        section = String(line.drop { $0 == "#" || $0 == " " })
      }
    }
    return examples
  }
}
