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
  /// - Complexity: O(the blocks around the selections).
  @discardableResult
  public mutating func perform(_ command: EditingCommand) -> Outcome {
    if isComposing {
      guard command.options.whileComposing == .commits else { return .unchanged(.composing) }
      unmarkText()
    }
    let outcome = marking.outcome(
      of: command.reading(dialect), onUTF8: utf8Selections, in: document)
    if case .plan(let plan) = outcome {
      do { try apply(plan.edit, selecting: plan.selections) } catch {
        return .refused(.unparsable(error.description))
      }
    }
    return outcome
  }

  /// The marks that the text typed next gets or loses, beside those of the text around the caret.
  ///
  /// A mark becomes pending when its command has nothing to mark, and when it ends a run. It ends
  /// with the first text, when the caret moves, or when the command is given again.
  public var pendingMarks: [PendingMark] { marking.pending(at: utf8Selections, in: buffer) }

  /// Types a text with the pending marks, at the caret or over itself if it is there already, as one
  /// step of undo. Returns whether there are such marks, and the text can be written so.
  mutating func typePending(_ text: String, over ranges: [Range<Int>]) -> Bool {
    let options = EditingOptions.standard.reading(dialect)
    guard let plan = marking.typing(text, over: ranges, in: document, options) else { return false }
    return (try? apply(plan.edit, selecting: plan.selections, kind: .typing)) != nil
  }

  /// Returns the states of the commands for the selections. While an input method is composing,
  /// none applies unless the options say otherwise.
  ///
  /// - Parameters:
  ///   - groups: the groups of commands, such as `[.marks]`.
  ///   - options: the options of the commands.
  /// - Complexity: O(the blocks around the selections).
  public func commandStates(
    _ groups: [CommandRow.Group] = .ofBars, options: EditingOptions = .standard
  ) -> [CommandState] {
    let states = CommandState.all(
      of: utf8Selections, in: document, groups: groups, dialect: dialect, options: options)
    return marking.lighting(states, at: utf8Selections, in: buffer)
      .inInput(isComposing: isComposing, options)
  }
}
