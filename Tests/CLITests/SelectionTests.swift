import EditorTestSupport
import MarkdownSyntax
import MdeditKit
import Testing
import TextEditing

/// Returns the marked selections of a request, or the message of a failure.
private func select(
  _ requests: [SelectionRequest], _ text: String, in dialect: Dialect = .commonMark
) -> String {
  do {
    let source = try SourceText(Array(text.utf8), name: "t")
    return MarkedText.render(text, selections: try source.selections(requests, in: dialect))
  } catch {
    return error.message
  }
}

private func places(_ text: String) throws -> [SelectionRequest] {
  try [.places(parsing: text)]
}

@Suite struct SelectionTests {
  @Test func columnsCountGraphemeClusters() throws {
    #expect(select(try places("1:2-1:4"), "a👨‍👩‍👧é\u{301}b") == "a⟦👨‍👩‍👧é\u{301}⟧b")
    #expect(select(try places("2:1-2:3"), "x\r\nab\r\nc") == "x\r\n⟦ab⟧\r\nc")
    #expect(select(try places("2:2-3:1"), "x\rab\rc") == "x\ra⟦b\r⟧c")
    #expect(select([try .caret(parsing: "2:1")], "x\n") == "x\n‸")
    #expect(select([try .caret(parsing: "1:1")], "") == "‸")
  }

  @Test func aByteOrderMarkHasNoColumn() throws {
    let text = "\u{FEFF}ab\nc"
    #expect(select(try places("1:1-1:3"), text) == "\u{FEFF}⟦ab⟧\nc")
    #expect(select([try .caret(parsing: "2:1")], text) == "\u{FEFF}ab\n‸c")
    let source = try SourceText(Array(text.utf8), name: "t")
    #expect(source.location(ofUTF8: 3) == TextLocation(line: 1, graphemeColumn: 1))
    #expect(source.location(ofUTF8: 0) == TextLocation(line: 1, graphemeColumn: 1))
    #expect(source.location(ofUTF8: 6) == TextLocation(line: 2, graphemeColumn: 1))
    #expect(
      select([try .caret(parsing: "1:9")], text)
        == "t:1:9: line 1 has 2 characters, so the column at its end is 3.")
  }

  @Test func placesOutsideTheTextAreNamed() throws {
    #expect(
      select([try .caret(parsing: "4:1")], "a\nb\n")
        == "t:4:1: the text has 3 lines, so there is no line 4.")
    #expect(
      select(try places("1:1-1:4"), "ab\nc")
        == "t:1:4: line 1 has 2 characters, so the column at its end is 3.")
    #expect(
      select([try .caret(parsing: "1:\(Int.max)")], "a")
        == "t:1:\(Int.max): line 1 has 1 character, so the column at its end is 2.")
  }

  @Test func offsetsCountTheirUnit() throws {
    let text = "a😀é"
    #expect(select([try .offsets(parsing: "1..<3", .utf16)], text) == "a⟦😀⟧é")
    #expect(select([try .offsets(parsing: "1..<5", .utf8)], text) == "a⟦😀⟧é")
    #expect(select([try .offsets(parsing: "1..<2", .scalar)], text) == "a⟦😀⟧é")
    #expect(select([try .offsets(parsing: "1-5", .utf8)], text) == "a⟦😀⟧é")
    #expect(
      select([try .offsets(parsing: "2..<3", .utf16)], text)
        == "t: offset 2 (in UTF-16 code units) is inside a surrogate pair.")
    #expect(
      select([try .offsets(parsing: "0..<3", .utf8)], text)
        == "t: offset 3 (in bytes) is inside a UTF-8 sequence.")
    #expect(
      select([try .offsets(parsing: "0..<9", .utf8)], text)
        == "t: offset 9 is outside the text, which has 7 bytes.")
    #expect(
      select([try .offsets(parsing: "0..<9", .utf16)], text)
        == "t: offset 9 is outside the text, which has 4 UTF-16 code units.")
  }

  @Test func occurrencesAreCountedWithoutOverlap() throws {
    func find(_ text: String, _ choice: TextSearch.Choice = .only) -> [SelectionRequest] {
      [.search(TextSearch(.text(text), choice))]
    }
    #expect(select(find("aa", .number(2)), "aaaa a") == "aa⟦aa⟧ a")
    #expect(select(find("aa", .all), "aaaa a") == "⟦aa⟧⟦aa⟧ a")
    #expect(select(find("é"), "aé") == "a⟦é⟧")
    #expect(
      select(find("aa", .number(3)), "aaaa a")
        == "t: “aa” occurs 2 times, so there is no occurrence 3.")
    #expect(
      select(find("a"), "a\n- ba\n")
        == "t: “a” occurs 2 times, at 1:1 and 2:4; "
        + "choose one with --nth, or all with --all.")
    #expect(
      select(find("a"), String(repeating: "a", count: 12)).contains("1:10 and 2 other places;"))
    #expect(select(find("\u{1B}x"), "aaaa a") == "t: “\\u{1B}x” does not occur in the text.")
  }

  /// A long text is read in parts; matches across parts, or with distant definitions, are found.
  @Test func aLongTextIsSearchedLikeAShortOne() {
    let search = [SelectionRequest.search(TextSearch(.text("seed list"), .all))]
    let part = "- [**se**ed list](u) and [seed][r] list, seed\n  list\n\n> seed *list*\n\n"
    let definition = "[r]: /u\n"
    let found = select(search, part + definition).dropLast(definition.count)
    #expect(found.filter { $0 == "⟦" }.count == 4)
    let words = String(repeating: "words and more of them\n", count: 700) + "\n"
    let text = String(repeating: part + words, count: 12) + definition
    let expected = String(repeating: found + words, count: 12) + definition
    #expect(select(search, text) == expected)
  }

  /// The visible text is searched, across marks, links, references and line endings.
  @Test(arguments: [
    ("seed list", "see the [**⟦seed** list⟧](u)"), ("seed list", "> a **⟦seed\n> list⟧**"),
    ("a & b", "x ⟦a &amp; b⟧ c"), ("a*b", "⟦a\\*b⟧ c"), ("é", "caf⟦e\u{301}⟧"),
    ("e\u{301}", "caf⟦é⟧"),
    ("code", "`⟦code⟧` and [x](code)"), ("**a", "x ⟦**a⟧**"), ("x\ny", "```\n⟦x\r\ny⟧\n```"),
    ("日本", "ab⟦日本⟧語"), ("a b", "**⟦a** b⟧ ![a b](u)"),
  ])
  func visibleTextIsFound(_ pattern: String, _ expected: String) {
    let (text, _) = MarkedText.parse(expected)
    #expect(select([.search(TextSearch(.text(pattern)))], text) == expected)
  }

  @Test func anAccentIsPartOfItsLetter() {
    let search = SelectionRequest.search(TextSearch(.text("e")))
    #expect(select([search], "e\u{301} e") == "e\u{301} ⟦e⟧")
    #expect(select([search], "e\u{301}") == "t: “e” does not occur in the text.")
  }

  @Test func wholeWordsAndExpressions() {
    func find(_ pattern: TextSearch.Pattern, _ isOfWholeWords: Bool = false) -> SelectionRequest {
      .search(TextSearch(pattern, .all, isOfWholeWords: isOfWholeWords))
    }
    #expect(select([find(.text("art"), true)], "art, party **art**") == "⟦art⟧, party **⟦art⟧**")
    #expect(select([find(.expression("v[0-9]+"))], "v1 *v*22 v") == "⟦v1⟧ *⟦v*22⟧ v")
    #expect(select([find(.expression("^a"))], "a a\n\na") == "⟦a⟧ a\n\n⟦a⟧")
    #expect(select([find(.expression("("))], "a").hasPrefix("/(/ is not a regular expression: "))
  }

  @Test func aSearchReadsTheDialect() {
    func find(_ text: String, _ choice: TextSearch.Choice = .all) -> [SelectionRequest] {
      [.search(TextSearch(.text(text), choice))]
    }
    let table = "| a | b c |\n|---|---|\n| a b | c |\n"
    #expect(
      select(find("a b"), table, in: .gitHub) == "| a | b c |\n|---|---|\n| ⟦a b⟧ | c |\n")
    #expect(
      select(find("c"), "---\nc: 1\n---\n\nc\n", in: .gitHub) == "---\nc: 1\n---\n\n⟦c⟧\n")
    #expect(select(find("ab"), "~~a~~b $ab$", in: .gitHub) == "~~⟦a~~b⟧ $ab$")
    #expect(select(find("ab"), "~~a~~b") == "t: “ab” does not occur in the text.")
    // If no visible text matches, the source is searched.
    #expect(select(find("x^2"), "a $x^2$", in: .gitHub) == "a $⟦x^2⟧$")
  }

  @Test func linesAreWhole() throws {
    #expect(select([try .lines(parsing: "2-3")], "a\nb\r\nc\nd") == "a\n⟦b\r\nc⟧\nd")
    #expect(select([try .lines(parsing: "1")], "a\nb") == "⟦a⟧\nb")
    #expect(
      select([try .lines(parsing: "2-9")], "a\nb")
        == "t: the text has 2 lines, so there is no line 9.")
    for wrong in ["", "0", "3-2", "1-2-3", "a", "-2", "2-"] {
      #expect { try SelectionRequest.lines(parsing: wrong) } throws: {
        ($0 as? Failure)?.status == .usage
      }
    }
  }

  @Test func severalAreOneListInOrder() throws {
    let requests: [SelectionRequest] = [
      .offsets(4..<6, .utf8), .offsets(0..<2, .utf8), .offsets(1..<3, .utf8),
      .offsets(3..<3, .utf8), .offsets(3..<3, .utf8), .offsets(6..<7, .utf8),
    ]
    #expect(select(requests, "abcdefgh") == "⟦abc⟧d⟦ef⟧⟦g⟧h")
    #expect(select([requests[3], requests[4]], "abcdefgh") == "abc‸defgh")
  }

  @Test(arguments: [
    "3", "3:", ":3", "0:1", "1:0", "+1:1", "1:1-", "1:2-1:1", "2:1-1:9", "1:1-2:2-3:3", "a:b-1:1",
    "1:99999999999999999999-1:1", "",
  ])
  func placesThatAreNoneAreUsageErrors(_ text: String) {
    #expect { try SelectionRequest.places(parsing: text) } throws: {
      ($0 as? Failure)?.status == .usage
    }
  }

  @Test(arguments: [
    "1..2", "1...2", "a..<b", "-1..<2", "2..<1", "..<3", "1..<", "1.<2", "1..", "-3", "3-",
    "1--2", "1-2-3", "",
  ])
  func offsetsThatAreNoneAreUsageErrors(_ text: String) {
    #expect { try SelectionRequest.offsets(parsing: text, .utf8) } throws: {
      ($0 as? Failure)?.status == .usage
    }
  }

  @Test func oneOffsetIsACaret() throws {
    #expect(try SelectionRequest.offsets(parsing: "12", .utf8) == .offsets(12..<12, .utf8))
  }

  @Test func numbersOfOccurrencesMustMatch() throws {
    func searches(
      _ texts: [String], _ numbers: [Int], isForAll: Bool = false, isOfWholeWords: Bool = false
    ) throws -> [SelectionRequest] {
      try SelectionRequest.searches(
        for: texts.map { .text($0) }, numbers: numbers, isForAll: isForAll,
        isOfWholeWords: isOfWholeWords)
    }
    #expect { try searches(["a", "b"], [2]) } throws: {
      ($0 as? Failure)?.message
        == "--nth is given 1 time and --find or --regex 2 times; "
        + "give --nth once for each, or not at all."
    }
    #expect(throws: Failure.self) { try searches([], [2]) }
    #expect(throws: Failure.self) { try searches([""], []) }
    #expect(throws: Failure.self) { try searches(["a"], [0]) }
    #expect(throws: Failure.self) { try searches(["a"], [1], isForAll: true) }
    #expect(throws: Failure.self) { try searches([], [], isForAll: true) }
    #expect(throws: Failure.self) { try searches([], [], isOfWholeWords: true) }
    #expect(try searches(["a", "b"], [2, 1]).count == 2)
  }
}
