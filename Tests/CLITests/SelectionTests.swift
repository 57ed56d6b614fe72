import EditorTestSupport
import MarkdownSyntax
import MdeditKit
import Testing
import TextEditing

/// Returns the marked selections of a request, or the message of a failure.
private func select(
  _ requests: SelectionRequest..., of text: String, in dialect: Dialect = .commonMark
) -> String {
  do {
    let source = try SourceText(Array(text.utf8), name: "t")
    return MarkedText.render(text, selections: try source.selections(requests, in: dialect))
  } catch {
    return error.message
  }
}

private func search(
  _ text: String, _ choice: TextSearch.Choice = .only
) -> SelectionRequest {
  .search(TextSearch(.text(text), choice))
}

@Suite struct SelectionTests {
  @Test(arguments: [
    ("1:2-1:4", "a⟦👨‍👩‍👧é\u{301}⟧b"), ("2:1-2:3", "x\r\n⟦ab⟧\r\nc"), ("2:2-3:1", "x\ra⟦b\r⟧c"),
    ("2:1-2:1", "x\n‸"), ("1:1-1:1", "‸"), ("1:1-1:3", "\u{FEFF}⟦ab⟧\nc"),
    ("2:1-2:1", "\u{FEFF}ab\n‸c"),
  ])
  func columnsCountGraphemeClusters(_ places: String, _ marked: String) throws {
    let (text, _) = MarkedText.parse(marked)
    #expect(select(try .places(parsing: places), of: text) == marked)
  }

  @Test(arguments: [
    (3, TextLocation(line: 1, graphemeColumn: 1)), (0, TextLocation(line: 1, graphemeColumn: 1)),
    (6, TextLocation(line: 2, graphemeColumn: 1)),
  ])
  func countsNoColumnForAByteOrderMark(_ offset: Int, _ location: TextLocation) throws {
    let source = try SourceText(Array("\u{FEFF}ab\nc".utf8), name: "t")
    #expect(source.location(ofUTF8: offset) == location)
  }

  @Test(arguments: [
    ("a\nb\n", "4:1", "4:1: the text has 3 lines, so there is no line 4."),
    ("ab\nc", "1:4", "1:4: line 1 has 2 characters, so the column at its end is 3."),
    ("\u{FEFF}ab\nc", "1:9", "1:9: line 1 has 2 characters, so the column at its end is 3."),
    (
      "a", "1:\(Int.max)",
      "1:\(Int.max): line 1 has 1 character, so the column at its end is 2."
    ),
  ])
  func namesPlacesOutsideTheText(_ text: String, _ caret: String, _ message: String) throws {
    #expect(select(try .caret(parsing: caret), of: text) == "t:\(message)")
  }

  @Test(arguments: [
    ("1..<3", "utf16", "a⟦😀⟧é"), ("1..<5", "utf8", "a⟦😀⟧é"), ("1..<2", "scalar", "a⟦😀⟧é"),
    ("1-5", "utf8", "a⟦😀⟧é"), ("1", "utf8", "a‸😀é"),
    ("2..<3", "utf16", "t: offset 2 (in UTF-16 code units) is inside a surrogate pair."),
    ("0..<3", "utf8", "t: offset 3 (in bytes) is inside a UTF-8 sequence."),
    ("0..<9", "utf8", "t: offset 9 is outside the text, which has 7 bytes."),
    ("0..<9", "utf16", "t: offset 9 is outside the text, which has 4 UTF-16 code units."),
  ])
  func countsOffsetsInTheirUnit(_ offsets: String, _ unit: String, _ expected: String) throws {
    let unit = try #require(OffsetUnit(rawValue: unit))
    #expect(select(try .offsets(parsing: offsets, unit), of: "a😀é") == expected)
  }

  @Test func countsOccurrencesWithoutOverlap() {
    #expect(select(search("aa", .number(2)), of: "aaaa a") == "aa⟦aa⟧ a")
    #expect(select(search("aa", .all), of: "aaaa a") == "⟦aa⟧⟦aa⟧ a")
    #expect(
      select(search("aa", .number(3)), of: "aaaa a")
        == "t: “aa” occurs 2 times, so there is no occurrence 3.")
    #expect(
      select(search("a"), of: "a\n- ba\n")
        == "t: “a” occurs 2 times, at 1:1 and 2:4; choose one with --nth, or all with --all.")
    #expect(
      select(search("a"), of: String(repeating: "a", count: 12))
        .contains("1:10 and 2 other places;"))
    #expect(select(search("\u{1B}x"), of: "a") == "t: “\\u{1B}x” does not occur in the text.")
  }

  /// A long text is read in parts; matches across parts, or with distant definitions, are found.
  @Test func searchesALongTextLikeAShortOne() {
    let seeds = search("seed list", .all)
    let part = "- [**se**ed list](u) and [seed][r] list, seed\n  list\n\n> seed *list*\n\n"
    let definition = "[r]: /u\n"
    let found = select(seeds, of: part + definition).dropLast(definition.count)
    #expect(found.filter { $0 == "⟦" }.count == 4)
    let words = String(repeating: "words and more of them\n", count: 700) + "\n"
    let text = String(repeating: part + words, count: 12) + definition
    let expected = String(repeating: found + words, count: 12) + definition
    #expect(select(seeds, of: text) == expected)
  }

  /// The visible text is searched, across marks, links, references and line endings.
  @Test(arguments: [
    ("seed list", "see the [**⟦seed** list⟧](u)"), ("seed list", "> a **⟦seed\n> list⟧**"),
    ("a & b", "x ⟦a &amp; b⟧ c"), ("a*b", "⟦a\\*b⟧ c"), ("é", "caf⟦e\u{301}⟧"),
    ("e\u{301}", "caf⟦é⟧"),
    ("code", "`⟦code⟧` and [x](code)"), ("**a", "x ⟦**a⟧**"), ("x\ny", "```\n⟦x\r\ny⟧\n```"),
    ("日本", "ab⟦日本⟧語"), ("a b", "**⟦a** b⟧ ![a b](u)"), ("e", "e\u{301} ⟦e⟧"),
  ])
  func findsVisibleText(_ pattern: String, _ expected: String) {
    let (text, _) = MarkedText.parse(expected)
    #expect(select(search(pattern), of: text) == expected)
  }

  @Test func findsNoLetterWithoutItsAccent() {
    #expect(select(search("e"), of: "e\u{301}") == "t: “e” does not occur in the text.")
  }

  @Test func findsWholeWordsAndExpressions() {
    func find(_ pattern: TextSearch.Pattern, _ text: String, words: Bool = false) -> String {
      select(.search(TextSearch(pattern, .all, isOfWholeWords: words)), of: text)
    }
    #expect(find(.text("art"), "art, party **art**", words: true) == "⟦art⟧, party **⟦art⟧**")
    #expect(find(.expression("v[0-9]+"), "v1 *v*22 v") == "⟦v1⟧ *⟦v*22⟧ v")
    #expect(find(.expression("^a"), "a a\n\na") == "⟦a⟧ a\n\n⟦a⟧")
    #expect(find(.expression("("), "a").hasPrefix("/(/ is not a regular expression: "))
  }

  /// If no visible text matches, the source is searched, as for `x^2`.
  @Test(arguments: [
    ("a b", "| a | b c |\n|---|---|\n| ⟦a b⟧ | c |\n"), ("c", "---\nc: 1\n---\n\n⟦c⟧\n"),
    ("ab", "~~⟦a~~b⟧ $ab$"), ("x^2", "a $⟦x^2⟧$"),
  ])
  func readsTheDialect(_ pattern: String, _ expected: String) {
    let (text, _) = MarkedText.parse(expected)
    #expect(select(search(pattern, .all), of: text, in: .gitHub) == expected)
  }

  @Test func splitsATextAtAMarkOfAnotherDialect() {
    #expect(select(search("ab"), of: "~~a~~b") == "t: “ab” does not occur in the text.")
  }

  @Test(arguments: [
    ("2-3", "a\nb\r\nc\nd", "a\n⟦b\r\nc⟧\nd"), ("1", "a\nb", "⟦a⟧\nb"),
    ("2-9", "a\nb", "t: the text has 2 lines, so there is no line 9."),
  ])
  func selectsWholeLines(_ lines: String, _ text: String, _ expected: String) throws {
    #expect(select(try .lines(parsing: lines), of: text) == expected)
  }

  @Test func sortsAndJoinsSelections() {
    func at(_ range: Range<Int>) -> SelectionRequest { .offsets(range, .utf8) }
    let text = "abcdefgh"
    #expect(
      select(at(4..<6), at(0..<2), at(1..<3), at(3..<3), at(3..<3), at(6..<7), of: text)
        == "⟦abc⟧d⟦ef⟧⟦g⟧h")
    #expect(select(at(3..<3), at(3..<3), of: text) == "abc‸defgh")
  }

  @Test(arguments: [
    ("lines", ["", "0", "3-2", "1-2-3", "a", "-2", "2-"]),
    (
      "places",
      [
        "3", "3:", ":3", "0:1", "1:0", "+1:1", "1:1-", "1:2-1:1", "2:1-1:9", "1:1-2:2-3:3",
        "a:b-1:1", "1:99999999999999999999-1:1", "",
      ]
    ),
    (
      "offsets",
      [
        "1..2", "1...2", "a..<b", "-1..<2", "2..<1", "..<3", "1..<", "1.<2", "1..", "-3", "3-",
        "1--2", "1-2-3", "",
      ]
    ),
  ])
  func rejectsWhatIsNoSelection(_ kind: String, _ texts: [String]) {
    for text in texts {
      let failure = #expect(throws: Failure.self, "\(text)") {
        switch kind {
        case "lines": try SelectionRequest.lines(parsing: text)
        case "places": try SelectionRequest.places(parsing: text)
        default: try SelectionRequest.offsets(parsing: text, .utf8)
        }
      }
      #expect(failure?.status == .usage)
    }
  }

  @Test func takesANumberForEachPattern() throws {
    func searches(
      _ texts: [String], _ numbers: [Int], isForAll: Bool = false, isOfWholeWords: Bool = false
    ) throws -> [SelectionRequest] {
      try SelectionRequest.searches(
        for: texts.map { .text($0) }, numbers: numbers, isForAll: isForAll,
        isOfWholeWords: isOfWholeWords)
    }
    let failure = #expect(throws: Failure.self) { try searches(["a", "b"], [2]) }
    #expect(
      failure?.message == "--nth is given 1 time and --find or --regex 2 times; "
        + "give --nth once for each, or not at all.")
    #expect(throws: Failure.self) { try searches([], [2]) }
    #expect(throws: Failure.self) { try searches([""], []) }
    #expect(throws: Failure.self) { try searches(["a"], [0]) }
    #expect(throws: Failure.self) { try searches(["a"], [1], isForAll: true) }
    #expect(throws: Failure.self) { try searches([], [], isForAll: true) }
    #expect(throws: Failure.self) { try searches([], [], isOfWholeWords: true) }
    #expect(try searches(["a", "b"], [2, 1]).count == 2)
  }
}
