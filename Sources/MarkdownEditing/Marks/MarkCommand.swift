import MarkdownSyntax
import TextEditing

/// The plan of a mark's command: add the mark, remove it, or toggle it.
package struct MarkCommand: Hashable, Sendable {
  /// The mark that is added or removed.
  package var mark: Mark
  /// What is done with it.
  package var action: EditingCommand.MarkAction
  /// What the caller leaves to the command, and how a caret behaves.
  package var options: EditingOptions
  /// Whether the selection is one part of a long one: punctuation that is alone in it, as `[`, is not all that
  /// is selected.
  var isForPart = false

  /// Creates a command.
  package init(_ action: EditingCommand.MarkAction, _ mark: Mark, options: EditingOptions = .standard) {
    self.mark = mark
    self.action = action
    self.options = options
  }

  /// The same command for a document in `dialect`.
  func reading(_ dialect: Dialect) -> MarkCommand {
    MarkCommand(action, mark, options: options.reading(dialect))
  }
}
