import CommonMark
import MarkdownSyntax
import TextEditing

extension EditingCommand {
  /// What the command does to `selections` of an indexed document; mutates nothing.
  ///
  /// Only the blocks at the selections and their neighbours are read, planned on and proved.
  ///
  /// - Parameters:
  ///   - selections: UTF-8 ranges of the document, in ascending order.
  ///   - document: the document with its index.
  ///   - dialect: the dialect of the document.
  /// - Complexity: O(the slices from the block before the first selection to the one after the
  ///   last).
  public func outcome(
    onUTF8 selections: [Range<Int>], in document: MarkdownDocument, dialect: Dialect = .gitHub
  ) -> CommandOutcome {
    reading(dialect).outcome(onUTF8: selections, in: document)
  }

  /// Plans the command in its own dialect.
  package func outcome(
    onUTF8 selections: [Range<Int>], in document: MarkdownDocument
  ) -> CommandOutcome {
    .checked(selections, OutcomeCheck(document)) {
      outcome(onUTF8: selections, ofBlocksIn: document)
    }
  }

  /// The same of selections that are known to be valid.
  func outcome(
    onUTF8 selections: [Range<Int>], ofBlocksIn document: MarkdownDocument
  ) -> CommandOutcome {
    guard let first = selections.first, let last = selections.last else {
      return .unchanged(.noSelection)
    }
    let (region, context) = document.region(
      ofBlocksAt: first.lowerBound..<last.upperBound,
      blocksBefore: row.action == .move(.up) ? 2 : 1, in: dialect)
    let shift = region.shift
    let moved = selections.map { $0.shifted(by: shift) }
    switch outcome(onUTF8: moved, inWhole: region.bytes, context: context) {
    case .refused(let refusal): return .refused(refusal.shifted(by: -shift))
    case .unchanged(let reason): return .unchanged(reason)
    case .plan(var plan):
      guard plan.edit.replacements.allSatisfy({ region.holds($0.range) }) else {
        return .refused(.noSpelling(region.range))
      }
      plan.edit = plan.edit.shifted(by: -shift)
      plan.selections = plan.selections.map { $0.shifted(by: -shift) }
      return .plan(plan)
    }
  }
}

extension MarkdownDocument {
  /// The region of the blocks at a range with their neighbours, in a dialect, and what it has to know of the
  /// document.
  ///
  /// - Parameter blocksBefore: how many blocks before them are read. What is moved up past a block is then
  ///   next to the one before that: `x⏎⟦fence⟧⏎y` must not melt x and y.
  func region(
    ofBlocksAt range: Range<Int>, blocksBefore: Int, in dialect: Dialect
  ) -> (region: DocumentRegion, context: ProjectionContext) {
    // The block after them may itself go on, so two are read.
    region(
      covering: blocks(at: range, before: blocksBefore, after: 2), wholeItems: true, in: dialect)
  }
}
