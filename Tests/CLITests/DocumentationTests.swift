import Foundation
import MarkdownEditing
import Testing

/// Returns the sessions in a page: commands with their output.
private func sessions(in page: String) -> [(command: String, shown: String)] {
  var result: [(command: String, shown: String)] = []
  var isInside = false
  for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
    if line.hasPrefix("```") {
      isInside = line == "```console"
    } else if isInside, line.hasPrefix("$ ") {
      result.append((String(line.dropFirst(2)), ""))
    } else if isInside, line.hasPrefix("> "), result.last?.shown.isEmpty == true {
      result[result.count - 1].command += "\n" + line.dropFirst(2)
    } else if isInside, !result.isEmpty {
      result[result.count - 1].shown += line + "\n"
    }
  }
  return result
}

@Suite struct DocumentationTests {
  private let page: String

  init() throws {
    page = try Repository.text(of: "Documentation/CommandLine.md")
  }

  /// Every command on the page about the command line has the output that the page shows.
  @Test func showsWhatTheToolPrints() throws {
    let sessions = sessions(in: page)
    try #require(sessions.count > 20)
    // One shell runs them all; a function between them preserves the last exit status.
    let start = """
      PATH=${0%/*}:/usr/bin:/bin
      between() { s=$?; printf '\\001'; return $s; }
      exec 2>&1

      """
    let script = start + sessions.map { "between\n\($0.command)\n" }.joined()
    let scratch = try Scratch()
    let run = try ToolRun(shell: script, in: scratch.url)
    let shown = run.text.split(separator: "\u{1}", omittingEmptySubsequences: false).dropFirst()
    try #require(shown.count == sessions.count)
    for (session, shown) in zip(sessions, shown) {
      #expect(String(shown) == session.shown, "$ \(session.command)")
    }
  }

  /// The help has examples, and the page names every option that the help does.
  @Test(arguments: [
    "toggle", "mark", "unmark", "state", "render", "text", "tree", "check", "batch", "lsp", "serve",
    "lint", "outline", "statistics",
  ])
  func namesEveryOptionOfTheHelp(_ command: String) throws {
    let run = try ToolRun("\(command) --help")
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(run.text.contains("USAGE: mdedit \(command)"))
    #expect(run.text.contains("EXAMPLES:\n") && run.text.contains("  mdedit \(command)"))
    let options = run.text.matches(of: /\s(--[a-z][a-z0-9-]+)/).map { String($0.output.1) }
    #expect(!options.isEmpty)
    #expect(options.filter { !page.contains($0) } == [])
  }

  @Test(arguments: ["", "toggle", "do", "batch", "serve"])
  func printsAShortAndALongHelp(_ command: String) throws {
    let short = try ToolRun("\(command) -h")
    let long = try ToolRun("\(command) --help")
    #expect(short.status == 0 && short.text.split(separator: "\n").count <= 17)
    let words = "mdedit help \(command)".trimmingCharacters(in: .whitespaces)
    #expect(short.text.hasSuffix("See \(words).\n"))
    #expect(long.text.hasPrefix("OVERVIEW") && long.text.count > short.text.count)
    #expect(try ToolRun("help \(command)").text == long.text)
    let options = long.text.matches(of: /\n\s\s(?:-[a-z], )?(--[a-z][a-z0-9-]*)/)
    #expect(options.allSatisfy { short.text.contains($0.output.1) })
  }

  @Test(
    arguments: [
      ("--version", #"\A\d+\.\d+\.\d+\n\z"#), ("", #"\A(.*\n){5,12}\z"#),
      ("mark -h", Mark.allCases.map(\.name).joined(separator: #"\|"#)),
    ] + ["0 ", "1 ", "64", "65", "66", "74"].map { ("--help", "\n  \($0)  ") }
      + ["bash", "zsh", "fish"].map {
        ("--generate-completion-script \($0)", "(?s)toggle.*emphasis")
      })
  func printsWhatIsAskedFor(_ arguments: String, _ pattern: String) throws {
    let run = try ToolRun(arguments)
    let wanted = try Regex(pattern)
    #expect(run.status == 0 && run.text.contains(wanted))
  }
}

/// Checks the page about the keyboards: its rows name models, adapters and tests that exist.
@Suite struct KeyboardPageTests {
  private func source(of folder: String) throws -> String {
    let root = Repository.root.appending(path: folder)
    return try FileManager.default.subpathsOfDirectory(atPath: root.path)
      .filter { $0.hasSuffix(".swift") }.map { try Repository.text(of: "\(folder)/\($0)") }
      .joined(separator: "\n")
  }

  private func rows() throws -> [[String]] {
    let page = try Repository.text(of: "Documentation/Keyboard.md")
    return page.split(separator: "\n").filter { $0.hasPrefix("| ") }.map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }.filter { Int($0[0]) != nil }
  }

  /// The rows are in order (36, the web, is not offered), and each names tests that exist.
  @Test func namesTestsThatExist() throws {
    let rows = try rows()
    #expect(rows.map { Int($0[0]) } == Array(1...35) + Array(37...41))
    let names = Set(try source(of: "Tests").matches(of: /func (\w+)\(/).map { String($0.1) })
    for cells in rows {
      try #require(cells.count == 5, "row \(cells[0])")
      let tests = cells[4].matches(of: /`(\w+)`/).map { String($0.output.1) }
      #expect(!tests.isEmpty, "row \(cells[0])")
      #expect(tests.filter { !names.contains($0) } == [], "row \(cells[0])")
    }
  }

  /// Every row names a model, and an adapter that exists or the reason why there is none.
  @Test func namesModelsAndAdaptersThatExist() throws {
    let models =
      try source(of: "Sources/KeyboardGeometry") + source(of: "Sources/MarkdownEditing")
      + source(of: "Sources/MarkdownBar") + source(of: "Sources/AppleAdapters/Storage")
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
