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
      MarkCommand(.toggle, .code, policies: .commonMark),
      "a ‸ b " + Self.words + far + " " + Self.words + "end\n")
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
      MarkCommand(.toggle, .code, policies: .commonMark),
      "a ‸ b " + Self.words + far + " " + Self.words + "end\n")
    #expect(plan.edit.replacements.map { $0.bytes } == [Array("``".utf8)])
    let read = try [1, 8].map { count in
      let words = String(repeating: Self.words, count: count)
      let (text, selections) = MarkedText.parse("a ‸ b " + words + far + " " + words + "end\n")
      let document = try MarkdownDocument(TextBuffer(text), sizes: Self.sizes(16))
      let budget = Budget(forBytes: 0)
      let outcome = MarkCommand(.toggle, .code, policies: .commonMark).outcome(
        onUTF8: selections, atOnceIn: document, budget)
      guard case .plan = outcome else { throw NoPlan(outcome: outcome) }
      return budget.bytes
    }
    #expect(read[0] > 0 && read[0] == read[1])
  }

  /// How many bytes are read for a command at a place of a text, in the midst of so many copies of some lines.
  private func bytesRead(
    for command: MarkCommand, _ marked: String, among lines: String, copies: Int, size: Int = 16
  ) throws -> Int {
    let around = String(repeating: lines, count: copies)
    let (text, selections) = MarkedText.parse(around + marked + around)
    let document = try MarkdownDocument(TextBuffer(text), sizes: Self.sizes(size))
    let budget = Budget(forBytes: 0)
    let outcome = command.outcome(onUTF8: selections, atOnceIn: document, budget)
    guard case .plan = outcome else { throw NoPlan(outcome: outcome) }
    return budget.bytes
  }

  /// A paragraph without any construct of the dialect is planned on in parts, as in CommonMark: what is read
  /// does not grow with it. So is one in which GitHub might pair runs otherwise, where each has its partner near.
  @Test(arguments: [Dialect.gitHub, .obsidian])
  func aParagraphWithoutConstructsIsPlannedOnInParts(dialect: Dialect) throws {
    for mark in Mark.all(in: dialect) {
      var policies = MarkPolicies.commonMark
      policies.dialect = dialect
      let command = MarkCommand(.toggle, mark, policies: policies)
      for lines in ["some *plain* words\n", "これは、**語**です。\n"] {
        let read = try [60, 600].map {
          try bytesRead(
            for: command, "a ⟦wo⟧rd *here*\n", among: lines, copies: $0, size: 256)
        }
        // Where the pieces end depends on where the place is.
        #expect(read[0] > 0 && read[1] < 3 * read[0])
      }
    }
  }

  /// With one construct of it anywhere all of the paragraph is read: it may reach to the place.
  @Test(arguments: ["a ~~b\n", "|-|\n", "a [^1]\n"])
  func aParagraphWithAConstructIsReadWhole(construct: String) throws {
    let text = construct + String(repeating: "some plain words\n", count: 100)
    let document = try MarkdownDocument(TextBuffer(text), sizes: Self.sizes(16))
    let region = document.region(covering: 800..<804)
    #expect(region.isPartial && document.context(ofPart: region, in: .gitHub) == nil)
    #expect(document.context(ofPart: region, in: .commonMark) != nil)
  }

  /// Delimiters that are new pair with each other as libcmark pairs them, be they `_` that may open as well as
  /// close, and so does an empty pair of backticks between escapes.
  @Test(arguments: [("strong", "of ⟦them *⟧*here\n"), ("code", "of them *‸*here\n")])
  func whatIsNewAmongStrayDelimitersIsSeenToBeClosed(mark: String, marked: String) throws {
    let command = MarkCommand(.toggle, try #require(Mark(name: mark)), policies: .commonMark)
    let read = try [20, 200].map {
      try bytesRead(
        for: command, marked, among: "some words * and 2*3* more of them **here\n", copies: $0)
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
      MarkCommand(.toggle, .strong, policies: .commonMark),
      line(10) + "**a b** *c* " + line(20) + "**a** wo⟦rd** *b*⟧c word ***a " + line(60) + "end\n",
      size: size)
    #expect(plan.references.isEmpty)
    let html = String(
      decoding: try renderHTML(plan.edit.applying(to: Array(text.utf8))), as: UTF8.self)
    #expect(html.contains("wo<strong>rd** <em>b</em></strong>c word ***a"))
  }
}
