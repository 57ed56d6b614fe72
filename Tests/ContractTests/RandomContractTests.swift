import ContractSupport
import EditorTestSupport
import Testing

/// Judges a share of the cases that `Scripts/contract` judges in full.
@Suite struct RandomContractTests {
  /// MARKDOWN_EDITING_SEED and MARKDOWN_EDITING_ROUNDS set the first seed and the number of cases.
  @Test func randomCasesKeepTheContract() {
    expectFewFailures(in: 500, oneIn: 1500) { $0.next() }
  }

  /// Soups of few pieces have combinations that are rare in other documents.
  @Test func soupsKeepTheContract() {
    expectFewFailures(in: 300, oneIn: 1500) { $0.nextSoup() }
  }

  /// Selects all of a document made from several others, where each leaf is planned separately.
  @Test func manyLeavesKeepTheContractTogether() {
    expectFewFailures(in: 8, oneIn: 20) { $0.nextOfMany() }
  }

  /// Judges cases of which one in `rareness` fails, as measured over many seeds.
  private func expectFewFailures(
    in rounds: Int, oneIn rareness: Int, _ next: (inout CaseGenerator) -> ContractCase
  ) {
    let judge = Judge()
    let count = RandomTests.rounds(rounds)
    var failures: [String] = []
    for index in 0..<UInt64(count) {
      let seed = RandomTests.seed &+ index
      var generator = CaseGenerator(seed: seed)
      let question = next(&generator)
      // What only ranks the right results is counted by `Scripts/contract`.
      let violations = judge.violations(of: question).filter { !$0.clause.ranks }
      if violations.isEmpty || OtherLibrary.isRefusal(violations) { continue }
      failures.append(
        "seed \(seed): \(violations): \(question.commandLine) \(question.marked.debugDescription)")
    }
    #expect(
      RandomTests.mayBeChance(failures.count, of: count, oneIn: rareness),
      "\(failures.count) of \(count): \(failures)")
  }

  @Test func moreFailuresThanByChanceAreNoticed() {
    #expect(RandomTests.mayBeChance(0, of: 500, oneIn: 1500))
    #expect(RandomTests.mayBeChance(2, of: 500, oneIn: 1500))
    #expect(!RandomTests.mayBeChance(6, of: 500, oneIn: 1500))
    #expect(!RandomTests.mayBeChance(6, of: 8, oneIn: 20))
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
