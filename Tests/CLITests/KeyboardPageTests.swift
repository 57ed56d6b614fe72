import Foundation
import Testing

@Suite struct KeyboardPageTests {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL

  /// The names of all test functions of the repository.
  func testNames() throws -> Set<String> {
    let tests = Self.root.appending(path: "Tests")
    let files = try FileManager.default.subpathsOfDirectory(atPath: tests.path)
      .filter { $0.hasSuffix(".swift") }
    var names: Set<String> = []
    for file in files {
      let text = try String(contentsOf: tests.appending(path: file), encoding: .utf8)
      for match in text.matches(of: /func (\w+)\(/) { names.insert(String(match.output.1)) }
    }
    return names
  }

  /// The page has all 38 rows in order, and every row names tests that exist.
  @Test func everyRowNamesTestsThatExist() throws {
    let page = try String(
      contentsOf: Self.root.appending(path: "Documentation/Keyboard.md"), encoding: .utf8)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| ") }.compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      return Int(cells[0]).map { ($0, cells) }
    }
    #expect(rows.map(\.0) == Array(1...38))
    let names = try testNames()
    for (number, cells) in rows {
      let tests = cells[3].matches(of: /`(\w+)`/).map { String($0.output.1) }
      #expect(!tests.isEmpty, "row \(number)")
      #expect(tests.filter { !names.contains($0) } == [], "row \(number)")
    }
  }
}
