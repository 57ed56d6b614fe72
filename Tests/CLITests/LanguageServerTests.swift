import Foundation
import Testing

/// Checks `mdedit lsp` as a client sees it: the protocol, versions and errors.
@Suite(.serialized) struct LanguageServerTests {
  typealias Object = [String: Any]
  private let uri = LanguageClient.uri

  @Test func theFirstKnownEncodingThatIsOfferedCounts() throws {
    // “word” begins after é (2 bytes), 😀 (4 bytes, a surrogate pair) and three characters.
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
    // After a change that does not fit, the text is unknown until it is sent completely.
    try client.change(uri, version: 9, [["range": ["start": 3], "text": ""]])
    #expect(
      try client.errorCode("mdedit/toggle", toggling("strong", 9, [range(0, 5, 9)])) == -32801)
    _ = try client.message("window/showMessage")
    try client.change(uri, version: 10, [["text": "a word"]])
    _ = try client.result("mdedit/toggle", toggling("strong", 10, word))
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
    #expect(try client.errorCode("textDocument/hover", [:]) == -32601)
    #expect(try client.errorCode("mdedit/toggle", nil) == -32602)
    #expect(try client.errorCode("mdedit/toggle", toggling("bold", 1, [range(0, 2, 6)])) == -32602)
    #expect(
      try client.errorCode("mdedit/toggle", toggling("strong", 1, [], of: "file:///x")) == -32602)
    _ = try client.result("mdedit/toggle", toggling("strong", 1, [range(0, 2, 6)]))
    // A change that cannot be read makes the client's text unknown.
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

  @Test func canceledRequestsAreAnsweredOnce() throws {
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
}
