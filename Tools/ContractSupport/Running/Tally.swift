import MarkdownEditing

package struct Tally: Sendable {
  package struct Failure: Sendable {
    package var question: ContractCase
    package var violations: [Violation]
  }

  package var cases = 0
  package var carets = 0
  /// The number of carets judged by each row of the table.
  package var rows: [CaretRow: Int] = [:]
  /// The number of refused cases that CommonMark cannot express.
  package var impossible: [Impossible: Int] = [:]
  /// The number of failed cases by the first clause that each broke.
  package var failures: [Clause: Int] = [:]
  /// Samples of the failures, at most `kept` for each clause and mark.
  package var samples: [String: [Failure]] = [:]
  private static let kept = 40

  package init() {}

  package var failureCount: Int { failures.values.reduce(0, +) }

  package mutating func count(_ question: ContractCase, _ judge: Judge) {
    cases += 1
    if question.isOfCarets { carets += 1 }
    let violations = judge.violations(of: question)
    if violations.isEmpty, let reason = judge.impossible(question) {
      impossible[reason, default: 0] += 1
    }
    guard let first = violations.first else { return }
    failures[first.clause, default: 0] += 1
    let kind = question.isOfCarets ? "caret" : "selection"
    let key = "\(first.clause.rawValue) \(question.command.mark.name) \(kind)"
    if samples[key, default: []].count < Tally.kept {
      samples[key, default: []].append(Failure(question: question, violations: violations))
    }
  }

  package mutating func add(_ other: Tally) {
    cases += other.cases
    carets += other.carets
    impossible.merge(other.impossible, uniquingKeysWith: +)
    rows.merge(other.rows, uniquingKeysWith: +)
    failures.merge(other.failures, uniquingKeysWith: +)
    for (key, failures) in other.samples {
      samples[key] = Array((samples[key, default: []] + failures).prefix(Tally.kept))
    }
  }
}
