import MarkdownEditing
import Testing
import TextEditing

/// Commands and a history together: one step each, with the selection.
@Suite struct HistoryCommandTests {
  @Test func aCommandIsOneStepWithItsSelection() throws {
    var buffer: TextBuffer = "a word, *b*"
    var history = History()
    buffer.selectedTextRange = BufferRange(utf8: 2..<6)
    guard case .plan = history.toggle(.strong, in: &buffer) else {
      Issue.record("no plan")
      return
    }
    #expect(String(buffer) == "a **word**, *b*")
    #expect(buffer.selectedTextRange?.utf8 == 4..<8)
    history.mark(.emphasis, in: &buffer)
    #expect(String(buffer) == "a ***word***, *b*")
    #expect(try history.undo(on: &buffer))
    #expect(String(buffer) == "a **word**, *b*" && buffer.selectedTextRange?.utf8 == 4..<8)
    #expect(try history.undo(on: &buffer))
    #expect(String(buffer) == "a word, *b*" && buffer.selectedTextRange?.utf8 == 2..<6)
    #expect(try history.redo(on: &buffer))
    #expect(String(buffer) == "a **word**, *b*" && buffer.selectedTextRange?.utf8 == 4..<8)
    history.unmark(.strong, in: &buffer)
    #expect(String(buffer) == "a word, *b*" && !history.canRedo)
  }

  @Test func whatChangesNothingIsNoStep() {
    var buffer: TextBuffer = "    code"
    var history = History()
    buffer.selectedTextRange = BufferRange(utf8: 4..<8)
    #expect(history.toggle(.strong, in: &buffer) == .unchanged(.nothingMarkable))
    #expect(!history.canUndo && String(buffer) == "    code")
    // A caret that steps out of a run writes nothing.
    buffer = "**a**"
    buffer.selectedTextRange = BufferRange(utf8: 3..<3)
    history.toggle(.strong, in: &buffer)
    #expect(!history.canUndo && String(buffer) == "**a**")
  }
}
