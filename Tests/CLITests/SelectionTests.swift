import EditorTestSupport
import MdeditKit
import Testing
import TextEditing

/// What a request selects, in marked text; a failure gives its message instead.
private func select(_ requests: [SelectionRequest], _ text: String) -> String {
  do {
    let source = try SourceText(Array(text.utf8), name: "t")
    return MarkedText.render(text, selections: try source.selections(requests))
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
    func find(_ text: String, _ number: Int) throws -> [SelectionRequest] {
      try SelectionRequest.occurrences(of: [text], numbers: [number])
    }
    #expect(select(try find("aa", 2), "aaaa a") == "aa⟦aa⟧ a")
    #expect(select(try SelectionRequest.occurrences(of: ["é"], numbers: []), "aé") == "a⟦é⟧")
    #expect(
      select(try find("aa", 3), "aaaa a")
        == "t: “aa” occurs 2 times, so there is no occurrence 3.")
    #expect(select(try find("\u{1B}x", 1), "aaaa a") == "t: “\\u{1B}x” does not occur in the text.")
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
    "1", "1..2", "1...2", "a..<b", "-1..<2", "2..<1", "..<3", "1..<", "1.<2", "1..", "-3", "3-",
    "1--2", "1-2-3", "",
  ])
  func offsetsThatAreNoneAreUsageErrors(_ text: String) {
    #expect { try SelectionRequest.offsets(parsing: text, .utf8) } throws: {
      ($0 as? Failure)?.status == .usage
    }
  }

  @Test func numbersOfOccurrencesMustMatch() {
    #expect { try SelectionRequest.occurrences(of: ["a", "b"], numbers: [2]) } throws: {
      ($0 as? Failure)?.message
        == "--nth is given 1 time and --find 2 times; "
        + "give --nth once for each --find, or not at all."
    }
    #expect(throws: Failure.self) { try SelectionRequest.occurrences(of: [], numbers: [2]) }
    #expect(throws: Failure.self) { try SelectionRequest.occurrences(of: [""], numbers: []) }
    #expect(throws: Failure.self) { try SelectionRequest.occurrences(of: ["a"], numbers: [0]) }
  }

  @Test func textThatIsNotUTF8IsNamed() {
    #expect {
      try SourceText([0x61, 0xC3, 0x28, 0x62, 0x63], name: "t")
    } throws: {
      ($0 as? Failure)
        == Failure(.badInput, "t: the bytes at offset 1 (from 0) are not UTF-8: C3 28 62.")
    }
  }
}
