import EditorTestSupport
import MarkdownEditing
import MarkdownSyntax
import Testing
import TextEditing

/// Commands at several selections of a long document, planned by regions, decided together.
@Suite struct SeveralSelectionsTests {
  private static let filler = String(repeating: "Some words of a paragraph.\n\n", count: 200)
  private static let places = [
    "one paragraph\n\n", "- an item\n- another\n\n", "> a quote\n\n", "# A heading\n\n",
    "| a | b |\n|---|---|\n| c | d |\n\n", "1. first\n2. second\n\n", "- [ ] a task\n\n",
    "a **strong** word\n\n",
  ]

  /// Returns a document with distant texts, and a caret after the first letter of each.
  private static func document(
    _ texts: [String]
  ) throws -> (document: MarkdownDocument, carets: [Range<Int>]) {
    var text = ""
    var carets: [Range<Int>] = []
    for place in texts {
      text += filler
      let index = place.firstIndex(of: "a") ?? place.startIndex
      let caret = text.utf8.count + place[...index].utf8.count
      carets.append(caret..<caret)
      text += place
    }
    return (try MarkdownDocument(TextBuffer(text + filler)), carets)
  }

  private static func command(_ row: CommandRow) -> EditingCommand {
    let argument = row.name == "table-insert" ? "2x2" : row.name == "insert-text" ? "x" : nil
    return EditingCommand(row, argument: argument ?? "https://example.org")
  }

  @Test(arguments: CommandRow.all) func areTheSinglePlansJoined(row: CommandRow) throws {
    let (document, carets) = try Self.document(Self.places)
    let command = Self.command(row)
    // A command on a section or footnote uses the first selection only.
    if row.name.contains("section") || row.name.hasPrefix("footnote") { return }
    var plans = carets.compactMap { command.outcome(utf8: [$0], in: document).plan }
    let toggles = ["heading-", "bullet", "ordered", "task-", "quote", "code-block"]
    if toggles.contains(where: row.name.hasPrefix), plans.contains(where: { $0.effect != .removed })
    {
      plans.removeAll { $0.effect == .removed }
    }
    let outcome = command.outcome(utf8: carets, in: document)
    if carets.contains(where: { command.outcome(utf8: [$0], in: document).isRefused }) {
      #expect(outcome.isRefused)
      return
    }
    #expect(
      outcome.plan?.edit.replacements ?? [] == plans.flatMap { $0.edit.replacements },
      "\(row.name)")
    #expect(plans.isEmpty || outcome.plan?.selections.count == carets.count, "\(row.name)")
  }

  @Test(arguments: ["heading-1", "bullet-list", "quote"]) func directionIsOfAll(name: String) throws
  {
    let row = try #require(CommandRow(named: name))
    let command = Self.command(row)
    let with = ["heading-1": "# a\n\n", "bullet-list": "- a\n\n", "quote": "> a\n\n"][name] ?? ""
    let (mixed, mixedCarets) = try Self.document([with, "a\n\n", with])
    let gives = try #require(command.outcome(utf8: mixedCarets, in: mixed).plan)
    let alone = command.outcome(utf8: [mixedCarets[1]], in: mixed).plan
    #expect(gives.edit == alone?.edit)
    #expect(gives.effect == .added)
    let (all, carets) = try Self.document([with, with])
    let takes = try #require(command.outcome(utf8: carets, in: all).plan)
    #expect(takes.effect == .removed)
    #expect(takes.edit.replacements.count == 2)
    for (document, carets, presence) in [
      (mixed, mixedCarets, CommandState.Presence.mixed), (all, carets, .on),
    ] {
      let states = CommandState.all(of: carets, in: document)
      #expect(states.first { $0.row == row }?.presence == presence)
    }
  }

  @Test func aRefusalNamesItsPlace() throws {
    let (text, selections) = try MarkedText.read("‸a\n\n⟦c```\n [ ] d```⟧\n\na‸\n")
    let row = try #require(CommandRow(named: "bullet-list"))
    let document = try MarkdownDocument(TextBuffer(text))
    let outcome = Self.command(row).outcome(utf8: selections, in: document)
    #expect(outcome == .refused(.blocksDiffer(0..<selections[2].upperBound)))
  }
}

extension Outcome {
  /// Whether the command was refused. For example, `.refused(.noSpelling(0..<1))`.
  fileprivate var isRefused: Bool { if case .refused = self { true } else { false } }
}
