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
  @Test func theSessionsAreTrue() throws {
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
    "toggle", "mark", "unmark", "state", "render", "tree", "check", "batch", "lsp", "serve",
    "lint", "outline", "statistics",
  ])
  func helpHasExamplesAndItsOptionsAreOnThePage(_ command: String) throws {
    let run = try ToolRun("\(command) --help")
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(run.text.contains("USAGE: mdedit \(command)"))
    #expect(run.text.contains("EXAMPLES:\n") && run.text.contains("  mdedit \(command)"))
    let options = run.text.matches(of: /\s(--[a-z][a-z0-9-]+)/).map { String($0.output.1) }
    #expect(!options.isEmpty)
    #expect(options.filter { !page.contains($0) } == [])
  }

  @Test func helpNamesTheStatuses() throws {
    let run = try ToolRun("--help")
    #expect(run.status == 0)
    for status in ["0 ", "1 ", "64", "65", "66", "74"] {
      #expect(run.text.contains("\n  \(status)  "))
    }
  }

  @Test(arguments: ["", "toggle", "do", "batch", "serve"])
  func helpIsShortOrLong(_ command: String) throws {
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

  @Test func shortHelpNamesTheMarksAndNoArgumentsTheStart() throws {
    let marks = Mark.allCases.map(\.name).joined(separator: "|")
    #expect(try ToolRun("mark -h").text.contains(marks))
    let start = try ToolRun("")
    #expect(start.status == 0 && start.text.split(separator: "\n").count <= 10)
  }

  @Test func versionIsPrinted() throws {
    let run = try ToolRun("--version")
    #expect(run.status == 0)
    #expect(run.text.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
  }

  @Test(arguments: ["bash", "zsh", "fish"]) func completionsAreMade(_ shell: String) throws {
    let run = try ToolRun("--generate-completion-script \(shell)")
    #expect(run.status == 0)
    #expect(run.text.contains("toggle") && run.text.contains("emphasis"))
  }
}
