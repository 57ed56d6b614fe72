import EditorTestSupport
import Testing

@Suite struct MarkedTextTests {
  @Test(arguments: ["", "‸", "a‸b", "⟦a⟧", "a⟦b⟧c‸", "e‸\u{301}", "⟦é⟧⟦👩‍👩‍👧⟧", "‸a\r‸\n"])
  func renderInvertsParse(_ marked: String) {
    let (text, selections) = MarkedText.parse(marked)
    #expect(MarkedText.render(text, selections: selections) == marked)
    #expect(!text.unicodeScalars.contains(MarkedText.caret))
  }

  @Test func selectionsAreUTF8Offsets() {
    let (text, selections) = MarkedText.parse("é⟦日⟧ e‸\u{301}")
    #expect(text == "é日 e\u{301}")
    #expect(selections == [2..<5, 7..<7])
  }
}
