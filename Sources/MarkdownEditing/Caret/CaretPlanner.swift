import CommonMark
import MarkdownSyntax
import TextEditing

/// Plans a command at a caret, by the cases of the contract's table.
///
/// A word typed at the caret (``Probe``) decides which case applies, and proves the result.
struct CaretPlanner {
  /// The facts about a caret that the commands of all marks share.
  final class Context {
    let caret: Int
    let place: CaretPlace
    /// The text with a word typed at the caret; nil if the word is not text there.
    let probe: Probe?
    /// The word at the caret (UAX #29 on the visible text), as indices of characters.
    lazy var word: Range<Int>? = place.word

    init(_ caret: Int, _ reading: DocumentReading, _ trials: Trials) {
      let caret = reading.document.inRow(caret)
      place = CaretPlace(caret, in: reading)
      self.caret = place.standing(caret, in: reading.source)
      probe = Probe(at: self.caret, in: reading.source, trials)
    }
  }

  let command: MarkCommand
  let planner: SelectionPlanner
  let context: Context

  var mark: MarkSet { command.mark.set }
  var source: [UInt8] { planner.reading.source }
  var caret: Int { context.caret }

  init(_ planner: SelectionPlanner, _ context: Context) {
    command = planner.command
    self.planner = planner
    self.context = context
  }

  /// Whether text typed next has the mark, as strong at `**a‸**`.
  var marksWhatIsTyped: Bool { context.probe?.marks.isSuperset(of: mark) ?? false }

  /// Returns the outcome; refused as too intricate if the budget ran out before a plan was found.
  func outcome() -> Outcome {
    let outcome = decided()
    guard planner.budget.isExhausted else { return outcome }
    if case .plan = outcome { return outcome }
    return .refused(.tooIntricate(leafRange))
  }

  /// The leaf that a refusal names, in the text without the word.
  var leafRange: Range<Int> {
    if case .leaf(let text, _) = context.place { text.leaf.content } else { caret..<caret }
  }

  private func decided() -> Outcome {
    if let probe = context.probe, let outcome = removingPair(probe) { return outcome }
    switch goal {
    case .unchanged(let reason): return .unchanged(reason)
    case .step(let target, let offset):
      return plan(TextEdit(), caret: target, effect: .moved, leaf: offset..<offset)
    case .over(let characters, let text, let offset, let action):
      return over(characters, of: text, at: offset, action: action)
    case .pair(let offset, let base): return pair(at: offset, base: base)
    }
  }

  /// Whether the command has something to do, as in `a wo‸rd`, not in a code block.
  var applies: Bool {
    if case .unchanged = goal { return context.probe.map { removingPair($0) != nil } ?? false }
    return true
  }

  private enum Goal {
    case unchanged(Outcome.Unchanged)
    /// Moves the caret over delimiters.
    case step(to: Int, leaf: Int)
    /// Adds the mark to characters of a leaf, or removes it from them.
    case over(Range<Int>, of: LeafText, at: Int, MarkAction)
    /// Adds a pair around a word that is typed at an offset.
    case pair(at: Int, base: Probe)
  }

  private var goal: Goal {
    switch context.place {
    case .leaf(let text, let offset): return goal(in: text, at: offset)
    case .besideText:
      guard let probe = context.probe, planner.isTyped(probe) else { break }
      return goal(ofPairAt: caret, base: probe)
    case .blankLine:
      guard let probe = context.probe else { break }
      return goal(ofPairAt: caret, base: probe)
    case .outsideText:
      // `**‸**` on a line of its own is a rule until something is typed.
      guard let probe = context.probe, isRuleOfPairs(probe) else { break }
      return goal(ofPairAt: caret, base: probe)
    }
    return .unchanged(.caretOutsideText)
  }

  private func goal(in text: LeafText, at offset: Int) -> Goal {
    if isBeforeMarker(offset, in: text) { return .unchanged(.caretOutsideText) }
    let steps = CaretSteps(at: offset, in: text, of: self)
    let isMarked = steps.here.isSuperset(of: mark)
    if isMarked, command.action == .mark { return .unchanged(.alreadySo) }
    if !isMarked, command.action == .unmark { return .unchanged(.alreadySo) }
    // A break has no end of a run: its backslash belongs to it, as in `*a\‸⏎b*`.
    let isInBreak = isMarked && text.isInBreak(caret)
    if !isInBreak, let target = steps.target {
      return .step(to: target, leaf: offset)
    }
    if isMarked { return goal(ofUnmarking: text, at: offset) }
    if let word = context.word, !insertsPair(at: offset, word, text),
      !text.characters[word].allSatisfy({ !$0.isMarkable || $0.marks.isSuperset(of: mark) })
    {
      return .over(word, of: text, at: offset, .mark)
    }
    if text.isInAutolink(offset) { return .unchanged(.caretOutsideText) }
    // The goal is the code span around the caret, or else a pair of delimiters at the caret.
    if let span = text.codeSpan(at: offset),
      text.characters[span].contains(where: { $0.isMarkable })
    {
      return .over(span, of: text, at: offset, .mark)
    }
    guard let base = Probe(at: offset, in: source, planner.trials) else {
      return .unchanged(.caretOutsideText)
    }
    return goal(ofPairAt: offset, base: base)
  }

  /// Returns the goal of adding a pair, unless it is in an autolink or in code outside of leaves.
  private func goal(ofPairAt offset: Int, base: Probe) -> Goal {
    if command.action == .unmark { return .unchanged(.alreadySo) }
    // Text typed into an autolink also changes its destination.
    if base.text.isInAutolink(base.offset) { return .unchanged(.caretOutsideText) }
    if base.marks.contains(.code) {
      guard case .leaf = context.place else { return .unchanged(.caretOutsideText) }
    }
    return .pair(at: offset, base: base)
  }

  /// Returns the goal of unmarking the run around the caret, or its word if the options say so.
  private func goal(ofUnmarking text: LeafText, at offset: Int) -> Goal {
    let run = text.run(at: offset, mark)
    if run.isEmpty { return .unchanged(.nothingMarkable) }
    guard command.options.inRun == .word, let word = context.word else {
      return .over(run, of: text, at: offset, .unmark)
    }
    return .over(word, of: text, at: offset, .unmark)
  }

  /// Whether an offset in a break is before the marker of a continued quote, as in `> a⏎‸> b`.
  private func isBeforeMarker(_ offset: Int, in text: LeafText) -> Bool {
    let end = text.tokens.first { token in
      token.kind.isBreak && token.source.lowerBound < offset && offset < token.source.upperBound
    }?.source.upperBound
    guard let end else { return false }
    let rest = source[offset..<end]
    return !rest.contains { $0.isLineEnding } && rest.contains { $0 > .space }
  }

  private func insertsPair(at offset: Int, _ word: Range<Int>, _ text: LeafText) -> Bool {
    guard command.options.atEdge == .pair else { return false }
    return offset <= text.source(of: word.lowerBound).lowerBound
      || offset >= text.source(of: word.upperBound - 1).upperBound
  }

  /// Carries out the command for characters of a leaf. The caret stays at its character.
  private func over(
    _ characters: Range<Int>, of text: LeafText, at offset: Int, action: MarkAction
  ) -> Outcome {
    let end = text.source(of: characters.upperBound - 1).upperBound
    let range = text.source(of: characters.lowerBound).lowerBound..<end
    var selected = text
    selected.select(range)
    let outcome = planner.planner(for: action).outcome(for: [selected], on: [range], caret: offset)
    guard case .plan(var plan) = outcome else { return outcome }
    let mapping = CaretMapping(from: text, in: planner, plan.edit)
    if let caret = mapping?.caret(offset, mark: mark, isAdded: action == .mark) {
      plan.selections = [caret..<caret]
    }
    return .plan(plan)
  }

  func plan(
    _ edit: TextEdit, caret: Int, effect: Plan.Effect, isEmptyPair: Bool = false, leaf: Range<Int>,
    references: [Range<Int>] = []
  ) -> Outcome {
    .plan(
      Plan(
        edit: edit, selections: [caret..<caret], effect: effect, leaves: [leaf],
        references: references, isEmptyPair: isEmptyPair))
  }
}
