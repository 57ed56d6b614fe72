import MarkdownEditing
import TextEditing

/// Judges a planner's answers by the contract, using only libcmark's trees.
///
/// A judge serves one thread, because it remembers the meanings of character references.
package struct Judge {
  /// A function that answers cases: the planner, or a deliberately wrong one in a test.
  package typealias Planner = (ContractCase) -> Outcome

  let planner: Planner
  let oracle = ReferenceOracle()

  package init(
    of planner: @escaping Planner = { $0.command.outcome(onUTF8: $0.selections, in: $0.source) }
  ) {
    self.planner = planner
  }

  /// The verdict on one answer, with facts that the second toggle needs.
  struct Result {
    var violations: [Violation] = []
    /// The text and selections after, if the plan can be applied.
    var after: ContractCase?
    /// Whether all targets had the mark, or none did.
    var wasUniform = false
    var onlyInserted = false
    var effect: Plan.Effect?
  }

  /// Returns the clauses that the answer to `question`, or to its second toggle, breaks. Those that
  /// only rank come last.
  package func violations(of question: ContractCase) -> [Violation] {
    let before: Reading
    do {
      before = try Reading(question.source, oracle: oracle)
    } catch {
      return [Violation(.unread, "\(error)")]
    }
    let first = judge(question, before, planner(question))
    guard first.violations.allSatisfy(\.clause.ranks), let again = first.after,
      question.command.action == .toggle
    else { return first.violations }
    return (first.violations + repeated(question, before, first, again)).hardFirst
  }

  /// Returns the clauses that one answer to `question` breaks, without a second toggle.
  package func violations(of question: ContractCase, answered outcome: Outcome) -> [Violation] {
    guard let before = try? Reading(question.source, oracle: oracle) else {
      return [Violation(.unread, question.marked)]
    }
    return judge(question, before, outcome).violations
  }

  /// Checks clause 6 and the contract for the second toggle.
  private func repeated(
    _ question: ContractCase, _ before: Reading, _ first: Result, _ again: ContractCase
  ) -> [Violation] {
    guard let between = try? Reading(again.source, oracle: oracle) else {
      return [Violation(.unread, "the text after: \(again.marked)")]
    }
    let second = judge(again, between, planner(again))
    var violations = second.violations
    // If punctuation at the ends has the mark only with references, `readable` removes the mark but
    // leaves the punctuation outside when adding it again. So each step is judged by itself.
    let leavesOutside =
      question.command.options.edges == .readable && second.effect == .added
    if violations.allSatisfy(\.clause.ranks), first.wasUniform, !leavesOutside,
      let last = second.after
    {
      guard let end = try? Reading(last.source, oracle: oracle) else {
        return [Violation(.unread, "the text after toggling twice: \(last.marked)")]
      }
      let nothing = Order(mark: MarkSet(question.command.mark), adds: true, targets: [])
      violations += contentViolations(before.rendered, end.rendered, nothing).map {
        Violation(.inverse, "gives \(last.marked.debugDescription): \($0)")
      }
      if first.onlyInserted, last.source != question.source {
        violations.append(Violation(.inverse, "the bytes are \(last.marked.debugDescription)"))
      }
    }
    return violations.map {
      Violation(
        $0.clause, "toggled again from \(again.marked.debugDescription): \($0.explanation)")
    }
  }

  /// Whether CommonMark cannot express the request: a mark on a part of an autolink in a link's
  /// text. Nothing inside `<…>` is markup (0.30 §6.5). The only other spelling, a link in brackets,
  /// is not allowed inside a link (§6.3).
  private func isImpossible(_ question: ContractCase, _ before: Reading) -> Bool {
    before.events.indices.contains { index in
      let event = before.events[index]
      guard case .openLink = event.kind, before.source[before.spans[index]].first == 0x3C else {
        return false
      }
      let inside = before.spans[index].upperBound..<before.spans[event.partner].lowerBound
      let isCut = question.selections.contains { $0.overlaps(inside) }
      return isCut
        && before.events.indices.contains { outer in
          guard case .openLink = before.events[outer].kind else { return false }
          return outer < index && before.events[outer].partner > event.partner
        }
    }
  }

  /// Whether the command is refused because CommonMark cannot express the request.
  package func isImpossible(_ question: ContractCase) -> Bool {
    guard question.source.contains(0x3C), case .refused = planner(question),
      let before = try? Reading(question.source, oracle: oracle)
    else { return false }
    return isImpossible(question, before)
  }

  func judge(_ question: ContractCase, _ before: Reading, _ outcome: Outcome) -> Result {
    if case .refused(let refusal) = outcome, question.command.options.allowsReferences,
      !isImpossible(question, before)
    {
      return Result(violations: [Violation(.refused, "\(refusal)")])
    }
    return judgeSelection(question, before, outcome)
  }
}

extension [Violation] {
  /// The violations with those that only rank last.
  var hardFirst: [Violation] {
    filter { !$0.clause.ranks } + filter { $0.clause.ranks }
  }
}
