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
  @Test func takesSeveralSelections() throws {
    let line = #"{"id":1,"text":"a b c","command":"strong","selections":"#
    let result = answer(line + #"[{"start":4,"end":5},{"end":1,"start":0},{"start":0,"end":1}]}"#)
    let selections = #""selections":[{"start":2,"end":3},{"start":10,"end":11}]"#
    #expect(result.hasPrefix(#"{"id":1,"text":"**a** b **c**",\#(selections),"#))
    let joined = answer(line + #"[{"start":0,"end":1},{"start":0,"end":3},{"start":1,"end":2}]}"#)
    #expect(joined.hasPrefix(#"{"id":1,"text":"**a b** c","selections":[{"start":2,"end":5}],"#))
    let wrong =
      "The field “selections” must be a list of at least one object with “start” and “end”."
    for value in [
      "[]", "3", "[3]", #"[{"start":1}]"#, #"[{"start":0,"end":1,"x":2}]"#,
      #"[{"start":0,"end":1,"text":"x"}]"#, #"[{"start":0,"end":1,"end":1}]"#,
      #"[{"start":0,"end":"1"}]"#,
    ] {
      #expect(try problem(line + value + "}") == "invalidValue: \(wrong)", "\(value)")
    }
    #expect(
      try problem(line + #"[{"start":0,"end":1}],"start":0}"#)
        == "invalidValue: “selections” and “start” or “end” cannot be combined.")
    #expect(try problem(line + #"[{"start":0,"end":9}]}"#).hasPrefix("outsideText"))
  }

  /// An open document is an editing session: a mark is pending between its lines.
  @Test func keepsAnOpenDocument() {
    let responder = BatchResponder()
    func answered(_ fields: String) -> String {
      answer(#"{"id":1,"document":"notes",\#(fields)}"#, by: responder)
    }
    let toggle = #""command":"strong","start":2,"end":6"#
    let caret = #","start":2,"end":2"#
    let done = #"{"id":1,"document":"notes"}"#
    let unknown =
      #"{"id":1,"error":{"code":"unknownDocument","message":"There is no open document “notes”."}}"#
    #expect(answered(toggle) == unknown)
    #expect(answered(#""command":"open","text":"a word""#) == done)
    #expect(answered(toggle).hasPrefix(#"{"id":1,"start":4,"end":8,"edits":["#))
    #expect(
      answered(#""command":"state","start":4,"end":8"#)
        .contains(#"{"mark":"strong","presence":"on","applies":true}"#))
    let edit = #""command":"edit","edits":"#
    #expect(
      answered(edit + #"[{"start":3,"end":4,"text":""},{"start":0,"end":1,"text":""}]"#)
        .contains("not in order"))
    for value in [#"[{"start":3}]"#, "[3]", #"[{"start":3,"end":3,"text":3}]"#, "{}"] {
      #expect(answered(edit + value).contains("invalidValue"), "\(value)")
    }
    #expect(answered(edit + #"[]"#) == done)
    #expect(answered(toggle + #","text":"a""#).contains("cannot be combined"))
    #expect(
      answered(edit + #"[{"start":0,"end":1,"text":"é"},{"start":1,"end":10,"text":" "}]"#) == done)
    let pending = #""command":"strong""# + caret
    #expect(
      answered(pending + #","steps":"never""#).contains(#""edits":[],"unchanged":"nothingToMark""#))
    #expect(answered(pending) == #"{"id":1,"start":2,"end":2,"edits":[]}"#)
    #expect(answered(#""command":"state""# + caret).contains(#""strong","presence":"on""#))
    #expect(
      answered(#""command":"insert-text","argument":"x""# + caret)
        == #"{"id":1,"start":5,"end":5,"edits":[{"start":2,"end":2,"text":"**x**"}]}"#)
    #expect(answered(#""command":"close""#) == done)
    #expect(answered(toggle) == unknown)
  }

  @Test func answersACopy() throws {
    let line = try batchLine("a **b**", 0, 5, "copy")
    #expect(answer(line) == #"{"id":1,"html":"a <strong>b</strong>","plain":"a b"}"#)
  }

  @Test func answersAState() throws {
    let line = try batchLine("a **b**", 0, 5, "state")
    #expect(
      answer(line).hasPrefix(
        #"{"id":1,"marks":[{"mark":"strong","presence":"mixed","applies":true},"#))
    #expect(answer(line).contains(#"{"mark":"strikethrough","presence":"off""#))
    #expect(!answer(line).contains("heading"))
  }

  @Test(arguments: [
    ("foo.bar", 0, 4, [:], "**foo**.bar"),
    ("foo.bar", 0, 4, ["edges": "exact"], "**foo.**&#98;ar"),
    ("**two words**", 8, 8, ["inRun": "word"], "**two** words"),
    ("a", 1, 1, ["atEdge": "pending"], "a"), ("**a**", 2, 3, ["action": "unmark"], "a"),
    ("**a**", 2, 3, ["action": "toggle"], "a"), ("**a** b", 3, 3, [:], "**a** b"),
    ("a", 0, 1, ["command": "highlight", "dialect": "obsidian"], "==a=="),
    ("a", 0, 1, ["command": "link", "argument": "/u"], "[a](/u)"),
  ])
  func takesOptionsAsFields(
    _ text: String, _ start: Int, _ end: Int, _ options: [String: String], _ expected: String
  ) throws {
    let answer = answer(try batchLine(text, start, end, with: options))
    #expect(try JSON(reading: answer.utf8)["text"].text == expected)
  }

  @Test(arguments: [("utf16", 3, 4), ("utf8", 5, 7), ("scalar", 2, 3)])
  func countsInTheUnitOfTheRequest(_ unit: String, _ start: Int, _ end: Int) throws {
    let edits = [start, end].map { #"{"start":\#($0),"end":\#($0),"text":"`"}"# }
    let selection = #""start":\#(start + 1),"end":\#(end + 1)"#
    #expect(
      answer(try batchLine("😀 é x", start, end, "code", with: ["unit": unit]))
        == #"{"id":1,"text":"😀 `é` x",\#(selection),"edits":[\#(edits.joined(separator: ","))]}"#)
  }

  /// Nothing is typed through a batch, so an empty pair would stay.
  @Test(arguments: [("a  b", 2), ("a ", 2), ("", 0), ("- ", 2), ("a\n\n", 3)])
  func writesNoEmptyPair(_ text: String, _ caret: Int) throws {
    for mark in ["strong", "strikethrough", "code"] {
      #expect(
        answer(try batchLine(text, caret, caret, mark)).contains(#""unchanged":"nothingToMark""#))
      let typed = answer(try batchLine(text, caret, caret, mark, with: ["insert": "x"]))
      #expect(!typed.contains("unchanged") && !typed.contains("error"), "\(typed)")
    }
  }

  @Test(arguments: [
    (
      "a ", 2, ["insert": "x y"],
      #""a **x y**","start":7,"end":7,"edits":[{"start":2,"end":2,"text":"**x y**"}]}"#
    ),
    ("**a** b", 3, [:], #""**a** b","start":5,"end":5,"edits":[]}"#),
    (
      "a\r\n\u{0} \n", 5, [:],
      #""a\r\n\u0000 \n","start":5,"end":5,"edits":[],"unchanged":"nothingToMark","#
        + #""message":"The caret is not in a word, so there is nothing to mark."}"#
    ),
    (
      "    a", 5, [:],
      #""    a","start":5,"end":5,"edits":[],"unchanged":"caretOutsideText","#
        + #""message":"No mark can be added here: the caret is not in text."}"#
    ),
  ])
  func answersExactly(
    _ text: String, _ caret: Int, _ fields: [String: String], _ expected: String
  ) throws {
    let answer = answer(try batchLine(text, caret, caret, with: fields))
    #expect(answer == #"{"id":1,"text":"# + expected)
  }

  @Test(arguments: ["null", "-1.50e3", "\"é\\u0000\"", "[1,{\"a\":[]}]", "{}", "false"])
  func echoesAnyId(_ id: String) {
    let line = #"{"text":"a","start":0,"end":1,"command":"code","id": \#(id)}"#
    #expect(answer(line).hasPrefix("{\"id\":\(id),\"text\":\"`a`\""))
  }

  @Test(arguments: ["id", "text", "start", "end", "command"])
  func namesAMissingField(_ field: String) throws {
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
    (
      #""edges":"none""#,
      "invalidValue: The field “edges” must be one of “readable”, “exact”, “plain”."
    ),
    (#""edits":[]"#, "unknownField: Only “edit” takes “edits”."),
    (#""insert":"""#, "invalidValue: The field “insert” must be a text of one line."),
    (#""insert":"a\n""#, "invalidValue: The field “insert” must be a text of one line."),
    (#""document":"d""#, "invalidValue: “text” and “document” cannot be combined."),
    (#""argument":8"#, "invalidValue: The field “argument” must be a string."),
  ])
  func namesAWrongField(_ field: String, _ expected: String) throws {
    let line = #"{"text":"a","start":0,"end":1,"command":"code",\#(field),"id":5}"#
    #expect(try problem(line) == expected)
    #expect(answer(line).hasPrefix("{\"id\":5,\"error\":"))
  }

  @Test(arguments: [
    ("state", ["action": "mark"], "unknownField: “state” takes no “action” and no “argument”."),
    ("heading-1", ["action": "mark"], "unknownField: “heading-1” takes no “action”."),
    (
      "heading-1", ["insert": "x"],
      "unknownField: Only the command of a mark or of tags takes “insert”."
    ),
    ("edit", ["document": "d"], "invalidValue: “text” and “document” cannot be combined."),
    ("open", [:], "missingField: The field “document” is missing."),
    ("strong", ["edges": "plain"], "noSpelling: "),
  ])
  func namesAFieldThatTheCommandDoesNotTake(
    _ command: String, _ fields: [String: String], _ expected: String
  ) throws {
    #expect(try problem(batchLine("foo.bar", 0, 4, command, with: fields)).hasPrefix(expected))
    let markup = try problem(batchLine("a ", 2, 2, with: ["insert": "*"]))
    #expect(markup.hasPrefix("noSpelling: “text”: refused: “*” would be read as markup here"))
  }

  @Test(arguments: ["-1", "1.0", "1e2", "99999999999999999999", "\"1\"", "null", "[0]"])
  func namesAnOffsetThatIsNone(_ value: String) throws {
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
  func namesASelectionOutsideTheText(
    _ start: Int, _ end: Int, _ unit: String, _ expected: String
  ) throws {
    #expect(try problem(batchLine("a😀", start, end, "code", with: ["unit": unit])) == expected)
    if expected.contains("outside the text") {
      let ascii = try problem(batchLine("a", 0, end, "code", with: ["unit": unit]))
      #expect(ascii.hasPrefix("outsideText: “end” (\(end)) is outside the text, which has 1 "))
    }
  }

  @Test(arguments: [
    ("", "null", "notJSON"), ("[1]", "null", "notAnObject"), ("3", "null", "notAnObject"),
    (#"{"id":4,"text":"a"#, "4", "notJSON"), (#"{"id":4} x"#, "4", "notJSON"),
    (#"{"id":4,"text":"\uD800"}"#, "4", "invalidEncoding"),
    (#"{"id":{"a":1,"a":2},"text":"a"}"#, "null", "notJSON"),
  ])
  func refusesALineThatIsNoObject(_ line: String, _ id: String, _ code: String) {
    #expect(answer(line).hasPrefix(#"{"id":\#(id),"error":{"code":"\#(code)","message":""#))
  }

  /// DEL, C1, separators, bidirectional controls and invisible characters, in texts and ids.
  @Test func escapesHiddenCharacters() throws {
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

  @Test func boundsLines() throws {
    func answer(_ options: String, _ line: String) throws -> String {
      try ToolRun("batch \(options)", input: line + "\n").text
    }
    let marked = try batchLine(String(repeating: "!", count: 20_000), 0, 9)
    #expect(try answer("--memory 1", marked).contains(#""code":"unparsable""#))
    #expect(try answer("--memory 4", marked).contains(#""text":"**!!!"#))
    let long = try batchLine(String(repeating: "a", count: 1 << 20), 0, 1)
    #expect(
      try answer("--line-limit 1", long)
        == #"{"id":null,"error":{"code":"lineTooLong","#
        + #""message":"The line is longer than 1048576 bytes."}}"# + "\n")
    #expect(try answer("--line-limit 2", long).contains(#""text":"**a**aaa"#))
    let brackets = String(repeating: "[", count: 65) + String(repeating: "]", count: 65)
    let deep = #"{"id":\#(brackets),"text":"a","start":0,"end":1,"command":"strong"}"#
    #expect(try answer("", deep).contains("nested deeper than 64"))
    #expect(try answer("--depth-limit 65", deep).contains(#""text":"**a**""#))
  }
}

/// Runs a pipeline from a file to a file, with short lines and a custom answer.
private func pipe(
  _ input: String, jobs: Int = 3, limit: Int = 1 << 20,
  _ answer: @escaping @Sendable (BatchLine) -> [UInt8]
) throws -> String {
  let scratch = try Scratch()
  let source = try FileHandle(forReadingFrom: URL(filePath: scratch.file("in", input)))
  let target = try FileHandle(forWritingTo: URL(filePath: scratch.file("out", "")))
  try BatchPipeline(jobs: jobs, lineLimit: limit, answer: answer)
    .run(input: source.fileDescriptor, output: target.fileDescriptor)
  return try scratch.text(of: "out")
}

@Suite struct BatchPipelineTests {
  @Test func endsLinesAtLFOrTheEnd() throws {
    func lines(_ text: String) throws -> String {
      try pipe(text) { line in
        guard case .complete(let bytes) = line else { return [] }
        return Array("\(bytes)".utf8)
      }
    }
    for (text, expected) in [
      ("", ""), ("\n", "[]"), ("a\n\nb\r\nc", "[97][][98, 13][99]"),
      ("\u{FEFF}a\n\u{FEFF}", "[97][239, 187, 191]"),
    ] {
      #expect(try lines(text) == expected)
    }
  }

  @Test func skipsALongLine() throws {
    let long = String(repeating: "x", count: 300_000)
    let longest = String(repeating: "y", count: 100_000)
    let output = try pipe("a\n\(long)\n\(longest)\n\(longest)z\n\(long)", limit: 100_000) { line in
      switch line {
      case .complete(let bytes): bytes + [0x0A]
      case .tooLong(let limit): Array("over \(limit)\n".utf8)
      }
    }
    #expect(output == "a\nover 100000\n\(longest)\nover 100000\nover 100000\n")
  }

  @Test(arguments: [1, 2, 7]) func answersLinesAboutADocumentInOrder(_ jobs: Int) throws {
    let words = (0..<300).map { _ in "word" }.joined(separator: " ")
    var lines = [#"{"id":0,"command":"open","document":"d","text":"\#(words)"}"#]
    // From the end, so that no selection moves.
    for index in (0..<300).reversed() {
      let places = #""start":\#(5 * index),"end":\#(5 * index + 4)"#
      lines.append(#"{"id":1,"command":"strong","document":"d",\#(places)}"#)
      lines.append(#"{"id":2,"command":"code","text":"a","start":0,"end":1}"#)
    }
    lines.append(#"{"id":3,"command":"emphasis","document":"d","start":0,"end":9}"#)
    let responder = BatchResponder()
    let output = try pipe(lines.joined(separator: "\n"), jobs: jobs) { responder.answer(to: $0) }
    #expect(!output.contains("error"))
    let answers = output.split(separator: "\n")
    #expect(answers.count == lines.count && answers.last?.contains(#""edits""#) == true)
  }

  @Test(arguments: [1, 2, 7]) func keepsTheOrderOfTheLines(_ jobs: Int) throws {
    let input = (0..<5000).map { "\($0)\n" }.joined()
    let output = try pipe(input, jobs: jobs) { line in
      guard case .complete(let bytes) = line else { return [] }
      // Answers take different times, so they are ready out of order.
      var sum = 0
      for round in 0..<bytes.reduce(0, { $0 &+ Int($1) }) % 5 * 1000 { sum &+= round }
      return bytes + (sum == -1 ? [] : [0x0A])
    }
    #expect(output == input)
  }

  /// While nobody reads the answers, only few lines are read.
  @Test(.timeLimit(.minutes(10))) func boundsTheLinesInFlight() throws {
    let (input, output) = (Pipe(), Pipe())
    let counter = Counter()
    let pipeline = BatchPipeline(jobs: 2) { _ in
      counter.add()
      return [UInt8](repeating: 0x78, count: 1000) + [0x0A]
    }
    Thread.detachNewThread {
      let writing = output.fileHandleForWriting
      try? pipeline.run(
        input: input.fileHandleForReading.fileDescriptor, output: writing.fileDescriptor)
      try? writing.close()
    }
    Thread.detachNewThread {
      try? input.fileHandleForWriting.write(contentsOf: Data(repeating: 0x0A, count: 100_000))
      try? input.fileHandleForWriting.close()
    }
    // At each time, an answer that is read leaves room for few further lines.
    var length = 0
    while case let answers = output.fileHandleForReading.availableData, !answers.isEmpty {
      length += answers.count
      #expect(counter.value - length / 1001 < 1000)
    }
    #expect(length == 100_000 * 1001 && counter.value == 100_000)
  }

  @Test func reportsAFailureToRead() throws {
    let scratch = try Scratch()
    let target = try FileHandle(forWritingTo: URL(filePath: scratch.file("out", "")))
    let folder = open(scratch.url.path, O_RDONLY)
    defer { close(folder) }
    let failure = #expect(throws: Failure.self) {
      try BatchPipeline().run(input: folder, output: target.fileDescriptor)
    }
    #expect(failure?.message == "standard input: reading failed: Is a directory.")
  }

  /// A peer that writes one line and waits must get its answer.
  @Test(.timeLimit(.minutes(10))) func answersEveryLineAtOnce() throws {
    let (input, output) = (Pipe(), Pipe())
    let process = Process()
    process.executableURL = Tool.url
    process.arguments = ["batch"]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    for id in 0..<20 {
      try input.fileHandleForWriting.write(
        contentsOf: Data("\(batchLine("a", 0, 1, id: id))\n".utf8))
      let answer = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
      #expect(answer.hasPrefix("{\"id\":\(id),\"text\":\"**a**\"") && answer.hasSuffix("\n"))
    }
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }
}

private final class Counter: Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var count = 0

  func add() { lock.withLock { count += 1 } }

  var value: Int { lock.withLock { count } }
}
