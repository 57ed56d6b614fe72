#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import MarkdownEditing
  import MarkdownSyntax
  import TextEditing
  import UIKit

  /// The connection of a bar to its input, which it does not retain.
  @MainActor struct BarConnection {
    /// The states of the commands in some groups; none if the input no longer exists.
    var states: ([CommandRow.Group], Dialect, EditingOptions) -> [CommandState]
    var dialect: () -> Dialect? = { nil }
    var perform: (EditingCommand, Dialect) -> Outcome
    /// The text, for a sentence about an outcome.
    var text: () -> TextBuffer? = { nil }
    /// The text of a UTF-16 range, and the selection: see `TypedKey`.
    var reading: (NSRange) -> (selection: Range<Int>, text: String)? = { _ in nil }
    /// Whether text typed at the selection gets or loses marks.
    var hasPendingMarks: () -> Bool = { false }
    /// Whether Writing Tools are rewriting the text, so that it must not be changed.
    var isBusy: () -> Bool = { false }
    var undoManager: () -> UndoManager? = { nil }
    var hideKeyboard: () -> Void = {}

    /// Whether an undo or a redo is running, whose edits are not keys.
    var isUndoing: Bool {
      guard let undoManager = undoManager() else { return false }
      return undoManager.isUndoing || undoManager.isRedoing
    }

    /// Connects to any input; its whole text is read each time.
    init<Input: UIResponder & UITextInput>(_ input: Input, registersUndo: Bool) {
      let session = Session()
      let selected: () -> (selections: [Range<Int>], text: TextBuffer) = { [weak input] in
        let buffer = input.map { UITextInputBridge($0).textBuffer() } ?? TextBuffer()
        return (buffer.selection.map { [$0] } ?? [], buffer)
      }
      states = { [weak input] groups, dialect, options in
        guard let input else { return [] }
        let (selections, text) = selected()
        session.marking.follow(selections, in: text)
        return session.marking.lighting(
          UITextInputBridge(input).commandStates(groups, dialect: dialect, options: options),
          at: selections, in: text)
      }
      hasPendingMarks = {
        let (selections, text) = selected()
        return !session.marking.pending(at: selections, in: text).isEmpty
      }
      perform = { [weak input] command, dialect in
        guard let input else { return .unchanged(.noSelection) }
        var bridge = UITextInputBridge(input)
        let before = bridge.textBuffer()
        // A copy: a delegate may ask for the states while the input makes the edit.
        var marking = session.marking
        let outcome = bridge.perform(command, dialect: dialect, in: &marking)
        session.marking = marking
        if registersUndo, let edit = outcome.plan?.edit, !edit.isEmpty {
          input.registerUndo(of: edit, in: before)
        }
        return outcome
      }
      text = { [weak input] in input.map { UITextInputBridge($0).textBuffer() } }
      connect(input)
    }

    /// Connects to an input that keeps an editor of its text.
    init<Input: UIResponder & UITextInput & IndexedTextInput>(indexed input: Input) {
      dialect = { [weak input] in input?.markdownEditor.dialect }
      states = { [weak input] groups, _, options in
        input?.commandStates(groups, options: options) ?? []
      }
      perform = { [weak input] command, _ in
        guard let input else { return .unchanged(.noSelection) }
        input.dropPrediction()
        return input.perform(command)
      }
      text = { [weak input] in input?.markdownEditor.buffer }
      hasPendingMarks = { [weak input] in input?.hasPendingMarks ?? false }
      connect(input)
    }

    /// Connects to the document that a keyboard extension types into.
    init(_ controller: UIInputViewController, wholeBelow: Int) {
      let proxy = { [weak controller] in
        controller.map { UITextDocumentProxyBridge($0.textDocumentProxy) }
      }
      states = { proxy()?.commandStates($0, dialect: $1, options: $2) ?? [] }
      perform = { command, dialect in
        guard var proxy = proxy() else { return .unchanged(.noSelection) }
        return proxy.perform(command, dialect: dialect, wholeBelow: wholeBelow)
      }
      text = { proxy().map { ProxyContext($0).buffer } }
      hideKeyboard = { [weak controller] in controller?.dismissKeyboard() }
    }

    private mutating func connect<Input: UIResponder & UITextInput>(_ input: Input) {
      reading = { [weak input] range in
        guard let input, let selected = input.selectedTextRange else { return nil }
        let origin = input.beginningOfDocument
        guard let first = input.position(from: origin, offset: max(0, range.location)),
          let last = input.position(from: origin, offset: range.location + range.length),
          let found = input.textRange(from: first, to: last)
        else { return nil }
        let start = input.offset(from: origin, to: selected.start)
        let end = input.offset(from: origin, to: selected.end)
        return (start..<end, input.text(in: found) ?? "")
      }
      isBusy = { [weak input] in (input as? UITextView)?.isBeingRewritten ?? false }
      undoManager = { [weak input] in input?.undoManager }
      hideKeyboard = { [weak input] in _ = input?.resignFirstResponder() }
    }
  }

  /// The editing session of an input without an index.
  @MainActor private final class Session { var marking = MarkingSession() }

  extension UITextInput where Self: UIResponder {
    /// Removes an inline prediction, which a command would treat as text.
    @MainActor fileprivate func dropPrediction() {
      guard (self as? UITextView)?.isPredicting == true else { return }
      setMarkedText("", selectedRange: NSRange(location: 0, length: 0))
    }

    /// Registers an undo and redo of an edit, for views that do not do so themselves.
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
