import ContractSupport
import MarkdownEditing
import Testing

/// Wrong answers of real editors that the judge must reject.
@Suite struct JudgeTests {
  private func clauses(
    _ before: String, _ mark: Mark, _ answer: String, _ effect: ScriptedPlanner.Kind = .marks
  ) -> Set<Clause> {
    let question = ContractCase(mark, before)
    let script = ScriptedPlanner(question, answer, effect)
    return Set(Judge(of: script.outcome).violations(of: question).map(\.clause))
  }

  @Test func aGoodAnswerPasses() {
    #expect(clauses("a ⟦b⟧ c", .strong, "a **⟦b⟧** c") == [])
    #expect(clauses("⟦a\nb⟧", .emphasis, "*⟦a\nb⟧*") == [])
    #expect(clauses("**a ⟦b⟧ c**", .strong, "**a** ⟦b⟧ **c**", .unmarks) == [])
  }

  @Test func theTextMustStay() {
    #expect(clauses("a ⟦b ⟧c", .strong, "a **⟦b ⟧**c").contains(.text) == true)
    #expect(clauses("⟦foo.⟧bar", .strong, "**⟦foo.⟧**bar").contains(.text) == true)
  }

  @Test func theBlocksMustStay() {
    #expect(clauses("⟦- a⟧", .strong, "**⟦- a⟧**").contains(.structure) == true)
    #expect(clauses("⟦# a⟧", .strong, "**⟦# a⟧**").contains(.structure) == true)
    #expect(clauses("[f⟦oo⟧]\n\n[foo]: u", .strong, "[f**⟦oo⟧**]\n\n[foo]: u") == [.structure])
  }

  @Test func allTargetsAndNoOthersChange() {
    #expect(clauses("⟦a b⟧ c", .strong, "**⟦a⟧** b c") == [.target])
    #expect(clauses("⟦a b⟧ c", .strong, "**⟦a b⟧ c**") == [.spill])
    #expect(clauses("⟦a⟧ *b*", .strong, "**⟦a⟧** b").contains(.spill) == true)
  }

  @Test func theSelectionStaysInsideTheDelimiters() {
    #expect(clauses("a ⟦b⟧ c", .strong, "a ⟦**b**⟧ c") == [.selection])
    #expect(clauses("a⟦ b⟧ c", .strong, "a⟦ **b⟧** c") == [.selection])
  }

  @Test func onlyDelimitersAreTouched() {
    #expect(clauses("a ⟦b⟧  \nc\\!", .strong, "a **⟦b⟧**  \nc!") == [.small])
    #expect(clauses("⟦a⟧\r\nb", .strong, "**⟦a⟧**\nb") == [.bytes])
    #expect(clauses("a ⟦b⟧ c", .strong, "a **⟦b⟧** &#99;") == [.small])
  }

  @Test func runsAreJoined() {
    #expect(clauses("⟦a b⟧", .strong, "**⟦a** **b⟧**") == [.joined])
    #expect(clauses("**a**⟦b⟧", .strong, "**a**__⟦b⟧__").isEmpty == false)
  }

  /// With the policy `readable`, a reference is removed with its delimiters. An edit may respell a
  /// character if the same command could not restore the text otherwise.
  @Test func anEscapeMayBeForTheWayBack() {
    let question = ContractCase(.strong, "***[⟦a⟧a`*👨*****ไ**4")
    let script = ScriptedPlanner(question, "***\\[**⟦&#97;⟧**a`*👨*****ไ**4", .unmarks)
    #expect(Judge().violations(of: question, answered: script.outcome(question)) == [])
  }

  @Test func togglingTwiceRestores() {
    let question = ContractCase(.strong, "a ⟦b⟧")
    let script = ScriptedPlanner(question, "a **⟦b⟧**", .marks)
    let forgetful = Judge { asked in
      asked == question ? script.outcome(asked) : .unchanged(.nothingMarkable)
    }
    #expect(forgetful.violations(of: question).map(\.clause) == [.outcome])
  }
}
