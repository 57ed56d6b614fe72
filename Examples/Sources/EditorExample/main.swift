import MarkdownEditing

var editor = try MarkdownEditor("Sow *beans* in May.", dialect: .gitHub)
try editor.select(.utf16(4..<11))
editor.perform(.toggle(.strong))
editor.insertText("peas")
print(editor.text)  // → Sow ***peas*** in May.
editor.undo()
editor.undo()
print(editor.text)  // → Sow *beans* in May.
