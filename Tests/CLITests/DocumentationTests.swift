import Foundation
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
  /// Every command on the page about the command line has the output that the page shows.
  @Test func theSessionsAreTrue() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Documentation/CommandLine.md").standardizedFileURL
    let sessions = sessions(in: try String(contentsOf: page, encoding: .utf8))
    try #require(sessions.count > 20)
    // One shell runs them all; a function between them preserves the last exit status.
    let between = "between() { s=$?; printf '\\001'; return $s; }\nexec 2>&1\n"
    let script = between + sessions.map { "between\n\($0.command)\n" }.joined()
    let scratch = try Scratch()
    let path = Tool.url.deletingLastPathComponent().path
    let run = try ToolRun(
      executable: URL(filePath: "/bin/sh"), ["-c", script],
      environment: ["PATH": "\(path):/usr/bin:/bin"], in: scratch.url)
    let shown = run.text.split(separator: "\u{1}", omittingEmptySubsequences: false).dropFirst()
    try #require(shown.count == sessions.count)
    for (session, shown) in zip(sessions, shown) {
      #expect(String(shown) == session.shown, "$ \(session.command)")
    }
  }

  /// The page names every option that the help does.
  @Test func everyOptionIsNamed() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Documentation/CommandLine.md").standardizedFileURL
    let text = try String(contentsOf: page, encoding: .utf8)
    for command in [
      "toggle", "mark", "unmark", "state", "render", "tree", "check", "batch", "lsp", "serve",
      "lint", "outline", "statistics",
    ] {
      let help = try ToolRun([command, "--help"]).text
      let options = help.matches(of: /\s(--[a-z][a-z0-9-]+)/).map { String($0.output.1) }
      #expect(!options.isEmpty)
      for option in Set(options) { #expect(text.contains(option), "\(command): \(option)") }
    }
  }
}
