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

  /// Whether the caret's line is a rule of a pair of strong, or of both marks (`**‸**`, `***‸***`), or
  /// begins code or underlines a heading with the pair of a dialect's mark (`~~‸~~`, `==‸==`).
  func isRuleOfPairs(_ probe: Probe) -> Bool {
    guard case .outsideText = context.place, probe.isInEmptyPair, caret > 0 else { return false }
    let left = source[..<caret].reversed().prefix { $0 == source[caret - 1] }
    let right = source[caret...].prefix { $0 == source[caret - 1] }
    guard (2...3).contains(left.count), right.count == left.count else { return false }
    let start = source[source.byteOrderMarkCount..<(caret - left.count)].last
    guard start.map({ $0 <= .space || $0 == .greaterThan }) ?? true else { return false }
    if let mark = planner.reading.view?.mark {
      return source[caret] == mark.byte && left.count == mark.delimiter.count
    }
    return source[right.endIndex...].first { !$0.isBlank }?.isLineEnding ?? true
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
    let nothing = Outcome.unchanged(.caretOutsideText)
    let isInCode = base.marks.contains(.code) && mark != .code
    if isInCode {
      // The word alone may make code of other text: `` ``‸`a`` ``.
      guard base.isInEmptyPair || isInCodeSpan(offset) else { return nothing }
    } else if let outcome = pairInLabel(at: offset) ?? plainPair(at: offset, base)
      ?? pairInLabel(at: offset, ofBareLink: true)
    {
      return outcome
    }
    // Trying more spellings needs a larger budget than a selection.
    planner.budget.extend(forLeaves: 2)
    if let plan = respelledPair(base, isInCode) { return .plan(plan) }
    let isPossible = isInCode ? !command.options.allowsReferences : planner.isTyped(base)
    return isPossible ? .refused(.noSpelling(leafRange)) : nothing
  }

  /// Whether a UTF-8 offset is in a code span, as in `` `a‸b` ``.
  private func isInCodeSpan(_ offset: Int) -> Bool {
    guard case .leaf(let text, _) = context.place else { return false }
    return text.codeSpan(at: offset) != nil
  }

  /// Plans a pair in the text of a shortcut or collapsed reference, writing its label in full:
  /// `[a ‸ b]` becomes `[a **‸** b][a  b]`. A link without brackets gets them, and a caret at its end
  /// stays outside.
  private func pairInLabel(at offset: Int, ofBareLink isBare: Bool = false) -> Outcome? {
    guard case .leaf(let text, _) = context.place,
      let open = text.tokens.lastIndex(where: { token in
        if isBare {
          return token.kind == .openLink(.bare) && token.source.upperBound < offset
        }
        return (token.kind == .openLink(.shortcut) || token.kind == .openLink(.collapsed))
          && token.source.upperBound <= offset
          && offset <= text.tokens[token.partner].source.lowerBound
      })
    else { return nil }
    let close = text.tokens[open].partner
    let end = min(offset, text.tokens[close].source.upperBound)
    // A word that is typed after punctuation at the end of an address belongs to the address.
    if isBare, source[end..<offset].contains(where: { $0.isWhite }) { return nil }
    let label = Array("][".utf8) + text.label(from: open, to: close, in: source) + [.rightBracket]
    let edit =
      isBare
      ? text.tokens.brackets(around: open, in: source)
      : TextEdit([.init(text.tokens[close].source, with: label)])
    let offset = edit.mapping(utf8Offset: offset, bias: .after)
    guard planner.budget.spend(bytes: 4 * source.count),
      let next = caretPlanner(command, at: offset, after: edit),
      next.planner.text.words == planner.text.words,
      let base = next.context.probe, case .plan(var pair) = next.pair(at: offset, base: base)
    else { return nil }
    pair.edit = edit.then(pair.edit)
    pair.leaves = pair.leaves.map { edit.mappingBack(utf8: $0) }
    pair.references = pair.references.map { edit.mappingBack(utf8: $0) }
    return .plan(pair)
  }

  /// Plans the pair of delimiters in which a word has the wanted marks and is the only change, and
  /// which the command can remove again, as in `a **‸** b`. If the word alone changes other text, a
  /// pair may change it in the same way.
  private func plainPair(at offset: Int, _ base: Probe) -> Outcome? {
    var marks = base.marks.union(mark)
    if case .leaf(let text, _) = context.place { marks = text.marks(at: offset).union(mark) }
    let plan = plainPair(at: offset, base) { $0.marks == marks && planner.isTyped($0) }
    if plan != nil || planner.isTyped(base) { return plan.map { .plan($0) } }
    marks = base.marks.union(mark)
    return plainPair(at: offset, base) { $0.differs(from: base, onlyIn: marks) }.map { .plan($0) }
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

  /// The number of characters above which a leaf is not searched thoroughly.
  private static var longLeaf: Int { 256 }

  /// Returns the first pair that the same command removes again, among the spellings of a text with
  /// the word, with the fewest escapes; nil if there is none or the budget is spent. Around code, it
  /// need not be removable, since `` **``** `` without a word is text with a mark.
  private func respelledPair(_ base: Probe, _ isInCode: Bool) -> Plan? {
    guard
      let typed = try? SelectionPlanner(
        command, base.trial, planner.trials, budget: planner.budget)
    else { return nil }
    func plan(_ rewriting: LeafEdit) -> Plan? {
      let respelled = rewriting.optionalRespellings
      let isReadable =
        isInCode || command.options.edges != .readable || respelled.isEmpty
        || !respelled.allSatisfy { $0.isReference }
      guard isReadable,
        let plan = self.plan(rewriting.edit(of: base.source), rewriting.references, without: base),
        isInCode || isUndone(plan)
      else { return nil }
      return plan
    }
    var text = base.text
    text.select(base.marked(by: mark))
    // A thorough search of a long leaf would take seconds, and then be too intricate.
    for isThorough in text.characters.count <= Self.longLeaf ? [false, true] : [false] {
      let leaf = typed.planner(for: text, gives: true, joinsRuns: isInCode)
      leaf.isThorough = isThorough
      while let candidate = leaf.next() {
        let rewriting = typed.combined([candidate])
        guard typed.isProved(rewriting, [leaf]), var best = plan(rewriting) else { continue }
        _ = typed.withoutNeedlessEscapes(rewriting, [leaf]) { plainer in
          guard let plan = plan(plainer) else { return false }
          best = plan
          return true
        }
        return best
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
      replacements.add(shift(replacement.range), replacement.bytes)
    }
    let after = edit.mapping(utf8Offset: base.offset, bias: .after)
    // Around blanks of a code span there is text, and a run beside a span may extend over it:
    // `` *a*`‸` `` becomes `` *a`‸`* ``.
    let marksText =
      base.marks.contains(.code)
      && (isInCodeSpan(base.offset) || edit.replacements.contains { $0.bytes.isEmpty })
    return Plan(
      edit: TextEdit(replacements), selections: [after..<after], effect: .added,
      leaves: [base.offset..<base.offset], references: references.map(shift),
      isEmptyPair: !marksText)
  }

  /// Whether the same command restores the text: all bytes, if only delimiters were inserted, or
  /// else the words. For example, `a **‸** b` becomes `a  b`.
  private func isUndone(_ plan: Plan) -> Bool {
    guard planner.budget.spend(bytes: 4 * planner.readingCost),
      let next = caretPlanner(
        MarkCommand(.toggle, command.mark, options: command.options),
        at: plan.selections[0].lowerBound, after: plan.edit),
      let probe = next.context.probe, case .plan(let back) = next.removingPair(probe)
    else { return false }
    let restored = next.planner.trial(of: back.edit)
    return restored.source == source
      || (!plan.edit.onlyInsertsDelimiters && restored.words == planner.text.words)
  }

  private func caretPlanner(
    _ command: MarkCommand, at caret: Int, after edit: TextEdit
  ) -> CaretPlanner? {
    let next = try? SelectionPlanner(
      command, planner.trial(of: edit), planner.trials, budget: planner.budget)
    return next.map { CaretPlanner($0, Context(caret, $0.reading, $0.trials)) }
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
