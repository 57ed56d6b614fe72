import EditorTestSupport
import Testing
import TextEditing

/// A client's editor: a `String` with UTF-16 offsets that uses only the protocol.
struct StringInput: TextInput {
  struct Place: Hashable { var utf16: Int }
  struct Stretch: Hashable, TextInputRange {
    var start: Place
    var end: Place
    var isEmpty: Bool { start == end }
  }

  var string: String
  var selectedTextRange: Stretch?
  var markedTextRange: Stretch?
  var replacements = 0

  init(_ marked: String) {
    let buffer = MarkedText.buffer(marked)
    string = String(buffer)
    selectedTextRange = buffer.selectedTextRange.map {
      let range = buffer.utf16Range(ofUTF8: $0.utf8)
      return Stretch(
        start: Place(utf16: range.lowerBound), end: Place(utf16: range.upperBound))
    }
  }

  private func units(_ range: Stretch) -> Range<Int> { range.start.utf16..<range.end.utf16 }

  var hasText: Bool { !string.isEmpty }
  mutating func insertText(_ text: String) {
    guard let range = selectedTextRange else { return }
    replace(range, withText: text)
    let caret = Place(utf16: range.start.utf16 + text.utf16.count)
    selectedTextRange = Stretch(start: caret, end: caret)
  }
  mutating func deleteBackward() {}
  func text(in range: Stretch) -> String? {
    String(decoding: Array(string.utf16)[units(range)], as: UTF16.self)
  }
  mutating func replace(_ range: Stretch, withText text: String) {
    var all = Array(string.utf16)
    all.replaceSubrange(units(range), with: text.utf16)
    string = String(decoding: all, as: UTF16.self)
    replacements += 1
  }
  mutating func setMarkedText(_ markedText: String?, selectedRange: UTF16Range) {}
  mutating func unmarkText() {}
  var beginningOfDocument: Place { Place(utf16: 0) }
  var endOfDocument: Place { Place(utf16: string.utf16.count) }
  func textRange(from fromPosition: Place, to toPosition: Place) -> Stretch? {
    Stretch(start: fromPosition, end: toPosition)
  }
  func position(from position: Place, offset: Int) -> Place? {
    let target = position.utf16 + offset
    return (0...string.utf16.count).contains(target) ? Place(utf16: target) : nil
  }
  func compare(_ position: Place, to other: Place) -> PositionOrder {
    position == other
      ? .orderedSame : position.utf16 < other.utf16 ? .orderedAscending : .orderedDescending
  }
  func offset(from: Place, to toPosition: Place) -> Int { toPosition.utf16 - from.utf16 }
}

@Suite struct TextInputTests {
  private static let cases: [(String, TextEdit, String)] = [
    ("😀 ⟦日本⟧ x", TextEdit([.init(5..<5, with: "**"), .init(11..<11, with: "**")]), "😀 **⟦日本⟧** x"),
    ("a‸", TextEdit([.init(0..<1, with: "é😀")]), "é😀‸"),
    ("⟦a⟧b", TextEdit([.init(1..<2, with: "")]), "⟦a⟧"),
  ]

  @Test(arguments: cases)
  func anEditIsAppliedThroughTheProtocol(
    _ before: String, _ edit: TextEdit, _ after: String
  ) throws {
    let selection = MarkedText.parse(after).selections[0]
    var buffer = MarkedText.buffer(before)
    var other = StringInput(before)
    try buffer.apply(edit, selectingUTF8: selection)
    try other.apply(edit, selectingUTF8: selection)
    #expect(MarkedText.render(buffer) == after)
    #expect(MarkedText.render(other.textBuffer()) == after)
    // A command is one step of the input's own undo, however many ranges it changes.
    #expect(other.replacements == 1)
  }

  @Test func anEditThatDoesNotFitChangesNothing() {
    let cases: [(TextEdit, TextEditError)] = [
      (
        TextEdit([.init(0..<1, with: "x"), .init(2..<2, with: "y")]),
        .insideScalar(utf8Offset: 2)
      ),
      (TextEdit([.init(0..<9, with: "x")]), .outOfBounds(0..<9, utf8Count: 3)),
      (TextEdit([.init(0..<0, with: [0xFF])]), .invalidUTF8(0..<0, byteOffset: 0)),
      (TextEdit([.init(1..<1, with: [0x61, 0x80])]), .invalidUTF8(1..<1, byteOffset: 1)),
    ]
    for (edit, error) in cases {
      var buffer = MarkedText.buffer("a⟦é⟧")
      var other = StringInput("a⟦é⟧")
      #expect(throws: error) { try buffer.apply(edit, selectingUTF8: nil) }
      #expect(throws: error) { try other.apply(edit, selectingUTF8: nil) }
      #expect(MarkedText.render(buffer) == "a⟦é⟧")
      #expect(MarkedText.render(other.textBuffer()) == "a⟦é⟧")
    }
  }

  @Test(arguments: [0..<9, 3..<4, 5..<5])
  func aSelectionThatDoesNotFitChangesNothing(_ selection: Range<Int>) {
    let edit = TextEdit([.init(1..<1, with: "x"), .init(3..<3, with: "é")])
    var buffer = MarkedText.buffer("a⟦é⟧")
    var other = StringInput("a⟦é⟧")
    let before = buffer
    #expect(throws: TextEditError.self) { try buffer.apply(edit, selectingUTF8: selection) }
    #expect(throws: TextEditError.self) { try other.apply(edit, selectingUTF8: selection) }
    #expect(buffer == before)
    #expect(MarkedText.render(other.textBuffer()) == "a⟦é⟧")
  }

  @Test func positionsCountInUTF16() {
    let buffer = TextBuffer("a😀b")
    let start = buffer.beginningOfDocument
    let offsets = [0, 1, 2, 3, 4].map { buffer.position(from: start, offset: $0)?.utf8Offset }
    #expect(offsets == [0, 1, 1, 5, 6])
    #expect(buffer.position(from: start, offset: 5) == nil)
    #expect(buffer.position(from: start, offset: -1) == nil)
    #expect(buffer.position(from: start, offset: .max) == nil)
    #expect(buffer.offset(from: buffer.endOfDocument, to: start) == -4)
    #expect(buffer.compare(start, to: buffer.endOfDocument) == .orderedAscending)
  }

  @Test func aRangeOutsideTheTextHasNoText() {
    let buffer = TextBuffer("é")
    #expect(buffer.text(in: BufferRange(utf8: 0..<2)) == "é")
    #expect(buffer.text(in: BufferRange(utf8: 0..<1)) == nil)
    #expect(buffer.text(in: BufferRange(utf8: 0..<3)) == nil)
  }

  @Test func invalidUTF8IsRefusedWithItsOffset() {
    let cases: [([UInt8], Int)] = [
      ([0x80], 0), ([0x61, 0xC0, 0x80], 1), ([0xE2, 0x82], 0), ([0xED, 0xA0, 0x80], 0),
      ([0xF4, 0x90, 0x80, 0x80], 0), ([0xF5], 0), ([0xE0, 0x80, 0x80], 0), ([0xC3, 0xA9, 0xFF], 2),
      (Array(repeating: 0x61, count: 17) + [0xFF], 17), ([0xF0, 0x80, 0x80, 0x80], 0),
    ]
    for (bytes, offset) in cases {
      #expect(throws: InvalidUTF8(byteOffset: offset)) { try TextBuffer(utf8: bytes) }
    }
  }

  @Test func validationAgreesWithTheStandardLibrary() throws {
    var random = RandomTests.generator()
    for _ in 0..<RandomTests.rounds(3_000) {
      var bytes = Array(RandomText.text(12, using: &random).utf8)
      for _ in 0..<Int.random(in: 0...2, using: &random) where !bytes.isEmpty {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      let expected = String(validating: bytes, as: UTF8.self)
      let buffer = try? TextBuffer(utf8: bytes)
      #expect((buffer == nil) == (expected == nil), "seed \(RandomTests.seed): \(bytes)")
      if let buffer { #expect(buffer.utf8Bytes == bytes) }
    }
  }
}
