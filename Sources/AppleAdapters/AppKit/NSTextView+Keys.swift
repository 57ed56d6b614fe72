#if compiler(>=6.2) && canImport(AppKit) && !canImport(UIKit)
  import MarkdownEditing
  import AppKit
  import MarkdownSyntax
  import TextEditing

  extension NSTextView {
    /// The view whose key is being carried out: its own edit is not a key.
    private static weak var busy: NSTextView?

    /// Carries out Return, Backspace, Tab, or a text over a selection as a command: call it from
    /// `textView(_:shouldChangeTextIn:replacementString:)` of the view's delegate, which then returns
    /// false.
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
    /// - Returns: whether a command was carried out. False for a letter: the view types it.
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

    /// The key that a change is; nil if it is none, or while an input method has marked text.
    func key(replacing range: NSRange, with text: String, options: EditingOptions) -> TypedKey? {
      let selection = selectedRange()
      guard !hasMarkedText(), range.location >= 0,
        // The view also asks for the edits of undo, and those are not keys.
        undoManager?.isUndoing != true, undoManager?.isRedoing != true,
        selection.location != NSNotFound, let changed = NSTextViewRange(range)
      else { return nil }
      return TypedKey(
        replacing: range.location..<range.location + range.length, with: text,
        selection: selection.location..<selection.location + selection.length,
        removed: self.text(in: changed) ?? "", options: options)
    }
  }
#endif
