#if compiler(>=6.2) && canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
  import MarkdownEditing
  import SwiftUI
  import TextEditing

  /// A `String` with the selection of a SwiftUI text field or editor, as a `TextInput`.
  ///
  ///     @State var note = SelectedText("See the seed list.")
  ///     TextEditor(text: $note.text, selection: $note.selection)
  ///     Button("Bold") { note.perform(.toggle(.strong)) }
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
#endif
