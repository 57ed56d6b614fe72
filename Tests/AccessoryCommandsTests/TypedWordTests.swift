import AccessoryCommands
import EditorTestSupport
import MarkdownSyntax
import Testing
import TextEditing

/// What libcmark alone makes of a word typed at a caret is what the state of the whole text says.
@Suite struct TypedWordTests {
  private static let pieces = [
    "a", "word ", "b ", "*", "**", "_", "`", "``", "[", "](u)", "![", "]", "<b>", "</b>", "\\",
    "&amp;", "\n",
    "\n\n", "> ", "- ", "# ", "-\n", "日", "\r\n", "<http://a.b>", "    ",
  ]

  @Test func aWordHasTheMarksThatAStateShows() {
    var generator = RandomTests.generator()
    var known = 0
    for _ in 0..<RandomTests.rounds(4000) {
      let text = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
        Self.pieces.randomElement(using: &generator) ?? ""
      }.joined()
      let source = Array(text.utf8)
      guard let caret = text.scalarBoundaries.randomElement(using: &generator),
        let word = TypedWord(at: caret, in: source)
      else { continue }
      known += 1
      let state = FormattingState(
        of: [caret..<caret], inWhole: source, policies: .commonMark)
      for entry in state.entries {
        #expect(
          (entry.presence == .on) == word.marks.isSuperset(of: entry.mark.set),
          "\(entry.mark.name) at \(caret) of \(text.debugDescription), seed \(RandomTests.seed)")
      }
    }
    #expect(known > RandomTests.rounds(2000), "seed \(RandomTests.seed)")
  }

  private static let marked: [(String, MarkSet)] = [
    ("**a‸**", .strong), ("*a `b‸` c*", [.emphasis, .code]), ("a ‸b", []), ("‸\n", []),
  ]

  @Test(arguments: marked)
  func marks(_ marked: String, _ marks: MarkSet) {
    let (text, caret) = Self.caret(marked)
    #expect(TypedWord(at: caret, in: text)?.marks == marks)
  }

  @Test(arguments: [
    "[a](‸u)", "![a‸b](u)", "&am‸p;", "\\‸*", "```\n‸\n```", "a\u{E000} ‸b", "<b a=\"‸\">", "\r‸\n",
  ])
  func whatIsNotCertainIsLeftToAReading(_ marked: String) {
    let (text, caret) = Self.caret(marked)
    #expect(TypedWord(at: caret, in: text) == nil)
  }

  private static func caret(_ marked: String) -> (text: [UInt8], caret: Int) {
    let parts = marked.split(separator: "‸", omittingEmptySubsequences: false)
    return (Array(parts.joined().utf8), parts[0].utf8.count)
  }

  /// Nothing of 100 kB can be read alone that begins with a delimiter which is closed at the end.
  @Test func theStateOfAGiantParagraphIsThatOfTheWordTypedThere() throws {
    let unit = "some words and more of them here\n"
    let text = "*" + String(repeating: unit, count: 3000) + "a **strong words** b*"
    let source = Array(text.utf8)
    let document = try MarkdownDocument(TextBuffer(text))
    let caret = source.count - 12
    let state = FormattingState(of: [caret..<caret], in: document, dialect: .commonMark)
    #expect(state.entries.map(\.applicability) == [.unknown, .unknown, .unknown])
    #expect(state[.strong]?.presence == .on)
    #expect(state[.code]?.presence == .off)
  }

  /// In a dialect the state of a giant with constructs shows what that of the few words shows, which is planned.
  @Test(arguments: [
    "a ~~struck ‸words~~ b", "~~a *b ‸c*~~", "**a** ~~b~~ ‸c", "*https://a.b c‸*", "`~~a ‸b~~` c",
    "a ‸b",
    "~~a ``b ‸c``~~",
  ])
  func theStateOfAGiantInADialectIsThatOfFewWords(_ marked: String) throws {
    var policies = MarkPolicies.commonMark
    policies.dialect = .gitHub
    let (text, caret) = Self.caret(marked)
    let unit = "some words and www.example.com of ~~them~~ here\n"
    let around = Array(String(repeating: unit, count: 1500).utf8)
    let document = try MarkdownDocument(TextBuffer(utf8: around + text + [0x0A] + around))
    let place = around.count + caret
    let state = FormattingState(of: [place..<place], in: document, policies: policies)
    let short = FormattingState(of: [caret..<caret], in: text, policies: policies)
    #expect(state.entries.map { $0.presence } == short.entries.map { $0.presence })
    #expect(state.entries.allSatisfy { $0.applicability == .unknown })
  }
}
