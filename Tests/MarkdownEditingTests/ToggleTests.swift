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
  /// One caret's command may remove the delimiters around another. Tests every pair of carets in short
  /// texts, also in a document.
  @Test func caretsThatMeetAreOne() throws {
    check("te‸xt\n\nmo‸re", .strong, "**te‸xt**\n\n**mo‸re**")
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

  /// The second caret's plan is for the text that the first has edited, which is longer.
  @Test func aPlanForSeveralCaretsNamesPlacesOfTheText() throws {
    let text = "#``-\\ \n\na__ c\\`a"
    let outcome = MarkCommand(.toggle, .emphasis, options: .commonMark).outcome(
      onUTF8: [11..<11, 13..<13], in: Array(text.utf8))
    guard case .plan(let plan) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(plan.edit.applying(to: Array(text.utf8)) == Array("#``-\\ \n\n*a__* *c*\\`a".utf8))
    #expect(plan.edit.replacements.count == 4)
    #expect(plan.leaves == [8..<16])
  }

  @Test func whatCutsACharacterIsRefused() {
    for range in [1..<3, 0..<1, 1..<1] {
      let outcome = MarkCommand(.toggle, .strong, options: .commonMark).outcome(
        onUTF8: [range], in: Array("éa b".utf8))
      #expect(outcome == .refused(.insideCharacter(range)))
    }
  }

  @Test func aRefusalHasAReason() {
    check("[x <http://⟦foo⟧.bar>](u)", .strong, "refused: noSpelling(Range(0..<23))")
    var strict = EditingOptions.commonMark
    strict.edges = .plain
    check("⟦foo.⟧bar", .strong, "refused: noSpelling(Range(0..<7))", options: strict)
  }

  /// Upstream's first pathological test: any two `**` may match.
  @Test func aNestIsMarkedOrRefused() {
    let nested = String(repeating: "*a **a ", count: 70)
    let text = Array((nested + "b" + String(repeating: " a** a*", count: 70)).utf8)
    let letter = nested.utf8.count..<nested.utf8.count + 1
    let outcome = MarkCommand(.toggle, .strong, options: .commonMark).outcome(
      onUTF8: [letter], inWhole: text)
    if case .unchanged = outcome { Issue.record("\(outcome)") }
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
