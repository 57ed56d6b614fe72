import AppleAdapters
import MarkdownEditing
@_spi(StandIn) import SwiftUI
import Testing
import TextEditing

@MainActor struct SelectedTextTests {
  func note(_ marked: String) -> SelectedText {
    let parts = marked.split(omittingEmptySubsequences: false) { "‸⟦⟧".contains($0) }
    var note = SelectedText(parts.joined())
    let start = note.text.index(note.text.startIndex, offsetBy: parts[0].count)
    let count = parts.count > 2 ? parts[1].count : 0
    note.selection = TextSelection(range: start..<note.text.index(start, offsetBy: count))
    return note
  }
  func marked(_ note: SelectedText) -> String {
    guard let selection = note.selection, case .selection(let range) = selection.indices else {
      return note.text
    }
    let before = note.text[..<range.lowerBound]
    let after = note.text[range.upperBound...]
    return range.isEmpty
      ? "\(before)‸\(after)" : "\(before)⟦\(note.text[range])⟧\(after)"
  }

  @Test(arguments: [
    ("See the ⟦seed⟧ list.", "strong", "See the **⟦seed⟧** list."),
    ("é ⟦👨‍👩‍👧 b⟧", "emphasis", "é *⟦👨‍👩‍👧 b⟧*"),
    ("a‸", "bullet-list", "- a‸"),
  ])
  func aTapActsOnTheText(before: String, identifier: String, after: String) {
    var note = note(before)
    AccessoryBar(note.commandStates()).tap(identifier) { note.perform($0) }
    #expect(marked(note) == after)
  }

  @Test func withoutASelectionNothingApplies() {
    var note = SelectedText("a")
    #expect(note.selectedTextRange == nil)
    #expect(note.commandStates([.marks])[.strong]?.applies == false)
    note.insertText("b")
    #expect(note.text == "a")
  }

  @Test func ofSeveralSelectionsTheFirstCounts() {
    var note = SelectedText("one two")
    let text = note.text
    let first = text.startIndex..<text.index(text.startIndex, offsetBy: 3)
    var ranges = RangeSet(first)
    ranges.insert(contentsOf: text.index(text.startIndex, offsetBy: 4)..<text.endIndex)
    note.selection = TextSelection(ranges: ranges)
    note.perform(.toggle(.strong))
    #expect(note.text == "**one** two")
  }

  @Test func itIsATextInput() throws {
    var note = note("one ⟦two⟧ three")
    #expect(note.hasText)
    #expect(note.markedTextRange == nil)
    let selected = try #require(note.selectedTextRange)
    #expect(note.text(in: selected) == "two")
    #expect(note.offset(from: note.beginningOfDocument, to: note.endOfDocument) == 13)
    #expect(note.compare(selected.start, to: selected.end) == .orderedAscending)
    let fourth = try #require(note.position(from: note.beginningOfDocument, offset: 4))
    #expect(fourth == selected.start)
    #expect(note.position(from: note.endOfDocument, offset: 1) == nil)
    let all = try #require(
      note.textRange(from: note.beginningOfDocument, to: note.endOfDocument))
    #expect(note.text(in: all) == "one two three")
    note.setMarkedText("2", selectedRange: UTF16Range(location: 1, length: 0))
    #expect(marked(note) == "one 2‸ three")
    note.unmarkText()
    note.deleteBackward()
    #expect(marked(note) == "one ‸ three")
    note.insertText("é👍")
    note.deleteBackward()
    #expect(marked(note) == "one é‸ three")
    note.selectedTextRange = note.textRange(from: note.beginningOfDocument, to: fourth)
    #expect(marked(note) == "⟦one ⟧é three")
    for _ in 1...2 {
      note.deleteBackward()
      #expect(marked(note) == "‸é three")
    }
    note.selectedTextRange = nil
    #expect(marked(note) == "‸é three")
    note.selection = nil
    #expect(note.selectedTextRange == nil)
    note.setMarkedText(nil, selectedRange: UTF16Range(location: 0, length: 0))
    #expect(note.text == "é three")
  }

  @Test func anEditThatDoesNotFitChangesNothing() throws {
    var note = note("a‸")
    let edit = TextEdit([.init(5..<6, with: "x")])
    #expect(throws: TextEditError.self) { try note.apply(edit, selectingUTF8: nil) }
    #expect(marked(note) == "a‸")
  }

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
}
