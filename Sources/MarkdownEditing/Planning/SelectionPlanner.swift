import CommonMark
import MarkdownSyntax
import TextEditing

/// Plans a command over selections: the leaves they touch, one effect for all, one edit.
struct SelectionPlanner {
  private(set) var command: MarkCommand
  /// The text, and the texts that edits make of it.
  let text: Trial
  let reading: DocumentReading
  let trials: Trials
  /// What it costs to read the text, or one with a few delimiters more: in bytes of plain text.
  let readingCost: Int
  /// What judges edits besides, where the text is the projection of a document of a dialect.
  let origin: ProjectedEdits?
  /// What may be spent, on this and on all that is planned for its sake.
  let budget: Budget
  /// Whether the plan is only made to see what takes an edit back: from `**a**` to `a`.
  var isReversal = false

  /// - Throws: `ParsingRefusal` if the text is not passed to libcmark.
  init(
    _ command: MarkCommand, _ text: Trial, _ trials: Trials, of origin: ProjectedEdits? = nil,
    budget: Budget? = nil
  ) throws(ParsingRefusal) {
    self.budget = budget ?? Budget(forBytes: text.source.count)
    self.command = command
    self.text = text
    self.trials = trials
    self.origin = origin
    reading = try text.read()
    readingCost = reading.source.count + reading.tree.climbingCost
  }

  /// The same planner for the command with another action, and with another mark.
  func planner(for action: MarkAction, _ mark: Mark? = nil) -> SelectionPlanner {
    var other = self
    other.command.action = action
    other.command.mark = mark ?? command.mark
    return other
  }

  /// What an edit makes of the text.
  func trial(of edit: TextEdit) -> Trial { trials[edit.applying(to: reading.source)] }

  /// What a rewriting makes of the text.
  func trial(of rewriting: LeafEdit) -> Trial { trial(of: rewriting.edit(of: reading.source)) }

  /// Plans for `selections` (UTF-8 ranges, ascending).
  func outcome(onUTF8 selections: [Range<Int>]) -> Outcome {
    guard let texts = reading.texts(on: selections) else {
      return .refused(.readingsDiffer(misread(on: selections)))
    }
    return outcome(for: texts, on: selections)
  }

  /// Plans for the leaves that `selections` touch, read and selected in.
  ///
  /// - Parameter caret: where the caret stands, if that is the selection afterwards.
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
    // What a caret means is a word or a code span, whole, and code has no edges that must flank; only
    // of another selection an end is left outside.
    guard gives, caret == nil, command.mark != .code, case .plan(let plan) = outcome,
      !plan.references.isEmpty
    else {
      return outcome
    }
    return readable(plan, of: texts, selections: selections)
  }

  /// The first leaf on the selections that is read otherwise than by libcmark.
  private func misread(on selections: [Range<Int>]) -> Range<Int> {
    reading.leaves.first { leaf in
      selections.contains { $0.overlaps(leaf.content) } && LeafText(leaf, of: reading) == nil
    }?.content ?? selections[0]
  }

  func plan(
    _ texts: [LeafText], gives: Bool, selections: [Range<Int>], caret: Int?
  ) -> Outcome {
    // Only where all is selected alike, in all leaves, the command leads back.
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

  /// The rewriting of one leaf: the cheapest that is proved, or one that the contract likes better.
  ///
  /// - Parameter selections: where the command shall be able to take the edit back; else nil.
  /// - Throws: a refusal where no candidate is proved, or only one that a policy forbids, or where
  ///   the budget is spent before one is.
  func rewriting(
    of text: LeafText, gives: Bool, selections: [Range<Int>]?
  ) throws(Outcome.Refusal) -> LeafEdit {
    let planner = planner(for: text, gives: gives)
    while let candidate = planner.next() {
      let rewriting = combined([candidate])
      guard isProved(rewriting, [planner]) else { continue }
      // Without references there may be no spelling that keeps the rules of runs: then the command is refused.
      if candidate.spelling.breaksRule, !planner.command.options.allowsReferences { break }
      return budget.withShare(forBytes: reading.source.count) {
        settled(rewriting, of: candidate, planner, selections)
      }
    }
    if planner.cutsAutolinkInLink { throw .autolinkInLink(text.leaf.content) }
    throw budget.isSpent
      ? .tooIntricate(text.leaf.content) : .noSpelling(text.leaf.content)
  }

  func planner(for text: LeafText, gives: Bool) -> LeafPlanner {
    LeafPlanner(
      text: text, targets: WantedMarks(text, mark: command.mark, gives: gives), command: command,
      gives: gives, source: reading.source, budget: budget)
  }

  func combined(_ candidates: [LeafPlanner.Candidate]) -> LeafEdit {
    var rewriting = LeafEdit()
    for candidate in candidates {
      rewriting.append(candidate.spelling, of: candidate.pieces, in: reading.source)
    }
    return rewriting
  }

  /// Whether libcmark reads the edited text as the text before with just the wanted marks changed.
  /// True of `**a**` for `a` with strong.
  ///
  /// - Parameter isLast: whether the command waits for this alone, so that it is free.
  func isProved(
    _ rewriting: LeafEdit, _ planners: [LeafPlanner], isLast: Bool = false
  ) -> Bool {
    proved(rewriting, planners.map { $0.aim }, isLast: isLast) != nil
  }

  /// The edited text if libcmark reads it as wanted; nil also if the budget is spent.
  func proved(
    _ rewriting: LeafEdit, _ aims: [TreeReading.Aim], isLast: Bool = false
  ) -> Trial? {
    guard rewriting.isInOrder, isLast || budget.spend(bytes: readingCost) else { return nil }
    let edit = rewriting.edit(of: reading.source)
    let trial = trial(of: edit)
    guard text.isRead(from: trial, aims, isCode: command.mark.set == .code), let tree = trial.tree
    else { return nil }
    if let origin, origin.applying(edit, making: (trial.source, tree)) == nil { return nil }
    return trial
  }
}
