import MarkdownSyntax
import TextEditing

extension CommandState {
  /// The state of every command of a bar for `selections` (UTF-8 ranges) of an indexed document.
  ///
  /// - Returns: one state per row, in the catalogue's order, without the keys; none if the text is
  ///   not passed to libcmark.
  /// - Complexity: O(the slices from the block before the first selection to the one after the
  ///   last).
  public static func all(
    of selections: [Range<Int>], in document: MarkdownDocument, dialect: Dialect = .gitHub,
    policies: CommandPolicies = .standard
  ) -> [CommandState] {
    let selections = OutcomeCheck(document).valid(selections)
    guard let first = selections.first, let last = selections.last else {
      return all(of: selections, in: [UInt8](), dialect: dialect, policies: policies)
    }
    let (region, context) = document.region(
      ofBlocksAt: first.lowerBound..<last.upperBound, blocksBefore: 2, in: dialect)
    guard
      let engine = try? BlockEngine(
        region.bytes, selections.map { $0.shifted(by: region.shift) }, in: dialect, policies,
        context: context)
    else { return [] }
    return all(engine, dialect, policies)
  }
}
