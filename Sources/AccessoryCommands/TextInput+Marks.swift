import TextEditing

extension TextInput {
  /// Carries out a command on the selection; the edit and the selection after it are one step.
  ///
  /// Nothing changes unless the outcome is a plan.
  ///
  /// - Returns: what was done, or why nothing was.
  /// - Complexity: O(length of the text).
  @discardableResult
  public mutating func perform(_ command: MarkCommand) -> MarkOutcome {
    let buffer = textBuffer()
    guard let selection = buffer.selection else { return .unchanged(.noSelection) }
    let outcome = command.outcome(on: [selection], in: buffer.utf8Bytes)
    if case .plan(let plan) = outcome {
      guard apply(plan.edit, selectingUTF8: plan.selections[0]) else {
        return .refused(.inputRejectedEdit)
      }
    }
    return outcome
  }

  /// Takes a mark where all that is selected has it, else gives it.
  @discardableResult
  public mutating func toggle(_ mark: Mark, policies: MarkPolicies = .standard) -> MarkOutcome {
    perform(MarkCommand(.toggle, mark, policies: policies))
  }

  /// Gives a mark to all that is selected.
  @discardableResult
  public mutating func mark(_ mark: Mark, policies: MarkPolicies = .standard) -> MarkOutcome {
    perform(MarkCommand(.mark, mark, policies: policies))
  }

  /// Takes a mark from all that is selected.
  @discardableResult
  public mutating func unmark(_ mark: Mark, policies: MarkPolicies = .standard) -> MarkOutcome {
    perform(MarkCommand(.unmark, mark, policies: policies))
  }

  /// What a bar lights for the selection.
  public func formattingState(policies: MarkPolicies = .standard) -> FormattingState {
    let buffer = textBuffer()
    return FormattingState(
      of: buffer.selection.map { [$0] } ?? [], in: buffer.utf8Bytes, policies: policies)
  }
}
