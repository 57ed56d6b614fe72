import Foundation
import Testing

/// A line of Fixtures/Dialects: `strong | te⟦x⟧t => te**⟦x⟧**t`. With `Scripts/contract dialects
/// --fixtures`, cmark-gfm judges the same lines.
struct DialectFixture: CustomTestStringConvertible {
  let mark: String
  let before: String
  let after: String

  var testDescription: String { "\(mark): \(before)" }

  static let all: [DialectFixture] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures/Dialects/github.txt")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { DialectFixture($0) }
  }()

  private init?(_ line: Substring) {
    if line.hasPrefix("//") { return nil }
    let sides = line.components(separatedBy: " => ")
    guard sides.count == 2, let bar = sides[0].range(of: " | ") else { return nil }
    mark = String(sides[0][..<bar.lowerBound])
    before = CommandFixture.unescaped(String(sides[0][bar.upperBound...]))
    after = CommandFixture.unescaped(sides[1])
  }
}
