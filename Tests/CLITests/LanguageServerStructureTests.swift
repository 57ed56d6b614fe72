import Foundation
import Testing

/// Checks requests that show and navigate a document: symbols, folds, links, references.
@Suite(.serialized) struct LanguageServerStructureTests {
  typealias Object = JSON.Object

  private func asking(_ line: Int, _ character: Int, _ more: Object = [:]) -> Object {
    about(more: more.merging(["position": position(line, character)]) { $1 })
  }

  @Test func capabilitiesNameWhatIsAnswered() throws {
    let capabilities = try LanguageClient().initialize()
    for name in [
      "documentSymbolProvider", "foldingRangeProvider", "selectionRangeProvider",
      "definitionProvider", "referencesProvider", "linkedEditingRangeProvider",
    ] {
      #expect(capabilities[name].isTrue, "\(name)")
    }
    #expect(capabilities["renameProvider"]["prepareProvider"].isTrue)
    #expect(capabilities["documentLinkProvider"].value is Object)
    let trigger = capabilities["documentOnTypeFormattingProvider"]["firstTriggerCharacter"]
    #expect(trigger.text == "\n")
  }

  @Test func symbolsAreSections() throws {
    let client = try LanguageClient()
    let capabilities: Object = [
      "textDocument": ["documentSymbol": ["hierarchicalDocumentSymbolSupport": true]]
    ]
    _ = try client.result("initialize", ["capabilities": capabilities])
    try client.open("# é😀 *a*\r\n\r\n## b\r\nc\r\n### \r\n# d")
    let symbols = try client.result("textDocument/documentSymbol", about())
    func written(_ symbols: JSON) throws -> [String] {
      try symbols.list.map { "\($0["name"].text ?? "") \($0["range"].range ?? "")" }
    }
    #expect(try written(symbols) == ["é😀 a 0:0-5:0", "d 5:0-5:3"])
    #expect(try symbols.list.map { $0["selectionRange"].range } == ["0:0-0:9", "5:0-5:3"])
    let inner = symbols[0]["children"]
    #expect(try written(inner) == ["b 2:0-5:0"])
    let last = inner[0]["children"]
    #expect(try last.list.map { $0["name"].text } == ["###"] && last[0]["kind"].number == 15)
    try client.change(version: 2, ["text": ""])
    #expect(try client.result("textDocument/documentSymbol", about()).list.isEmpty)
  }

  @Test func symbolsAreFlatForAClientThatNestsNone() throws {
    let client = try LanguageClient(opening: "# a\n## b\n")
    let symbols = try client.result("textDocument/documentSymbol", about()).list
    #expect(symbols.map { $0["name"].text } == ["a", "b"])
    #expect(symbols.map { $0["containerName"].text } == [nil, "a"])
    let location = symbols[1]["location"]
    #expect(location["uri"].text == LanguageClient.uri && location["range"].range == "1:0-2:0")
  }

  @Test func foldsFollowEdits() throws {
    let client = try LanguageClient(opening: "# a\r\n\r\n- b\r\n  c\r\n- d\r\n\r\n")
    func folds() throws -> [[Int?]] {
      try client.result("textDocument/foldingRange", about()).list.map {
        [$0["startLine"].number, $0["endLine"].number]
      }
    }
    #expect(try folds() == [[0, 4], [2, 4], [2, 3]])
    try client.change(version: 2, ["range": range(0, 0, 2), "text": ""])
    #expect(try folds() == [[2, 4], [2, 3]])
    try client.change(version: 3, ["text": ""])
    #expect(try folds().isEmpty)
  }

  @Test func selectionsExpand() throws {
    let client = try LanguageClient(opening: "# é\r\n\r\n😀 a **b c** d. E")
    func asking(_ line: Int, _ character: Int) -> Object {
      about(more: ["positions": [position(line, character)]])
    }
    func expanded(_ line: Int, _ character: Int) throws -> [String] {
      let result = try client.result("textDocument/selectionRange", asking(line, character))
      let nested = sequence(first: result[0]) { $0["parent"].isMissing ? nil : $0["parent"] }
      return nested.compactMap { $0["range"].range }
    }
    #expect(
      try expanded(2, 8) == [
        "2:7-2:8", "2:7-2:10", "2:5-2:12", "2:0-2:15", "2:0-2:17", "0:0-2:17",
      ])
    #expect(try client.errorCode("textDocument/selectionRange", asking(2, 1)) == -32602)
    try client.change(version: 2, ["text": ""])
    #expect(try expanded(0, 0) == ["0:0-0:0"])
  }

  @Test func referencesLeadToDefinitions() throws {
    let client = try LanguageClient(
      opening: "é [a][B] [c](#é-x) [^1]\r\n\r\n[b]: /u\r\n\r\n[^1]: n\r\n\r\n# É x\r\n[b]\r\n")
    func definition(_ line: Int, _ character: Int) throws -> String? {
      try client.result("textDocument/definition", asking(line, character))["range"].range
    }
    #expect(try definition(0, 3) == "2:1-2:2")
    #expect(try definition(0, 10) == "6:0-6:5")
    #expect(try definition(0, 21) == "4:2-4:3")
    #expect(try definition(0, 0) == nil && definition(9, 9) == nil)
    func references(_ line: Int, _ character: Int, _ declares: Bool = false) throws -> [String?] {
      let parameters = asking(line, character, ["context": ["includeDeclaration": declares]])
      return try client.result("textDocument/references", parameters).list.map { $0["range"].range }
    }
    #expect(try references(2, 1) == ["0:2-0:8", "7:0-7:3"])
    #expect(try references(2, 1, true) == ["0:2-0:8", "2:1-2:2", "7:0-7:3"])
    #expect(try references(6, 3, true) == ["0:13-0:17", "6:0-6:5"])
    #expect(try references(0, 0).isEmpty)
    try client.change(version: 2, ["text": ""])
    #expect(try definition(0, 0) == nil && references(0, 0, true).isEmpty)
  }

  @Test func labelsAreRenamedAndEditedTogether() throws {
    let client = try LanguageClient(opening: "é [a][b] [b] [B]\r\n\r\n[b]: /u\r\n")
    let prepared = try client.result("textDocument/prepareRename", asking(0, 6))
    #expect(prepared["range"].range == "0:6-0:7" && prepared["placeholder"].text == "b")
    #expect(try client.result("textDocument/prepareRename", asking(0, 3)).isNull)
    let renamed = try client.result("textDocument/rename", asking(0, 6, ["newName": "ö"]))
    let changes = renamed["documentChanges"][0]
    #expect(changes["textDocument"]["version"].number == 1)
    let edits = try changes["edits"].list
    #expect(edits.map { $0["newText"].text } == ["ö", "[ö]", "[ö]", "ö"])
    #expect(
      edits.map { $0["range"].range } == ["0:6-0:7", "0:12-0:12", "0:16-0:16", "2:1-2:2"])
    func renamingCode(_ character: Int, _ more: Object) throws -> Int? {
      try client.errorCode("textDocument/rename", asking(0, character, more))
    }
    for name in ["", "]", "a\n"] { #expect(try renamingCode(6, ["newName": name]) == -32803) }
    #expect(try renamingCode(0, ["newName": "x"]) == -32803)
    #expect(try renamingCode(6, [:]) == -32602)
    let linked = try client.result("textDocument/linkedEditingRange", asking(2, 2))["ranges"]
    #expect(try linked.list.map(\.range) == ["2:1-2:2", "0:6-0:7", "0:10-0:11"])
    #expect(try client.result("textDocument/linkedEditingRange", asking(0, 0)).isNull)
  }

  @Test func linksHaveTargets() throws {
    let client = try LanguageClient(opening: "")
    let uri = "file:///a/b%20c/d.md"
    try client.open(
      "é [a](../x%20y.md) <b@c.d> ![e](é.png?q#f)\r\n[g][h] [i](#j) [](/k/./l/..)\r\n\r\n[h]: http://m.n 'o'\r\n",
      uri: uri)
    let links = try client.result("textDocument/documentLink", about(of: uri)).list
    #expect(
      links.map { "\($0["range"].range ?? "") \($0["target"].text ?? "")" } == [
        "0:6-0:17 file:///a/x%20y.md", "0:20-0:25 mailto:b@c.d",
        "0:32-0:41 file:///a/b%20c/%C3%A9.png?q#f", "1:4-1:5 http://m.n",
        "1:11-1:13 file:///a/b%20c/d.md#j", "1:18-1:27 file:///k/", "3:5-3:15 http://m.n",
      ])
  }

  @Test func diagnosticsAreFindings() throws {
    let client = try LanguageClient(
      opening: "# a\r\n### é [b][c]\r\n\r\n```\r\n", settings: ["diagnostics": true])
    let published = try client.message("textDocument/publishDiagnostics")["params"]
    let found = try published["diagnostics"].list.map {
      "\($0["range"].range ?? "") \($0["code"].text ?? "") \($0["severity"].number ?? 0) "
        + ($0["source"].text ?? "")
    }
    #expect(
      found == [
        "1:0-1:12 skipped-level 3 mdedit", "1:6-1:12 undefined-reference 2 mdedit",
        "3:0-3:3 open-fence 2 mdedit",
      ])
  }

  @Test func tokensAreRelative() throws {
    let client = try LanguageClient()
    let legend = try client.initialize()["semanticTokensProvider"]["legend"]
    let types = try legend["tokenTypes"].list.compactMap(\.text)
    let modifiers = try legend["tokenModifiers"].list.compactMap(\.text)
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

  @Test func tokensAreSentAsEdits() throws {
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
    let edits = try delta["edits"].list
    for edit in edits {
      let start = try #require(edit["start"].number)
      let end = start + (try #require(edit["deleteCount"].number))
      data.replaceSubrange(start..<end, with: try #require(edit["data"].value as? [Int]))
    }
    #expect(edits.count == 1 && data != before)
    #expect(try result("full")["data"].value as? [Int] == data)
    #expect(try result("full/delta", since: delta["resultId"].value)["edits"].list.isEmpty)
    #expect(try result("full/delta", since: "x")["data"].value as? [Int] == data)
  }

  @Test func tokensOfALongTextAreReadInPieces() throws {
    let text =
      String(repeating: "# é\r\n\r\n- *a* 😀\r\n\r\n  > [b]\r\n\r\n", count: 3000) + "[b]: /c"
    func tokens(_ arguments: [String]) throws -> [Int] {
      let client = try LanguageClient(opening: text, arguments)
      // The tree needs more memory than 12 MB.
      let folds = try client.answer(to: client.ask("textDocument/foldingRange", about()))
      #expect(folds["result"].isMissing == !arguments.isEmpty)
      let result = try client.result("textDocument/semanticTokens/full", about())
      return try #require(result["data"].value as? [Int])
    }
    #expect(try tokens([]) == tokens(["--memory", "12"]))
  }

  @Test func aDocumentThatIsNotOpenIsAnError() throws {
    let client = try LanguageClient(opening: "a")
    for method in [
      "documentSymbol", "foldingRange", "selectionRange", "definition", "references",
      "linkedEditingRange", "prepareRename", "rename", "documentLink", "semanticTokens/full",
      "semanticTokens/full/delta", "semanticTokens/range",
    ] {
      let other = about(of: "file:///other.md")
      #expect(try client.errorCode("textDocument/\(method)", other) == -32602, "\(method)")
    }
  }
}
