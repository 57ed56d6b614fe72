#if compiler(>=6.2) && canImport(AppKit) && !canImport(UIKit)
  import AppKit
  import TextEditing

  // `NSTextInputClient` uses UTF-16 code units and has no positions. The delegate and the undo
  // manager learn of edits by `shouldChangeText(in:replacementString:)` and `didChangeText()`.
  extension NSTextView: @MainActor TextInput {
    /// A position in the text.
    public typealias InputPosition = NSTextViewPosition
    /// A range of the text.
    public typealias InputRange = NSTextViewRange

    private var count: Int { textStorage?.length ?? 0 }

    /// The text of a range; nil outside the text.
    public func text(in range: NSTextViewRange) -> String? {
      guard range.start.utf16Offset >= 0, range.end.utf16Offset <= count else { return nil }
      return attributedSubstring(
        forProposedRange: range.nsRange, actualRange: nil)?.string ?? ""
    }
    /// Replaces the text of a range, if the delegate agrees.
    public func replace(_ range: NSTextViewRange, withText text: String) {
      guard shouldChangeText(in: range.nsRange, replacementString: text) else { return }
      textStorage?.replaceCharacters(in: range.nsRange, with: text)
      didChangeText()
    }
    /// The selection.
    public var selectedTextRange: NSTextViewRange? {
      get { NSTextViewRange(selectedRange()) }
      set {
        guard let newValue else { return }
        setSelectedRange(newValue.nsRange, affinity: .downstream, stillSelecting: false)
      }
    }
    /// The marked text, which an input method has not confirmed yet.
    public var markedTextRange: NSTextViewRange? {
      hasMarkedText() ? NSTextViewRange(markedRange()) : nil
    }
    /// Puts unconfirmed text in place of the marked text, or else of the selection.
    public func setMarkedText(_ markedText: String?, selectedRange: NSRange) {
      setMarkedText(
        markedText ?? "", selectedRange: selectedRange,
        replacementRange: NSRange(location: NSNotFound, length: 0))
    }
    /// The beginning of the text.
    public var beginningOfDocument: NSTextViewPosition { NSTextViewPosition(utf16Offset: 0) }
    /// The end of the text.
    public var endOfDocument: NSTextViewPosition { NSTextViewPosition(utf16Offset: count) }
    /// The range between two positions.
    public func textRange(
      from fromPosition: NSTextViewPosition, to toPosition: NSTextViewPosition
    ) -> NSTextViewRange? {
      NSTextViewRange(fromPosition, toPosition)
    }
    /// The position at a distance in UTF-16 code units; nil outside the text.
    public func position(from position: NSTextViewPosition, offset: Int) -> NSTextViewPosition? {
      let (target, overflow) = position.utf16Offset.addingReportingOverflow(offset)
      guard !overflow, (0...count).contains(target) else { return nil }
      return NSTextViewPosition(utf16Offset: target)
    }
    /// The order of two positions.
    public func compare(
      _ position: NSTextViewPosition, to other: NSTextViewPosition
    ) -> ComparisonResult {
      if position.utf16Offset == other.utf16Offset { return .orderedSame }
      return position.utf16Offset < other.utf16Offset ? .orderedAscending : .orderedDescending
    }
    /// The distance from one position to another, in UTF-16 code units.
    public func offset(from: NSTextViewPosition, to toPosition: NSTextViewPosition) -> Int {
      toPosition.utf16Offset - from.utf16Offset
    }
    /// Whether there is any text.
    public var hasText: Bool { count > 0 }
    /// Replaces the selection by `text`.
    @nonobjc public func insertText(_ text: String) {
      insertText(text, replacementRange: selectedRange())
    }
    /// Deletes the selection, or the character before the insertion point.
    @nonobjc public func deleteBackward() { deleteBackward(nil) }
  }
#endif
