import EditorTestSupport
import Foundation
import Testing

/// Checks the protocol, versions, errors and changes of documents; `mdedit lsp` connects the same server to streams.
@Suite struct LanguageServerTests {
  typealias Object = JSON.Object
  private let word = range(0, 2, 6)

  /// “word” begins after é (2 bytes), 😀 (4 bytes, a surrogate pair) and three characters.
  @Test(
    arguments: [
      (nil, nil, 6), ([], nil, 6), (["utf-8", "utf-16"], "utf-8", 9), (["utf-32"], "utf-32", 5),
      (["utf-7", "utf-32", "utf-8"], "utf-32", 5), (["utf-16"], "utf-16", 6),
    ] as [([String]?, String?, Int)])
  func countsInTheFirstKnownEncodingThatIsOffered(
    _ offered: [String]?, _ chosen: String?, _ first: Int
  ) throws {
    let client = LanguageClient()
    #expect(try client.initialize(encodings: offered)["positionEncoding"].text == chosen)
    try client.open("é😀 a word")
    let result = try client.result(
      "mdedit/toggle", toggling("strong", 1, range(0, first, first + 4)))
    #expect(try result["edits"].list.count == 2)
    #expect(try result["selections"].shown() == ["0:\(first + 2)-0:\(first + 6)"])
  }

  @Test func neverEditsAnotherVersionOfTheText() throws {
    let client = LanguageClient()
    try client.initialize()
    try client.open("a word", version: 7)
    func codes(_ parameters: Object) throws -> [Int?] {
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
  }

  /// Changes after which the client's text is unknown until it is sent completely.
  @Test(arguments: [
    #"{"range":{"start":3},"text":""}"#, #"{"range":{"start":{"line":0,"character":0}}}"#,
    #"{"range":{"start":{"line":0,"character":3},"end":{"line":0,"character":1}},"text":"x"}"#,
    #"{"text":"\ud800"}"#, #"{"text":7}"#,
  ])
  func forgetsATextThatCannotBeFollowed(_ change: String) throws {
    let client = try LanguageClient(opening: "a word")
    let document = #""textDocument":{"uri":"file:///notes.md","version":2}"#
    client.send(
      #"{"method":"textDocument/didChange","params":{\#(document),"contentChanges":[\#(change)]}}"#)
    let isReported = client.hasMessages
    #expect(isReported == !change.contains("ud800"))
    if !isReported { #expect(try client.answer(to: nil)["error"]["code"].number == -32700) }
    try client.insert("x", version: 3)
    for version in 1...3 {
      #expect(try client.errorCode("mdedit/toggle", toggling("strong", version, word)) == -32801)
    }
    try client.change(version: 4, ["text": "a word\n"])
    let result = try client.result("mdedit/toggle", toggling("strong", 4, word))
    #expect(try client.text(after: result) == "a **word**")
    // Only opening a closed document again makes it known.
    try client.notify("textDocument/didClose", about())
    for _ in 0..<2 {
      #expect(try client.errorCode("mdedit/toggle", toggling("strong", 4, word)) == -32602)
      try client.change(version: 4, ["text": "a word\n"])
    }
  }

  @Test(
    arguments: [
      ("{", -32700), ("[]", -32600), ("3", -32600), (#"{"id":1.5,"method":"x"}"#, -32600),
      (#"{"jsonrpc":"2.0"}"#, -32600), ("\u{FEFF}{}", -32700), ("", -32700),
      (String(repeating: "[", count: 100_000), -32700), (#"{"method":7}"#, -32600),
      (#"{"id":[],"method":"x"}"#, -32600), (#"{"id":7,"result":null,"method":0}"#, -32600),
    ])
  func answersWhatIsNoMessage(_ content: String, _ code: Int) throws {
    let client = try LanguageClient(opening: "a word")
    client.send(content)
    let id = content.hasPrefix(#"{"id":7"#) ? 7 : nil
    #expect(try client.answer(to: id)["error"]["code"].number == code)
    _ = try client.result("mdedit/toggle", toggling("strong", 1, word))
  }

  /// Each problem is reported once, and the stream continues with the next header.
  @Test(arguments: [
    "Content-Length: x\r\n\r\n", "junk\n", "junk\nmore\n", "Content-Length: -5\r\n\r\n",
    "Content-Type: a; charset=latin1\r\n", ": 3\n",
  ])
  func readsOnAfterWhatIsNoHeader(_ header: String) throws {
    let client = try LanguageClient(opening: "a word")
    client.send(bytes: Array(header.utf8))
    #expect(try client.answer(to: nil)["error"]["code"].number == -32700)
    _ = try client.result("mdedit/toggle", toggling("strong", 1, word))
    #expect(client.sent().isEmpty)
  }

  @Test func readsHeadersOfAnyCaseInPieces() throws {
    let client = try LanguageClient(opening: "a word")
    let content = try LanguageClient.framed(["id": 70, "method": "shutdown"])
      .split(separator: 10, maxSplits: 2)[2]
    let header =
      "\r\n\ncontent-type: a; charset=UTF-8\ncontent-LENGTH:\t\(content.count)\nX-A: b\n\n"
    for byte in Array(header.utf8) + content { client.send(bytes: [byte]) }
    #expect(client.sent()["70"]?.isNull == true)
  }

  @Test func skipsAMessageThatIsTooLong() throws {
    let client = try LanguageClient(opening: "a")
    client.send(bytes: Array("Content-Length: 536870913\r\n\r\n".utf8))
    let message = try client.answer(to: nil)["error"]["message"].text
    #expect(message == "A message has 536870913 bytes; at most 536870912 are read.")
    client.send(bytes: try LanguageClient.framed(["id": 1, "method": "shutdown"]))
    #expect(client.sent().isEmpty)
  }

  @Test func namesWhatItCannotDo() throws {
    let client = try LanguageClient(opening: "a word")
    #expect(try client.errorCode("textDocument/moniker", [:]) == -32601)
    for parameters in [
      nil, toggling("bold", 1, word), toggling("strong", 1), about(1, more: ["mark": "strong"]),
      toggling("strong", 1, word, of: "file:///x"), toggling("strong", 1, range(0, 6, 2)),
      about(1, more: ["mark": "strong", "range": word, "action": "bold"]),
    ] {
      #expect(try client.errorCode("mdedit/toggle", parameters) == -32602)
    }
    for method in [
      "documentSymbol", "foldingRange", "selectionRange", "definition", "references",
      "linkedEditingRange", "prepareRename", "rename", "documentLink", "semanticTokens/full",
      "completion", "hover", "documentHighlight", "codeLens", "formatting", "rangeFormatting",
      "semanticTokens/full/delta", "semanticTokens/range",
    ] {
      let other = about(of: "file:///other.md")
      #expect(try client.errorCode("textDocument/\(method)", other) == -32602, "\(method)")
    }
  }

  @Test func startsAndEndsAsTheProtocolHasIt() throws {
    let client = LanguageClient()
    #expect(try client.errorCode("mdedit/state", [:]) == -32002)
    try client.initialize()
    #expect(try client.errorCode("initialize", [:]) == -32600)
    #expect(try client.result("shutdown", nil).isNull)
    #expect(try client.errorCode("mdedit/state", [:]) == -32600)
    try client.notify("exit", [:])
    #expect(client.exitStatus == 0)
    #expect(try client.ask("shutdown", nil) > 0 && client.sent().isEmpty)
    let other = try LanguageClient(opening: "")
    try other.notify("exit", [:])
    #expect(other.exitStatus == 1)
  }

  /// The messages of a client that ends as given, through the streams of the tool, and its exit status.
  @Test(arguments: [(["shutdown", "exit"], 0), (["exit"], 1), ([], 1)] as [([String], Int32)])
  func servesStreamsToTheirEnd(_ end: [String], _ status: Int32) throws {
    let text = String(repeating: "a **word**\n\n", count: 40_000)
    let document: Object = ["uri": LanguageClient.uri, "version": 1, "text": text]
    var messages: [Object] = [
      ["id": 0, "method": "initialize", "params": [:]],
      ["method": "textDocument/didOpen", "params": ["textDocument": document]],
    ]
    messages += (1...50).map { id in
      ["id": id, "method": "mdedit/toggle", "params": toggling("strong", 1, word)]
    }
    messages.append(["id": 51, "method": "textDocument/foldingRange", "params": about()])
    messages.append(["method": "$/cancelRequest", "params": ["id": 51]])
    messages += end.map { $0 == "exit" ? ["method": $0] : ["id": 52, "method": $0] }
    let input = try messages.flatMap { try LanguageClient.framed($0) }
    let run = try ToolRun(
      ["lsp", "--dialect", "commonmark", "--no-diagnostics", "--stdio"], input: input)
    #expect(run.status == status && run.errors.isEmpty)
    let answers = run.text.components(separatedBy: "Content-Length: ").dropFirst()
    for answer in answers {
      let parts = answer.components(separatedBy: "\r\n\r\n")
      #expect(parts.count == 2 && Int(parts[0]) == parts[1].utf8.count)
    }
    // Only at the end of the stream are all requests answered.
    if end.isEmpty { #expect(answers.count == 52) }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func endsIfAnswersCannotBeWritten() throws {
    let message = try LanguageClient.framed(["id": 0, "method": "initialize"])
    let run = try ToolRun(
      shell: "\"$0\" lsp > /dev/full", input: String(decoding: message, as: UTF8.self))
    #expect(run.status == 74)
    #expect(run.errors == "mdedit: the client's stream: No space left on device.\n")
  }

  // MARK: Positions and changes

  /// The result keeps the order of the request's selections, however the text changes.
  @Test func keepsTheOrderOfTheSelections() throws {
    let client = try LanguageClient(opening: "one a two b three\n\n    code here\n")
    func selections(_ parameters: Object) throws -> [String] {
      try client.result("mdedit/toggle", parameters)["selections"].shown()
    }
    let words = toggling("strong", 1, range(0, 12, 17), range(0, 0, 3), range(0, 6, 9))
    #expect(try selections(words) == ["0:22-0:27", "0:2-0:5", "0:12-0:15"])
    // Nothing can be done in code.
    let code = toggling("strong", 1, range(2, 9, 13), range(2, 4, 8))
    #expect(try selections(code) == ["2:9-2:13", "2:4-2:8"])
    let overlapping = toggling("emphasis", 1, range(0, 0, 5), range(0, 3, 7))
    #expect(try client.errorCode("mdedit/toggle", overlapping) == -32602)
  }

  /// A position past the end of a line is at the end, before the line ending.
  @Test(arguments: ["\n", "\r\n", "\r"]) func endsALineBeforeItsEnding(_ ending: String) throws {
    let client = try LanguageClient(opening: "a word\(ending)b")
    func edits(_ range: Object, version: Int = 1) throws -> [String] {
      try client.result("mdedit/toggle", toggling("strong", version, range))["edits"].shown("range")
    }
    #expect(try edits(range(0, 2, 99)) == ["0:2-0:2", "0:6-0:6"])
    #expect(try edits(range(0, 2, 7)) == ["0:2-0:2", "0:6-0:6"])
    let last: Object = ["start": position(1, 0), "end": position(9, 9)]
    #expect(try edits(last) == ["1:0-1:0", "1:1-1:1"])
    try client.change(version: 2, ["range": range(0, 6, 99), "text": "s"])
    #expect(try edits(range(1, 0, 1), version: 2) == ["1:0-1:0", "1:1-1:1"])
  }

  @Test(arguments: ["utf-8", "utf-16", "utf-32"])
  func followsRandomChangesInAnyEncoding(_ encoding: String) throws {
    var random = RandomTests.generator("language server \(encoding)")
    var text = Array("first line\nsecond 😀 line\n".unicodeScalars)
    func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
      String(String.UnicodeScalarView(scalars))
    }
    let client = try LanguageClient(opening: string(text), encodings: [encoding])
    let pieces = ["a", "é", "😀", "\n", "\r\n", "**b**", " ", "`c", "\u{2028}", "> x\n"]
    // Returns a position of the protocol by reading the text up to the offset.
    func place(_ offset: Int) -> Object {
      let lines = string(text[..<offset])
        .split(omittingEmptySubsequences: false) { ["\n", "\r", "\r\n"].contains($0) }
      let last = lines[lines.count - 1]
      let lengths = [
        "utf-8": last.utf8.count, "utf-16": last.utf16.count, "utf-32": last.unicodeScalars.count,
      ]
      return position(lines.count - 1, lengths[encoding] ?? 0)
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
      let changed: Object = ["start": place(start), "end": place(end)]
      try client.change(version: version, ["range": changed, "text": piece])
      text.replaceSubrange(start..<end, with: piece.unicodeScalars)
      guard version % 10 == 0 else { continue }
      // The server's state must equal that of the command line for the same text.
      let whole: Object = ["start": place(0), "end": place(text.count)]
      let state = try client.result("mdedit/state", about(version, more: ["range": whole]))
      let bytes = Array(string(text).utf8)
      let run = try ToolRun(["state", "-", "--utf8", "0-\(bytes.count)", "--json"], input: bytes)
      #expect(
        try state["marks"].shown("mark", "presence")
          == JSON(reading: run.output)["marks"].shown("mark", "presence"),
        "seed \(RandomTests.seed)")
    }
  }
}
