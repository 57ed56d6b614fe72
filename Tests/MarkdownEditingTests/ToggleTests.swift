import EditorTestSupport
import MarkdownEditing
import MarkdownSyntax
import Testing
import TextEditing

/// Returns the marked text after a command, or the reason why nothing was done.
func result(_ command: MarkCommand, _ marked: String) -> String {
  let (text, selections) = MarkedText.parse(marked)
  let source = Array(text.utf8)
  switch command.outcome(onUTF8: selections, in: source) {
  case .plan(let plan):
    return MarkedText.render(plan.edit.applying(to: source), selections: plan.selections)
  case .unchanged(let reason): return "unchanged: \(reason.rawValue)"
  case .refused(let refusal): return "refused: \(refusal)"
  }
}

func check(
  _ before: String, _ mark: Mark, _ after: String, options: EditingOptions = .commonMark,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(
    result(MarkCommand(.toggle, mark, options: options), before) == after,
    sourceLocation: sourceLocation)
}

@Suite struct ToggleTests {
  @Test func whiteSpaceStaysOutside() {
    check("a⟦ word ⟧b", .strong, "a **⟦word⟧** b")
    check("⟦a b⟧", .strong, "**⟦a b⟧**")
    check("⟦  ⟧", .strong, "unchanged: nothingMarkable")
  }

  @Test func runsAreSplitAndJoined() {
    check("**a ⟦b⟧ c**", .strong, "**a** ⟦b⟧ **c**")
    check("**a** ⟦b⟧ **c**", .strong, "**a ⟦b⟧ c**")
    check("**a** ⟦b⟧", .strong, "**a ⟦b⟧**")
    check("_a ⟦b⟧ c_", .emphasis, "_a_ ⟦b⟧ _c_")
    // Text that is strong twice stays so, because the command does not concern it.
    check("****a****b‸ c", .strong, "****ab‸**** c")
  }

  @Test func markersMeanWhatIsBetween() {
    check("⟦**word**⟧ x", .strong, "⟦word⟧ x")
    check("*⟦*wo⟧rd** x", .strong, "⟦wo⟧**rd** x")
  }

  @Test func marksNest() {
    check("**a ⟦b⟧**", .emphasis, "**a *⟦b⟧***")
    check("***a ⟦b⟧***", .strong, "***a** ⟦b⟧*")
    check("***a ⟦b⟧***", .emphasis, "***a* ⟦b⟧**")
    check("**_a ⟦b⟧_**", .strong, "_**a** ⟦b⟧_")
  }

  @Test func delimitersThatWouldNotFlank() {
    check("⟦foo.⟧bar", .strong, "**⟦foo**.⟧bar")
    check("彼は⟦「はい」⟧と", .strong, "彼は⟦「**はい**」⟧と")
    check("彼は⟦「**はい**」⟧と", .strong, "彼は⟦「はい」⟧と")
    check("文で⟦「す」。⟧次", .emphasis, "文で⟦「*す」*。⟧次")
    check("日⟦。⟧本", .strong, "&#26085;**⟦。⟧**&#26412;")
    var exact = EditingOptions.commonMark
    exact.edges = .exact
    check("⟦foo.⟧bar", .strong, "**⟦foo.⟧**&#98;ar", options: exact)
    check("⟦日本語。⟧日本", .strong, "**⟦日本語。⟧**&#26085;本", options: exact)
    check("**⟦日本語。⟧**&#26085;本", .strong, "⟦日本語。⟧日本")
    var strict = EditingOptions.commonMark
    strict.edges = .plain
    check("⟦foo.⟧bar", .strong, "refused: noSpelling(Range(0..<7))", options: strict)
  }

  /// CommonMark 0.31 regards a symbol as punctuation, so a delimiter beside it is read differently.
  @Test func symbolsAreRatherOutside() {
    check("5⟦€ und⟧ 6", .emphasis, "5⟦€ *und⟧* 6")
    check("x⟦a€⟧b", .strong, "x**⟦a**€⟧b")
    // Only the end that needs a reference is outside; the full stop can have the mark.
    check("x⟦!a€.⟧ c", .strong, "x⟦!**a€.⟧** c")
    check("a⟦€⟧b", .strong, "&#97;**⟦€⟧**&#98;")
  }

  @Test func asLittleAsCanBeStaysOutside() {
    check("日⟦「はい。」⟧ x", .strong, "日⟦「**はい。」⟧** x")
    check("日⟦。」⟧本", .strong, "&#26085;**⟦。」⟧**&#26412;")
    let mark = MarkCommand(.mark, .strong, options: .commonMark)
    #expect(result(mark, "x⟦(**a**)⟧b") == "unchanged: alreadySo")
  }

  /// References stay that no delimiter needed or that no command writes in this form.
  @Test func aPersonsReferencesStay() {
    check("**⟦日本⟧**&#26085;本", .strong, "⟦日本⟧&#26085;本")
    check("**⟦日本。⟧**&#x65E5;本", .strong, "⟦日本。⟧&#x65E5;本")
    check("a &#97;**‸** b", .strong, "a &#97;‸ b")
    check("*→‸", .emphasis, "\\*→*‸*")
  }

  @Test func linksKeepTheirDestination() {
    check("[⟦f⟧oo]\n\n[foo]: /u", .strong, "[**⟦f⟧**oo][foo]\n\n[foo]: /u")
    check("[⟦foo⟧]\n\n[foo]: /u", .strong, "**[⟦foo⟧]**\n\n[foo]: /u")
    check("<http://⟦foo⟧.bar>", .strong, "[http://**⟦foo⟧**.bar](http://foo.bar)")
    check("a ⟦b [c⟧ d](u)", .strong, "a **⟦b** [**c⟧** d](u)")
  }

  @Test func codeTakesAndGivesProtection() {
    check("⟦a\\*b⟧", .code, "`⟦a*b⟧`")
    check("⟦a`b⟧", .code, "``⟦a`b⟧``")
    check("⟦`# x`⟧", .code, "⟦\\# x⟧")
    check("⟦`1. x`⟧", .code, "⟦1\\. x⟧")
    check("`⟦a⟧b`", .strong, "**`⟦a⟧`**`b`")
    check("**⟦a⟧b**", .code, "**`⟦a⟧`b**")
    check("⟦a\nb⟧", .code, "`⟦a\nb⟧`")
    check("`⟦a\nb⟧`", .code, "⟦a\nb⟧")
  }

  @Test func severalLeavesToggleInEach() {
    check("- ⟦a\n- b⟧", .strong, "- **⟦a**\n- **b⟧**")
    check("# ⟦a\n\n> b⟧", .strong, "# **⟦a**\n\n> **b⟧**")
  }

  @Test func severalSelectionsAreOneCommand() {
    check("⟦a⟧ b ⟦c⟧", .strong, "**⟦a⟧** b **⟦c⟧**")
    check("**⟦a⟧** b ⟦c⟧", .strong, "**⟦a⟧** b **⟦c⟧**")
    check("te‸xt\n\nmo‸re", .strong, "**te‸xt**\n\n**mo‸re**")
  }

  /// One caret's command may remove the delimiters around another: in `****`, strong at 2 leaves
  /// nothing for a caret at 1. Tests every pair of carets in short texts, also in a document.
  @Test func caretsThatMeetAreOne() throws {
    check("*‸*‸**", .strong, "‸‸")
    check("*‸‸*", .emphasis, "‸‸")
    check("wo‸‸rd", .strong, "**wo‸‸rd**")
    check("w‸or‸d x a‸b", .strong, "**w‸or‸d** x **a‸b**")
    check("**a ‸b‸** c", .strong, "a ‸b‸ c")
    check("_a‸_‸", .strong, "**_a‸_‸**")
    var texts = [""]
    for _ in 0..<4 { texts += texts.flatMap { text in ["*", "_", "a"].map { text + $0 } } }
    for text in Set(texts) {
      let bytes = Array(text.utf8)
      let document = try MarkdownDocument(TextBuffer(text))
      for (mark, dialect) in [(Mark.strong, Dialect.commonMark), (.emphasis, .gitHub)] {
        var command = MarkCommand(.toggle, mark, options: .commonMark)
        command.options.dialect = dialect
        for first in 0...bytes.count {
          for second in first...bytes.count {
            let carets = [first..<first, second..<second]
            let outcome = command.outcome(onUTF8: carets, in: bytes)
            #expect(outcome == command.outcome(onUTF8: carets, in: document))
            guard case .plan(let plan) = outcome else { continue }
            let count = plan.edit.applying(to: bytes).count
            #expect(plan.selections.count == 2, "\(text) at \(first), \(second)")
            #expect(
              plan.selections[0].lowerBound <= plan.selections[1].lowerBound,
              "\(text) \(first) \(second) \(mark)")
            #expect(plan.selections[1].upperBound <= count)
            if first == second { #expect(plan.selections[0] == plan.selections[1]) }
          }
        }
      }
    }
  }

  /// A caret's command is tried with a typed word, but a refusal refers to the text without it.
  @Test func aRefusalNamesAPlaceOfTheText() {
    let text = "~~#_~~<b>\nmp;\n`1. ``é😀>  [ ] ##```\n` 1. _\n ~~é~~ ] - > "
    let outcome = MarkCommand(.toggle, .code, options: .commonMark).outcome(
      onUTF8: [0..<0], in: Array(text.utf8))
    guard case .refused(.noSpelling(let leaf)) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(leaf.lowerBound == 0 && text.utf8.count - leaf.upperBound <= 1)
    #expect(leaf.upperBound <= text.utf8.count)
  }

  /// The second caret's plan is for the text that the first has edited, which is longer.
  @Test func aPlanForSeveralCaretsNamesPlacesOfTheText() throws {
    let text = "#``-\\ \n\na__ c\\`a"
    let outcome = MarkCommand(.toggle, .emphasis, options: .commonMark).outcome(
      onUTF8: [11..<11, 13..<13], in: Array(text.utf8))
    guard case .plan(let plan) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(plan.edit.applying(to: Array(text.utf8)) == Array("#``-\\ \n\n*a__ c*\\`a".utf8))
    #expect(plan.edit.replacements.count == 2)
    #expect(plan.leaves == [8..<16])
  }

  @Test func aCaretInALineEndingStandsBeforeIt() {
    check("# a\r‸\nb", .strong, "# **a‸**\r\nb")
    check("a\r‸\n\nb", .strong, "**a‸**\r\n\nb")
  }

  @Test func whatCutsACharacterIsRefused() {
    for range in [1..<3, 0..<1, 1..<1] {
      let outcome = MarkCommand(.toggle, .strong, options: .commonMark).outcome(
        onUTF8: [range], in: Array("éa b".utf8))
      #expect(outcome == .refused(.insideCharacter(range)))
    }
  }

  @Test func halvesAreForced() {
    #expect(
      result(MarkCommand(.mark, .strong, options: .commonMark), "**⟦a⟧** b")
        == "unchanged: alreadySo")
    #expect(
      result(MarkCommand(.unmark, .strong, options: .commonMark), "**⟦a⟧ b**") == "⟦a⟧ **b**")
    #expect(
      result(MarkCommand(.unmark, .code, options: .commonMark), "⟦a⟧ b") == "unchanged: alreadySo")
  }

  /// Each touches the whole character, so they would overlap.
  @Test func selectionsInOneReferenceBecomeOne() {
    check("f &⟦o⟧u‸m⟦l⟧;⟦o⟧", .strong, "f **⟦&ouml;⟧⟦o⟧**")
    check("f&‸ouml⟦;⟧o", .code, "f`⟦ö⟧`o")
  }

  @Test func anAutolinkInALinkCannotBeCut() {
    check(
      "[x <http://⟦foo⟧.bar>](u)", .strong, "refused: autolinkInLink(Range(0..<23))")
  }

  /// Upstream's first pathological test: any two `**` may match. Its state has something to do.
  @Test func aNestIsRefusedInLittleTime() {
    let nested = String(repeating: "*a **a ", count: 70)
    let text = Array((nested + "b" + String(repeating: " a** a*", count: 70)).utf8)
    let letter = nested.utf8.count..<nested.utf8.count + 1
    let outcome = MarkCommand(.toggle, .strong, options: .commonMark).outcome(
      onUTF8: [letter], inWhole: text)
    guard case .refused = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(CommandState.all(of: [letter], in: text, groups: [.marks])[.strong]?.applies == true)
  }

  @Test func whatIsTooMuchForLibcmarkIsRefused() {
    let hostile = "a " + String(repeating: "![[]()", count: 20_000)
    let outcome = MarkCommand(.toggle, .strong, options: .commonMark).outcome(
      onUTF8: [0..<1], in: Array(hostile.utf8))
    guard case .refused(.unparsable(let reason)) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(reason.contains("line 1"))
  }
}
