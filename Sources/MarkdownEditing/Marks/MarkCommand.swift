import MarkdownSyntax
import TextEditing

/// The actions on a mark.
package enum MarkAction: String, Hashable, Sendable, CaseIterable {
  /// Remove the mark if every selected character has it; otherwise add it.
  case toggle
  /// Add the mark to every selected character.
  case mark
  /// Remove the mark from every selected character.
  case unmark
}

/// A mark's command as it is planned: add the mark, remove it, or toggle it.
package struct MarkCommand: Hashable, Sendable {
  /// The mark that is added or removed.
  package var mark: Mark
  /// The action on it.
  package var action: MarkAction
  /// The choices that users differ about, and the dialect.
  package var options: EditingOptions
  /// Whether the selection is one part of a long one: punctuation that is alone in it, as `[`, is not all that
  /// is selected.
  var isForPart = false

  /// Creates a command.
  package init(
    _ action: MarkAction, _ mark: Mark, options: EditingOptions = .standard
  ) {
    self.mark = mark
    self.action = action
    self.options = options
  }
}
