import MarkdownEditing
import TextEditing

extension Judge {
  /// Returns the change that a command requests, or nil and the reason for doing nothing.
  func order(
    _ question: ContractCase, _ before: Reading
  ) -> (order: Order?, isUniform: Bool, unchanged: Outcome.Unchanged) {
    let targets = before.selected(by: question.selections)
    let mark = MarkSet(question.command.mark)
    let marked = targets.count { before.events[$0].marks.contains(mark) }
    let isUniform = marked == 0 || marked == targets.count
    let adds: Bool
    switch question.command.action {
    case .toggle: adds = marked < targets.count
    case .mark: adds = true
    case .unmark: adds = false
    }
    if targets.isEmpty { return (nil, isUniform, .nothingMarkable) }
    if marked == (adds ? targets.count : 0) { return (nil, isUniform, .alreadySo) }
    return (Order(mark: mark, adds: adds, targets: Set(targets)), isUniform, .alreadySo)
  }

  /// Checks clauses 1 to 5 and 7.
  func judgeSelection(
    _ question: ContractCase, _ before: Reading, _ outcome: Outcome
  ) -> Result {
    var (order, isUniform, unchanged) = order(question, before)
    var result = Result(wasUniform: isUniform)
    if let readable = readable(order, question, before, outcome) {
      (order, result.violations) = readable
      if !result.violations.isEmpty { return result }
    }
    switch (outcome, order) {
    case (.refused, _): return result
    case (.unchanged(let reason), nil):
      if reason != unchanged {
        result.violations = [Violation(.outcome, "unchanged as \(reason), not \(unchanged)")]
      }
    case (.unchanged(let reason), _):
      result.violations = [Violation(.outcome, "unchanged as \(reason), but there is work")]
    case (.plan, nil):
      result.violations = [Violation(.outcome, "a plan, but nothing is to be done: \(unchanged)")]
    case (.plan(let plan), let order?):
      apply(plan, question, &result)
      guard let after = result.after else { return result }
      result.effect = plan.effect
      if plan.effect != (order.adds ? .added : .removed) {
        result.violations.append(Violation(.outcome, "the effect is \(plan.effect)"))
      }
      result.violations += editViolations(plan, before, after, order) { other in
        !isUniform || isPermittedByClause6(from: other, question, before)
      }
      if result.violations.allSatisfy(\.clause.ranks) {
        result.violations += selectionViolations(question, before, after)
      }
    }
    return result
  }

  /// Applies the policy `readable`, which lets punctuation at the ends stay outside. Returns the
  /// new order and the violations at the ends, or nil if the policy changes nothing.
  private func readable(
    _ order: Order?, _ question: ContractCase, _ before: Reading, _ outcome: Outcome
  ) -> (Order?, [Violation])? {
    guard question.command.options.edges == .readable, let order, order.adds,
      order.mark != .code
    else { return nil }
    let edges = Edges(before: before, order: order, oracle: oracle)
    switch outcome {
    case .plan(let plan) where plan.effect == .removed:
      guard question.command.action == .toggle, edges.mayRemove() else { return nil }
      return (Order(mark: order.mark, adds: false, targets: order.targets), [])
    case .unchanged(.alreadySo):
      return question.command.action == .mark && edges.mayRemove() ? (nil, []) : nil
    case .plan(let plan):
      guard let source = applying(plan.edit.replacements, to: question.source),
        let after = try? Reading(source, oracle: oracle)
      else { return nil }
      return edges.judged(after)
    default: return nil
    }
  }

  func apply(_ plan: Plan, _ question: ContractCase, _ result: inout Result) {
    let replacements = plan.edit.replacements
    guard let source = applying(replacements, to: question.source) else {
      result.violations = [Violation(.bytes, "the replacements overlap or leave the text")]
      return
    }
    let bounds = [0] + plan.selections.flatMap { [$0.lowerBound, $0.upperBound] } + [source.count]
    guard plan.selections.count <= question.selections.count, bounds == bounds.sorted() else {
      result.violations = [Violation(.selection, "\(plan.selections) are no selections after")]
      return
    }
    result.onlyInserted =
      replacements.onlyInsertDelimiters
      || (question.command.options.edges == .readable
        && replacements.onlyInsertDelimitersAndReferences(into: question.source))
    result.after = ContractCase(source, plan.selections, question.command)
  }

  /// Checks clauses 1 to 4 and 7 and their consequences.
  ///
  /// - Parameter mayBecome: Whether another text, which satisfies clauses 1 to 4, would also be a
  ///   permitted result.
  func editViolations(
    _ plan: Plan, _ before: Reading, _ after: ContractCase, _ order: Order,
    mayBecome: (Reading) -> Bool = { _ in true }
  ) -> [Violation] {
    let reading: Reading
    do throws(Reading.Failure) {
      reading = try Reading(after.source, oracle: oracle)
    } catch {
      return [Violation(.unread, "after, \(after.marked.debugDescription): \(error)")]
    }
    var violations = contentViolations(before.rendered, reading.rendered, order)
    if violations.isEmpty {
      violations += Joining(before: before, after: reading, order: order).violations()
      let smallness = Smallness(
        before: before, after: reading, order: order, replacements: plan.edit.replacements,
        oracle: oracle,
        dereferences: !order.adds || after.command.options.edges == .readable)
      violations += smallness.violations { other in
        Joining(before: before, after: other, order: order).violations().isEmpty
          && mayBecome(other)
      }
    }
    return violations.hardFirst.prefix(3).map {
      Violation($0.clause, "gives \(after.marked.debugDescription): \($0.explanation)")
    }
  }

  /// Checks clause 5: each selection covers the same characters. Selections that meet in one
  /// character, such as two in `&ouml;`, count as one.
  private func selectionViolations(
    _ question: ContractCase, _ before: Reading, _ after: ContractCase
  ) -> [Violation] {
    guard let reading = try? Reading(after.source, oracle: oracle) else { return [] }
    let whole = joined(question, before)
    guard whole.selections.count == after.selections.count else {
      return [
        Violation(
          .selection,
          "\(after.marked.debugDescription) has \(after.selections.count) selections, not \(whole.selections.count)"
        )
      ]
    }
    let wanted = selections(whole, before, in: reading)
    return zip(wanted, after.selections).compactMap { wanted, new in
      guard let wanted else {
        return reading.selected(by: [new]).isEmpty
          ? nil : Violation(.selection, "\(after.marked.debugDescription) selects more")
      }
      guard wanted != new else { return nil }
      return Violation(
        .selection, "\(after.marked.debugDescription) selects \(new), not \(wanted)")
    }
  }

  /// Joins selections that meet in one character.
  private func joined(_ question: ContractCase, _ before: Reading) -> ContractCase {
    var joined: [Range<Int>] = []
    for old in question.selections {
      // A character counts as covered if any part of it is selected.
      let covered = before.selected(by: [old]).map { before.spans[$0] }
      var whole = old
      if let first = covered.first, let last = covered.last {
        whole =
          min(old.lowerBound, first.lowerBound)..<max(old.upperBound, last.upperBound)
      }
      while let last = joined.last, whole.lowerBound < last.upperBound {
        whole = min(last.lowerBound, whole.lowerBound)..<max(last.upperBound, whole.upperBound)
        joined.removeLast()
      }
      joined.append(whole)
    }
    return ContractCase(question.source, joined, question.command)
  }

  /// Finds each selection in another text that shows the same; nil for an empty one.
  private func selections(
    _ question: ContractCase, _ before: Reading, in other: Reading
  ) -> [Range<Int>?] {
    let pairs = before.rendered.pairs(with: other.rendered)
    return question.selections.map { old in
      let covered = before.selected(by: [old]).compactMap { pairs[$0] }
      guard let first = covered.first, let last = covered.last else { return nil }
      return other.spans[first].lowerBound..<other.spans[last].upperBound
    }
  }

  /// Whether clause 6 permits `other`: leaves that only gained delimiters must toggle back.
  private func isPermittedByClause6(
    from other: Reading, _ question: ContractCase, _ before: Reading
  ) -> Bool {
    let old = before.leafTexts
    let new = other.leafTexts
    // With the policy `readable`, references are removed with delimiters, so they must return too.
    let isReadable = question.command.options.edges == .readable
    let leaves = zip(old, new).enumerated().filter {
      $0.element.0 != $0.element.1
        && $0.element.1.hasOnlyDelimitersMore(
          than: $0.element.0, countsReferences: isReadable)
    }
    if leaves.isEmpty { return true }
    let ranges = selections(question, before, in: other).compactMap { $0 }
    var command = question.command
    command.action = .toggle
    guard case .plan(let plan) = planner(ContractCase(other.source, ranges, command)) else {
      return false
    }
    guard let source = applying(plan.edit.replacements, to: other.source),
      let back = try? Reading(source, oracle: oracle)
    else { return false }
    let last = back.leafTexts
    return leaves.allSatisfy {
      last.indices.contains($0.offset) && last[$0.offset] == old[$0.offset]
    }
  }
}
