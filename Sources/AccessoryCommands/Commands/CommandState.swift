import MarkdownSyntax

/// What a bar shows for a command of the catalogue: whether the selection has what it gives, and whether
/// it applies.
///
/// Both are the answer of the command itself: what a press would take off is on.
public struct CommandState: Hashable, Sendable {
  /// The row of the catalogue.
  public var row: CommandRow
  /// On where a press takes off what the command gives, mixed where it would on some of the selected
  /// lines, else off.
  public var presence: FormattingState.Presence
  /// Why the command does not apply; nil where it does.
  public var reason: CommandReason?
  /// Whether a button should be enabled.
  public var applies: Bool { reason == nil }

  /// Makes a state of its parts.
  public init(
    row: CommandRow, presence: FormattingState.Presence, reason: CommandReason? = nil
  ) {
    self.row = row
    self.presence = presence
    self.reason = reason
  }

  /// The state of every block command of the catalogue for `selections` (UTF-8 ranges) of a text.
  ///
  /// Keys and commands on the text of a line are left out: what they do depends on what is typed.
  ///
  /// - Returns: one state a row, in the catalogue's order; none where libcmark is not given the text.
  /// - Complexity: O(*n*) in the length of the source: it is read once.
  public static func all(
    of selections: [Range<Int>], in source: [UInt8], dialect: Dialect = .gitHub
  ) -> [CommandState] {
    let rows = CommandRow.all.filter { $0.action.isOfBlocks }
    guard !selections.isEmpty else {
      return rows.map { CommandState(row: $0, presence: .off, reason: .noSelection) }
    }
    guard
      let engine = try? BlockEngine(source, selections, in: dialect, context: .document)
    else { return [] }
    return rows.map { EditingCommand($0, dialect: dialect).state(engine) }
  }
}

extension EditingCommand {
  /// The state of this command for what an engine has read.
  fileprivate func state(_ engine: BlockEngine) -> CommandState {
    do throws(CommandReason) {
      let effect = try change(engine).effect
      if effect == .takes, row.action.isToggle {
        return CommandState(row: row, presence: .on)
      }
      guard row.action.isToggle, takesSomeLine(engine) else {
        return CommandState(row: row, presence: .off)
      }
      return CommandState(row: row, presence: .mixed)
    } catch {
      return CommandState(row: row, presence: .off, reason: error)
    }
  }

  /// Whether the command would take off what it gives on one of the selected lines; the first hundred
  /// are asked.
  private func takesSomeLine(_ engine: BlockEngine) -> Bool {
    let lines = engine.selection.lines.joined().prefix(100)
    guard lines.count > 1 else { return false }
    return lines.contains { line in
      let start = engine.tree.lines[line].lowerBound
      guard engine.tree.lines[line].count > 0 else { return false }
      let change = try? change(engine.selecting([start..<start]))
      return change?.effect == .takes
    }
  }
}

extension CommandRow.Action {
  /// Whether it is a function of the blocks alone.
  fileprivate var isOfBlocks: Bool {
    switch self {
    case .heading, .list, .quote, .taskToggle, .codeBlock, .rule, .indent, .move, .table,
      .tableInsert:
      true
    case .newline, .backspace, .insertText, .link, .pasteAddress, .clear: false
    }
  }

  /// Whether a second press takes off what the first gave.
  fileprivate var isToggle: Bool {
    switch self {
    case .heading(.level), .list, .quote, .codeBlock, .taskToggle: true
    default: false
    }
  }
}
