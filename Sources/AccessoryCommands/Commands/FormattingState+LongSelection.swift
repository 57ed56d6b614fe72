import MarkdownSyntax
import TextEditing

extension FormattingState {
  /// The state of a long selection: that of its stretches together.
  ///
  /// - Complexity: O(length of the selection).
  package init(of selection: LongSelection, policies: MarkPolicies) {
    self.init(
      merging: selection.stretches.map { stretch in
        let (region, context) = selection.document.region(
          around: stretch.parts, in: policies.dialect)
        return FormattingState(
          of: stretch.parts.map { $0.shifted(by: region.shift) }, inWhole: region.bytes,
          policies: policies, context: context)
      })
  }
}
