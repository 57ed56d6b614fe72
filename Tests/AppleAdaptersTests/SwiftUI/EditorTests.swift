import AppleAdapters
import MarkdownEditing
import MarkdownSyntax
@_spi(StandIn) import SwiftUI
import Testing
import TextEditing
@_spi(StandIn) import UIKit

/// Checks SwiftUI's values, toolbar and text editor.
@MainActor @Suite(.serialized) struct EditorTests {
  @Test func aSelectionOutlivesItsText() {
    var note = SelectedText("See the seed list.")
    let start = note.text.index(note.text.startIndex, offsetBy: 8)
    note.selection = TextSelection(range: start..<note.text.index(start, offsetBy: 4))
    note.perform(.toggle(.strong))
    #expect(note.text == "See the **seed** list.")
    note.text = ""
    #expect(note.commandStates([.marks]).count == 4)
    note.perform(.toggle(.strong))
    // The end of the selection is inside a character of the new text.
    for text in ["aé👍🏽", "See the 👍🏽", "日本語のテキスト"] {
      note = SelectedText("See the seed list.")
      note.selection = TextSelection(range: start..<note.text.index(start, offsetBy: 3))
      note.text = text
      let buffer = note.textBuffer()
      #expect(buffer.selection.map { $0.upperBound <= buffer.utf8Count } == true)
      _ = note.commandStates()
    }
    note.selection = nil
    #expect(note.perform(.toggle(.strong)) == .unchanged(.noSelection))
  }

  @Test func theToolbarHasMenusReasonsAndNames() throws {
    var note = SelectedText("a **b**")
    note.selection = TextSelection(range: note.text.startIndex..<note.text.endIndex)
    let bar = AccessoryBar(note.commandStates())
      .arranged(["strong", "unlink", "headings"], addsOthers: false).worded(.german)
    var tapped: [String] = []
    let elements = renderToolbar(MarkdownToolbar(bar) { tapped.append($0.row.name) })
    let toggles = elements.flatMap { $0.all("toggle") }
    #expect(toggles.map(\.title).prefix(2) == ["Fett", "Link entfernen"])
    #expect(toggles[0].spokenValue == "teilweise" && toggles[1].spokenValue == nil)
    #expect(toggles[1].isDisabled && toggles[1].spokenHint == "Die Auswahl enthält keinen Link.")
    #expect(toggles[0].inputLabels == ["Fett", "Stark"])
    let menu = try #require(elements.flatMap { $0.all("menu") }.first)
    #expect(menu.title == "Überschriften" && menu.all("toggle").count == 10)
    menu.all("toggle")[1].tap()
    toggles[1].tap()
    #expect(tapped == ["heading-2"])
  }

  @Test func keysWithNamesHaveNoShortcutInSwiftUI() {
    #expect(KeyboardShortcut(KeyShortcut("tab", [])) == nil)
    let shortcut = KeyboardShortcut(KeyShortcut("b", [.command, .shift, .option, .control]))
    #expect(shortcut?.key == KeyEquivalent("b"))
    #expect(shortcut?.modifiers == [.command, .shift, .option, .control])
  }

  @Test func aKeyOfTheEditorCopiesNoText() {
    let long = String(repeating: "See the **seed** list.\n\n", count: 1000)
    let state = State(wrappedValue: MarkdownText(long))
    let editor = MarkdownTextEditor(text: state.projectedValue) { $0.bar.wording = .german }
    let host = RepresentableHost(editor)
    #expect(host.view.bar.wording == .german && host.view.text == long)
    host.view.selectedRange = NSRange(location: 4, length: 0)
    let copies = host.view.textStorage.copies
    for key in ["a", "b", "c"] {
      host.view.type(key)
      // SwiftUI updates the view with each new value of the binding.
      host.update(editor)
    }
    #expect(host.view.textStorage.copies == copies)
    #expect(state.wrappedValue.buffer.text(inUTF8: 0..<10) == "See abcthe")
    state.wrappedValue = MarkdownText("other")
    host.update(editor)
    #expect(host.view.text == "other" && state.wrappedValue.string == "other")
    #expect(MarkdownText("a") != MarkdownText("a"))
    let copy = state.wrappedValue
    #expect(copy == state.wrappedValue)
  }

  @Test func aStringIsTakenOverAndHandedOn() {
    let state = State(wrappedValue: "a")
    func editor(_ dialect: Dialect = .gitHub) -> MarkdownTextEditor {
      MarkdownTextEditor(text: state.projectedValue, dialect: dialect)
    }
    let host = RepresentableHost(editor())
    host.view.selectedRange = NSRange(location: 1, length: 0)
    host.view.type("b")
    #expect(state.wrappedValue == "ab")
    let edits = host.view.markdownEditor.revision
    host.update(editor())
    #expect(host.view.markdownEditor.revision == edits)
    // While an input method is composing, the view keeps its text.
    host.view.setMarkedText("に", selectedRange: NSRange(location: 1, length: 0))
    state.wrappedValue = "other"
    host.update(editor())
    #expect(host.view.text == "abに")
    host.view.unmarkText()
    host.view.setWritingTools(active: true)
    host.update(editor())
    #expect(host.view.text == "abに")
    host.view.setWritingTools(active: false)
    host.update(editor(.commonMark))
    #expect(host.view.text == "other" && host.view.dialect == .commonMark)
  }

  @Test func anAttributedTextKeepsItsAttributes() throws {
    var text = AttributedString("See ")
    var seed = AttributedString("seed")
    seed.link = URL(string: "https://example.org")
    text += seed
    let start = text.characters.index(text.startIndex, offsetBy: 4)
    var note = SelectedAttributedText(
      text, selection: AttributedTextSelection(range: start..<text.endIndex))
    #expect(note.perform(.toggle(.strong)).plan != nil)
    #expect(String(note.text.characters) == "See **seed**")
    #expect(note.text.runs.contains { $0.link != nil })
    #expect(note.commandStates([.marks])[.strong]?.presence == .on)
    note.text = AttributedString("")
    _ = note.commandStates()
    #expect(note.textBuffer().selection == 0..<0)
  }

  @Test func aBufferedInputTypes() {
    var note = SelectedText("ab")
    note.selection = TextSelection(insertionPoint: note.text.index(after: note.text.startIndex))
    note.insertText("x")
    #expect(note.text == "axb" && note.hasText && note.markedTextRange == nil)
    note.deleteBackward()
    #expect(note.text == "ab")
    note.setMarkedText("y", selectedRange: UTF16Range(location: 1, length: 0))
    note.unmarkText()
    #expect(note.text == "ayb")
    let all = note.textRange(from: note.beginningOfDocument, to: note.endOfDocument)
    #expect(all.flatMap(note.text) == "ayb")
    let end = note.endOfDocument
    #expect(
      note.position(from: end, offset: -1).map { note.compare($0, to: end) } == .orderedAscending)
    #expect(note.offset(from: note.beginningOfDocument, to: end) == 3)
    note.selectedTextRange = all
    note.deleteBackward()
    #expect(note.text.isEmpty && note.selectedTextRange == BufferRange(utf8: 0..<0))
  }
}
