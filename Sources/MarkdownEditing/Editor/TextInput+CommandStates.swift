import MarkdownSyntax
import TextEditing

extension TextInput {
  /// What a bar shows of the catalogue's commands for the selection; nothing applies while an input
  /// method is composing, or where nothing is selected.
  ///
  /// - Complexity: O(length of the text).
  public func commandStates(
    dialect: Dialect = .gitHub, policies: CommandPolicies = .standard
  ) -> [CommandState] {
    if isComposing { return CommandState.none(because: .composing, in: dialect) }
    let buffer = textBuffer()
    return CommandState.all(
      of: buffer.selection.map { [$0] } ?? [], in: buffer.utf8Bytes, dialect: dialect,
      policies: policies)
  }
}

extension MarkdownEditor {
  /// What a bar shows of the catalogue's commands for the selections; nothing applies while an input
  /// method is composing.
  ///
  /// - Complexity: O(the slices around the selections).
  public func commandStates(policies: CommandPolicies = .standard) -> [CommandState] {
    if isComposing { return CommandState.none(because: .composing, in: dialect) }
    return CommandState.all(of: selections, in: document, dialect: dialect, policies: policies)
  }
}

extension CommandState {
  /// The states if no command applies.
  static func none(because reason: CommandReason, in dialect: Dialect) -> [CommandState] {
    CommandRow.ofBars.map {
      let reason = $0.isAvailable(in: dialect) ? reason : .notInDialect
      return CommandState(row: $0, presence: .off, reason: reason)
    }
  }
}
