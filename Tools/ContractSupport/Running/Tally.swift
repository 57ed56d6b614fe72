import MarkdownEditing

/// What a run of the contract counted.
package struct Tally: Sendable {
  /// A case that broke the contract, and the clause it broke first.
  package struct Failure: Sendable {
    /// The case.
    package var question: ContractCase
    /// What it broke.
    package var violations: [Violation]
  }

  /// How many cases were judged.
  package var cases = 0
  /// How many of them were carets.
  package var carets = 0
  /// How many carets were judged by each row of the table.
  package var rows: [CaretRow: Int] = [:]
  /// How many cases ask for what CommonMark has no spelling for, and were refused.
  package var impossible: [Impossible: Int] = [:]
  /// How many cases broke each clause (each counted by the first clause it broke).
  package var failures: [Clause: Int] = [:]
  /// Some of the failures, at most `kept` a clause and mark.
  package var samples: [String: [Failure]] = [:]
  private let kept: Int

  /// Nothing counted; of the failures of a clause and mark so many are kept.
  package init(keeping kept: Int = 40) { self.kept = kept }

  /// How many cases failed.
  package var failureCount: Int { failures.values.reduce(0, +) }

  /// Judges a case and counts it.
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
    if samples[key, default: []].count < kept {
      samples[key, default: []].append(Failure(question: question, violations: violations))
    }
  }

  /// Adds what another run counted.
  package mutating func add(_ other: Tally) {
    cases += other.cases
    carets += other.carets
    impossible.merge(other.impossible, uniquingKeysWith: +)
    rows.merge(other.rows, uniquingKeysWith: +)
    failures.merge(other.failures, uniquingKeysWith: +)
    for (key, failures) in other.samples {
      samples[key] = Array((samples[key, default: []] + failures).prefix(kept))
    }
  }
}
