import MarkdownSyntax
import TextEditing

extension MarkdownEditor {
  /// Carries out a command on the selections; the edit and the selections after it are one step.
  ///
  /// Nothing changes unless the outcome is a plan. While an input method is composing,
  /// `MarkPolicies.whileComposing` says what happens to it.
  ///
  /// - Returns: what was done, or why nothing was.
  /// - Complexity: O(the slices from the first selection to the last).
  @discardableResult
  public mutating func perform(_ command: MarkCommand) -> MarkOutcome {
    if isComposing {
      guard command.policies.whileComposing == .commits else { return .unchanged(.composing) }
      unmarkText()
    }
    let outcome = command.outcome(onUTF8: selections, in: document, dialect: dialect)
    if case .plan(let plan) = outcome {
      do { try apply(plan.edit, selecting: plan.selections) } catch {
        return .refused(.unparsable(error.description))
      }
    }
    return outcome
  }

  /// Removes a mark if the whole selection has it; otherwise adds it.
  @discardableResult
  public mutating func toggle(_ mark: Mark, policies: MarkPolicies = .standard) -> MarkOutcome {
    perform(MarkCommand(.toggle, mark, policies: policies))
  }

  /// Adds a mark to the whole selection.
  @discardableResult
  public mutating func mark(_ mark: Mark, policies: MarkPolicies = .standard) -> MarkOutcome {
    perform(MarkCommand(.mark, mark, policies: policies))
  }

  /// Removes a mark from the whole selection.
  @discardableResult
  public mutating func unmark(_ mark: Mark, policies: MarkPolicies = .standard) -> MarkOutcome {
    perform(MarkCommand(.unmark, mark, policies: policies))
  }

  /// What a bar highlights for the selections; nothing applies where a command would refuse because
  /// an input method is composing.
  ///
  /// - Complexity: O(the slices from the first selection to the last).
  public func formattingState(policies: MarkPolicies = .standard) -> FormattingState {
    var state = FormattingState(
      of: selections, in: document, dialect: dialect, policies: policies)
    if isComposing, policies.whileComposing == .refuses { state.disable() }
    return state
  }
}
