import EditorTestSupport
import Testing
import TextEditing

@Suite struct DocumentProxyTests {
  /// A proxy of the marked text, as an extension gets it.
  func proxy(_ marked: String, limit: Int = 1024) -> InputDocumentProxy<TextBuffer> {
    let (text, selections) = MarkedText.parse(marked)
    var buffer = TextBuffer(text)
    buffer.selectedTextRange = selections.first.map { BufferRange(utf8: $0) }
    return InputDocumentProxy(buffer, contextLimit: limit)
  }

  func render(_ proxy: InputDocumentProxy<TextBuffer>) -> String {
    MarkedText.render(
      proxy.input.utf8Bytes, selections: proxy.input.selection.map { [$0] } ?? [])
  }

  func step(_ marked: String, _ offset: Int, limit: Int = 1024) -> String {
    var proxy = proxy(marked, limit: limit)
    proxy.adjustTextPosition(byCharacterOffset: offset)
    return render(proxy)
  }

  @Test func theSurroundings() {
    let caret = proxy("one ‸two")
    #expect(caret.documentContextBeforeInput == "one ")
    #expect(caret.documentContextAfterInput == "two" && caret.selectedText == nil)
    let selection = proxy("⟦one⟧ two")
    #expect(selection.documentContextBeforeInput == nil)
    #expect(selection.selectedText == "one" && selection.documentContextAfterInput == " two")
    let empty = proxy("‸")
    #expect(empty.documentContextBeforeInput == nil && empty.documentContextAfterInput == nil)
    #expect(!empty.hasText && caret.hasText)
    let nowhere = proxy("text")
    #expect(nowhere.documentContextBeforeInput == nil && nowhere.selectedText == nil)
  }

  @Test func onlySoMuchIsShownAndNoHalfCharacters() {
    #expect(proxy("abcdef‸ghijkl", limit: 3).documentContextBeforeInput == "def")
    #expect(proxy("abcdef‸ghijkl", limit: 3).documentContextAfterInput == "ghi")
    // A family takes eleven code units.
    let family = "👩‍👩‍👧‍👦"
    #expect(proxy("a\(family)b‸", limit: 11).documentContextBeforeInput == "b")
    #expect(proxy("a\(family)b‸", limit: 12).documentContextBeforeInput == "\(family)b")
    #expect(proxy("‸e\u{301}x", limit: 1).documentContextAfterInput == nil)
    #expect(proxy("‸e\u{301}x", limit: 0).documentContextAfterInput == nil)
    #expect(proxy("‸x", limit: -5).contextLimit == 0)
  }

  @Test func stepping() {
    #expect(step("ab‸cd", 1) == "abc‸d")
    #expect(step("ab‸cd", -2) == "‸abcd")
    #expect(step("ab‸cd", 9) == "abcd‸")
    #expect(step("ab‸cd", Int.min) == "‸abcd")
    #expect(step("‸👩‍👩‍👧‍👦e\u{301}x", 2) == "👩‍👩‍👧‍👦e\u{301}‸x")
    #expect(step("👩‍👩‍👧‍👦e\u{301}‸x", -2) == "‸👩‍👩‍👧‍👦e\u{301}x")
    #expect(step("a⟦bc⟧d", 1) == "abcd‸")
    #expect(step("a⟦bc⟧d", -1) == "‸abcd")
    #expect(step("a⟦bc⟧d", 0) == "a⟦bc⟧d")
    #expect(step("a⟦bcd⟧", 1) == "abcd‸")
    #expect(step("abcdef‸", -5, limit: 2) == "abcd‸ef")
    #expect(step("abc", 1) == "abc")
  }

  @Test func typing() {
    var proxy = proxy("a ⟦b⟧ c")
    proxy.insertText("**")
    #expect(render(proxy) == "a **‸ c")
    proxy.deleteBackward()
    #expect(render(proxy) == "a *‸ c")
    proxy.setMarkedText("にほ", selectedRange: UTF16Range(location: 2, length: 0))
    #expect(render(proxy) == "a *にほ‸ c" && proxy.input.markedTextRange != nil)
    proxy.unmarkText()
    #expect(render(proxy) == "a *にほ‸ c" && proxy.input.markedTextRange == nil)
  }
}
