#if compiler(>=6.2) && canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
  import MarkdownEditing
  import TextEditing

  /// A value that is read into a buffer and takes a buffer over: enough to be a `TextInput`.
  ///
  /// SwiftUI hands text and selection around as values and tells nobody of an input method's marked
  /// text, so there is none here.
  public protocol BufferedTextInput: TextInput
  where InputPosition == BufferPosition, InputRange == BufferRange {
    /// Takes over the text and the selection of a buffer.
    ///
    /// - Parameter edit: what made the buffer's text of this one's; nil if only the selection changed.
    mutating func take(_ buffer: TextBuffer, after edit: TextEdit?)
  }

  extension BufferedTextInput {
    /// Whether there is any text.
    public var hasText: Bool { textBuffer().hasText }
    /// The text of a range; nil if the range is not one of this text.
    public func text(in range: BufferRange) -> String? { textBuffer().text(in: range) }
    /// What is selected.
    public var selectedTextRange: BufferRange? {
      get { textBuffer().selectedTextRange }
      set {
        var buffer = textBuffer()
        buffer.selectedTextRange = newValue
        take(buffer, after: nil)
      }
    }
    /// None: see the type.
    public var markedTextRange: BufferRange? { nil }
    /// Puts the text in place of the selection.
    public mutating func setMarkedText(_ markedText: String?, selectedRange: UTF16Range) {
      insertText(markedText ?? "")
    }
    /// Does nothing: there is no marked text.
    public mutating func unmarkText() {}
    /// The beginning of the text.
    public var beginningOfDocument: BufferPosition { textBuffer().beginningOfDocument }
    /// The end of the text.
    public var endOfDocument: BufferPosition { textBuffer().endOfDocument }
    /// The range between two positions.
    public func textRange(
      from fromPosition: BufferPosition, to toPosition: BufferPosition
    ) -> BufferRange? {
      textBuffer().textRange(from: fromPosition, to: toPosition)
    }
    /// The position this many UTF-16 code units away.
    public func position(from position: BufferPosition, offset: Int) -> BufferPosition? {
      textBuffer().position(from: position, offset: offset)
    }
    /// The order of two positions.
    public func compare(_ position: BufferPosition, to other: BufferPosition) -> PositionOrder {
      textBuffer().compare(position, to: other)
    }
    /// The UTF-16 code units from one position to another.
    public func offset(from: BufferPosition, to toPosition: BufferPosition) -> Int {
      textBuffer().offset(from: from, to: toPosition)
    }
    /// Replaces the text of a range, and puts the insertion point behind it.
    public mutating func replace(_ range: BufferRange, withText text: String) {
      let end = range.utf8.lowerBound + text.utf8.count
      try? apply(TextEdit([.init(range.utf8, with: text)]), selectingUTF8: end..<end)
    }
    /// Types `text` in place of the selection.
    public mutating func insertText(_ text: String) {
      if let range = selectedTextRange { replace(range, withText: text) }
    }
    /// Deletes the selection, or the grapheme cluster before the insertion point.
    public mutating func deleteBackward() {
      var buffer = textBuffer()
      let before = buffer
      buffer.deleteBackward()
      guard let range = before.selection, let after = buffer.selection else { return }
      let deleted = range.isEmpty ? after.lowerBound..<range.lowerBound : range
      take(buffer, after: TextEdit([.init(deleted, with: "")]))
    }
    /// Applies an edit and selects a UTF-8 range of the text after it.
    ///
    /// - Throws: `TextEditError`, with nothing changed, if one of them does not fit.
    public mutating func apply(
      _ edit: TextEdit, selectingUTF8 selection: Range<Int>?
    ) throws(TextEditError) {
      var buffer = textBuffer()
      try buffer.apply(edit, selectingUTF8: selection)
      take(buffer, after: edit)
    }
  }
#endif
