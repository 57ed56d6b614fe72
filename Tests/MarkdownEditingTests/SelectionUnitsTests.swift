import EditorTestSupport
import MarkdownEditing
import MarkdownSyntax
import Testing
import TextEditing

/// A selection divided at ends of blocks has the same outcome and state as one read at once.
@Suite struct SelectionUnitsTests {
  private static let lines = [
    "word", "**word** and *more*", "**word**", "a `b` c", "[a](/u) b", "日本「語」。日本", "~~a~~",
    "- item",
    "  more", "1. one", "> quote", "# heading", "```", "    code", "| a | b |",
    "|---|---|",
    "***", "[^1]", "[^1]: note", "---", "- [ ] task", "a\\", "&amp; *b", "\tc", "[r]", "[r]: /u",
    "", "", "", "", "",
  ]

  private static func text(_ generator: inout SeededGenerator) -> String {
    let ending = Int.random(in: 0..<4, using: &generator) == 0 ? "\r\n" : "\n"
    let isMarked = Int.random(in: 0..<4, using: &generator) == 0
    return (0..<Int.random(in: 2...30, using: &generator)).map { _ in
      isMarked ? "**word**\(ending)" : lines.randomElement(using: &generator) ?? ""
    }.joined(separator: ending)
  }

  /// Returns one selection of nearly everything, or several with carets among them.
  private static func selections(
    of text: String, _ generator: inout SeededGenerator
  ) -> [Range<Int>] {
    let boundaries = text.scalarBoundaries
    let count = Bool.random(using: &generator) ? 2 : Int.random(in: 2...6, using: &generator)
    let ends = (0..<count).compactMap { _ in boundaries.randomElement(using: &generator) }.sorted()
    return stride(from: 0, to: count - 1, by: 2).map { ends[$0]..<ends[$0 + 1] }
  }

  @Test func isPlannedForAsAtOnce() throws {
    var generator = RandomTests.generator()
    var cut = 0
    for _ in 0..<RandomTests.rounds(600) {
      let text = Self.text(&generator)
      let selections = Self.selections(of: text, &generator)
      let dialect = Bool.random(using: &generator) ? Dialect.gitHub : .commonMark
      var options = EditingOptions.commonMark
      options.dialect = dialect
      let mark = Mark.all(in: dialect).randomElement(using: &generator) ?? .strong
      let action = MarkAction.allCases.randomElement(using: &generator) ?? .toggle
      let command = MarkCommand(action, mark, options: options)
      let document = try MarkdownDocument(TextBuffer(text))
      let units = SelectionUnits(selections, in: document, dialect, length: 8)
      if units.isOne || selections.allSatisfy({ $0.isEmpty }) { continue }
      cut += 1
      let comment: Comment =
        "\(action) \(mark.name) \(dialect) on \(selections) of \(text.debugDescription), seed \(RandomTests.seed)"
      let source = Array(text.utf8)
      let outcome = units.outcome(of: command)
      let atOnce = command.outcome(onUTF8: selections, atOnceIn: document)
      guard case .plan(let plan) = outcome, case .plan(let whole) = atOnce else {
        #expect(outcome == atOnce, comment)
        continue
      }
      #expect(plan.effect == whole.effect, comment)
      let edited = plan.edit.applying(to: source)
      let edits = (units: edited, whole: whole.edit.applying(to: source))
      // A leaf planned together with others may be spelled differently, but has the same marks.
      let states = [(edits.units, plan), (edits.whole, whole)].map { text, plan in
        MarkStates(of: plan.selections, inWhole: text, options: options).entries[mark]
      }
      #expect(states[0] == states[1], comment)
      if edits.units == edits.whole, selections.count == 1 {
        #expect(plan.selections == whole.selections, comment)
        #expect(plan.leaves == whole.leaves, comment)
      }
    }
    #expect(cut > RandomTests.rounds(200), "seed \(RandomTests.seed)")
  }

  @Test func hasTheStateThatItHasAtOnce() throws {
    var generator = RandomTests.generator()
    for _ in 0..<RandomTests.rounds(100) {
      let text = (0..<40).map { _ in Self.text(&generator) }.joined(separator: "\n\n")
      let selections = Self.selections(of: text, &generator)
      var options = EditingOptions.commonMark
      options.dialect = Bool.random(using: &generator) ? .gitHub : .commonMark
      let document = try MarkdownDocument(TextBuffer(text))
      let state = MarkStates(of: selections, in: document, options: options)
      let atOnce = MarkStates(of: selections, inWhole: Array(text.utf8), options: options)
      for (entry, whole) in zip(state.entries, atOnce.entries) {
        #expect(
          entry == whole || selections.allSatisfy { $0.isEmpty },
          "\(entry.row.name) \(options.dialect) on \(selections) of \(text.debugDescription), seed \(RandomTests.seed)"
        )
      }
    }
  }

  /// cmark-gfm reads the indented line as the footnote's paragraph, which continues below.
  @Test(arguments: ["\n", "\r\n", "\r"]) func aParagraphOfAFootnoteIsNotCut(ending: String) throws {
    func text(_ lines: [String]) -> String { lines.joined(separator: ending) }
    let before = text(["[^1]: note", "", "    more", "words", "", "end", ""])
    var options = EditingOptions.commonMark
    options.dialect = .gitHub
    let document = try MarkdownDocument(TextBuffer(before))
    let units = SelectionUnits([0..<before.utf8.count], in: document, .gitHub, length: 8)
    let command = MarkCommand(.mark, .emphasis, options: options)
    let plan = try #require(units.outcome(of: command).plan)
    #expect(
      String(decoding: plan.edit.applying(to: Array(before.utf8)), as: UTF8.self)
        == text(["[^1]: *note*", "", "    *more", "words*", "", "*end*", ""]))
  }

  /// `[^1]: n` is in force for the text that is read, where the indented code belongs to no footnote.
  @Test(arguments: ["", "\u{FEFF}", "---\nt: [^1]\n---\n"])
  func codeThatBeginsADocumentIsInNoFootnote(beginning: String) throws {
    let text = beginning + "    code\na b [^1]\n\nc\n\n[^1]: n\n"
    let start = beginning.utf8.count
    var options = EditingOptions.commonMark
    options.dialect = .gitHub
    let document = try MarkdownDocument(TextBuffer(text))
    let command = MarkCommand(.mark, .code, options: options)
    let plan = try #require(
      command.outcome(onUTF8: [start + 6..<start + 10], atOnceIn: document).plan)
    #expect(
      String(decoding: plan.edit.applying(to: Array(text.utf8)), as: UTF8.self)
        == beginning + "    code\n`a` b [^1]\n\nc\n\n[^1]: n\n")
  }

  @Test func aCommandKnowsThatAPartLacksTheMark() throws {
    let marked = String(repeating: "**word**\n\n", count: 7000)
    let text = "word\n\n" + marked
    let document = try MarkdownDocument(TextBuffer(text))
    let all = 0..<text.utf8.count
    let toggle = MarkCommand(.toggle, .strong, options: .commonMark)
    let plan = try #require(toggle.outcome(onUTF8: [all], in: document).plan)
    #expect(plan.effect == .added)
    #expect(plan.edit.replacements.count == 2)
    #expect(plan.selections == [2..<text.utf8.count])
    #expect(
      CommandState.all(of: [all], in: document, groups: [.marks])[.strong]?.presence == .mixed)
    let behind = 6..<text.utf8.count
    let taken = try #require(toggle.outcome(onUTF8: [behind], in: document).plan)
    #expect(taken.effect == .removed)
    #expect(taken.edit.replacements.count == 14_000)
    #expect(
      CommandState.all(of: [behind], in: document, groups: [.marks])[.strong]?.presence == .on)
  }
}
