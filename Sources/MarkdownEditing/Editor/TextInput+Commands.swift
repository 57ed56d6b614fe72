import MarkdownSyntax
import TextEditing

extension TextInput {
  /// Carries out a command of the catalogue on the selection; the edit and the selection after it are
  /// one step.
  ///
  /// Nothing changes unless the outcome is a plan, and nothing while an input method is composing.
  ///
  ///     textView.perform(EditingCommand(name: "heading-2")!)
  ///
  /// - Parameters:
  ///   - command: the command.
  ///   - dialect: the dialect of the text.
  /// - Returns: what was done, or why nothing was.
  /// - Complexity: O(length of the text).
  @discardableResult
  public mutating func perform(
    _ command: EditingCommand, dialect: Dialect = .gitHub
  ) -> CommandOutcome {
    command.reading(dialect).carriedOut(on: &self)
  }
}

/// For a class, which a constant may refer to.
extension TextInput where Self: AnyObject {
  /// Carries out a command of the catalogue on the selection; see `perform(_:)` of any input.
  @discardableResult
  public func perform(
    _ command: EditingCommand, dialect: Dialect = .gitHub
  ) -> CommandOutcome {
    var input = self
    return command.reading(dialect).carriedOut(on: &input)
  }
}

extension EditingCommand {
  /// Carries the command out on an input's selection.
  fileprivate func carriedOut<Input: TextInput>(on input: inout Input) -> CommandOutcome {
    if input.isComposing { return .unchanged(.composing) }
    let buffer = input.textBuffer()
    guard let selection = buffer.selection else { return .unchanged(.noSelection) }
    let outcome = outcome(onUTF8: [selection], in: buffer.utf8Bytes)
    if case .plan(let plan) = outcome {
      do { try input.apply(plan.edit, selectingUTF8: plan.selections.first) } catch {
        return .refused(.inputRejectedEdit)
      }
    }
    return outcome
  }
}

extension MarkdownEditor {
  /// Carries out a command of the catalogue on the selections; the edit and the selections after it are
  /// one step of undo.
  ///
  /// - Returns: what was done, or why nothing was.
  /// - Complexity: O(the slices around the selections).
  @discardableResult
  public mutating func perform(_ command: EditingCommand) -> CommandOutcome {
    if isComposing { return .unchanged(.composing) }
    let outcome = command.outcome(onUTF8: selections, in: document, dialect: dialect)
    if case .plan(let plan) = outcome {
      do { try apply(plan.edit, selecting: plan.selections) } catch {
        return .refused(.unparsable(error.description))
      }
    }
    return outcome
  }
}
