import EditorTestSupport
import Foundation
import MarkdownEditing
import Testing

/// The tables of the pages that show a text before and after a command, except those of Commands.md.
@Suite("The tables of the README and of Dialects.md show the real results") struct PageTableTests {
  /// Returns the rows of the table with a header, as cells with the text between their backticks.
  private static func rows(of page: String, under header: String) throws -> [[String]] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../\(page)").standardizedFileURL
    let lines = try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex(of: Substring(header)), "\(page): \(header)")
    return lines[(start + 2)...].prefix { $0.hasPrefix("|") }.map { line in
      line.replacing("\\|", with: "\u{1}").split(separator: "|").map { cell in
        let cell = cell.trimmingCharacters(in: .whitespaces).replacing("\u{1}", with: "|")
        guard cell.hasPrefix("`") else { return cell }
        return String(cell.dropFirst().prefix { $0 != "`" })
      }
    }
  }

  /// Returns a marked text after a command, or nil if it was refused.
  private func result(of command: EditingCommand, on marked: String) throws -> String? {
    var editor = try MarkdownEditor(marked: marked)
    if case .plan = editor.perform(command) { return editor.marked }
    return nil
  }

  /// Returns the text without the marks of its selection.
  private func plain(_ marked: String?) -> String? {
    marked?.filter { $0 != "⟦" && $0 != "⟧" && $0 != "‸" }
  }

  @Test func toggles() throws {
    let rows = try Self.rows(of: "README.md", under: "| before | toggle strong | |")
    #expect(rows.count >= 3)
    for row in rows { #expect(try result(of: .toggle(.strong), on: row[0]) == row[1]) }
  }

  @Test func tables() throws {
    let rows = try Self.rows(of: "Documentation/Dialects.md", under: "| selection | result |")
      .filter { $0[0].contains("⟦") }
    #expect(rows.count >= 1)
    let above = "| a | b |\n|---|---|\n"
    for row in rows {
      #expect(plain(try result(of: .toggle(.strong), on: above + row[0])) == above + row[1])
    }
  }

  @Test func edges() throws {
    let header = "| selection | `readable` | `exact` | `plain` |"
    let rows = try Self.rows(of: "Documentation/Dialects.md", under: header)
    #expect(rows.count >= 4)
    for row in rows {
      var expected = ""
      for (cell, edges) in zip(row.dropFirst(), [EditingOptions.Edges.readable, .exact, .plain]) {
        if cell != "the same" { expected = cell }
        var command = EditingCommand.toggle(.strong)
        command.options.edges = edges
        #expect(plain(try result(of: command, on: row[0])) ?? "refused" == expected)
      }
    }
  }

  @Test func spellings() throws {
    let header = "| change | mark | before | after |"
    let rows = try Self.rows(of: "Documentation/Dialects.md", under: header)
    #expect(rows.count >= 3)
    let definition = "\n\n[**b~**]: /u"
    for row in rows {
      let command = try #require(EditingCommand(named: row[1]))
      #expect(plain(try result(of: command, on: row[2] + definition)) == row[3] + definition)
    }
  }
}
