import Foundation
import MarkdownEditing
import Testing

/// Checks commands, actions and states of `mdedit lsp`.
@Suite(.serialized) struct LanguageServerCommandTests {
  typealias Object = JSON.Object

  @Test func actionsSayTheStateAndAreLiteral() throws {
    let client = try LanguageClient(opening: "Sow **beans** in May.\n\n    code\n")
    let actions = try client.actions(range(0, 6, 11), only: "refactor")
    let titles = actions.map { $0["title"].text }
    #expect(
      titles.prefix(4) == [
        "Unmark strong (now on)", "Mark emphasis (now off)", "Mark code (now off)",
        "Mark strikethrough (now off)",
      ])
    #expect(!titles.contains("Paragraph (now on)") && titles.contains("Quote"))
    // Indented code after a list goes along into it.
    #expect(titles.contains("Bullet List"))
    #expect(!titles.contains("Add Row") && !titles.contains("New Line"))
    #expect(actions[0]["kind"].text == "refactor.rewrite.mdedit.strong")
    #expect(actions.allSatisfy { $0["edit"].isMissing && $0["command"].isMissing })
    let strong = try #require(actions[0].value as? Object)
    let resolved = try client.result("codeAction/resolve", strong)
    #expect(resolved["title"].text == titles[0])
    let changes = resolved["edit"]["documentChanges"][0]
    #expect(changes["textDocument"]["version"].number == 1)
    #expect(try client.text(after: resolved["edit"]) == "Sow beans in May.\n\n    code\n")

    #expect(try client.actions(range(0, 6, 11), only: "quickfix").isEmpty)
    let inCode = try client.actions(range(2, 5, 7)).map { $0["title"].text ?? "" }
    #expect(!inCode.contains { $0.contains("strong") })
    #expect(inCode.contains("Code Block (now on)"))
  }

  @Test func anActionIsPlainWhereAClientKnowsLess() throws {
    let client = try LanguageClient(
      opening: "a word\n\n    code", versioned: false, applies: false, resolves: false)
    let changes = try client.actions(range(0, 2, 6))[0]["edit"]["changes"]
    let edits = JSON(["edits": changes[LanguageClient.uri].value])
    #expect(try client.text(after: edits).hasPrefix("a **word**"))
    let strong = "refactor.rewrite.mdedit.strong"
    #expect(try client.actions(range(2, 4, 6), only: strong).isEmpty)
  }

  @Test func actionsOnALongSelectionAreListedUnread() throws {
    let client = try LanguageClient(opening: String(repeating: "some *words*\n\n", count: 1000))
    let actions = try client.actions(["start": position(0, 0), "end": position(1999, 0)])
    #expect(actions.first?["title"].text == "Toggle strong")
    #expect(actions.allSatisfy { !$0["data"].isMissing && $0["edit"].isMissing })
  }

  @Test func anActionOfTheCatalogueIsACommandThatTheClientSendsBack() throws {
    let client = try LanguageClient(opening: "- one\n- two\n", resolves: false)
    let indent = "refactor.rewrite.mdedit.indent"
    let actions = try client.actions(range(1, 3, 3), only: indent)
    #expect(actions.map { $0["kind"].text } == [indent])
    #expect(actions[0]["edit"].isMissing)
    let command = actions[0]["command"]
    let (request, answer) = try client.execute(
      try #require(command["command"].text), try #require(command["arguments"][0].value))
    #expect(try client.text(after: request["edit"]) == "- one\n  - two\n")
    #expect(answer["result"]["effect"].text == "moved")
  }

  @Test func anActionOfTheCatalogueIsAnEditForAClientThatAppliesNone() throws {
    let client = try LanguageClient(opening: "- one\n- two\n", applies: false, resolves: false)
    let actions = try client.actions(range(1, 3, 3))
    #expect(actions.allSatisfy { $0["command"].isMissing })
    let indent = actions.first { $0["kind"].text == "refactor.rewrite.mdedit.indent" }
    #expect(try client.text(after: #require(indent)["edit"]) == "- one\n  - two\n")
  }

  @Test func aBarOfAllCommandsIsToldByTheState() throws {
    let client = try LanguageClient(opening: "## one")
    let state = try client.result(
      "mdedit/state", about(1, more: ["range": range(0, 4, 4), "commands": true]))
    let commands = try state["commands"].list
    let heading = commands.first { $0["command"].text == "heading-2" }
    #expect(heading?["presence"].text == "on" && heading?["applies"].isTrue == true)
    let indent = commands.first { $0["command"].text == "indent" }
    #expect(indent?["applies"].value as? Bool == false && indent?["reason"].text == "notInList")
  }

  /// A code action has no caret to type at, so it inserts no empty pair of delimiters.
  @Test func noActionWritesAnEmptyPair() throws {
    let client = try LanguageClient(opening: "a  b\n\nc\n")
    for caret in [range(1, 0, 0), range(0, 2, 2)] {
      let titles = try client.actions(caret).compactMap { $0["title"].text }
      #expect(titles.contains("Quote") && !titles.contains { $0.hasPrefix("Mark") })
      let data = toggling("strong", 1, caret)
      #expect(try client.errorCode("codeAction/resolve", ["title": "", "data": data]) == -32803)
    }
  }

  /// The text typed in the client, with its own indentation, the caret, and the text after the edits.
  @Test(arguments: [
    ("- one\n", 1, 0, "- one\n- "), ("- one\n  ", 1, 2, "- one\n- "),
    ("- [x] one\n\n\ntwo", 1, 0, "- [x] one\n- [ ] \n\ntwo"), ("> a\n", 1, 0, "> a\n> "),
    ("2. é\n", 1, 0, "2. é\n3. "), ("plain\n", 1, 0, "plain\n"),
    ("- one\n- ", 1, 2, "- one\n- "), ("- one\r\n", 1, 0, "- one\r\n- "),
    ("1. a\r\n\r\n- [ ] é😀\r\n  ", 3, 2, "1. a\r\n\r\n- [ ] é😀\r\n- [ ] "),
    ("- a\n\t- b\n", 2, 0, "- a\n\t- b\n\t- "), ("- a\n\t- b\n\t", 2, 1, "- a\n\t- b\n\t- "),
    ("- one\n- \n", 2, 0, "- one\n\n"), ("- one\r\n- \r\n", 2, 0, "- one\r\n\r\n"),
    ("> a\n> \n", 2, 0, "> a\n\n"), ("- one\n  two", 1, 2, "- one\n- two"),
  ])
  func enterIsFinishedByFormatting(
    _ text: String, _ line: Int, _ character: Int, _ wanted: String
  ) throws {
    let client = try LanguageClient(opening: text)
    let edits = try client.result(
      "textDocument/onTypeFormatting",
      about(more: [
        "position": position(line, character), "ch": "\n",
        "options": ["tabSize": 4, "insertSpaces": true],
      ]))
    #expect(try client.text(after: JSON(["edits": edits.value])) == wanted)
  }

  /// The typed line ending stays, so that the client's caret is on the new line, and what is written there goes before
  /// the caret or to its right.
  @Test(arguments: [
    ("- one\n\n", 1, 0, "1:0-1:0 - ", "- one\n- \n"),
    ("> a\n\nb\n", 1, 0, "1:0-1:0 > ", "> a\n> \nb\n"),
    ("1. a\n\n2. b\n3. c\n", 1, 0, "1:0-1:0 2. ,2:0-2:1 3,3:0-3:1 4", "1. a\n2. \n3. b\n4. c\n"),
    ("- one\r\n\r\nx\r\n", 1, 0, "1:0-1:0 - ", "- one\r\n- \r\nx\r\n"),
    ("- one\n  \n", 1, 2, "1:0-1:1 -", "- one\n- \n"),
    ("- one\n\n- two\n", 1, 0, "1:0-1:0 - ", "- one\n- \n- two\n"),
    ("- one\n- \n\n", 2, 0, "1:0-1:2 ", "- one\n\n\n"),
  ])
  func whatEnterAddsIsAtTheCaret(
    _ text: String, _ line: Int, _ character: Int, _ wanted: String, _ after: String
  ) throws {
    let client = try LanguageClient(opening: text)
    let edits = try client.result(
      "textDocument/onTypeFormatting",
      about(more: ["position": position(line, character), "ch": "\n"]))
    let shown = try edits.list.map { "\($0["range"].range ?? "") \($0["newText"].text ?? "")" }
    #expect(shown.joined(separator: ",") == wanted)
    #expect(try client.text(after: JSON(["edits": edits.value])) == after)
  }

  @Test func aCommandIsAnsweredAfterTheClientHasEdited() throws {
    let client = try LanguageClient(opening: "a word")
    let word = range(0, 2, 6)
    func toggle() throws -> Int {
      try client.ask(
        "workspace/executeCommand",
        ["command": "mdedit.toggle", "arguments": [toggling("strong", 1, word)]])
    }
    let id = try toggle()
    // The command is not answered yet: another request is answered first.
    _ = try client.result("mdedit/state", toggling("", 1, word))
    #expect(!client.hasAnswer(to: id))
    _ = try client.apply()
    let result = try client.answer(to: id)["result"]
    #expect(result["applied"].isTrue && result["effect"].text == "added")
    // A client that does not apply the edit, and one that reverts it.
    let refusals: [Object] = [
      ["result": ["applied": false, "failureReason": "read only"]],
      ["error": ["code": -1, "message": "read only"]],
    ]
    for refusal in refusals {
      let (_, answer) = try client.execute(
        "mdedit.mark", toggling("code", 1, word), answering: refusal)
      #expect(answer["error"]["code"].number == -32803)
      #expect(answer["error"]["message"].text?.contains("read only") == true)
    }
    let canceled = try toggle()
    _ = try client.message("workspace/applyEdit")
    try client.notify("$/cancelRequest", ["id": canceled])
    #expect(try client.answer(to: canceled)["error"]["code"].number == -32800)
  }

  @Test func severalSelectionsComeBackInTheirOrder() throws {
    let client = try LanguageClient(opening: "one two three\n")
    let result = try client.result(
      "mdedit/toggle", toggling("emphasis", 1, range(0, 8, 13), range(0, 0, 3)))
    #expect(try client.text(after: result) == "*one* two *three*\n")
    #expect(try result["selections"].list.map(\.range) == ["0:11-0:16", "0:1-0:4"])
    let overlapping = toggling("emphasis", 1, range(0, 0, 5), range(0, 3, 7))
    #expect(try client.errorCode("mdedit/toggle", overlapping) == -32602)
  }

  @Test func aRowOfTheCatalogueIsDone() throws {
    let client = try LanguageClient(opening: "Sow beans\n\nIn May.\n")
    func heading(_ level: Int, version: Int) -> Object {
      about(version, more: ["command": "heading-\(level)", "range": range(0, 4, 9)])
    }
    let result = try client.result("mdedit/do", heading(2, version: 1))
    #expect(try client.text(after: result) == "## Sow beans\n\nIn May.\n")
    #expect(result["selections"][0].range == "0:7-0:12")
    let (request, answer) = try client.execute("mdedit.do", heading(2, version: 1))
    #expect(request["label"].text == "Heading 2" && !answer["result"].isMissing)
    #expect(try client.errorCode("mdedit/do", heading(2, version: 2)) == -32801)
    #expect(try client.errorCode("mdedit/do", heading(7, version: 1)) == -32602)
  }

  @Test func aStateSaysAllMarks() throws {
    let client = try LanguageClient(
      opening: "**bold** and ==light==\n", ["--dialect", "obsidian"])
    func marks() throws -> [String] {
      let state = try client.result("mdedit/state", toggling("", 1, range(0, 2, 16)))
      return try state["marks"].list.map { "\($0["mark"].text ?? "") \($0["presence"].text ?? "")" }
    }
    let mixed: [Mark] = [.strong, .highlight]
    #expect(
      try marks()
        == Mark.all(in: .obsidian).map { "\($0.name) \(mixed.contains($0) ? "mixed" : "off")" })
    try client.changeSettings(["dialect": "commonmark"])
    #expect(try marks() == ["strong mixed", "emphasis off", "code off"])
  }

  @Test func anActionResolvesADiagnostic() throws {
    let client = try LanguageClient(
      opening: "# é\r\n\r\n#### One\r\n", settings: ["diagnostics": true])
    let diagnostics = try client.message("textDocument/publishDiagnostics")["params"]["diagnostics"]
    #expect(try diagnostics.list.map { $0["code"].text } == ["skipped-level"])
    func fixes(_ kind: String?, _ diagnostics: JSON) throws -> [JSON] {
      try client.actions(range(2, 6, 6), only: kind, diagnostics: diagnostics)
        .filter { $0["kind"].text == "quickfix" }
    }
    #expect(try fixes(nil, JSON([Any]())).isEmpty)
    #expect(try fixes("refactor", diagnostics).isEmpty)
    let fix = try #require(try fixes("quickfix", diagnostics).first)
    #expect(fix["title"].text == "Heading 2")
    #expect(fix["diagnostics"][0]["code"].text == "skipped-level")
    let action = try #require(fix.value as? Object)
    let resolved = try client.result("codeAction/resolve", action)
    #expect(try client.text(after: resolved["edit"]) == "# é\r\n\r\n## One\r\n")
    try client.change(version: 2, ["range": range(0, 0, 0), "text": "\r\n"])
    #expect(try client.errorCode("codeAction/resolve", action) == -32801)
  }
}
