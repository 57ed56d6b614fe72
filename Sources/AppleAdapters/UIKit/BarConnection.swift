#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import MarkdownEditing
  import MarkdownSyntax
  import TextEditing
  import UIKit

  /// The connection of a bar with its input, which it does not keep alive. Each closure returns nil once
  /// the input is gone.
  @MainActor struct BarConnection {
    /// The marks of the input's selection.
    var state: (Dialect, EditingOptions) -> [CommandState]?
    /// The states of the catalogue's commands.
    var commands: (Dialect, EditingOptions) -> [CommandState]?
    /// The dialect of the input's editor; nil if it has none.
    var dialect: () -> Dialect? = { nil }
    /// Carries out a button's command with its argument, undone under its title.
    var perform: (AccessoryBar, AccessoryBar.Item, String?) -> ProxyOutcome?
    /// Carries out a key.
    var press: (TypedKey, Dialect) -> Bool? = { _, _ in nil }
    /// The text, for the sentence about an outcome.
    var text: () -> TextBuffer? = { nil }
    /// The range of a text in UTF-16 code units, and the selection: see `TypedKey`.
    var reading: (NSRange) -> (selection: Range<Int>, text: String)? = { _ in nil }
    /// Whether the text may not be changed now: Writing Tools are rewriting it.
    var isBusy: () -> Bool = { false }
    /// The undo manager of the input.
    var undoManager: () -> UndoManager? = { nil }
    /// Hides the keyboard.
    var hideKeyboard: () -> Void = {}

    /// Whether an undo or a redo is under way, whose edits are not keys.
    var isUndoing: Bool {
      guard let undoManager = undoManager() else { return false }
      return undoManager.isUndoing || undoManager.isRedoing
    }

    /// Connects with any input, whose whole text is read each time.
    init<Input: UIResponder & UITextInput>(_ input: Input, registersUndo: Bool) {
      state = { [weak input] dialect, options in
        input.map { UITextInputBridge($0).commandStates([.marks], dialect: dialect, options: options) }
      }
      commands = { [weak input] dialect, options in
        input.map { UITextInputBridge($0).commandStates(dialect: dialect, options: options) }
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
        return outcome.map(ProxyOutcome.done)
      }
      press = { [weak input] key, dialect in
        guard let input else { return nil }
        var bridge = UITextInputBridge(input)
        return bridge.perform(key, dialect: dialect)
      }
      text = { [weak input] in input.map { UITextInputBridge($0).textBuffer() } }
      connect(input)
    }

    /// Connects with an input that keeps an editor of its text.
    init<Input: UIResponder & UITextInput & IndexedTextInput>(indexed input: Input) {
      dialect = { [weak input] in input?.markdownEditor.dialect }
      state = { [weak input] _, options in input?.commandStates([.marks], options: options) }
      commands = { [weak input] _, options in input?.commandStates(options: options) }
      perform = { [weak input] bar, item, argument in
        guard let input else { return nil }
        input.dropPrediction()
        let outcome = bar.tap(item.identifier, on: input, argument: argument)
        // A tap is one replacement, which the input has made one step; it only gets a name, and only
        // if there is a step.
        if outcome?.edit != nil { input.undoManager?.setActionName(item.title) }
        return outcome.map(ProxyOutcome.done)
      }
      press = { [weak input] key, _ in
        guard let input, !input.isComposing else { return nil }
        input.dropPrediction()
        return input.perform(key)
      }
      text = { [weak input] in input?.markdownEditor.buffer }
      connect(input)
    }

    /// Connects with the document that a keyboard extension types into.
    init(_ controller: UIInputViewController, wholeBelow: Int) {
      state = { [weak controller] dialect, options in
        controller.map {
          UITextDocumentProxyBridge($0.textDocumentProxy).commandStates([.marks], 
            dialect: dialect, options: options)
        }
      }
      commands = { [weak controller] dialect, options in
        controller.map {
          UITextDocumentProxyBridge($0.textDocumentProxy).commandStates(
            dialect: dialect, options: options)
        }
      }
      perform = { [weak controller] bar, item, argument in
        guard let controller else { return nil }
        var proxy = UITextDocumentProxyBridge(controller.textDocumentProxy)
        return bar.tap(
          item.identifier, on: &proxy, argument: argument, wholeBelow: wholeBelow)
      }
      text = { [weak controller] in
        controller.map {
          ProxyContext(UITextDocumentProxyBridge($0.textDocumentProxy)).buffer
        }
      }
      hideKeyboard = { [weak controller] in controller?.dismissKeyboard() }
    }

    private mutating func connect<Input: UIResponder & UITextInput>(_ input: Input) {
      reading = { [weak input] range in
        guard let input, let selected = input.selectedTextRange else { return nil }
        let bridge = UITextInputBridge(input)
        let start = bridge.offset(from: bridge.beginningOfDocument, to: selected.start)
        let end = bridge.offset(from: bridge.beginningOfDocument, to: selected.end)
        guard
          let first = bridge.position(
            from: bridge.beginningOfDocument, offset: max(0, range.location)),
          let last = bridge.position(
            from: bridge.beginningOfDocument, offset: range.location + range.length),
          let found = bridge.textRange(from: first, to: last)
        else { return nil }
        return (start..<end, bridge.text(in: found) ?? "")
      }
      isBusy = { [weak input] in (input as? UITextView)?.isBeingRewritten ?? false }
      undoManager = { [weak input] in input?.undoManager }
      hideKeyboard = { [weak input] in _ = input?.resignFirstResponder() }
    }
  }

  extension UITextInput where Self: UIResponder {
    /// Removes an inline prediction, which a command would otherwise take for text.
    @MainActor fileprivate func dropPrediction() {
      guard (self as? UITextView)?.isPredicting == true else { return }
      setMarkedText("", selectedRange: NSRange(location: 0, length: 0))
    }

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
