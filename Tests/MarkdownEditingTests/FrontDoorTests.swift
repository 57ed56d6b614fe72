import Foundation
import MarkdownBar
import MarkdownEditing
import MarkdownFoundation
import MarkdownSyntax
import Observation
import Testing
import TextEditing

/// What a new user of the package meets first: ranges, errors, descriptions, storage, a bar, and a command of their own.
@Suite struct FrontDoorTests {
  // MARK: Ranges

  @Test func everyUnitSelectsTheSame() throws {
    let text = "👍 one two"
    let index = try #require(text.firstRange(of: "one"))
    let ranges: [TextRange] = [
      .utf16(3..<6), .utf8(5..<8), TextRange(index, in: text), TextRange(NSRange(index, in: text)),
    ]
    for range in ranges {
      let result = text.performing(.toggle(.strong), in: range)
      #expect(result.text == "👍 **one** two")
      #expect(result.nsSelection == NSRange(location: 5, length: 3))
    }
    let far = TextRange(NSRange(location: NSNotFound, length: 9))
    #expect(text.performing(.quote, in: far).text == text)
    var editor = try MarkdownEditor(text)
    try editor.select(.utf16(3..<6))
    #expect(editor.nsSelections == [NSRange(location: 3, length: 3)])
    #expect(
      "a".performing(.quote, in: TextRange(NSRange(location: NSNotFound, length: 0))).text == "a")
  }

  @Test(arguments: [
    ([TextRange.utf16(0..<9)], "the UTF-16 range 0..<9 is outside a text of 4 code units"),
    ([.utf16(1..<2)], "the UTF-16 offset 1 lies inside a surrogate pair"),
    (
      [.utf16(2..<4), .utf16(3..<4)],
      "the selection of the bytes 5..<6 begins before the end of another"
    ),
    ([.utf8(0..<9)], "the UTF-8 range 0..<9 is outside a text of 6 bytes"),
    ([.utf8(1..<4)], "the UTF-8 offset 1 lies inside a character's bytes"),
  ])
  func selectingSaysWhatIsWrong(_ ranges: [TextRange], _ sentence: String) throws {
    var editor = try MarkdownEditor("👍ab")
    try editor.select(.utf8(4..<5))
    let error = #expect(throws: TextEditError.self) { try editor.select(ranges) }
    #expect(error?.description == sentence)
    #expect(editor.utf8Selections == [4..<5])
  }

  @Test func nothingIsClamped() throws {
    #expect("a".performing(.heading(9), in: .utf8(0..<1)).outcome == .unchanged(.badArgument))
    #expect("a".performing(.heading(0), in: .utf8(0..<1)).outcome == .unchanged(.badArgument))
    let table = EditingCommand.insertTable(rows: -1, columns: 2)
    #expect("a".performing(table, in: .utf8(0..<1)).outcome == .unchanged(.badArgument))
    #expect(AccessoryBar.ItemID(named: "stong") == nil)
  }

  // MARK: Descriptions and storage

  @Test func descriptionsAreShort() throws {
    var options = EditingOptions()
    options.atEdge = .pending
    let descriptions: [(EditingCommand, String)] = [
      (.toggle(.strong), "strong"), (.unmark(.code), "unmark code"), (.heading(2), "heading-2"),
      (.link(to: "https://u.io"), #"link "https://u.io""#),
      (.quote.with(options), "quote atEdge: pending"),
    ]
    for (command, description) in descriptions { #expect("\(command)" == description) }
    let outcomes: [(EditingCommand, String)] = [
      (.toggle(.strong), #"added: 0..<0 → "**", 1..<1 → "**"; selected: 2..<3"#),
      (.outdent, "The selection is not in a list item that can change this way."),
    ]
    for (command, description) in outcomes {
      #expect("\("a".performing(command, in: .utf8(0..<1)).outcome)" == description)
    }
    #expect("\(Dialect.gitHub)" == "github" && "\(Dialect([.tables, .tasks]))" == "tables, tasks")
  }

  @Test func everySentenceHasOneForm() {
    for reason in Outcome.Unchanged.allCases {
      #expect(reason.description.first?.isUppercase == true && reason.description.last == ".")
    }
  }

  @Test func commandsOptionsAndDialectsAreStoredByNames() throws {
    func stored(_ value: some Codable & Equatable) throws -> String {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let data = try encoder.encode(value)
      #expect(try JSONDecoder().decode(type(of: value), from: data) == value)
      return String(decoding: data, as: UTF8.self)
    }
    var options = EditingOptions()
    options.atEdge = .pending
    #expect(
      try stored(EditingCommand.link(to: "https://u.io"))
        == #"{"argument":"https://u.io","command":"link"}"#)
    #expect(try stored(EditingCommand.unmark(.code)) == #"{"action":"unmark","command":"code"}"#)
    #expect(
      try stored(EditingCommand.quote.with(options)).contains(#""atEdge":"pending""#))
    #expect(try stored(Dialect.gitHub) == #""github""#)
    #expect(try stored(Dialect([.tables, .tasks])) == #"["tables","tasks"]"#)
    let wrong = [
      #"{"command":"strog"}"#, #"{"command":"quote","action":"unmark"}"#,
      #"{"command":"quote","options":{"atEdge":"now"}}"#,
    ]
    for json in wrong {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(EditingCommand.self, from: Data(json.utf8))
      }
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Dialect.self, from: Data(#"["tabels"]"#.utf8))
    }
  }

  // MARK: The bar

  @Test func aBarHasTenButtonsAndAllOnDemand() throws {
    let bar = AccessoryBar(try MarkdownEditor("a"))
    #expect(bar.items.map(\.title).prefix(3) == ["Bold", "Italic", "Code"])
    #expect(bar.items.count == 10)
    #expect(bar[.quote]?.command == .quote && bar[.codeBlock]?.command == .codeBlock)
    let rows = CommandRow.all.filter { $0.isAvailable(in: .gitHub) && $0.group != .typing }
    #expect(bar.sections.flatMap(\.items).count == rows.count)
    #expect(bar.arranged().items.flatMap { $0.menu.isEmpty ? [$0] : $0.menu }.count == rows.count)
    #expect(
      bar.arranged([.quote, .strong], addsOthers: false).items.map(\.id) == [.quote, .strong])
  }

  // MARK: A command of one's own

  private let ask = CustomCommand { before in
    let heading = before.tree.nodes.first {
      $0.kind == .heading && $0.range.contains(before.selection.lowerBound)
    }
    return heading.map {
      TextEdit([.init($0.content.upperBound..<$0.content.upperBound, with: "?")])
    }
  } goal: { before, after in
    before.tree.nodes.count == after.tree.nodes.count
  }

  @Test func aCommandOfOnesOwnIsProved() throws {
    var editor = try MarkdownEditor("# a\n\n- b\n")
    try editor.select(.utf8(2..<2))
    #expect(editor.perform(ask).plan != nil && editor.text == "# a?\n\n- b\n")
    editor.undo()
    #expect(editor.text == "# a\n\n- b\n")
    try editor.select(.utf8(7..<7))
    #expect(editor.perform(ask) == .unchanged(.noText))
  }

  /// The edit is right for the goal, but changes the block below.
  @Test func anEditThatReachesAnotherBlockIsRefused() throws {
    let fence = CustomCommand { _ in
      TextEdit([.init(0..<0, with: "```\n")])
    } goal: { _, _ in
      true
    }
    let source = Array("a\n\n# b\n".utf8)
    #expect(fence.outcome(utf8: 0..<0, in: source) == .refused(.blocksDiffer(0..<0)))
    let never = CustomCommand { _ in
      TextEdit([.init(0..<0, with: "x")])
    } goal: { _, _ in
      false
    }
    #expect(never.outcome(utf8: 0..<0, in: source) == .refused(.noSpelling(0..<0)))
    let outside = CustomCommand { _ in
      TextEdit([.init(0..<99, with: "x")])
    } goal: { _, _ in
      true
    }
    let error = TextEditError.outOfBounds(0..<99, utf8Count: 7)
    #expect(outside.outcome(utf8: 0..<0, in: source) == .refused(.invalidRange(error)))
  }

  // MARK: Foundation

  @Test func anAttributedStringHasTheStylesOfTokens() throws {
    let source = "# Sow\n\n👍 **beans** `x`"
    let text = try AttributedString(markdownSource: source)
    #expect(String(text.characters) == source)
    let runs = text.runs.compactMap { run in
      run.markdownStyle.map { (String(text[run.range].characters), $0) }
    }
    let strong = runs.filter { $0.1.marks.contains(.strong) }.map(\.0)
    #expect(strong == ["**", "beans", "**"])
    #expect(runs.first { $0.0 == "Sow" }?.1.level == 1)
    #expect(runs.first { $0.0 == "x" }?.1.kind == .codeSpan)
  }

  @Test func anObservedEditorTellsOfItsChanges() throws {
    let note = try ObservableEditor("Sow beans.")
    let changes = Changes()
    withObservationTracking {
      _ = note.text
    } onChange: {
      changes.count += 1
    }
    try note.select(.utf16(4..<9))
    #expect(note.perform(.toggle(.strong)).plan != nil)
    #expect(changes.count == 1 && note.text == "Sow **beans**." && note.bar[.strong]?.isOn == true)
    #expect(note.undo() && note.redo())
    note.insertText("peas")
    #expect(note.text == "Sow **peas**.")
  }

  private final class Changes: @unchecked Sendable {
    // Written by one test on one thread.
    var count = 0
  }
}
