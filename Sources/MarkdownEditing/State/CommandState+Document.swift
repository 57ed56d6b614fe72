import MarkdownSyntax
import TextEditing

extension CommandState {
  /// The state of every command of a bar for `selections` (UTF-8 ranges) of an indexed document.
  ///
  /// - Returns: one state per row, in the catalogue's order, without the keys; none if the text is
  ///   not passed to libcmark.
  /// - Complexity: O(the slices around the selections). Commands that act at each selection by itself are asked for
  ///   the first hundred.
  public static func all(
    of selections: [Range<Int>], in document: MarkdownDocument, dialect: Dialect = .gitHub,
    policies: CommandPolicies = .standard
  ) -> [CommandState] {
    let selections = OutcomeCheck(document).valid(selections)
    if selections.isEmpty {
      return all(of: selections, in: [UInt8](), dialect: dialect, policies: policies)
    }
    let isOne = selections.count == 1
    func engine(_ selections: [Range<Int>]) -> BlockEngine? {
      let (region, context) = document.region(
        ofBlocksAt: selections, neighbours: BlockNeighbours(before: 2), in: dialect)
      return try? BlockEngine(
        region.bytes, selections.map { $0.shifted(by: region.shift) }, in: dialect, policies,
        context: context, opensEmpty: isOne)
    }
    let groups = selections.groups(in: document, with: BlockNeighbours(before: 2))
    let together = groups.compactMap(engine)
    guard together.count == groups.count else { return [] }
    var alone = together
    if !isOne {
      if groups.count < selections.count { alone = selections.compactMap { engine([$0]) } }
      alone = alone.prefix(100).map { $0.selecting($0.selection.ranges) }
    }
    return CommandRow.ofBars.map {
      let command = EditingCommand($0, dialect: dialect, policies: policies)
      return command.state(of: $0.action.isOfOneSelection ? alone : together)
    }
  }
}
