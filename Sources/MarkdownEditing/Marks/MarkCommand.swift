import MarkdownSyntax
import TextEditing

/// A command of the bar: add a mark, remove it, or toggle it.
public struct MarkCommand: Hashable, Sendable {
  /// What the command does with its mark.
  public enum Action: String, Hashable, Sendable, CaseIterable {
    /// Remove the mark if every selected character has it; otherwise add it.
    case toggle
    /// Add the mark to every selected character.
    case mark
    /// Remove the mark from every selected character.
    case unmark
  }

  /// The mark that is added or removed.
  public var mark: Mark
  /// What is done with it.
  public var action: Action
  /// What the caller leaves to the command, and how a caret behaves.
  public var policies: MarkPolicies
  /// Whether the selection is one part of a long one: punctuation that is alone in it, as `[`, is not all that
  /// is selected.
  var isForPart = false

  /// Creates a command.
  public init(_ action: Action, _ mark: Mark, policies: MarkPolicies = .standard) {
    self.mark = mark
    self.action = action
    self.policies = policies
  }

  /// The same command for a document in `dialect`.
  func reading(_ dialect: Dialect) -> MarkCommand {
    MarkCommand(action, mark, policies: policies.reading(dialect))
  }
}
