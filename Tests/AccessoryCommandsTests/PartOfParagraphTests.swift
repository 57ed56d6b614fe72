import AccessoryCommands
import CommonMark
import EditorTestSupport
import MarkdownSyntax
import Testing
import TextEditing

/// Commands in a long paragraph, where what decides how a part is written stands far from that part.
@Suite struct PartOfParagraphTests {
  private struct NoPlan: Error { let outcome: MarkOutcome }

  private static let words = String(repeating: "some plain words ", count: 40)

  private static func sizes(_ inner: Int) -> MarkdownDocument.Sizes {
    var sizes = MarkdownDocument.Sizes()
    sizes.inner = inner
    return sizes
  }

  /// What a command makes of marked text, as a document in small pieces.
  private func plan(
    _ command: MarkCommand, _ marked: String, size: Int = 16
  ) throws -> (String, MarkPlan) {
    let (text, selections) = MarkedText.parse(marked)
    let document = try MarkdownDocument(TextBuffer(text), sizes: Self.sizes(size))
    let outcome = command.outcome(onUTF8: selections, in: document)
    #expect(
      outcome.withoutLeaves
        == command.outcome(onUTF8: selections, inWhole: Array(text.utf8)).withoutLeaves)
    guard case .plan(let plan) = outcome else { throw NoPlan(outcome: outcome) }
    return (text, plan)
  }

  /// A pair of two backticks would be the fence of all that stands before the two of ``c``: a reader sees
  /// the far code as it was, be the pair empty or not, and what is typed in the pair is code.
  @Test(arguments: ["``c``", "`` c ` d ``", "`b` ``c``"])
  func anEmptyPairIsNoFenceOfCodeFarBehind(far: String) throws {
    let (text, plan) = try plan(
      MarkCommand(.toggle, .code), "a ‸ b " + Self.words + far + " " + Self.words + "end\n")
    let shown = try #require(try renderHTML(far).wholeMatch(of: /<p>(.*)<\/p>\n/)?.1)
    let source = Array(text.utf8)
    let edited = plan.edit.applying(to: source)
    let caret = try #require(plan.selections.first?.lowerBound)
    let typed = edited[..<caret] + Array("typed".utf8) + edited[caret...]
    #expect(String(decoding: try renderHTML(edited), as: UTF8.self).contains(shown))
    let html = String(decoding: try renderHTML(Array(typed)), as: UTF8.self)
    #expect(html.contains(shown) && html.contains("<code>typed</code>"))
  }

  /// Beside far code with other fences the pair is the shortest, and what is read for it does not grow with the
  /// paragraph.
  @Test(arguments: ["`c`", "```c```"])
  func anEmptyPairIsPlannedOnAPart(far: String) throws {
    let (_, plan) = try plan(
      MarkCommand(.toggle, .code), "a ‸ b " + Self.words + far + " " + Self.words + "end\n")
    #expect(plan.edit.replacements.map { $0.bytes } == [Array("``".utf8)])
    let read = try [1, 8].map { count in
      let words = String(repeating: Self.words, count: count)
      let (text, selections) = MarkedText.parse("a ‸ b " + words + far + " " + words + "end\n")
      let document = try MarkdownDocument(TextBuffer(text), sizes: Self.sizes(16))
      let budget = Budget(forBytes: 0)
      let outcome = MarkCommand(.toggle, .code).outcome(
        onUTF8: selections, atOnceIn: document, budget)
      guard case .plan = outcome else { throw NoPlan(outcome: outcome) }
      return budget.bytes
    }
    #expect(read[0] > 0 && read[0] == read[1])
  }

  /// A search for strong opens the delimiters of half a kilobyte on either side. The marks and stars there are
  /// outside of the part, and decide whether two letters become references or one star is escaped: a part that
  /// does not hold them would have it otherwise than the whole, where no letter need be spelled so.
  @Test(arguments: [16, 60])
  func aSearchThatLooksBeyondThePartSeesWhatIsThere(size: Int) throws {
    let line = { String(repeating: "word ", count: $0) }
    let (text, plan) = try plan(
      MarkCommand(.toggle, .strong),
      line(10) + "**a b** *c* " + line(20) + "**a** wo⟦rd** *b*⟧c word ***a " + line(60) + "end\n",
      size: size)
    #expect(plan.references.isEmpty)
    let html = String(
      decoding: try renderHTML(plan.edit.applying(to: Array(text.utf8))), as: UTF8.self)
    #expect(html.contains("wo<strong>rd** <em>b</em></strong>c word ***a"))
  }
}
