#if compiler(>=6.2) && canImport(AppKit) && !canImport(UIKit)
  import MarkdownEditing
  import AppKit
  import MarkdownSyntax
  import TextEditing

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
      let selection = selectedRange()
      guard !hasMarkedText(), range.location >= 0,
        // The view also asks about the edits of undo, which are not keys.
        undoManager?.isUndoing != true, undoManager?.isRedoing != true,
        selection.location != NSNotFound, let changed = NSTextViewRange(range)
      else { return nil }
      return TypedKey(
        replacing: range.location..<range.location + range.length, with: text,
        selection: selection.location..<selection.location + selection.length,
        removed: self.text(in: changed) ?? "", hasPendingMarks: hasPendingMarks, options: options)
    }
  }
#endif
