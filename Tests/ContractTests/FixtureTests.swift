import ContractSupport
import EditorTestSupport
import MarkdownEditing
import Testing

@Suite struct FixtureTests {
  @Test func thereAreAtLeastTwoHundred() throws {
    #expect(try Files.fixtures(in: "Toggles").count >= 200)
  }

  /// The judge must accept every handwritten answer.
  @Test func theAnswersKeepTheContract() throws {
    let judge = Judge()
    for fixture in try Files.fixtures(in: "Toggles") where !fixture.isOfCarets {
      for answer in fixture.answers {
        let verdicts = ScriptedPlanner.Kind.allCases.map { kind in
          let script = ScriptedPlanner(fixture.question, answer, kind)
          return judge.violations(
            of: fixture.question, answered: script.outcome(fixture.question))
        }
        #expect(
          verdicts.contains { $0.allSatisfy(\.clause.ranks) },
          "\(fixture.name): \(answer.debugDescription): \(verdicts[0])")
      }
    }
  }

  @Test(.enabled(if: hasPlanner)) func thePlannerGivesTheAnswers() throws {
    for fixture in try Files.fixtures(in: "Toggles") {
      let question = fixture.question
      let outcome = question.command.outcome(onUTF8: question.selections, in: question.source)
      let mismatch = fixture.mismatch(outcome)
      #expect(mismatch == nil, "\(fixture.name): \(question.marked.debugDescription)")
    }
  }

  @Test(.enabled(if: hasPlanner)) func thePlannerKeepsTheContractInOldFailures() throws {
    let judge = Judge()
    for fixture in try Files.fixtures(of: "selections.txt", in: "Regressions") {
      let violations = judge.violations(of: fixture.question).filter { !$0.clause.ranks }
      OtherLibrary.mayRefuse(violations) {
        #expect(violations == [], "\(fixture.name): \(fixture.question.marked.debugDescription)")
      }
    }
  }

  /// What separates the parts of a line may also occur in a text.
  @Test func aSavedCaseIsTheSame() throws {
    for text in [
      "a⟦\t⟧\r\nb \0\u{FEFF}\n", "\u{301}\"‸\" => \"\\\"\\", "‸", "\" => unchanged alreadySo‸",
    ] {
      let line = ContractCase(.strong, text).line
      #expect(try ToggleFixture(line[...], name: "a case").before == text)
    }
  }

  /// Each open case must still fail; a case that no longer fails belongs to the regressions.
  @Test(.enabled(if: hasPlanner)) func whatIsOpenIsKnown() throws {
    let judge = Judge()
    for fixture in try Files.fixtures(in: "Open") {
      let violations = judge.violations(of: fixture.question).filter { !$0.clause.ranks }
      withKnownIssue("\(fixture.name)") { #expect(violations == []) }
    }
  }
}
