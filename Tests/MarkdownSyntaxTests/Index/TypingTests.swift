import EditorTestSupport
import MarkdownSyntax
import Testing
import TextEditing

/// A word typed in what is no text may begin a paragraph that goes on; in a text it may not.
@Suite struct TypingTests {
  @Test(arguments: [
    "a\n‸\nb\n2. c\n|\nd", "a\n‸\n| \t\nb", "> a\n>‸\n> b\n|>\n> c", "- ‸\n|- b\n\n", "1‸. a\nb",
    "#‸ a\nb\n|\nc", "***‸\n2. b", "_‸\n|# h\n", "-‸\n|  * b\nc", "-‸\n    * b\n|\nc", "=‸\n*\n|\n",
    "1‸\n####### b", "-‸\n-c\n|\n",
    "*‸**\nb", "‸* * *\nb", "``‸`\na\n|\nb", "  ‸  code\nb",
    "‸- a\n|- b",
    "<a‸>\nb\n|\nc", "‸<a>\r\nb\r\n|\r\nc", "‸12) a\n12) b", "**‸**\n2. a", "===‸\nb",
  ])
  func goesOnToTheEndOfTheParagraph(marked: String) throws {
    let parts = marked.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    let (text, selections) = MarkedText.parse(parts.joined())
    let document = try MarkdownDocument(TextBuffer(text))
    let end = parts.count > 1 ? text.utf8.count - parts[1].utf8.count : text.utf8.count
    #expect(document.paragraphEnd(typingAt: selections[0].lowerBound) == end)
  }

  /// Of what follows a region a quarter of a kilobyte is read, as whole scalars; the last may end the text.
  @Test func theTextMayEndWithWhatIsReadOfTheNextSlice() throws {
    for count in 253...257 {
      let text = "a\n\n" + String(repeating: "b", count: count) + "語"
      let region = try MarkdownDocument(TextBuffer(text)).region(covering: 0..<1)
      #expect(region.range.lowerBound == 0)
      #expect(String(validating: region.bytes, as: UTF8.self) != nil)
    }
  }

  /// So that a command at the start of an item reads that item alone, of a list of any length.
  @Test(arguments: [
    "a ‸b\nc", "‸a\nc", "- ‸a\n- b", "- a‸\n- b", "1. ‸`a` b\n2. c", "- ‸**a** b\n- c",
    "- **‸a** b\n- c",
    "- ‸[a](b)\n- c", "2020 ‸was\nb", "‸2020a\nb", "*a*‸\n- b", "- [ ] ‸a\n- b", "> ‸日\n> b",
  ])
  func staysInItsLine(marked: String) throws {
    let (text, selections) = MarkedText.parse(marked)
    let document = try MarkdownDocument(TextBuffer(text))
    #expect(document.paragraphEnd(typingAt: selections[0].lowerBound) == nil)
  }
}
