import EditorTestSupport
import MarkdownEditing
import Testing
import TextEditing

@Suite struct MarkdownEditorTests {
  @Test func aCommandIsOneStepWithAllItsSelections() throws {
    var editor = try MarkdownEditor(marked: "⟦one⟧ and ⟦two⟧")
    editor.perform(.toggle(.strong))
    #expect(editor.marked == "**⟦one⟧** and **⟦two⟧**")
    #expect(editor.commandStates([.marks])[.strong]?.presence == .on)
    var done = [editor.undo()]
    #expect(editor.marked == "⟦one⟧ and ⟦two⟧")
    done.append(editor.redo())
    #expect(editor.marked == "**⟦one⟧** and **⟦two⟧**")
    done += [editor.redo(), editor.undo(), editor.undo()]
    #expect(done == [true, true, false, true, false])
  }

  @Test func typingCoalescesByWords() throws {
    var editor = try MarkdownEditor(marked: "‸.")
    for character in "two words" { editor.insertText(String(character)) }
    #expect(editor.marked == "two words‸.")
    editor.deleteBackward()
    #expect(editor.marked == "two word‸.")
    editor.undo()
    #expect(editor.marked == "two words‸.")
    editor.undo()
    #expect(editor.marked == "two ‸.")
    editor.undo()
    #expect(editor.marked == "‸.")
  }

  @Test func severalCaretsTypeAndDelete() throws {
    var editor = try MarkdownEditor(marked: "a‸ b‸ ⟦c⟧")
    editor.insertText("é")
    #expect(editor.marked == "aé‸ bé‸ é‸")
    editor.deleteBackward()
    #expect(editor.marked == "a‸ b‸ ‸")
    editor.undo()
    editor.undo()
    #expect(editor.marked == "a‸ b‸ ⟦c⟧")
  }

  /// Typing replaces a selection as the commands do, with one step of undo each.
  @Test func aSelectionIsReplacedWithItsMarkup() throws {
    var editor = try MarkdownEditor(marked: "a **⟦b** c⟧ d")
    editor.deleteBackward()
    #expect(editor.marked == "a ‸ d")
    editor.undo()
    editor.insertText("x")
    editor.insertText("y")
    #expect(editor.marked == "a **xy‸** d")
    editor.undo()
    editor.undo()
    #expect(editor.marked == "a **⟦b** c⟧ d")
    editor = try MarkdownEditor(marked: "*⟦*⟧*a***")
    editor.deleteBackward()
    #expect(editor.marked == "*‸a*")
  }

  @Test func aCompositionIsOneStep() throws {
    var editor = try MarkdownEditor(marked: "a ‸b")
    editor.setMarkedText("に", selectedRange: UTF16Range(location: 1, length: 0))
    editor.setMarkedText("にほ", selectedRange: UTF16Range(location: 0, length: 1))
    #expect(editor.marked == "a ⟦に⟧ほb")
    let (outcome, isUndone) = (editor.perform(.toggle(.strong)), editor.undo())
    #expect(outcome == .unchanged(.composing) && !isUndone)
    editor.insertText("日本")
    #expect(editor.marked == "a 日本‸b" && editor.markedTextRange == nil)
    editor.undo()
    #expect(editor.marked == "a ‸b")
    editor.setMarkedText("x", selectedRange: UTF16Range(location: 1, length: 0))
    editor.setMarkedText(nil, selectedRange: UTF16Range(location: 0, length: 0))
    #expect(editor.marked == "a ‸b" && editor.markedTextRange == nil)
  }

  @Test func whatDoesNotFitChangesNothing() throws {
    var editor = try MarkdownEditor(marked: "a⟦é⟧")
    let before = (editor.marked, editor.revision)
    let wrong: [(TextEdit, [Range<Int>]?)] = [
      (TextEdit([.init(9..<9, with: "x")]), nil),
      (TextEdit([.init(2..<3, with: "x")]), nil),
      (TextEdit([.init(0..<1, with: "é")]), [1..<1]),
      (TextEdit([.init(0..<0, with: "x")]), [0..<9]),
    ]
    for (edit, selections) in wrong {
      #expect(throws: (any Error).self) { try editor.apply(edit, selecting: selections) }
      #expect(editor.marked == before.0 && editor.revision == before.1)
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

  @Test func reportsTheRangesChangedSinceTheLastQuestion() throws {
    var editor = try MarkdownEditor("é\n\nsome words\n\nend")
    let opened = try #require(editor.takeChanges().first)
    #expect(opened.before == 0..<0 && opened.utf8Range == 0..<19 && opened.utf16Range == 0..<18)
    #expect(editor.takeChanges() == [])
    try editor.select(.utf16(8..<13))
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
