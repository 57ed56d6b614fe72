import MarkdownSyntax

/// The blocks at some selections, with what the commands of a bar need to know of them.
///
/// They are read once. A caret may need one more reading, with a letter typed at it. A command's
/// state is the result of the checks that the command makes before its edit.
final class SelectionFacts {
  private let options: EditingOptions
  private var printer: BlockPrinter
  private let table: BlockPrinter.TablePlace?
  private let target: InlineCommand.Target?
  /// The states of marks at the selections. Carets among selections do not count.
  var marks: MarkStates

  init(alone other: SelectionFacts) {
    (options, table, target) = (other.options, other.table, other.target)
    (printer, marks) = (other.printer, other.marks)
    printer.isForPart = false
  }

  /// Reads a source.
  ///
  /// - Parameters:
  ///   - selections: at least one selection, in ascending order.
  ///   - hasInlines: whether the inlines are needed, for marks, links and tags.
  /// - Throws: a refusal if the source cannot be passed to libcmark, or is nested too deeply.
  init(
    _ selections: [Range<Int>], in source: [UInt8], _ context: ReadingContext,
    _ options: EditingOptions, hasInlines: Bool, isForPart: Bool = false
  ) throws(Outcome.Refusal) {
    self.options = options
    let part = source.part(around: selections[0])
      .joined(with: source.part(around: selections[selections.count - 1]))
    var command = EditingCommand(CommandRow(.quote), options: options)
    command.isForPart = isForPart
    printer = try BlockPrinter.reading(
      command, selections, in: source, context, inlinesOf: hasInlines ? part : nil)
    table = try? printer.table()
    guard hasInlines else {
      (target, marks) = (nil, MarkStates(entries: []))
      return
    }
    // The printer may have typed a word at the caret.
    let reading =
      printer.typing == nil
      ? InlineReading(source, printer.rows.tree, in: options.dialect, context, leavesIn: part)
      : InlineReading(source, in: options.dialect, context, leavesIn: part)
    let target = InlineCommand.Target(selections[0], in: reading)
    self.target = selections.count == 1 ? target : nil
    let ranges = selections.filter { !$0.isEmpty }
    if selections.count == 1 {
      marks = MarkStates(of: target, options)
    } else if ranges.isEmpty {
      marks = MarkStates(
        merging: selections.lazy.map {
          MarkStates(at: CaretPlace($0.lowerBound, in: reading), options)
        })
    } else {
      marks = MarkStates(of: InlineSelection(ranges, in: reading), options)
    }
  }

  func state(of command: EditingCommand) -> CommandState {
    let row = command.row
    do throws(Outcome.Unchanged) {
      return CommandState(row: row, presence: try presence(of: command))
    } catch {
      // A paragraph or a column's alignment cannot be added again, so its command is on.
      let isThere = error == .alreadySo && row.action.names
      return CommandState(row: row, presence: isThere ? .on : .off, reason: error)
    }
  }

  private func presence(
    of command: EditingCommand
  ) throws(Outcome.Unchanged) -> CommandState.Presence {
    let action = command.row.action
    if action.isOfInlines {
      guard let target else { return .off }
      let inline = InlineCommand(command: command, context: printer.context)
      return try inline.isOn(at: target) ? .on : .off
    }
    if case .footnote(let action) = action {
      try FootnoteCommand(options, at: printer.selections[0], in: printer.rows).check(action)
      return .off
    }
    let change = try printer.check(action, in: table)
    guard action.isToggle else { return .off }
    return change.effect == .removed ? .on : change.isPartly ? .mixed : .off
  }
}

extension MarkStates {
  fileprivate init(of target: InlineCommand.Target, _ options: EditingOptions) {
    switch target {
    case .caret(let place): self.init(at: place, options)
    case .text(let text, _): self.init(of: text, options)
    }
  }
}

extension EditingCommand {
  /// Returns the state of this command at parts of the selections. The command is on if it is on at
  /// all parts, and applies if it applies at one.
  func state(of parts: [SelectionFacts]) -> CommandState {
    guard row.isAvailable(in: dialect) else {
      return CommandState(row: row, presence: .off, reason: .notInDialect)
    }
    if row.isAlwaysEnabled { return CommandState(row: row, presence: .off) }
    if parts.count == 1 { return parts[0].state(of: self) }
    var states: [CommandState] = []
    for part in parts {
      let state = part.state(of: self)
      states.append(state)
      guard row.action.isOfOneSelection else { continue }
      // The other parts cannot change the result.
      if state.applies, !row.isState || state.presence == .mixed { break }
    }
    if !row.action.isOfOneSelection {
      // Parts that are changed together get the state of those that the command applies to.
      if let refused = states.first(where: { $0.reason?.isOfSpelling == true }) { return refused }
      let known = [
        states.filter { $0.applies }, states.filter { $0.reason?.isIdle == true },
      ]
      states = known.first { !$0.isEmpty } ?? states
    }
    let isAll = states.allSatisfy { $0.presence == .on }
    let isNone = states.allSatisfy { $0.presence == .off }
    return CommandState(
      row: row, presence: isAll ? .on : isNone ? .off : .mixed,
      reason: states.contains { $0.applies } ? nil : states[0].reason)
  }
}
