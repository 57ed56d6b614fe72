import EditorTestSupport
import MarkdownEditing
import Testing
import TextEditing

@Suite struct MarkdownEditorTests {
  func editor(_ marked: String) throws -> MarkdownEditor {
    let (text, selections) = MarkedText.parse(marked)
    var editor = try MarkdownEditor(text)
    editor.utf8Selections = selections
    return editor
  }

  func marked(_ editor: MarkdownEditor) -> String {
    MarkedText.render(editor.buffer.utf8Bytes, selections: editor.utf8Selections)
  }

  @Test func aCommandIsOneStepWithAllItsSelections() throws {
    var editor = try editor("⟦one⟧ and ⟦two⟧")
    editor.perform(.toggle(.strong))
    #expect(marked(editor) == "**⟦one⟧** and **⟦two⟧**")
    #expect(editor.commandStates([.marks])[.strong]?.presence == .on)
    var done = [editor.undo()]
    #expect(marked(editor) == "⟦one⟧ and ⟦two⟧")
    done.append(editor.redo())
    #expect(marked(editor) == "**⟦one⟧** and **⟦two⟧**")
    done += [editor.redo(), editor.undo(), editor.undo()]
    #expect(done == [true, true, false, true, false])
  }

  @Test func aBarTapsIt() throws {
    var editor = try editor("a ⟦word⟧")
    _ = AccessoryBar(editor.commandStates([.marks])).tap("emphasis") { editor.perform($0) }
    #expect(marked(editor) == "a *⟦word⟧*")
    #expect(AccessoryBar(editor.commandStates([.marks]))["emphasis"]?.isOn == true)
  }

  @Test func typingCoalescesByWords() throws {
    var editor = try editor("‸.")
    for character in "two words" { editor.insertText(String(character)) }
    #expect(marked(editor) == "two words‸.")
    editor.deleteBackward()
    #expect(marked(editor) == "two word‸.")
    editor.undo()
    #expect(marked(editor) == "two words‸.")
    editor.undo()
    #expect(marked(editor) == "two ‸.")
    editor.undo()
    #expect(marked(editor) == "‸.")
  }

  @Test func severalCaretsTypeAndDelete() throws {
    var editor = try editor("a‸ b‸ ⟦c⟧")
    editor.insertText("é")
    #expect(marked(editor) == "aé‸ bé‸ é‸")
    editor.deleteBackward()
    #expect(marked(editor) == "a‸ b‸ ‸")
    editor.undo()
    editor.undo()
    #expect(marked(editor) == "a‸ b‸ ⟦c⟧")
  }

  /// Typing replaces a selection as the commands do, with one step of undo each.
  @Test func aSelectionIsReplacedWithItsMarkup() throws {
    var editor = try editor("a **⟦b** c⟧ d")
    editor.deleteBackward()
    #expect(marked(editor) == "a ‸ d")
    editor.undo()
    editor.insertText("x")
    editor.insertText("y")
    #expect(marked(editor) == "a **xy‸** d")
    editor.undo()
    editor.undo()
    #expect(marked(editor) == "a **⟦b** c⟧ d")
    editor = try self.editor("*⟦*⟧*a***")
    editor.deleteBackward()
    #expect(marked(editor) == "*‸a*")
  }

  @Test func aCompositionIsOneStep() throws {
    var editor = try editor("a ‸b")
    editor.setMarkedText("に", selectedRange: UTF16Range(location: 1, length: 0))
    editor.setMarkedText("にほ", selectedRange: UTF16Range(location: 0, length: 1))
    #expect(marked(editor) == "a ⟦に⟧ほb")
    let (outcome, isUndone) = (editor.perform(.toggle(.strong)), editor.undo())
    #expect(outcome == .unchanged(.composing) && !isUndone)
    editor.insertText("日本")
    #expect(marked(editor) == "a 日本‸b" && editor.markedTextRange == nil)
    editor.undo()
    #expect(marked(editor) == "a ‸b")
    editor.setMarkedText("x", selectedRange: UTF16Range(location: 1, length: 0))
    editor.setMarkedText(nil, selectedRange: UTF16Range(location: 0, length: 0))
    #expect(marked(editor) == "a ‸b" && editor.markedTextRange == nil)
  }

  @Test func whatDoesNotFitChangesNothing() throws {
    var editor = try editor("a⟦é⟧")
    let before = (marked(editor), editor.revision)
    let wrong: [(TextEdit, [Range<Int>]?)] = [
      (TextEdit([.init(9..<9, with: "x")]), nil),
      (TextEdit([.init(2..<3, with: "x")]), nil),
      (TextEdit([.init(0..<1, with: "é")]), [1..<1]),
      (TextEdit([.init(0..<0, with: "x")]), [0..<9]),
    ]
    for (edit, selections) in wrong {
      #expect(throws: (any Error).self) { try editor.apply(edit, selecting: selections) }
      #expect(marked(editor) == before.0 && editor.revision == before.1)
    }
    let isUndone = editor.undo()
    #expect(!isUndone)
  }

  /// After any operation, index and plain-string model match, and undo restores all earlier texts.
  @Test func agreesWithAModel() throws {
    var random = RandomTests.generator()
    for _ in 0..<RandomTests.rounds(20) {
      var editor = try MarkdownEditor(RandomText.text(40, using: &random))
      var texts = [String(editor.buffer)]
      for _ in 0..<20 {
        let places = texts[texts.count - 1].scalarBoundaries
        let ends = [
          places.randomElement(using: &random) ?? 0, places.randomElement(using: &random) ?? 0,
        ]
        editor.utf8Selections = [ends.min()!..<ends.max()!]
        switch Int.random(in: 0..<4, using: &random) {
        case 0: editor.insertText(RandomText.text(3, using: &random))
        case 1: editor.deleteBackward()
        case 2:
          editor.perform(.toggle(Mark.all(in: .commonMark).randomElement(using: &random) ?? .code))
        default:
          var bytes = editor.buffer.utf8Bytes
          let range = editor.utf8Selections[0]
          bytes.replaceSubrange(range, with: "*x*".utf8)
          editor.replace(BufferRange(utf8: range), withText: "*x*")
          #expect(editor.buffer.utf8Bytes == bytes)
        }
        editor.endStep()
        let text = String(editor.buffer)
        if editor.revision == texts.count { texts.append(text) }
        let fresh = try MarkdownEditor(text)
        var same = fresh
        same.utf8Selections = editor.utf8Selections
        // A mark that is pending for the next text is of the session, not of the text.
        guard editor.pendingMarks.isEmpty else { continue }
        #expect(
          same.commandStates([.marks]) == editor.commandStates([.marks]), "\(text.debugDescription)"
        )
      }
      for text in texts.dropLast().reversed() {
        let isUndone = editor.undo()
        #expect(isUndone && String(editor.buffer).utf8.elementsEqual(text.utf8))
      }
    }
  }
}
