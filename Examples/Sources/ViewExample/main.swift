import MarkdownEditing

struct NoteView: SimpleTextInput {
  var units = Array("- one\n- two".utf16)
  var selected = 2..<11

  func textBuffer() -> TextBuffer {
    TextBuffer(String(decoding: units, as: UTF16.self), selectedUTF16: selected)
  }
  mutating func replace(utf16 range: Range<Int>, with text: String, selecting: Range<Int>) {
    units.replaceSubrange(range, with: text.utf16)
    selected = selecting
  }
}

var note = NoteView()
note.perform(.toggle(.emphasis))
print(note.textBuffer())
// → - *one*
// → - *two*
