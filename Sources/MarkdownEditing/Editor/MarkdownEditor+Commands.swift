import MarkdownSyntax
import TextEditing

extension MarkdownEditor {
  /// Carries out a command on the selections, as one step of undo.
  ///
  /// ```swift
  /// editor.perform(.toggle(.strong))
  /// ```
  ///
  /// ``EditingOptions/whileComposing`` determines what happens while an input method is composing.
  ///
  /// - Returns: the plan that was carried out, or the reason why nothing changed.
  /// - Complexity: O(the slices around the selections).
  @discardableResult
  public mutating func perform(_ command: EditingCommand) -> Outcome {
    if isComposing {
      guard command.options.whileComposing == .commits else { return .unchanged(.composing) }
      unmarkText()
    }
    let outcome = command.whileTyping.outcome(
      onUTF8: utf8Selections, in: document, dialect: dialect)
    if case .plan(let plan) = outcome {
      do { try apply(plan.edit, selecting: plan.selections) } catch {
        return .refused(.unparsable(error.description))
      }
    }
    return outcome
  }

  /// Returns the states of the commands for the selections. While an input method is composing,
  /// none applies unless the options say otherwise.
  ///
  /// - Parameters:
  ///   - groups: the groups of commands, such as `[.marks]`.
  ///   - options: the options of the commands.
  /// - Complexity: O(the slices around the selections).
  public func commandStates(
    _ groups: [CommandRow.Group] = .ofBars, options: EditingOptions = .standard
  ) -> [CommandState] {
    CommandState.all(
      of: utf8Selections, in: document, groups: groups, dialect: dialect,
      options: options.whileTyping
    ).inInput(isComposing: isComposing, options)
  }
}
