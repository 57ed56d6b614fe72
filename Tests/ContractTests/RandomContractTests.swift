import ContractSupport
import EditorTestSupport
import Testing

/// Judges a share of the cases that `Scripts/contract` judges in full.
@Suite struct RandomContractTests {
  /// MARKDOWN_EDITING_SEED and MARKDOWN_EDITING_ROUNDS set the first seed and the number of cases.
  @Test func randomCasesKeepTheContract() {
    let judge = Judge()
    for index in 0..<UInt64(RandomTests.rounds(500)) {
      let seed = RandomTests.seed &+ index
      var generator = CaseGenerator(seed: seed)
      expectNothing(against: generator.next(), judge, "seed \(seed)")
    }
  }

  /// Soups of few pieces have combinations that are rare in other documents.
  @Test func soupsKeepTheContract() {
    let judge = Judge()
    for index in 0..<UInt64(RandomTests.rounds(300)) {
      let seed = RandomTests.seed &+ index
      var generator = CaseGenerator(seed: seed)
      expectNothing(against: generator.nextSoup(), judge, "seed \(seed)")
    }
  }

  /// Selects all of a document made from several others, where each leaf is planned separately.
  @Test func manyLeavesKeepTheContractTogether() {
    let judge = Judge()
    for index in 0..<UInt64(RandomTests.rounds(4)) {
      let seed = RandomTests.seed &+ index
      var generator = CaseGenerator(seed: seed)
      expectNothing(against: generator.nextOfMany(), judge, "seed \(seed)")
    }
  }

  private func expectNothing(against question: ContractCase, _ judge: Judge, _ name: String) {
    let violations = judge.violations(of: question).filter { !$0.clause.ranks }
    OtherLibrary.mayRefuse(violations) {
      #expect(
        violations == [],
        "\(name): \(question.commandLine) \(question.marked.debugDescription)")
    }
  }

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

  /// Every selection in the specification's shortest examples.
  @Test(.enabled(if: SharedData.folder != nil)) func shortExamplesKeepTheContract() {
    let judge = Judge()
    for example in SpecificationExample.all where example.source.utf8.count <= 8 {
      ExampleCases.forEach(in: example.source) { question in
        expectNothing(against: question, judge, "example \(example.number)")
      }
    }
  }
}
