import CommonMark
import MarkdownSyntax
import TextEditing

extension CaretPlanner {
  /// The two delimiters of the mark between which the caret stands with nothing beside it.
  private func emptyPair(_ probe: Probe) -> (open: Range<Int>, close: Range<Int>)? {
    guard probe.marks.isSuperset(of: mark) else { return nil }
    let (left, right) = probe.surroundings
    for index in left where probe.text.tokens[index].kind.mark == mark {
      let partner = probe.text.tokens[index].partner
      let open = probe.text.tokens[index].source
      let close = probe.text.tokens[partner].source
      // A fence with a blank is the edge of a code span that holds blanks.
      guard right.contains(partner),
        !(probe.source[open] + probe.source[close]).contains(where: { $0 <= 0x20 })
      else { continue }
      return (open, close)
    }
    return nil
  }

  /// Whether the delimiters hold text as it is, without a word between them: literal characters
  /// that would be delimiters of another mark.
  private func delimitsText(_ pair: (open: Range<Int>, close: Range<Int>)) -> Bool {
    guard case .leaf(let text, _) = context.place else { return false }
    let close = pair.close.lowerBound - Probe.bytes.count
    return text.tokens.contains { token in
      token.source == pair.open && token.kind.mark == mark && token.kind.isOpening
        && text.tokens[token.partner].source.lowerBound == close
    }
  }

  /// Whether between the delimiters and the caret others stand that are read as such without a
  /// word: then the caret is between those.
  private func holdsDelimiters(_ pair: (open: Range<Int>, close: Range<Int>)) -> Bool {
    guard case .leaf(let text, _) = context.place, pair.open.upperBound < caret else {
      return false
    }
    let whole = pair.open.lowerBound..<(pair.close.upperBound - Probe.bytes.count)
    return text.tokens.contains { $0.kind.isDelimiter && $0.source.overlaps(whole) }
  }

  /// Takes the empty pair that the caret is in away; nil where there is none, or where what is left
  /// would be something else.
  func removingPair(_ probe: Probe) -> MarkOutcome? {
    guard let pair = emptyPair(probe), !delimitsText(pair), !holdsDelimiters(pair) else {
      return nil
    }
    return removing(pair, probe)
  }

  private func removing(
    _ pair: (open: Range<Int>, close: Range<Int>), _ probe: Probe
  ) -> MarkOutcome? {
    if command.action == .mark { return .unchanged(.alreadySo) }
    let width = Probe.bytes.count
    let close = (pair.close.lowerBound - width)..<(pair.close.upperBound - width)
    let edit = TextEdit([Replacement(pair.open, with: []), Replacement(close, with: [])])
    let after = caret - pair.open.count
    guard isRemovable(edit, caret: after, probe) else {
      // In a code span the pair has fences of its own, which go with it.
      return probe.marks.contains(.code) && mark != .code
        ? planned(probe, action: .unmark, .removesPair) : nil
    }
    return plan(edit, caret: after, direction: .removesPair, leaf: caret..<caret)
  }

  /// Whether the text without the pair is what it was, or would be with the word unmarked.
  private func isRemovable(_ edit: TextEdit, caret: Int, _ probe: Probe) -> Bool {
    let text = edit.applying(to: source)
    if let removed = Probe(at: caret, in: text), removed.marks.union(mark) == probe.marks,
      removed.differs(from: probe, onlyIn: removed.marks)
    {
      return true
    }
    guard let tree = try? MarkdownTree(parsing: text) else { return false }
    return probe.isTyped(into: TreeReading(tree))
  }

  /// A pair of delimiters around the caret, proved with a word between them.
  func pair(at offset: Int, base: Probe) -> MarkOutcome {
    if command.action == .unmark { return .unchanged(.alreadySo) }
    if base.marks.isSuperset(of: mark), command.action == .mark { return .unchanged(.alreadySo) }
    // An empty pair in a code span would need empty code spans beside it, which are none.
    if base.marks.contains(.code) { return .unchanged(.caretOutsideText) }
    // What is typed into an autolink is its destination too.
    if base.text.isInAutolink(base.offset) { return .unchanged(.caretOutsideText) }
    let leaf = base.source[base.text.leaf.content]
    let pairs = command.mark.pairs(in: leaf).map { EmptyPair($0, at: offset) }
    if let pair = proved(pairs, base) { return plan(pair) }
    // Where the word alone would change other text there is no telling what a pair means.
    guard base.isTyped(into: planner.before) else { return .unchanged(.caretOutsideText) }
    let neighbours = base.neighbours(allowsReferences: command.policies.allowsReferences)
    if let pair = proved(pairs.flatMap { $0.beside(neighbours) }, base) { return plan(pair) }
    let beside = pairs.flatMap { [$0] + $0.beside(neighbours) }
    let swapped = base.swaps.flatMap { swap in beside.map { $0.beside(also: swap) } }
    if let pair = proved(swapped, base) { return plan(pair) }
    for active in mark == .code ? ["`", "`*_"] : ["*_"] {
      let literals = base.literals(of: Array(active.utf8))
      let escaped = (beside + swapped).map { $0.beside(also: literals) }
      if let pair = proved(escaped, base) { return plan(plainer(pair, base)) }
    }
    if let outcome = planned(base, action: .mark, .insertsPair), isTakenBack(outcome) {
      return outcome
    }
    return searched(base) ?? pairInOtherSpelling() ?? .refused(.noSpelling(base.text.leaf.content))
  }

  /// Whether the command, given again, takes a pair away and restores what was: all bytes, where
  /// only delimiters came.
  private func isTakenBack(_ outcome: MarkOutcome) -> Bool {
    guard case .plan(let plan) = outcome,
      let reading = try? DocumentReading(plan.edit.applying(to: source))
    else { return false }
    let toggle = MarkCommand(.toggle, command.mark, policies: command.policies)
    let next = CaretPlanner(
      toggle, SelectionPlanner(toggle, reading), Context(plan.selections[0].lowerBound, reading))
    guard let probe = next.context.probe, case .plan(let back) = next.removingPair(probe),
      case let restored = back.edit.applying(to: reading.source),
      !plan.edit.onlyInsertsDelimiters || restored == source,
      let tree = try? MarkdownTree(parsing: restored)
    else { return false }
    return TreeReading(tree) == planner.before
  }

  /// The first pair that reads right with a word in it, and that would be taken away again: best
  /// where the text is what it would be with the word and no pair, else where it is what it was.
  private func proved(_ pairs: [EmptyPair], _ base: Probe) -> EmptyPair? {
    let wanted = base.marks.union(mark)
    var second: EmptyPair?
    for pair in pairs {
      let typed = pair.edit(holding: Probe.bytes).applying(to: source)
      guard let probe = Probe(typed, wordAt: pair.caret), probe.marks == wanted,
        emptyPair(probe)?.open.upperBound == pair.caret, isRestorable(pair)
      else { continue }
      if probe.differs(from: base, onlyIn: wanted) { return pair }
      if second == nil, probe.isTyped(into: planner.before) { second = pair }
    }
    return second
  }

  /// The same pair with as few characters escaped as will do.
  private func plainer(_ pair: EmptyPair, _ base: Probe) -> EmptyPair {
    var result = pair
    for neighbour in pair.neighbours {
      result = proved([result.without(neighbour)], base) ?? result
    }
    return result
  }

  /// Whether the text is what it was when the pair is gone and its neighbours stay respelled.
  private func isRestorable(_ pair: EmptyPair) -> Bool {
    guard let rest = pair.editOfNeighbours else { return true }
    guard let tree = try? MarkdownTree(parsing: rest.applying(to: source)) else { return false }
    return TreeReading(tree) == planner.before
  }

  private func plan(_ pair: EmptyPair) -> MarkOutcome {
    plan(
      pair.edit(holding: []), caret: pair.caret, direction: .insertsPair,
      leaf: pair.offset..<pair.offset, references: pair.references)
  }

  /// Plans over the word of a probe as over any selection, and takes the word out again.
  func planned(
    _ base: Probe, action: MarkCommand.Action, _ direction: MarkPlan.Direction
  ) -> MarkOutcome? {
    var forced = command
    forced.action = action
    let word = base.offset..<(base.offset + Probe.bytes.count)
    // The word is not there yet, so it cannot be the neighbour that is spelled as a reference.
    for allowsReferences in [true, false] {
      forced.policies.allowsReferences = allowsReferences && command.policies.allowsReferences
      guard case .plan(let plan) = SelectionPlanner(forced, base.reading).outcome(on: [word]),
        !plan.edit.replacements.contains(where: { $0.range.overlaps(word) })
      else { continue }
      return self.plan(plan.edit, caret: plan.selections[0].lowerBound, without: base, direction)
    }
    return nil
  }

  /// A pair with whatever else has to be spelled otherwise for it, found by the search that any
  /// selection is planned with: the cheapest that the same command takes back.
  private func searched(_ base: Probe) -> MarkOutcome? {
    var forced = command
    forced.action = .mark
    let word = base.offset..<(base.offset + Probe.bytes.count)
    var found: MarkOutcome?
    SelectionPlanner(forced, base.reading).forEachRewriting(of: word) { edit, caret in
      guard !edit.replacements.contains(where: { $0.range.overlaps(word) }),
        let outcome = plan(edit, caret: caret, without: base, .insertsPair), isTakenBack(outcome)
      else { return false }
      found = outcome
      return true
    }
    return found
  }

  /// A plan of an edit of a probe's text, without the probe's word; nil where nothing is left.
  private func plan(
    _ edit: TextEdit, caret after: Int, without base: Probe, _ direction: MarkPlan.Direction
  ) -> MarkOutcome? {
    let width = Probe.bytes.count
    var replacements: [Replacement] = []
    for replacement in edit.replacements {
      let shift = replacement.range.lowerBound >= base.offset + width ? width : 0
      let range =
        (replacement.range.lowerBound - shift)..<(replacement.range.upperBound - shift)
      replacements.join(range, with: replacement.bytes)
    }
    replacements.removeAll { source[$0.range].elementsEqual($0.bytes) }
    let edit = TextEdit(replacements)
    if after == caret, edit.applying(to: source) == source { return nil }
    return plan(edit, caret: after, direction: direction, leaf: base.offset..<base.offset)
  }
}
