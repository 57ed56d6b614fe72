import EditorTestSupport
import MarkdownEditing
import Testing

@Suite struct CaretTests {
  private func states(_ marked: String) -> [CommandState] {
    let (text, selections) = MarkedText.parse(marked)
    return CommandState.all(
      of: selections, in: Array(text.utf8), groups: [.marks], dialect: .commonMark)
  }

  @Test func aBarLightsWhatIsTypedNext() {
    #expect(states("**te‸xt**").map(\.presence) == [.on, .off, .off])
    #expect(states("**text**‸").map(\.presence) == [.off, .off, .off])
    #expect(states("⟦a **b**⟧ `c`").map(\.presence) == [.mixed, .off, .off])
    #expect(states("*`⟦c⟧`*").map(\.presence) == [.off, .on, .on])
  }

  @Test func aButtonIsEnabledWhereItsCommandDoesSomething() {
    #expect(states("a ⟦b⟧").map(\.applies) == [true, true, true])
    #expect(states("    co‸de").map(\.applies) == [false, false, false])
    #expect(states("a ⟦ ⟧ b").map(\.applies) == [false, false, false])
  }
}
