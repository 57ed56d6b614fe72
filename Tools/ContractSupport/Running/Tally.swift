import MarkdownEditing

package struct Tally: Sendable {
  package struct Failure: Sendable {
    package var question: ContractCase
    package var violations: [Violation]
  }

  package var cases = 0
  /// The number of refused cases that CommonMark cannot express.
  package var impossible = 0
  /// The number of cases by the first clause that each broke.
  package var broken: [Clause: Int] = [:]
  /// Samples of these cases, at most `kept` for each clause and mark.
  package var samples: [String: [Failure]] = [:]
  private static let kept = 40

  package init() {}

  /// The number of cases that broke a clause which does not only rank.
  package var failureCount: Int {
    broken.reduce(0) { $0 + ($1.key.ranks ? 0 : $1.value) }
  }

  package mutating func count(_ question: ContractCase, _ judge: Judge) {
    cases += 1
    let violations = judge.violations(of: question)
    if violations.isEmpty, judge.isImpossible(question) { impossible += 1 }
    guard let first = violations.first else { return }
    broken[first.clause, default: 0] += 1
    let key = "\(first.clause.rawValue) \(question.command.mark.name)"
    if samples[key, default: []].count < Tally.kept {
      samples[key, default: []].append(Failure(question: question, violations: violations))
    }
  }

  package mutating func add(_ other: Tally) {
    cases += other.cases
    impossible += other.impossible
    broken.merge(other.broken, uniquingKeysWith: +)
    for (key, more) in other.samples {
      samples[key] = Array((samples[key, default: []] + more).prefix(Tally.kept))
    }
  }
}
