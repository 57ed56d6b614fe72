import MarkdownSyntax

extension BlockPrinter {
  /// Whether the printer carries out an action.
  static func prints(_ action: CommandRow.Action) -> Bool {
    switch action {
    case .heading, .list, .taskToggle, .taskCycle, .indent, .promote, .renumber: true
    case .table, .tableInsert, .tableFromText, .tableToText: true
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
    default: throw .badArgument
    }
  }

  /// Plans the command.
  static func outcome(
    _ command: EditingCommand, at selections: [Range<Int>], in source: [UInt8],
    _ context: ReadingContext
  ) -> Outcome {
    if let refusal = ParsingLimits.standard.refusal(of: source) {
      return .refused(.unparsable(refusal.description))
    }
    var printer = BlockPrinter(command, selections, in: source, context)
    do throws(Outcome.Unchanged) {
      let effect = try printer.change()
      return printer.outcome(effect)
    } catch {
      return .unchanged(error)
    }
  }
}
