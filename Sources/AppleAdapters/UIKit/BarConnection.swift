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
    var text: (Dialect) -> TextBuffer? = { _ in nil }
    /// Runs the command of a key, and returns whether there was one.
    var takesKey: (NSRange, String, Dialect, EditingOptions) -> Bool = { _, _, _, _ in false }
    /// Gives pending marks to a text that was typed without a command.
    var textChanged: (Dialect) -> Void = { _ in }
    /// Whether Writing Tools are rewriting the text, so that it must not be changed.
    var isBusy: () -> Bool = { false }
    var isEditable: () -> Bool = { true }
    var undoManager: () -> UndoManager? = { nil }
    var hideKeyboard: () -> Void = {}
    var paste: (() -> Void)?
    var canPaste: () -> Bool = { false }

    /// Connects to any input; its whole text is read each time.
    init<Input: UIResponder & UITextInput>(_ input: Input, registersUndo: Bool) {
      let session = ObservedSession()
      session.isEditable = { [weak input] in input?.acceptsText ?? true }
      session.isBeingRewritten = { [weak input] in
        (input as? UITextView)?.isBeingRewritten ?? false
      }
      var marked = MarkedText()
      session.isPredicting = { [weak input] in
        guard let input, input.hasPredictions else { return false }
        let ranges = (input.markedTextRange, input.selectedTextRange)
        return marked.isPrediction(
          ranges.0.map(input.nsRange), selection: ranges.1.map(input.nsRange))
      }
      if registersUndo {
        session.edited = { [weak input] in
          input?.registerUndo(of: $0, replacing: $1, selection: $2)
        }
      }
      self.init(input) { [weak input] dialect in
        input.map { ObservedInput(UITextInputBridge($0), session, in: dialect) }
      }
      textChanged = { [weak input] dialect in
        // This also tells a composition that begins from a prediction.
        if !session.isPredicting(), session.editor.marking.hasPending, let input {
          ObservedInput(UITextInputBridge(input), session, in: dialect).markTypedText()
        }
      }
    }

    /// Connects to an input that keeps an editor of its text.
    init<Input: UIResponder & UITextInput & IndexedTextInput>(indexed input: Input)
    where Input.InputUTF16Range == NSRange {
      self.init(input) { [weak input] _ in input }
      dialect = { [weak input] in input?.markdownEditor.dialect }
    }

    private init<Indexed: IndexedTextInput>(
      _ input: some UIResponder & UITextInput, _ indexed: @escaping (Dialect) -> Indexed?
    ) where Indexed.InputUTF16Range == NSRange {
      states = { indexed($1)?.commandStates($0, options: $2) ?? [] }
      perform = { indexed($1)?.perform($0) ?? .unchanged(.noSelection) }
      text = { indexed($0)?.markdownEditor.buffer }
      undoManager = { [weak input] in input?.undoManager }
      takesKey = { [weak input] range, text, dialect, options in
        indexed(dialect)?.takesKey(
          replacing: range, with: text, undoManager: input?.undoManager, options: options) ?? false
      }
      isBusy = { [weak input] in (input as? UITextView)?.isBeingRewritten ?? false }
      isEditable = { [weak input] in input?.acceptsText ?? true }
      hideKeyboard = { [weak input] in _ = input?.resignFirstResponder() }
      paste = { [weak input] in input?.paste(nil) }
      canPaste = { [weak input] in
        input?.canPerformAction(Selector(("paste:")), withSender: nil) ?? false
      }
    }

    /// Connects to the document that a keyboard extension types into.
    init(_ controller: UIInputViewController, wholeBelow: Int, linesBelow: Int) {
      // A key is announced twice: as a change of the text, and of the selection.
      var last:
        (
          context: ProxyContext, groups: [CommandRow.Group], dialect: Dialect,
          options: EditingOptions, states: [CommandState]
        )?
      let proxy = { [weak controller] in
        controller.map { UITextDocumentProxyBridge($0.textDocumentProxy) }
      }
      states = { groups, dialect, options in
        guard let proxy = proxy() else { return [] }
        let context = ProxyContext(proxy, wholeBelow: wholeBelow, linesBelow: linesBelow)
        if let last, last.context == context, last.groups == groups, last.dialect == dialect,
          last.options == options
        {
          return last.states
        }
        let states = context.commandStates(groups, dialect: dialect, options: options)
        last = (context, groups, dialect, options, states)
        return states
      }
      perform = { command, dialect in
        guard var proxy = proxy() else { return .unchanged(.noSelection) }
        return proxy.perform(
          command, dialect: dialect, wholeBelow: wholeBelow, linesBelow: linesBelow)
      }
      text = { _ in proxy().map { ProxyContext($0).buffer } }
      hideKeyboard = { [weak controller] in controller?.dismissKeyboard() }
    }
  }

  extension UITextInput where Self: UIResponder {
    /// Whether a person may change the text.
    @MainActor fileprivate var acceptsText: Bool {
      (self as? UITextView)?.isEditable ?? (self as? UIControl)?.isEnabled ?? true
    }

    /// Whether the marked text can be an inline prediction.
    @MainActor fileprivate var hasPredictions: Bool {
      (self as? UITextView).map { $0.inlinePredictionType != .no } ?? false
    }

    /// A range in UTF-16 code units.
    @MainActor func nsRange(_ range: UITextRange) -> NSRange {
      NSRange(
        location: offset(from: beginningOfDocument, to: range.start),
        length: offset(from: range.start, to: range.end))
    }

    @MainActor func textRange(_ range: NSRange) -> UITextRange? {
      guard let start = position(from: beginningOfDocument, offset: range.location),
        let end = position(from: start, offset: range.length)
      else { return nil }
      return textRange(from: start, to: end)
    }

    /// Registers an undo and redo of an edit, for views that do not do so themselves.
    @MainActor fileprivate func registerUndo(
      of new: NSRange, replacing old: String, selection: NSRange?
    ) {
      undoManager?.registerUndo(withTarget: self) { input in
        MainActor.assumeIsolated {
          guard let range = input.textRange(new) else { return }
          let (text, after) = (input.text(in: range) ?? "", input.selectedTextRange)
          input.replace(range, withText: old)
          input.registerUndo(
            of: NSRange(location: new.location, length: old.utf16.count), replacing: text,
            selection: after.map(input.nsRange))
          if let selection { input.selectedTextRange = input.textRange(selection) }
        }
      }
    }
  }
#endif
