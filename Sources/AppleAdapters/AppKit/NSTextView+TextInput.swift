#if compiler(>=6.2) && canImport(AppKit) && !canImport(UIKit)
  import AppKit
  import MarkdownEditing
  import MarkdownSyntax
  import TextEditing

  /// A range of the text of an `NSTextView`, whose positions are UTF-16 offsets.
  extension NSRange: UTF16RangeShape, TextInputRange {
    /// The start of the range.
    public var start: Int { location }
    /// The end of the range.
    public var end: Int { location + length }
    /// Whether the range is an insertion point.
    public var isEmpty: Bool { length == 0 }
  }

  extension NSTextView {
    func nsRange(_ range: NSRange) -> NSRange { range }
  }

  // `NSTextInputClient` uses UTF-16 code units and has no positions. The delegate and the undo
  // manager learn of edits by `shouldChangeText(in:replacementString:)` and `didChangeText()`.
  extension NSTextView: @MainActor TextInput {
    public typealias InputPosition = Int
    public typealias InputRange = NSRange

    public func text(in range: NSRange) -> String? {
      guard range.location >= 0, range.end <= endOfDocument else { return nil }
      return attributedSubstring(forProposedRange: range, actualRange: nil)?.string ?? ""
    }
    public func replace(_ range: NSRange, withText text: String) {
      guard shouldChangeText(in: range, replacementString: text) else { return }
      textStorage?.replaceCharacters(in: range, with: text)
      didChangeText()
    }
    public var selectedTextRange: NSRange? {
      get {
        let selection = selectedRange()
        return selection.location == NSNotFound ? nil : selection
      }
      set {
        guard let newValue else { return }
        setSelectedRange(newValue, affinity: .downstream, stillSelecting: false)
      }
    }
    public var markedTextRange: NSRange? { hasMarkedText() ? markedRange() : nil }
    public func setMarkedText(_ markedText: String?, selectedRange: NSRange) {
      setMarkedText(
        markedText ?? "", selectedRange: selectedRange,
        replacementRange: NSRange(location: NSNotFound, length: 0))
    }
    public var beginningOfDocument: Int { 0 }
    public var endOfDocument: Int { textStorage?.length ?? 0 }
    public func textRange(from fromPosition: Int, to toPosition: Int) -> NSRange? {
      NSRange(min(fromPosition, toPosition)..<max(fromPosition, toPosition))
    }
    public func position(from position: Int, offset: Int) -> Int? {
      let (target, overflow) = position.addingReportingOverflow(offset)
      return !overflow && (0...endOfDocument).contains(target) ? target : nil
    }
    public func compare(_ position: Int, to other: Int) -> ComparisonResult {
      if position == other { return .orderedSame }
      return position < other ? .orderedAscending : .orderedDescending
    }
    public func offset(from: Int, to toPosition: Int) -> Int { toPosition - from }
    public var hasText: Bool { endOfDocument > 0 }
    @nonobjc public func insertText(_ text: String) {
      insertText(text, replacementRange: selectedRange())
    }
    @nonobjc public func deleteBackward() { deleteBackward(nil) }
  }

  /// Commands for a text view of the app's own, which it observes.
  ///
  ///     commands = TextViewCommands(textView)
  ///     commands.perform(.toggle(.strong))
  ///
  /// The whole text is read at each command. Marks that are pending at the caret are given to the
  /// text typed next. The view is not retained.
  @MainActor public final class TextViewCommands {
    /// The dialect of the text.
    public var dialect: Dialect
    /// The options of commands and keys.
    public var options: EditingOptions
    private weak var view: NSTextView?
    private let session = ObservedSession()
    private var isTakingKey = false
    private var observer: NotificationTokens?

    /// Creates the commands of a view.
    public init(
      _ view: NSTextView, dialect: Dialect = .gitHub, options: EditingOptions = .standard
    ) {
      (self.view, self.dialect, self.options) = (view, dialect, options)
      session.isEditable = { [weak view] in view?.isEditable ?? true }
      session.isBeingRewritten = { [weak view] in view?.isBeingRewritten ?? false }
      var marked = MarkedText()
      session.isPredicting = { [weak view] in
        guard let view, view.inlinePredictionType != .no else { return false }
        return marked.isPrediction(view.markedTextRange, selection: view.selectedTextRange)
      }
      observer = NotificationTokens(
        [NSText.didChangeNotification, NSTextView.didChangeSelectionNotification], of: view
      ) { [weak self] notification in
        // An input method is noticed at its beginning, before its caret can be at its start.
        _ = self?.session.isPredicting()
        if notification.name == NSText.didChangeNotification {
          self?.textChanged()
        } else if self?.isTakingKey == false, self?.session.editor.marking.hasPending == true {
          // Pending marks end when the caret moves, also if it comes back.
          self?.input?.followSelection()
        }
      }
    }

    private var input: ObservedInput<NSTextView>? {
      view.map { ObservedInput($0, session, in: dialect) }
    }

    private func textChanged() {
      let undo = view?.undoManager
      guard !isTakingKey, session.editor.marking.hasPending, undo?.isUndoing != true,
        undo?.isRedoing != true
      else { return }
      input?.markTypedText()
    }

    /// Carries out a command on the selection, as one step of undo.
    @discardableResult
    public func perform(_ command: EditingCommand) -> Outcome {
      input?.perform(command) ?? .unchanged(.noSelection)
    }

    /// The states of the commands for the selection.
    public func commandStates(_ groups: [CommandRow.Group] = .ofBars) -> [CommandState] {
      input?.commandStates(groups, options: options) ?? []
    }

    /// Runs the command of Return, Backspace or Tab, of typing over a selection, or of typing with
    /// pending marks. Call it from `textView(_:shouldChangeTextIn:replacementString:)` of the view's
    /// delegate.
    ///
    ///     func textView(
    ///       _ view: NSTextView, shouldChangeTextIn range: NSRange, replacementString text: String?
    ///     ) -> Bool {
    ///       !commands.takesKey(replacing: range, with: text)
    ///     }
    ///
    /// - Parameters:
    ///   - range: the range that the view is about to replace, in UTF-16 code units.
    ///   - text: the text that it is about to insert; nil if only attributes change.
    /// - Returns: whether a command was run; for example false for a letter, which the view types.
    public func takesKey(replacing range: NSRange, with text: String?) -> Bool {
      guard let text, !isTakingKey, let input else { return false }
      isTakingKey = true
      defer { isTakingKey = false }
      return input.takesKey(
        replacing: range, with: text, undoManager: view?.undoManager, options: options)
    }
  }

  extension NSTextView {
    /// Turns off smart quotes, dashes and spaces. A smart dash would turn the `---` of a thematic
    /// break into one character, and a smart quote would not end a link title.
    public func turnOffSmartTyping() {
      isAutomaticQuoteSubstitutionEnabled = false
      isAutomaticDashSubstitutionEnabled = false
      smartInsertDeleteEnabled = false
    }
  }
#endif
