import MdeditKit
import Testing

/// Returns the answer to a line, without its LF.
private func answer(_ line: String) -> String {
  let bytes = BatchResponder().answer(to: .complete(Array(line.utf8)))
  #expect(bytes.last == 0x0A && bytes.dropLast().allSatisfy { $0 != 0x0A })
  return String(decoding: bytes.dropLast(), as: UTF8.self)
}

/// Returns the code and message of an answer that is an error.
private func problem(_ line: String) -> String {
  let answer = answer(line)
  guard let start = answer.range(of: #""error":{"code":""#)?.upperBound else { return answer }
  return String(answer[start...])
    .replacing(#"","message":""#, with: ": ")
    .replacing("\"}}", with: "")
}

@Suite struct BatchResponderTests {
  @Test func aToggleHasItsFieldsInOrder() {
    #expect(
      answer(#"{"id":1,"text":"a word","start":2,"end":6,"command":"strong"}"#)
        == #"{"id":1,"text":"a **word**","start":4,"end":8,"edits":["#
        + #"{"start":2,"end":2,"text":"**"},{"start":6,"end":6,"text":"**"}]}"#)
  }

  @Test func aLineMayHaveSeveralSelections() {
    let line = #"{"id":1,"text":"a b c","command":"strong","selections":"#
    #expect(
      answer(line + #"[{"start":4,"end":5},{"end":1,"start":0},{"start":0,"end":1}]}"#)
        == #"{"id":1,"text":"**a** b **c**","selections":["#
        + #"{"start":2,"end":3},{"start":10,"end":11}],"edits":[{"start":0,"end":0,"text":"**"},"#
        + #"{"start":1,"end":1,"text":"**"},{"start":4,"end":4,"text":"**"},"#
        + #"{"start":5,"end":5,"text":"**"}]}"#)
    let wrong =
      "invalidValue: The field “selections” must be a list of at least one object with “start” "
      + "and “end”."
    for value in ["[]", "3", "[3]", #"[{"start":1}]"#, #"[{"start":0,"end":1,"x":2}]"#] {
      #expect(problem(line + value + "}") == wrong, "\(value)")
    }
    #expect(
      problem(line + #"[{"start":0,"end":1}],"start":0}"#)
        == "invalidValue: “selections” and “start” or “end” cannot be combined.")
    #expect(problem(line + #"[{"start":0,"end":9}]}"#).hasPrefix("outsideText"))
  }

  @Test func anOpenDocumentIsNotSentEachTime() {
    let responder = BatchResponder()
    func answer(_ fields: String) -> String {
      let line = #"{"id":1,"document":"notes","# + fields + "}"
      return String(
        decoding: responder.answer(to: .complete(Array(line.utf8))).dropLast(), as: UTF8.self)
    }
    let toggle = #""command":"strong","start":2,"end":6"#
    #expect(
      answer(toggle)
        == #"{"id":1,"error":{"code":"unknownDocument","#
        + #""message":"There is no open document “notes”."}}"#)
    #expect(
      answer(#""command":"open","text":"a word""#) == #"{"id":1,"document":"notes"}"#)
    #expect(
      answer(toggle)
        == #"{"id":1,"start":4,"end":8,"edits":[{"start":2,"end":2,"text":"**"},"#
        + #"{"start":6,"end":6,"text":"**"}]}"#)
    #expect(
      answer(#""command":"state","start":4,"end":8"#)
        .contains(#"{"mark":"strong","presence":"on","applies":true}"#))
    let edits = #""command":"edit","edits":"#
    #expect(
      answer(edits + #"[{"start":0,"end":1,"text":"one"},{"start":8,"end":8,"text":"s"}]"#)
        == #"{"id":1,"document":"notes"}"#)
    #expect(
      answer(#""command":"strong","start":6,"end":11"#)
        == #"{"id":1,"start":4,"end":9,"edits":[{"start":4,"end":6,"text":""},"#
        + #"{"start":11,"end":13,"text":""}]}"#)
    #expect(
      answer(edits + #"[{"start":3,"end":4,"text":""},{"start":0,"end":1,"text":""}]"#)
        .contains("not in order"))
    #expect(answer(edits + #"[{"start":3}]"#).contains("invalidValue"))
    #expect(answer(toggle + #","text":"a""#).contains("cannot be combined"))
    #expect(answer(#""command":"close""#) == #"{"id":1,"document":"notes"}"#)
    #expect(answer(toggle).contains("unknownDocument"))
  }

  @Test func aStateIsAnswered() {
    let line = #"{"id":1,"text":"a **b**","start":0,"end":5,"command":"state""#
    #expect(
      answer(line + #","dialect":"commonmark"}"#)
        == #"{"id":1,"marks":[{"mark":"strong","presence":"mixed","applies":true},"#
        + #"{"mark":"emphasis","presence":"off","applies":true},"#
        + #"{"mark":"code","presence":"off","applies":true}]}"#)
    #expect(answer(line + "}").contains(#"{"mark":"strikethrough","presence":"off""#))
    #expect(problem(line + #","action":"mark"}"#).hasPrefix("unknownField: “state”"))
  }

  @Test func optionsAreFields() {
    let line = #"{"id":1,"text":"foo.bar","start":0,"end":4,"command":"strong""#
    func text(_ fields: String) -> String {
      let answer = answer(line + fields + "}")
      return String(answer.dropFirst(#"{"id":1,"text":""#.count).prefix { $0 != "\"" })
    }
    #expect(text("") == "**foo**.bar")
    #expect(text(#","edges":"exact""#) == "**foo.**&#98;ar")
    #expect(answer(line + #","edges":"plain"}"#).contains(#""code":"noSpelling""#))
    #expect(
      problem(line + #","edges":"none"}"#)
        == "invalidValue: The field “edges” must be one of “readable”, “exact”, “plain”.")
    let caret = #"{"id":1,"text":"**two words**","start":8,"end":8,"command":"strong""#
    #expect(answer(caret + #","inRun":"word"}"#).contains(#""text":"**two** words""#))
    let edge = #"{"id":1,"text":"a","start":1,"end":1,"command":"strong","atEdge":"pair"}"#
    #expect(answer(edge).contains(#""text":"a****""#))
  }

  @Test func offsetsCountTheUnitOfTheRequest() {
    let rest = #""command":"code"}"#
    #expect(
      answer(#"{"id":"a","text":"😀 é x","start":3,"end":4,"# + rest)
        == #"{"id":"a","text":"😀 `é` x","start":4,"end":5,"edits":["#
        + #"{"start":3,"end":3,"text":"`"},{"start":4,"end":4,"text":"`"}]}"#)
    #expect(
      answer(#"{"id":"a","text":"😀 é x","start":5,"end":7,"unit":"utf8","# + rest)
        == #"{"id":"a","text":"😀 `é` x","start":6,"end":8,"edits":["#
        + #"{"start":5,"end":5,"text":"`"},{"start":7,"end":7,"text":"`"}]}"#)
    #expect(
      answer(#"{"id":"a","text":"😀 é x","start":2,"end":3,"unit":"scalar","# + rest)
        == #"{"id":"a","text":"😀 `é` x","start":3,"end":4,"edits":["#
        + #"{"start":2,"end":2,"text":"`"},{"start":3,"end":3,"text":"`"}]}"#)
  }

  @Test func actionsCanBeForced() {
    let request = #"{"id":0,"text":"**a**","start":2,"end":3,"command":"strong","action":"#
    #expect(answer(request + #""mark"}"#).hasSuffix(#""edits":[],"unchanged":"alreadySo"}"#))
    #expect(answer(request + #""unmark"}"#).contains(#""text":"a","start":0,"end":1"#))
    #expect(answer(request + #""toggle"}"#).contains(#""text":"a","start":0,"end":1"#))
  }

  @Test func nothingToToggleGivesTheSameBack() {
    #expect(
      answer(#"{"id":7,"text":"a\r\n\u0000 \n","start":4,"end":5,"command":"strong"}"#)
        == #"{"id":7,"text":"a\r\n\u0000 \n","start":4,"end":5,"edits":[],"#
        + #""unchanged":"nothingMarkable"}"#)
  }

  @Test func steppingOutIsNoEdit() {
    #expect(
      answer(#"{"id":7,"text":"**a** b","start":3,"end":3,"command":"strong"}"#)
        == #"{"id":7,"text":"**a** b","start":5,"end":5,"edits":[]}"#)
  }

  @Test(arguments: ["null", "-1.50e3", "\"é\\u0000\"", "[1,{\"a\":[]}]", "{}", "false"])
  func anyIdIsEchoed(_ id: String) {
    #expect(
      answer(#"{"text":"a","start":0,"end":1,"command":"code","id": "# + id + "}")
        .hasPrefix("{\"id\":\(id),\"text\":\"`a`\""))
  }

  /// A reader might reject an echoed id with duplicate keys. Found by the fuzzer.
  @Test(arguments: [#"{"a":1,"a":2}"#, #"[{"a":1,"b":[],"\u0061":2}]"#])
  func anIdWithAKeyTwiceIsRefused(_ id: String) {
    let line = #"{"id":"# + id + #","text":"a","start":0,"end":1,"command":"code"}"#
    #expect(problem(line).hasPrefix("notJSON: Duplicate key “a” in an object"))
    #expect(answer(line).hasPrefix("{\"id\":null,"))
  }

  @Test(arguments: ["id", "text", "start", "end", "command"])
  func aMissingFieldIsNamed(_ field: String) {
    let fields = [
      "id": "1", "text": "\"a\"", "start": "0", "end": "1", "command": "\"code\"",
    ].filter { $0.key != field }.map { "\"\($0.key)\":\($0.value)" }
    #expect(
      problem("{\(fields.joined(separator: ","))}")
        == "missingField: The field “\(field)” is missing.")
  }

  @Test(arguments: [
    ("x", "1", "unknownField: There is no field “x”."),
    ("\\u001b", "1", "unknownField: There is no field “\\\\u{1B}”."),
    ("start", "0", "duplicateField: Duplicate field “start”."),
    (
      "unit", "\"byte\"",
      "invalidValue: The field “unit” must be one of “utf16”, “utf8”, “scalar”."
    ),
    ("unit", "8", "invalidValue: The field “unit” must be one of “utf16”, “utf8”, “scalar”."),
    (
      "action", "null",
      "invalidValue: The field “action” must be one of “toggle”, “mark”, “unmark”."
    ),
  ])
  func aWrongFieldIsNamed(_ field: String, _ value: String, _ expected: String) {
    let line =
      #"{"text":"a","start":0,"end":1,"command":"code",""# + field + "\":\(value),\"id\":5}"
    #expect(problem(line) == expected)
    #expect(answer(line).hasPrefix("{\"id\":5,\"error\":"))
  }

  @Test(arguments: ["-1", "1.0", "1e2", "99999999999999999999", "\"1\"", "null", "[0]"])
  func anOffsetThatIsNoneIsNamed(_ value: String) {
    #expect(
      problem(#"{"id":1,"text":"a","end":1,"command":"code","start":"# + value + "}")
        == "invalidValue: The field “start” must be a whole number, 0 or more.")
  }

  @Test(arguments: [
    (2, 1, "utf16", "outsideText: “start” (2) is after “end” (1)."),
    (0, 4, "utf16", "outsideText: “end” (4) is outside the text, which has 3 UTF-16 code units."),
    (6, 6, "utf8", "outsideText: “start” (6) is outside the text, which has 5 bytes."),
    (2, 3, "utf16", "insideCharacter: “start” (2) is inside a surrogate pair."),
    (0, 3, "utf8", "insideCharacter: “end” (3) is inside a UTF-8 sequence."),
  ])
  func aSelectionOutsideIsNamed(_ start: Int, _ end: Int, _ unit: String, _ expected: String) {
    let offsets = "\"start\":\(start),\"end\":\(end),\"unit\":\"\(unit)\""
    #expect(problem("{\"id\":1,\"text\":\"a😀\",\"command\":\"code\",\(offsets)}") == expected)
  }

  @Test func aLineThatIsNoObjectIsAnError() {
    #expect(answer("").hasPrefix(#"{"id":null,"error":{"code":"notJSON""#))
    #expect(answer("[1]").hasPrefix(#"{"id":null,"error":{"code":"notAnObject""#))
    #expect(answer("3").hasPrefix(#"{"id":null,"error":{"code":"notAnObject""#))
    #expect(answer(#"{"id":4,"text":"a"#).hasPrefix(#"{"id":4,"error":{"code":"notJSON""#))
    #expect(answer(#"{"id":4} x"#).hasPrefix(#"{"id":4,"error":{"code":"notJSON""#))
    #expect(
      answer(#"{"id":4,"text":"\uD800"}"#).hasPrefix(#"{"id":4,"error":{"code":"invalidEncoding""#))
    #expect(
      problem(#"{"id":4,"text":"\uD800"}"#)
        == "invalidEncoding: The escape \\\\uD800 is one half of a surrogate pair without the other, "
        + "at byte 16 (from 0).")
  }

  @Test func whatLibcmarkMayNotBeGivenIsRefused() {
    let text = String(repeating: "![[]()", count: 100_000)
    let answer = problem(
      "{\"id\":1,\"text\":\"\(text)a\",\"start\":0,\"end\":9,\"command\":\"code\"}")
    #expect(answer.hasPrefix("unparsable: "), "\(answer.prefix(80))")
  }

  @Test func aLineThatWasTooLongIsAnError() {
    let bytes = BatchResponder().answer(to: .tooLong(limit: 10))
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == #"{"id":null,"error":{"code":"lineTooLong","#
        + #""message":"The line is longer than 10 bytes."}}"# + "\n")
  }
}
