import AppleAdapters
import EditorTestSupport
import MarkdownEditing
import Testing
import TextEditing

/// Checks keys reported by a text view, and an input whose editor missed a change.
@Suite struct TypedKeyTests {
  typealias View = IndexedViewTests.IndexedView

  private func commands(
    _ range: Range<Int>, _ text: String, selection: Range<Int>, removed: String = "",
    _ typedDelimiters: EditingOptions.TypedDelimiters = .literal
  ) -> [String]? {
    var options = EditingOptions.standard
    options.typedDelimiters = typedDelimiters
    return TypedKey(
      replacing: range, with: text, selection: selection, removed: removed, options: options)?
      .commands.map(\.row.name)
  }

  @Test func whichChangesAreKeys() {
    #expect(commands(3..<3, "\n", selection: 3..<3) == ["newline"])
    #expect(commands(3..<5, "\n", selection: 3..<5, removed: "ab") == ["newline"])
    #expect(commands(2..<3, "", selection: 3..<3, removed: "a") == ["backspace"])
    #expect(commands(1..<3, "", selection: 3..<3, removed: "👍") == ["backspace"])
    #expect(commands(1..<3, "", selection: 1..<3, removed: "ab") == ["backspace"])
    #expect(commands(3..<3, "\t", selection: 3..<3) == ["table-next-cell", "indent"])
    #expect(commands(1..<3, "x", selection: 1..<3, removed: "ab") == ["insert-text"])
    #expect(commands(1..<1, "*", selection: 1..<1, .pairs) == ["insert-text"])
    #expect(commands(1..<1, "*", selection: 1..<1) == nil)
    #expect(commands(1..<1, "a", selection: 1..<1, .pairs) == nil)
    // The view handles letters, deleted words, autocorrections, forward deletions and pastes.
    #expect(commands(3..<3, "x", selection: 3..<3) == nil)
    #expect(commands(0..<3, "", selection: 3..<3, removed: "abc") == nil)
    #expect(commands(0..<3, "the", selection: 3..<3, removed: "teh") == nil)
    #expect(commands(3..<4, "", selection: 3..<3, removed: "a") == nil)
    #expect(commands(1..<3, "a\nb", selection: 1..<3, removed: "ab") == nil)
    #expect(commands(2..<2, "\n", selection: 3..<3) == nil)
  }

  /// Returns the text after a key, or nil if the view handles it.
  private func press(_ text: String, _ marked: String) throws -> String? {
    let view = View(marked)
    let selected = try #require(view.selectedTextRange)
    let isDeleting = text.isEmpty && selected.isEmpty
    let start = isDeleting ? selected.start - 1 : selected.start
    let key = try #require(
      TypedKey(
        replacing: start..<selected.end, with: text, selection: selected.start..<selected.end,
        removed: view.text(in: View.Stretch(start: start, end: selected.end)) ?? ""))
    var buffer = view.textBuffer()
    let isDone = view.perform(key)
    #expect(buffer.perform(key) == isDone && buffer.description == view.string)
    return isDone ? view.marked : nil
  }

  @Test func keysAreCommands() throws {
    #expect(try press("\n", "- seed‸") == "- seed\n- ‸")
    #expect(try press("\n", "- seed\n- ‸") == "- seed\n\n‸")
    #expect(try press("", "- [ ] ‸seed") == "- ‸seed")
    #expect(try press("", "a **⟦b⟧**") == "a ‸")
    #expect(try press("x", "a **⟦b** c⟧") == "a **x‸**")
    #expect(try press("\t", "- a\n- b‸") == "- a\n  - b‸")
    #expect(try press("\t", "| a‸ | b |\n| - | - |\n")?.contains("| a | ⟦b⟧ |") == true)
    #expect(try press("\t", "te‸xt") == nil)
  }

  /// "Oh! " is typed without telling the editor, so a command must not rely on the old text.
  @Test(arguments: [true, false])
  func aMissedChangeDestroysNothing(isOfTheSameLength: Bool) throws {
    let view = View("See the ⟦seed⟧ list, it grows.")
    if isOfTheSameLength {
      view.replace(View.Stretch(start: 0, end: 3), withText: "Oh!")
      view.selectedTextRange = View.Stretch(start: 8, end: 12)
    } else {
      view.replace(View.Stretch(start: 0, end: 0), withText: "Oh! ")
      view.selectedTextRange = View.Stretch(start: 12, end: 16)
    }
    let expected = isOfTheSameLength ? "Oh! the" : "Oh! See the"
    #expect(view.perform(.toggle(.strong)).plan != nil)
    #expect(view.marked == expected + " **⟦seed⟧** list, it grows.")
    #expect(String(view.markdownEditor.buffer) == view.string)
  }

  @Test func theStateIsThatOfTheTextOnTheScreen() {
    let view = View("See the **seed** list.")
    view.replace(View.Stretch(start: 0, end: 0), withText: "Oh! ")
    view.selectedTextRange = View.Stretch(start: 14, end: 18)
    #expect(view.commandStates([.marks])[.strong]?.presence == .on)
    view.replace(View.Stretch(start: 0, end: 4), withText: "- ")
    view.selectedTextRange = View.Stretch(start: 12, end: 12)
    #expect(view.commandStates().first { $0.row.name == "bullet-list" }?.presence == .on)
  }

  /// A canonically equivalent character has other bytes.
  @Test func bytesAreComparedNotCharacters() {
    let view = View("é ⟦seed⟧")
    view.replace(View.Stretch(start: 0, end: 2), withText: "e\u{301}")
    view.selectedTextRange = View.Stretch(start: 2, end: 6)
    // The text is one unit shorter at the blank, so the selection is "seed" without its s.
    view.selectedTextRange = View.Stretch(start: 2, end: 6)
    view.perform(.toggle(.strong))
    #expect(view.string == "e\u{301}**seed**")
  }

  @Test func anInputThatPutsSomethingElseHasItsTextBack() {
    let view = View("a ⟦b⟧ c")
    view.taking = { $1.contains("*") ? $1.replacing("*", with: "∗") : $1 }
    #expect(view.perform(.toggle(.strong)) == .refused(.inputRejectedEdit))
    #expect(view.marked == "a ⟦b⟧ c" && String(view.markdownEditor.buffer) == "a b c")
  }
}
