#if compiler(>=6.2) && canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
  import MarkdownEditing
  import SwiftUI
  import TextEditing

  /// A `String` with the selection of a SwiftUI text field or editor, as a `TextInput`: see
  /// <doc:MarkdownInSwiftUI>.
  @available(iOS 18, macOS 15, visionOS 2, *)
  public struct SelectedText: Hashable, SimpleTextInput {
    /// The text.
    public var text: String
    /// The selection; nil if there is neither a selection nor an insertion point.
    public var selection: TextSelection?

    /// Creates an input of a text and a selection.
    public init(_ text: String, selection: TextSelection? = nil) {
      self.text = text
      self.selection = selection
    }

    /// The text and the selection as a value; only the first of several selections. A selection
    /// outside the text, for example after `text = ""`, is moved to its end.
    public func textBuffer() -> TextBuffer {
      var buffer = TextBuffer(text)
      buffer.selectedTextRange = selectedIndices.map { range in
        let start = utf8Offset(range.lowerBound, in: buffer)
        return BufferRange(utf8: start..<max(start, utf8Offset(range.upperBound, in: buffer)))
      }
      return buffer
    }

    /// Replaces a range of UTF-16 code units, then sets the selection.
    public mutating func replace(utf16 range: Range<Int>, with new: String, selecting: Range<Int>) {
      if !range.isEmpty || !new.isEmpty { text.replaceSubrange(indices(range), with: new) }
      let selected = indices(selecting)
      selection =
        selected.isEmpty
        ? TextSelection(insertionPoint: selected.lowerBound) : TextSelection(range: selected)
    }

    private func indices(_ range: Range<Int>) -> Range<String.Index> {
      let start = text.utf16.index(text.startIndex, offsetBy: range.lowerBound)
      return start..<text.utf16.index(start, offsetBy: range.count)
    }

    private var selectedIndices: Range<String.Index>? {
      switch selection?.indices {
      case .selection(let range): range
      case .multiSelection(let ranges): ranges.ranges.first
      default: nil
      }
    }

    /// The UTF-8 offset of an index, which may belong to an earlier text.
    private func utf8Offset(_ index: String.Index, in buffer: TextBuffer) -> Int {
      let index = min(max(index, text.startIndex), text.endIndex)
      var offset = text.utf8.distance(from: text.startIndex, to: index)
      while !buffer.isScalarBoundary(utf8Offset: offset) { offset -= 1 }
      return offset
    }
  }

  /// An `AttributedString` with the selection of a SwiftUI text editor, as a `TextInput`.
  ///
  /// Text outside an edit keeps its attributes; inserted text has those of the character before it.
  @available(iOS 26, macOS 26, visionOS 26, *)
  public struct SelectedAttributedText: Equatable, SimpleTextInput {
    /// The text.
    public var text: AttributedString
    /// The selection.
    public var selection: AttributedTextSelection

    /// Creates an input of a text and a selection.
    public init(
      _ text: AttributedString, selection: AttributedTextSelection = AttributedTextSelection()
    ) {
      self.text = text
      self.selection = selection
    }

    /// The text and the selection as a value; only the first of several selections.
    public func textBuffer() -> TextBuffer {
      var buffer = TextBuffer(String(text.characters))
      let range: Range<AttributedString.Index>? =
        switch selection.indices(in: text) {
        case .insertionPoint(let index): index..<index
        case .ranges(let ranges): ranges.ranges.first
        }
      let scalars = text.unicodeScalars
      buffer.selectedTextRange = range.flatMap { range in
        guard range.upperBound <= text.endIndex else {
          return BufferRange(utf8: buffer.utf8Count..<buffer.utf8Count)
        }
        let start = scalars.distance(from: scalars.startIndex, to: range.lowerBound)
        let end = start + scalars.distance(from: range.lowerBound, to: range.upperBound)
        guard let first = buffer.utf8Offset(ofScalar: start),
          let last = buffer.utf8Offset(ofScalar: end)
        else { return nil }
        return BufferRange(utf8: first..<last)
      }
      return buffer
    }

    /// Replaces a range of UTF-16 code units, then sets the selection.
    public mutating func replace(utf16 range: Range<Int>, with new: String, selecting: Range<Int>) {
      let before = TextBuffer(String(text.characters))
      guard let utf8 = before.utf8Range(ofUTF16: range) else { return }
      if !range.isEmpty || !new.isEmpty { replace(.init(utf8, with: new), in: before) }
      let after = TextBuffer(String(text.characters))
      if let selected = after.utf8Range(ofUTF16: selecting) { select(selected, in: after) }
    }

    /// Applies an edit from back to front, so that text between replacements keeps its attributes.
    ///
    /// - Throws: `TextEditError`, with nothing changed, if the edit or the selection does not fit.
    public mutating func apply(
      _ edit: TextEdit, selectingUTF8 selection: Range<Int>?
    ) throws(TextEditError) {
      let before = textBuffer()
      var after = before
      try after.apply(edit, selectingUTF8: selection)
      for replacement in edit.replacements.reversed() { replace(replacement, in: before) }
      if let selected = after.selection { select(selected, in: after) }
    }

    private mutating func select(_ range: Range<Int>, in buffer: TextBuffer) {
      let start = index(ofUTF8: range.lowerBound, in: buffer)
      let end = index(ofUTF8: range.upperBound, in: buffer)
      selection =
        range.isEmpty
        ? AttributedTextSelection(insertionPoint: start)
        : AttributedTextSelection(range: start..<end)
    }

    private mutating func replace(_ replacement: TextEdit.Replacement, in before: TextBuffer) {
      let start = index(ofUTF8: replacement.range.lowerBound, in: before)
      let end = index(ofUTF8: replacement.range.upperBound, in: before)
      var inserted = AttributedString(String(decoding: replacement.bytes, as: UTF8.self))
      if start > text.startIndex {
        let previous = text.unicodeScalars.index(before: start)
        if let run = text[previous..<start].runs.first { inserted.setAttributes(run.attributes) }
      }
      text.replaceSubrange(start..<end, with: inserted)
    }

    private func index(ofUTF8 offset: Int, in buffer: TextBuffer) -> AttributedString.Index {
      text.unicodeScalars.index(
        text.startIndex, offsetBy: buffer.scalarOffset(ofUTF8: offset))
    }
  }
#endif
