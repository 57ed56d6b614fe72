import MarkdownSyntax
import TextEditing

extension MarkdownEditor {
  /// Carries out a command of your own on the first selection, as one step of undo.
  ///
  /// - Returns: the plan that was carried out, or the reason why nothing changed.
  /// - Complexity: O(*n*) in the length of the text.
  @discardableResult
  public mutating func perform(_ command: CustomCommand) -> Outcome {
    guard let selection = utf8Selections.first else { return .unchanged(.noSelection) }
    let outcome = command.outcome(utf8: selection, in: buffer.utf8Bytes, dialect: dialect)
    guard case .plan(let plan) = outcome else { return outcome }
    do throws(DocumentEditError) {
      try apply(plan.edit, selecting: plan.selections)
      return outcome
    } catch {
      return .refused(.unparsable(error.description))
    }
  }
}
