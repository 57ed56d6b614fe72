import Foundation
import MdeditKit
import Testing

/// Returns a line for `mdedit batch`.
func batchLine(
  _ text: String, _ start: Int, _ end: Int, _ command: String = "strong", id: Int = 1,
  with more: JSON.Object = [:]
) throws -> String {
  let fields: JSON.Object = [
    "id": id, "text": text, "start": start, "end": end, "command": command,
  ]
  let data = try JSONSerialization.data(withJSONObject: fields.merging(more) { $1 })
  return String(decoding: data, as: UTF8.self)
}

/// Returns the answer to a line, without its LF.
private func answer(_ line: String, by responder: BatchResponder = BatchResponder()) -> String {
  let bytes = responder.answer(to: .complete(Array(line.utf8)))
  #expect(bytes.last == 0x0A && bytes.dropLast().allSatisfy { $0 != 0x0A })
  return String(decoding: bytes.dropLast(), as: UTF8.self)
}

/// Returns the code and message of an answer that is an error.
private func problem(_ line: String) throws -> String {
  let error = try JSON(reading: answer(line).utf8)["error"]
  return "\(try #require(error["code"].text)): \(try #require(error["message"].text))"
}

/// DocumentationTests checks further answers: those on the page about the command line.
@Suite struct BatchResponderTests {
  @Test func aLineMayHaveSeveralSelections() throws {
    let line = #"{"id":1,"text":"a b c","command":"strong","selections":"#
    let result = answer(line + #"[{"start":4,"end":5},{"end":1,"start":0},{"start":0,"end":1}]}"#)
    let selections = #""selections":[{"start":2,"end":3},{"start":10,"end":11}]"#
    #expect(result.hasPrefix(#"{"id":1,"text":"**a** b **c**",\#(selections),"#))
    let wrong =
      "The field “selections” must be a list of at least one object with “start” and “end”."
    for value in ["[]", "3", "[3]", #"[{"start":1}]"#, #"[{"start":0,"end":1,"x":2}]"#] {
      #expect(try problem(line + value + "}") == "invalidValue: \(wrong)", "\(value)")
    }
    #expect(
      try problem(line + #"[{"start":0,"end":1}],"start":0}"#)
        == "invalidValue: “selections” and “start” or “end” cannot be combined.")
    #expect(try problem(line + #"[{"start":0,"end":9}]}"#).hasPrefix("outsideText"))
  }

  @Test func anOpenDocumentIsNotSentEachTime() {
    let responder = BatchResponder()
    func answered(_ fields: String) -> String {
      answer(#"{"id":1,"document":"notes",\#(fields)}"#, by: responder)
    }
    let toggle = #""command":"strong","start":2,"end":6"#
    let unknown =
      #"{"id":1,"error":{"code":"unknownDocument","message":"There is no open document “notes”."}}"#
    #expect(answered(toggle) == unknown)
    #expect(answered(#""command":"open","text":"a word""#) == #"{"id":1,"document":"notes"}"#)
    #expect(answered(toggle).hasPrefix(#"{"id":1,"start":4,"end":8,"edits":["#))
    let state = answered(#""command":"state","start":4,"end":8"#)
    #expect(state.contains(#"{"mark":"strong","presence":"on","applies":true}"#))
    let edits = #""command":"edit","edits":"#
    #expect(
      answered(edits + #"[{"start":3,"end":4,"text":""},{"start":0,"end":1,"text":""}]"#)
        .contains("not in order"))
    #expect(answered(edits + #"[{"start":3}]"#).contains("invalidValue"))
    #expect(answered(toggle + #","text":"a""#).contains("cannot be combined"))
    #expect(answered(#""command":"close""#) == #"{"id":1,"document":"notes"}"#)
    #expect(answered(toggle) == unknown)
  }

  /// An open document is an editing session: a mark is pending between its lines.
  @Test func aMarkOfAnOpenDocumentIsPending() {
    let responder = BatchResponder()
    func answered(_ fields: String) -> String {
      answer(#"{"id":1,"document":"notes",\#(fields)}"#, by: responder)
    }
    let caret = #","start":2,"end":2"#
    _ = answered(#""command":"open","text":"a ""#)
    let toggle = #""command":"strong""# + caret
    #expect(
      answered(toggle + #","steps":"never""#).contains(#""edits":[],"unchanged":"nothingToMark""#))
    #expect(answered(toggle) == #"{"id":1,"start":2,"end":2,"edits":[]}"#)
    #expect(answered(#""command":"state""# + caret).contains(#""strong","presence":"on""#))
    #expect(
      answered(#""command":"insert-text","argument":"x""# + caret)
        == #"{"id":1,"start":5,"end":5,"edits":[{"start":2,"end":2,"text":"**x**"}]}"#)
  }

  @Test func aStateIsAnswered() throws {
    let line = try batchLine("a **b**", 0, 5, "state")
    #expect(
      answer(line).hasPrefix(
        #"{"id":1,"marks":[{"mark":"strong","presence":"mixed","applies":true},"#))
    #expect(answer(line).contains(#"{"mark":"strikethrough","presence":"off""#))
    let wrong = try batchLine("a **b**", 0, 5, "state", with: ["action": "mark"])
    #expect(try problem(wrong).hasPrefix("unknownField: “state”"))
  }

  @Test(arguments: [
    ("foo.bar", 0, 4, [:], "**foo**.bar"),
    ("foo.bar", 0, 4, with: ["edges": "exact"], "**foo.**&#98;ar"),
    ("**two words**", 8, 8, ["inRun": "word"], "**two** words"),
    ("a", 1, 1, ["atEdge": "pending"], "a"), ("**a**", 2, 3, ["action": "unmark"], "a"),
    ("**a**", 2, 3, ["action": "toggle"], "a"),
  ])
  func optionsAreFields(
    _ text: String, _ start: Int, _ end: Int, _ options: [String: String], _ expected: String
  ) throws {
    let answer = answer(try batchLine(text, start, end, with: options))
    #expect(try JSON(reading: answer.utf8)["text"].text == expected)
  }

  @Test func anOptionMayBeRefused() throws {
    let plain = try batchLine("foo.bar", 0, 4, with: ["edges": "plain"])
    #expect(try problem(plain).hasPrefix("noSpelling: "))
    let none = try batchLine("foo.bar", 0, 4, with: ["edges": "none"])
    let choices = "“readable”, “exact”, “plain”"
    #expect(try problem(none) == "invalidValue: The field “edges” must be one of \(choices).")
  }

  @Test(arguments: [("utf16", 3, 4), ("utf8", 5, 7), ("scalar", 2, 3)])
  func offsetsCountTheUnitOfTheRequest(_ unit: String, _ start: Int, _ end: Int) throws {
    let edits = [start, end].map { #"{"start":\#($0),"end":\#($0),"text":"`"}"# }
    let selection = #""start":\#(start + 1),"end":\#(end + 1)"#
    #expect(
      answer(try batchLine("😀 é x", start, end, "code", with: ["unit": unit]))
        == #"{"id":1,"text":"😀 `é` x",\#(selection),"edits":[\#(edits.joined(separator: ","))]}"#)
  }

  @Test func nothingToToggleGivesTheSameBack() throws {
    #expect(
      answer(try batchLine("a\r\n\u{0} \n", 4, 5))
        == #"{"id":1,"text":"a\r\n\u0000 \n","start":4,"end":5,"edits":[],"#
        + #""unchanged":"nothingMarkable"}"#)
  }

  /// Nothing is typed through a batch, so an empty pair would stay.
  @Test(arguments: [("a  b", 2), ("a ", 2), ("", 0), ("- ", 2), ("a\n\n", 3)])
  func noEmptyPairIsWritten(_ text: String, _ caret: Int) throws {
    for mark in ["strong", "strikethrough", "code"] {
      #expect(
        answer(try batchLine(text, caret, caret, mark)).contains(#""unchanged":"nothingToMark""#))
      let typed = answer(try batchLine(text, caret, caret, mark, with: ["insert": "x"]))
      #expect(!typed.contains("unchanged") && !typed.contains("error"), "\(typed)")
    }
  }

  @Test func insertIsAWordOfAMark() throws {
    #expect(
      answer(try batchLine("a ", 2, 2, with: ["insert": "x y"]))
        == #"{"id":1,"text":"a **x y**","start":7,"end":7,"edits":[{"start":2,"end":2,"text":"**x y**"}]}"#
    )
    let markup = try batchLine("a ", 2, 2, with: ["insert": "*"])
    #expect(try problem(markup).hasPrefix("noSpelling: "))
    let empty = try batchLine("a ", 2, 2, with: ["insert": ""])
    #expect(try problem(empty).hasPrefix("invalidValue: "))
    let heading = try batchLine("a ", 2, 2, "heading-1", with: ["insert": "x"])
    #expect(try problem(heading).hasPrefix("unknownField: "))
  }

  @Test func steppingOutIsNoEdit() throws {
    #expect(
      answer(try batchLine("**a** b", 3, 3))
        == #"{"id":1,"text":"**a** b","start":5,"end":5,"edits":[]}"#)
  }

  @Test(arguments: ["null", "-1.50e3", "\"é\\u0000\"", "[1,{\"a\":[]}]", "{}", "false"])
  func anyIdIsEchoed(_ id: String) {
    let line = #"{"text":"a","start":0,"end":1,"command":"code","id": \#(id)}"#
    #expect(answer(line).hasPrefix("{\"id\":\(id),\"text\":\"`a`\""))
  }

  /// A reader might reject an echoed id with duplicate keys. Found by the fuzzer.
  @Test(arguments: [#"{"a":1,"a":2}"#, #"[{"a":1,"b":[],"\u0061":2}]"#])
  func anIdWithAKeyTwiceIsRefused(_ id: String) throws {
    let line = #"{"id":\#(id),"text":"a","start":0,"end":1,"command":"code"}"#
    #expect(try problem(line).hasPrefix("notJSON: Duplicate key “a” in an object"))
    #expect(answer(line).hasPrefix("{\"id\":null,"))
  }

  @Test(arguments: ["id", "text", "start", "end", "command"])
  func aMissingFieldIsNamed(_ field: String) throws {
    let fields: JSON.Object = ["id": 1, "text": "a", "start": 0, "end": 1, "command": "code"]
    let data = try JSONSerialization.data(withJSONObject: fields.filter { $0.key != field })
    #expect(
      try problem(String(decoding: data, as: UTF8.self))
        == "missingField: The field “\(field)” is missing.")
  }

  @Test(arguments: [
    (#""x":1"#, "unknownField: There is no field “x”."),
    (#""\u001b":1"#, #"unknownField: There is no field “\u{1B}”."#),
    (#""start":0"#, "duplicateField: Duplicate field “start”."),
    (#""unit":"byte""#, "invalidValue: The field “unit” must be one of “utf16”, “utf8”, “scalar”."),
    (#""unit":8"#, "invalidValue: The field “unit” must be one of “utf16”, “utf8”, “scalar”."),
    (
      #""action":null"#,
      "invalidValue: The field “action” must be one of “toggle”, “mark”, “unmark”."
    ),
  ])
  func aWrongFieldIsNamed(_ field: String, _ expected: String) throws {
    let line = #"{"text":"a","start":0,"end":1,"command":"code",\#(field),"id":5}"#
    #expect(try problem(line) == expected)
    #expect(answer(line).hasPrefix("{\"id\":5,\"error\":"))
  }

  @Test(arguments: ["-1", "1.0", "1e2", "99999999999999999999", "\"1\"", "null", "[0]"])
  func anOffsetThatIsNoneIsNamed(_ value: String) throws {
    #expect(
      try problem(#"{"id":1,"text":"a","end":1,"command":"code","start":\#(value)}"#)
        == "invalidValue: The field “start” must be a whole number, 0 or more.")
  }

  @Test(arguments: [
    (2, 1, "utf16", "outsideText: “start” (2) is after “end” (1)."),
    (0, 4, "utf16", "outsideText: “end” (4) is outside the text, which has 3 UTF-16 code units."),
    (6, 6, "utf8", "outsideText: “start” (6) is outside the text, which has 5 bytes."),
    (2, 3, "utf16", "insideCharacter: “start” (2) is inside a surrogate pair."),
    (0, 3, "utf8", "insideCharacter: “end” (3) is inside a UTF-8 sequence."),
  ])
  func aSelectionOutsideIsNamed(
    _ start: Int, _ end: Int, _ unit: String, _ expected: String
  ) throws {
    #expect(try problem(batchLine("a😀", start, end, "code", with: ["unit": unit])) == expected)
  }

  @Test(arguments: [
    ("", "null", "notJSON"), ("[1]", "null", "notAnObject"), ("3", "null", "notAnObject"),
    (#"{"id":4,"text":"a"#, "4", "notJSON"), (#"{"id":4} x"#, "4", "notJSON"),
    (#"{"id":4,"text":"\uD800"}"#, "4", "invalidEncoding"),
  ])
  func aLineThatIsNoObjectIsAnError(_ line: String, _ id: String, _ code: String) {
    #expect(answer(line).hasPrefix(#"{"id":\#(id),"error":{"code":"\#(code)","message":""#))
  }

  @Test func whatLibcmarkMayNotBeGivenIsRefused() throws {
    let text = String(repeating: "![[]()", count: 100_000) + "a"
    #expect(try problem(batchLine(text, 0, 9, "code")).hasPrefix("unparsable: "))
  }

  @Test func aLineThatWasTooLongIsAnError() {
    let bytes = BatchResponder().answer(to: .tooLong(limit: 10))
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == #"{"id":null,"error":{"code":"lineTooLong","#
        + #""message":"The line is longer than 10 bytes."}}"# + "\n")
  }

  /// All commands at all carets of a text with characters of all lengths and spellings. A caret
  /// inside `&ouml;` once ended up inside the two bytes of `ö`, which ended the run.
  @Test(arguments: ["strong", "emphasis", "code"])
  func carelessCaretsAreAnswered(_ command: String) throws {
    let text = "é&ouml;日\\*😀 &#x1F600; `ß`&nbsp;**e\u{301}**\r\n\u{FEFF}\\\\"
    for caret in 0...text.utf16.count {
      #expect(
        answer(try batchLine(text, caret, caret, command, id: caret)).hasPrefix("{\"id\":\(caret),")
      )
    }
    #expect(answer(try batchLine("f&ouml;o", 2, 2, "code")).contains(#""text":"`föo`""#))
  }

  /// NUL, control characters, lone CRs and all other text must be preserved.
  @Test func textComesBackExactly() throws {
    let text = "a\u{0}b\u{1B}[31m\r\n\rc\u{7F}\u{9B}\u{FEFF}\u{FFFF}\u{10FFFF}\"\\\n"
    let answer = try JSON(reading: answer(batchLine(text, 0, 0, with: ["action": "unmark"])).utf8)
    #expect(answer["text"].text.map { Array($0.utf8) } == Array(text.utf8))
    #expect(!answer["unchanged"].isMissing)
  }

  /// DEL, C1, separators, bidirectional controls and invisible characters, in texts and ids.
  @Test func whatIsHiddenIsEscapedInAnswers() throws {
    let escaped =
      #"\u007f\u0085\u009b\u2028\u202e\u2066\u200b\u200e\u200f\u061c\udb40\udc61\udb40\udc7f"#
      + #"\u180e\u2060\u206f\ufeff\ufff9"#
    let hidden =
      "\u{7F}\u{85}\u{9B}\u{2028}\u{202E}\u{2066}\u{200B}\u{200E}\u{200F}\u{61C}\u{E0061}\u{E007F}"
      + "\u{180E}\u{2060}\u{206F}\u{FEFF}\u{FFF9}"
    let line = #"{"id":["\#(hidden)é😀"],"text":"a \#(hidden)","start":0,"end":1,"command":"code"}"#
    #expect(
      answer(line).hasPrefix(#"{"id":["\#(escaped)é😀"],"text":"`a` \#(escaped)","start":"#))
  }
}
