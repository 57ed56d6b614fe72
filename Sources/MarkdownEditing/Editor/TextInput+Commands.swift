import MarkdownSyntax
import TextEditing

extension TextInput {
  /// Carries out a command on the selection; the edit and the selection after it are one step.
  ///
  ///     buffer.perform(.heading(2))
  ///
  /// Nothing changes unless the outcome is a plan. ``EditingOptions/whileComposing`` says what happens while an
  /// input method is composing.
  ///
  /// - Parameters:
  ///   - command: the command.
  ///   - dialect: the dialect of the text.
  /// - Returns: the plan that was carried out, or the reason why nothing was.
  /// - Complexity: O(length of the text).
  @discardableResult
  public mutating func perform(
    _ command: EditingCommand, dialect: Dialect = .gitHub
  ) -> Outcome {
    command.reading(dialect).carriedOut(on: &self)
  }

  /// The states of the commands for the selection, as a bar shows them; nothing applies if a command would refuse
  /// because an input method is composing.
  ///
  /// - Parameter groups: the groups of commands asked for, as `[.marks]`.
  /// - Complexity: O(length of the text).
  public func commandStates(
    _ groups: [CommandRow.Group] = .ofBars, dialect: Dialect = .gitHub,
    options: EditingOptions = .standard
  ) -> [CommandState] {
    let buffer = textBuffer()
    let selections = buffer.selection.map { [$0] } ?? []
    let states =
      MarkdownDocument(ofLong: buffer).map {
        CommandState.all(
          of: selections, in: $0, groups: groups, dialect: dialect, options: options)
      }
      ?? CommandState.all(
        of: selections, in: buffer.utf8Bytes, groups: groups, dialect: dialect, options: options)
    return states.inInput(isComposing: isComposing, options)
  }

  /// Whether an input method has text in the input that is not confirmed yet. True while `にほ` is
  /// not yet `日本`.
  var isComposing: Bool { markedTextRange.map { !$0.isEmpty } ?? false }
}

/// For a class, which a constant may refer to: `textView.perform(.toggle(.strong))` with `let textView`.
/// No variable of the caller's is being changed meanwhile, so a delegate may read the input.
extension TextInput where Self: AnyObject {
  /// Carries out a command on the selection; see `perform(_:dialect:)` of any input.
  @discardableResult
  public func perform(_ command: EditingCommand, dialect: Dialect = .gitHub) -> Outcome {
    var input = self
    return command.reading(dialect).carriedOut(on: &input)
  }
}

extension EditingCommand {
  /// Carries the command out on an input's selection.
  fileprivate func carriedOut<Input: TextInput>(on input: inout Input) -> Outcome {
    if input.isComposing {
      guard options.whileComposing == .commits else { return .unchanged(.composing) }
      input.unmarkText()
    }
    let buffer = input.textBuffer()
    guard let selection = buffer.selection else { return .unchanged(.noSelection) }
    let outcome = outcome(onUTF8: selection, in: buffer)
    if case .plan(let plan) = outcome {
      do { try input.apply(plan.edit, selectingUTF8: plan.selections.first) } catch {
        return .refused(.inputRejectedEdit)
      }
    }
    return outcome
  }

  /// Plans the command in its own dialect, at a selection of a buffer.
  func outcome(onUTF8 selection: Range<Int>, in buffer: TextBuffer) -> Outcome {
    MarkdownDocument(ofLong: buffer).map { outcome(onUTF8: [selection], in: $0) }
      ?? outcome(onUTF8: [selection], in: buffer.utf8Bytes)
  }
}
