import ContractSupport
import EditorTestSupport
import Testing

@Suite struct FixtureTests {
  @Test func thereAreAtLeastTwoHundred() throws {
    #expect(try Files.fixtures(in: "Toggles").count >= 200)
  }

  /// What is written by hand and what the judge holds for right must be the same.
  @Test func theAnswersKeepTheContract() throws {
    for fixture in try Files.fixtures(in: "Toggles") {
      for answer in fixture.answers {
        let verdicts = [.marks, .unmarks, .stepsIn, .stepsOut, .insertsPair, .removesPair].map {
          let script = ScriptedPlanner(fixture.question, answer, $0)
          return Judge(of: script.outcome).violations(of: fixture.question)
        }
        #expect(
          verdicts.contains([]),
          "\(fixture.name): \(answer.debugDescription): \(verdicts[0])")
      }
    }
  }

  @Test(.enabled(if: hasPlanner)) func thePlannerGivesTheAnswers() throws {
    for fixture in try Files.fixtures(in: "Toggles") {
      let question = fixture.question
      let outcome = question.command.outcome(on: question.selections, in: question.source)
      let mismatch = fixture.mismatch(outcome)
      #expect(mismatch == nil, "\(fixture.name): \(question.marked.debugDescription)")
    }
  }

  @Test(.enabled(if: hasPlanner)) func thePlannerKeepsTheContractInOldFailures() throws {
    let judge = Judge()
    for fixture in try Files.fixtures(in: "Regressions") {
      let violations = judge.violations(of: fixture.question)
      #expect(violations == [], "\(fixture.name): \(fixture.question.marked.debugDescription)")
    }
  }
}
