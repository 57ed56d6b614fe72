import ContractSupport
import EditorTestSupport
import Testing

/// A share of what `Scripts/contract` judges whole.
@Suite struct RandomContractTests {
  /// A failure is replayed with its seed: MARKDOWN_EDITING_SEED and MARKDOWN_EDITING_ROUNDS set
  /// where to begin and how long to go on.
  @Test func randomCasesKeepTheContract() {
    let judge = Judge()
    for index in 0..<UInt64(RandomTests.rounds(500)) {
      let seed = RandomTests.seed &+ index
      var generator = CaseGenerator(seed: seed)
      expectNothing(against: generator.next(), judge, "seed \(seed)")
    }
  }

  /// What is rare in a document of all constructs comes together in soups of few pieces.
  @Test func soupsKeepTheContract() {
    let judge = Judge()
    for index in 0..<UInt64(RandomTests.rounds(300)) {
      let seed = RandomTests.seed &+ index
      var generator = CaseGenerator(seed: seed)
      expectNothing(against: generator.nextSoup(), judge, "seed \(seed)")
    }
  }

  /// All of a document that is made of several others: each of its leaves is planned by itself.
  @Test func manyLeavesKeepTheContractTogether() {
    let judge = Judge()
    for index in 0..<UInt64(RandomTests.rounds(4)) {
      let seed = RandomTests.seed &+ index
      var generator = CaseGenerator(seed: seed)
      expectNothing(against: generator.nextOfMany(), judge, "seed \(seed)")
    }
  }

  private func expectNothing(against question: ContractCase, _ judge: Judge, _ name: String) {
    func expect() {
      let violations = judge.violations(of: question)
      OtherLibrary.mayRefuse(violations) {
        #expect(
          violations == [],
          "\(name): \(question.commandLine) \(question.marked.debugDescription)")
      }
    }
    // One caret in 4,000 is open (Fixtures/Open): a run meets one now and then. Scripts/contract has the
    // bound in continuous integration, where the seed is fixed.
    guard question.isOfCarets else { return expect() }
    withKnownIssue("a caret of a kind that is open", isIntermittent: true) { expect() }
  }

  /// The same question twice has the same answer.
  @Test func answersAreTheSameEachTime() {
    for index in 0..<UInt64(RandomTests.rounds(100)) {
      let seed = RandomTests.seed &+ index
      var generator = CaseGenerator(seed: seed)
      let question = generator.next()
      let answers = (0..<2).map { _ in
        question.command.outcome(onUTF8: question.selections, in: question.source)
      }
      #expect(answers[0] == answers[1], "seed \(seed)")
    }
  }

  /// Every selection and caret of the specification's shortest examples.
  @Test(.enabled(if: SharedData.folder != nil)) func shortExamplesKeepTheContract() {
    let judge = Judge()
    for example in SpecificationExample.all where example.source.utf8.count <= 8 {
      ExampleCases.forEach(in: example.source) { question in
        expectNothing(against: question, judge, "example \(example.number)")
      }
    }
  }
}
