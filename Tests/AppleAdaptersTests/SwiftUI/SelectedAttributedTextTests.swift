import AppleAdapters
@_spi(StandIn) import SwiftUI
import Testing

private enum Weight: AttributedStringKey {
  typealias Value = Int
  static let name = "weight"
}

@MainActor struct SelectedAttributedTextTests {
  /// Returns `one two three` with an attribute on `two`.
  func note(selecting range: Range<Int>) -> SelectedAttributedText {
    var text = AttributedString("one two three")
    let start = text.characters.index(text.startIndex, offsetBy: 4)
    let end = text.characters.index(text.startIndex, offsetBy: 7)
    text[start..<end][Weight.self] = 7
    let from = text.characters.index(text.startIndex, offsetBy: range.lowerBound)
    let to = text.characters.index(text.startIndex, offsetBy: range.upperBound)
    return SelectedAttributedText(text, selection: AttributedTextSelection(range: from..<to))
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
    #expect(string(note) == "one **two** three")
    #expect(selected(note) == "two")
    let weights = note.text.runs.compactMap { run in
      run[Weight.self].map { _ in String(note.text[run.range].characters) }
    }
    // The delimiter after the word has the attributes of the character before it.
    #expect(weights == ["two**"])
    note.perform(.toggle(.strong))
    #expect(string(note) == "one two three")
    #expect(note.text.runs.contains { $0[Weight.self] == 7 })
    #expect(note.commandStates([.marks])[.strong]?.presence == .off)
    // The selection is that of another text.
    note.text = AttributedString("")
    #expect(note.textBuffer().selection == 0..<0)
  }

  @Test func textAtTheStartHasNoCharacterBeforeIt() {
    var note = note(selecting: 0..<3)
    note.perform(.toggle(.emphasis))
    #expect(string(note) == "*one* two three")
    #expect(selected(note) == "one")
  }

  @Test func theDefaultSelectionIsTheEnd() {
    var note = SelectedAttributedText(AttributedString("one 👍é"))
    note.insertText("!")
    #expect(string(note) == "one 👍é!")
    #expect(selected(note) == "‸")
    note.deleteBackward()
    note.deleteBackward()
    #expect(string(note) == "one 👍")
  }

  @Test func anInsertionPointStaysOne() {
    var note = note(selecting: 4..<4)
    note.insertText("2 ")
    #expect(selected(note) == "‸two three")
    #expect(note.selectedTextRange?.utf8 == 6..<6)
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
