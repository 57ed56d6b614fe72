import CommonMark
import MarkdownSyntax
import TextEditing

/// Removing the empty pair around a caret, and adding one.
extension CaretPlanner {
  /// Removes the empty pair around the caret; nil if there is none or the rest would read
  /// differently.
  ///
  /// A word typed in the pair shows whether it is one. Without the word, its delimiters must be
  /// text: in `*‸*foo*`, the stars belong to a run.
  func removingPair(_ probe: Probe) -> Outcome? {
    let pairs = emptyPairs(of: mark, probe)
    guard let outer = pairs.last, isText(from: outer.open.lowerBound, to: outer.close.upperBound)
    else { return nil }
    let width = Probe.bytes.count
    let opens = pairs.reversed().map { TextEdit.Replacement($0.open, with: []) }
    let closes = pairs.map { pair in
      TextEdit.Replacement(
        (pair.close.lowerBound - width)..<(pair.close.upperBound - width), with: [])
    }
    let edit = TextEdit(opens + closes)
    let after = pairs.reduce(caret) { $0 - $1.open.count }
    guard isRemovable(edit, caret: after, probe) else { return nil }
    if command.action == .mark { return .unchanged(.alreadySo) }
    return plan(edit, caret: after, effect: .removed, isEmptyPair: true, leaf: caret..<caret)
  }

  /// Whether the caret is in an empty pair that the command of `mark` would remove, as in `**‸**`.
  func isInPair(of mark: Mark, _ probe: Probe) -> Bool {
    CaretPlanner(planner.planner(for: .toggle, mark), context).removingPair(probe) != nil
  }

  /// Returns the delimiters of `mark` around only the word and delimiters, innermost first.
  private func emptyPairs(
    of mark: MarkSet, _ probe: Probe
  ) -> [(open: Range<Int>, close: Range<Int>)] {
    let (left, right) = probe.surroundings
    return left.compactMap { index in
      let tokens = probe.text.tokens
      guard tokens[index].kind.mark == mark, right.contains(tokens[index].partner) else {
        return nil
      }
      let (open, close) = (tokens[index].source, tokens[tokens[index].partner].source)
      // A fence with a blank belongs to a code span of blanks.
      let isBare = !(probe.source[open] + probe.source[close]).contains { $0 <= .space }
      return isBare ? (open, close) : nil
    }
  }

  /// Whether the bytes around the caret are text, or a rule that is only a pair, while nothing is
  /// typed between them. For example, `a **‸** b` is text, and `*‸*foo*` is not.
  ///
  /// - Parameters:
  ///   - start: the UTF-8 offset of the first byte, in the text.
  ///   - end: the UTF-8 offset after the last byte, in the probe's text.
  private func isText(from start: Int, to end: Int) -> Bool {
    guard case .leaf(let text, _) = context.place else {
      return context.probe.map(isRuleOfPairs) ?? false
    }
    let range = start..<(end - Probe.bytes.count)
    func literals(in range: Range<Int>) -> Int {
      text.tokens.count { token in
        if case .character(_, .plain) = token.kind { token.source.overlaps(range) } else { false }
      }
    }
    if literals(in: range) == range.count { return true }
    // In a run with an active delimiter, as in `*a.**‸***`, only the count of text decides.
    let byte = source[caret - 1]
    let left = source[..<caret].reversed().prefix { $0 == byte }.count
    let right = source[caret...].prefix { $0 == byte }.count
    let run = (caret - left)..<(caret + right)
    return run.lowerBound <= range.lowerBound && range.upperBound <= run.upperBound
      && literals(in: run) >= range.count
  }

  /// Whether the caret's line is a rule of a pair of strong, or of both marks: `**‸**`, `***‸***`.
  func isRuleOfPairs(_ probe: Probe) -> Bool {
    guard case .outsideText = context.place, probe.isInEmptyPair, caret > 0 else { return false }
    let left = source[..<caret].reversed().prefix { $0 == source[caret - 1] }
    let right = source[caret...].prefix { $0 == source[caret - 1] }
    guard (2...3).contains(left.count), right.count == left.count else { return false }
    let start = source[source.byteOrderMarkCount..<(caret - left.count)].last
    let rest = source[right.endIndex...].first { !$0.isBlank }
    return (start.map { $0 <= .space || $0 == .greaterThan } ?? true)
      && (rest.map { $0.isLineEnding } ?? true)
  }

  /// Whether the text without the pair, such as `a **‸** b`, is the original text, or differs only
  /// in the mark of a word typed there.
  private func isRemovable(_ edit: TextEdit, caret: Int, _ probe: Probe) -> Bool {
    let trial = planner.trial(of: edit)
    if let removed = Probe(at: caret, in: trial.source, planner.trials),
      removed.marks.union(mark) == probe.marks,
      removed.differs(from: probe, onlyIn: removed.marks)
    {
      return true
    }
    return trial.words.map { probe.isTyped(into: $0) } ?? false
  }

  /// Plans a pair of delimiters around the caret, and proves it with a word between them.
  func pair(at offset: Int, base: Probe) -> Outcome {
    if base.marks.contains(.code), mark != .code, base.isInEmptyPair || isInCodeSpan(offset) {
      return pairAroundCode(base)
    }
    if let outcome = pairInLabel(at: offset) { return outcome }
    let ways = PairWays(command, at: offset, place: context.place, base: base, of: source)
    let marks = wantedMarks(at: offset, base)
    if let pair = ways.plain(where: { isPromised($0, marks) }) { return .plan(plan(pair)) }
    // Trying more spellings needs a much larger budget than a selection.
    planner.budget.extend(forLeaves: 11)
    let keepsText = planner.isTyped(base)
    // If a word alone changes other text, a pair may change it in the same way.
    if !keepsText, let pair = ways.plain(where: { isPromised($0, as: base) }) {
      return .plan(plan(pair))
    }
    if let pair = ways.respelled(where: { isPromised($0, marks) }) { return .plan(plan(pair)) }
    return keepsText && !base.marks.contains(.code)
      ? .refused(.noSpelling(leafRange)) : .unchanged(.caretOutsideText)
  }

  /// Whether a UTF-8 offset is in a code span, as in `` `a‸b` ``.
  private func isInCodeSpan(_ offset: Int) -> Bool {
    guard case .leaf(let text, _) = context.place else { return false }
    return text.codeSpan(at: offset) != nil
  }

  /// Returns the marks that text typed in a pair should have.
  private func wantedMarks(at offset: Int, _ base: Probe) -> MarkSet {
    guard case .leaf(let text, _) = context.place else { return base.marks.union(mark) }
    return text.marks(at: offset).union(mark)
  }

  /// Whether a word in the pair has `marks` and is the only change, and the command can remove the
  /// pair again, as in `a **‸** b`.
  private func isPromised(_ pair: EmptyPair, _ marks: MarkSet) -> Bool {
    guard let typed = typed(pair), typed.marks == marks, planner.isTyped(typed) else {
      return false
    }
    return isUndone(plan(pair))
  }

  /// Whether a word in the pair has the mark and otherwise reads as it would without the pair. The
  /// command must also be able to remove the pair again, as in `a **‸** b`.
  private func isPromised(_ pair: EmptyPair, as base: Probe) -> Bool {
    let marks = base.marks.union(mark)
    guard let typed = typed(pair), typed.marks == marks, typed.differs(from: base, onlyIn: marks)
    else { return false }
    return isUndone(plan(pair))
  }

  /// Returns the text with a pair and a word in it; nil if its edges would not be readable or the
  /// budget is spent.
  private func typed(_ pair: EmptyPair) -> Probe? {
    if command.options.edges == .readable, pair.isBesideReferencesAlone { return nil }
    guard planner.budget.spend(bytes: 2 * planner.readingCost) else { return nil }
    return Probe(planner.trial(of: pair.edit(holding: Probe.bytes)), wordAt: pair.caret)
  }

  private func plan(_ pair: EmptyPair) -> Plan {
    Plan(
      edit: pair.edit(holding: []), selections: [pair.caret..<pair.caret], effect: .added,
      leaves: [pair.offset..<pair.offset], references: pair.references, isEmptyPair: true)
  }

  /// Whether the leaf keeps its links while the pair is empty. For example, `[a]**‸**[b]` may
  /// contain a link, unlike `[a][b]`.
  ///
  /// Backticks that nothing closes are text (CommonMark 0.30 §6.1). After such a run, libcmark 0.30
  /// finds only one code span (``` `` `a` `b` ```). So the trial has references in place of the
  /// pair, unless another run has the same length: the two might be one code span.
  private func keepsLinks(_ plan: Plan, _ reading: DocumentReading) -> Bool {
    guard case .leaf = context.place else { return true }
    let links = planner.reading.tree
    if reading.tree.hasSameLinks(as: links) { return true }
    guard mark == .code else { return false }
    let (text, caret) = (reading.source, plan.selections[0].lowerBound)
    let left = text[..<(caret - text[..<caret].reversed().prefix { $0 == .backtick }.count)]
    let right = text[caret...].drop { $0 == .backtick }
    let length = right.startIndex - left.endIndex
    guard !RunLengths(in: left + [.space] + right).contains(length) else { return false }
    let references = (0..<length).flatMap { _ in Escaping.reference("`") }
    return planner.trials[left + references + right].tree?.hasSameLinks(as: links) ?? false
  }

  /// Whether the same command restores the text: all bytes, if only delimiters were inserted, or
  /// else the words. For example, `a **‸** b` becomes `a  b`. The empty pair must not add or remove
  /// links, as `[a]**‸**[b]` may.
  private func isUndone(_ plan: Plan) -> Bool {
    guard planner.budget.spend(bytes: 4 * planner.readingCost),
      let next = caretPlanner(
        MarkCommand(.toggle, command.mark, options: command.options),
        at: plan.selections[0].lowerBound, after: plan.edit),
      keepsLinks(plan, next.planner.reading), let probe = next.context.probe,
      case .plan(let back) = next.removingPair(probe)
    else { return false }
    let restored = next.planner.trial(of: back.edit)
    return restored.source == source
      || (!plan.edit.onlyInsertsDelimiters && restored.words == planner.text.words)
  }

  func caretPlanner(
    _ command: MarkCommand, at caret: Int, after edit: TextEdit
  ) -> CaretPlanner? {
    let next = try? SelectionPlanner(
      command, planner.trial(of: edit), planner.trials, budget: planner.budget)
    return next.map { CaretPlanner($0, Context(caret, $0.reading, $0.trials)) }
  }
}
