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
    let (before, after) = (note.text[..<range.lowerBound], note.text[range.upperBound...])
    return range.isEmpty ? "\(before)‸\(after)" : "\(before)⟦\(note.text[range])⟧\(after)"
  }

  @Test(arguments: [
    ("See the ⟦seed⟧ list.", "strong", "See the **⟦seed⟧** list."),
    ("é ⟦👨‍👩‍👧 b⟧", "emphasis", "é *⟦👨‍👩‍👧 b⟧*"), ("a‸", "bullet-list", "- a‸"),
  ])
  func aTapActsOnTheText(before: String, identifier: AccessoryBar.ItemID, after: String) {
    var note = note(before)
    AccessoryBar(note.commandStates()).tap(identifier) { note.perform($0) }
    #expect(marked(note) == after)
  }

  @Test func withoutASelectionNothingApplies() {
    var note = SelectedText("a")
    #expect(note.selectedTextRange == nil)
    #expect(note.commandStates([.marks])[.strong]?.applies == false)
    #expect(note.perform(.toggle(.strong)) == .unchanged(.noSelection))
    note.insertText("b")
    #expect(note.text == "a")
  }

  @Test func ofSeveralSelectionsTheFirstCounts() {
    var note = SelectedText("one two")
    let text = note.text
    var ranges = RangeSet(text.startIndex..<text.index(text.startIndex, offsetBy: 3))
    ranges.insert(contentsOf: text.index(text.startIndex, offsetBy: 4)..<text.endIndex)
    note.selection = TextSelection(ranges: ranges)
    note.perform(.toggle(.strong))
    #expect(note.text == "**one** two")
  }

  @Test func itIsATextInput() throws {
    var note = note("one ⟦two⟧ three")
    let selected = try #require(note.selectedTextRange)
    #expect(note.text(in: selected) == "two" && note.markedTextRange == nil)
    note.setMarkedText("2", selectedRange: UTF16Range(location: 1, length: 0))
    #expect(marked(note) == "one 2‸ three")
    note.deleteBackward()
    note.insertText("é👍")
    note.deleteBackward()
    #expect(marked(note) == "one é‸ three")
    let fourth = try #require(note.position(from: note.beginningOfDocument, offset: 4))
    note.selectedTextRange = note.textRange(from: note.beginningOfDocument, to: fourth)
    #expect(marked(note) == "⟦one ⟧é three")
    for _ in 1...2 { note.deleteBackward() }
    #expect(marked(note) == "‸é three")
    let edit = TextEdit([.init(50..<60, with: "x")])
    #expect(throws: TextEditError.self) { try note.apply(edit, selectingUTF8: nil) }
    #expect(marked(note) == "‸é three")
  }

  @Test(arguments: ["", "aé👍🏽", "See the 👍🏽", "日本語のテキスト"])
  func aSelectionOutlivesItsText(text: String) {
    // The end of the selection is inside a character of the new text.
    var note = note("See the ⟦see⟧d list.")
    note.text = text
    let buffer = note.textBuffer()
    #expect(buffer.selection.map { $0.upperBound <= buffer.utf8Count } == true)
    #expect(note.commandStates([.marks]).count == 4)
  }
}

private enum Weight: AttributedStringKey {
  typealias Value = Int
  static let name = "weight"
}

@MainActor struct SelectedAttributedTextTests {
  /// Returns `one two three` with an attribute on `two`.
  func note(selecting range: Range<Int>) -> SelectedAttributedText {
    var text = AttributedString("one two three")
    func index(_ offset: Int) -> AttributedString.Index {
      text.characters.index(text.startIndex, offsetBy: offset)
    }
    text[index(4)..<index(7)][Weight.self] = 7
    return SelectedAttributedText(
      text,
      selection: AttributedTextSelection(range: index(range.lowerBound)..<index(range.upperBound)))
  }
  func string(_ note: SelectedAttributedText) -> String { String(note.text.characters) }
  func selected(_ note: SelectedAttributedText) -> String {
    switch note.selection.indices(in: note.text) {
    case .insertionPoint(let index): "‸" + String(note.text[index...].characters)
    case .ranges(let ranges):
      ranges.ranges.map { String(note.text[$0].characters) }.joined(separator: "|")
    }
  }

  @Test func aMarkKeepsTheAttributes() {
    var note = note(selecting: 4..<7)
    note.perform(.toggle(.strong))
    #expect(string(note) == "one **two** three" && selected(note) == "two")
    let weights = note.text.runs.compactMap { run in
      run[Weight.self].map { _ in String(note.text[run.range].characters) }
    }
    // The delimiter after the word has the attributes of the character before it.
    #expect(weights == ["two**"])
    note.perform(.toggle(.strong))
    #expect(string(note) == "one two three" && note.text.runs.contains { $0[Weight.self] == 7 })
    #expect(note.commandStates([.marks])[.strong]?.presence == .off)
    // The selection is that of another text.
    note.text = AttributedString("")
    #expect(note.textBuffer().selection == 0..<0)
  }

  @Test(arguments: [(0..<3, "*one* two three", "one"), (8..<13, "one two *three*", "three")])
  func theEndsOfTheTextCanBeSelected(range: Range<Int>, after: String, kept: String) {
    var note = note(selecting: range)
    note.perform(.toggle(.emphasis))
    #expect(string(note) == after && selected(note) == kept)
  }

  @Test func anInsertionPointStaysOne() {
    var note = note(selecting: 4..<4)
    note.insertText("2 ")
    #expect(selected(note) == "‸two three" && note.selectedTextRange?.utf8 == 6..<6)
    // The default selection is the end.
    note = SelectedAttributedText(AttributedString("one 👍é"))
    note.insertText("!")
    #expect(string(note) == "one 👍é!" && selected(note) == "‸")
    for _ in 1...2 { note.deleteBackward() }
    #expect(string(note) == "one 👍")
  }

  @Test func ofSeveralSelectionsTheFirstCounts() {
    var note = note(selecting: 0..<3)
    let text = note.text
    var ranges = RangeSet(text.startIndex..<text.characters.index(text.startIndex, offsetBy: 3))
    ranges.insert(contentsOf: text.characters.index(text.startIndex, offsetBy: 8)..<text.endIndex)
    note.selection = AttributedTextSelection(ranges: ranges)
    note.perform(.toggle(.strong))
    #expect(string(note) == "**one** two three")
  }
}
