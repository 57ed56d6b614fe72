import MarkdownSyntax
import TextEditing

extension TextInput {
  /// Carries out a command on the selection, as one step of undo.
  ///
  /// ```swift
  /// buffer.perform(.heading(2))
  /// ```
  ///
  /// ``EditingOptions/whileComposing`` determines what happens while an input method is composing.
  ///
  /// - Returns: the plan that was carried out, or the reason why nothing changed.
  /// - Complexity: O(length of the text).
  @discardableResult
  public mutating func perform(
    _ command: EditingCommand, dialect: Dialect = .gitHub
  ) -> Outcome {
    command.reading(dialect).carriedOut(on: &self) { $0.outcome(onUTF8: $1, in: $2) }
  }

  /// Carries out a command of an editing session, whose marks may be pending.
  @discardableResult
  package mutating func perform(
    _ command: EditingCommand, dialect: Dialect, in session: inout MarkingSession
  ) -> Outcome {
    command.reading(dialect).carriedOut(on: &self) { command, selection, buffer in
      guard let document = try? MarkdownDocument(buffer) else {
        return command.outcome(onUTF8: selection, in: buffer)
      }
      return session.outcome(of: command, onUTF8: [selection], in: document)
    }
  }

  /// Returns the states of the commands for the selection. While an input method is composing, none
  /// applies unless the options say otherwise.
  ///
  /// - Parameters:
  ///   - groups: the groups of commands, such as `[.marks]`.
  ///   - dialect: the dialect of the text.
  ///   - options: the options of the commands.
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

  /// Whether an input method has unconfirmed text in the input, such as `にほ` before it is `日本`.
  var isComposing: Bool { markedTextRange.map { !$0.isEmpty } ?? false }
}

/// Commands on classes, even through a constant. The call has no exclusive access to a variable of
/// the caller, so a delegate may read the input.
extension TextInput where Self: AnyObject {
  /// Carries out a command on the selection; see `perform(_:dialect:)` of any input.
  @discardableResult
  public func perform(_ command: EditingCommand, dialect: Dialect = .gitHub) -> Outcome {
    var input = self
    return command.reading(dialect).carriedOut(on: &input) { $0.outcome(onUTF8: $1, in: $2) }
  }
}

extension EditingCommand {
  fileprivate func carriedOut<Input: TextInput>(
    on input: inout Input, _ plan: (EditingCommand, Range<Int>, TextBuffer) -> Outcome
  ) -> Outcome {
    if input.isComposing {
      guard options.whileComposing == .commits else { return .unchanged(.composing) }
      input.unmarkText()
    }
    let buffer = input.textBuffer()
    guard let selection = buffer.selection else { return .unchanged(.noSelection) }
    let outcome = plan(self, selection, buffer)
    if case .plan(let plan) = outcome {
      do { try input.apply(plan.edit, selectingUTF8: plan.selections.first) } catch {
        return .refused(.inputRejectedEdit)
      }
    }
    return outcome
  }

  /// Plans the command in its own dialect for a selection of a buffer.
  func outcome(onUTF8 selection: Range<Int>, in buffer: TextBuffer) -> Outcome {
    MarkdownDocument(ofLong: buffer).map { outcome(onUTF8: [selection], in: $0) }
      ?? outcome(onUTF8: [selection], in: buffer.utf8Bytes)
  }
}
