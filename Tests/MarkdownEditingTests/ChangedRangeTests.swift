import MarkdownEditing
import Testing

@Suite("An editor reports the ranges changed since the last question") struct ChangedRangeTests {
  @Test func commandsKeysAndUndo() throws {
    var editor = try MarkdownEditor("é\n\nsome words\n\nend")
    let opened = try #require(editor.takeChanges().first)
    #expect(opened.before == 0..<0 && opened.utf8Range == 0..<19 && opened.utf16Range == 0..<18)
    #expect(editor.takeChanges() == [])
    try editor.select(utf16: [8..<13])
    editor.perform(.toggle(.strong))
    let change = try #require(editor.takeChanges().first)
    #expect(change.utf8Range.lowerBound <= 4 && change.utf8Range.upperBound >= 18)
    #expect(change.utf16Range.lowerBound <= 3 && change.utf16Range.upperBound >= 17)
    #expect(change.utf8Range.count == change.before.count + 4)
    #expect(editor.takeChanges() == [])
    editor.insertText("x")
    #expect(editor.takeChanges().count == 1)
    editor.undo()
    #expect(editor.takeChanges().count == 1)
    editor.dialect = .commonMark
    let count = editor.buffer.utf8Count
    #expect(editor.takeChanges().map(\.utf8Range) == [0..<count])
  }
}
