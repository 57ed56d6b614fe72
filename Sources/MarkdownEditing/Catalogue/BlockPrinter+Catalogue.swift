import MarkdownSyntax
import TextEditing

extension BlockPrinter {
  /// Whether the printer carries out an action.
  static func prints(_ action: CommandRow.Action) -> Bool {
    switch action {
    case .heading, .list, .taskToggle, .taskCycle, .indent, .promote, .renumber, .quote, .callout,
      .codeBlock, .rule, .move, .section, .table, .tableInsert, .tableFromText, .tableToText:
      true
    default: false
    }
  }

  /// Edits the rows as the command says.
  mutating func change(_ action: CommandRow.Action) throws(Outcome.Unchanged) -> Plan.Effect {
    switch action {
    case .heading(let target): return try heading(target)
    case .list(let target): return try list(target)
    case .taskToggle: return try toggleTasks()
    case .taskCycle: return try cycleTasks(argument)
    case .indent(let isOutdent): return isOutdent ? try outdent(selected) : try indent(selected)
    case .promote(let isOutward): return try promote(isOutward: isOutward)
    case .renumber: return try renumberLists()
    case .table(let action): return try table(action)
    case .tableInsert: return try insertTable()
    case .tableFromText: return try tableFromText()
    case .tableToText: return try tableToText()
    case .quote: return try quote()
    case .callout: return try callout(argument)
    case .codeBlock: return try codeBlock()
    case .rule: return try rule()
    case .move(let action): return try move(action)
    case .section(let action): return try section(action)
    default: throw .badArgument
    }
  }

  init(
    for command: EditingCommand, _ selections: [Range<Int>], in source: [UInt8],
    _ context: ReadingContext
  ) {
    self.init(
      command.options, command.argument, isForPart: command.isForPart,
      isKey: command.row.group == .typing || command.row.action.isPaste, selections, in: source,
      context)
  }

  /// The most containers in each other. Each line's prefixes are read for each of them.
  static let maximumDepth = 1000

  /// Reads a source.
  ///
  /// - Throws: a refusal if it cannot be passed to libcmark, or nests more than ``maximumDepth``
  ///   containers.
  static func reading(
    _ command: EditingCommand, _ selections: [Range<Int>], in source: [UInt8],
    _ context: ReadingContext
  ) throws(Outcome.Refusal) -> BlockPrinter {
    if let refusal = ParsingLimits.standard.refusal(of: source) {
      throw .unparsable(refusal.description)
    }
    let printer = BlockPrinter(for: command, selections, in: source, context)
    if printer.rows.rows.contains(where: { $0.prefixes.count > maximumDepth }) {
      throw .tooIntricate(selections.first ?? 0..<0)
    }
    return printer
  }

  /// Plans the command.
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
      let effect = try printer.change(command.row.action)
      if command.row.action == .section(.select), let range = printer.selectedSection {
        return .plan(Plan(edit: TextEdit([]), selections: [range], effect: effect))
      }
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
