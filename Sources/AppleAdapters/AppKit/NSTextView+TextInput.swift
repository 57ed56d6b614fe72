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

  extension NSTextView {
    /// The view that is processing a key; its own edit is not a key.
    private static weak var busy: NSTextView?

    /// Runs the command of Return, Backspace or Tab, or of typing over a selection. Call it from
    /// `textView(_:shouldChangeTextIn:replacementString:)` of the view's delegate.
    ///
    ///     func textView(
    ///       _ view: NSTextView, shouldChangeTextIn range: NSRange, replacementString text: String?
    ///     ) -> Bool {
    ///       !view.takesKey(replacing: range, with: text)
    ///     }
    ///
    /// - Parameters:
    ///   - range: the range that the view is about to replace.
    ///   - text: the text that it is about to insert; nil if only attributes change.
    ///   - dialect: the dialect of the text.
    ///   - options: the options of the commands.
    /// - Returns: whether a command was run; for example false for a letter, which the view types.
    public func takesKey(
      replacing range: NSRange, with text: String?, dialect: Dialect = .gitHub,
      options: EditingOptions = .standard
    ) -> Bool {
      guard let text, NSTextView.busy !== self,
        let key = key(replacing: range, with: text, options: options)
      else { return false }
      NSTextView.busy = self
      defer { NSTextView.busy = nil }
      var input: NSTextView = self
      return input.perform(key, dialect: dialect)
    }

    /// The key that causes a change, if any; nil while an input method has marked text.
    func key(
      replacing range: NSRange, with text: String, hasPendingMarks: Bool = false,
      options: EditingOptions
    ) -> TypedKey? {
      guard !hasMarkedText(), range.location >= 0, range.location != NSNotFound,
        // The view also asks about the edits of undo, which are not keys.
        undoManager?.isUndoing != true, undoManager?.isRedoing != true,
        let selection = selectedTextRange
      else { return nil }
      return TypedKey(
        replacing: range.start..<range.end, with: text, selection: selection.start..<selection.end,
        removed: self.text(in: range) ?? "", hasPendingMarks: hasPendingMarks, options: options)
    }

    /// Turns off smart quotes, dashes and spaces. A smart dash would turn the `---` of a thematic
    /// break into one character, and a smart quote would not end a link title.
    public func turnOffSmartTyping() {
      isAutomaticQuoteSubstitutionEnabled = false
      isAutomaticDashSubstitutionEnabled = false
      smartInsertDeleteEnabled = false
    }
  }
#endif
