import EditorTestSupport
import Foundation
import Testing

/// Checks documents that change under `mdedit lsp`.
@Suite(.serialized) struct LanguageServerDocumentTests {
  typealias Object = [String: Any]
  private let uri = LanguageClient.uri

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

  /// The result keeps the order of the request's selections, however the text changes.
  @Test func selectionsKeepTheOrderOfTheRequest() throws {
    let client = try LanguageClient()
    try client.initialize()
    try client.open(uri, "one a two b three\n\n    code here\n")
    func starts(_ version: Int, _ ranges: [Object]) throws -> [Int?] {
      let result = try #require(
        try client.result("mdedit/toggle", toggling("strong", version, ranges)) as? Object)
      let selections = try #require(result["selections"] as? [[String: [String: Int]]])
      return selections.map { $0["start"]?["character"] }
    }
    #expect(try starts(1, [range(0, 12, 17), range(0, 0, 3), range(0, 6, 9)]) == [22, 2, 12])
    // Nothing can be done in code.
    #expect(try starts(1, [range(2, 9, 13), range(2, 4, 8)]) == [9, 4])
  }

  /// An unknown text stays unknown until it is sent completely; no later change makes it known.
  @Test func aLostDocumentIsSentWhole() throws {
    let client = try LanguageClient()
    try client.initialize()
    try client.open(uri, "a word\n")
    try client.change(uri, version: 2, [["range": range(0, 0, 1)]])
    try client.change(uri, version: 3, [["range": range(0, 0, 0), "text": "some word\n"]])
    #expect(
      try client.errorCode("mdedit/toggle", toggling("strong", 3, [range(0, 2, 6)])) == -32801)
    try client.change(uri, version: 4, [["text": "a word\n"]])
    let request = toggling("strong", 4, [range(0, 2, 6)])
    let result = try #require(try client.result("mdedit/toggle", request) as? Object)
    #expect(
      try LanguageClient.applied(try #require(result["edits"] as? [Object]), to: "a word\n")
        == "a **word**\n")
    // Only opening a closed document again makes it known.
    try client.notify("textDocument/didClose", ["textDocument": ["uri": uri]])
    #expect(try client.errorCode("mdedit/toggle", request) == -32602)
    try client.change(uri, version: 4, [["text": "a word\n"]])
    #expect(try client.errorCode("mdedit/toggle", request) == -32602)
  }

  /// A position past the end of a line is at the end, before the line ending.
  @Test(arguments: ["\n", "\r\n", "\r"]) func aPositionPastTheEndIsTheEnd(_ ending: String) throws {
    let client = try LanguageClient()
    try client.initialize()
    let text = "a word\(ending)b"
    try client.open(uri, text)
    func edits(_ range: Object) throws -> [[String: [String: Int]]] {
      let result = try #require(
        try client.result("mdedit/toggle", toggling("strong", 1, [range])) as? Object)
      return try #require(result["edits"] as? [Object]).compactMap {
        $0["range"] as? [String: [String: Int]]
      }
    }
    #expect(try edits(range(0, 2, 99)) == edits(range(0, 2, 6)))
    #expect(try edits(range(0, 2, 7)) == edits(range(0, 2, 6)))
    let last: Object = [
      "start": ["line": 1, "character": 0], "end": ["line": 9, "character": 9],
    ]
    #expect(try edits(last) == edits(range(1, 0, 1)))
    let change: Object = ["range": range(0, 6, 99), "text": "s"]
    try client.change(uri, version: 2, [change])
    let state = try #require(
      try client.result("mdedit/toggle", toggling("strong", 2, [range(1, 0, 1)])) as? Object)
    #expect((state["edits"] as? [Object])?.count == 2)
  }

  @Test func aTaskDelaysNoOtherRequest() throws {
    let client = try LanguageClient()
    try client.initialize()
    let text = String(
      repeating: "Sow **beans** in May, _peas_ in `April`; see [a].\n\n", count: 12_000)
    try client.open(uri, text)
    _ = try client.result("mdedit/state", toggling("", 1, [range(0, 0, 3)]))
    let long = try client.ask("textDocument/semanticTokens/full", ["textDocument": ["uri": uri]])
    for step in 0..<10 {
      try client.change(uri, version: step + 2, [["range": range(2 * step, 0, 3), "text": "Saw"]])
      _ = try client.result(
        "mdedit/toggle", toggling("strong", step + 2, [range(2 * step, 0, 3)]))
    }
    #expect(!client.hasAnswer(to: long))
    try client.notify("$/cancelRequest", ["id": long])
    #expect((try client.answer(to: long)["error"] as? Object)?["code"] as? Int == -32800)
    try client.notify("exit", [:])
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
    // Rereading everything at each step would take minutes in a debug build.
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
    // Returns a position of the protocol by reading the text up to the offset.
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
      // The server's state must equal that of the command line for the same text.
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
