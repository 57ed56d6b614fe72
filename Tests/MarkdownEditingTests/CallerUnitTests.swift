import Foundation
import MarkdownEditing
import MarkdownSyntax
import Testing
import TextEditing

@Suite("Callers need not count in UTF-8") struct CallerUnitTests {
  @Test func aRangeOfAStringIsMarked() throws {
    let text = "日本 👩‍🚀 seed list"
    let range = try #require(text.range(of: "seed"))
    let after = text.toggling(.strong, in: range)
    #expect(after.text == "日本 👩‍🚀 **seed** list" && after.text[after.selection] == "seed")
    #expect(after.utf16Selection == 11..<15 && after.utf8Selection == 21..<25)
    #expect(after.outcome.plan?.effect == .added)
    #expect(text.performing(.heading(1), in: range).text == "# " + text)
  }

  @Test func anIndexInsideAScalarGoesBackToItsBeginning() throws {
    let text = "a 👍👍 b"
    let start = text.utf16.index(text.startIndex, offsetBy: 3)
    let end = text.utf8.index(text.startIndex, offsetBy: 10)
    #expect(text.performing(.mark(.code), in: start..<end).text == "a `👍👍` b")
    let inside = text.utf8.index(text.startIndex, offsetBy: 8)
    #expect(text.performing(.mark(.code), in: start..<inside).text == "a `👍`👍 b")
  }

  @Test func aRangeInUTF16OrUTF8IsMarked() throws {
    let text = "👍 one two"
    #expect(text.performing(.toggle(.emphasis), in: .utf16(3..<6)).text == "👍 *one* two")
    #expect(text.performing(.toggle(.emphasis), in: .utf8(5..<8)).text == "👍 *one* two")
    for wrong in [1..<6, 3..<40, -1..<2] {
      for after in [
        text.performing(.toggle(.emphasis), in: .utf16(wrong)),
        text.performing(.toggle(.emphasis), in: .utf8(wrong)),
      ] {
        guard case .refused(.invalidRange) = after.outcome, after.text == text else {
          Issue.record("\(after)")
          continue
        }
      }
    }
  }

  @Test func theDialectIsTheTexts() {
    let text = "| a |\n|---|\n| b |"
    #expect(
      text.performing(.addColumn, in: .utf8(2..<2), dialect: .commonMark).outcome
        == .unchanged(.notInDialect))
    #expect(text.performing(.addColumn, in: .utf8(2..<2)).outcome.plan != nil)
  }

  @Test func aTextThatDoesNotChangeKeepsItsSelection() {
    let after = "a".performing(.unmark(.strong), in: .utf8(0..<1))
    #expect(after.text == "a" && after.utf8Selection == 0..<1)
    #expect(after.outcome == .unchanged(.alreadySo))
  }

  @Test func whatTravelsComesBack() throws {
    var options = EditingOptions.standard
    options.inRun = .word
    options.edges = .exact
    for dialect in [Dialect.hugo, .commonMark, Dialect([.tables])] {
      #expect(try travelled(dialect) == dialect)
    }
    #expect(try travelled(options) == options)
    #expect(try travelled(Mark.allCases) == Mark.allCases)
    #expect(try JSONDecoder().decode(EditingOptions.self, from: Data("{}".utf8)) == .standard)
  }

  @Test func namesThatAreNoneAreNotRead() {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Mark].self, from: Data(#"["bold"]"#.utf8))
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Dialect].self, from: Data(#"["word"]"#.utf8))
    }
  }

  private func travelled<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  }
}
