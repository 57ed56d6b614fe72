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
  /// The number of carets judged by each row, without second toggles.
  package let rows = RowCount()

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
    var wasCaret = false
    var effect: Plan.Effect?
    var insertsPair = false
    var row: CaretRow?
  }

  /// Returns the clauses that the answer to `question`, or to its second toggle, breaks.
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

  /// Whether CommonMark cannot express the request: a mark on a part of an autolink in a link's
  /// text. Nothing inside `<…>` is markup (0.30 §6.5). The only other spelling, a link in brackets,
  /// is not allowed inside a link (§6.3).
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

  /// Whether the word or run at a caret contains a part of `range` but not all of it.
  private func cuts(_ question: ContractCase, _ range: Range<Int>, _ reading: Reading) -> Bool {
    let characters = reading.characters.filter {
      reading.events[$0].isMarkable && range.overlaps(reading.spans[$0])
    }
    return question.selections.contains { selection in
      let table = CaretTable(
        reading: reading, caret: selection.lowerBound, mark: MarkSet(question.command.mark),
        options: question.command.options, oracle: oracle)
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

  /// Whether a caret is beside a character of `range`, ignoring edges of links.
  private func touches(_ caret: Int, _ range: Range<Int>, _ reading: Reading) -> Bool {
    guard let place = CaretPlace(caret, in: reading) else { return false }
    let beside = [
      place.inside, place.characterBefore(in: reading), place.characterAfter(in: reading),
    ]
    return beside.contains { $0.map { range.overlaps(reading.spans[$0]) } ?? false }
  }

  /// Returns why CommonMark cannot express the request, if the command is refused for it.
  package func impossible(_ question: ContractCase) -> Impossible? {
    guard question.source.contains(where: { $0 == 0x3C || $0 == 0x60 }),
      case .refused = planner(question), let before = try? Reading(question.source, oracle: oracle)
    else { return nil }
    if isImpossible(question, before) { return .autolinkInLink }
    return hasNoCodePair(question, before) ? .codePair : nil
  }

  func judge(_ question: ContractCase, _ before: Reading, _ outcome: Outcome) -> Result {
    if case .refused(let refusal) = outcome, question.command.options.allowsReferences,
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

package enum Impossible: String, CaseIterable, Hashable, Sendable {
  case autolinkInLink = "a part of an autolink in the text of a link"
  case codePair = "a pair of backticks at the start of a line that others close"
}

extension Judge.Result {
  /// Whether a second toggle must restore the text before.
  var isReversible: Bool {
    wasCaret ? insertsPair : wasUniform
  }
}
