import EditorTestSupport
import MarkdownSyntax
import Testing
import TextEditing

/// A word typed on a line without text may begin a paragraph that continues in the next slice.
@Suite struct TypingTests {
  /// The word joins the next slice, which ends at `|`.
  @Test(arguments: [
    "a\n\n‸\nb\n|\n# c", "- ‸\n- b\n|", "#‸ a\nb\n|", "***‸\n2. b|", "‸- a\n- b\n|", "‸\n\na\n|",
  ])
  func reachesIntoTheNextSlice(marked: String) throws {
    let parts = marked.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    let (text, selections) = MarkedText.parse(parts.joined())
    let document = try MarkdownDocument(TextBuffer(text))
    let end = document.end(ofBlockTypedAt: selections[0].lowerBound)
    #expect(document.region(covering: 0..<end).range.upperBound >= parts[0].utf8.count - 3)
  }

  /// A quarter of a kilobyte after a region is read, in whole scalars; it may end the text.
  @Test func theTextMayEndWithWhatIsReadOfTheNextSlice() throws {
    for count in 253...257 {
      let text = "a\n\n" + String(repeating: "b", count: count) + "語"
      let region = try MarkdownDocument(TextBuffer(text)).region(covering: 0..<1)
      #expect(region.range.lowerBound == 0)
      #expect(String(validating: region.bytes, as: UTF8.self) != nil)
    }
  }

  /// A word typed in text changes only its block, so a command there reads only that block.
  @Test(arguments: ["ab‸ c\nd", "- a‸\n- b", "日‸\n\nb", "> # a‸\n\nb"])
  func staysInItsText(marked: String) throws {
    let (text, selections) = MarkedText.parse(marked)
    let document = try MarkdownDocument(TextBuffer(text))
    let caret = selections[0].lowerBound
    let isText = text.utf8.dropFirst(caret - 1).first.map { $0 != 0x20 } ?? false
    #expect((document.end(ofBlockTypedAt: caret) == caret) == isText)
  }
}
