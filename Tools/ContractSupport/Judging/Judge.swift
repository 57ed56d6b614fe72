import MarkdownEditing
import TextEditing

/// Judges what a planner answers by the contract, with libcmark's trees alone.
///
/// One judge serves one thread: it remembers what character references stand for.
package struct Judge {
  /// Whatever answers cases: the planner, or in a test something that is known to be wrong.
  package typealias Planner = (ContractCase) -> MarkOutcome

  let planner: Planner
  let oracle = ReferenceOracle()
  /// How many carets were judged by each row of the table; the same command given again aside.
  package let rows = RowCount()

  /// A judge of `planner`; of the module's own where none is given.
  package init(
    of planner: @escaping Planner = { $0.command.outcome(onUTF8: $0.selections, in: $0.source) }
  ) {
    self.planner = planner
  }

  /// A result that stands, and what can be said of it.
  struct Result {
    var violations: [Violation] = []
    /// The text and selections after, where there is a plan that can be applied.
    var after: ContractCase?
    /// Whether all targets had the mark, or none.
    var wasUniform = false
    var onlyInserted = false
    var wasCaret = false
    var effect: MarkPlan.Effect?
    /// The row of the caret table that was judged by.
    var row: CaretRow?
  }

  /// The clauses that the answer to `question`, or to the same command given again, breaks.
  package func violations(of question: ContractCase) -> [Violation] {
    let before: Reading
    do {
      before = try Reading(question.source, oracle: oracle)
    } catch {
      return [Violation(.unread, "\(error)")]
    }
    let outcome = planner(question)
    let first = judge(question, before, outcome)
    if let row = first.row { rows.counts[row, default: 0] += 1 }
    guard first.violations.isEmpty, let again = first.after else { return first.violations }
    guard question.command.action == .toggle else { return [] }
    return repeated(question, before, first, again)
  }

  /// The clauses that one answer to `question` breaks; nothing is asked again.
  package func violations(of question: ContractCase, answered outcome: MarkOutcome) -> [Violation] {
    guard let before = try? Reading(question.source, oracle: oracle) else {
      return [Violation(.unread, question.marked)]
    }
    return judge(question, before, outcome).violations
  }

  /// Clause 6, and the contract for the second toggle.
  private func repeated(
    _ question: ContractCase, _ before: Reading, _ first: Result, _ again: ContractCase
  ) -> [Violation] {
    guard let between = try? Reading(again.source, oracle: oracle) else {
      return [Violation(.unread, "the text after: \(again.marked)")]
    }
    let second = judge(again, between, planner(again))
    var violations = second.violations
    // Of a text in which punctuation at the ends has the mark by references, `readable` takes it, and
    // leaves the punctuation outside when it gives it again: each step is judged by itself.
    let leavesOutside =
      question.command.policies.edges == .readable && second.effect == .marks
    if violations.isEmpty, first.wasCaret, first.isReversible, second.after == nil {
      violations = [Violation(.inverse, "nothing takes the pair away")]
    }
    if violations.isEmpty, first.isReversible, !leavesOutside, let last = second.after {
      guard let end = try? Reading(last.source, oracle: oracle) else {
        return [Violation(.unread, "the text after toggling twice: \(last.marked)")]
      }
      let nothing = Order(mark: MarkSet(question.command.mark), adds: true, targets: [])
      violations = contentViolations(before.rendered, end.rendered, nothing).map {
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

  /// Whether CommonMark has no spelling for what is asked: a part of an autolink in the text of a
  /// link. Nothing inside `<…>` is markup (0.30 §6.5), and a link in brackets, the only other way
  /// to write it, may not stand in a link (§6.3).
  package func isImpossible(_ question: ContractCase, _ before: Reading) -> Bool {
    before.events.indices.contains { index in
      let event = before.events[index]
      guard case .openLink = event.kind, before.source[before.spans[index]].first == 0x3C else {
        return false
      }
      let inside = before.spans[index].upperBound..<before.spans[event.partner].lowerBound
      let isCut = question.selections.contains { selection in
        selection.overlaps(inside)
          || selection.isEmpty && touches(selection.lowerBound, inside, before)
          || selection.isEmpty && cuts(question, inside, before)
      }
      return isCut
        && before.events.indices.contains { outer in
          guard case .openLink = before.events[outer].kind else { return false }
          return outer < index && before.events[outer].partner > event.partner
        }
    }
  }

  /// Whether a word or run that a caret means holds a part of `range`, and not the whole.
  private func cuts(_ question: ContractCase, _ range: Range<Int>, _ reading: Reading) -> Bool {
    let characters = reading.characters.filter {
      reading.events[$0].isMarkable && range.overlaps(reading.spans[$0])
    }
    return question.selections.contains { selection in
      let table = CaretTable(
        reading: reading, caret: selection.lowerBound, mark: MarkSet(question.command.mark),
        policies: question.command.policies, oracle: oracle)
      return table.expectations().contains { row in
        switch row {
        case .gains(let events), .loses(let events), .aroundCode(let events):
          let held = characters.count { events.contains($0) }
          return 0 < held && held < characters.count
        default: return false
        }
      }
    }
  }

  /// Whether a caret stands beside a character of `range`, the edges of links aside.
  private func touches(_ caret: Int, _ range: Range<Int>, _ reading: Reading) -> Bool {
    guard let place = CaretPlace(caret, in: reading) else { return false }
    let beside = [
      place.inside, place.characterBefore(in: reading), place.characterAfter(in: reading),
    ]
    return beside.contains { $0.map { range.overlaps(reading.spans[$0]) } ?? false }
  }

  /// What CommonMark has no spelling for, where the command is refused for it.
  package func impossible(_ question: ContractCase) -> Impossible? {
    guard question.source.contains(where: { $0 == 0x3C || $0 == 0x60 }),
      case .refused = planner(question), let before = try? Reading(question.source, oracle: oracle)
    else { return nil }
    if isImpossible(question, before) { return .autolinkInLink }
    return hasNoCodePair(question, before) ? .codePair : nil
  }

  /// Judges one answer.
  func judge(_ question: ContractCase, _ before: Reading, _ outcome: MarkOutcome) -> Result {
    if case .refused(let refusal) = outcome, question.command.policies.allowsReferences,
      !isImpossible(question, before), !hasNoCodePair(question, before)
    {
      return Result(violations: [Violation(.refused, "\(refusal)")])
    }
    if question.selections.count == 1, question.selections[0].isEmpty {
      return judgeCaret(question, before, outcome)
    }
    return judgeSelection(question, before, outcome)
  }
}

/// What CommonMark has no spelling for.
package enum Impossible: String, CaseIterable, Hashable, Sendable {
  case autolinkInLink = "a part of an autolink in the text of a link"
  case codePair = "a pair of backticks at the start of a line that others close"
}

extension Judge.Result {
  /// Whether the same command, given again, must restore what was.
  var isReversible: Bool {
    wasCaret ? effect == .insertsPair : wasUniform
  }
}
