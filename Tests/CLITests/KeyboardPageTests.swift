import Foundation
import Testing

@Suite struct KeyboardPageTests {
  func sources(of folder: String) throws -> [String] {
    let root = Repository.root.appending(path: folder)
    return try FileManager.default.subpathsOfDirectory(atPath: root.path)
      .filter { $0.hasSuffix(".swift") }.map { try Repository.text(of: "\(folder)/\($0)") }
  }

  func source(of folder: String) throws -> String {
    try sources(of: folder).joined(separator: "\n")
  }

  func testNames() throws -> Set<String> {
    Set(try source(of: "Tests").matches(of: /func (\w+)\(/).map { String($0.output.1) })
  }

  func rows() throws -> [[String]] {
    let page = try Repository.text(of: "Documentation/Keyboard.md")
    return page.split(separator: "\n").filter { $0.hasPrefix("| ") }.map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }.filter { Int($0[0]) != nil }
  }

  /// The rows are in order (36, the web, is not offered), and each names tests that exist.
  @Test func everyRowNamesTestsThatExist() throws {
    let rows = try rows()
    #expect(rows.map { Int($0[0]) } == Array(1...35) + Array(37...41))
    let names = try testNames()
    for cells in rows {
      try #require(cells.count == 5, "row \(cells[0])")
      let tests = cells[4].matches(of: /`(\w+)`/).map { String($0.output.1) }
      #expect(!tests.isEmpty, "row \(cells[0])")
      #expect(tests.filter { !names.contains($0) } == [], "row \(cells[0])")
    }
  }

  /// Every row names a model, and an adapter that exists or the reason why there is none.
  @Test func everyRowNamesItsModelAndItsAdapter() throws {
    let models =
      try source(of: "Sources/KeyboardGeometry") + source(of: "Sources/MarkdownEditing")
    let adapters = try source(of: "Sources/AppleAdapters")
    for cells in try rows() {
      let model = names(in: cells[2])
      let isModelled = !model.isEmpty && model.allSatisfy { models.contains($0) }
      let isUIKits = cells[2].hasPrefix("none: ") && cells[2].count > 30
      #expect(isModelled || isUIKits, "row \(cells[0]): \(model)")
      if cells[3].hasPrefix("none: ") {
        #expect(cells[3].count > 30, "row \(cells[0]): a reason")
        continue
      }
      let adapter = names(in: cells[3]).filter { !models.contains($0) || adapters.contains($0) }
      let isArticle = cells[3].hasPrefix("the article")
      #expect(isArticle || !adapter.isEmpty, "row \(cells[0])")
      #expect(adapter.allSatisfy { adapters.contains($0) }, "row \(cells[0]): \(adapter)")
    }
  }

  /// The adapters use every public type of the module, or the page says why not.
  @Test func noModelIsWithoutAnAdapterUnlessThePageSaysWhy() throws {
    var places: [String: [String]] = [:]
    for file in try sources(of: "Sources/KeyboardGeometry") {
      let declarations =
        /(?m)^(?:(?:public|package) (?:indirect )?(?:struct|enum|class|protocol)|extension) (\w+)/
      for match in file.matches(of: declarations) {
        places[String(match.output.1), default: []].append(file)
      }
    }
    var reached: Set<String> = []
    var open = try sources(of: "Sources/AppleAdapters").flatMap(capitalized)
    while let name = open.popLast() {
      guard let files = places[name], reached.insert(name).inserted else { continue }
      open += files.flatMap(capitalized)
    }
    #expect(reached.count > 20)
    let page = try Repository.text(of: "Documentation/Keyboard.md")
    let rest = try #require(page.components(separatedBy: "Models that no adapter uses").last)
    let section = try #require(rest.components(separatedBy: "\n## ").first)
    let named = section.split(separator: "\n").filter { $0.hasPrefix("| `") }
      .flatMap { names(in: String($0.split(separator: "|")[0])) }
    #expect(Set(named) == Set(places.keys).subtracting(reached))
  }

  /// Returns the capitalized words of Swift source, without comments.
  private func capitalized(_ source: String) -> [String] {
    source.replacing(/\/\/[^\n]*/, with: "").matches(of: /\b[A-Z]\w+/).map { String($0.output) }
  }

  /// Returns the words of code in a cell, without labels: `heightPolicy` and `A` of
  /// `A.heightPolicy`.
  private func names(in cell: String) -> [String] {
    var names: [String] = []
    for match in cell.matches(of: /`([^`]+)`/) {
      let code: Substring = match.output.1.prefix { $0 != "(" }
      for name in code.split(whereSeparator: { $0 == "." || $0 == " " }) {
        names.append(String(name))
      }
    }
    return names
  }
}
