import CommonMark
import EditorTestSupport
import MarkdownEditing
import MarkdownSyntax
import Testing
import TextEditing

/// Checks that commands preserve a dialect's additions to CommonMark.
@Suite struct DialectTests {
  @Test func aPartOfLongFrontMatterStays() throws {
    let lines = (0..<400).map { "k\($0): value words here\n\n" }.joined()
    let document = try MarkdownDocument(
      TextBuffer("---\ntitle: word\n\n\(lines)z: y\n---\n\ntext\n"))
    for range in [0..<15, 0..<60, 4..<9, 11..<15, 3000..<3005] {
      for mark in Mark.all(in: .gitHub) {
        var command = MarkCommand(.toggle, mark, options: .commonMark)
        command.options.dialect = .gitHub
        let outcome = command.outcome(onUTF8: [range], in: document)
        #expect(outcome == .unchanged(.nothingMarkable), "\(mark.name) on \(range)")
      }
    }
  }

  /// Many uses of a label, whose definition is longer than all of them. CommonMark reads the text
  /// between the backticks as code.
  @Test func aDefinitionMayBeLongerThanItsUses() {
    var command = MarkCommand(.toggle, .strong, options: .commonMark)
    command.options.dialect = .obsidian
    let uses = "%%`%% " + String(repeating: "[a] ", count: 158)
    let definition = "\n\n[a]: /" + String(repeating: "u", count: 632)
    #expect(
      result(command, uses + "` ⟦x⟧" + definition) == uses + "` **⟦x⟧**" + definition)
  }

  /// In an indexed document of all constructs, a command has the same result as on the whole text.
  @Test func theSameAsOnTheWholeText() throws {
    let text = """
      ---
      title: "*a*"
      ---
      A paragraph[^1] with ~~struck *text*~~ and www.example.com.

      | a | b *c* |
      |---|:-:|
      | `x \\| y` | **z** |

      - [ ] one
      - [x] two [^2]

      [^1]: a note

          goes *on*

      [^2]: another

      The end.

      """
    let source = Array(text.utf8)
    let document = try MarkdownDocument(TextBuffer(text))
    var generator = RandomTests.generator()
    for _ in 0..<RandomTests.rounds(40) {
      let start = Int.random(in: 0...source.count, using: &generator)
      let end = min(source.count, start + Int.random(in: 0...40, using: &generator))
      var command = MarkCommand(
        .toggle, Mark.all(in: .gitHub).randomElement(using: &generator) ?? .strong,
        options: .commonMark)
      command.options.dialect = .gitHub
      let whole = command.outcome(onUTF8: [start..<end], in: source)
      let sliced = command.outcome(onUTF8: [start..<end], in: document)
      #expect(sliced == whole, "\(command.mark.name) \(start)..<\(end)")
    }
  }

  /// Whether a footnote reference is one depends on definitions anywhere in the document.
  @Test func whatIsDefinedNowhereIsText() throws {
    let text = "a [^e] b [^f] c\n\n" + String(repeating: "more\n\n", count: 200) + "[^e]: d\n"
    let document = try MarkdownDocument(TextBuffer(text))
    var command = MarkCommand(.toggle, .code, options: .commonMark)
    command.options.dialect = .gitHub
    let outcome = command.outcome(onUTF8: [0..<15], in: document)
    #expect(outcome == command.outcome(onUTF8: [0..<15], in: Array(text.utf8)))
    guard case .plan(let plan) = outcome else {
      Issue.record("no plan")
      return
    }
    #expect(
      String(decoding: plan.edit.applying(to: Array(text.utf8)).prefix(19), as: UTF8.self)
        == "`a` [^e] `b [^f] c`")
  }

  @Test func theStateHasTheDialectsMarks() {
    var options = EditingOptions.commonMark
    options.dialect = .gitHub
    let state = CommandState.all(
      of: [4..<7], in: Array("| ~~one~~ |\n|-|".utf8), groups: [.marks], dialect: options.dialect,
      options: options)
    #expect(state.map(\.row.mark) == Mark.all(in: .gitHub))
    #expect(state[.strikethrough]?.presence == .on)
    #expect(state[.strong]?.applies == true)
  }
}
