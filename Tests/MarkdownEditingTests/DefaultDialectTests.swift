import EditorTestSupport
import MarkdownEditing
import MarkdownSyntax
import Testing
import TextEditing

/// Checks the calls without a dialect, and the bar of each dialect.
@Suite struct DefaultDialectTests {
  private func buffer(_ marked: String) throws -> TextBuffer {
    let (text, selections) = try MarkedText.read(marked)
    var buffer = TextBuffer(text)
    buffer.selectedTextRange = selections.first.map { BufferRange(utf8: $0) }
    return buffer
  }

  @Test(
    "a call without a dialect reads GitHub's Markdown",
    arguments: [
      ("| ⟦one | two⟧ |\n|---|---|", "| **⟦one** | **two⟧** |\n|---|---|"),
      ("- ⟦[ ] todo⟧", "- [ ] **⟦todo⟧**"),
    ])
  func toggle(_ before: String, _ after: String) throws {
    let buffer = try buffer(before)
    var input = buffer
    input.perform(.toggle(.strong))
    var editor = try MarkdownEditor(buffer)
    editor.perform(.toggle(.strong))
    let texts = [input.utf8Bytes, editor.buffer.utf8Bytes]
    for text in texts {
      #expect(text == MarkedText.parse(after).text.utf8.map { $0 })
    }
    input = buffer
    input.perform(.toggle(.strong), dialect: .commonMark)
    editor = try MarkdownEditor(buffer, dialect: .commonMark)
    editor.perform(.toggle(.strong))
    #expect(input.utf8Bytes == editor.buffer.utf8Bytes)
    #expect(input.utf8Bytes != texts[0])
  }

  /// A bar with default arguments, at random situations of the fixtures: a button is enabled if a tap on it has
  /// something to do. The tap may be refused. With every situation, the test would take ten minutes.
  @Test func aButtonIsEnabledWhereATapDoesSomething() throws {
    let situations = Set((CommandFixture.all + CommandFixture.dialects).map(\.before))
    #expect(situations.count > 300)
    var random = RandomTests.generator()
    for marked in situations.sorted().shuffled(using: &random).prefix(RandomTests.rounds(150)) {
      let buffer = try buffer(marked)
      let bar = AccessoryBar(buffer.commandStates())
      for item in bar.items where CommandRow(name: item.identifier)?.isAlwaysEnabled == false {
        var input = buffer
        // A state assumes a destination for commands that need one.
        let takesAddress = ["link", "image", "paste", "paste-url", "paste-html"].contains(
          item.identifier)
        let argument = takesAddress ? "https://example.org" : nil
        let outcome = bar.tap(item.identifier, argument: argument) { input.perform($0) }
        switch outcome {
        case .refused: break
        // An unused footnote definition can only be noticed by reading the whole document.
        case .unchanged(.nowhereToMove) where item.identifier == "footnote-jump": break
        // Here the session that would hold the mark is the caller's.
        case .unchanged(.nothingToMark): #expect(item.isEnabled, "\(item.identifier): \(marked)")
        default:
          #expect(
            item.isEnabled == (outcome?.plan != nil),
            "\(item.identifier): \(marked), seed \(RandomTests.seed)")
        }
      }
    }
  }

  @Test(arguments: Dialect.named.map { $0.dialect })
  func aBarHasOnlyWhatTheDialectHas(_ dialect: Dialect) throws {
    for marked in ["a‸", "| ⟦a⟧ |\n|---|", "- [ ] ‸a"] {
      let editor = try MarkdownEditor(buffer(marked), dialect: dialect)
      let states = editor.commandStates()
      let bar = AccessoryBar(states, dialect: dialect)
      #expect(bar.items.contains { $0.group == .tables } == dialect.extensions.contains(.tables))
      #expect((bar["task-list"] != nil) == dialect.extensions.contains(.tasks))
      #expect((bar["strikethrough"] != nil) == Mark.strikethrough.isAvailable(in: dialect))
      #expect((bar["highlight"] != nil) == Mark.highlight.isAvailable(in: dialect))
      for state in states where !state.row.isAvailable(in: dialect) {
        #expect(state.reason == .notInDialect)
        let command = EditingCommand(state.row)
        var tapped = editor
        #expect(tapped.perform(command) == .unchanged(.notInDialect))
      }
    }
  }
}
