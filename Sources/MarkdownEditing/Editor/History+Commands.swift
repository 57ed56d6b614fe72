import MarkdownSyntax
import TextEditing

extension History {
  /// Carries out a command on `buffer` as one step, which undo reverts together with the selection.
  ///
  /// - Returns: the outcome; only a plan that changes the text makes a step.
  /// - Complexity: That of the command, and of the edit.
  @discardableResult
  public mutating func perform(
    _ command: MarkCommand, in buffer: inout TextBuffer, dialect: Dialect = .gitHub
  ) -> MarkOutcome {
    let before = buffer
    let outcome = buffer.perform(command, dialect: dialect)
    guard case .plan(let plan) = outcome else { return outcome }
    let selected = before.selectedTextRange.map { [$0.utf8] } ?? []
    do throws(TextEditError) {
      record(
        try HistoryStep(
          plan.edit, selectionsBefore: selected,
          selectionsAfter: buffer.selectedTextRange.map { [$0.utf8] } ?? [], in: before))
    } catch {
      // What was carried out fits; a plan that does not has changed nothing, and is no step.
      return outcome
    }
    return outcome
  }

  /// Removes a mark if the whole selection has it; otherwise adds it.
  @discardableResult
  public mutating func toggle(
    _ mark: Mark, in buffer: inout TextBuffer, dialect: Dialect = .gitHub,
    policies: MarkPolicies = .standard
  ) -> MarkOutcome {
    perform(MarkCommand(.toggle, mark, policies: policies), in: &buffer, dialect: dialect)
  }

  /// Adds a mark to the whole selection.
  @discardableResult
  public mutating func mark(
    _ mark: Mark, in buffer: inout TextBuffer, dialect: Dialect = .gitHub,
    policies: MarkPolicies = .standard
  ) -> MarkOutcome {
    perform(MarkCommand(.mark, mark, policies: policies), in: &buffer, dialect: dialect)
  }

  /// Removes a mark from the whole selection.
  @discardableResult
  public mutating func unmark(
    _ mark: Mark, in buffer: inout TextBuffer, dialect: Dialect = .gitHub,
    policies: MarkPolicies = .standard
  ) -> MarkOutcome {
    perform(MarkCommand(.unmark, mark, policies: policies), in: &buffer, dialect: dialect)
  }
}
