import Foundation
import Testing

/// Checks requests that show and navigate a document: symbols, folds, links, references.
@Suite(.serialized) struct LanguageServerStructureTests {
  typealias Object = [String: Any]
  private let uri = LanguageClient.uri

  private func client(_ text: String, settings: Object = [:]) throws -> LanguageClient {
    let client = try LanguageClient()
    try client.initialize(settings: settings)
    try client.open(uri, text)
    return client
  }

  private func asking(_ line: Int, _ character: Int, _ more: Object = [:]) -> Object {
    var parameters: Object = [
      "textDocument": ["uri": uri], "position": ["line": line, "character": character],
    ]
    parameters.merge(more) { $1 }
    return parameters
  }

  /// Returns a range as `line:character-line:character`.
  private func written(_ range: Any?) -> String {
    guard let range = range as? [String: [String: Int]] else { return "none" }
    func place(_ key: String) -> String {
      "\(range[key]?["line"] ?? -1):\(range[key]?["character"] ?? -1)"
    }
    return "\(place("start"))-\(place("end"))"
  }

  private func list(_ result: Any) throws -> [Object] { try #require(result as? [Object]) }

  @Test func capabilitiesNameWhatIsAnswered() throws {
    let capabilities = try LanguageClient().initialize()
    for name in [
      "documentSymbolProvider", "foldingRangeProvider", "selectionRangeProvider",
      "definitionProvider", "referencesProvider", "linkedEditingRangeProvider",
    ] {
      #expect(capabilities[name] as? Bool == true, "\(name)")
    }
    #expect((capabilities["renameProvider"] as? Object)?["prepareProvider"] as? Bool == true)
    #expect(capabilities["documentLinkProvider"] is Object)
  }

  @Test func symbolsAreSections() throws {
    let text = "# é😀 *a*\r\n\r\n## b\r\nc\r\n### \r\n# d"
    let client = try LanguageClient()
    let capabilities: Object = [
      "textDocument": ["documentSymbol": ["hierarchicalDocumentSymbolSupport": true]]
    ]
    _ = try client.result("initialize", ["capabilities": capabilities])
    try client.open(uri, text)
    let request: Object = ["textDocument": ["uri": uri]]
    let symbols = try list(client.result("textDocument/documentSymbol", request))
    #expect(symbols.map { $0["name"] as? String } == ["é😀 a", "d"])
    #expect(symbols.map { written($0["range"]) } == ["0:0-5:0", "5:0-5:3"])
    #expect(symbols.map { written($0["selectionRange"]) } == ["0:0-0:9", "5:0-5:3"])
    let inner = try list(symbols[0]["children"] ?? [])
    #expect(inner.map { $0["name"] as? String } == ["b"] && written(inner[0]["range"]) == "2:0-5:0")
    let last = try list(inner[0]["children"] ?? [])
    #expect(last.map { $0["name"] as? String } == ["###"] && last[0]["kind"] as? Int == 15)
    try client.change(uri, version: 2, [["text": ""]])
    #expect(try list(client.result("textDocument/documentSymbol", request)).isEmpty)
  }

  @Test func symbolsAreFlatForAClientThatNestsNone() throws {
    let client = try client("# a\n## b\n")
    let symbols = try list(
      client.result("textDocument/documentSymbol", ["textDocument": ["uri": uri]]))
    #expect(symbols.map { $0["name"] as? String } == ["a", "b"])
    #expect(symbols.map { $0["containerName"] as? String } == [nil, "a"])
    let location = try #require(symbols[1]["location"] as? Object)
    #expect(location["uri"] as? String == uri && written(location["range"]) == "1:0-2:0")
  }

  @Test func foldsFollowEdits() throws {
    let client = try client("# a\r\n\r\n- b\r\n  c\r\n- d\r\n\r\n")
    func folds() throws -> [[Int?]] {
      try list(client.result("textDocument/foldingRange", ["textDocument": ["uri": uri]])).map {
        [$0["startLine"] as? Int, $0["endLine"] as? Int]
      }
    }
    #expect(try folds() == [[0, 4], [2, 4], [2, 3]])
    try client.change(uri, version: 2, [["range": range(0, 0, 2), "text": ""]])
    #expect(try folds() == [[2, 4], [2, 3]])
    try client.change(uri, version: 3, [["text": ""]])
    #expect(try folds().isEmpty)
  }

  @Test func selectionsExpand() throws {
    let client = try client("# é\r\n\r\n😀 a **b c** d. E")
    func expanded(_ line: Int, _ character: Int) throws -> [String] {
      let result = try client.result(
        "textDocument/selectionRange",
        ["textDocument": ["uri": uri], "positions": [["line": line, "character": character]]])
      var next: Any? = try list(result).first
      var ranges: [String] = []
      while let object = next as? Object {
        ranges.append(written(object["range"]))
        next = object["parent"]
      }
      return ranges
    }
    #expect(
      try expanded(2, 8) == [
        "2:7-2:8", "2:7-2:10", "2:5-2:12", "2:0-2:15", "2:0-2:17", "0:0-2:17",
      ])
    #expect(
      try client.errorCode(
        "textDocument/selectionRange",
        ["textDocument": ["uri": uri], "positions": [["line": 2, "character": 1]]]) == -32602)
    try client.change(uri, version: 2, [["text": ""]])
    #expect(try expanded(0, 0) == ["0:0-0:0"])
  }

  @Test func referencesLeadToDefinitions() throws {
    let client = try client(
      "é [a][B] [c](#é-x) [^1]\r\n\r\n[b]: /u\r\n\r\n[^1]: n\r\n\r\n# É x\r\n[b]\r\n")
    func definition(_ line: Int, _ character: Int) throws -> String {
      let result = try client.result("textDocument/definition", asking(line, character))
      return written((result as? Object)?["range"])
    }
    #expect(try definition(0, 3) == "2:1-2:2")
    #expect(try definition(0, 10) == "6:0-6:5")
    #expect(try definition(0, 21) == "4:2-4:3")
    #expect(try definition(0, 0) == "none" && definition(9, 9) == "none")
    func references(_ line: Int, _ character: Int, _ declares: Bool = false) throws -> [String] {
      let parameters = asking(line, character, ["context": ["includeDeclaration": declares]])
      return try list(client.result("textDocument/references", parameters)).map {
        written($0["range"])
      }
    }
    #expect(try references(2, 1) == ["0:2-0:8", "7:0-7:3"])
    #expect(try references(2, 1, true) == ["0:2-0:8", "2:1-2:2", "7:0-7:3"])
    #expect(try references(6, 3, true) == ["0:13-0:17", "6:0-6:5"])
    #expect(try references(0, 0).isEmpty)
    try client.change(uri, version: 2, [["text": ""]])
    #expect(try definition(0, 0) == "none" && references(0, 0, true).isEmpty)
  }

  @Test func labelsAreRenamedAndEditedTogether() throws {
    let text = "é [a][b] [b] [B]\r\n\r\n[b]: /u\r\n"
    let client = try client(text)
    let prepared = try #require(
      try client.result("textDocument/prepareRename", asking(0, 6)) as? Object)
    #expect(written(prepared["range"]) == "0:6-0:7" && prepared["placeholder"] as? String == "b")
    #expect(try client.result("textDocument/prepareRename", asking(0, 3)) is NSNull)
    let edit = try #require(
      try client.result("textDocument/rename", asking(0, 6, ["newName": "ö"])) as? Object)
    let changes = try #require((edit["documentChanges"] as? [Object])?.first)
    #expect((changes["textDocument"] as? Object)?["version"] as? Int == 1)
    let edits = try #require(changes["edits"] as? [Object])
    #expect(edits.map { $0["newText"] as? String } == ["ö", "[ö]", "[ö]", "ö"])
    #expect(edits.map { written($0["range"]) } == ["0:6-0:7", "0:12-0:12", "0:16-0:16", "2:1-2:2"])
    for name in ["", "]", "a\n"] {
      #expect(
        try client.errorCode("textDocument/rename", asking(0, 6, ["newName": name])) == -32803)
    }
    #expect(try client.errorCode("textDocument/rename", asking(0, 0, ["newName": "x"])) == -32803)
    #expect(try client.errorCode("textDocument/rename", asking(0, 6)) == -32602)
    let linked = try #require(
      try client.result("textDocument/linkedEditingRange", asking(2, 2)) as? Object)
    let ranges = try #require(linked["ranges"] as? [Any])
    #expect(ranges.map { written($0) } == ["2:1-2:2", "0:6-0:7", "0:10-0:11"])
    #expect(try client.result("textDocument/linkedEditingRange", asking(0, 0)) is NSNull)
  }

  @Test func linksHaveTargets() throws {
    let client = try LanguageClient()
    try client.initialize()
    let uri = "file:///a/b%20c/d.md"
    try client.open(
      uri,
      "é [a](../x%20y.md) <b@c.d> ![e](é.png?q#f)\r\n[g][h] [i](#j) [](/k/./l/..)\r\n\r\n[h]: http://m.n 'o'\r\n"
    )
    let links = try list(
      client.result("textDocument/documentLink", ["textDocument": ["uri": uri]]))
    #expect(
      links.map { "\(written($0["range"])) \($0["target"] as? String ?? "")" } == [
        "0:6-0:17 file:///a/x%20y.md", "0:20-0:25 mailto:b@c.d",
        "0:32-0:41 file:///a/b%20c/%C3%A9.png?q#f", "1:4-1:5 http://m.n",
        "1:11-1:13 file:///a/b%20c/d.md#j", "1:18-1:27 file:///k/", "3:5-3:15 http://m.n",
      ])
  }

  @Test func diagnosticsAreFindings() throws {
    let client = try client("# a\r\n### é [b][c]\r\n\r\n```\r\n", settings: ["diagnostics": true])
    let parameters = try #require(
      try client.message("textDocument/publishDiagnostics")["params"] as? Object)
    let found = try list(parameters["diagnostics"] ?? [])
    #expect(
      found.map { "\(written($0["range"])) \($0["code"] as? String ?? "") \($0["severity"] ?? 0)" }
        == [
          "1:0-1:12 skipped-level 3", "1:6-1:12 undefined-reference 2", "3:0-3:3 open-fence 2",
        ])
    #expect(found.allSatisfy { $0["source"] as? String == "mdedit" })
  }

  @Test func tokensAreRelative() throws {
    let client = try LanguageClient()
    let capabilities = try client.initialize()
    let provider = try #require(capabilities["semanticTokensProvider"] as? Object)
    let legend = try #require(provider["legend"] as? [String: [String]])
    let types = try #require(legend["tokenTypes"])
    let modifiers = try #require(legend["tokenModifiers"])
    try client.open(uri, "# é😀 **a**\r\nb\r\n\r\n`c` [d](e)\r\n")
    func tokens(_ method: String, _ more: Object = [:]) throws -> [String] {
      var parameters: Object = ["textDocument": ["uri": uri]]
      parameters.merge(more) { $1 }
      let result = try client.result("textDocument/semanticTokens/\(method)", parameters) as? Object
      let data = try #require(result?["data"] as? [Int])
      var (line, character) = (0, 0)
      return stride(from: 0, to: data.count, by: 5).map { index in
        character = data[index] > 0 ? data[index + 1] : character + data[index + 1]
        line += data[index]
        let marks = modifiers.indices.filter { data[index + 4] >> $0 & 1 == 1 }.map {
          modifiers[$0]
        }
        let name = ([types[data[index + 3]]] + marks).joined(separator: ".")
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
    try client.change(uri, version: 2, [["text": ""]])
    #expect(try tokens("full").isEmpty && tokens("range", ["range": range(0, 0, 0)]).isEmpty)
  }

  @Test func tokensAreSentAsEdits() throws {
    let client = try client("**a** b\r\n\r\n😀 `c` `d`\r\n")
    let document: Object = ["textDocument": ["uri": uri]]
    func result(_ method: String, _ more: Object = [:]) throws -> Object {
      let parameters = document.merging(more) { $1 }
      return try #require(
        try client.result("textDocument/semanticTokens/\(method)", parameters) as? Object)
    }
    let first = try result("full")
    let before = try #require(first["data"] as? [Int])
    try client.change(uri, version: 2, [["range": range(2, 3, 6), "text": "\n*é*"]])
    let delta = try result("full/delta", ["previousResultId": first["resultId"] ?? ""])
    var data = before
    let edits = try #require(delta["edits"] as? [Object])
    for edit in edits {
      let start = try #require(edit["start"] as? Int)
      data.replaceSubrange(
        start..<start + (try #require(edit["deleteCount"] as? Int)),
        with: try #require(edit["data"] as? [Int]))
    }
    #expect(edits.count == 1 && data != before)
    #expect(try result("full")["data"] as? [Int] == data)
    let same = try result("full/delta", ["previousResultId": delta["resultId"] ?? ""])
    #expect((same["edits"] as? [Object])?.isEmpty == true)
    #expect(try result("full/delta", ["previousResultId": "x"])["data"] as? [Int] == data)
  }

  @Test func tokensOfALongTextAreReadInPieces() throws {
    let text =
      String(repeating: "# é\r\n\r\n- *a* 😀\r\n\r\n  > [b]\r\n\r\n", count: 3000) + "[b]: /c"
    func tokens(_ arguments: [String]) throws -> [Int] {
      let client = try LanguageClient(arguments)
      try client.initialize()
      try client.open(uri, text)
      let document: Object = ["textDocument": ["uri": uri]]
      // The tree needs more memory than 12 MB.
      let isWhole = try client.answer(to: client.ask("textDocument/foldingRange", document))[
        "result"]
      #expect((isWhole == nil) == !arguments.isEmpty)
      let result = try client.result("textDocument/semanticTokens/full", document) as? Object
      return try #require(result?["data"] as? [Int])
    }
    #expect(try tokens([]) == tokens(["--memory", "12"]))
  }

  @Test func aDocumentThatIsNotOpenIsAnError() throws {
    let client = try client("a")
    for method in [
      "documentSymbol", "foldingRange", "selectionRange", "definition", "references",
      "linkedEditingRange", "prepareRename", "rename", "documentLink", "semanticTokens/full",
      "semanticTokens/full/delta", "semanticTokens/range",
    ] {
      let other: Object = ["textDocument": ["uri": "file:///other.md"]]
      #expect(try client.errorCode("textDocument/\(method)", other) == -32602, "\(method)")
    }
  }
}
