import EditorTestSupport
import Foundation
import Testing

/// `mdedit lsp` as a client sees it.
@Suite(.serialized) struct LanguageServerTests {
  typealias Object = [String: Any]
  private let uri = "file:///notes.md"

  /// The text after edits of the protocol, made here by lines of UTF-16.
  private func applied(_ edits: [Object], to text: String) throws -> String {
    var result = Array(text.utf16)
    for edit in edits.reversed() {
      let range = try #require(edit["range"] as? [String: [String: Int]])
      let start = try offset(#require(range["start"]), in: text)
      let end = try offset(#require(range["end"]), in: text)
      result.replaceSubrange(
        start..<end, with: Array(try #require(edit["newText"] as? String).utf16))
    }
    return String(decoding: result, as: UTF16.self)
  }

  private func offset(_ position: [String: Int], in text: String) throws -> Int {
    let line = try #require(position["line"])
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let before = lines[..<line].reduce(0) { $0 + $1.utf16.count + 1 }
    return before + (try #require(position["character"]))
  }

  private func toggling(
    _ mark: String, _ version: Int, _ ranges: [Object], of uri: String? = nil
  ) -> Object {
    ["textDocument": ["uri": uri ?? self.uri, "version": version], "mark": mark, "ranges": ranges]
  }

  @Test func theFirstKnownEncodingThatIsOfferedCounts() throws {
    // Where “word” begins: behind é (2 bytes), 😀 (4 bytes, a surrogate pair) and three characters.
    let cases: [([String]?, String?, Int)] = [
      (nil, nil, 6), ([], nil, 6), (["utf-8", "utf-16"], "utf-8", 9), (["utf-32"], "utf-32", 5),
      (["utf-7", "utf-32", "utf-8"], "utf-32", 5), (["utf-16"], "utf-16", 6),
    ]
    for (offered, chosen, first) in cases {
      let client = try LanguageClient()
      let capabilities = try client.initialize(encodings: offered)
      #expect(capabilities["positionEncoding"] as? String == chosen)
      try client.open(uri, "é😀 a word")
      let result = try client.result(
        "mdedit/toggle", toggling("strong", 1, [range(0, first, first + 4)]))
      let edits = try #require((result as? Object)?["edits"] as? [Object])
      let selections = try #require(
        (result as? Object)?["selections"] as? [[String: [String: Int]]])
      #expect(edits.count == 2)
      #expect(selections[0]["start"]?["character"] == first + 2)
      #expect(selections[0]["end"]?["character"] == first + 6)
    }
  }

  @Test func actionsSayTheStateAndAreLiteral() throws {
    let client = try LanguageClient()
    try client.initialize()
    try client.open(uri, "Sow **beans** in May.\n\n    code\n")
    let parameters: Object = [
      "textDocument": ["uri": uri], "range": range(0, 6, 11),
      "context": ["diagnostics": [], "only": ["refactor"]],
    ]
    let result = try client.result("textDocument/codeAction", parameters)
    let actions = try #require(result as? [Object])
    let titles = actions.compactMap { $0["title"] as? String }
    #expect(
      titles.prefix(4) == [
        "Unmark strong (now on)", "Mark emphasis (now off)", "Mark code (now off)",
        "Mark strikethrough (now off)",
      ])
    #expect(titles.contains("Paragraph (now on)") == false && titles.contains("Quote"))
    // Indented code behind a list is a part of it.
    #expect(!titles.contains("Bullet List"))
    #expect(!titles.contains("Add Row") && !titles.contains("New Line"))
    #expect(actions.compactMap { $0["kind"] as? String }.first == "refactor.rewrite.mdedit.strong")
    let edit = try #require(actions[0]["edit"] as? Object)
    let changes = try #require(edit["documentChanges"] as? [Object])
    #expect((changes[0]["textDocument"] as? Object)?["version"] as? Int == 1)
    let text = try applied(
      try #require(changes[0]["edits"] as? [Object]), to: "Sow **beans** in May.\n\n    code\n")
    #expect(text == "Sow beans in May.\n\n    code\n")

    var other = parameters
    other["context"] = ["diagnostics": [], "only": ["quickfix"]]
    #expect((try client.result("textDocument/codeAction", other) as? [Object])?.isEmpty == true)
    other["context"] = ["diagnostics": []]
    other["range"] = range(2, 5, 7)
    let all = try #require(
      try client.result("textDocument/codeAction", other) as? [Object])
    let disabled = all.filter { $0["disabled"] != nil }
    #expect(disabled.count == 4)
    #expect(disabled.allSatisfy { $0["edit"] == nil })
    #expect(all.contains { $0["title"] as? String == "Code Block (now on)" })
  }

  @Test func anActionIsPlainWhereAClientKnowsLess() throws {
    let client = try LanguageClient()
    try client.initialize(versioned: false, disabled: false)
    try client.open(uri, "a word\n\n    code")
    let actions = try #require(
      try client.result(
        "textDocument/codeAction",
        ["textDocument": ["uri": uri], "range": range(0, 2, 6), "context": ["diagnostics": []]])
        as? [Object])
    let changes = try #require((actions[0]["edit"] as? Object)?["changes"] as? [String: [Object]])
    #expect(
      try applied(try #require(changes[uri]), to: "a word\n\n    code").hasPrefix("a **word**"))
    let none = try #require(
      try client.result(
        "textDocument/codeAction",
        ["textDocument": ["uri": uri], "range": range(2, 4, 6), "context": ["diagnostics": []]])
        as? [Object])
    #expect(none.allSatisfy { $0["edit"] == nil && $0["disabled"] == nil })
  }

  @Test func anActionOfTheCatalogueIsACommandThatTheClientSendsBack() throws {
    let client = try LanguageClient()
    try client.initialize()
    let text = "- one\n- two\n"
    try client.open(uri, text)
    let actions = try #require(
      try client.result(
        "textDocument/codeAction",
        [
          "textDocument": ["uri": uri], "range": range(1, 3, 3),
          "context": ["diagnostics": [], "only": ["refactor.rewrite.mdedit.indent"]],
        ]) as? [Object])
    #expect(actions.count == 1)
    #expect(actions[0]["kind"] as? String == "refactor.rewrite.mdedit.indent")
    #expect(actions[0]["edit"] == nil)
    let command = try #require(actions[0]["command"] as? Object)
    let id = try client.ask(
      "workspace/executeCommand",
      [
        "command": try #require(command["command"] as? String),
        "arguments": try #require(command["arguments"] as? [Any]),
      ])
    let request = try client.message("workspace/applyEdit")
    let edit = try #require((request["params"] as? Object)?["edit"] as? Object)
    let changes = try #require(edit["documentChanges"] as? [Object])
    #expect(
      try applied(try #require(changes[0]["edits"] as? [Object]), to: text) == "- one\n  - two\n")
    try client.send(["jsonrpc": "2.0", "id": request["id"] ?? 0, "result": ["applied": true]])
    let answer = try client.answer(to: id)
    #expect((answer["result"] as? Object)?["effect"] as? String == "moves")
  }

  @Test func aBarOfAllCommandsIsToldByTheState() throws {
    let client = try LanguageClient()
    try client.initialize()
    try client.open(uri, "## one")
    let parameters: Object = [
      "textDocument": ["uri": uri, "version": 1], "range": range(0, 4, 4), "commands": true,
    ]
    let state = try #require(try client.result("mdedit/state", parameters) as? Object)
    let commands = try #require(state["commands"] as? [Object])
    let heading = try #require(commands.first { $0["command"] as? String == "heading-2" })
    #expect(heading["presence"] as? String == "on" && heading["applies"] as? Bool == true)
    let indent = try #require(commands.first { $0["command"] as? String == "indent" })
    #expect(indent["applies"] as? Bool == false && indent["reason"] as? String == "notInList")
  }

  @Test func enterIsFinishedByFormatting() throws {
    // What the client has typed, with its own indentation; the text after the edits.
    let cases = [
      ("- one\n", [1, 0], "- one\n- "), ("- one\n  ", [1, 2], "- one\n- "),
      ("- [x] one\n\n\ntwo", [1, 0], "- [x] one\n- [ ] \n\ntwo"), ("> a\n", [1, 0], "> a\n> "),
      ("2. é\n", [1, 0], "2. é\n3. "), ("plain\n", [1, 0], "plain\n"),
      ("- one\n- ", [1, 2], "- one\n- "),
    ]
    for (text, place, wanted) in cases {
      let client = try LanguageClient()
      let capabilities = try client.initialize()
      let provider = capabilities["documentOnTypeFormattingProvider"] as? Object
      #expect(provider?["firstTriggerCharacter"] as? String == "\n")
      try client.open(uri, text)
      let edits = try #require(
        try client.result(
          "textDocument/onTypeFormatting",
          [
            "textDocument": ["uri": uri], "position": ["line": place[0], "character": place[1]],
            "ch": "\n", "options": ["tabSize": 4, "insertSpaces": true],
          ]) as? [Object])
      #expect(try applied(edits, to: text) == wanted, "\(text.debugDescription)")
    }
  }

  @Test func aCommandIsAnsweredAfterTheClientHasEdited() throws {
    let client = try LanguageClient()
    try client.initialize()
    try client.open(uri, "a word")
    let id = try client.ask(
      "workspace/executeCommand",
      ["command": "mdedit.toggle", "arguments": [toggling("strong", 1, [range(0, 2, 6)])]])
    let request = try client.message("workspace/applyEdit")
    // Nothing is answered yet: another request is answered first.
    _ = try client.result("mdedit/state", toggling("", 1, [range(0, 2, 6)]))
    try client.send([
      "jsonrpc": "2.0", "id": try #require(request["id"] as? Int), "result": ["applied": true],
    ])
    let result = try #require(try client.answer(to: id)["result"] as? Object)
    #expect(result["applied"] as? Bool == true)
    #expect(result["effect"] as? String == "marks")

    // A client that does not, and one that takes it back.
    for answer: Object in [
      ["result": ["applied": false, "failureReason": "read only"]],
      ["error": ["code": -1, "message": "read only"]],
    ] {
      let id = try client.ask(
        "workspace/executeCommand",
        ["command": "mdedit.mark", "arguments": [toggling("code", 1, [range(0, 2, 6)])]])
      let request = try client.message("workspace/applyEdit")
      try client.send(
        answer.merging(["jsonrpc": "2.0", "id": try #require(request["id"] as? Int)]) { $1 })
      let error = try #require(try client.answer(to: id)["error"] as? Object)
      #expect(error["code"] as? Int == -32803)
      #expect((error["message"] as? String)?.contains("read only") == true)
    }
    let other = try client.ask(
      "workspace/executeCommand",
      ["command": "mdedit.toggle", "arguments": [toggling("code", 1, [range(0, 2, 6)])]])
    _ = try client.message("workspace/applyEdit")
    try client.notify("$/cancelRequest", ["id": other])
    #expect((try client.answer(to: other)["error"] as? Object)?["code"] as? Int == -32800)
  }

  @Test func aStaleVersionIsNeverAnEdit() throws {
    let client = try LanguageClient()
    try client.initialize()
    try client.open(uri, "a word", version: 7)
    let word = [range(0, 2, 6)]
    for version in [6, 8, -1] {
      #expect(try client.errorCode("mdedit/toggle", toggling("strong", version, word)) == -32801)
      #expect(try client.errorCode("mdedit/state", toggling("strong", version, word)) == -32801)
      let code = try client.errorCode(
        "workspace/executeCommand",
        ["command": "mdedit.toggle", "arguments": [toggling("strong", version, word)]])
      #expect(code == -32801)
    }
    var without = toggling("strong", 7, word)
    without["textDocument"] = ["uri": uri]
    #expect(try client.errorCode("mdedit/toggle", without) == -32602)
    #expect(
      try client.errorCode(
        "workspace/executeCommand", ["command": "mdedit.toggle", "arguments": [without]]) == -32602)
    #expect(client.messages.isEmpty)
    try client.change(uri, version: 8, [["range": range(0, 0, 1), "text": "some"]])
    #expect(try client.errorCode("mdedit/toggle", toggling("strong", 7, word)) == -32801)
    _ = try client.result("mdedit/toggle", toggling("strong", 8, [range(0, 5, 9)]))
    // A change that does not fit: the text is not known until it comes whole.
    try client.change(uri, version: 9, [["range": ["start": 3], "text": ""]])
    #expect(
      try client.errorCode("mdedit/toggle", toggling("strong", 9, [range(0, 5, 9)])) == -32801)
    _ = try client.message("window/showMessage")
    try client.change(uri, version: 10, [["text": "a word"]])
    _ = try client.result("mdedit/toggle", toggling("strong", 10, word))
  }

  @Test func severalSelectionsComeBackInTheirOrder() throws {
    let client = try LanguageClient()
    try client.initialize()
    let text = "one two three\n"
    try client.open(uri, text)
    let ranges = [range(0, 8, 13), range(0, 0, 3)]
    let result = try #require(
      try client.result("mdedit/toggle", toggling("emphasis", 1, ranges)) as? Object)
    let after = try applied(try #require(result["edits"] as? [Object]), to: text)
    #expect(after == "*one* two *three*\n")
    let selections = try #require(result["selections"] as? [[String: [String: Int]]])
    #expect(selections.map { $0["start"]?["character"] } == [11, 1])
    #expect(selections.map { $0["end"]?["character"] } == [16, 4])
    let overlapping = toggling("emphasis", 1, [range(0, 0, 5), range(0, 3, 7)])
    #expect(try client.errorCode("mdedit/toggle", overlapping) == -32602)
  }

  @Test func aRowOfTheCatalogueIsDone() throws {
    let client = try LanguageClient()
    try client.initialize()
    let text = "Sow beans\n\nIn May.\n"
    try client.open(uri, text)
    var parameters: Object = [
      "textDocument": ["uri": uri, "version": 1], "command": "heading-2", "range": range(0, 4, 9),
    ]
    let result = try #require(try client.result("mdedit/do", parameters) as? Object)
    #expect(
      try applied(try #require(result["edits"] as? [Object]), to: text)
        == "## Sow beans\n\nIn May.\n")
    let selections = try #require(result["selections"] as? [[String: [String: Int]]])
    #expect(selections.map { $0["start"]?["character"] } == [7])
    let id = try client.ask(
      "workspace/executeCommand", ["command": "mdedit.do", "arguments": [parameters]])
    let request = try client.message("workspace/applyEdit")
    #expect((request["params"] as? Object)?["label"] as? String == "Heading 2")
    try client.send([
      "jsonrpc": "2.0", "id": try #require(request["id"] as? Int), "result": ["applied": true],
    ])
    #expect(try client.answer(to: id)["result"] != nil)
    parameters["textDocument"] = ["uri": uri, "version": 2]
    #expect(try client.errorCode("mdedit/do", parameters) == -32801)
    parameters["command"] = "heading-7"
    #expect(try client.errorCode("mdedit/do", parameters) == -32602)
  }

  @Test func aStateSaysAllMarks() throws {
    let client = try LanguageClient(["--dialect", "obsidian"])
    try client.initialize()
    try client.open(uri, "**bold** and ==light==\n")
    let result = try #require(
      try client.result("mdedit/state", toggling("", 1, [range(0, 2, 16)])) as? Object)
    let marks = try #require(result["marks"] as? [[String: String]])
    #expect(
      marks.map { $0["mark"] } == ["strong", "emphasis", "code", "strikethrough", "highlight"])
    #expect(marks.map { $0["presence"] } == ["mixed", "off", "off", "off", "mixed"])
    try client.notify(
      "workspace/didChangeConfiguration", ["settings": ["mdedit": ["dialect": "commonmark"]]])
    let plain = try #require(
      try client.result("mdedit/state", toggling("", 1, [range(0, 2, 8)])) as? Object)
    #expect((plain["marks"] as? [Object])?.count == 3)
  }

  @Test func whatIsMalformedIsAnsweredAndTheStreamGoesOn() throws {
    let client = try LanguageClient()
    try client.initialize()
    try client.open(uri, "a word")
    let malformed: [(String, Int)] = [
      ("{", -32700), ("[]", -32600), ("3", -32600), ("{\"id\":1.5,\"method\":\"x\"}", -32600),
      ("{\"jsonrpc\":\"2.0\"}", -32600), ("\u{FEFF}{}", -32700), ("", -32700),
      (String(repeating: "[", count: 100_000), -32700), ("{\"method\":7}", -32600),
    ]
    for (content, code) in malformed {
      try client.send(content: Data(content.utf8))
      let error = try #require(try client.answer(to: nil)["error"] as? Object)
      #expect(error["code"] as? Int == code, "\(content.prefix(40))")
    }
    for header in ["Content-Length: x\r\n\r\n", "junk\n", "Content-Length: -5\r\n\r\n"] {
      try client.send(bytes: Data(header.utf8))
      _ = try client.result("mdedit/state", toggling("", 1, [range(0, 2, 6)]))
      #expect((try client.answer(to: nil)["error"] as? Object)?["code"] as? Int == -32700)
    }
    try client.send(content: Data([0x22, 0xFF, 0x22]))
    #expect((try client.answer(to: nil)["error"] as? Object)?["code"] as? Int == -32700)
    #expect(try client.errorCode("textDocument/documentSymbol", [:]) == -32601)
    #expect(try client.errorCode("mdedit/toggle", nil) == -32602)
    #expect(try client.errorCode("mdedit/toggle", toggling("bold", 1, [range(0, 2, 6)])) == -32602)
    #expect(
      try client.errorCode("mdedit/toggle", toggling("strong", 1, [], of: "file:///x")) == -32602)
    _ = try client.result("mdedit/toggle", toggling("strong", 1, [range(0, 2, 6)]))
    // A change of a text that cannot be read: what the client has is not known.
    try client.send(
      content: Data(
        "{\"method\":\"textDocument/didChange\",\"params\":{\"text\":\"\\ud800\"}}".utf8))
    _ = try client.answer(to: nil)
    #expect(
      try client.errorCode("mdedit/toggle", toggling("strong", 1, [range(0, 2, 6)])) == -32801)
  }

  @Test func theEndIsAsTheProtocolHasIt() throws {
    let client = try LanguageClient()
    #expect(try client.errorCode("mdedit/state", [:]) == -32002)
    try client.initialize()
    #expect(try client.errorCode("initialize", [:]) == -32600)
    #expect(try client.result("shutdown", nil) is NSNull)
    #expect(try client.errorCode("mdedit/state", [:]) == -32600)
    try client.notify("exit", [:])
    #expect(try client.status() == 0)
    let other = try LanguageClient()
    try other.initialize()
    try other.notify("exit", [:])
    #expect(try other.status() == 1)
    #expect(try LanguageClient().status() == 1)
  }

  @Test func whatIsTakenBackWhileItWaitsIsNotBegun() throws {
    let client = try LanguageClient()
    try client.initialize()
    try client.open(uri, "a word")
    var bytes = Data()
    let state = toggling("", 1, [range(0, 2, 6)])
    for id in 100..<200 {
      for message: Object in [
        ["jsonrpc": "2.0", "id": id, "method": "mdedit/state", "params": state],
        ["jsonrpc": "2.0", "method": "$/cancelRequest", "params": ["id": id]],
      ] {
        let content = try JSONSerialization.data(withJSONObject: message)
        bytes += Data("Content-Length: \(content.count)\r\n\r\n".utf8) + content
      }
    }
    try client.send(bytes: bytes)
    let answers = try (100..<200).map { try client.answer(to: $0) }
    #expect(answers.allSatisfy { ($0["result"] == nil) != ($0["error"] == nil) })
    let codes = answers.compactMap { ($0["error"] as? Object)?["code"] as? Int }
    #expect(codes.allSatisfy { $0 == -32800 } && codes.count > 50, "\(codes.count)")
  }

  @Test func diagnosticsAreOffUntilAClientAsksForThem() throws {
    let client = try LanguageClient()
    try client.initialize()
    try client.open(uri, "Sow **beans in May, `x\n\n2 * 3, snake_case and **done**\n")
    _ = try client.result("mdedit/state", toggling("", 1, [range(0, 0, 3)]))
    #expect(client.messages.isEmpty)
    try client.notify(
      "workspace/didChangeConfiguration", ["settings": ["mdedit": ["diagnostics": true]]])
    let published = try client.message("textDocument/publishDiagnostics")
    let parameters = try #require(published["params"] as? Object)
    let found = try #require(parameters["diagnostics"] as? [Object])
    let starts = found.compactMap {
      (($0["range"] as? Object)?["start"] as? [String: Int])?["character"]
    }
    #expect(starts == [4, 20])
    #expect(parameters["version"] as? Int == 1)
  }

  @Test func tenMegabytesAreFollowed() throws {
    let client = try LanguageClient()
    try client.initialize()
    let paragraph = "Sow **beans** in May, _peas_ in `April`; the rest waits.\n\n"
    let count = 10_000_000 / paragraph.utf8.count + 1
    try client.open(uri, String(repeating: paragraph, count: count))
    _ = try client.result("mdedit/state", toggling("", 1, [range(0, 0, 3)]))
    let begin = ContinuousClock.now
    for step in 0..<100 {
      let line = step * 2 * (count / 100)
      try client.change(uri, version: step + 2, [["range": range(line, 0, 3), "text": "Saw"]])
      let result = try #require(
        try client.result("mdedit/toggle", toggling("strong", step + 2, [range(line, 0, 3)]))
          as? Object)
      #expect((result["edits"] as? [Object])?.count == 2)
    }
    // Reading all of it at each step would take minutes in a debug build.
    #expect(ContinuousClock.now - begin < .seconds(20))
  }

  @Test(arguments: ["utf-8", "utf-16", "utf-32"])
  func randomChangesAreFollowedInAnyEncoding(_ encoding: String) throws {
    let client = try LanguageClient()
    try client.initialize(encodings: [encoding])
    var random = RandomTests.generator("language server \(encoding)")
    var text: [Unicode.Scalar] = Array("first line\nsecond 😀 line\n".unicodeScalars)
    try client.open(uri, String(String.UnicodeScalarView(text)))
    let pieces = ["a", "é", "😀", "\n", "\r\n", "**b**", " ", "`c", "\u{2028}", "> x\n"]
    // A position of the protocol by reading the text up to the offset.
    func position(_ offset: Int) -> Object {
      var line = 0
      var character = 0
      var index = 0
      while index < offset {
        let scalar = text[index]
        let isPair = scalar == "\r" && index + 1 < text.count && text[index + 1] == "\n"
        if scalar == "\n" || (scalar == "\r" && !isPair) {
          (line, character) = (line + 1, 0)
        } else {
          character +=
            encoding == "utf-8"
            ? UTF8.width(scalar) : encoding == "utf-16" ? UTF16.width(scalar) : 1
        }
        index += 1
      }
      return ["line": line, "character": character]
    }
    func isInPair(_ offset: Int) -> Bool {
      offset > 0 && offset < text.count && text[offset - 1] == "\r" && text[offset] == "\n"
    }
    for version in 2..<150 {
      var start = Int.random(in: 0...text.count, using: &random)
      var end = Int.random(in: start...min(text.count, start + 6), using: &random)
      if isInPair(start) { start -= 1 }
      if isInPair(end) { end += 1 }
      let piece = try #require(pieces.randomElement(using: &random))
      let place: Object = ["start": position(start), "end": position(end)]
      try client.change(uri, version: version, [["range": place, "text": piece]])
      text.replaceSubrange(start..<end, with: piece.unicodeScalars)
      guard version % 10 == 0 else { continue }
      // What the server makes of the text, against the same by the command line.
      let state = try #require(
        try client.result(
          "mdedit/state",
          [
            "textDocument": ["uri": uri, "version": version],
            "range": ["start": position(0), "end": position(text.count)],
          ]) as? Object)
      let marks = try #require(state["marks"] as? [[String: String]])
      let run = try ToolRun(
        [
          "state", "-", "--utf8", "0-\(String(String.UnicodeScalarView(text)).utf8.count)",
          "--json",
        ],
        input: Array(String(String.UnicodeScalarView(text)).utf8))
      for mark in marks {
        let name = try #require(mark["mark"])
        let presence = try #require(mark["presence"])
        #expect(
          run.text.contains("\"mark\":\"\(name)\",\"presence\":\"\(presence)\""),
          "\(run.text) \(run.errors) \(mark) \(RandomTests.seed)")
      }
    }
  }
}
