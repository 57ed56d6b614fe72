import AccessoryCommands
import TextEditing

extension Judge {
  /// The caret table: the answer must be one that a row allows.
  func judgeCaret(
    _ question: ContractCase, _ before: Reading, _ outcome: MarkOutcome
  ) -> Result {
    let caret = question.selections[0].lowerBound
    let table = CaretTable(
      reading: before, caret: caret, mark: MarkSet(question.command.mark),
      policies: question.command.policies, oracle: oracle)
    let trial = CaretTrial(
      judge: self, question: question, before: before, caret: caret, table: table)
    var nearest: Result?
    for rows in [table.expectations, table.expectationsWithoutStep] {
      for row in rows() {
        let result = trial.result(of: outcome, for: row)
        if result.violations.isEmpty { return result }
        // The row that was meant tells most.
        if nearest == nil || trial.fits(outcome, row) { nearest = result }
      }
    }
    return nearest ?? Result(violations: [Violation(.caret, "the table has no row for it")])
  }
}

/// One row of the table tried on an answer.
struct CaretTrial {
  let judge: Judge
  let question: ContractCase
  let before: Reading
  let caret: Int
  let table: CaretTable

  func result(of outcome: MarkOutcome, for row: CaretExpectation) -> Judge.Result {
    var result = Judge.Result(wasCaret: true)
    switch (outcome, row) {
    case (.refused, _): return result
    case (.unchanged(.caretOutsideText), .nothing): return result
    case (.unchanged(.nothingMarkable), .loses([])): return result
    // What a pair or a step promises is about the text typed next. Where that text alone, with no
    // command given, would change what stands there, the table has nothing to hold on to.
    case (.unchanged(.caretOutsideText), .pair), (.unchanged(.caretOutsideText), .stepsIn),
      (.unchanged(.caretOutsideText), .stepsOut):
      if !canTakeWord { return result }
      result.violations = [Violation(.caret, "unchanged outside text; expected: \(row)")]
    case (.unchanged(.alreadySo), .markedAlready): return result
    case (.unchanged(.alreadySo), _) where question.command.action != .toggle: return result
    case (.unchanged(let reason), _):
      result.violations = [Violation(.caret, "unchanged as \(reason); expected: \(row)")]
    case (.plan(let plan), .nothing):
      result.violations = [Violation(.caret, "a plan that \(plan.direction), where no mark can be")]
    case (.plan(let plan), _):
      judge.apply(plan, question, &result)
      guard let after = result.after else { return result }
      guard after.selections[0].isEmpty else {
        result.violations = [Violation(.caret, "the caret became a selection")]
        return result
      }
      result.direction = plan.direction
      if !fits(plan.direction, row) {
        result.violations = [Violation(.caret, "it \(plan.direction); expected: \(row)")]
        return result
      }
      result.violations = check(plan, after, row)
    }
    return result
  }

  /// Whether a word typed at the caret, without any mark, leaves all else as it is.
  private var canTakeWord: Bool {
    let probe = Probe(question.source, at: caret, oracle: judge.oracle)
    return probe.map { $0.word != nil && $0.keeps(before) } ?? false
  }

  /// Whether an answer is of the kind that a row asks for.
  func fits(_ outcome: MarkOutcome, _ row: CaretExpectation) -> Bool {
    if case .plan(let plan) = outcome { fits(plan.direction, row) } else { row == .nothing }
  }

  private func fits(_ direction: MarkPlan.Direction, _ row: CaretExpectation) -> Bool {
    switch (direction, row) {
    case (.marks, .gains), (.unmarks, .loses), (.removesPair, .loses), (.stepsOut, .stepsOut),
      (.stepsIn, .stepsIn),
      (.insertsPair, .pair), (.removesPair, .removesPair):
      true
    default: false
    }
  }

  private func check(
    _ plan: MarkPlan, _ after: ContractCase, _ row: CaretExpectation
  ) -> [Violation] {
    switch row {
    case .gains(let events): remarked(plan, after, events, adds: true)
    case .loses(let events): remarked(plan, after, events, adds: false)
    case .stepsIn: stepped(after, isIn: true)
    case .stepsOut: stepped(after, isIn: false)
    case .pair: paired(plan, after)
    case .removesPair(let width): unpaired(after, width)
    case .markedAlready, .nothing: []
    }
  }

  /// A word gains the mark or a run loses it, and the caret stays on its character.
  private func remarked(
    _ plan: MarkPlan, _ after: ContractCase, _ events: [Int], adds: Bool
  ) -> [Violation] {
    let targets = Set(events.filter { before.events[$0].isMarkable })
    let order = Order(mark: table.mark, adds: adds, targets: targets)
    let violations = judge.editViolations(plan, before, after, order)
    guard violations.isEmpty else { return violations }
    return caretPosition(after, targets, adds)
  }

  private func caretPosition(
    _ after: ContractCase, _ targets: Set<Int>, _ adds: Bool
  ) -> [Violation] {
    guard let reading = try? Reading(after.source, oracle: judge.oracle),
      let place = CaretPlace(caret, in: before)
    else { return [] }
    let caret = after.selections[0].lowerBound
    let pairs = Dictionary(
      uniqueKeysWithValues: zip(before.rendered.plainIndices, reading.rendered.plainIndices))
    let allowed: ClosedRange<Int>
    if let inside = place.inside, targets.contains(inside), let event = pairs[inside] {
      allowed = reading.spans[event].lowerBound...reading.spans[event].upperBound
    } else {
      let plain = place.leaf.events.filter { pairs[$0] != nil && !before.events[$0].isEdge }
      let left = plain.last { $0 < place.right && $0 != place.inside }
      let right = plain.first { $0 >= place.right }
      let low = left.flatMap { pairs[$0] }.map { reading.spans[$0].upperBound } ?? 0
      let high = right.flatMap { pairs[$0] }.map { reading.spans[$0].lowerBound } ?? Int.max
      allowed = low...max(low, high)
    }
    let isInside = CaretPlace(caret, in: reading)?.marks(in: reading).contains(table.mark) ?? false
    return allowed.contains(caret) && (isInside || !adds)
      ? [] : [Violation(.caret, "the caret left its character: \(after.marked.debugDescription)")]
  }

  /// The caret passes the delimiter, and the text typed next has the mark, or has it not.
  ///
  /// A word typed after a step out can break the run that it left (`_a_word`). So a blank before
  /// or after the word will do, unless the step wrote something to make the word itself possible.
  /// Where a word alone changes the rest, with no command given (the text of a shortcut reference
  /// names its definition), the rest is what that word makes of it.
  private func stepped(_ after: ContractCase, isIn: Bool) -> [Violation] {
    let context = "\(after.marked.debugDescription): "
    let place = after.selections[0].lowerBound
    var texts = ["word"]
    if after.source == question.source {
      texts += ["word ", " word", " word "]
      let passed = min(place, caret)..<max(place, caret)
      if passed.isEmpty || before.characters.contains(where: { before.spans[$0].overlaps(passed) })
      {
        return [Violation(.caret, context + "the step passed characters, or nothing")]
      }
    } else if let reading = try? Reading(after.source, oracle: judge.oracle) {
      let nothing = Order(mark: table.mark, adds: true, targets: [])
      let violations = contentViolations(before.rendered, reading.rendered, nothing)
      if !violations.isEmpty { return violations }
    }
    let isAsPromised = texts.contains { text in
      guard
        let probe = Probe(after.source, at: place, typing: text, oracle: judge.oracle),
        let marks = probe.marks
      else { return false }
      guard marks.contains(table.mark) == isIn else { return false }
      return probe.keeps(before) || isOfTheWord(probe, typing: text, isIn: isIn)
    }
    return isAsPromised
      ? [] : [Violation(.caret, context + "a word typed there is not as promised")]
  }

  /// Whether what a text typed changes is changed by the same text without the step too.
  private func isOfTheWord(_ typed: Probe, typing text: String, isIn: Bool) -> Bool {
    guard let plain = Probe(question.source, at: caret, typing: text, oracle: judge.oracle),
      let word = plain.word, !plain.keeps(before)
    else { return false }
    let order = Order(mark: table.mark, adds: isIn, targets: Set(word))
    return contentViolations(plain.reading.rendered, typed.reading.rendered, order).isEmpty
  }

  /// Delimiters around the caret: a word typed there has the mark, and nothing else changes.
  private func paired(_ plan: MarkPlan, _ after: ContractCase) -> [Violation] {
    let context = "\(after.marked.debugDescription): "
    let place = after.selections[0].lowerBound
    guard let plain = Probe(question.source, at: caret, oracle: judge.oracle),
      let typed = Probe(after.source, at: place, oracle: judge.oracle), typed.word != nil
    else { return [Violation(.caret, context + "a word typed there is not visible text")] }
    guard typed.marks?.contains(table.mark) ?? false else {
      return [Violation(.caret, context + "a word typed there has not the mark")]
    }
    if typed.keeps(before) { return [] }
    let isInText = table.isOnBlankLine || CaretPlace(caret, in: before) != nil
    guard let old = plain.word, isInText || table.isInPair || plain.keeps(before) else {
      return [Violation(.caret, context + "a word typed there changes something else")]
    }
    let order = Order(mark: table.mark, adds: true, targets: Set(old))
    return contentViolations(plain.reading.rendered, typed.reading.rendered, order).map {
      Violation(.caret, context + "with a word typed there: \($0)")
    }
  }

  private func unpaired(_ after: ContractCase, _ width: Int) -> [Violation] {
    let source = question.source
    let wanted = Array(source[..<(caret - width)] + source[(caret + width)...])
    guard after.source == wanted, after.selections[0].lowerBound == caret - width else {
      return [Violation(.caret, "\(after.marked.debugDescription): the pair was not removed")]
    }
    return []
  }
}
