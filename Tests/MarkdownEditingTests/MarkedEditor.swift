import EditorTestSupport
import MarkdownEditing
import MarkdownSyntax
import TextEditing

extension MarkdownEditor {
  /// Reads a text with its selections marked, as in `a ⟦b⟧ ‸`.
  init(marked: String, dialect: Dialect = .gitHub) throws {
    let (text, selections) = try MarkedText.read(marked)
    try self.init(TextBuffer(text), dialect: dialect)
    utf8Selections = selections
  }

  var marked: String { MarkedText.render(buffer.utf8Bytes, selections: utf8Selections) }
}

extension TextBuffer {
  /// Reads a text with its selection marked.
  init(marked: String) throws {
    let (text, selections) = try MarkedText.read(marked)
    self.init(text)
    selectedTextRange = selections.first.map { BufferRange(utf8: $0) }
  }

  var marked: String { MarkedText.render(utf8Bytes, selections: selection.map { [$0] } ?? []) }
}
