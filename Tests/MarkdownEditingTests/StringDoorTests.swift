import Foundation
import MarkdownEditing
import MarkdownSyntax
import Testing
import TextEditing

/// Doors for callers that count in something else than UTF-8, and values that travel as JSON.
@Suite struct StringDoorTests {
  @Test func aRangeOfAStringIsMarked() throws {
    let text = "日本 👩‍🚀 seed list"
    let range = try #require(text.range(of: "seed"))
    let plan = try #require(
      MarkCommand(.toggle, .strong, options: .commonMark).outcome(on: range, in: text).plan)
    let (after, selections) = plan.applying(to: text)
    #expect(after == "日本 👩‍🚀 **seed** list")
    #expect(selections.map { String(after[$0]) } == ["seed"])
  }

  @Test func anIndexInsideAScalarGoesBackToItsBeginning() throws {
    let text = "a 👍👍 b"
    let start = text.utf16.index(text.startIndex, offsetBy: 3)
    let end = text.utf8.index(text.startIndex, offsetBy: 10)
    let plan = try #require(
      MarkCommand(.mark, .code, options: .commonMark).outcome(on: start..<end, in: text).plan)
    #expect(plan.applying(to: text).text == "a `👍👍` b")
    let inside = text.utf8.index(text.startIndex, offsetBy: 8)
    let first = try #require(
      MarkCommand(.mark, .code, options: .commonMark).outcome(on: start..<inside, in: text).plan)
    #expect(first.applying(to: text).text == "a `👍`👍 b")
  }

  @Test func aRangeInUTF16IsMarked() throws {
    let text = "👍 one two"
    let command = MarkCommand(.toggle, .emphasis, options: .commonMark)
    let plan = try #require(command.outcome(onUTF16: 3..<6, in: text).plan)
    #expect(plan.applying(to: text).text == "👍 *one* two")
    for wrong in [1..<6, 3..<40, -1..<2] {
      #expect(command.outcome(onUTF16: wrong, in: text) == .refused(.insideCharacter(0..<12)))
    }
  }

  @Test func anOutcomeWithoutAPlanHasNone() {
    #expect(
      MarkCommand(.unmark, .strong, options: .commonMark).outcome(
        onUTF8: [0..<1], in: Array("a".utf8)
      ).plan == nil)
  }

  @Test func whatTravelsComesBack() throws {
    var options = EditingOptions.standard
    options.inRun = .word
    options.edges = .exact
    for dialect in [
      Dialect.hugo, .commonMark,
      Dialect([.tables], islands: [IslandPattern(opening: "@{", closing: "}")]),
    ] {
      #expect(try travelled(dialect) == dialect)
    }
    #expect(try travelled(options) == options)
    #expect(try travelled(Mark.allCases) == Mark.allCases)
    let edit = TextEdit([.init(0..<2, with: "é"), .init(4..<4, with: "")])
    #expect(try travelled(edit) == edit)
    #expect(try json(edit) == #"[{"end":2,"start":0,"text":"é"},{"end":4,"start":4,"text":""}]"#)
    #expect(try json(Mark.strong) == #""strong""#)
    #expect(try JSONDecoder().decode(EditingOptions.self, from: Data("{}".utf8)) == .standard)
  }

  @Test(arguments: [
    #"[{"start":2,"end":1,"text":""}]"#, #"[{"start":-1,"end":1,"text":""}]"#,
    #"[{"start":0,"end":2,"text":""},{"start":1,"end":3,"text":""}]"#,
  ])
  func anEditThatIsNoneIsNotRead(_ text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(TextEdit.self, from: Data(text.utf8))
    }
  }

  @Test func namesThatAreNoneAreNotRead() {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Mark].self, from: Data(#"["bold"]"#.utf8))
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Dialect].self, from: Data(#"["word"]"#.utf8))
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(
        IslandPattern.self, from: Data(#"{"opening":"x","closing":"y"}"#.utf8))
    }
    #expect(throws: EncodingError.self) {
      try JSONEncoder().encode(TextEdit([.init(0..<0, with: [0xFF])]))
    }
  }

  private func travelled<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(json(value).utf8))
  }

  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}
