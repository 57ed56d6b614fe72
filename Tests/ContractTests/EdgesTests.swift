import ContractSupport
import EditorTestSupport
import MarkdownEditing
import Testing

/// Checks the edge policy on Chinese, Japanese and Korean sentences.
@Suite struct EdgesTests {
  private static let words = [
    "彼", "日本語", "はい", "言った", "東京タワー", "中文", "他说", "是的", "한국어", "사람은", "말했다", "ABC", "2024年",
  ]
  private static let brackets = [
    ("「", "」"), ("『", "』"), ("（", "）"), ("《", "》"), ("“", "”"), ("(", ")"), ("【", "】"),
  ]
  private static let stops = ["。", "、", "，", "！", "？", "：", "…", "."]

  /// Returns a text without white space, in which a sentence or a phrase in brackets is selected.
  private func question(_ random: inout SeededGenerator) -> ContractCase {
    func phrase() -> String {
      let bracket = random.pick(Self.brackets)
      return bracket.0 + random.pick(Self.words) + bracket.1
    }
    func clause() -> String { random.isOne(in: 3) ? phrase() : random.pick(Self.words) }
    let before = (0..<random.below(3)).map { _ in clause() + (random.isOne(in: 2) ? "。" : "") }
      .joined()
    let isPhrase = random.isOne(in: 2)
    let chosen =
      isPhrase
      ? phrase()
      : (0..<1 + random.below(3)).map { _ in clause() }.joined() + random.pick(Self.stops)
    let after = (0..<random.below(3)).map { _ in clause() }.joined()
    let start = before.utf8.count
    let mark = random.pick([Mark.strong, .emphasis])
    return ContractCase(
      Array((before + chosen + after).utf8), [start..<start + chosen.utf8.count],
      MarkCommand(.toggle, mark, options: .commonMark))
  }

  @Test func sentencesNeedNoReferences() throws {
    let judge = Judge()
    var references = 0
    let rounds = RandomTests.rounds(300)
    for index in 0..<UInt64(rounds) {
      let seed = RandomTests.seed &+ index
      var random = SeededGenerator(seed: seed)
      let question = question(&random)
      let name = "seed \(seed): \(question.marked)"
      #expect(judge.violations(of: question) == [], "\(name)")
      guard
        case .plan(let plan) = question.command.outcome(
          onUTF8: question.selections, in: question.source)
      else {
        Issue.record("no plan: \(name)")
        continue
      }
      if !plan.references.isEmpty { references += 1 }
      let after = try #require(plan.applied(to: question.source))
      let again = question.command.outcome(onUTF8: plan.selections, in: after)
      guard case .plan(let back) = again else {
        Issue.record("no way back: \(name)")
        continue
      }
      #expect(back.applied(to: after) == question.source, "\(name)")
    }
    #expect(
      RandomTests.mayBeChance(references, of: rounds, oneIn: 3000), "seed \(RandomTests.seed)")
  }

  /// References, even handwritten ones, are removed with the delimiters that needed them.
  @Test func referencesGoWithTheirDelimiters() throws {
    let judge = Judge()
    for index in 0..<UInt64(RandomTests.rounds(100)) {
      let seed = RandomTests.seed &+ index
      var random = SeededGenerator(seed: seed)
      var exact = question(&random)
      exact.command.options.edges = .exact
      guard case .plan(let plan) = exact.command.outcome(onUTF8: exact.selections, in: exact.source)
      else { continue }
      let after = try #require(plan.applied(to: exact.source))
      let question = ContractCase(
        after, plan.selections, MarkCommand(.toggle, exact.command.mark, options: .commonMark))
      #expect(judge.violations(of: question) == [], "seed \(seed): \(question.marked)")
      guard case .plan(let back) = question.command.outcome(onUTF8: plan.selections, in: after)
      else {
        Issue.record("no way back: \(question.marked)")
        continue
      }
      #expect(back.applied(to: after) == exact.source, "seed \(seed): \(question.marked)")
    }
  }

  /// Wrong answers that the judge must reject.
  @Test(arguments: [
    // A reference although punctuation could stay outside.
    ("彼は⟦「はい」⟧と", "彼&#12399;**⟦「はい」⟧**&#12392;"),
    // More characters outside than necessary.
    ("a ⟦(b)⟧ c", "a ⟦(**b**)⟧ c"),
    ("彼は⟦はい⟧と", "彼は⟦は**い**⟧と"),
    // A letter outside.
    ("彼は⟦「はい」⟧と", "彼は⟦「は**い**」⟧と"),
  ])
  func theJudgeSeesWhatIsWrong(before: String, after: String) {
    let question = ContractCase(.strong, before)
    let script = ScriptedPlanner(question, after, .marks)
    #expect(Judge(of: script.outcome).violations(of: question) != [])
  }
}
