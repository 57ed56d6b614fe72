import CommonMark
import MarkdownSyntax
import TextEditing

/// Plans a command over selections: the leaves they touch, one effect for all, one edit.
struct SelectionPlanner {
  private(set) var command: MarkCommand
  let reading: DocumentReading
  let before: BeforeTree
  /// What it costs to read the text, or one with a few delimiters more: in bytes of plain text.
  let readingCost: Int
  /// What judges edits besides, where the text is the projection of a document of a dialect.
  let origin: ProjectedEdits?
  /// What may be spent, on this and on all that is planned for its sake.
  let budget: Budget
  /// Whether the plan is only made to see what takes an edit back: from `**a**` to `a`.
  var isReversal = false
  /// A text that has been read already, where an edit may lead to it.
  var read: DocumentReading?
  /// The edited texts that were proved last, or refuted.
  private let proofs = Proofs()

  init(
    _ command: MarkCommand, _ reading: DocumentReading, _ before: BeforeTree? = nil,
    of origin: ProjectedEdits? = nil, budget: Budget? = nil
  ) {
    self.budget = budget ?? Budget(forBytes: reading.source.count)
    self.command = command
    self.reading = reading
    self.origin = origin
    self.before = before ?? BeforeTree(reading.tree)
    readingCost = reading.source.count + reading.tree.climbingCost
  }

  /// Plans for `selections` (UTF-8 ranges, ascending).
  func outcome(onUTF8 selections: [Range<Int>]) -> MarkOutcome {
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
  ) -> MarkOutcome {
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
  ) -> MarkOutcome {
    // Only where all is selected alike, in all leaves, the command leads back.
    let isUniform =
      texts.allSatisfy { $0.isMarked(command.mark.set) }
      || texts.allSatisfy { $0.isFree(of: command.mark.set) }
    let own = caret == nil && isUniform ? selections : nil
    var rewriting: LeafEdit
    do throws(MarkOutcome.Refusal) {
      rewriting =
        texts.count == 1
        ? try self.rewriting(of: texts[0], gives: gives, selections: own)
        : try self.rewriting(of: texts, gives: gives, selections: own)
    } catch { return .refused(error) }
    rewriting = withoutReferences(rewriting, of: texts, gives: gives)
    return .plan(
      MarkPlan(
        edit: proofs.edit(of: rewriting, in: reading.source),
        selections: caret.map { [newCaret($0, texts, rewriting)] }
          ?? newSelections(selections, texts, rewriting),
        effect: gives ? .marks : .unmarks, leaves: texts.map { $0.leaf.content },
        references: rewriting.references))
  }

  /// The rewriting of one leaf: the cheapest that is proved, or one that the contract likes better.
  ///
  /// - Parameter selections: where the command shall be able to take the edit back; else nil.
  /// - Throws: a refusal where no candidate is proved, or only one that a policy forbids, or where
  ///   the budget is spent before one is.
  func rewriting(
    of text: LeafText, gives: Bool, selections: [Range<Int>]?
  ) throws(MarkOutcome.Refusal) -> LeafEdit {
    var planner = planner(for: text, gives: gives)
    while let candidate = planner.next() {
      let rewriting = combined([candidate])
      guard provedTree(of: rewriting, [planner.aim]) != nil else { continue }
      // Without references there may be no spelling that keeps the rules of runs: then the command is refused.
      if candidate.spelling.breaksRule, !planner.command.policies.allowsReferences { break }
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
    provedTree(of: rewriting, planners.map { $0.aim }, isLast: isLast) != nil
  }

  /// The edited text's tree, where it is read so; nil too where the budget is spent.
  func provedTree(
    of rewriting: LeafEdit, _ aims: [BeforeTree.Aim], isLast: Bool = false
  ) -> MarkdownTree? {
    guard rewriting.isInOrder, isLast || budget.spend(bytes: readingCost) else {
      return nil
    }
    let edit = proofs.edit(of: rewriting, in: reading.source)
    let edited = edit.applying(to: reading.source)
    let node = aims.count == 1 ? aims[0].node : -1
    let marks = node < 0 ? [] : aims[0].marks
    var proof = proofs.proof(of: edited, node, marks)
    if proof == nil {
      let read = Proofs.Proof(
        edited: edited, node: node, marks: marks, tree: tree(edited, readAs: aims))
      proofs.remember(read)
      proof = read
    }
    guard let tree = proof?.tree else { return nil }
    if let origin, origin.applying(edit, making: (edited, tree)) == nil { return nil }
    return tree
  }

  /// A text's tree, where libcmark reads it as the text before with just the wanted marks changed.
  func tree(_ edited: [UInt8], readAs aims: [BeforeTree.Aim]) -> MarkdownTree? {
    let known = read.flatMap { $0.source == edited ? $0.tree : nil }
    guard let tree = known ?? (try? MarkdownTree(parsing: edited)) else { return nil }
    let isCode = command.mark.set == .code
    let isRead =
      aims.count == 1
      ? before.isRead(from: tree, aims[0], isCode: isCode)
      : before.isRead(from: tree, aims, isCode: isCode)
    return isRead && tree.elementCount >= before.tree.elementCount ? tree : nil
  }

  /// An edited text, read; nil where libcmark is not asked to parse it.
  func reading(of edited: [UInt8]) -> DocumentReading? {
    guard let tree = proofs.tree(of: edited) else { return try? DocumentReading(edited) }
    // A definition is in no leaf, and what is proved has the same leaves.
    return try? DocumentReading(edited, tree: tree, definingAs: reading)
  }
}
