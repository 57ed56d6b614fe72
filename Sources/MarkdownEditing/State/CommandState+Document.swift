import MarkdownSyntax
import TextEditing

extension CommandState {
  /// Returns the states of a bar's commands for `selections` (UTF-8 ranges) of an indexed document.
  ///
  /// - Parameters:
  ///   - selections: the selections, as UTF-8 ranges in ascending order.
  ///   - document: the document.
  ///   - groups: the groups of commands to report.
  ///   - dialect: the dialect of the text.
  ///   - options: the options of the commands.
  /// - Returns: one state per row, in the catalogue's order, without the keys. If the text cannot
  ///   be passed to libcmark, only the states of marks.
  /// - Complexity: O(the blocks around the selections). Commands that act on each selection by
  ///   itself are asked for the first hundred only.
  public static func all(
    of selections: [Range<Int>], in document: MarkdownDocument,
    groups: [CommandRow.Group] = .ofBars, dialect: Dialect = .gitHub,
    options: EditingOptions = .standard
  ) -> [CommandState] {
    let options = options.reading(dialect)
    let selections = OutcomeCheck(document).valid(selections)
    let rows = CommandRow.otherThanMarks(groups)
    var marks =
      groups.needMarks ? MarkStates(of: selections, in: document, options: options).entries : []
    let shown = groups.contains(.marks) ? marks : []
    if rows.isEmpty { return shown }
    if selections.isEmpty { return shown + rows.none(because: .noSelection, in: dialect) }
    // The states of marks do not depend on carets among selections, but those lose marks, too.
    let carets = selections.filter { $0.isEmpty }
    if groups.needMarks, !carets.isEmpty, carets.count < selections.count {
      marks += MarkStates(of: carets, in: document, options: options).entries
    }
    return shown + states(of: rows, at: selections, in: document, options, besides: marks)
  }

  private static func states(
    of rows: [CommandRow], at selections: [Range<Int>], in document: MarkdownDocument,
    _ options: EditingOptions, besides marks: [CommandState]
  ) -> [CommandState] {
    let dialect = options.dialect
    let isOne = selections.count == 1
    var command = EditingCommand(rows[0], options: options)
    command.isForPart = !isOne
    func part(_ selections: [Range<Int>]) -> BlockPrinter? {
      let region = document.region(
        ofBlocksAt: [selections.hull], before: 2, after: 2, in: dialect)
      return try? BlockPrinter.reading(
        command, selections.map { region.inBytes($0) }, in: region.bytes, region.context)
    }
    let groups = selections.groups(in: document, before: 2, after: 2, dialect)
    let together = groups.compactMap(part)
    guard together.count == groups.count else { return [] }
    var alone = together
    if !isOne {
      if groups.count < selections.count { alone = selections.compactMap { part([$0]) } }
      alone = alone.prefix(100).map { part in
        var result = part
        result.isForPart = false
        return result
      }
    }
    return rows.map {
      let command = EditingCommand($0, options: options)
      return command.state(of: $0.action.isOfOneSelection ? alone : together, besides: marks)
    }
  }
}
