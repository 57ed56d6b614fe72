/// A custom text view with only two requirements: to return its text, and to replace a range of it.
///
/// ```swift
/// struct Note: SimpleTextInput {
///   var units = Array("- one\n- two".utf16)
///   var selected = 2..<11
///   func textBuffer() -> TextBuffer {
///     TextBuffer(String(decoding: units, as: UTF16.self), selectedUTF16: selected)
///   }
///   mutating func replace(utf16 range: Range<Int>, with text: String, selecting: Range<Int>) {
///     units.replaceSubrange(range, with: text.utf16)
///     selected = selecting
///   }
/// }
/// ```
///
/// Every command works on such a view and calls `replace` once, so it is one step of the view's own
/// undo. Conform to ``TextInput`` instead if the view shows marked text of an input method, or has
/// its own type of positions.
public protocol SimpleTextInput: TextInput
where InputPosition == BufferPosition, InputRange == BufferRange {
  /// The current text with its selection; without a selection, commands do nothing.
  func textBuffer() -> TextBuffer
  /// Replaces a range of the text, in UTF-16 code units, by `text`, then sets the selection.
  ///
  /// - Parameters:
  ///   - range: the range to replace; an empty range with empty text only selects.
  ///   - text: the new text of the range.
  ///   - selecting: the selection in the text after it.
  mutating func replace(utf16 range: Range<Int>, with text: String, selecting: Range<Int>)
}

extension TextBuffer {
  /// Creates a buffer from a text and its selection in UTF-16 code units. A selection that is
  /// outside the text or splits a surrogate pair is ignored.
  ///
  /// - Complexity: O(*n*).
  public init(_ text: String, selectedUTF16 range: Range<Int>?) {
    self.init(text)
    selection = range.flatMap { utf8Range(ofUTF16: $0) }
  }
}

extension SimpleTextInput {
  /// The selection; setting nil has no effect.
  public var selectedTextRange: BufferRange? {
    get { textBuffer().selectedTextRange }
    set {
      guard let range = newValue else { return }
      let selected = textBuffer().utf16Range(ofUTF8: range.utf8)
      replace(utf16: selected.lowerBound..<selected.lowerBound, with: "", selecting: selected)
    }
  }
  /// Always nil: see the protocol's description.
  public var markedTextRange: BufferRange? { nil }
  /// Replaces the selection by the text.
  public mutating func setMarkedText(_ markedText: String?, selectedRange: UTF16Range) {
    insertText(markedText ?? "")
  }
  /// Does nothing: there is no marked text.
  public mutating func unmarkText() {}
  /// Replaces the text of a range; the insertion point moves to its end.
  public mutating func replace(_ range: BufferRange, withText text: String) {
    let utf16 = textBuffer().utf16Range(ofUTF8: range.utf8)
    let caret = utf16.lowerBound + text.utf16.count
    replace(utf16: utf16, with: text, selecting: caret..<caret)
  }
  /// Replaces the selection by `text`.
  public mutating func insertText(_ text: String) {
    if let range = selectedTextRange { replace(range, withText: text) }
  }
  /// Deletes the selection, or the grapheme cluster before the insertion point.
  public mutating func deleteBackward() {
    if let range = textBuffer().backwardDeletion { replace(BufferRange(utf8: range), withText: "") }
  }
  /// Applies an edit with one call of `replace`, from the first change to the last. Then it reads
  /// the text: if the view has changed the edit, the text before is restored.
  ///
  /// - Throws: `TextEditError`, with nothing changed, if the edit or selection is not accepted.
  /// - Complexity: O(*n*).
  public mutating func apply(
    _ edit: TextEdit, selectingUTF8 selection: Range<Int>?
  ) throws(TextEditError) {
    let before = textBuffer()
    let after = try before.applying(edit)
    if let selection { try after.requireBoundaries(selection) }
    let (stretch, new) = edit.asOne(from: before, to: after)
    let selected =
      selection ?? before.selection.map { edit.mapping(utf8: $0) }
      ?? stretch.lowerBound..<stretch.lowerBound
    replace(
      utf16: before.utf16Range(ofUTF8: stretch), with: after.text(utf8: new),
      selecting: after.utf16Range(ofUTF8: selected))
    let result = textBuffer()
    guard !result.hasSameText(as: after) else { return }
    if !result.hasSameText(as: before) { restore(before, in: &self) }
    throw .notTaken
  }
}
