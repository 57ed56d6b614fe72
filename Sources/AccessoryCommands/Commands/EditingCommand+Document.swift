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
      uncheckedOutcome(onUTF8: selections, in: document)
    }
  }

  private func uncheckedOutcome(
    onUTF8 selections: [Range<Int>], in document: MarkdownDocument
  ) -> CommandOutcome {
    guard let first = selections.first, let last = selections.last else {
      return .unchanged(.noSelection)
    }
    let count = document.buffer.utf8Count
    // Most often this holds a block before and two behind.
    var margin = 256
    while true {
      let start = max(0, first.lowerBound - margin)
      let end = min(count, last.upperBound + margin)
      let range = document.scalarBounds(of: start..<end)
      let (region, context) = document.region(covering: range, wholeItems: true, in: dialect)
      if region.range == 0..<count { break }
      if let outcome = outcome(onUTF8: selections, in: region, of: document, context) {
        return outcome
      }
      margin *= 4
    }
    return outcome(onUTF8: selections, inWhole: document.buffer.utf8Bytes, context: .document)
  }

  /// The outcome on a region; nil where it does not hold all that the command may change.
  private func outcome(
    onUTF8 selections: [Range<Int>], in region: DocumentRegion, of document: MarkdownDocument,
    _ context: ProjectionContext
  ) -> CommandOutcome? {
    let shift = region.prefixCount - region.range.lowerBound
    let moved = selections.map { $0.shifted(by: shift) }
    let isEnd = region.range.upperBound == document.buffer.utf8Count
    guard let tree = tree(onUTF8: moved, in: region, (region.range.lowerBound == 0, isEnd), context)
    else { return nil }
    switch outcome(onUTF8: moved, inWhole: region.bytes, context: context, read: tree) {
    // More of the document makes no spelling possible that the blocks around the selections do not.
    case .refused(let refusal): return .refused(refusal.shifted(by: -shift))
    case .unchanged(let reason): return .unchanged(reason)
    case .plan(let plan): return plan.moved(by: -shift, within: region.rangeInBytes)
    }
  }

  /// The tree of a region; nil if the command may change something outside the region.
  ///
  /// - Parameter ends: whether the region begins and ends with the document.
  private func tree(
    onUTF8 selections: [Range<Int>], in region: DocumentRegion, _ ends: (start: Bool, end: Bool),
    _ context: ProjectionContext
  ) -> BlockTree? {
    let last = selections.last?.upperBound ?? 0
    let lastLine = region.bytes[..<min(last, region.bytes.count)].lineNumber
    guard
      let tree = try? BlockTree(
        region.bytes, in: dialect, context: context,
        where: { ends.end || $0.blocks(behindLine: lastLine, upTo: 2) == 2 }),
      tree.isComplete(
        selections, in: region.rangeInBytes, isStart: ends.start, isEnd: ends.end,
        blocksBefore: row.action == .move(.up) ? 2 : 1)
    else { return nil }
    return tree
  }
}

extension CommandPlan {
  /// The plan of a part of a text as one of the whole; nil where it goes beyond that part.
  fileprivate func moved(by shift: Int, within range: Range<Int>) -> CommandOutcome? {
    var result = self
    guard
      edit.replacements.allSatisfy({
        range.lowerBound <= $0.range.lowerBound && $0.range.upperBound <= range.upperBound
      })
    else { return nil }
    result.edit = edit.shifted(by: shift)
    result.selections = selections.map { $0.shifted(by: shift) }
    return .plan(result)
  }
}

extension MarkdownDocument {
  /// A range widened to scalar boundaries.
  func scalarBounds(of range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    var end = range.upperBound
    while start > 0, !buffer.isScalarBoundary(utf8Offset: start) { start -= 1 }
    while end < buffer.utf8Count, !buffer.isScalarBoundary(utf8Offset: end) { end += 1 }
    return start..<end
  }
}

extension MarkdownTree {
  /// How many of the document's blocks begin behind a line, counted from 1, up to a limit.
  fileprivate func blocks(behindLine line: Int, upTo limit: Int) -> Int {
    var count = 0
    var index = 1
    while index < nodes.count, count < limit {
      if Int(nodes[index].startLine) > line { count += 1 }
      index = Int(nodes[index].end)
    }
    return count
  }
}

extension BlockTree {
  /// Whether whole blocks stand before and behind those that are selected, so that no list, quote
  /// or paragraph at the selections goes on outside. True of `b` in `a⏎⏎b⏎⏎c⏎⏎d`.
  ///
  /// - Parameter blocksBefore: how many have to stand before. What is moved up past a block comes to
  ///   stand beside the one before that: `x⏎⟦fence⟧⏎y` must not melt x and y.
  func isComplete(
    _ selections: [Range<Int>], in inside: Range<Int>, isStart: Bool, isEnd: Bool,
    blocksBefore: Int = 1
  ) -> Bool {
    let selection = BlockSelection(selections, in: self)
    guard let first = root.children.firstIndex(where: selection.touches),
      let last = root.children.lastIndex(where: selection.touches)
    else { return false }
    /// Whether a block that is not blank lies whole in the stretch: `a` of `a⏎⏎b` in `0..<2`.
    func isInside(_ block: Block) -> Bool {
      guard block.kind != .blank, let start = block.firstOrigin, let end = block.lastOrigin else {
        return false
      }
      return lines[start].lowerBound >= inside.lowerBound
        && lines[end].upperBound <= inside.upperBound
    }
    let hasBefore = isStart || root.children[..<first].filter(isInside).count >= blocksBefore
    // The block behind may itself go on: one more stands behind it.
    let behind = root.children[(last + 1)...].filter(isInside)
    return hasBefore && (isEnd || behind.count > 1)
  }
}
