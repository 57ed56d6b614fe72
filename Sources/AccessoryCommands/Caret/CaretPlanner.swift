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
  let context: Context
  /// Whether it matters where the caret stands after a plan.
  private let placesCaret: Bool
  /// Whether the text is another spelling of the one that the command is for.
  let isOtherSpelling: Bool

  var mark: MarkSet { command.mark.set }
  var source: [UInt8] { planner.reading.source }
  var caret: Int { context.caret }

  init(
    _ command: MarkCommand, _ planner: SelectionPlanner, _ context: Context,
    placesCaret: Bool = true, isOtherSpelling: Bool = false
  ) {
    self.isOtherSpelling = isOtherSpelling
    self.placesCaret = placesCaret
    self.command = command
    self.planner = planner
    self.context = context
  }

  func outcome() -> MarkOutcome {
    let place = context.place
    let probe = context.probe
    if let probe {
      if let outcome = removingPair(probe) { return outcome }
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
      guard let probe,
        !CaretPlace.hasListMarker(at: caret, in: source)
          || BlockShape(probe.reading.tree, without: Probe.bytes)
            == BlockShape(planner.reading.tree)
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
    case .innerEnd(let outside, let beyond):
      if command.action == .mark { return .unchanged(.alreadySo) }
      return stepping(from: offset, to: outside, direction: .stepsOut)
        ?? stepping(from: offset, to: beyond, direction: .stepsOut)
        ?? stepping(from: offset, amid: text, direction: .stepsOut)
        ?? inDelimiter(of: text)
        ?? unmarking(RunPlace.run(at: offset, in: text, mark), of: text, at: offset)
    case .outerEnd(let inside, let beyond):
      if command.action == .unmark { return .unchanged(.alreadySo) }
      return stepping(from: offset, to: inside, direction: .stepsIn)
        ?? stepping(from: offset, to: beyond, direction: .stepsIn)
        ?? stepping(from: offset, amid: text, direction: .stepsIn)
        ?? inDelimiter(of: text)
        ?? elsewhereOrMarked(in: text, at: offset)
    case .inside(let run):
      return unmarking(run, of: text, at: offset)
    case .outside:
      if command.action == .unmark { return .unchanged(.alreadySo) }
      return outcome(elsewhereIn: text, at: offset)
    }
  }

  /// Nothing where the caret stands inside a delimiter of another mark: it is moved out for a step,
  /// and where there is none to take no word or run is meant.
  private func inDelimiter(of text: LeafText) -> MarkOutcome? {
    let isInside = text.tokens.contains { token in
      token.kind.isDelimiter && token.kind.mark != mark && token.source.lowerBound < caret
        && caret < token.source.upperBound
    }
    return isInside ? .unchanged(.caretOutsideText) : nil
  }

  /// At the outer end of a run that no step leads into: as anywhere else; where that has no spelling,
  /// nothing, if what is typed between the delimiters is marked already.
  private func elsewhereOrMarked(in text: LeafText, at offset: Int) -> MarkOutcome {
    let outcome = outcome(elsewhereIn: text, at: offset)
    guard case .refused = outcome, let probe = context.probe, probe.marks.isSuperset(of: mark),
      probe.isTyped(into: planner.before)
    else { return outcome }
    return .unchanged(.alreadySo)
  }

  /// In or at the edge of a word, or anywhere else.
  private func outcome(elsewhereIn text: LeafText, at offset: Int) -> MarkOutcome {
    if let word = context.word, !insertsPair(at: offset, word, text),
      !text.characters[word].allSatisfy({ !$0.isMarkable || $0.marks.isSuperset(of: mark) })
    {
      return over(word, of: text, at: offset, action: .mark)
    }
    return pair(in: text, at: offset)
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
    let outcome = pair(in: text, at: start)
    // Before it there may be no room for a pair: behind a fence.
    if case .refused(.noSpelling) = outcome { return .unchanged(.caretOutsideText) }
    return outcome
  }

  /// Takes the mark from a run, or by the policy from the word in it.
  private func unmarking(_ run: Range<Int>, of text: LeafText, at offset: Int) -> MarkOutcome {
    if command.action == .mark { return .unchanged(.alreadySo) }
    if run.isEmpty { return .unchanged(.nothingMarkable) }
    let isOfWord = command.policies.inRun == .word
    let word = isOfWord ? context.word ?? VisibleText(text).word(besideBreakAt: offset) : nil
    return over(word ?? run, of: text, at: offset, action: .unmark)
  }

  /// A pair at a place in a leaf's text; where the caret was moved there, only if a word is text
  /// there too.
  private func pair(in text: LeafText, at offset: Int) -> MarkOutcome {
    guard !text.isInAutolink(offset), let base = Probe(at: offset, in: source), keepsBlocks(base),
      offset == caret && !text.characters.isEmpty || base.isTyped(into: planner.before)
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

  /// A plan at a caret.
  func plan(
    _ edit: TextEdit, caret: Int, direction: MarkPlan.Direction, leaf: Range<Int>,
    references: [Range<Int>] = []
  ) -> MarkOutcome {
    .plan(
      MarkPlan(
        edit: edit, selections: [caret..<caret], direction: direction, leaves: [leaf],
        references: references))
  }
}
