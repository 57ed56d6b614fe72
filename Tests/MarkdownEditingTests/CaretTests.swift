import EditorTestSupport
import MarkdownEditing
import Testing

@Suite struct CaretTests {
  @Test func aWordGainsTheMark() {
    check("te‸xt", .strong, "**te‸xt**")
    check("‸text", .emphasis, "*‸text*")
    check("text‸", .code, "`text‸`")
  }

  @Test func aRunLosesIt() {
    check("**te‸xt and more**", .strong, "te‸xt and more")
    var words = EditingOptions.commonMark
    words.inRun = .word
    check("**te‸xt and more**", .strong, "te‸xt **and more**", options: words)
  }

  @Test func anEndIsSteppedOver() {
    check("**text‸**", .strong, "**text**‸")
    check("**text**‸", .strong, "**text‸**")
    check("**‸text**", .strong, "‸**text**")
    check("‸**text**", .strong, "**‸text**")
    // An underscore does not close inside a word, but a blank may be typed first.
    check("__text‸__", .strong, "__text__‸")
  }

  @Test func aPairElsewhere() {
    check("a ‸ b", .strong, "a **‸** b")
    check("a\n\n‸\n\nb", .emphasis, "a\n\n*‸*\n\nb")
    check("- ‸", .code, "- `‸`")
    var pairs = EditingOptions.commonMark
    pairs.atEdge = .pair
    check("a ‸b", .strong, "a **‸**b", options: pairs)
  }

  @Test func anEmptyPairGoes() {
    check("a **‸** b", .strong, "a ‸ b")
    check("***‸***", .emphasis, "**‸**")
    check("`‸`", .code, "‸")
  }

  @Test func nothingInCodeBlocksHTMLAndDefinitions() {
    let nothing = "unchanged: caretOutsideText"
    check("```\na‸b\n```", .strong, nothing)
    check("<div>\na‸b\n</div>", .strong, nothing)
    check("[a‸b]: /u", .strong, nothing)
    check("a <b‸r> c", .emphasis, nothing)
    check("[a](/‸u)", .code, nothing)
  }

  @Test func aBarLightsWhatIsTypedNext() {
    func presences(_ marked: String) -> [CommandState.Presence] {
      let (text, selections) = MarkedText.parse(marked)
      return CommandState.all(
        of: selections, in: Array(text.utf8), groups: [.marks], dialect: .commonMark
      ).map(\.presence)
    }
    #expect(presences("**te‸xt**") == [.on, .off, .off])
    #expect(presences("**text**‸") == [.off, .off, .off])
    #expect(presences("⟦a **b**⟧ `c`") == [.mixed, .off, .off])
    #expect(presences("*`⟦c⟧`*") == [.off, .on, .on])
  }

  @Test func aButtonIsEnabledWhereItsCommandDoesSomething() {
    func applies(_ marked: String) -> [Bool] {
      let (text, selections) = MarkedText.parse(marked)
      return CommandState.all(
        of: selections, in: Array(text.utf8), groups: [.marks], dialect: .commonMark
      ).map(\.applies)
    }
    #expect(applies("a ⟦b⟧") == [true, true, true])
    #expect(applies("    co‸de") == [false, false, false])
    #expect(applies("a ⟦ ⟧ b") == [false, false, false])
  }
}
