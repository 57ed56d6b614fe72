import Foundation
import Testing

/// Checks commands, actions and states of `mdedit lsp`.
@Suite(.serialized) struct LanguageServerCommandTests {
  typealias Object = [String: Any]
  private let uri = LanguageClient.uri

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
    // Indented code after a list belongs to the list.
    #expect(!titles.contains("Bullet List"))
    #expect(!titles.contains("Add Row") && !titles.contains("New Line"))
    #expect(actions.compactMap { $0["kind"] as? String }.first == "refactor.rewrite.mdedit.strong")
    #expect(actions.allSatisfy { $0["edit"] == nil && $0["command"] == nil })
    let resolved = try #require(try client.result("codeAction/resolve", actions[0]) as? Object)
    #expect(resolved["title"] as? String == titles[0])
    let edit = try #require(resolved["edit"] as? Object)
    let changes = try #require(edit["documentChanges"] as? [Object])
    #expect((changes[0]["textDocument"] as? Object)?["version"] as? Int == 1)
    let text = try LanguageClient.applied(
      try #require(changes[0]["edits"] as? [Object]), to: "Sow **beans** in May.\n\n    code\n")
    #expect(text == "Sow beans in May.\n\n    code\n")

    var other = parameters
    other["context"] = ["diagnostics": [], "only": ["quickfix"]]
    #expect((try client.result("textDocument/codeAction", other) as? [Object])?.isEmpty == true)
    other["context"] = ["diagnostics": []]
    other["range"] = range(2, 5, 7)
    let all = try #require(
      try client.result("textDocument/codeAction", other) as? [Object])
    // No mark applies in code.
    #expect(!all.contains { ($0["title"] as? String)?.contains("strong") == true })
    #expect(all.contains { $0["title"] as? String == "Code Block (now on)" })
  }

  @Test func anActionIsPlainWhereAClientKnowsLess() throws {
    let client = try LanguageClient()
    try client.initialize(
      versioned: false, applies: false, resolves: false)
    try client.open(uri, "a word\n\n    code")
    let actions = try #require(
      try client.result(
        "textDocument/codeAction",
        ["textDocument": ["uri": uri], "range": range(0, 2, 6), "context": ["diagnostics": []]])
        as? [Object])
    let changes = try #require((actions[0]["edit"] as? Object)?["changes"] as? [String: [Object]])
    #expect(
      try LanguageClient.applied(try #require(changes[uri]), to: "a word\n\n    code").hasPrefix(
        "a **word**"))
    let none = try client.result(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": uri], "range": range(2, 4, 6),
        "context": ["diagnostics": [], "only": ["refactor.rewrite.mdedit.strong"]],
      ])
    #expect((none as? [Object])?.isEmpty == true)
  }

  @Test func actionsOnALongSelectionAreListedUnread() throws {
    let client = try LanguageClient()
    try client.initialize()
    try client.open(uri, String(repeating: "some *words*\n\n", count: 1000))
    let actions = try #require(
      try client.result(
        "textDocument/codeAction",
        [
          "textDocument": ["uri": uri], "context": ["diagnostics": []],
          "range": ["start": ["line": 0, "character": 0], "end": ["line": 1999, "character": 0]],
        ]) as? [Object])
    #expect(actions.first?["title"] as? String == "Toggle strong")
    #expect(actions.allSatisfy { $0["data"] != nil && $0["edit"] == nil })
  }

  @Test func anActionOfTheCatalogueIsACommandThatTheClientSendsBack() throws {
    let client = try LanguageClient()
    try client.initialize(resolves: false)
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
      try LanguageClient.applied(try #require(changes[0]["edits"] as? [Object]), to: text)
        == "- one\n  - two\n")
    try client.send(["jsonrpc": "2.0", "id": request["id"] ?? 0, "result": ["applied": true]])
    let answer = try client.answer(to: id)
    #expect((answer["result"] as? Object)?["effect"] as? String == "moved")
  }

  @Test func anActionOfTheCatalogueIsAnEditForAClientThatAppliesNone() throws {
    let client = try LanguageClient()
    try client.initialize(applies: false, resolves: false)
    let text = "- one\n- two\n"
    try client.open(uri, text)
    let actions = try #require(
      try client.result(
        "textDocument/codeAction",
        ["textDocument": ["uri": uri], "range": range(1, 3, 3), "context": ["diagnostics": []]])
        as? [Object])
    #expect(actions.allSatisfy { $0["command"] == nil })
    let indent = try #require(
      actions.first { $0["kind"] as? String == "refactor.rewrite.mdedit.indent" })
    let edit = try #require(indent["edit"] as? Object)
    let changes = try #require(edit["documentChanges"] as? [Object])
    #expect(
      try LanguageClient.applied(try #require(changes[0]["edits"] as? [Object]), to: text)
        == "- one\n  - two\n")
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
    // Text typed in the client, with its own indentation, and the text after the edits.
    let cases = [
      ("- one\n", [1, 0], "- one\n- "), ("- one\n  ", [1, 2], "- one\n- "),
      ("- [x] one\n\n\ntwo", [1, 0], "- [x] one\n- [ ] \n\ntwo"), ("> a\n", [1, 0], "> a\n> "),
      ("2. é\n", [1, 0], "2. é\n3. "), ("plain\n", [1, 0], "plain\n"),
      ("- one\n- ", [1, 2], "- one\n- "), ("- one\r\n", [1, 0], "- one\r\n- "),
      ("1. a\r\n\r\n- [ ] é😀\r\n  ", [3, 2], "1. a\r\n\r\n- [ ] é😀\r\n- [ ] "),
      ("- a\n\t- b\n", [2, 0], "- a\n\t- b\n\t- "), ("- a\n\t- b\n\t", [2, 1], "- a\n\t- b\n\t- "),
      ("- one\n- \n", [2, 0], "- one\n\n"), ("- one\r\n- \r\n", [2, 0], "- one\r\n\r\n"),
      ("> a\n> \n", [2, 0], "> a\n\n"), ("- one\n  two", [1, 2], "- one\n- two"),
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
      #expect(try LanguageClient.applied(edits, to: text) == wanted, "\(text.debugDescription)")
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
    // The command is not answered yet: another request is answered first.
    _ = try client.result("mdedit/state", toggling("", 1, [range(0, 2, 6)]))
    try client.send([
      "jsonrpc": "2.0", "id": try #require(request["id"] as? Int), "result": ["applied": true],
    ])
    let result = try #require(try client.answer(to: id)["result"] as? Object)
    #expect(result["applied"] as? Bool == true)
    #expect(result["effect"] as? String == "added")

    // A client that does not apply the edit, and one that reverts it.
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

  @Test func severalSelectionsComeBackInTheirOrder() throws {
    let client = try LanguageClient()
    try client.initialize()
    let text = "one two three\n"
    try client.open(uri, text)
    let ranges = [range(0, 8, 13), range(0, 0, 3)]
    let result = try #require(
      try client.result("mdedit/toggle", toggling("emphasis", 1, ranges)) as? Object)
    let after = try LanguageClient.applied(try #require(result["edits"] as? [Object]), to: text)
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
      try LanguageClient.applied(try #require(result["edits"] as? [Object]), to: text)
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

  @Test func anActionResolvesADiagnostic() throws {
    let client = try LanguageClient()
    try client.initialize(settings: ["diagnostics": true])
    let text = "# é\r\n\r\n#### One\r\n"
    try client.open(uri, text)
    let published = try #require(
      try client.message("textDocument/publishDiagnostics")["params"] as? Object)
    let diagnostics = try #require(published["diagnostics"] as? [Object])
    #expect(diagnostics.map { $0["code"] as? String } == ["skipped-level"])
    func fixes(_ context: Object) throws -> [Object] {
      let result = try client.result(
        "textDocument/codeAction",
        ["textDocument": ["uri": uri], "range": range(2, 6, 6), "context": context])
      return try #require(result as? [Object]).filter { $0["kind"] as? String == "quickfix" }
    }
    #expect(try fixes(["diagnostics": []]).isEmpty)
    #expect(try fixes(["diagnostics": diagnostics, "only": ["refactor"]]).isEmpty)
    let fix = try #require(try fixes(["diagnostics": diagnostics, "only": ["quickfix"]]).first)
    #expect(fix["title"] as? String == "Heading 2")
    #expect((fix["diagnostics"] as? [Object])?.first?["code"] as? String == "skipped-level")
    let resolved = try #require(try client.result("codeAction/resolve", fix) as? Object)
    let changes = try #require((resolved["edit"] as? Object)?["documentChanges"] as? [Object])
    #expect(
      try LanguageClient.applied(try #require(changes[0]["edits"] as? [Object]), to: text)
        == "# é\r\n\r\n## One\r\n")
    try client.change(uri, version: 2, [["range": range(0, 0, 0), "text": "\r\n"]])
    #expect(try client.errorCode("codeAction/resolve", fix) == -32801)
  }
}
