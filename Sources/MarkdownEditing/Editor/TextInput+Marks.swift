import MarkdownSyntax
import TextEditing

extension TextInput {
  /// Carries out a command on the selection; the edit and the selection after it are one step.
  ///
  /// Nothing changes unless the outcome is a plan. Where an input method is composing,
  /// `MarkPolicies.whileComposing` says what happens to it.
  ///
  /// - Parameters:
  ///   - command: the command.
  ///   - dialect: the dialect of the text.
  /// - Returns: what was done, or why nothing was.
  /// - Complexity: O(length of the text).
  @discardableResult
  public mutating func perform(
    _ command: MarkCommand, dialect: Dialect = .gitHub
  ) -> MarkOutcome {
    command.reading(dialect).carriedOut(on: &self)
  }

  /// Removes a mark if the whole selection has it; otherwise adds it.
  @discardableResult
  public mutating func toggle(
    _ mark: Mark, dialect: Dialect = .gitHub, policies: MarkPolicies = .standard
  ) -> MarkOutcome {
    perform(MarkCommand(.toggle, mark, policies: policies), dialect: dialect)
  }

  /// Adds a mark to the whole selection.
  @discardableResult
  public mutating func mark(
    _ mark: Mark, dialect: Dialect = .gitHub, policies: MarkPolicies = .standard
  ) -> MarkOutcome {
    perform(MarkCommand(.mark, mark, policies: policies), dialect: dialect)
  }

  /// Removes a mark from the whole selection.
  @discardableResult
  public mutating func unmark(
    _ mark: Mark, dialect: Dialect = .gitHub, policies: MarkPolicies = .standard
  ) -> MarkOutcome {
    perform(MarkCommand(.unmark, mark, policies: policies), dialect: dialect)
  }

  /// What a bar highlights for the selection; nothing applies where a command would refuse because
  /// an input method is composing.
  ///
  /// - Complexity: O(length of the text).
  public func formattingState(
    dialect: Dialect = .gitHub, policies: MarkPolicies = .standard
  ) -> FormattingState {
    let buffer = textBuffer()
    var state = FormattingState(
      of: buffer.selection, in: buffer, policies: policies.reading(dialect))
    if isComposing, policies.whileComposing == .refuses { state.disable() }
    return state
  }

  /// Whether an input method has text in the input that is not confirmed yet. True while `にほ` is
  /// not yet `日本`.
  var isComposing: Bool { markedTextRange.map { !$0.isEmpty } ?? false }
}

/// For a class, which a constant may refer to: `textView.toggle(.strong)` where `textView` is a `let`.
/// No variable of the caller's is being changed meanwhile, so a delegate may read the input.
extension TextInput where Self: AnyObject {
  /// Carries out a command on the selection; see `perform(_:)` of any input.
  @discardableResult
  public func perform(_ command: MarkCommand, dialect: Dialect = .gitHub) -> MarkOutcome {
    var input = self
    return command.reading(dialect).carriedOut(on: &input)
  }

  /// Removes a mark if the whole selection has it; otherwise adds it.
  @discardableResult
  public func toggle(
    _ mark: Mark, dialect: Dialect = .gitHub, policies: MarkPolicies = .standard
  ) -> MarkOutcome {
    perform(MarkCommand(.toggle, mark, policies: policies), dialect: dialect)
  }

  /// Adds a mark to the whole selection.
  @discardableResult
  public func mark(
    _ mark: Mark, dialect: Dialect = .gitHub, policies: MarkPolicies = .standard
  ) -> MarkOutcome {
    perform(MarkCommand(.mark, mark, policies: policies), dialect: dialect)
  }

  /// Removes a mark from the whole selection.
  @discardableResult
  public func unmark(
    _ mark: Mark, dialect: Dialect = .gitHub, policies: MarkPolicies = .standard
  ) -> MarkOutcome {
    perform(MarkCommand(.unmark, mark, policies: policies), dialect: dialect)
  }
}

extension MarkCommand {
  /// Carries the command out on an input's selection.
  fileprivate func carriedOut<Input: TextInput>(on input: inout Input) -> MarkOutcome {
    if input.isComposing {
      guard policies.whileComposing == .commits else { return .unchanged(.composing) }
      input.unmarkText()
    }
    let buffer = input.textBuffer()
    guard let selection = buffer.selection else { return .unchanged(.noSelection) }
    let outcome = outcome(onUTF8: selection, in: buffer)
    if case .plan(let plan) = outcome {
      do { try input.apply(plan.edit, selectingUTF8: plan.selections[0]) } catch {
        return .refused(.inputRejectedEdit)
      }
    }
    return outcome
  }
}

extension FormattingState {
  /// Says of every mark that its command does nothing.
  mutating func disable() {
    for index in entries.indices { entries[index].applies = false }
  }
}
