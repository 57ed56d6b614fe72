import EditorTestSupport
import Foundation
import Testing

/// Checks documents that change under `mdedit lsp`.
@Suite(.serialized) struct LanguageServerDocumentTests {
  typealias Object = JSON.Object

  @Test func diagnosticsAreOffUntilAClientAsksForThem() throws {
    let client = try LanguageClient(
      opening: "Sow **beans in May, `x\n\n2 * 3, snake_case and **done**\n")
    _ = try client.result("mdedit/state", toggling("", 1, range(0, 0, 3)))
    #expect(!client.hasMessages)
    try client.changeSettings(["diagnostics": true])
    let published = try client.message("textDocument/publishDiagnostics")["params"]
    let starts = try published["diagnostics"].list.map { $0["range"]["start"]["character"].number }
    #expect(starts == [4, 20])
    #expect(published["version"].number == 1)
  }

  /// The result keeps the order of the request's selections, however the text changes.
  @Test func selectionsKeepTheOrderOfTheRequest() throws {
    let client = try LanguageClient(opening: "one a two b three\n\n    code here\n")
    func selections(_ parameters: Object) throws -> [String?] {
      try client.result("mdedit/toggle", parameters)["selections"].list.map(\.range)
    }
    let words = toggling("strong", 1, range(0, 12, 17), range(0, 0, 3), range(0, 6, 9))
    #expect(try selections(words) == ["0:22-0:27", "0:2-0:5", "0:12-0:15"])
    // Nothing can be done in code.
    let code = toggling("strong", 1, range(2, 9, 13), range(2, 4, 8))
    #expect(try selections(code) == ["2:9-2:13", "2:4-2:8"])
  }

  /// An unknown text stays unknown until it is sent completely; no later change makes it known.
  @Test func aLostDocumentIsSentWhole() throws {
    let client = try LanguageClient(opening: "a word\n")
    func toggle(_ version: Int) -> Object { toggling("strong", version, range(0, 2, 6)) }
    try client.change(version: 2, ["range": range(0, 0, 1)])
    try client.change(version: 3, ["range": range(0, 0, 0), "text": "some word\n"])
    #expect(try client.errorCode("mdedit/toggle", toggle(3)) == -32801)
    try client.change(version: 4, ["text": "a word\n"])
    let result = try client.result("mdedit/toggle", toggle(4))
    #expect(try client.text(after: result) == "a **word**\n")
    // Only opening a closed document again makes it known.
    try client.notify("textDocument/didClose", about())
    #expect(try client.errorCode("mdedit/toggle", toggle(4)) == -32602)
    try client.change(version: 4, ["text": "a word\n"])
    #expect(try client.errorCode("mdedit/toggle", toggle(4)) == -32602)
  }

  /// A position past the end of a line is at the end, before the line ending.
  @Test(arguments: ["\n", "\r\n", "\r"]) func aPositionPastTheEndIsTheEnd(_ ending: String) throws {
    let client = try LanguageClient(opening: "a word\(ending)b")
    func edits(_ range: Object, version: Int = 1) throws -> [String?] {
      let result = try client.result("mdedit/toggle", toggling("strong", version, range))
      return try result["edits"].list.map { $0["range"].range }
    }
    #expect(try edits(range(0, 2, 99)) == edits(range(0, 2, 6)))
    #expect(try edits(range(0, 2, 7)) == edits(range(0, 2, 6)))
    let last: Object = ["start": position(1, 0), "end": position(9, 9)]
    #expect(try edits(last) == edits(range(1, 0, 1)))
    try client.change(version: 2, ["range": range(0, 6, 99), "text": "s"])
    #expect(try edits(range(1, 0, 1), version: 2).count == 2)
  }

  @Test func aTaskDelaysNoOtherRequest() throws {
    let sentence = "Sow **beans** in May, _peas_ in `April`; see [a].\n\n"
    let client = try LanguageClient(opening: String(repeating: sentence, count: 48_000))
    _ = try client.result("mdedit/state", toggling("", 1, range(0, 0, 3)))
    let long = try client.ask("textDocument/semanticTokens/full", about())
    for step in 0..<10 {
      let word = range(2 * step, 0, 3)
      try client.change(version: step + 2, ["range": word, "text": "Saw"])
      _ = try client.result("mdedit/toggle", toggling("strong", step + 2, word))
    }
    #expect(!client.hasAnswer(to: long))
    try client.notify("$/cancelRequest", ["id": long])
    #expect(try client.answer(to: long)["error"]["code"].number == -32800)
    try client.notify("exit", [:])
  }

  @Test func tenMegabytesAreFollowed() throws {
    let paragraph = "Sow **beans** in May, _peas_ in `April`; the rest waits.\n\n"
    let count = 10_000_000 / paragraph.utf8.count + 1
    let client = try LanguageClient(opening: String(repeating: paragraph, count: count))
    _ = try client.result("mdedit/state", toggling("", 1, range(0, 0, 3)))
    let before = client.seconds
    for step in 0..<100 {
      let word = range(step * 2 * (count / 100), 0, 3)
      try client.change(version: step + 2, ["range": word, "text": "Saw"])
      let result = try client.result("mdedit/toggle", toggling("strong", step + 2, word))
      #expect(try result["edits"].list.count == 2)
    }
    // Rereading everything at each step would take minutes in a debug build.
    if let before, let after = client.seconds { #expect(after - before < 20) }
  }

  @Test(arguments: ["utf-8", "utf-16", "utf-32"])
  func randomChangesAreFollowedInAnyEncoding(_ encoding: String) throws {
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
    func presences(_ state: JSON) throws -> [[String?]] {
      try state["marks"].list.map { [$0["mark"].text, $0["presence"].text] }
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
        try presences(state) == presences(JSON(reading: run.output)), "seed \(RandomTests.seed)")
    }
  }
}
