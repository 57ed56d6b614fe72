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
    if isComposing { return CommandState.none(because: .composing) }
    let buffer = textBuffer()
    return CommandState.all(
      of: buffer.selection.map { [$0] } ?? [], in: buffer.utf8Bytes, dialect: dialect,
      policies: policies)
  }
}

extension IndexedTextInput {
  /// The same of an input that keeps an editor of its text.
  ///
  /// - Complexity: O(the slices of the selection).
  public func commandStates(
    dialect: Dialect = .gitHub, policies: CommandPolicies = .standard
  ) -> [CommandState] {
    if isComposing { return CommandState.none(because: .composing) }
    let editor = markdownEditor
    let selection = selectedTextRange.flatMap { utf8Range(of: $0, in: editor.buffer) }
    return CommandState.all(
      of: selection.map { [$0] } ?? [], in: editor.document, dialect: dialect, policies: policies)
  }
}

extension CommandState {
  /// The states where no command applies.
  static func none(because reason: CommandReason) -> [CommandState] {
    CommandRow.ofBars.map { CommandState(row: $0, presence: .off, reason: reason) }
  }
}
