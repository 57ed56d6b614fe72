import CommonMark
import MarkdownSyntax
import TextEditing

/// Plans a command for selections: one effect and one edit for all leaves that they touch.
struct SelectionPlanner {
  private(set) var command: MarkCommand
  /// The text that the command is planned on.
  let text: Trial
  let reading: DocumentReading
  let trials: Trials
  /// The cost of reading the text, with or without a few more delimiters, in bytes of plain text.
  let readingCost: Int
  /// The budget of this plan and of every plan made for it.
  let budget: Budget
  /// Whether this plan only shows whether an edit can be undone: from `**a**` to `a`.
  var isReversal = false

  /// - Throws: `ParsingRefusal` if the text cannot be passed to libcmark.
  init(
    _ command: MarkCommand, _ text: Trial, _ trials: Trials, budget: Budget? = nil
  ) throws(ParsingRefusal) {
    self.command = command
    self.text = text
    self.trials = trials
    reading = try text.read()
    let byteCount = reading.document.text.count
    self.budget = budget ?? Budget(forBytes: byteCount)
    readingCost = byteCount + reading.tree.climbingCost
  }

  /// Copies the planner for another action and, if `mark` is not nil, another mark.
  func planner(for action: MarkAction, _ mark: Mark? = nil) -> SelectionPlanner {
    var other = self
    other.command.action = action
    other.command.mark = mark ?? command.mark
    return other
  }

  func trial(of edit: TextEdit) -> Trial { trials[edit.applying(to: reading.source)] }

  func trial(of rewriting: LeafEdit) -> Trial { trial(of: rewriting.edit(of: reading.source)) }

  /// Plans for `selections` (UTF-8 ranges, ascending).
  func outcome(onUTF8 selections: [Range<Int>]) -> Outcome {
    guard let texts = reading.texts(on: selections) else {
      return .refused(.readingsDiffer(misread(on: selections)))
    }
    return outcome(for: texts, on: selections)
  }

  /// Plans for `texts`, the leaves that `selections` touch, with the selected characters.
  ///
  /// - Parameter caret: the caret's offset, if the selection after the edit is a caret.
  func outcome(
    for texts: [LeafText], on selections: [Range<Int>], caret: Int? = nil
  ) -> Outcome {
    guard !texts.isEmpty else { return .unchanged(.nothingMarkable) }
    let areAllMarked = texts.allSatisfy { $0.isMarked(command.mark.set) }
    let gives = command.action == .mark || (command.action == .toggle && !areAllMarked)
    if texts.allSatisfy({ gives ? $0.isMarked(command.mark.set) : $0.isFree(of: command.mark.set) })
    {
      return .unchanged(.alreadySo)
    }
    let outcome = plan(texts, gives: gives, selections: selections, caret: caret)
    // A caret selects a whole word or code span, and code need not flank, so only other selections
    // may leave punctuation outside.
    guard gives, caret == nil, command.mark != .code, case .plan(let plan) = outcome,
      !plan.references.isEmpty
    else {
      return outcome
    }
    return readable(plan, of: texts, selections: selections)
  }

  /// The first selected leaf that the scanner and libcmark read differently.
  private func misread(on selections: [Range<Int>]) -> Range<Int> {
    reading.leaves.first { leaf in
      selections.contains { $0.overlaps(leaf.content) } && LeafText(leaf, of: reading) == nil
    }?.content ?? selections[0]
  }

  func plan(
    _ texts: [LeafText], gives: Bool, selections: [Range<Int>], caret: Int?
  ) -> Outcome {
    // The command can only undo the edit if all selected characters have the mark or none has.
    let isUniform =
      texts.allSatisfy { $0.isMarked(command.mark.set) }
      || texts.allSatisfy { $0.isFree(of: command.mark.set) }
    let own = caret == nil && isUniform ? selections : nil
    var rewriting: LeafEdit
    do throws(Outcome.Refusal) {
      rewriting =
        texts.count == 1
        ? try self.rewriting(of: texts[0], gives: gives, selections: own)
        : try self.rewriting(of: texts, gives: gives, selections: own)
    } catch { return .refused(error) }
    rewriting = withoutReferences(rewriting, of: texts, gives: gives)
    return .plan(
      Plan(
        edit: rewriting.edit(of: reading.source),
        selections: caret.map { [rewriting.newRange(of: $0..<$0)] }
          ?? newSelections(selections, texts, rewriting),
        effect: gives ? .added : .removed, leaves: texts.map { $0.leaf.content },
        references: rewriting.references))
  }

  /// Rewrites one leaf, as cheaply as possible or in a way that satisfies the contract better.
  ///
  /// - Parameter selections: the selections for which the command must undo the edit, or nil.
  /// - Throws: a refusal if no candidate is proved within the budget, or only a forbidden one.
  func rewriting(
    of text: LeafText, gives: Bool, selections: [Range<Int>]?
  ) throws(Outcome.Refusal) -> LeafEdit {
    let planner = planner(for: text, gives: gives)
    while let candidate = planner.next() {
      let rewriting = combined([candidate])
      guard isProved(rewriting, [planner]) else { continue }
      // Without references, perhaps no spelling keeps the rules of runs, so the command is refused.
      if candidate.spelling.breaksRule, !planner.command.options.allowsReferences { break }
      return budget.withShare(forBytes: reading.source.count) {
        settled(rewriting, of: candidate, planner, selections)
      }
    }
    if planner.cutsAutolinkInLink { throw .autolinkInLink(text.leaf.content) }
    throw budget.isExhausted
      ? .tooIntricate(text.leaf.content) : .noSpelling(text.leaf.content)
  }

  func planner(for text: LeafText, gives: Bool, joinsRuns: Bool = true) -> LeafPlanner {
    let targets = WantedMarks(text, mark: command.mark, gives: gives, joinsRuns: joinsRuns)
    return LeafPlanner(
      text: text, targets: targets, command: command, gives: gives, source: reading.source,
      budget: budget)
  }

  func combined(_ candidates: [LeafPlanner.Candidate]) -> LeafEdit {
    var rewriting = LeafEdit()
    for candidate in candidates {
      rewriting.append(candidate.spelling, of: candidate.pieces, in: reading.source)
    }
    return rewriting
  }

  /// Whether libcmark reads the edited text as the old one with only the wanted changes of marks:
  /// `**a**` for `a` with strong.
  ///
  /// - Parameter isLast: whether the command depends on this proof alone, which is then free.
  func isProved(
    _ rewriting: LeafEdit, _ planners: [LeafPlanner], isLast: Bool = false
  ) -> Bool {
    proved(rewriting, planners.map { $0.aim }, isLast: isLast) != nil
  }

  /// The edited text if libcmark reads it as wanted. Nil also if the budget is used up.
  func proved(
    _ rewriting: LeafEdit, _ aims: [TreeReading.Aim], isLast: Bool = false
  ) -> Trial? {
    guard rewriting.isInOrder, isLast || budget.spend(bytes: readingCost) else { return nil }
    let trial = trial(of: rewriting)
    return text.isRead(from: trial, aims, isCode: command.mark.set == .code) ? trial : nil
  }
}
