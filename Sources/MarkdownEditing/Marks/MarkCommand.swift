import MarkdownSyntax
import TextEditing

package enum MarkAction: String, Hashable, Sendable, CaseIterable {
  /// Remove the mark if every selected character has it; otherwise add it.
  case toggle
  /// Add the mark to every selected character.
  case mark
  /// Remove the mark from every selected character.
  case unmark
}

/// A mark's command, ready to be planned.
package struct MarkCommand: Hashable, Sendable {
  package var mark: Mark
  package var action: MarkAction
  /// The user's choices, and the dialect.
  package var options: EditingOptions
  /// Whether the selection is only a part of a longer one. If it holds only punctuation, such as
  /// `[`, the user has selected more than that.
  var isForPart = false

  package init(
    _ action: MarkAction, _ mark: Mark, options: EditingOptions = .standard
  ) {
    self.mark = mark
    self.action = action
    self.options = options
  }
}
