import EditorTestSupport
import Testing
import TextEditing

@Suite struct TypingTests {
  @Test(arguments: [
    ("a‸b", "x", "ax‸b"), ("a⟦bc⟧d", "x", "ax‸d"), ("‸", "日本", "日本‸"), ("a⟦b⟧", "", "a‸"),
    ("ab", "x", "ab"),
  ])
  func typing(_ before: String, _ text: String, _ after: String) {
    var buffer = MarkedText.buffer(before)
    buffer.insertText(text)
    #expect(MarkedText.render(buffer) == after)
  }

  @Test(arguments: [
    ("ab‸", "a‸"), ("a‸b", "‸b"), ("‸ab", "‸ab"), ("a⟦b⟧c", "a‸c"), ("e\u{301}‸x", "‸x"),
    ("a👩‍👩‍👧‸", "a‸"), ("👍🏽‸", "‸"), ("🇩🇪🇫🇷‸", "🇩🇪‸"), ("🇩🇪🇫‸", "🇩🇪‸"), ("a\r\n‸b", "a‸b"),
    ("a\r‸\nb", "a‸\nb"), ("한‸", "‸"), ("\u{1100}\u{1161}\u{11A8}‸", "‸"), ("日本‸", "日‸"),
    ("ab", "ab"),
    ("e‸\u{301}", "‸\u{301}"),
  ])
  func deletingBackward(_ before: String, _ after: String) {
    var buffer = MarkedText.buffer(before)
    buffer.deleteBackward()
    #expect(Array(MarkedText.render(buffer).utf8) == Array(after.utf8))
  }

  @Test func deletingBackwardTakesTheLastCharacterOfRandomText() {
    var random = RandomTests.generator()
    for _ in 0..<RandomTests.rounds(2_000) {
      let text = RandomText.text(12, using: &random)
      var buffer = TextBuffer(text)
      buffer.selectedTextRange = BufferRange(caretAtUTF8: text.utf8.count)
      buffer.deleteBackward()
      let expected = Array(String(text.dropLast()).utf8)
      #expect(buffer.utf8Bytes == expected, "seed \(RandomTests.seed): \(text.debugDescription)")
    }
  }

  @Test func deletingInALongClusterlessLineReadsOnlyTheNeighbourhood() {
    var buffer = TextBuffer(String(repeating: "\u{301}", count: 2_000) + "日本")
    buffer.selectedTextRange = BufferRange(caretAtUTF8: buffer.utf8Count)
    buffer.deleteBackward()
    #expect(buffer.scalarCount == 2_001)
  }

  @Test func anInputMethodComposes() {
    var buffer = MarkedText.buffer("a⟦x⟧b")
    buffer.setMarkedText("に", selectedRange: UTF16Range(location: 1, length: 0))
    #expect(MarkedText.render(buffer) == "aに‸b")
    #expect(buffer.markedTextRange?.utf8 == 1..<4)
    buffer.setMarkedText("日本", selectedRange: UTF16Range(location: 0, length: 1))
    #expect(MarkedText.render(buffer) == "a⟦日⟧本b")
    #expect(buffer.markedTextRange?.utf8 == 1..<7)
    buffer.unmarkText()
    #expect(buffer.markedTextRange == nil)
    #expect(MarkedText.render(buffer) == "a⟦日⟧本b")
  }

  @Test func typingReplacesMarkedText() {
    var buffer = MarkedText.buffer("a‸b")
    buffer.setMarkedText("日本", selectedRange: UTF16Range(location: 2, length: 0))
    buffer.insertText("語")
    #expect(MarkedText.render(buffer) == "a語‸b")
    #expect(buffer.markedTextRange == nil)
  }

  @Test func emptyMarkedTextTakesItAway() {
    var buffer = MarkedText.buffer("a‸b")
    buffer.setMarkedText("日本", selectedRange: UTF16Range(location: 2, length: 0))
    buffer.setMarkedText(nil, selectedRange: UTF16Range(location: 0, length: 0))
    #expect(MarkedText.render(buffer) == "a‸b")
    #expect(buffer.markedTextRange == nil)
  }

  @Test func markedTextMovesWithEditsBeforeItAndEndsWithEditsInIt() {
    var buffer = MarkedText.buffer("ab‸c")
    buffer.setMarkedText("日本", selectedRange: UTF16Range(location: 2, length: 0))
    buffer.replace(utf8: 0..<1, with: "")
    #expect(buffer.markedTextRange?.utf8 == 1..<7)
    buffer.replace(utf8: 4..<4, with: "x")
    #expect(buffer.markedTextRange == nil)
  }

  @Test(arguments: [(0, 9), (9, 0), (-3, 1), (1, Int.max)])
  func aMarkedSelectionOutsideIsBroughtBack(_ location: Int, _ length: Int) {
    var buffer = MarkedText.buffer("a‸b")
    buffer.setMarkedText("😀", selectedRange: UTF16Range(location: location, length: length))
    let selection = buffer.selectedTextRange?.utf8 ?? 0..<0
    #expect([1, 5].contains(selection.lowerBound) && [1, 5].contains(selection.upperBound))
  }
}
