import MarkdownSyntax
import TextEditing

extension MarkCommand {
  /// What the command does to `selections` of an indexed document; mutates nothing.
  ///
  /// Only the slices that the selections touch are read, planned on and proved: by the rules of
  /// the slice index they mean by themselves what they mean in the document. Of a long paragraph
  /// that is a part, and the plan names that part as the leaf.
  ///
  /// - Parameter selections: UTF-8 ranges of the document, in ascending order.
  /// - Complexity: O(the slices from the first selection to the last).
  public func outcome(on selections: [Range<Int>], in document: MarkdownDocument) -> MarkOutcome {
    guard let region = DocumentRegion(selections, in: document) else {
      return .unchanged(.noSelection)
    }
    if region.isPartial {
      if let outcome = outcome(on: selections, inPart: region, of: document) { return outcome }
      let whole = DocumentRegion(selections, in: document, wholeParagraphs: true)
      return outcome(on: selections, in: whole ?? region, of: document)
    }
    return outcome(on: selections, in: region, of: document)
  }

  /// What the command does on a part of a paragraph, where that is surely what it does on the whole.
  ///
  /// The part reads as it does in the document, before the edit and after, and with a word at the
  /// caret as a caret's command tries it: nothing in it meets with anything outside.
  private func outcome(
    on selections: [Range<Int>], inPart region: DocumentRegion, of document: MarkdownDocument
  ) -> MarkOutcome? {
    let carets = selections.filter { $0.isEmpty }.map { $0.lowerBound + region.shift }
    guard region.isClosed(as: region.bytes, typingAt: carets) else { return nil }
    let outcome = outcome(on: selections, in: region, of: document)
    switch outcome {
    case .unchanged: return outcome
    case .refused: return nil
    case .plan(let plan):
      let plan = plan.shifted(by: region.shift)
      let edited = plan.edit.applying(to: region.bytes)
      let after = plan.selections.filter { $0.isEmpty }.map { $0.lowerBound }
      guard region.isClosed(as: edited), region.isClosed(as: edited, typingAt: after) else {
        return nil
      }
      return outcome
    }
  }

  private func outcome(
    on selections: [Range<Int>], in region: DocumentRegion, of document: MarkdownDocument
  ) -> MarkOutcome {
    let shift = region.shift
    let outcome = outcome(on: selections.map { $0.shifted(by: shift) }, in: region.bytes)
    switch outcome {
    case .unchanged: return outcome
    case .refused(let refusal): return .refused(refusal.shifted(by: -shift))
    case .plan(let plan):
      // What the edit mentions may be defined elsewhere.
      let edited = plan.edit.applying(to: region.bytes)
      if let wider = document.region(region, mentioning: edited) {
        return self.outcome(on: selections, in: wider, of: document)
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

extension FormattingState {
  /// The state of `selections` (UTF-8 ranges; an empty one is a caret) in an indexed document.
  ///
  /// - Complexity: O(the slices from the first selection to the last).
  public init(
    of selections: [Range<Int>], in document: MarkdownDocument, policies: MarkPolicies = .standard
  ) {
    guard var region = DocumentRegion(selections, in: document) else {
      self.init(of: [], in: [], policies: policies)
      return
    }
    let carets = selections.filter { $0.isEmpty }.map { $0.lowerBound + region.shift }
    if !region.isClosed(as: region.bytes, typingAt: carets),
      let whole = DocumentRegion(selections, in: document, wholeParagraphs: true)
    {
      region = whole
    }
    let shift = region.shift
    self.init(
      of: selections.map { $0.shifted(by: shift) }, in: region.bytes, policies: policies)
    guard region.hasLooseEnds || (region.isPartial && entries.contains { !$0.applies }) else {
      return
    }
    // A plan on the part may not do, or where none does one on the whole may.
    for index in entries.indices {
      let command = MarkCommand(.toggle, entries[index].mark, policies: policies)
      if case .plan = command.outcome(on: selections, in: document) {
        entries[index].applies = true
      } else {
        entries[index].applies = false
      }
    }
  }
}

extension DocumentRegion {
  /// The region of all selections; nil where there is none.
  fileprivate init?(
    _ selections: [Range<Int>], in document: MarkdownDocument, wholeParagraphs: Bool = false
  ) {
    guard let first = selections.first, let last = selections.last else { return nil }
    // What is typed at a caret may run on into what follows.
    let ends = selections.map {
      ($0.isEmpty ? document.paragraphEnd(typingAt: $0.lowerBound) : nil) ?? $0.upperBound
    }
    self = document.region(
      covering: first.lowerBound..<(ends.max() ?? last.upperBound),
      wholeParagraphs: wholeParagraphs,
      wholeItems: selections.contains {
        $0.isEmpty && document.movesContent(at: $0.lowerBound)
      })
  }

  /// What is added to an offset in the document to have the one in `bytes`.
  fileprivate var shift: Int { prefixCount - range.lowerBound }

  /// Whether the stretch reads by itself as in the document with a word typed at each of some
  /// ascending offsets.
  fileprivate func isClosed(as text: [UInt8], typingAt offsets: [Int]) -> Bool {
    guard isPartial else { return true }
    var typed = text
    for offset in offsets.reversed() { typed.insert(contentsOf: Probe.bytes, at: offset) }
    return isClosed(as: typed)
  }

  /// Whether a range of `bytes` belongs to the slices, not to what was put around them.
  fileprivate func holds(_ range: Range<Int>) -> Bool {
    rangeInBytes.lowerBound <= range.lowerBound && range.upperBound <= rangeInBytes.upperBound
  }
}

extension MarkPlan {
  fileprivate func shifted(by shift: Int) -> MarkPlan {
    MarkPlan(
      edit: TextEdit(
        edit.replacements.map { Replacement($0.range.shifted(by: shift), with: $0.bytes) }),
      selections: selections.map { $0.shifted(by: shift) }, direction: direction,
      leaves: leaves.map { $0.shifted(by: shift) },
      references: references.map { $0.shifted(by: shift) })
  }
}

extension Refusal {
  fileprivate func shifted(by shift: Int) -> Refusal {
    switch self {
    case .readingsDiffer(let leaf): .readingsDiffer(leaf.shifted(by: shift))
    case .noSpelling(let leaf): .noSpelling(leaf.shifted(by: shift))
    case .autolinkInLink(let leaf): .autolinkInLink(leaf.shifted(by: shift))
    case .unparsable, .inputRejectedEdit: self
    }
  }
}
