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
  mutating func change() throws(Outcome.Unchanged) -> Plan.Effect {
    switch command.row.action {
    case .heading(let target): return try heading(target)
    case .list(let target): return try list(target)
    case .taskToggle: return try toggleTasks()
    case .taskCycle: return try cycleTasks(command.argument)
    case .indent(let isOutdent): return isOutdent ? try outdent(selected) : try indent(selected)
    case .promote(let isOutward): return try promote(isOutward: isOutward)
    case .renumber: return try renumberLists()
    case .table(let action): return try table(action)
    case .tableInsert: return try insertTable()
    case .tableFromText: return try tableFromText()
    case .tableToText: return try tableToText()
    case .quote: return try quote()
    case .callout: return try callout(command.argument)
    case .codeBlock: return try codeBlock()
    case .rule: return try rule()
    case .move(let action): return try move(action)
    case .section(let action): return try section(action)
    default: throw .badArgument
    }
  }

  /// The most containers in each other. Each line's prefixes are read for each of them.
  static let maximumDepth = 1000

  /// Reads a source; nil if it cannot be passed to libcmark, or nests more than
  /// ``maximumDepth`` containers.
  static func reading(
    _ command: EditingCommand, _ selections: [Range<Int>], in source: [UInt8],
    _ context: ReadingContext
  ) -> BlockPrinter? {
    if ParsingLimits.standard.refusal(of: source) != nil { return nil }
    let printer = BlockPrinter(command, selections, in: source, context)
    return printer.rows.rows.contains { $0.prefixes.count > maximumDepth } ? nil : printer
  }

  /// Plans the command.
  static func outcome(
    _ command: EditingCommand, at selections: [Range<Int>], in source: [UInt8],
    _ context: ReadingContext
  ) -> Outcome {
    if let refusal = ParsingLimits.standard.refusal(of: source) {
      return .refused(.unparsable(refusal.description))
    }
    guard var printer = reading(command, selections, in: source, context) else {
      return .refused(.tooIntricate(selections.first ?? 0..<0))
    }
    do throws(Outcome.Unchanged) {
      let effect = try printer.change()
      if printer.command.row.action == .section(.select), let range = printer.selectedSection {
        return .plan(Plan(edit: TextEdit([]), selections: [range], effect: effect))
      }
      let outcome = printer.outcome(effect)
      guard case .move = command.row.action, case .refused = outcome else { return outcome }
      printer = BlockPrinter(command, selections, in: source, context)
      printer.movesBlocks = true
      let other = try printer.change()
      return printer.outcome(other)
    } catch {
      return .unchanged(error)
    }
  }
}
