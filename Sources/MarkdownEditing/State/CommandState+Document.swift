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
    if groups.needBlocks, !selections.isEmpty,
      let (together, alone) = facts(of: selections, in: document, groups, options)
    {
      return all(of: together, alone, groups, options)
    }
    let marks =
      groups.contains(.marks)
      ? MarkStates(of: selections, in: document, options: options).entries : []
    return marks + none(of: groups, at: selections, in: dialect)
  }

  /// Reads the blocks at selections: in parts whose blocks do not meet, and one by one. Nil if a
  /// part cannot be passed to libcmark.
  private static func facts(
    of selections: [Range<Int>], in document: MarkdownDocument, _ groups: [CommandRow.Group],
    _ options: EditingOptions
  ) -> (together: [SelectionFacts], alone: [SelectionFacts])? {
    let isOne = selections.count == 1
    func part(_ selections: [Range<Int>]) -> SelectionFacts? {
      let region = document.region(
        ofBlocksAt: [selections.hull], before: 2, after: 2, in: options.dialect)
      return try? SelectionFacts(
        selections.map { region.inBytes($0) }, in: region.bytes, region.context, options,
        hasInlines: groups.haveInlines, isForPart: !isOne)
    }
    let parts =
      isOne ? [selections] : selections.groups(in: document, before: 2, after: 2, options.dialect)
    let together = parts.compactMap(part)
    guard together.count == parts.count else { return nil }
    if isOne { return (together, together) }
    let alone =
      (parts.count < selections.count
      ? selections.prefix(100).compactMap { part([$0]) } : Array(together.prefix(100)))
      .map { SelectionFacts(alone: $0) }
    if alone.isEmpty { return nil }
    // Carets among selections do not count for marks.
    if selections.contains(where: { !$0.isEmpty }) {
      for (index, part) in parts.enumerated() where part.allSatisfy({ $0.isEmpty }) {
        together[index].marks.entries = together[index].marks.entries.map {
          CommandState(row: $0.row, presence: .off, reason: .nothingMarkable)
        }
      }
    }
    return (together, alone)
  }
}
