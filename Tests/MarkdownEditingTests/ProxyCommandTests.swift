import EditorTestSupport
import MarkdownEditing
import Testing
import TextEditing

/// Commands on a keyboard extension's proxy: context before and after, but no way to select.
@Suite struct ProxyCommandTests {
  private func proxy(_ marked: String, limit: Int = 1024) throws -> BufferProxy {
    let (text, selections) = try MarkedText.read(marked)
    var buffer = TextBuffer(text)
    buffer.selectedTextRange = selections.first.map { BufferRange(utf8: $0) }
    return BufferProxy(buffer, contextLimit: limit)
  }

  private func tap(
    _ identifier: String, _ marked: String, limit: Int = 1024, wholeBelow: Int = 0
  ) throws -> String {
    var proxy = try proxy(marked, limit: limit)
    let bar = AccessoryBar(proxy.commandStates())
    let outcome = bar.tap(identifier) { proxy.perform($0, wholeBelow: wholeBelow) }
    switch outcome {
    case .plan:
      let input = proxy.input
      return MarkedText.render(
        input.utf8Bytes, selections: input.selection.map { [$0] } ?? [])
    case .unchanged(let reason): return "unchanged: \(reason)"
    case .refused(let reason):
      #expect(proxy.input.description == (try MarkedText.read(marked).0))
      return "refused: \(reason)"
    case nil: return "no button"
    }
  }

  @Test func marksNeedOnlyTheWord() throws {
    #expect(try tap("strong", "See the ⟦seed⟧ list.") == "See the **seed‸** list.")
    #expect(try tap("strong", "See the **⟦seed⟧** list.") == "See the seed‸ list.")
    #expect(try tap("emphasis", "See se‸ed list.") == "See *se‸ed* list.")
    #expect(try tap("code", "a 👨‍👩‍👧 ⟦é👍🏽⟧ b") == "a 👨‍👩‍👧 `é👍🏽‸` b")
    // The context ends three characters before and after the word.
    #expect(try tap("strong", "abc def gh ⟦seed⟧ list", limit: 3) == "abc def gh **seed‸** list")
  }

  @Test func aBlockNeedsItsEdges() throws {
    #expect(
      try tap("heading-2", "See the se‸ed list.", wholeBelow: 1000) == "## See the se‸ed list.")
    #expect(try tap("heading-2", "See the se‸ed list.") == "refused: contextTooShort")
    #expect(try tap("heading-2", "a\n\nSee the se‸ed.") == "a\n\n## See the se‸ed.")
    #expect(try tap("heading-2", "‸See the seed.") == "## ‸See the seed.")
    // The blank line is further away than the context reaches.
    #expect(try tap("heading-2", "a\n\nSee the se‸ed.", limit: 5) == "refused: contextTooShort")
    #expect(try tap("quote", "a\n\n⟦b\nc⟧") == "a\n\n> b\n> c‸")
    // A list that is hidden above would take the blank line between away.
    #expect(try tap("bullet-list", "a\n\n⟦b⟧\n\nc") == "refused: contextTooShort")
    #expect(try tap("bullet-list", "a\n\n⟦b⟧\n\nc", wholeBelow: 99) == "a\n\n- b‸\n\nc")
    #expect(try tap("indent", "a‸", wholeBelow: 9) == "unchanged: notInList")
  }

  @Test func deletingAndTypingReachBothSidesOfTheSelection() throws {
    #expect(try tap("strong", "x **a ⟦b⟧ c** y") == "x **a** b‸ **c** y")
    #expect(try tap("clear-formatting", "x **⟦b⟧** y") == "x b‸ y")
    #expect(try tap("bullet-list", "- a‸", wholeBelow: 99) == "a‸")
  }

  @Test func keysOfAnExtension() throws {
    var proxy = try proxy("x\n\n- a‸")
    let newline = try #require(EditingCommand(named: "newline"))
    // The text above may be an item, with a loose list and the new item further down.
    #expect(proxy.perform(newline) == .refused(.contextTooShort))
    let outcome = proxy.perform(newline, wholeBelow: 100)
    #expect(outcome.plan != nil)
    #expect(proxy.input.description == "x\n\n- a\n- ")
  }

  @Test func withoutASelectionNothingIsDone() throws {
    var buffer = TextBuffer("text")
    buffer.selectedTextRange = nil
    // A proxy without text acts as a caret outside any text.
    var proxy = BufferProxy(buffer)
    #expect(AccessoryBar(proxy.commandStates([.marks])).items.count == 4)
    let before = proxy.input
    _ = proxy.perform(.toggle(.strong))
    #expect(proxy.input.utf8Bytes == before.utf8Bytes)
  }

  /// A command carried out with a short context must have the same result as on the whole text.
  @Test func aShortContextNeverGivesAnotherResult() throws {
    let texts = [
      "a ⟦b⟧ c\nd\n\n- e\n- f\n", "- a\n- ⟦b⟧\n\nc\n", "> a\n> ⟦b⟧ c\n", "x\n\n1. ‸a\n2. b\n",
      "See **the ‸seed** list\nand more\n\n# h\n", "a\n⟦b\nc⟧\nd\n", "# ‸a\nb\n",
      "- [ ] a\n- [x] ‸b\n\nc",
    ]
    let names = ["strong", "emphasis", "code", "heading-2", "bullet-list", "task-list", "quote"]
    var (done, refused) = (0, 0)
    for marked in texts {
      let (text, selections) = try MarkedText.read(marked)
      for name in names {
        var editor = try MarkdownEditor(TextBuffer(text))
        editor.utf8Selections = selections
        let bar = AccessoryBar(editor.commandStates())
        let expected =
          bar.tap(name) { editor.perform($0) }?.plan != nil ? editor.buffer.description : text
        for limit in [1, 2, 4, 7, 12, 40] {
          var proxy = try proxy(marked, limit: limit)
          switch bar.tap(name, perform: { proxy.perform($0) }) {
          case .plan, .unchanged:
            done += 1
            #expect(proxy.input.description == expected, "\(name) \(marked) \(limit)")
          case .refused:
            refused += 1
            #expect(proxy.input.description == text)
          case nil: Issue.record("no \(name)")
          }
        }
      }
    }
    #expect(done > 100 && refused > 20, "\(done) done, \(refused) refused")
  }
}
