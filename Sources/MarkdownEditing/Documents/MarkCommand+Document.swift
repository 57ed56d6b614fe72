import MarkdownSyntax
import TextEditing

extension MarkCommand {
  /// Plans the command for `selections` of an indexed document, without changing it.
  ///
  /// Only the slices at the selections are read, planned and proved; they mean the same alone.
  ///
  /// - Parameter selections: UTF-8 ranges of the document, in ascending order.
  /// - Complexity: O(the slices that the selections touch).
  package func outcome(
    onUTF8 selections: [Range<Int>], in document: MarkdownDocument
  ) -> Outcome {
    .checked(selections, OutcomeCheck(document)) { planned(onUTF8: selections, in: document) }
  }

  /// Plans for valid selections.
  func planned(onUTF8 selections: [Range<Int>], in document: MarkdownDocument) -> Outcome {
    if selections.isCarets { return outcome(at: selections, in: document) }
    let units = SelectionUnits(selections, in: document, options.dialect)
    return units.isOne ? outcome(onUTF8: selections, atOnceIn: document) : units.outcome(of: self)
  }

  package func outcome(
    onUTF8 selections: [Range<Int>], atOnceIn document: MarkdownDocument
  ) -> Outcome {
    if selections.isEmpty { return .unchanged(.noSelection) }
    let (region, context) = document.region(around: selections, in: options.dialect)
    return outcome(onUTF8: selections, in: region, context, of: document)
  }

  private func outcome(
    onUTF8 selections: [Range<Int>], in region: DocumentRegion, _ context: ReadingContext,
    of document: MarkdownDocument
  ) -> Outcome {
    let shift = region.shift
    let outcome = outcome(
      onUTF8: selections.map { $0.shifted(by: shift) }, inWhole: region.bytes, context: context)
    switch outcome {
    case .unchanged: return outcome
    case .refused(let refusal): return .refused(refusal.shifted(by: -shift))
    case .plan(let plan):
      // The edit may mention labels that are defined elsewhere.
      let edited = plan.edit.applying(to: region.bytes)
      if let wider = document.region(region, mentioning: edited, options.dialect.extensions) {
        var context = context
        if context.documentStart != nil { context.documentStart = wider.prefixCount }
        return self.outcome(onUTF8: selections, in: wider, context, of: document)
      }
      guard plan.edit.replacements.allSatisfy({ region.holds($0.range) }) else {
        return .refused(.noSpelling(region.range))
      }
      var shifted = plan.shifted(by: -shift)
      shifted.leaves = shifted.leaves.map { $0.clamped(to: region.range) }
      return .plan(shifted)
    }
  }
}

extension MarkStates {
  package init(
    of selections: [Range<Int>], in document: MarkdownDocument, options: EditingOptions
  ) {
    let selections = OutcomeCheck(document).valid(selections)
    if selections.isEmpty {
      self.init(of: [], inWhole: [], options: options)
      return
    }
    // Carets among selections do not count.
    let marked = selections.filter { !$0.isEmpty }
    let units =
      marked.isEmpty
      ? selections.map { [$0] }
      : SelectionUnits(marked, in: document, options.dialect).all.map { $0.parts }
    self.init(
      merging: units.lazy.map { parts in
        let (region, context) = document.region(around: parts, in: options.dialect)
        return MarkStates(
          of: parts.map { $0.shifted(by: region.shift) }, inWhole: region.bytes,
          options: options, context: context)
      })
  }
}

extension MarkdownDocument {
  func region(
    around selections: [Range<Int>], in dialect: Dialect
  ) -> (region: DocumentRegion, context: ReadingContext) {
    let start = selections.first?.lowerBound ?? 0
    // Text typed at a caret may continue in the next block.
    let end = selections.reduce(start) { end, selection in
      max(
        end,
        selection.isEmpty
          ? self.end(ofBlockTypedAt: selection.lowerBound) : selection.upperBound)
    }
    if let rows = tableRegion(covering: start..<end, in: dialect) { return rows }
    return region(
      covering: start..<end,
      wholeItems: selections.contains { $0.isEmpty && movesContent(at: $0.lowerBound) },
      in: dialect)
  }
}

extension DocumentRegion {
  /// The number to add to an offset in the document for the offset in `bytes`.
  var shift: Int { prefixCount - range.lowerBound }

  /// Whether a range of `bytes` is in the slices, not in the text added around them.
  func holds(_ range: Range<Int>) -> Bool {
    rangeInBytes.lowerBound <= range.lowerBound && range.upperBound <= rangeInBytes.upperBound
  }
}

extension Plan {
  func shifted(by shift: Int) -> Plan {
    Plan(
      edit: edit.shifted(by: shift),
      selections: selections.map { $0.shifted(by: shift) }, effect: effect,
      leaves: leaves.map { $0.shifted(by: shift) },
      references: references.map { $0.shifted(by: shift) })
  }
}

extension Outcome.Refusal {
  /// Returns the refusal with offsets of the whole text.
  func shifted(by shift: Int) -> Outcome.Refusal {
    let refusal = mapped { $0.shifted(by: shift) }
    // It may name everything that was read, with the definitions before the part.
    guard case .tooIntricate(let leaf) = refusal else { return refusal }
    return .tooIntricate(leaf.clamped(to: 0..<Int.max))
  }
}
