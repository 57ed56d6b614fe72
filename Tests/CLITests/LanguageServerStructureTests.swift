import Foundation
import Testing

/// Checks requests that show and navigate a document: symbols, folds, links, references, tokens.
@Suite struct LanguageServerStructureTests {
  typealias Object = JSON.Object

  @Test func namesItsCapabilities() throws {
    let capabilities = try LanguageClient().initialize()
    for name in [
      "documentSymbolProvider", "foldingRangeProvider", "selectionRangeProvider",
      "definitionProvider", "referencesProvider", "linkedEditingRangeProvider",
    ] {
      #expect(capabilities[name].isTrue, "\(name)")
    }
    #expect(capabilities["renameProvider"]["prepareProvider"].isTrue)
    #expect(capabilities["documentLinkProvider"]["resolveProvider"].value as? Bool == false)
    #expect(capabilities["codeActionProvider"]["resolveProvider"].isTrue)
    let kinds = try capabilities["codeActionProvider"]["codeActionKinds"].shown()
    #expect(kinds.first == "refactor.rewrite.mdedit.strong" && kinds.last == "quickfix")
    #expect(kinds.contains("refactor.rewrite.mdedit.link"))
    #expect(!kinds.contains("refactor.rewrite.mdedit.newline"))
    #expect(!kinds.contains("refactor.rewrite.mdedit.paste"))
    let trigger = capabilities["documentOnTypeFormattingProvider"]["firstTriggerCharacter"]
    #expect(trigger.text == "\n")
    #expect(
      try capabilities["executeCommandProvider"]["commands"].shown()
        == ["mdedit.toggle", "mdedit.mark", "mdedit.unmark", "mdedit.do", "mdedit.copy"])
    #expect(capabilities["textDocumentSync"]["change"].number == 2)
  }

  @Test func nestsSymbols() throws {
    let client = try LanguageClient(
      opening: "# é😀 *a*\r\n\r\n## b\r\nc\r\n### \r\n# d",
      document: ["documentSymbol": ["hierarchicalDocumentSymbolSupport": true]])
    let symbols = try client.result("textDocument/documentSymbol", about())
    let keys = ["name", "range", "selectionRange", "kind"]
    func shown(_ symbols: JSON) throws -> [String] {
      try symbols.shown(keys[0], keys[1], keys[2], keys[3])
    }
    #expect(try shown(symbols) == ["é😀 a 0:0-5:0 0:0-0:9 15", "d 5:0-5:3 5:0-5:3 15"])
    let inner = symbols[0]["children"]
    #expect(try shown(inner) == ["b 2:0-5:0 2:0-2:4 15"])
    #expect(try shown(inner[0]["children"]) == ["### 4:0-5:0 4:0-4:4 15"])
    try client.change(version: 2, ["text": ""])
    #expect(try client.result("textDocument/documentSymbol", about()).list.isEmpty)
  }

  @Test func listsSymbolsForAClientThatNestsNone() throws {
    let client = try LanguageClient(opening: "# a\n## b\n")
    let symbols = try client.result("textDocument/documentSymbol", about())
    #expect(try symbols.shown("name", "containerName") == ["a -", "b a"])
    let location = symbols[1]["location"]
    #expect(location["uri"].text == LanguageClient.uri && location["range"].shown == "1:0-2:0")
  }

  @Test func foldsFollowEdits() throws {
    let client = try LanguageClient(opening: "# a\r\n\r\n- b\r\n  c\r\n- d\r\n\r\n")
    func folds() throws -> [String] {
      try client.result("textDocument/foldingRange", about()).shown("startLine", "endLine")
    }
    #expect(try folds() == ["0 4", "2 4", "2 3"])
    try client.change(version: 2, ["range": range(0, 0, 2), "text": ""])
    #expect(try folds() == ["2 4", "2 3"])
    try client.change(version: 3, ["text": ""])
    #expect(try folds().isEmpty)
  }

  @Test func expandsSelections() throws {
    let client = try LanguageClient(opening: "# é\r\n\r\n😀 a **b c** d. E")
    func asking(_ line: Int, _ character: Int) -> Object {
      about(more: ["positions": [position(line, character)]])
    }
    func expanded(_ line: Int, _ character: Int) throws -> [String] {
      let result = try client.result("textDocument/selectionRange", asking(line, character))
      let nested = sequence(first: result[0]) { $0["parent"].isMissing ? nil : $0["parent"] }
      return nested.map { $0["range"].shown }
    }
    #expect(
      try expanded(2, 8) == [
        "2:7-2:8", "2:7-2:10", "2:5-2:12", "2:0-2:15", "2:0-2:17", "0:0-2:17",
      ])
    #expect(try client.errorCode("textDocument/selectionRange", asking(2, 1)) == -32602)
    try client.change(version: 2, ["text": ""])
    #expect(try expanded(0, 0) == ["0:0-0:0"])
    // The last range is the document, however deep the position is.
    try client.change(version: 3, ["text": String(repeating: "> ", count: 150) + "a"])
    let deep = try expanded(0, 300)
    #expect(deep.count == 100 && deep.last == "0:0-0:301")
  }

  @Test func findsDefinitionsAndReferences() throws {
    let client = try LanguageClient(
      opening: "é [a][B] [c](#é-x) [^1]\r\n\r\n[b]: /u\r\n\r\n[^1]: n\r\n\r\n# É x\r\n[b]\r\n")
    func definition(_ line: Int, _ character: Int) throws -> String {
      try client.result("textDocument/definition", asking(line, character))["range"].shown
    }
    for (line, character, wanted) in [
      (0, 3, "2:1-2:2"), (0, 10, "6:0-6:5"), (0, 21, "4:2-4:3"), (0, 0, "-"), (9, 9, "-"),
    ] {
      #expect(try definition(line, character) == wanted)
    }
    func references(_ line: Int, _ character: Int, _ declares: Bool = false) throws -> [String] {
      let parameters = asking(line, character, ["context": ["includeDeclaration": declares]])
      return try client.result("textDocument/references", parameters).shown("range")
    }
    #expect(try references(2, 1) == ["0:2-0:8", "7:0-7:3"])
    #expect(try references(2, 1, true) == ["0:2-0:8", "2:1-2:2", "7:0-7:3"])
    #expect(try references(6, 3, true) == ["6:0-6:5", "0:9-0:18"])
    #expect(try references(6, 3) == ["0:9-0:18"])
    #expect(try references(0, 0).isEmpty)
    try client.change(version: 2, ["text": ""])
    #expect(try definition(0, 0) == "-" && references(0, 0, true).isEmpty)
  }

  @Test func renamesAndEditsLabelsTogether() throws {
    let client = try LanguageClient(opening: "é [a][b] [b] [B]\r\n\r\n[b]: /u\r\n")
    let prepared = try client.result("textDocument/prepareRename", asking(0, 6))
    #expect(prepared["range"].shown == "0:6-0:7" && prepared["placeholder"].text == "b")
    #expect(try client.result("textDocument/prepareRename", asking(0, 3)).isNull)
    let renamed = try client.result("textDocument/rename", asking(0, 6, ["newName": "ö"]))
    let changes = renamed["documentChanges"][0]
    #expect(changes["textDocument"]["version"].number == 1)
    #expect(
      try changes["edits"].shown("range", "newText")
        == ["0:6-0:7 ö", "0:12-0:12 [ö]", "0:16-0:16 [ö]", "2:1-2:2 ö"])
    func renamingCode(_ character: Int, _ more: Object) throws -> Int? {
      try client.errorCode("textDocument/rename", asking(0, character, more))
    }
    for name in ["", "]", "a\n"] { #expect(try renamingCode(6, ["newName": name]) == -32803) }
    #expect(try renamingCode(0, ["newName": "x"]) == -32803)
    #expect(try renamingCode(6, [:]) == -32602)
    let linked = try client.result("textDocument/linkedEditingRange", asking(2, 2))
    #expect(try linked["ranges"].shown() == ["2:1-2:2", "0:6-0:7", "0:10-0:11"])
    #expect(linked["wordPattern"].text == #"[^\[\]\r\n]+"#)
    #expect(try client.result("textDocument/linkedEditingRange", asking(0, 0)).isNull)
  }

  @Test func resolvesTheTargetsOfLinks() throws {
    let client = LanguageClient()
    try client.initialize()
    func links(_ text: String, at uri: String) throws -> [String] {
      try client.open(text, uri: uri)
      return try client.result("textDocument/documentLink", about(of: uri)).shown("range", "target")
    }
    let text =
      "é [a](../x%20y.md) <b@c.d> ![e](é.png?q#f)\r\n[g][h] [i](#j) [](/k/./l/..)\r\n\r\n"
      + "[h]: http://m.n 'o'\r\n"
    #expect(
      try links(text, at: "file:///a/b%20c/d.md") == [
        "0:6-0:17 file:///a/x%20y.md", "0:20-0:25 mailto:b@c.d",
        "0:32-0:41 file:///a/b%20c/%C3%A9.png#f", "1:4-1:5 http://m.n",
        "1:11-1:13 file:///a/b%20c/d.md#j", "1:18-1:27 file:///a/b%20c/k", "3:5-3:15 http://m.n",
      ])
    // Other addresses than those of files have no folders.
    #expect(try links("[](b) [](http://c)", at: "untitled:a") == ["0:9-0:17 http://c"])
  }

  @Test func reportsFindings() throws {
    let client = try LanguageClient(
      opening: "# a\r\n### é [b][c]\r\n\r\n```\r\n", settings: ["diagnostics": true])
    let found = try client.message("textDocument/publishDiagnostics")["params"]["diagnostics"]
    #expect(
      try found.shown("range", "code", "severity", "source") == [
        "1:0-1:12 skipped-level 3 mdedit", "1:6-1:12 undefined-reference 2 mdedit",
        "3:0-3:3 open-fence 2 mdedit",
      ])
    #expect(found[0]["data"]["command"].text == "heading-2" && found[1]["data"].isMissing)
  }

  // MARK: Tokens

  @Test func countsTokensFromTheOneBefore() throws {
    let client = LanguageClient()
    let legend = try client.initialize()["semanticTokensProvider"]["legend"]
    let types = try legend["tokenTypes"].shown()
    let modifiers = try legend["tokenModifiers"].shown()
    try client.open("# é😀 **a**\r\nb\r\n\r\n`c` [d](e)\r\n")
    func tokens(_ method: String, _ more: Object = [:]) throws -> [String] {
      let result = try client.result("textDocument/semanticTokens/\(method)", about(more: more))
      let data = try #require(result["data"].value as? [Int])
      var (line, character) = (0, 0)
      return stride(from: 0, to: data.count, by: 5).map { index in
        character = data[index] > 0 ? data[index + 1] : character + data[index + 1]
        line += data[index]
        let marks = modifiers.enumerated().filter { data[index + 4] >> $0.offset & 1 == 1 }
        let name = ([types[data[index + 3]]] + marks.map(\.element)).joined(separator: ".")
        return "\(line):\(character)+\(data[index + 2]) \(name)"
      }
    }
    let last = [
      "3:0+1 delimiter.code", "3:1+1 codeSpan.code", "3:2+1 delimiter.code", "3:4+1 delimiter.link",
      "3:5+1 linkText.link", "3:6+2 delimiter.link", "3:8+1 destination.link",
      "3:9+1 delimiter.link",
    ]
    #expect(
      try tokens("full") == [
        "0:0+1 delimiter", "0:2+4 heading", "0:6+2 delimiter.strong", "0:8+1 heading.strong",
        "0:9+2 delimiter.strong",
      ] + last)
    #expect(try tokens("range", ["range": range(3, 0, 3)]) == Array(last[..<3]))
    #expect(try tokens("range", ["range": range(0, 6, 99)]).last == "0:9+2 delimiter.strong")
    try client.change(version: 2, ["text": ""])
    #expect(try tokens("full").isEmpty && tokens("range", ["range": range(0, 0, 0)]).isEmpty)
  }

  @Test func sendsTokensAsEdits() throws {
    let client = try LanguageClient(opening: "**a** b\r\n\r\n😀 `c` `d`\r\n")
    func result(_ method: String, since previous: Any? = nil) throws -> JSON {
      let more: Object = previous.map { ["previousResultId": $0] } ?? [:]
      return try client.result("textDocument/semanticTokens/\(method)", about(more: more))
    }
    let first = try result("full")
    let before = try #require(first["data"].value as? [Int])
    try client.change(version: 2, ["range": range(2, 3, 6), "text": "\n*é*"])
    let delta = try result("full/delta", since: first["resultId"].value)
    var data = before
    let edit = delta["edits"][0]
    let start = try #require(edit["start"].number)
    let end = start + (try #require(edit["deleteCount"].number))
    #expect(start % 5 == 0 && end % 5 == 0 && start > 0 && end < data.count)
    data.replaceSubrange(start..<end, with: try #require(edit["data"].value as? [Int]))
    #expect(try delta["edits"].list.count == 1 && data != before)
    #expect(try result("full")["data"].value as? [Int] == data)
    #expect(try result("full/delta", since: delta["resultId"].value)["edits"].list.isEmpty)
    #expect(try result("full/delta", since: "x")["data"].value as? [Int] == data)
    let plain = try LanguageClient(opening: "**a**", document: ["semanticTokens": [:]])
    #expect(try plain.result("textDocument/semanticTokens/full", about())["resultId"].isMissing)
  }

  /// With little memory, the tree of a long text cannot be read, but its tokens and its selections can.
  @Test func readsTheTokensOfALongTextInPieces() throws {
    let text =
      String(repeating: "# é\r\n\r\n- *a* 😀\r\n\r\n  > [b]\r\n\r\n", count: 3000) + "[b]: /c"
    let requests: [Object] = [
      ["id": 0, "method": "initialize", "params": [:]],
      [
        "method": "textDocument/didOpen",
        "params": ["textDocument": ["uri": LanguageClient.uri, "version": 1, "text": text]],
      ],
      ["id": 1, "method": "textDocument/foldingRange", "params": about()],
      ["id": 2, "method": "textDocument/semanticTokens/full", "params": about()],
    ]
    let input = try requests.flatMap { try LanguageClient.framed($0) }
    func answers(_ options: [String]) throws -> [JSON] {
      let run = try ToolRun(["lsp", "--no-diagnostics"] + options, input: input)
      return try run.text.components(separatedBy: "Content-Length: ").dropFirst().map {
        try JSON(reading: Array($0.utf8).drop { $0 != 0x7B })
      }.sorted { ($0["id"].number ?? 0) < ($1["id"].number ?? 0) }
    }
    let whole = try answers([])
    // The tree needs more memory than 12 MB.
    let pieces = try answers(["--memory", "12"])
    try #require(whole.count == 3 && pieces.count == 3)
    #expect(
      whole[1]["error"].isMissing && pieces[1]["error"]["data"]["reason"].text == "unparsable")
    let tokens = try #require(whole[2]["result"]["data"].value as? [Int])
    #expect(pieces[2]["result"]["data"].value as? [Int] == tokens && tokens.count > 100_000)
  }
}
