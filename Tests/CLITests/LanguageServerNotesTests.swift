import EditorTestSupport
import Foundation
import LanguageServer
import MarkdownNotes
import MarkdownSyntax
import Testing

/// Checks requests that other files have a part in: completion, hover, links, renames, symbols, diagnostics.
@Suite struct LanguageServerNotesTests {
  typealias Object = JSON.Object

  private static let vault = [
    "/v/home.md": "# Home\n\n[[Garden#Soil]] [tools](sub/tools.md#the-spade) ![[bean.png]]\n",
    "/v/Garden.md": """
    ---
    aliases: [Plot, "Back yard"]
    tags: [outside]
    ---
    # Garden

    ## Soil

    Dark. #soil/clay [back](home.md)
    """,
    "/v/sub/tools.md":
      "# Tools\n\n## The *spade*\n\n[up](../home.md) [same](#the-spade)\n\n[t]: ../Garden.md#soil\n\n[a][t]\n",
    "/v/bean.png": "\u{89}PNG",
    "/v/.hidden.md": "# Hidden\n", "/v/ignored/x.md": "# Ignored\n", "/v/.gitignore": "ignored/\n",
    "/v/.git/HEAD": "",
  ]

  /// Opens a note of the vault with a caret, “‸”, in place of its text.
  private func client(
    _ path: String, _ text: String, dialect: Dialect = .obsidian, settings: Object = [:],
    files: [String: String] = vault
  ) throws -> (client: LanguageClient, caret: Object) {
    let client = LanguageClient(dialect: dialect, files: .inMemory(files))
    try client.initialize(
      settings: settings,
      workspace: [
        "workspaceEdit": ["documentChanges": true, "resourceOperations": ["rename"]]
      ], root: "file:///v")
    let before = text.prefix { $0 != "‸" }
    try client.open(text.replacing("‸", with: ""), uri: "file://" + path)
    let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
    return (client, position(lines.count - 1, lines.last?.utf16.count ?? 0))
  }

  private func ask(
    _ method: String, _ path: String, _ text: String, dialect: Dialect = .obsidian,
    more: Object = [:], files: [String: String] = vault
  ) throws -> JSON {
    let (client, caret) = try client(path, text, dialect: dialect, files: files)
    let parameters = about(of: "file://" + path, more: more.merging(["position": caret]) { $1 })
    return try client.result(method, parameters)
  }

  private func completed(
    _ text: String, at path: String = "/v/new.md", dialect: Dialect = .obsidian
  ) throws
    -> [String]
  {
    let answer = try ask("textDocument/completion", path, text, dialect: dialect)
    let items = answer["items"]
    guard !items.isMissing else { return [] }
    return try items.list.compactMap { $0["textEdit"]["newText"].text }
  }

  @Test(arguments: [
    ("[[ga‸", ["Garden]]"]), ("[[ga‸]]", ["Garden"]), ("[[back‸", ["Garden|Back yard]]"]),
    ("![[bean‸", ["bean.png]]"]), ("[[Garden#s‸", ["Soil]]"]), ("[[#the‸\n\n# There", ["There]]"]),
    ("see [x](to‸)", ["sub/tools.md"]), ("![x](be‸)", ["bean.png"]),
    ("[x](sub/tools.md#sp‸)", ["the-spade"]), ("[x][b‸\n\n[bean]: /b", ["bean"]),
    ("a [^n‸\n\n[^note]: b", ["note"]), ("#so‸", ["soil/clay"]), ("`[[ga‸`", []),
    ("```\n[[ga‸\n```", []), ("[x](https://ga‸", []), ("[x]: sub/to‸", ["sub/tools.md"]),
    ("[[ignored‸", []), ("[[hidden‸", []),
    ("[x](./‸", ["./home.md", "./Garden.md", "./sub/tools.md", "./bean.png"]),
    ("[[#^‸\n\na ^b1\n\n- c\n\n^b2", ["b1]]", "b2]]"]), ("> [!no‸", ["note]", "info]"]),
    ("> [!wa‸] x", ["warning"]), ("|a|\n|-|\n|[[back y‸", ["Garden\\|Back yard]]"]),
    ("a #‸", ["outside", "soil/clay"]),
  ])
  func completes(_ text: String, _ wanted: [String]) throws {
    #expect(try completed(text) == wanted)
  }

  @Test func completesEmojiOnGitHub() throws {
    #expect(try completed("a :seedl‸", dialect: .gitHub).first == "seedling:")
    #expect(try completed("at 12:30‸", dialect: .gitHub).isEmpty)
    #expect(
      try completed("in sub: [x](../ga‸)", at: "/v/sub/new.md", dialect: .gitHub) == [
        "../Garden.md"
      ])
    #expect(
      try completed("in sub: [x](../‸)", at: "/v/sub/new.md", dialect: .gitHub) == [
        "../home.md", "../Garden.md", "../bean.png",
      ])
    #expect(try completed("> [!no‸", dialect: .gitHub) == ["NOTE]"])
  }

  @Test func completesWithSnippetsIfTheClientTakesThem() throws {
    let client = LanguageClient(dialect: .obsidian, files: .inMemory(["/v/a $}.md": ""]))
    try client.initialize(
      document: ["completion": ["completionItem": ["snippetSupport": true]]], root: "file:///v")
    try client.open("[[a", uri: "file:///v/new.md")
    let answer = try client.result(
      "textDocument/completion", about(of: "file:///v/new.md", more: ["position": position(0, 3)]))
    let item = answer["items"][0]
    #expect(
      item["textEdit"]["newText"].text == "a \\$\\}]]" && item["insertTextFormat"].number == 2)
    #expect(item["label"].text == "a $}")
  }

  @Test(arguments: [
    ("[[Gar‸den]]", "/v/Garden.md 0:0-0:0"), ("[[Garden#So‸il]]", "/v/Garden.md 6:0-6:7"),
    ("[x](sub/to‸ols.md#the%2Dspade)", "/v/sub/tools.md 2:0-2:14"),
    ("[x](./sub/tools‸#the-spade)", "/v/sub/tools.md 2:0-2:14"),
    ("[x](#he‸re)\n\n<a name=\"here\"></a>", "/v/new.md 2:0-2:15"),
    ("[x][a‸]\n\n[a]: b", "/v/new.md 2:1-2:2"), ("[[No‸where]]", "-"), ("plain ‸text", "-"),
    ("[x](be‸an.png)", "/v/bean.png 0:0-0:0"), ("[[#^b‸1]]\n\na ^b1", "/v/new.md 2:2-2:5"),
  ])
  func findsDefinitions(_ text: String, _ wanted: String) throws {
    let found = try ask("textDocument/definition", "/v/new.md", text)
    let shown = found.isNull ? "-" : "\(found["uri"].shown.dropFirst(7)) \(found["range"].shown)"
    #expect(shown == wanted)
  }

  @Test(arguments: [nil, "file:///home/me", "file:///"])
  func readsTheRepositoryOfADocument(_ root: String?) throws {
    var files = NoteFiles.inMemory(
      Self.vault.merging(["/home/me/other.md": ""]) { $1 })
    files.home = "/home/me"
    let client = LanguageClient(dialect: .obsidian, files: files)
    try client.initialize(root: root)
    try client.open("[[o", uri: "file:///v/sub/new.md")
    let answer = try client.result(
      "textDocument/completion",
      about(of: "file:///v/sub/new.md", more: ["position": position(0, 3)]))
    #expect(try answer["items"].shown("label") == ["tools", "Garden|Plot", "home"])
  }

  @Test func findsReferencesInAllNotes() throws {
    func references(_ path: String, _ text: String) throws -> [String] {
      let more: Object = ["context": ["includeDeclaration": false]]
      return try ask("textDocument/references", path, text, more: more).list.map {
        "\($0["uri"].shown.dropFirst(10)) \($0["range"].shown)"
      }
    }
    let garden = try #require(Self.vault["/v/Garden.md"])
    #expect(
      try references("/v/Garden.md", garden.replacing("## Soil", with: "## So‸il"))
        == ["home.md 2:0-2:15", "sub/tools.md 6:0-6:22", "sub/tools.md 8:0-8:6"])
    #expect(
      try references("/v/home.md", "# Ho‸me\n") == ["Garden.md 8:17-8:32", "sub/tools.md 4:0-4:16"])
    #expect(try references("/v/new.md", "#so‸il") == ["Garden.md 8:6-8:16", "new.md 0:0-0:5"])
  }

  @Test func highlightsAndCountsLinks() throws {
    let text = "# A\n\n[x](#a‸) [[#A]]\n"
    let found = try ask("textDocument/documentHighlight", "/v/new.md", text)
    #expect(try found.shown("range") == ["0:0-0:3", "2:0-2:7", "2:8-2:14"])
    let lenses = try ask("textDocument/codeLens", "/v/new.md", text)
    #expect(try lenses.list.map { $0["command"]["title"].shown } == ["2 links"])
  }

  @Test(arguments: [
    ("[[Garden#So‸il]]", "`Garden.md`\n\n---\n\n## Soil\n\nDark. #soil/clay [back](home.md)"),
    (
      "[[Gar‸den]]", "`Garden.md`\n\n---\n\n# Garden\n\n## Soil\n\nDark. #soil/clay [back](home.md)"
    ),
    ("a[^1‸]\n\n[^1]: The *note*.", " The *note*."),
    ("[x][a‸]\n\n[a]: /b \"c\"", "```markdown\n[a]: /b \"c\"\n```"),
    ("#so‸il", "2 notes have this tag."),
    ("# A‸\n\n[x](#a) [y](#a)", "2 links lead here:\n\n- `new.md`"),
  ])
  func showsTargets(_ text: String, _ wanted: String) throws {
    #expect(try ask("textDocument/hover", "/v/new.md", text)["contents"]["value"].text == wanted)
  }

  @Test func findsSymbolsOfAllNotes() throws {
    let (client, _) = try client("/v/new.md", "# New spade ‸\n")
    let found = try client.result("workspace/symbol", ["query": "spade"])
    #expect(
      try found.shown("name", "containerName") == ["New spade new.md", "The spade sub/tools.md"])
  }

  // MARK: Renaming

  /// The notes after an edit, those that it changes.
  private func files(_ edit: JSON, opened: [String: String] = [:]) throws -> [String: String] {
    var result: [String: String] = [:]
    for change in try edit["documentChanges"].list where change["kind"].isMissing {
      let path = String(change["textDocument"]["uri"].shown.dropFirst(7))
      var text = Array(try #require(opened[path] ?? Self.vault[path]).utf16)
      for edit in try change["edits"].list.reversed() {
        func offset(_ position: JSON) throws -> Int {
          let lines = text.split(separator: 10, omittingEmptySubsequences: false)
          let before = lines.prefix(try #require(position["line"].number))
          return before.reduce(0) { $0 + $1.count + 1 }
            + (try #require(position["character"].number))
        }
        let range = try offset(edit["range"]["start"])..<offset(edit["range"]["end"])
        text.replaceSubrange(range, with: try #require(edit["newText"].text).utf16)
      }
      result[path] = String(decoding: text, as: UTF16.self)
    }
    return result
  }

  @Test func renamesHeadingsWithTheirLinks() throws {
    let garden = try #require(Self.vault["/v/Garden.md"])
    let edit = try ask(
      "textDocument/rename", "/v/Garden.md", garden.replacing("## Soil", with: "## So‸il"),
      more: ["newName": "Good *earth*"])
    let changed = try files(edit)
    #expect(changed["/v/Garden.md"] == garden.replacing("## Soil", with: "## Good *earth*"))
    #expect(changed["/v/home.md"]?.hasPrefix("# Home\n\n[[Garden#Good earth]] [tools]") == true)
    #expect(changed["/v/sub/tools.md"]?.contains("[t]: ../Garden.md#good-earth\n") == true)
    #expect(changed.count == 3)
  }

  @Test func renamesAtLinksToHeadings() throws {
    let text = "# A\n\n# A\n\n[x](#a‸) [y](#a-1)\n"
    let edit = try ask("textDocument/rename", "/v/new.md", text, more: ["newName": "B"])
    let plain = text.replacing("‸", with: "")
    #expect(
      try files(edit, opened: ["/v/new.md": plain]) == [
        "/v/new.md": "# B\n\n# A\n\n[x](#b) [y](#a)\n"
      ])
    let (client, caret) = try client("/v/new.md", "# A ‸\n")
    let refused = about(of: "file:///v/new.md", more: ["position": caret, "newName": "a\nb"])
    #expect(try client.errorCode("textDocument/rename", refused) == -32803)
  }

  @Test func renamesFilesWithTheirLinks() throws {
    let edit = try ask(
      "textDocument/rename", "/v/home.md", "# Home\n\n[[Gar‸den#Soil]]\n",
      more: ["newName": "Back yard"])
    let changed = try files(edit, opened: ["/v/home.md": "# Home\n\n[[Garden#Soil]]\n"])
    #expect(changed["/v/home.md"] == "# Home\n\n[[Back yard#Soil]]\n")
    #expect(changed["/v/sub/tools.md"]?.contains("[t]: ../Back%20yard.md#soil\n") == true)
    let last = try #require(try edit["documentChanges"].list.last)
    #expect(last["kind"].text == "rename" && last["newUri"].text == "file:///v/Back%20yard.md")
  }

  @Test func changesLinksBeforeFilesMove() throws {
    let (client, _) = try client("/v/new.md", "‸")
    let edit = try client.result(
      "workspace/willRenameFiles",
      ["files": [["oldUri": "file:///v/sub", "newUri": "file:///v/shed/old"]]])
    let changed = try files(edit)
    #expect(changed["/v/home.md"]?.contains("[tools](shed/old/tools.md#the-spade)") == true)
    #expect(
      changed["/v/sub/tools.md"]
        == "# Tools\n\n## The *spade*\n\n[up](../../home.md) [same](#the-spade)\n\n[t]: ../../Garden.md#soil\n\n[a][t]\n"
    )
    #expect(changed.count == 2)
  }

  @Test func renamesTagsBelow() throws {
    let edit = try ask("textDocument/rename", "/v/new.md", "#so‸il", more: ["newName": "earth"])
    let changed = try files(edit, opened: ["/v/new.md": "#soil"])
    #expect(changed["/v/Garden.md"]?.contains("Dark. #earth/clay ") == true)
    #expect(changed["/v/new.md"] == "#earth")
  }

  // MARK: Diagnostics and formatting

  @Test func publishesBrokenLinks() throws {
    let text = "# One\n\n[a](sub/tools.md#The-Spade) [b](none.md) [c](home.md)\n\n#\u{A0}two ‸\n"
    let (client, _) = try client(
      "/v/new.md", text, dialect: .gitHub, settings: ["diagnostics": true])
    let found = try client.message("textDocument/publishDiagnostics")["params"]["diagnostics"]
    #expect(
      try found.shown("code", "severity") == [
        "broken-anchor 2", "broken-link 2", "foreign-blank 2",
      ])
    let anchor = try #require(try found.list.first)
    let more: Object = [
      "range": anchor["range"].value as Any,
      "context": ["diagnostics": [anchor.value as Any], "only": ["quickfix"]],
    ]
    let fix = try client.result(
      "textDocument/codeAction", about(of: "file:///v/new.md", more: more))[0]
    #expect(fix["title"].text == "Correct the Anchor")
    #expect(
      try files(fix["edit"], opened: ["/v/new.md": text])["/v/new.md"]?.contains("#the-spade)")
        == true)
    try client.changeSettings(["mdedit": ["diagnostics": ["broken-link": false]]])
    let fewer = try client.message("textDocument/publishDiagnostics")["params"]["diagnostics"]
    #expect(try fewer.shown("code") == ["broken-anchor", "foreign-blank"])
  }

  @Test func createsMissingNotes() throws {
    let client = LanguageClient(dialect: .obsidian, files: .inMemory(Self.vault))
    try client.initialize(
      settings: ["diagnostics": true],
      workspace: [
        "workspaceEdit": ["resourceOperations": ["create"]]
      ], root: "file:///v")
    try client.open("[[Beans and peas]] [x](../out.md) [[#^none]]\n", uri: "file:///v/sub/new.md")
    let found = try client.message("textDocument/publishDiagnostics")["params"]["diagnostics"].list
    func actions(_ diagnostic: JSON) throws -> JSON {
      let more: Object = [
        "range": diagnostic["range"].value as Any,
        "context": ["diagnostics": [diagnostic.value as Any], "only": ["quickfix"]],
      ]
      return try client.result(
        "textDocument/codeAction", about(of: "file:///v/sub/new.md", more: more))
    }
    let fix = try actions(found[0])[0]
    #expect(fix["title"].text == "Create “Beans and peas.md”")
    let creation = fix["edit"]["documentChanges"][0]
    #expect(
      creation["kind"].text == "create" && creation["uri"].text == "file:///v/Beans%20and%20peas.md"
    )
    #expect(found.last?["message"].text == "There is no block “^none” in this document.")
  }

  @Test func publishesByDefault() {
    #expect(LanguageServer.Options(dialect: .gitHub, files: .inMemory([:])).publishesDiagnostics)
  }

  @Test func formatsTablesAndLists() throws {
    let text = "a|b\n-|-\nlonger|x\n\n3. one\n3. two\n\nand\n\n1. a\n1. b\n"
    let client = try LanguageClient(opening: text)
    let whole = try client.result("textDocument/formatting", about(more: ["options": Object()]))
    #expect(
      try client.text(after: whole)
        == "| a      | b   |\n| ------ | --- |\n| longer | x   |\n\n3. one\n4. two\n\nand\n\n1. a\n1. b\n"
    )
    let part = try client.result(
      "textDocument/rangeFormatting", about(more: ["range": range(4, 0, 1), "options": Object()]))
    #expect(try client.text(after: part).hasPrefix("a|b\n-|-\nlonger|x\n\n3. one\n4. two\n"))
  }
}

extension NoteFiles {
  /// Files that are not on a disk.
  static func inMemory(_ files: [String: String]) -> NoteFiles {
    let names = { @Sendable (folder: String) in
      Set(
        files.keys.filter { Paths.isInside($0, folder) }.map {
          $0.dropFirst(folder.count + 1).prefix { $0 != "/" }
        })
    }
    let kind = { @Sendable (path: String) -> NoteFolder.Kind? in
      files[path] != nil ? .file : names(path).isEmpty ? nil : .folder
    }
    return NoteFiles(
      kind: kind, read: { path, _ in files[path].map { Array($0.utf8) } },
      start: { path, count in files[path].map { Array($0.utf8.prefix(count)) } },
      list: { folder in
        names(folder).compactMap { name in
          kind(folder + "/" + name).map {
            Entry(name: String(name), kind: $0, stamp: [files[folder + "/" + name]?.count ?? 0])
          }
        }
      })
  }
}
