import MarkdownSyntax
import TextEditing

/// Plans a mark's command at a caret, by the contract's table.
///
/// | the caret is | the command |
/// |---|---|
/// | in a run of the mark, or at its first character | takes the mark off the run |
/// | at the end of a run | moves the caret past the delimiter |
/// | in or at a word | gives the mark to the word |
/// | elsewhere in text | has nothing to mark, so that a session holds the mark pending |
struct CaretPlanner {
  let command: MarkCommand
  let place: CaretPlace

  private var mark: Mark { command.mark }
  private var source: [UInt8] { place.reading.source }
  private var steps: Bool { command.options.steps == .atEnds }

  var isOn: Bool {
    guard place.leaf != nil else { return place.marks.isSuperset(of: mark.bit) }
    guard let run = place.run(of: mark) else { return place.typed?.pair(of: mark) != nil }
    return !run.isAtEnd || !steps || place.marks.isSuperset(of: mark.bit)
  }

  /// The reason why the command does nothing at the caret, or nil. A mark that would be pending
  /// applies in a session alone, which may step past delimiters, too.
  var reason: Outcome.Unchanged? {
    if !place.isInText { return .caretOutsideText }
    if let leaf = place.leaf, let run = place.run(of: mark), !(run.isAtEnd && steps),
      !leaf.nodes[run.node].items.contains(where: { leaf.items[$0].canHave(isCode: mark == .code) })
    {
      return .nothingMarkable
    }
    if steps || isOn || word != nil { return nil }
    return .nothingToMark
  }

  var removes: Bool {
    guard place.isInText, isOn else { return false }
    if let run = place.run(of: mark) { return !(run.isAtEnd && steps) && reason == nil }
    return place.typed?.pair(of: mark).map { $0.isEmpty || !steps } ?? false
  }

  func outcome() -> Outcome {
    guard place.isInText else { return .unchanged(.caretOutsideText) }
    if command.action == (isOn ? .mark : .unmark) { return .unchanged(.alreadySo) }
    if let leaf = place.leaf, let run = place.run(of: mark) {
      return run.isAtEnd && steps ? step(leaf.nodes[run.node]) : unmark(run, of: leaf)
    }
    if let pair = place.typed?.pair(of: mark) { return leave(pair) }
    guard let leaf = place.leaf, let word else { return .unchanged(.nothingToMark) }
    return over(word, of: leaf, .mark)
  }

  private var word: Range<Int>? {
    // Code in an autolink would make it a link in brackets.
    guard let leaf = place.leaf, let word = place.word, mark != .code || place.autolink == nil,
      word.contains(where: {
        leaf.items[$0].canHave(isCode: mark == .code)
          && !leaf.items[$0].marks.isSuperset(of: mark.bit)
      })
    else { return nil }
    let isAtEdge = place.next == word.lowerBound || place.next == word.upperBound
    return isAtEdge && command.options.atEdge == .pending ? nil : word
  }

  private func step(_ node: InlineNode) -> Outcome {
    let isInside = place.marks.isSuperset(of: mark.bit)
    // Blanks before the caret step out of code with it, except padding.
    if mark == .code, isInside, source[node.closing.lowerBound - 1].isBlank,
      !source[node.content.lowerBound].isBlank,
      case .plan(let plan) = leave(
        TypedLetter.Pair(opening: node.opening, closing: node.closing, isEmpty: false))
    {
      return .plan(plan)
    }
    let target = isInside ? node.range.upperBound : node.content.upperBound
    let exact = place.offset(ofTextWith: place.marks.symmetricDifference(mark.bit))
    return plan(TextEdit(), at: exact ?? target, .moved)
  }

  private func unmark(_ run: CaretPlace.Run, of leaf: InlineLeaf) -> Outcome {
    if command.options.inRun == .word, let word = place.word {
      return over(word, of: leaf, .unmark)
    }
    return over(leaf.nodes[run.node].items, of: leaf, .unmark)
  }

  /// Leaves a pair whose text does not end it yet: the blanks before the caret move after it, as in
  /// `**a** ‸`. An empty pair is removed, and so are both delimiters if the caret never steps.
  private func leave(_ pair: TypedLetter.Pair) -> Outcome {
    let edit: TextEdit
    let isEnded = !pair.isEmpty && steps
    if isEnded {
      let blanks = source[..<pair.closing.lowerBound].reversed().prefix { $0.isBlank }.count
      let start = pair.closing.lowerBound - blanks
      let bytes = source[pair.closing] + source[start..<pair.closing.lowerBound]
      edit = TextEdit([.init(start..<pair.closing.upperBound, with: Array(bytes))])
    } else {
      edit = TextEdit([.init(pair.opening, with: []), .init(pair.closing, with: [])])
    }
    guard isProved(edit, isEnded: isEnded, isEmpty: pair.isEmpty) else {
      return .unchanged(.nothingToMark)
    }
    return isEnded
      ? plan(edit, at: pair.closing.upperBound, .moved)
      : plan(edit, at: place.offset - pair.opening.count, .removed)
  }

  /// Whether a leaf without a pair shows what it shows with a letter in it, except for the letter,
  /// and for the mark if that is removed.
  private func isProved(_ edit: TextEdit, isEnded: Bool, isEmpty: Bool) -> Bool {
    guard var wanted = place.leaf else { return false }
    if isEmpty {
      // The delimiters are text.
      let delimiters = edit.replacements.map { $0.range }
      wanted.items.removeAll { item in delimiters.contains { $0.overlaps(item.source) } }
    } else {
      if let typed = place.typed {
        wanted = typed.leaf
        wanted.items.remove(at: typed.item)
      }
      if !isEnded { for item in wanted.items.indices { wanted.items[item].marks.remove(mark.bit) } }
    }
    let edited = edit.applying(to: source)
    let extent = wanted.nodes[0].range.clamped(to: 0..<edited.count)
    let after = InlineReading(
      edited, in: place.reading.dialect, place.reading.context, leavesIn: extent)
    guard let leaf = after.leaves(at: [extent]).first else { return wanted.items.isEmpty }
    func solids(_ leaf: InlineLeaf) -> [InlineItem] { leaf.items.filter { $0.isSolid } }
    return solids(wanted).elementsEqual(solids(after.leaf(leaf))) {
      $0.scalar == $1.scalar && $0.marks == $1.marks
    }
  }

  private func over(_ items: Range<Int>, of leaf: InlineLeaf, _ action: MarkAction) -> Outcome {
    let solids = items.filter { leaf.items[$0].canHave(isCode: mark == .code) }
    guard let first = solids.first, let last = solids.last else {
      return .unchanged(.nothingMarkable)
    }
    let range = leaf.items[first].source.lowerBound..<leaf.items[last].source.upperBound
    var command = command
    command.action = action
    let selection = InlineSelection(place.reading, leaf, range)
    return InlinePlanner(command, selection, caret: place.offset).outcome(utf8: [range])
  }

  private func plan(_ edit: TextEdit, at caret: Int, _ effect: Plan.Effect) -> Outcome {
    let leaf = place.leaf.map { [$0.nodes[0].content] } ?? []
    return .plan(Plan(edit: edit, selections: [caret..<caret], effect: effect, leaves: leaf))
  }
}

extension MarkCommand {
  /// Returns one plan for several carets in ascending order, each planned after the later ones.
  ///
  /// If no caret has a plan, the first one decides the outcome. Carets that become equal are
  /// planned once, as is a word with several carets.
  func outcome(at carets: [Range<Int>], in document: MarkdownDocument) -> Outcome {
    var sequence = EditSequence(document)
    var named: Plan?
    var last = Outcome.unchanged(.noSelection)
    var toggled: (stretch: ClosedRange<Int>, edits: TextEdit)?
    for (index, caret) in carets.enumerated().reversed() {
      let place = sequence.place(of: caret)
      let isRepeated = index + 1 < carets.count && caret == carets[index + 1]
      // After the pair of `*‸*‸**` is removed, both carets are at the same offset.
      if let other = sequence.firstSelection, isRepeated || place == other {
        sequence.keep([other])
        continue
      }
      // Both carets are in one word, as in `w‸or‸d`.
      if let (stretch, edits) = toggled,
        stretch.contains(edits.mapping(utf8Offset: caret.lowerBound, bias: .before))
      {
        sequence.keep([sequence.edit(reaching: caret.lowerBound).mapping(utf8: caret)])
        continue
      }
      last = outcome(utf8: [place], atOnceIn: sequence.document)
      guard case .plan(let plan) = last else {
        sequence.keep([place])
        continue
      }
      named = named ?? plan
      let isToggle = plan.effect != .moved
      toggled =
        isToggle
        ? plan.edit.hull.map { ($0, sequence.edit(reachingCurrent: $0.upperBound)) } : nil
      do throws(Outcome.Refusal) {
        try sequence.make(plan, selecting: [plan.selections[0]])
      } catch { return .refused(error) }
    }
    return named.map { .plan(sequence.plan(like: $0)) } ?? last
  }
}

extension [Range<Int>] {
  var isCarets: Bool { count > 1 && allSatisfy { $0.isEmpty } }
}
