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

/// A text input, a class such as a view, that keeps a `MarkdownEditor` of its text: commands and the
/// state of a bar are planned there, at any length of the text.
///
/// The input tells the editor of every change that does not come of a command, as soon as it is made:
///
///     try markdownEditor.apply(TextEdit([.init(range, with: text)]), kind: .typing)
///
/// A command's own change it may tell or leave: `MarkdownEditor.revision` says which it did.
public protocol IndexedTextInput: TextInput, AnyObject {
  /// The text of this input with its slice index.
  var markdownEditor: MarkdownEditor { get set }
}

extension IndexedTextInput {
  /// Carries out a command on the input's selection; the edit and the selection after it are one step
  /// of the input's own undo.
  ///
  /// - Returns: what was done, or why nothing was.
  /// - Complexity: O(the slices of the selection), and what the input's own `replace` costs.
  @discardableResult
  public func perform(_ command: MarkCommand) -> MarkOutcome {
    if isComposing {
      guard command.policies.whileComposing == .commits else { return .unchanged(.composing) }
      var input = self
      input.unmarkText()
    }
    // Read, not borrowed: a delegate may change the editor while the input takes the edit.
    let editor = markdownEditor
    guard let selection = selection(in: editor) else { return .unchanged(.noSelection) }
    let outcome = command.outcome(
      onUTF8: [selection], in: editor.document, dialect: editor.dialect)
    guard case .plan(let plan) = outcome else { return outcome }
    do { try apply(plan.edit, selectingUTF8: plan.selections[0]) } catch {
      return .refused(.inputRejectedEdit)
    }
    if markdownEditor.revision == editor.revision {
      do { try markdownEditor.apply(plan.edit, selecting: plan.selections) } catch {
        return .refused(.unparsable(error.description))
      }
    }
    return outcome
  }

  /// Removes a mark if the whole selection has it; otherwise adds it.
  @discardableResult
  public func toggle(_ mark: Mark, policies: MarkPolicies = .standard) -> MarkOutcome {
    perform(MarkCommand(.toggle, mark, policies: policies))
  }

  /// Adds a mark to the whole selection.
  @discardableResult
  public func mark(_ mark: Mark, policies: MarkPolicies = .standard) -> MarkOutcome {
    perform(MarkCommand(.mark, mark, policies: policies))
  }

  /// Removes a mark from the whole selection.
  @discardableResult
  public func unmark(_ mark: Mark, policies: MarkPolicies = .standard) -> MarkOutcome {
    perform(MarkCommand(.unmark, mark, policies: policies))
  }

  /// What a bar highlights for the input's selection.
  ///
  /// - Complexity: O(the slices of the selection).
  public func formattingState(policies: MarkPolicies = .standard) -> FormattingState {
    let editor = markdownEditor
    let selections = selection(in: editor).map { [$0] } ?? []
    var state = FormattingState(
      of: selections, in: editor.document, dialect: editor.dialect, policies: policies)
    if isComposing, policies.whileComposing == .refuses { state.disable() }
    return state
  }

  private func selection(in editor: MarkdownEditor) -> Range<Int>? {
    selectedTextRange.flatMap { utf8Range(of: $0, in: editor.buffer) }
  }
}
