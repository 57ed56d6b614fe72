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

@Suite("The state of a command is on, off or mixed") struct CommandStateTests {
  private func state(_ name: String, _ marked: String) throws -> CommandState {
    let (text, selections) = try MarkedText.read(marked)
    let states = CommandState.all(of: selections, in: Array(text.utf8))
    return try #require(states.first { $0.row.name == name })
  }

  @Test(
    "a command is on if a press would remove it",
    arguments: [
      ("heading-2", "## a‸"), ("bullet-list", "- a‸"), ("quote", "> a‸"), ("task-list", "- [ ] a‸"),
      ("ordered-list", "1. ⟦a\n2. b⟧"), ("code-block", "```\na‸\n```"), ("task-toggle", "- [x] a‸"),
    ])
  func on(_ name: String, _ marked: String) throws {
    #expect(try state(name, marked).presence == .on)
  }

  @Test(
    "a command is mixed if only some of the lines have it",
    arguments: [
      ("heading-1", "⟦# a\nb⟧"), ("bullet-list", "⟦- a\n\n1. b⟧"),
    ])
  func mixed(_ name: String, _ marked: String) throws {
    #expect(try state(name, marked).presence == .mixed)
  }

  @Test(
    "a command that does not apply gives the reason",
    arguments: [
      ("heading-1", "```\na‸\n```", Outcome.Unchanged.inCode), ("indent", "a‸", .notInList),
      ("task-toggle", "a‸", .noTask), ("table-format", "a‸", .notInTable),
      ("bullet-list", "<div>‸\n</div>", .inHTML), ("move-line-up", "a‸", .nowhereToMove),
    ])
  func reasons(_ name: String, _ marked: String, _ reason: Outcome.Unchanged) throws {
    let found = try state(name, marked)
    #expect(found.reason == reason)
    #expect(!found.applies)
    #expect(found.presence == .off)
  }

  @Test("a command is off and applies if the selection lacks it") func off() throws {
    let found = try state("heading-1", "a‸")
    #expect(found.presence == .off)
    #expect(found.applies)
  }
}
