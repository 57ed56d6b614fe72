import EditorTestSupport
import MarkdownEditing
import Testing
import TextEditing

/// A mark with nothing to mark is held pending by an editing session, and the text typed next gets it.
@Suite struct PendingMarkTests {
  /// Types and presses: `B` and `I` are commands, `<` moves the caret to the start, other characters
  /// are typed.
  private func after(_ marked: String, _ keys: String, dialect: Dialect = .gitHub) throws -> String
  {
    let (text, selections) = MarkedText.parse(marked)
    var editor = try MarkdownEditor(text, dialect: dialect)
    editor.utf8Selections = selections
    for key in keys {
      switch key {
      case "B": editor.perform(.toggle(.strong))
      case "I": editor.perform(.toggle(.emphasis))
      case "C": editor.perform(.toggle(.code))
      case "S": editor.perform(.toggle(.strikethrough))
      case "<": editor.utf8Selections = [0..<0]
      case "⌫": editor.deleteBackward()
      case "⎌": editor.undo()
      default: editor.insertText(String(key))
      }
    }
    return MarkedText.render(editor.buffer.utf8Bytes, selections: editor.utf8Selections)
  }

  @Test(arguments: [
    // The first text gets the mark, and the caret stays in it.
    ("a ‸", "Bx", "a **x‸**"), ("‸", "Bxy", "**xy‸**"), ("- ‸", "Bx", "- **x‸**"),
    ("> a\n>\n> ‸", "Ix", "> a\n>\n> *x‸*"),
    ("| a |\n|---|\n| ‸ |", "Bx", "| a |\n|---|\n| **x‸** |"),
    // Any number of marks.
    ("a ‸", "BIx", "a ***x‸***"), ("a ‸", "BSx", "a ~~**x‸**~~"), ("a ‸", "Cx", "a `x‸`"),
    // The same command again, and moving, end it.
    ("a ‸", "BBx", "a x‸"), ("a ‸", "BIBx", "a *x‸*"), ("a ‸", "B<x", "x‸a "),
    // A blank keeps it pending.
    ("a,‸", "B x", "a, **x‸**"),
    // At the end of a run the caret steps out and in.
    ("**foo‸**", "Bx", "**foo**x‸"), ("**foo**‸ b", "Bx", "**foox‸** b"),
    ("_foo‸_", "Ix", "*foo*x‸"), ("**foo‸**", "B x", "**foo** x‸"),
    ("***foo‸***", "Ix", "***foo*x‸**"), ("**a ‸**", "Bx", "**a** x‸"),
    // A second press takes the first back, whatever it did.
    ("wo‸rd", "B", "**wo‸rd**"), ("wo‸rd", "BB", "wo‸rd"), ("word‸", "BB", "word‸"),
    ("**foo‸**", "BB", "**foo‸**"), ("⟦日本。⟧語", "BB", "⟦日本。⟧語"),
    // One step of undo.
    ("a ‸", "Bx⎌", "a ‸"),
  ])
  func typing(_ before: String, _ keys: String, _ expected: String) throws {
    #expect(try after(before, keys) == expected)
  }

  @Test func thePendingMarkIsLit() throws {
    var editor = try MarkdownEditor("a ")
    editor.utf8Selections = [2..<2]
    #expect(editor.commandStates([.marks])[.strong]?.presence == .off)
    #expect(editor.perform(.toggle(.strong)).plan?.effect == .pending)
    #expect(editor.pendingMarks == [PendingMark(mark: .strong, isOn: true)])
    #expect(editor.commandStates([.marks])[.strong]?.presence == .on)
    editor.utf8Selections = [0..<0]
    #expect(editor.pendingMarks.isEmpty)
  }

  @Test func aComposedTextGetsThePendingMark() throws {
    var editor = try MarkdownEditor("見 ")
    editor.utf8Selections = [4..<4]
    editor.perform(.toggle(.strong))
    editor.setMarkedText("に", selectedRange: UTF16Range(location: 1, length: 0))
    editor.setMarkedText("日本", selectedRange: UTF16Range(location: 2, length: 0))
    editor.unmarkText()
    #expect(editor.text == "見 **日本**")
    editor.undo()
    #expect(editor.text == "見 ")
  }

  /// A caret that has moved, or another command, ends the mark, also if the caret returns.
  @Test func aMarkThatHasEndedDoesNotReturn() throws {
    var editor = try MarkdownEditor("a ")
    for end in [
      { $0.utf8Selections = [0..<0] },
      {
        $0.perform(.heading(1))
        $0.undo()
      },
    ]
      as [(inout MarkdownEditor) -> Void]
    {
      editor.utf8Selections = [2..<2]
      editor.perform(.toggle(.strong))
      #expect(!editor.pendingMarks.isEmpty)
      end(&editor)
      editor.utf8Selections = [2..<2]
      #expect(editor.pendingMarks.isEmpty)
    }
  }

  /// A host that does not pass typing through the engine has no pending marks.
  @Test func nothingIsPendingWithoutSteps() throws {
    var editor = try MarkdownEditor("a ")
    editor.utf8Selections = [2..<2]
    var options = EditingOptions.standard
    options.steps = .never
    #expect(editor.perform(.toggle(.strong).with(options)) == .unchanged(.nothingToMark))
    #expect(editor.pendingMarks.isEmpty)
  }

  /// Such a host takes tags off from where it put them, before a delimiter, too.
  @Test func tagsAreTakenOffFromBeforeADelimiter() throws {
    var editor = try MarkdownEditor("_may_")
    var options = EditingOptions.standard
    options.steps = .never
    for expected in ["_<kbd>may</kbd>_", "_may_"] {
      editor.perform(EditingCommand.keyboard.with(options))
      #expect(editor.text == expected)
    }
  }
}
