import EditorTestSupport
import Testing
import TextEditing

/// A client's editor with its own positions, which are UTF-16 offsets.
private struct CustomInput: TextInput {
  struct Stretch: TextInputRange {
    var start: Int
    var end: Int
    var isEmpty: Bool { start == end }
  }

  var units: [UInt16]
  var selectedTextRange: Stretch?
  var markedTextRange: Stretch?
  var replacements = 0
  /// Changes each text that is inserted.
  var filter: (String) -> String = { $0 }

  init(_ marked: String) {
    let buffer = MarkedText.buffer(marked)
    units = Array(String(buffer).utf16)
    selectedTextRange = buffer.selection.map { range in
      let range = buffer.utf16Range(ofUTF8: range)
      return Stretch(start: range.lowerBound, end: range.upperBound)
    }
  }

  var hasText: Bool { !units.isEmpty }
  mutating func insertText(_ text: String) {}
  mutating func deleteBackward() {}
  func text(in range: Stretch) -> String? {
    String(decoding: units[range.start..<range.end], as: UTF16.self)
  }
  mutating func replace(_ range: Stretch, withText text: String) {
    units.replaceSubrange(range.start..<range.end, with: filter(text).utf16)
    replacements += 1
  }
  mutating func setMarkedText(_ markedText: String?, selectedRange: UTF16Range) {}
  mutating func unmarkText() {}
  var beginningOfDocument: Int { 0 }
  var endOfDocument: Int { units.count }
  func textRange(from start: Int, to end: Int) -> Stretch? { Stretch(start: start, end: end) }
  func position(from position: Int, offset: Int) -> Int? {
    (0...units.count).contains(position + offset) ? position + offset : nil
  }
  func compare(_ position: Int, to other: Int) -> PositionOrder { .orderedSame }
  func offset(from: Int, to toPosition: Int) -> Int { toPosition - from }
}

/// A view with the two requirements of `SimpleTextInput`.
private struct Note: SimpleTextInput {
  var units: [UInt16]
  var selected: Range<Int>?
  var replacements = 0
  var filter: (String) -> String = { $0 }

  init(_ marked: String) {
    let buffer = MarkedText.buffer(marked)
    units = Array(String(buffer).utf16)
    selected = buffer.selection.map { buffer.utf16Range(ofUTF8: $0) }
  }

  func textBuffer() -> TextBuffer {
    TextBuffer(String(decoding: units, as: UTF16.self), selectedUTF16: selected)
  }
  mutating func replace(utf16 range: Range<Int>, with text: String, selecting: Range<Int>) {
    units.replaceSubrange(range, with: filter(text).utf16)
    selected = selecting
    replacements += 1
  }
}

@Suite struct TextInputTests {
  @Test(arguments: [
    ("😀 ⟦日本⟧ x", [(5..<5, "**"), (11..<11, "**")], "😀 **⟦日本⟧** x"),
    ("a‸", [(0..<1, "é😀")], "é😀‸"), ("⟦a⟧b", [(1..<2, "")], "⟦a⟧"), ("ab‸", [], "⟦a⟧b"),
  ])
  func anEditIsAppliedThroughTheProtocol(
    _ before: String, _ replacements: [(Range<Int>, String)], _ after: String
  ) throws {
    let edit = TextEdit(replacements.map { .init($0, with: $1) })
    let selection = MarkedText.parse(after).selections[0]
    var buffer = MarkedText.buffer(before)
    try buffer.apply(edit, selectingUTF8: selection)
    #expect(MarkedText.render(buffer) == after)
    var input = CustomInput(before)
    try input.apply(edit, selectingUTF8: selection)
    #expect(MarkedText.render(input.textBuffer()) == after)
    // A command is one step of the input's own undo, however many ranges it changes.
    #expect(input.replacements == (edit.isEmpty ? 0 : 1))
    var note = Note(before)
    try note.apply(edit, selectingUTF8: selection)
    #expect(MarkedText.render(note.textBuffer()) == after && note.replacements == 1)
  }

  @Test(
    arguments: [
      ([.init(0..<1, with: "x"), .init(2..<2, with: "y")], nil, .insideScalar(utf8Offset: 2)),
      ([.init(0..<2, with: "x")], nil, .insideScalar(utf8Offset: 2)),
      ([.init(0..<9, with: "x")], nil, .outOfBounds(0..<9, utf8Count: 3)),
      ([.init(0..<0, with: [0xFF])], nil, .invalidUTF8(0..<0, byteOffset: 0)),
      ([.init(1..<1, with: [0x61, 0x80])], nil, .invalidUTF8(1..<1, byteOffset: 1)),
      ([.init(3..<3, with: "é")], 0..<9, .outOfBounds(0..<9, utf8Count: 5)),
      ([.init(3..<3, with: "é")], 3..<4, .insideScalar(utf8Offset: 4)),
      ([.init(0..<0, with: "é")], 1..<2, .insideScalar(utf8Offset: 1)),
    ] as [([TextEdit.Replacement], Range<Int>?, TextEditError)])
  func anEditOrSelectionThatDoesNotFitChangesNothing(
    _ replacements: [TextEdit.Replacement], _ selection: Range<Int>?, _ error: TextEditError
  ) {
    let edit = TextEdit(replacements)
    var buffer = MarkedText.buffer("a⟦é⟧")
    var input = CustomInput("a⟦é⟧")
    var note = Note("a⟦é⟧")
    #expect(throws: error) { try buffer.apply(edit, selectingUTF8: selection) }
    #expect(throws: error) { try input.apply(edit, selectingUTF8: selection) }
    #expect(throws: error) { try note.apply(edit, selectingUTF8: selection) }
    for text in [buffer, input.textBuffer(), note.textBuffer()] {
      #expect(MarkedText.render(text) == "a⟦é⟧")
    }
  }

  @Test(arguments: ["", "xyz"]) func anEditThatTheInputChangesIsTakenBack(_ other: String) {
    let edit = TextEdit([.init(0..<1, with: "b")])
    var input = CustomInput("⟦a⟧é")
    var note = Note("⟦a⟧é")
    input.filter = { $0 == "b" ? other : $0 }
    note.filter = input.filter
    #expect(throws: TextEditError.notTaken) { try input.apply(edit, selectingUTF8: nil) }
    #expect(throws: TextEditError.notTaken) { try note.apply(edit, selectingUTF8: nil) }
    #expect(MarkedText.render(input.textBuffer()) == "⟦a⟧é")
    #expect(MarkedText.render(note.textBuffer()) == "⟦a⟧é")
  }

  @Test func aSimpleInputDoesWhatItsBufferDoes() throws {
    var note = Note("a⟦é⟧😀")
    func look() -> String { MarkedText.render(note.textBuffer()) }
    #expect(note.hasText && !Note("").hasText && note.markedTextRange == nil)
    #expect(note.selectedTextRange == BufferRange(utf8: 1..<3))
    #expect(note.text(in: BufferRange(utf8: 1..<7)) == "é😀")
    #expect(note.offset(from: note.beginningOfDocument, to: note.endOfDocument) == 4)
    note.insertText("日")
    #expect(look() == "a日‸😀")
    note.selectedTextRange = BufferRange(utf8: 4..<8)
    #expect(look() == "a日⟦😀⟧")
    note.selectedTextRange = nil
    note.setMarkedText("x", selectedRange: UTF16Range(location: 0, length: 0))
    #expect(look() == "a日x‸")
    note.deleteBackward()
    note.deleteBackward()
    #expect(look() == "a‸")
    note.replace(BufferRange(utf8: 0..<1), withText: "é😀")
    #expect(look() == "é😀‸")
    try note.apply(TextEdit([.init(0..<2, with: "e")]), selectingUTF8: nil)
    #expect(look() == "e😀‸")
    note.selected = nil
    note.insertText("x")
    note.deleteBackward()
    try note.apply(TextEdit([.init(1..<5, with: "")]), selectingUTF8: nil)
    #expect(look() == "e‸")
    #expect(TextBuffer("😀", selectedUTF16: 0..<1).selection == nil)
  }
}
