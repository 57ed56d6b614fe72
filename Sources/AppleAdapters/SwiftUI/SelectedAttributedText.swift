#if compiler(>=6.2) && canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
  import MarkdownEditing
  import SwiftUI
  import TextEditing

  /// An `AttributedString` with the selection of a SwiftUI text editor, as a `TextInput`.
  ///
  /// What an edit does not touch keeps its attributes; what it inserts has those of the character
  /// before it.
  @available(iOS 26, macOS 26, visionOS 26, *)
  public struct SelectedAttributedText: Equatable, BufferedTextInput {
    /// The text.
    public var text: AttributedString
    /// What is selected.
    public var selection: AttributedTextSelection

    /// Creates an input of a text and a selection.
    public init(
      _ text: AttributedString, selection: AttributedTextSelection = AttributedTextSelection()
    ) {
      self.text = text
      self.selection = selection
    }

    /// The text and the selection as a value; of several selections the first.
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

    /// Takes over a buffer after an edit, replacement by replacement from the back.
    public mutating func take(_ buffer: TextBuffer, after edit: TextEdit?) {
      if let edit {
        let before = TextBuffer(String(text.characters))
        for replacement in edit.replacements.reversed() {
          replace(replacement, in: before)
        }
      }
      guard let range = buffer.selection else { return }
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
