import EditorTestSupport
import MarkdownBar
import MarkdownEditing
import Testing
import TextEditing

/// Commands on a keyboard extension's proxy: context before and after, but no way to select.
@Suite struct ProxyCommandTests {
  private func tap(
    _ identifier: String, _ marked: String, limit: Int, wholeBelow: Int
  ) throws -> String {
    var proxy = HostProxy(try TextBuffer(marked: marked), contextLimit: limit)
    let bar = AccessoryBar(proxy.commandStates())
    let outcome = bar.tap(.own(identifier)) { proxy.perform($0, wholeBelow: wholeBelow) }
    switch outcome {
    case .plan: return proxy.marked
    case .unchanged(let reason):
      #expect(proxy.text == (try MarkedText.read(marked).0))
      return "unchanged: \(reason.rawValue)"
    case .refused(let reason): return "refused: \(reason.name)"
    case nil: return "no button"
    }
  }

  @Test(
    "a command needs its word or the edges of its block",
    arguments: [
      ("strong", "See the ⟦seed⟧ list.", 1024, 0, "See the **seed‸** list."),
      ("strong", "See the **⟦seed⟧** list.", 1024, 0, "See the seed‸ list."),
      ("emphasis", "See se‸ed list.", 1024, 0, "See *se‸ed* list."),
      ("code", "a 👨‍👩‍👧 ⟦é👍🏽⟧ b", 1024, 0, "a 👨‍👩‍👧 `é👍🏽‸` b"),
      // The context ends three characters before and after the word.
      ("strong", "abc def gh ⟦seed⟧ list", 3, 0, "abc def gh **seed‸** list"),
      ("strong", "x **a ⟦b⟧ c** y", 1024, 0, "x **a** b‸ **c** y"),
      ("clear-formatting", "x **⟦b⟧** y", 1024, 0, "x b‸ y"),
      ("bullet-list", "- a‸", 1024, 99, "a‸"),
      ("heading-2", "See the se‸ed list.", 1024, 1000, "## See the se‸ed list."),
      ("heading-2", "See the se‸ed list.", 1024, 0, "unchanged: contextTooShort"),
      ("heading-2", "a\n\nSee the se‸ed.", 1024, 0, "a\n\n## See the se‸ed."),
      // A host may also show nothing at the edge of a sentence.
      ("heading-2", "‸See the seed.", 1024, 0, "unchanged: contextTooShort"),
      ("heading-2", "‸See the seed.", 1024, 20, "## ‸See the seed."),
      // The blank line is further away than the context reaches.
      ("heading-2", "a\n\nSee the se‸ed.", 5, 0, "unchanged: contextTooShort"),
      ("quote", "a\n\n⟦b\nc⟧", 1024, 0, "unchanged: contextTooShort"),
      ("quote", "a\n\n⟦b\nc⟧", 1024, 4, "a\n\n> b\n> c‸"),
      // A list that is hidden above would take the blank line between away.
      ("bullet-list", "a\n\n⟦b⟧\n\nc", 1024, 0, "unchanged: contextTooShort"),
      ("bullet-list", "a\n\n⟦b⟧\n\nc", 1024, 99, "a\n\n- b‸\n\nc"),
      ("indent", "a‸", 1024, 9, "unchanged: notInList"),
    ])
  func taps(_ name: String, _ before: String, limit: Int, wholeBelow: Int, _ after: String) throws {
    #expect(try tap(name, before, limit: limit, wholeBelow: wholeBelow) == after)
  }

  @Test func keysOfAnExtension() throws {
    var proxy = HostProxy(try TextBuffer(marked: "x\n\n- a‸"))
    let newline = try #require(EditingCommand(named: "newline"))
    // The text above may be an item, with a loose list and the new item further down.
    #expect(proxy.perform(newline) == .unchanged(.contextTooShort))
    let outcome = proxy.perform(newline, wholeBelow: 100)
    #expect(outcome.plan != nil)
    #expect(proxy.text == "x\n\n- a\n- ")
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
      for name in names {
        var editor = try MarkdownEditor(marked: marked)
        let text = editor.text
        let bar = AccessoryBar(editor.commandStates())
        let expected =
          bar.tap(.own(name)) { editor.perform($0) }?.plan != nil
          ? editor.buffer.description : text
        for limit in [1, 2, 4, 7, 12, 40] {
          var proxy = HostProxy(try TextBuffer(marked: marked), contextLimit: limit)
          switch bar.tap(.own(name), perform: { proxy.perform($0) }) {
          case .unchanged(.contextTooShort):
            refused += 1
            #expect(proxy.text == text)
          case .plan, .unchanged:
            done += 1
            #expect(proxy.text == expected, "\(name) \(marked) \(limit)")
          case .refused(let reason): Issue.record("\(reason)")
          case nil: Issue.record("no \(name)")
          }
        }
      }
    }
    #expect(done > 100 && refused > 20, "\(done) done, \(refused) refused")
  }
}
