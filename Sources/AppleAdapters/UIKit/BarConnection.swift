#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import AccessoryCommands
  import MarkdownSyntax
  import TextEditing
  import UIKit

  /// How a bar reaches its input without keeping it alive.
  struct BarConnection {
    /// How the input's selection stands to the marks; nil once the input is gone.
    var state: @MainActor (Dialect, MarkPolicies) -> FormattingState?
    /// The states of the catalogue's commands; nil once the input is gone.
    var commands: @MainActor (Dialect, CommandPolicies) -> [CommandState]?
    /// The dialect of the input's editor; nil if the input has none, or is gone.
    var dialect: @MainActor () -> Dialect?
    /// Does what a button does, with what it is given, undone under its title; nil once the input is
    /// gone.
    var perform: @MainActor (AccessoryBar, AccessoryBar.Item, String?) -> AccessoryBar.Outcome?

    /// Reaches any input: its whole text is read each time.
    @MainActor init<Input: UIResponder & UITextInput>(_ input: Input, registersUndo: Bool) {
      dialect = { nil }
      state = { [weak input] dialect, policies in
        input.map { UITextInputBridge($0).formattingState(dialect: dialect, policies: policies) }
      }
      commands = { [weak input] dialect, policies in
        input.map { UITextInputBridge($0).commandStates(dialect: dialect, policies: policies) }
      }
      perform = { [weak input] bar, item, argument in
        guard let input else { return nil }
        var bridge = UITextInputBridge(input)
        let before = bridge.textBuffer()
        let outcome = bar.tap(item.identifier, on: &bridge, argument: argument)
        if let edit = outcome?.edit {
          if registersUndo { input.registerUndo(of: edit, in: before) }
          input.undoManager?.setActionName(item.title)
        }
        return outcome
      }
    }

    /// Reaches an input that keeps an editor of its text.
    @MainActor init<Input: UIResponder & IndexedTextInput>(indexed input: Input) {
      dialect = { [weak input] in input?.markdownEditor.dialect }
      state = { [weak input] _, policies in input?.formattingState(policies: policies) }
      commands = { [weak input] _, policies in input?.commandStates(policies: policies) }
      perform = { [weak input] bar, item, argument in
        guard let input else { return nil }
        let outcome = bar.tap(item.identifier, on: input, argument: argument)
        // A tap is one replacement, which the input has made one step; it only gets a name, and only
        // where there is a step.
        if outcome?.edit != nil { input.undoManager?.setActionName(item.title) }
        return outcome
      }
    }
  }

  extension UITextInput where Self: UIResponder {
    /// Registers what takes an edit back, and what makes it again: for views that register no undo of
    /// their own.
    @MainActor fileprivate func registerUndo(of edit: TextEdit, in before: TextBuffer) {
      let inverse = edit.inverted(in: before)
      let selection = before.selection
      undoManager?.registerUndo(withTarget: self) { input in
        MainActor.assumeIsolated {
          var bridge = UITextInputBridge(input)
          let after = bridge.textBuffer()
          do { try bridge.apply(inverse, selectingUTF8: selection) } catch { return }
          input.registerUndo(of: inverse, in: after)
        }
      }
    }
  }
#endif
