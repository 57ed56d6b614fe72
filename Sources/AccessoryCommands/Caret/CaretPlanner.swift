import CommonMark
import MarkdownSyntax
import TextEditing

/// Plans a command at a caret: the rows of the contract's table, in its order.
struct CaretPlanner {
  /// What every mark's command has to know of a caret.
  struct Context {
    let caret: Int
    let place: CaretPlace
    /// The text with a word typed at the caret, where that is text.
    let probe: Probe?
    /// The word there (UAX #29 on the visible text), as indices of characters.
    let word: Range<Int>?

    init(_ caret: Int, _ reading: DocumentReading) {
      let place = CaretPlace(caret, in: reading)
      self.init(caret, place, word: place.word, reading)
    }

    init(_ caret: Int, _ place: CaretPlace, word: Range<Int>?, _ reading: DocumentReading) {
      self.caret = caret
      self.place = place
      self.word = word
      probe = Probe(at: caret, in: reading.source)
    }
  }

  let command: MarkCommand
  let planner: SelectionPlanner
  private let context: Context
  /// Whether it matters where the caret stands after a plan.
  private let placesCaret: Bool

  private var mark: MarkSet { command.mark.set }
  private var source: [UInt8] { planner.reading.source }
  private var caret: Int { context.caret }

  init(
    _ command: MarkCommand, _ planner: SelectionPlanner, _ context: Context,
    placesCaret: Bool = true
  ) {
    self.placesCaret = placesCaret
    self.command = command
    self.planner = planner
    self.context = context
  }

  func outcome() -> MarkOutcome {
    let place = context.place
    let probe = context.probe
    if let probe {
      if let pair = emptyPair(probe), let outcome = removing(pair, probe) { return outcome }
      if case .outsideText = place, probe.isInEmptyPair {
        return self.pair(at: caret, base: probe)
      }
    }
    switch place {
    case .outsideText: return .unchanged(.caretOutsideText)
    case .besideText:
      guard let probe, probe.isTyped(into: planner.before) else {
        return .unchanged(.caretOutsideText)
      }
      return pair(at: caret, base: probe)
    case .blankLine:
      guard let probe, keepsBlocks(probe) || !CaretPlace.hasListMarker(at: caret, in: source)
      else { return .unchanged(.caretOutsideText) }
      return pair(at: caret, base: probe)
    case .leaf(let text, let offset): return outcome(in: text, at: offset)
    case .character(let text, let index): return outcome(inCharacter: index, of: text)
    }
  }

  /// Whether the text typed next has the mark.
  var marksWhatIsTyped: Bool { context.probe?.marks.isSuperset(of: mark) ?? false }

  /// Whether typing on a blank line leaves every block but paragraphs what it was.
  private func keepsBlocks(_ probe: Probe) -> Bool {
    func blocks(_ tree: MarkdownTree) -> [MarkdownTree.Kind] {
      tree.nodes.map { $0.kind }.filter { $0.isBlock && $0 != .paragraph }
    }
    return blocks(probe.reading.tree) == blocks(planner.reading.tree)
  }

  private func outcome(in text: LeafText, at offset: Int) -> MarkOutcome {
    let place = RunPlace(offset, in: text, mark: mark)
    switch place {
    case .innerEnd(let outside):
      if command.action == .mark { return .unchanged(.alreadySo) }
      return stepping(from: offset, to: outside, direction: .stepsOut)
    case .outerEnd(let inside):
      if command.action == .unmark { return .unchanged(.alreadySo) }
      return stepping(from: offset, to: inside, direction: .stepsIn)
    case .inside(let run):
      return unmarking(run, of: text, at: offset)
    case .outside:
      if command.action == .unmark { return .unchanged(.alreadySo) }
      if let word = context.word, !insertsPair(at: offset, word, text) {
        return over(word, of: text, at: offset, action: .mark)
      }
      return pair(in: text, at: offset)
    }
  }

  /// The caret stands in the spelling of a character: at no edge of anything.
  private func outcome(inCharacter index: Int, of text: LeafText) -> MarkOutcome {
    if text.characters[index].marks.isSuperset(of: mark) {
      let run = RunPlace.run(around: index, in: text, mark)
      return unmarking(run, of: text, at: caret)
    }
    if command.action == .unmark { return .unchanged(.alreadySo) }
    if let word = context.word { return over(word, of: text, at: caret, action: .mark) }
    let start = text.source(of: index).lowerBound
    guard let base = Probe(at: start, in: source), base.isTyped(into: planner.before) else {
      return .unchanged(.caretOutsideText)
    }
    return pair(at: start, base: base)
  }

  /// Takes the mark from a run, or by the policy from the word in it.
  private func unmarking(_ run: Range<Int>, of text: LeafText, at offset: Int) -> MarkOutcome {
    if command.action == .mark { return .unchanged(.alreadySo) }
    if run.isEmpty { return .unchanged(.nothingMarkable) }
    let word = command.policies.inRun == .word ? context.word?.clamped(to: run) ?? run : run
    return over(word.isEmpty ? run : word, of: text, at: offset, action: .unmark)
  }

  private func pair(in text: LeafText, at offset: Int) -> MarkOutcome {
    guard let base = Probe(at: offset, in: source), keepsBlocks(base),
      !text.characters.isEmpty || base.isTyped(into: planner.before)
    else { return .unchanged(.caretOutsideText) }
    return pair(at: offset, base: base)
  }

  private func insertsPair(at offset: Int, _ word: Range<Int>, _ text: LeafText) -> Bool {
    guard command.policies.atWordEdge == .insertsPair else { return false }
    return offset <= text.source(of: word.lowerBound).lowerBound
      || offset >= text.source(of: word.upperBound - 1).upperBound
  }

  /// Carries the command out over characters of a leaf; the caret stays on its character.
  private func over(
    _ characters: Range<Int>, of text: LeafText, at offset: Int, action: MarkCommand.Action
  ) -> MarkOutcome {
    guard !characters.isEmpty, characters.upperBound <= text.characters.count else {
      return .unchanged(.nothingMarkable)
    }
    let range =
      text.source(of: characters.lowerBound)
      .lowerBound..<text.source(
        of: characters.upperBound - 1
      ).upperBound
    var forced = command
    forced.action = action
    let selections = SelectionPlanner(forced, planner.reading, planner.before)
    var selected = text
    selected.select(range)
    let outcome = selections.outcome(for: [selected], on: [range], caret: offset)
    guard placesCaret, case .plan(var plan) = outcome else { return outcome }
    let mapping = CaretMapping(from: text, in: planner, plan.edit)
    if let caret = mapping?.caret(offset, mark: mark, isGiven: action == .mark) {
      plan.selections = [caret..<caret]
    }
    return .plan(plan)
  }

  // MARK: Pairs and steps

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

  /// Takes an empty pair away; nil where what is left would be something else.
  private func removing(_ pair: (open: Range<Int>, close: Range<Int>), _ probe: Probe)
    -> MarkOutcome?
  {
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

  /// Moves the caret past a delimiter, where the word typed there would be read so.
  private func stepping(from offset: Int, to target: Int, direction: MarkPlan.Direction)
    -> MarkOutcome
  {
    let step = plan(TextEdit(), caret: target, direction: direction, leaf: offset..<offset)
    if let stepped = Probe(at: target, in: source),
      stepped.marks.contains(mark) == (direction == .stepsIn),
      stepped.isTyped(into: planner.before)
    {
      return step
    }
    guard let base = Probe(at: offset, in: source), base.isTyped(into: planner.before) else {
      return step
    }
    return planned(base, action: direction == .stepsIn ? .mark : .unmark, direction) ?? step
  }

  /// A pair of delimiters around the caret, proved with a word between them.
  private func pair(at offset: Int, base: Probe) -> MarkOutcome {
    if command.action == .unmark { return .unchanged(.alreadySo) }
    let wanted = base.marks.union(mark)
    if wanted == base.marks, command.action == .mark { return .unchanged(.alreadySo) }
    // An empty pair in a code span would need empty code spans beside it, which are none.
    if base.marks.contains(.code) { return .unchanged(.caretOutsideText) }
    // What is typed into an autolink is its destination too.
    if base.isInAutolink { return .unchanged(.caretOutsideText) }
    var pairs: [(open: [UInt8], close: [UInt8], probe: Probe)] = []
    for (open, close) in command.mark.pairs {
      var typed = source
      typed.insert(contentsOf: open + Probe.bytes + close, at: offset)
      guard let probe = Probe(typed, wordAt: offset + open.count), probe.marks == wanted else {
        continue
      }
      pairs.append((open, close, probe))
    }
    // A pair that is a delimiter of something else would not be found again.
    if let index = pairs.firstIndex(where: { isFoundAgain($0.open + $0.close, at: offset) }) {
      pairs.insert(pairs.remove(at: index), at: 0)
    }
    // What the text would be with the word and no pair; else at least what it is.
    let pair =
      pairs.first { $0.probe.differs(from: base, onlyIn: wanted) }
      ?? pairs.first { $0.probe.isTyped(into: planner.before) }
    if let pair {
      let edit = TextEdit([Replacement(offset..<offset, with: pair.open + pair.close)])
      return plan(
        edit, caret: offset + pair.open.count, direction: .insertsPair, leaf: offset..<offset)
    }
    // Where the word alone would change other text there is no telling what a pair means.
    guard base.isTyped(into: planner.before) else { return .unchanged(.caretOutsideText) }
    return planned(base, action: .mark, .insertsPair)
      ?? .refused(.noSpelling(base.text.leaf.content))
  }

  /// Whether a caret between two empty delimiters is where it seems to be.
  private func isFoundAgain(_ delimiters: [UInt8], at offset: Int) -> Bool {
    var text = source
    text.insert(contentsOf: delimiters, at: offset)
    guard let reading = try? DocumentReading(text) else { return false }
    let caret = offset + delimiters.count / 2
    return CaretPlace(caret, in: reading).keeps(caret)
  }

  /// Plans over the word of a probe as over any selection, and takes the word out again.
  private func planned(
    _ base: Probe, action: MarkCommand.Action, _ direction: MarkPlan.Direction
  ) -> MarkOutcome? {
    var forced = command
    forced.action = action
    let width = Probe.bytes.count
    let word = base.offset..<(base.offset + width)
    let selections = SelectionPlanner(forced, base.reading)
    guard case .plan(let plan) = selections.outcome(on: [word]),
      !plan.edit.replacements.contains(where: { $0.range.overlaps(word) })
    else { return nil }
    var replacements: [Replacement] = []
    for replacement in plan.edit.replacements {
      let shift = replacement.range.lowerBound >= word.upperBound ? width : 0
      let range =
        (replacement.range.lowerBound - shift)..<(replacement.range.upperBound - shift)
      if let last = replacements.last, last.range.upperBound == range.lowerBound {
        replacements[replacements.count - 1].range = last.range.lowerBound..<range.upperBound
        replacements[replacements.count - 1].bytes += replacement.bytes
      } else {
        replacements.append(Replacement(range, with: replacement.bytes))
      }
    }
    return self.plan(
      TextEdit(replacements), caret: plan.selections[0].lowerBound, direction: direction,
      leaf: base.offset..<base.offset)
  }

  private func plan(
    _ edit: TextEdit, caret: Int, direction: MarkPlan.Direction, leaf: Range<Int>
  ) -> MarkOutcome {
    .plan(
      MarkPlan(
        edit: edit, selections: [caret..<caret], direction: direction, leaves: [leaf],
        references: []))
  }
}
