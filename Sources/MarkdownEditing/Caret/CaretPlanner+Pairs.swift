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

  /// Plans a pair of delimiters around the caret: `a ‸ b` becomes `a **‸** b`.
  ///
  /// If the delimiters alone are not a pair there, the planner marks a word typed at the caret, or
  /// its code span, and the pair is the edit without the word.
  func pair(at offset: Int, base: Probe) -> Outcome {
    if let plan = plainPair(at: offset, base) { return .plan(plan) }
    // Trying more spellings needs a much larger budget than a selection.
    planner.budget.extend(forLeaves: 11)
    var text = base.text
    text.select(base.marked(by: mark))
    let typed = try? SelectionPlanner(
      command, base.trial, planner.trials, budget: planner.budget)
    if let typed, let plan = pair(around: text, base, typed) { return .plan(plan) }
    return planner.isTyped(base)
      && (!base.marks.contains(.code) || !command.options.allowsReferences)
      ? .refused(.noSpelling(leafRange)) : .unchanged(.caretOutsideText)
  }

  /// Returns the pair of delimiters in which a word has the wanted marks and is the only change, and
  /// which the command can remove again, as in `a **‸** b`. If the word alone changes other text, a
  /// pair may change it in the same way.
  private func plainPair(at offset: Int, _ base: Probe) -> Plan? {
    if base.marks.contains(.code), mark != .code { return nil }
    var marks = base.marks.union(mark)
    if case .leaf(let text, _) = context.place { marks = text.marks(at: offset).union(mark) }
    if let plan = plainPair(at: offset, base, where: { $0.marks == marks && planner.isTyped($0) }) {
      return plan
    }
    if planner.isTyped(base) { return nil }
    marks = base.marks.union(mark)
    return plainPair(at: offset, base) { $0.differs(from: base, onlyIn: marks) }
  }

  /// Returns the first pair of plain delimiters whose text with a word meets a condition.
  private func plainPair(at offset: Int, _ base: Probe, where isGood: (Probe) -> Bool) -> Plan? {
    for (open, close) in command.mark.pairs(in: base.source[base.text.leaf.content]) {
      guard planner.budget.spend(bytes: 2 * planner.readingCost) else { return nil }
      let caret = offset + open.count
      func edit(holding bytes: [UInt8]) -> TextEdit {
        TextEdit([.init(offset..<offset, with: open + bytes + close)])
      }
      let plan = Plan(
        edit: edit(holding: []), selections: [caret..<caret], effect: .added,
        leaves: [offset..<offset], references: [], isEmptyPair: true)
      let trial = planner.trial(of: edit(holding: Probe.bytes))
      if let typed = Probe(trial, wordAt: caret), isGood(typed), isUndone(plan) { return plan }
    }
    return nil
  }

  /// Returns the first pair that the same command removes again, among the spellings of a text with
  /// the word; nil if there is none or the budget is spent. Around code, the first one is returned,
  /// since `` **``** `` without a word is text with a mark.
  private func pair(around text: LeafText, _ base: Probe, _ typed: SelectionPlanner) -> Plan? {
    let leaf = typed.planner(for: text, gives: true, joinsRuns: false)
    let isInCode = base.marks.contains(.code) && mark != .code
    while let candidate = leaf.next() {
      let rewriting = typed.combined([candidate])
      guard typed.isProved(rewriting, [leaf]) else { continue }
      let plain = typed.withoutNeedlessEscapes(rewriting, [leaf])
      let respelled = plain.optionalRespellings
      if command.options.edges == .readable, !isInCode, !respelled.isEmpty,
        respelled.allSatisfy({ $0.isReference })
      {
        continue
      }
      if let plan = plan(plain.edit(of: base.source), plain.references, without: base),
        isInCode || isUndone(plan)
      {
        return plan
      }
    }
    return nil
  }

  /// Returns the plan of an edit of the text with the word, without the word; nil if the edit
  /// changes the word.
  private func plan(
    _ edit: TextEdit, _ references: [Range<Int>], without base: Probe
  ) -> Plan? {
    let word = base.offset..<base.offset + Probe.bytes.count
    var replacements: [TextEdit.Replacement] = []
    func shift(_ range: Range<Int>) -> Range<Int> {
      range.lowerBound < word.upperBound ? range : range.shifted(by: -word.count)
    }
    for replacement in edit.replacements {
      if replacement.range.overlaps(word) { return nil }
      replacements.join(shift(replacement.range), with: replacement.bytes)
    }
    let after = edit.mapping(utf8Offset: base.offset, bias: .after)
    // A run beside a code span may extend over it: `` *a*`‸` `` becomes `` *a`‸`* ``.
    let extendsRun = edit.replacements.contains { $0.bytes.isEmpty }
    return Plan(
      edit: TextEdit(replacements), selections: [after..<after], effect: .added,
      leaves: [base.offset..<base.offset], references: references.map(shift),
      isEmptyPair: !extendsRun)
  }

  /// Whether the same command restores the text: all bytes, if only delimiters were inserted, or
  /// else the words. For example, `a **‸** b` becomes `a  b`.
  private func isUndone(_ plan: Plan) -> Bool {
    guard planner.budget.spend(bytes: 4 * planner.readingCost),
      let next = try? SelectionPlanner(
        MarkCommand(.toggle, command.mark, options: command.options), planner.trial(of: plan.edit),
        planner.trials, budget: planner.budget)
    else { return false }
    let context = Context(plan.selections[0].lowerBound, next.reading, next.trials)
    guard let probe = context.probe,
      case .plan(let back) = CaretPlanner(next, context).removingPair(probe)
    else { return false }
    let restored = next.trial(of: back.edit)
    return restored.source == source
      || (!plan.edit.onlyInsertsDelimiters && restored.words == planner.text.words)
  }
}

extension Probe {
  /// Returns what a pair of a mark goes around: the word, or its code span for another mark.
  fileprivate func marked(by mark: MarkSet) -> Range<Int> {
    guard mark != .code, let span = text.codeSpan(at: offset), let first = span.first,
      let last = span.last
    else { return offset..<offset + Self.bytes.count }
    return text.source(of: first).lowerBound..<text.source(of: last).upperBound
  }
}

extension [TextEdit.Replacement] {
  /// Appends a replacement, or extends the last one if the two touch.
  fileprivate mutating func join(_ range: Range<Int>, with bytes: [UInt8]) {
    if let last, last.range.upperBound == range.lowerBound {
      self[count - 1] = TextEdit.Replacement(
        last.range.lowerBound..<range.upperBound, with: last.bytes + bytes)
    } else {
      append(TextEdit.Replacement(range, with: bytes))
    }
  }
}
