import MarkdownEditing
import TextEditing

extension Judge {
  func judgeCaret(
    _ question: ContractCase, _ before: Reading, _ outcome: Outcome
  ) -> Result {
    let table = CaretTable(
      reading: before, caret: question.selections[0].lowerBound,
      mark: MarkSet(question.command.mark), options: question.command.options, oracle: oracle)
    let trial = CaretTrial(judge: self, question: question, before: before, table: table)
    var nearest: Result?
    for row in table.expectations() {
      var result = trial.result(of: outcome, for: row)
      result.row = row.row
      if result.violations.isEmpty { return result }
      // The row of the same kind as the answer gives the most useful message.
      if nearest == nil || trial.fits(outcome, row) { nearest = result }
    }
    return nearest ?? Result(violations: [Violation(.caret, "the table has no row for it")])
  }
}

extension Judge {
  /// Whether the delimiters around a place are an empty pair. For example, `__‸__` alone is one.
  func isEmptyPair(at place: Int, of source: [UInt8], as table: CaretTable) -> Bool {
    guard let reading = try? Reading(source, oracle: oracle) else { return false }
    return table.at(place, in: reading).emptyPair() != nil
  }

  /// Whether a word typed at the caret would be text, but no pair of backticks of any length works
  /// there.
  ///
  /// At the start of a line, a run of three or more begins a code block, and a run of two ends at
  /// any other run of two, as in the code span of ``` `a``a` ```. For each length, backticks that
  /// are text are escaped so that they match nothing, and code spans with fences of that length get
  /// other fences. libcmark decides.
  package func hasNoCodePair(_ question: ContractCase, _ before: Reading) -> Bool {
    guard question.command.mark == .code, question.isOfCarets, question.selections.count == 1 else {
      return false
    }
    let table = CaretTable(
      reading: before, caret: question.selections[0].lowerBound, mark: .code,
      options: question.command.options, oracle: oracle)
    let word = Probe(question.source, at: table.caret, oracle: oracle)
    guard word?.word != nil, word?.keeps(before) == true else { return false }
    let longest = before.source.split { $0 != 0x60 }.map(\.count).max() ?? 0
    return !(1...longest + 3).contains { length in
      let edits = before.freeing(length: 2 * length)
      let place =
        table.caret
        + edits.filter { $0.range.upperBound <= table.caret }
        .reduce(length) { $0 + $1.bytes.count - $1.range.count }
      let fence = Array(repeating: UInt8(ascii: "`"), count: length)
      let pair = TextEdit.Replacement(table.caret..<table.caret, with: fence + fence)
      let all = (edits + [pair]).sorted {
        ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
      }
      guard let source = applying(all, to: before.source),
        let typed = Probe(source, at: place, oracle: oracle), typed.marks?.contains(.code) == true
      else { return false }
      return isEmptyPair(at: place, of: source, as: table) && typed.keeps(before)
    }
  }
}

extension Reading {
  /// Returns escapes for backticks that are text, and new fences for code spans with such fences.
  fileprivate func freeing(length: Int) -> [TextEdit.Replacement] {
    let tick = UInt8(ascii: "`")
    return events.indices.flatMap { index -> [TextEdit.Replacement] in
      let (event, span) = (events[index], spans[index])
      if event.kind == .character("`"), event.marks.isDisjoint(with: .code), span.count == 1 {
        return [TextEdit.Replacement(span.lowerBound..<span.lowerBound, with: "\\")]
      }
      guard event.kind == .openMark(.code), source[span].count(where: { $0 == tick }) == length
      else {
        return []
      }
      let close = spans[event.partner]
      let runs = source[span.upperBound..<close.lowerBound].split { $0 != tick }.map(\.count)
      let other = (1...).first { $0 != length && !runs.contains($0) } ?? length
      let bytes = Array(repeating: tick, count: other)
      return [
        TextEdit.Replacement(span.lowerBound..<span.lowerBound + length, with: bytes),
        TextEdit.Replacement(close.upperBound - length..<close.upperBound, with: bytes),
      ]
    }
  }
}

/// Checks an answer against one row of the table, using a word typed at the caret.
struct CaretTrial {
  let judge: Judge
  let question: ContractCase
  let before: Reading
  let table: CaretTable

  private var caret: Int { table.caret }

  func result(of outcome: Outcome, for row: CaretExpectation) -> Judge.Result {
    var result = Judge.Result(wasCaret: true)
    switch (outcome, row) {
    case (.refused, _): return result
    case (.unchanged(.caretOutsideText), .nothing): return result
    case (.unchanged(.nothingMarkable), .loses([])): return result
    case (.unchanged(.caretOutsideText), .pair):
      // Leaving the text unchanged is right only if no delimiters would work.
      if !canHoldPair { return result }
      result.violations = [Violation(.caret, "unchanged outside text; expected: \(row)")]
    case (.unchanged(.alreadySo), _) where isAlreadySo(row): return result
    case (.unchanged(let reason), _):
      result.violations = [Violation(.caret, "unchanged as \(reason); expected: \(row)")]
    case (.plan(let plan), .nothing):
      result.violations = [Violation(.caret, "a plan (\(plan.effect)) where no mark can be")]
    case (.plan(let plan), _):
      judge.apply(plan, question, &result)
      guard let after = result.after else { return result }
      guard after.selections[0].isEmpty else {
        result.violations = [Violation(.caret, "the caret became a selection")]
        return result
      }
      result.effect = plan.effect
      result.insertsPair = plan.isEmptyPair && plan.effect == .added
      if !fits(plan, row) {
        result.violations = [Violation(.caret, "\(plan.effect); expected: \(row)")]
        return result
      }
      result.violations = check(plan, after, row)
    }
    return result
  }

  /// Whether the command only adds or only removes the mark, and the row requires the opposite.
  private func isAlreadySo(_ row: CaretExpectation) -> Bool {
    switch (question.command.action, row) {
    case (.mark, .loses), (.mark, .stepsOut), (.mark, .removesPair): true
    case (.unmark, .gains), (.unmark, .stepsIn), (.unmark, .pair), (.unmark, .aroundCode): true
    default: false
    }
  }

  /// Whether an answer is of the kind that a row requires.
  func fits(_ outcome: Outcome, _ row: CaretExpectation) -> Bool {
    if case .plan(let plan) = outcome { fits(plan, row) } else { row == .nothing }
  }

  private func fits(_ plan: Plan, _ row: CaretExpectation) -> Bool {
    switch (plan.effect, row) {
    case (.added, .gains), (.removed, .loses): !plan.isEmptyPair
    case (.added, .pair), (.removed, .removesPair): plan.isEmptyPair
    case (.moved, .stepsOut), (.moved, .stepsIn), (.added, .aroundCode): true
    default: false
    }
  }

  private func check(
    _ plan: Plan, _ after: ContractCase, _ row: CaretExpectation
  ) -> [Violation] {
    switch row {
    case .gains(let events): remarked(plan, after, events, adds: true)
    case .loses(let events): remarked(plan, after, events, adds: false)
    case .stepsIn: stepped(after, isIn: true)
    case .stepsOut: stepped(after, isIn: false)
    case .pair: paired(after)
    case .removesPair(let delimiters): unpaired(after, delimiters)
    case .aroundCode(let events):
      events.isEmpty ? paired(after) : remarked(plan, after, events, adds: true)
    case .nothing: []
    }
  }

  /// Checks that a word gains the mark or a run loses it, and that the caret stays there.
  private func remarked(
    _ plan: Plan, _ after: ContractCase, _ events: [Int], adds: Bool
  ) -> [Violation] {
    let targets = Set(events.filter { before.events[$0].isMarkable })
    let order = Order(mark: table.mark, adds: adds, targets: targets)
    let violations = judge.editViolations(plan, before, after, order)
    guard violations.isEmpty else { return violations }
    return caretPosition(after, adds)
  }

  private func caretPosition(_ after: ContractCase, _ adds: Bool) -> [Violation] {
    guard let reading = try? Reading(after.source, oracle: judge.oracle),
      let place = CaretPlace(caret, in: before)
    else { return [] }
    let caret = after.selections[0].lowerBound
    let pairs = before.rendered.pairs(with: reading.rendered)
    let plain = place.leaf.events.filter { pairs[$0] != nil && !before.events[$0].isEdge }
    let left = plain.last { $0 < place.right && $0 != place.inside }
    let right = plain.first { $0 >= place.right }
    let low = left.flatMap { pairs[$0] }.map { reading.spans[$0].upperBound } ?? 0
    let high = right.flatMap { pairs[$0] }.map { reading.spans[$0].lowerBound } ?? Int.max
    let isInside = CaretPlace(caret, in: reading)?.marks(in: reading).contains(table.mark) ?? false
    return (low...max(low, high)).contains(caret) && (isInside || !adds)
      ? [] : [Violation(.caret, "the caret left its character: \(after.marked.debugDescription)")]
  }
}
