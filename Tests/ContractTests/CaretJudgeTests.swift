import ContractSupport
import MarkdownEditing
import Testing

/// Wrong answers for carets that the judge must reject, ordered by the rows of the caret table.
/// Each was once an answer of this library and has the right answer beside it.
@Suite struct CaretJudgeTests {
  struct Fault: CustomTestStringConvertible {
    var mark: Mark
    var before: String
    var wrong: String
    var effect: ScriptedPlanner.Kind
    var right: String
    var rightEffect: ScriptedPlanner.Kind

    init(
      _ mark: Mark, _ before: String, _ wrong: String, _ effect: ScriptedPlanner.Kind,
      not right: String, _ rightEffect: ScriptedPlanner.Kind
    ) {
      (self.mark, self.before, self.wrong, self.right) = (mark, before, wrong, right)
      (self.effect, self.rightEffect) = (effect, rightEffect)
    }

    var testDescription: String { "\(mark.name) \(before) => \(wrong)" }
  }

  private static let definition = "\n\n[foo,  bar]: /u"

  static let faults = [
    // In a run: the run beyond a blank must stay.
    Fault(.strong, "**a‸b** **c**", "a‸b c", .unmarks, not: "a‸b **c**", .unmarks),
    // At the inner end: nothing is written, and the other mark of a shared run stays.
    Fault(.emphasis, "_foo‸_", "*foo*‸", .steps, not: "_foo_‸", .steps),
    Fault(.emphasis, "***foo‸***", "***foo***‸", .steps, not: "***foo*‸**", .steps),
    Fault(.strong, "***‸foo***", "‸***foo***", .steps, not: "*‸**foo***", .steps),
    Fault(.strong, "**foo‸**", "foo‸", .unmarks, not: "**foo**‸", .steps),
    // At the outer end.
    Fault(.strong, "‸***foo***", "***‸foo***", .steps, not: "**‸*foo***", .steps),
    Fault(.strong, "**foo**‸", "**foo****‸**", .insertsPair, not: "**foo‸**", .steps),
    // A whole word gains the mark, and the caret stays at its character.
    Fault(.strong, "wo‸rd", "**wo**‸rd", .marks, not: "**wo‸rd**", .marks),
    Fault(.strong, "wo‸rd", "**word**‸", .marks, not: "**wo‸rd**", .marks),
    // Elsewhere: typed text has the mark, and adjacent text keeps its own.
    Fault(
      .strong, "*-*‸", "*-***‸**", .insertsPair, not: "*-*__‸__", .insertsPair),
    Fault(
      .strong, "foo-‸_(bar)_", "foo-__‸___(bar)_", .insertsPair, not: "foo-**‸**_(bar)_",
      .insertsPair),
    Fault(
      .emphasis, "a*‸\"foo\"*", "a**‸*\"foo\"*", .insertsPair, not: "a*_‸_\"foo\"*", .insertsPair),
    Fault(
      .strong, "[foo, ‸ bar]" + definition, "[foo, **‸** bar]" + definition, .insertsPair,
      not: "[foo, **‸** bar][foo,  bar]" + definition, .insertsPair),
    // Between a pair, only if the pair is text.
    Fault(
      .emphasis, "*‸*foo\nbar**", "‸foo\nbar**", .removesPair, not: "***‸foo*\nbar**", .marks),
    Fault(.strong, "****foo**‸**", "****foo‸", .removesPair, not: "****foo****‸", .steps),
    Fault(
      .emphasis, "***\\**‸***", "***\\*‸**", .removesPair, not: "***\\*‸****", .steps),
    Fault(.strong, "a **‸** b", "a ****‸**** b", .insertsPair, not: "a ‸ b", .removesPair),
    // The delimiters of `*_*____*;*`, which shows `<em>_</em>____<em>;</em>`, separate two nodes
    // and must stay. Without them, `*_**;*` is one emphasis.
    Fault(
      .strong, "*_*__‸__*;*", "*_*‸*;*", .removesPair, not: "*_*\\____‸__\\_\\_*;*", .insertsPair),
    // In `____*]*_\__` (`__<em><em><em>]</em></em>_</em>`), the delimiters are not a pair of text.
    Fault(
      .strong, "‸*]*_\\__", "*‸*]*_\\__", .insertsPair, not: "**‸***]*_\\__", .insertsPair),
    // The place of the caret matters: two of the four stars are after it.
    Fault(
      .code, "**__<__**‸**」**", "__**<****`‸`**」__", .insertsPair,
      not: "**__<__\\*\\*`‸`\\**」**", .insertsPair),
    // In a code span.
    Fault(
      .strong, "`  `‸`  `", "**`  ‸  `**", .marks, not: "**`  `‸`  `**", .marks),
    Fault(
      .strong, "foo `‸`", "foo `**‸**`", .insertsPair, not: "foo **`‸`**", .insertsPair),
    // A caret inside a reference counts as at its end.
    Fault(
      .strong, "a &am‸p; b", "a **‸**&amp; b", .insertsPair, not: "a &amp;**‸** b", .insertsPair),
  ]

  private func violations(_ fault: Fault, _ answer: String, _ effect: ScriptedPlanner.Kind)
    -> [Violation]
  {
    let question = ContractCase(fault.mark, fault.before)
    let script = ScriptedPlanner(question, answer, effect)
    return Judge().violations(of: question, answered: script.outcome(question))
  }

  @Test(arguments: faults) func anOldAnswerIsSeen(_ fault: Fault) {
    #expect(violations(fault, fault.right, fault.rightEffect) == [])
    #expect(violations(fault, fault.wrong, fault.effect) != [])
  }

  /// Doing nothing although the table requires something, and the reverse.
  @Test(arguments: [
    (Mark.strong, "`foo ‸  bar`"), (.emphasis, "a*‸\"foo\"*"), (.strong, "foo `‸`"),
    (.strong, "a ‸ b"), (.code, "wo‸rd"), (.strong, "**foo‸**"), (.emphasis, "*foo*‸"),
    (.code, "a `‸` b"), (.strong, "a\n\n‸\n\nb"),
  ])
  func silenceIsSeen(_ mark: Mark, _ text: String) {
    let question = ContractCase(mark, text)
    #expect(Judge().violations(of: question, answered: .unchanged(.caretOutsideText)) != [])
  }

  /// Impossible requests: `****` before `__*_ ![*a*]()__*` would be read as `**<em><em>__</em>_ …`,
  /// and a pair of backticks at the start of a line would change the code span after it.
  @Test func whatCannotBeIsKnown() {
    let caret = ContractCase(.strong, "‸__*_ ![*a*]()__*")
    #expect(Judge().violations(of: caret, answered: .unchanged(.caretOutsideText)) == [])
    let refused = Outcome.refused(.noSpelling(0..<1))
    for (text, isImpossible) in [
      ("‸**\n``` `` ```", true), ("‸_\n`a``a`", true), ("‸_\n`a`", false),
      ("`\n‸<\n``]``", false), ("‸_ `a``a`", false),
    ] {
      let code = ContractCase(.code, text)
      let violations = Judge { _ in refused }.violations(of: code)
      #expect(violations.isEmpty == isImpossible, "\(text)")
    }
  }

  @Test(arguments: [
    (Mark.strong, "**‸*"), (.emphasis, "___‸____"), (.strong, "> bar\n‸> baz"),
    (.code, "    a‸b"), (.strong, "‸- a"), (.strong, "[a]: /‸u"),
    (.emphasis, "<div>\n‸a\n</div>"), (.strong, "- - ‸-"),
  ])
  func actingOutsideALeafIsSeen(_ mark: Mark, _ text: String) {
    let question = ContractCase(mark, text)
    let delimiter = mark == .strong ? "**" : mark == .code ? "`" : "*"
    let answer = text.replacing("‸", with: delimiter + "‸" + delimiter)
    let script = ScriptedPlanner(question, answer, .insertsPair)
    #expect(Judge().violations(of: question, answered: script.outcome(question)) != [])
    #expect(Judge().violations(of: question, answered: .unchanged(.caretOutsideText)) == [])
  }
}
