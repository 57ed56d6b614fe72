import Foundation
import MarkdownEditing
import MarkdownSyntax
import Testing

/// Checks commands, actions and states.
@Suite struct LanguageServerCommandTests {
  typealias Object = JSON.Object
  private let indent = "refactor.rewrite.mdedit.indent"

  @Test func listsActionsWithTheStateAndResolvesThem() throws {
    let client = try LanguageClient(opening: "Sow **beans** in May.\n\n    code\n")
    let actions = try client.actions(range(0, 6, 11), only: "refactor")
    let titles = actions.map { $0["title"].shown }
    #expect(
      titles.prefix(4) == [
        "Remove Bold", "Italic", "Code", "Strikethrough",
      ])
    // Indented code after a list goes along into it.
    for title in ["Quote", "Bullet List"] { #expect(titles.contains(title)) }
    for title in ["Paragraph", "Add Row", "New Line"] { #expect(!titles.contains(title)) }
    #expect(actions[0]["kind"].text == "refactor.rewrite.mdedit.strong")
    #expect(actions.allSatisfy { $0["edit"].isMissing && $0["command"].isMissing })
    let resolved = try client.result(
      "codeAction/resolve", try #require(actions[0].value as? Object))
    for key in ["title", "kind"] { #expect(resolved[key].text == actions[0][key].text) }
    #expect(resolved["data"]["command"].text == "strong")
    #expect(resolved["edit"]["documentChanges"][0]["textDocument"]["version"].number == 1)
    #expect(try client.text(after: resolved["edit"]) == "Sow beans in May.\n\n    code\n")
    #expect(try client.actions(range(0, 6, 11), only: "quickfix").isEmpty)
    #expect(try client.actions(range(0, 6, 11), only: "").count == actions.count)
    #expect(try client.actions(range(0, 6, 11), only: "refactor.rewrite.mdedit.str").isEmpty)
    let inCode = try client.actions(range(2, 5, 7)).map { $0["title"].shown }
    #expect(!inCode.contains { $0.contains("Bold") } && inCode.contains("Remove Code Block"))
  }

  @Test func writesPlainEditsForAClientThatKnowsLess() throws {
    let client = try LanguageClient(
      opening: "a word\n\n    code", versioned: false, applies: false, resolves: false)
    let changes = try client.actions(range(0, 2, 6))[0]["edit"]["changes"]
    #expect(try client.text(after: changes[LanguageClient.uri]).hasPrefix("a **word**"))
    let strong = "refactor.rewrite.mdedit.strong"
    #expect(try client.actions(range(2, 4, 6), only: strong).isEmpty)
    let kinds: Object = ["codeActionKind": ["valueSet": ["refactor"]]]
    let broad = try LanguageClient(
      opening: "a word", document: ["codeAction": ["codeActionLiteralSupport": kinds]])
    #expect(try broad.actions(range(0, 2, 6))[0]["kind"].isMissing)
    let bare = try LanguageClient(opening: "a word", document: ["codeAction": [:]])
    #expect(try bare.actions(range(0, 2, 6), only: strong)[0]["command"].text == "mdedit.do")
  }

  @Test(arguments: [4096, 4097])
  func listsActionsOnALongSelectionUnread(_ length: Int) throws {
    let client = try LanguageClient(opening: String(repeating: "some *words*; ", count: 1000))
    let actions = try client.actions(range(0, 0, length))
    #expect(actions.first?["title"].text == "Bold")
    #expect(actions.contains { $0["title"].text == "Remove Link" } == (length > 4096))
    #expect(!actions.contains { $0["title"].shown.contains("highlight") })
    #expect(actions.allSatisfy { !$0["data"].isMissing && $0["edit"].isMissing })
  }

  /// A client may ask the user before it makes the edit of a command.
  @Test func sendsActionsAsCommandsOnlyOnALongSelection() throws {
    let client = try LanguageClient(
      opening: "- one\n- two\n" + String(repeating: "x", count: 4097), resolves: false)
    let short = try #require(try client.actions(range(1, 3, 3), only: indent).first)
    #expect(try short["command"].isMissing && client.text(after: short["edit"]).contains("  - two"))
    let actions = try client.actions(range(2, 0, 4097), only: "refactor.rewrite.mdedit.strong")
    let command = try #require(actions.first)["command"]
    let (request, answer) = try client.execute(
      try #require(command["command"].text), try #require(command["arguments"][0].value))
    #expect(try client.text(after: request["edit"]).contains("\n**xxx"))
    #expect(answer["result"]["effect"].text == "added")
  }

  @Test func sendsActionsAsEditsToAClientThatAppliesNone() throws {
    let client = try LanguageClient(opening: "- one\n- two\n", applies: false, resolves: false)
    let actions = try client.actions(range(1, 3, 3))
    #expect(actions.allSatisfy { $0["command"].isMissing && !$0["edit"].isMissing })
    let action = actions.first { $0["kind"].text == indent }
    #expect(try client.text(after: #require(action)["edit"]) == "- one\n  - two\n")
    #expect(
      try client.errorCode("workspace/executeCommand", ["command": "mdedit.do"]) == -32803)
  }

  @Test func tellsTheStatesOfAllCommands() throws {
    let client = try LanguageClient(opening: "## one")
    let state = try client.result(
      "mdedit/state", about(1, more: ["range": range(0, 4, 4), "commands": true]))
    let commands = state["commands"]
    let shown = try commands.shown("command", "presence", "reason", "group")
    let heading = try #require(shown.firstIndex(of: "heading-2 on  headings"))
    let indent = try #require(shown.firstIndex(of: "indent off notInList lines"))
    #expect(commands[heading]["applies"].isTrue && !commands[indent]["applies"].isTrue)
    #expect(!shown.contains { $0.hasPrefix("strong") || $0.hasPrefix("newline") })
    let marks = try client.result("mdedit/state", toggling("", 1, range(0, 4, 4)))
    #expect(marks["commands"].isMissing && marks["version"].number == 1)
  }

  @Test func copiesHTMLAndPlainText() throws {
    let client = try LanguageClient(opening: "- *one* two\n")
    let copy = try client.result("mdedit/copy", about(1, more: ["ranges": [range(0, 3, 5)]]))
    #expect(copy["html"].text == "<em>on</em>" && copy["plain"].text == "on")
    let argument = about(1, more: ["range": range(0, 0, 11)])
    let result = try client.result(
      "workspace/executeCommand", ["command": "mdedit.copy", "arguments": [argument]])
    #expect(result["plain"].text == "• one two")
  }

  @Test func tellsTheStatesOfTheMarksOfTheDialect() throws {
    let client = try LanguageClient(opening: "**bold** and ==light==\n", dialect: .obsidian)
    func marks() throws -> [String] {
      try client.result("mdedit/state", toggling("", 1, range(0, 2, 16)))["marks"]
        .shown("mark", "presence", "applies")
    }
    let mixed: [Mark] = [.strong, .highlight]
    #expect(
      try marks()
        == Mark.all(in: .obsidian).map { "\($0.name) \(mixed.contains($0) ? "mixed" : "off") yes" })
    try client.changeSettings(["mdedit": ["dialect": "commonmark"]])
    #expect(try marks() == ["strong mixed yes", "emphasis off yes", "code off yes"])
  }

  /// A code action has no caret to type at, so it inserts no empty pair of delimiters.
  @Test(arguments: [(1, 0), (0, 2)])
  func marksNothingAtACaretWithoutAWord(_ line: Int, _ character: Int) throws {
    let caret = range(line, character, character)
    let client = try LanguageClient(opening: "a  b\n\nc\n")
    let titles = try client.actions(caret).map { $0["title"].shown }
    #expect(titles.contains("Quote") && !titles.contains("Bold"))
    let data = toggling("strong", 1, caret)
    #expect(try client.errorCode("codeAction/resolve", ["title": "", "data": data]) == -32803)
    let result = try client.result("mdedit/toggle", data)
    #expect(result["unchanged"].text == "nothingToMark" && !result["message"].isMissing)
    #expect(try result["edits"].list.isEmpty && result["selections"].list.count == 1)
  }

  /// The text with a line ending and an indentation typed in the client, and the text after the edits.
  @Test(arguments: [
    ("- one\n‸", "- one\n- ‸"), ("- one\n  ‸", "- one\n- ‸"), ("> a\n‸", "> a\n> ‸"),
    ("- [x] one\n‸\n\ntwo", "- [x] one\n- [ ] ‸\n\ntwo"), ("2. é\n‸", "2. é\n3. ‸"),
    ("plain\n‸", "plain\n‸"), ("plain‸", "plain‸"), ("- one\n- ‸", "- one\n- ‸"),
    ("- one\r\n‸", "- one\r\n- ‸"),
    ("1. a\r\n\r\n- [ ] é😀\r\n  ‸", "1. a\r\n\r\n- [ ] é😀\r\n- [ ] ‸"),
    ("- a\n\t- b\n‸", "- a\n\t- b\n\t- ‸"), ("- a\n\t- b\n\t‸", "- a\n\t- b\n\t- ‸"),
    ("- a\n    - b\n    ‸\n- c", "- a\n    - b\n    - ‸\n- c"),
    ("- one\n- \n‸", "- one\n\n‸"), ("- one\r\n- \r\n‸", "- one\r\n\r\n‸"),
    ("> a\n> \n‸", "> a\n\n‸"), ("- one\n- \n‸\n", "- one\n\n‸\n"),
    ("- a\n  - \n  ‸", "- a\n- ‸"), ("- one\n  ‸two", "- one\n- ‸two"),
    ("- one\n‸\n", "- one\n- ‸\n"), ("- one\n  ‸\n", "- one\n- ‸\n"),
    ("- one\n‸\n- two\n", "- one\n- ‸\n- two\n"), ("> a\n‸\nb\n", "> a\n> ‸\nb\n"),
    ("1. a\n‸\n2. b\n3. c\n", "1. a\n2. ‸\n3. b\n4. c\n"),
    ("- one\r\n‸\r\nx\r\n", "- one\r\n- ‸\r\nx\r\n"),
    ("- a\n\n- b\n‸\n", "- a\n\n- b\n\n- ‸\n"), ("- a\n‸- b\n", "- a\n‸- b\n"),
    ("- one\n‸ two\n", "- one\n- ‸two\n"),
  ])
  func finishesEnterByFormatting(_ before: String, _ after: String) throws {
    let (client, place) = try LanguageClient.opening(marked: before)
    let edits = try client.formatting(at: place)
    #expect(try client.text(after: edits) == after.replacing("‸", with: ""))
    for moves in [false, true] {
      let caret = try client.caret(
        before.prefix { $0 != "‸" }.utf16.count, after: edits, moves: moves)
      #expect(caret == after.prefix { $0 != "‸" }.utf16.count, "an insertion moves it: \(moves)")
    }
    #expect(try client.formatting(at: place, "x").list.isEmpty)
  }

  /// Changes after which a client, such as Kate, requests formatting although no line ending was typed.
  @Test(arguments: [
    ("- one\nabc\n", "- one\n‸bc\n"), ("- one\n- \n", "- one\n‸\n"),
    ("- one\n", "- one\n- two\n- three\n‸"), ("- a\n- b\n", "- b\n‸- a\n"),
    ("- one\n", "- one\n‸"),
  ])
  func formatsOnlyAfterEnter(_ before: String, _ after: String) throws {
    let (client, place) = try LanguageClient.opening(marked: after)
    let text = client.text
    for version in [2, 3] {
      try client.change(version: version, ["text": version == 2 ? before : text])
    }
    #expect(try client.formatting(at: place).list.isEmpty)
  }

  @Test(arguments: ["- one\n- \n", "- one\n- two\n\n"])
  func formatsAfterALineIsTypedOrIndented(_ before: String) throws {
    let (client, place) = try LanguageClient.opening(marked: "- one\n- two\n  ‸\n")
    let text = client.text
    try client.change(version: 2, ["text": before])
    try client.change(version: 3, ["text": text])
    #expect(try client.text(after: client.formatting(at: place)) == "- one\n- two\n- \n")
  }

  @Test func answersACommandAfterTheClientHasEdited() throws {
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
    #expect(try client.apply()["label"].text == "Bold")
    let result = try client.answer(to: id)["result"]
    #expect(result["applied"].isTrue && result["effect"].text == "added")
    #expect(try result["selections"].shown() == ["0:4-0:8"])
    // A client that does not apply the edit, one that says no reason, and one that reverts it.
    for (refusal, message) in [
      (["result": ["applied": false, "failureReason": "read only"]], ": read only"),
      (["result": NSNull()], "."),
      (["error": ["code": -1, "message": "read only"]], ": read only"),
    ] as [(Object, String)] {
      let (_, answer) = try client.execute(
        "mdedit.mark", toggling("code", 1, word), answering: refusal)
      #expect(answer["error"]["code"].number == -32803)
      #expect(answer["error"]["message"].text == "The client did not make the edit" + message)
    }
    let canceled = try toggle()
    _ = try client.message("workspace/applyEdit")
    try client.cancel(canceled)
    #expect(try client.answer(to: canceled)["error"]["code"].number == -32800)
  }

  @Test(arguments: [
    ("**a** b", 2, 3, "mdedit.toggle", "Remove Bold"),
    ("**a** b", 2, 3, "mdedit.unmark", "Remove Bold"),
    ("a b", 0, 1, "mdedit.mark", "Bold"),
  ])
  func namesTheEditOfACommand(
    _ text: String, _ start: Int, _ end: Int, _ command: String, _ label: String
  ) throws {
    let client = try LanguageClient(opening: text)
    let (request, _) = try client.execute(command, toggling("strong", 1, range(0, start, end)))
    #expect(request["label"].text == label)
  }

  @Test func takesARowOfTheCatalogue() throws {
    let client = try LanguageClient(opening: "Sow beans\n\nIn May.\n")
    func heading(_ level: Int, version: Int) -> Object {
      about(version, more: ["command": "heading-\(level)", "range": range(0, 4, 9)])
    }
    let result = try client.result("mdedit/do", heading(2, version: 1))
    #expect(try client.text(after: result) == "## Sow beans\n\nIn May.\n")
    #expect(try result["selections"].shown() == ["0:7-0:12"])
    let (request, answer) = try client.execute("mdedit.do", heading(2, version: 1))
    #expect(request["label"].text == "Heading 2" && !answer["result"].isMissing)
    #expect(try client.errorCode("mdedit/do", heading(2, version: 2)) == -32801)
    #expect(try client.errorCode("mdedit/do", heading(7, version: 1)) == -32602)
    for (command, arguments) in [("mdedit.no", [Object]()), ("mdedit.do", [])] {
      let parameters: Object = ["command": command, "arguments": arguments]
      #expect(try client.errorCode("workspace/executeCommand", parameters) == -32602)
    }
    let link = about(
      1, more: ["command": "link", "argument": "/u", "range": range(0, 0, 3)])
    #expect(
      try client.text(after: client.result("mdedit/do", link)) == "[Sow](/u) beans\n\nIn May.\n")
  }

  @Test func insertsADateByTheFormatOfTheSettings() throws {
    let client = try LanguageClient(
      opening: "Sow beans\n", settings: ["dateFormat": "1. May"])
    var parameters = about(1, more: ["command": "date", "range": range(0, 0, 0)])
    #expect(try client.text(after: client.result("mdedit/do", parameters)) == "1\\. MaySow beans\n")
    parameters["argument"] = "in May "
    #expect(try client.text(after: client.result("mdedit/do", parameters)) == "in May Sow beans\n")
  }

  @Test func resolvesADiagnosticByAnAction() throws {
    let client = try LanguageClient(
      opening: "# é\r\n\r\n#### One\r\n", settings: ["diagnostics": true])
    let diagnostics = try client.message("textDocument/publishDiagnostics")["params"]["diagnostics"]
    #expect(try diagnostics.shown("code") == ["skipped-level"])
    func fixes(_ kind: String?, _ diagnostics: JSON) throws -> [JSON] {
      try client.actions(range(2, 6, 6), only: kind, diagnostics: diagnostics)
        .filter { $0["kind"].text == "quickfix" }
    }
    #expect(try fixes(nil, JSON([Any]())).isEmpty)
    #expect(try fixes("refactor", diagnostics).isEmpty)
    let fix = try #require(try fixes("quickfix", diagnostics).first)
    #expect(fix["title"].text == "Heading 2")
    #expect(try fix["diagnostics"].shown("code") == ["skipped-level"])
    let action = try #require(fix.value as? Object)
    let resolved = try client.result("codeAction/resolve", action)
    #expect(try client.text(after: resolved["edit"]) == "# é\r\n\r\n## One\r\n")
    #expect(!resolved["diagnostics"].isMissing)
    try client.insert("\r\n", version: 2)
    #expect(try client.errorCode("codeAction/resolve", action) == -32801)
  }
}
