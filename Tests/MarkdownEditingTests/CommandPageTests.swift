import EditorTestSupport
import Foundation
import MarkdownEditing
import Testing

@Suite("The page Commands.md is complete and true") struct CommandPageTests {
  /// Rows with the command, the text before and the text after.
  private static let rows = rows(of: 3)
  /// Rows with the option and its value, then the same columns.
  private static let optionRows = rows(of: 4)

  private static func rows(of count: Int) -> [[String]] {
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Documentation/Commands.md").standardizedFileURL
    let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { line in
      guard line.hasPrefix("| `") else { return nil }
      let cells = line.replacing("\\|", with: "\u{1}").split(separator: "|").map { cell in
        var text = cell.trimmingCharacters(in: .whitespaces)
        let fence = text.prefix { $0 == "`" }.count
        text = String(text.dropFirst(fence).dropLast(fence))
        if fence > 1 { text = text.trimmingCharacters(in: .whitespaces) }
        return text.replacing("\u{1}", with: "|").replacing("⏎", with: "\n")
          .replacing("⇥", with: "\t")
      }
      return cells.count == count ? cells : nil
    }
  }

  /// Returns the command of a cell, which may have an argument after a colon.
  private static func command(_ cell: String) throws -> EditingCommand {
    let words = cell.split(separator: ":", maxSplits: 1).map(String.init)
    return try #require(EditingCommand(named: words[0], argument: words.dropFirst().first))
  }

  @Test("the page has a row for every value of every option except tabs") func options() {
    let named = Set(Self.optionRows.map { $0[0] })
    for row in EditingOptions.Name.allCases {
      for value in row.values where value != "tab" {
        #expect(named.contains("\(row.rawValue)=\(value)"))
      }
    }
  }

  @Test("each row of an option shows the real result", arguments: Self.optionRows)
  func eachPolicy(_ row: [String]) throws {
    let words = row[0].split(separator: "=").map(String.init)
    var command = try Self.command(row[1])
    let option = try #require(EditingOptions.Name(rawValue: words[0]))
    command.options[option] = try #require(option.values.firstIndex(of: words[1]))
    #expect(command.options[option] == option.values.firstIndex(of: words[1]))
    let result = try command.result(on: row[2])
    let isDone = !result.hasPrefix("unchanged ") && !result.hasPrefix("refused ")
    #expect((isDone ? result : row[2]) == row[3])
  }

  @Test("the page has rows for every command") func complete() {
    let named = Set(Self.rows.map { $0[0].split(separator: ":", maxSplits: 1)[0] })
    let others =
      ["heading-4", "heading-5", "heading-6", "table-previous-cell", "align-left", "align-right"]
    for row in CommandRow.all where row.isAvailable(in: .gitHub) && !others.contains(row.name) {
      #expect(named.contains(Substring(row.name)), "\(row.name)")
    }
  }

  @Test("each row shows the real result", arguments: Self.rows) func each(_ row: [String]) throws {
    #expect(try Self.command(row[0]).result(on: row[1]) == row[2])
  }
}

@Test(
  "the state of a command is on, off or mixed, and says why the command does not apply",
  arguments: [
    ("heading-2", "## a‸", .on, nil), ("task-toggle", "- [x] a‸", .on, nil),
    ("ordered-list", "1. ⟦a\n2. b⟧", .on, nil), ("heading-1", "⟦# a\nb⟧", .mixed, nil),
    ("bullet-list", "⟦- a\n\n1. b⟧", .mixed, nil), ("heading-1", "a‸", .off, nil),
    ("heading-1", "```\na‸\n```", .off, .inCode), ("indent", "a‸", .off, .notInList),
    ("task-toggle", "a‸", .off, .noTask), ("table-format", "a‸", .off, .notInTable),
    ("bullet-list", "<div>‸\n</div>", .off, .inHTML), ("move-line-up", "a‸", .off, .nowhereToMove),
  ] as [(String, String, CommandState.Presence, Outcome.Unchanged?)])
func state(
  _ name: String, _ marked: String, _ presence: CommandState.Presence, _ reason: Outcome.Unchanged?
) throws {
  let state = try #require(try MarkdownEditor(marked: marked).commandStates()[name])
  #expect(state.presence == presence && state.reason == reason && state.applies == (reason == nil))
}
