import MarkdownSyntax
import TextEditing

extension MarkCommand {
  /// What the command does to `selections` of an indexed document; mutates nothing.
  ///
  /// Only the slices that the selections touch are read, planned on and proved: by the rules of
  /// the slice index they mean by themselves what they mean in the document.
  ///
  /// - Parameter selections: UTF-8 ranges of the document, in ascending order.
  /// - Complexity: O(the slices from the first selection to the last).
  public func outcome(on selections: [Range<Int>], in document: MarkdownDocument) -> MarkOutcome {
    guard let region = DocumentRegion(selections, in: document) else {
      return .unchanged(.noSelection)
    }
    let shift = region.prefixCount - region.range.lowerBound
    let outcome = outcome(on: selections.map { $0.shifted(by: shift) }, in: region.bytes)
    switch outcome {
    case .unchanged: return outcome
    case .refused(let refusal): return .refused(refusal.shifted(by: -shift))
    case .plan(let plan):
      guard plan.edit.replacements.allSatisfy({ region.holds($0.range) }) else {
        return .refused(.noSpelling(region.range))
      }
      return .plan(plan.shifted(by: -shift))
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
    guard let region = DocumentRegion(selections, in: document) else {
      self.init(of: [], in: [], policies: policies)
      return
    }
    let shift = region.prefixCount - region.range.lowerBound
    self.init(
      of: selections.map { $0.shifted(by: shift) }, in: region.bytes, policies: policies)
  }
}

extension DocumentRegion {
  /// The region of all selections; nil where there is none.
  fileprivate init?(_ selections: [Range<Int>], in document: MarkdownDocument) {
    guard let first = selections.first, let last = selections.last else { return nil }
    self = document.region(covering: first.lowerBound..<max(first.upperBound, last.upperBound))
  }

  /// Whether a range of `bytes` belongs to the slices, not to what was put around them.
  fileprivate func holds(_ range: Range<Int>) -> Bool {
    rangeInBytes.lowerBound <= range.lowerBound && range.upperBound <= rangeInBytes.upperBound
  }
}

extension Range<Int> {
  fileprivate func shifted(by shift: Int) -> Range<Int> {
    (lowerBound + shift)..<(upperBound + shift)
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
