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
    let count = document.buffer.utf8Count
    var margin = 1
    while true {
      let start = max(0, first.lowerBound - margin)
      let end = min(count, last.upperBound + margin)
      let (region, context) = document.region(
        covering: document.scalarBounds(of: start..<end), wholeItems: true, in: dialect)
      if region.range == 0..<count { break }
      let shift = region.prefixCount - region.range.lowerBound
      let moved = selections.map { $0.shifted(by: shift) }
      if let engine = try? BlockEngine(
        region.bytes, moved, in: dialect, policies, context: context),
        engine.tree.isComplete(
          engine.selection.ranges, in: region.rangeInBytes, isStart: region.range.lowerBound == 0,
          isEnd: region.range.upperBound == count, blocksBefore: 2)
      {
        return all(engine, dialect, policies)
      }
      margin *= 4
    }
    return all(
      of: selections, in: document.buffer.utf8Bytes, dialect: dialect, policies: policies)
  }
}
