import Foundation
import Testing

/// Checks `mdedit lsp` as a client sees it: the protocol, versions and errors.
@Suite(.serialized) struct LanguageServerTests {
  private let word = range(0, 2, 6)

  /// “word” begins after é (2 bytes), 😀 (4 bytes, a surrogate pair) and three characters.
  @Test(
    arguments: [
      (nil, nil, 6), ([], nil, 6), (["utf-8", "utf-16"], "utf-8", 9), (["utf-32"], "utf-32", 5),
      (["utf-7", "utf-32", "utf-8"], "utf-32", 5), (["utf-16"], "utf-16", 6),
    ] as [([String]?, String?, Int)])
  func theFirstKnownEncodingThatIsOfferedCounts(
    _ offered: [String]?, _ chosen: String?, _ first: Int
  ) throws {
    let client = try LanguageClient()
    let capabilities = try client.initialize(encodings: offered)
    #expect(capabilities["positionEncoding"].text == chosen)
    try client.open("é😀 a word")
    let result = try client.result(
      "mdedit/toggle", toggling("strong", 1, range(0, first, first + 4)))
    #expect(try result["edits"].list.count == 2)
    #expect(result["selections"][0].range == "0:\(first + 2)-0:\(first + 6)")
  }

  @Test func aStaleVersionIsNeverAnEdit() throws {
    let client = try LanguageClient()
    try client.initialize()
    try client.open("a word", version: 7)
    func codes(_ parameters: JSON.Object) throws -> [Int?] {
      [
        try client.errorCode("mdedit/toggle", parameters),
        try client.errorCode("mdedit/state", parameters),
        try client.errorCode(
          "workspace/executeCommand", ["command": "mdedit.toggle", "arguments": [parameters]]),
      ]
    }
    for version in [6, 8, -1] {
      #expect(try codes(toggling("strong", version, word)) == [-32801, -32801, -32801])
    }
    let unversioned = about(more: ["mark": "strong", "ranges": [word]])
    #expect(try codes(unversioned) == [-32602, -32602, -32602])
    #expect(!client.hasMessages)
    try client.change(version: 8, ["range": range(0, 0, 1), "text": "some"])
    #expect(try client.errorCode("mdedit/toggle", toggling("strong", 7, word)) == -32801)
    _ = try client.result("mdedit/toggle", toggling("strong", 8, range(0, 5, 9)))
    // After a change that does not fit, the text is unknown until it is sent completely.
    try client.change(version: 9, ["range": ["start": 3], "text": ""])
    #expect(try client.errorCode("mdedit/toggle", toggling("strong", 9, range(0, 5, 9))) == -32801)
    _ = try client.message("window/showMessage")
    try client.change(version: 10, ["text": "a word"])
    _ = try client.result("mdedit/toggle", toggling("strong", 10, word))
  }

  @Test func whatIsMalformedIsAnsweredAndTheStreamGoesOn() throws {
    let client = try LanguageClient(opening: "a word")
    let malformed: [(String, Int)] = [
      ("{", -32700), ("[]", -32600), ("3", -32600), (#"{"id":1.5,"method":"x"}"#, -32600),
      (#"{"jsonrpc":"2.0"}"#, -32600), ("\u{FEFF}{}", -32700), ("", -32700),
      (String(repeating: "[", count: 100_000), -32700), (#"{"method":7}"#, -32600),
    ]
    func unaskedCode() throws -> Int? { try client.answer(to: nil)["error"]["code"].number }
    for (content, code) in malformed {
      try client.send(content: Data(content.utf8))
      #expect(try unaskedCode() == code, "\(content.prefix(40))")
    }
    for header in ["Content-Length: x\r\n\r\n", "junk\n", "Content-Length: -5\r\n\r\n"] {
      try client.send(bytes: Data(header.utf8))
      _ = try client.result("mdedit/state", toggling("", 1, word))
      #expect(try unaskedCode() == -32700)
    }
    try client.send(content: Data([0x22, 0xFF, 0x22]))
    #expect(try unaskedCode() == -32700)
    #expect(try client.errorCode("textDocument/hover", [:]) == -32601)
    #expect(try client.errorCode("mdedit/toggle", nil) == -32602)
    #expect(try client.errorCode("mdedit/toggle", toggling("bold", 1, word)) == -32602)
    #expect(try client.errorCode("mdedit/toggle", toggling("strong", 1, of: "file:///x")) == -32602)
    _ = try client.result("mdedit/toggle", toggling("strong", 1, word))
    // A change that cannot be read makes the client's text unknown.
    let unreadable = #"{"method":"textDocument/didChange","params":{"text":"\ud800"}}"#
    try client.send(content: Data(unreadable.utf8))
    _ = try client.answer(to: nil)
    #expect(try client.errorCode("mdedit/toggle", toggling("strong", 1, word)) == -32801)
  }

  @Test func theEndIsAsTheProtocolHasIt() throws {
    let client = try LanguageClient()
    #expect(try client.errorCode("mdedit/state", [:]) == -32002)
    try client.initialize()
    #expect(try client.errorCode("initialize", [:]) == -32600)
    #expect(try client.result("shutdown", nil).isNull)
    #expect(try client.errorCode("mdedit/state", [:]) == -32600)
    try client.notify("exit", [:])
    #expect(try client.status() == 0)
    let other = try LanguageClient(opening: "")
    try other.notify("exit", [:])
    #expect(try other.status() == 1)
    #expect(try LanguageClient().status() == 1)
  }

  @Test func canceledRequestsAreAnsweredOnce() throws {
    let client = try LanguageClient(opening: "a word")
    // All in one write, so that the server reads the cancellations before it has answered.
    var bytes = Data()
    for id in 100..<200 {
      let question: JSON.Object = [
        "id": id, "method": "mdedit/state", "params": toggling("", 1, word),
      ]
      bytes += try LanguageClient.framed(question)
      bytes += try LanguageClient.framed(["method": "$/cancelRequest", "params": ["id": id]])
    }
    try client.send(bytes: bytes)
    let answers = try (100..<200).map { try client.answer(to: $0) }
    #expect(answers.allSatisfy { $0["result"].isMissing != $0["error"].isMissing })
    let codes = answers.compactMap { $0["error"]["code"].number }
    #expect(codes.allSatisfy { $0 == -32800 } && codes.count > 50, "\(codes.count)")
  }
}
