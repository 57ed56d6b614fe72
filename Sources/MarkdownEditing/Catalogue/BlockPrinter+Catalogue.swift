import CommonMark
import MarkdownSyntax
import TextEditing

extension BlockPrinter {
  static func prints(_ action: CommandRow.Action) -> Bool {
    switch action {
    case .heading, .list, .taskToggle, .taskCycle, .indent, .promote, .renumber, .quote, .callout,
      .codeBlock, .rule, .move, .sortList, .cycleList, .moveDone, .reflow, .table, .tableInsert,
      .tableFromText, .tableToText:
      true
    default: false
    }
  }

  mutating func change(_ action: CommandRow.Action) throws(Outcome.Unchanged) -> Plan.Effect {
    switch action {
    case .heading(let target): return try heading(target)
    case .list(let target): return try list(target)
    case .taskToggle: return try toggleTasks()
    case .taskCycle: return try cycleTasks(argument)
    case .indent(let isOutdent): return isOutdent ? try outdent(selected) : try indent(selected)
    case .promote(let isOutward): return try promote(isOutward: isOutward)
    case .renumber: return try renumberLists()
    case .sortList: return try sortList()
    case .cycleList: return try cycleList()
    case .moveDone: return try moveDone()
    case .table(let action): return try table(action)
    case .tableInsert: return try insertTable()
    case .tableFromText: return try tableFromText()
    case .tableToText: return try tableToText()
    case .quote: return try quote()
    case .callout: return try callout(argument)
    case .codeBlock: return try codeBlock()
    case .rule: return try rule()
    case .move(let action): return try move(action)
    default: throw .badArgument
    }
  }

  /// Decides what an action changes, as the action itself does before its edit.
  ///
  /// - Parameter place: the table at the selection, as `table()` reads it; nil if there is none.
  /// - Throws: the reason why the action does not apply.
  func check(
    _ action: CommandRow.Action, in place: TablePlace?
  ) throws(Outcome.Unchanged) -> BlockChange {
    switch action {
    case .heading(let target): return try headingChange(target)
    case .list(let target): return try listChange(target)
    case .taskToggle: return try taskChange()
    case .quote: return try quoteChange()
    case .callout: return try calloutChange(argument).change
    case .codeBlock: return try codeChange().change
    case .taskCycle: _ = try nextState(of: argument)
    case .indent(let isOutdent):
      _ = isOutdent ? try outdentedItems(of: selected) : try indentedItems(of: selected)
    case .promote(let isOutward): _ = try promotion(isOutward: isOutward)
    case .renumber: _ = try newNumbers()
    case .sortList: _ = try sortedItems()
    case .cycleList: _ = try nextListState()
    case .moveDone: _ = try doneTasks()
    case .reflow(let isJoining): _ = try reflowed(isJoining: isJoining)
    case .table(.nextCell) where isCaret && headerCells != nil: break
    case .table(let action):
      guard let place else { throw .notInTable }
      try check(action, in: place)
    case .tableInsert: _ = try tablePlace()
    case .tableFromText: _ = try delimitedLines()
    case .tableToText:
      _ = try textFormat()
      if place == nil { throw .notInTable }
    case .rule: _ = try ruleLine()
    case .move(let action): _ = try movement(action)
    default: break
    }
    return BlockChange()
  }

  /// - Parameter part: the range whose inlines are read with the blocks; nil for what the command
  ///   needs.
  init(
    for command: EditingCommand, _ selections: [Range<Int>], in source: [UInt8],
    _ context: ReadingContext, inlinesOf part: Range<Int>? = nil
  ) {
    self.init(
      command.options, command.argument, isForPart: command.isForPart,
      isKey: command.row.group == .typing || command.row.action.isPaste, selections, in: source,
      context, inlinesOf: part)
  }

  static let maximumDepth = 1000

  /// Reads a source.
  ///
  /// - Throws: a refusal if it cannot be passed to libcmark, or nests more than ``maximumDepth``
  ///   containers.
  static func reading(
    _ command: EditingCommand, _ selections: [Range<Int>], in source: [UInt8],
    _ context: ReadingContext, inlinesOf part: Range<Int>? = nil
  ) throws(Outcome.Refusal) -> BlockPrinter {
    if let refusal = ParsingLimits.standard.refusal(of: source) {
      throw .unparsable(refusal.description)
    }
    let printer = BlockPrinter(for: command, selections, in: source, context, inlinesOf: part)
    if printer.rows.rows.contains(where: { $0.prefixes.count > maximumDepth }) {
      throw .tooIntricate(selections.first ?? 0..<0)
    }
    return printer
  }

  static func outcome(
    _ command: EditingCommand, at selections: [Range<Int>], in source: [UInt8],
    _ context: ReadingContext
  ) -> Outcome {
    var printer: BlockPrinter
    do throws(Outcome.Refusal) {
      printer = try reading(command, selections, in: source, context)
    } catch {
      return .refused(error)
    }
    do throws(Outcome.Unchanged) {
      if case .reflow(let isJoining) = command.row.action {
        return try printer.reflow(isJoining: isJoining)
      }
      let effect = try printer.change(command.row.action)
      let outcome = printer.outcome(effect)
      guard case .move = command.row.action, case .refused = outcome else { return outcome }
      printer = BlockPrinter(for: command, selections, in: source, context)
      printer.movesBlocks = true
      let other = try printer.change(command.row.action)
      return printer.outcome(other)
    } catch {
      return .unchanged(error)
    }
  }
}
