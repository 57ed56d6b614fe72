import EditorTestSupport
import Foundation
import Testing

/// A client of `mdedit lsp`, connected to the built tool by two pipes.
final class LanguageClient {
  typealias Object = JSON.Object
  static let uri = "file:///notes.md"

  private let process = Process()
  private let toServer = Pipe()
  private let fromServer = Pipe()
  private var lastID = 0
  /// The text of the document when it was opened.
  private var text = ""
  /// The messages received before they were awaited.
  private var received: [JSON] = []

  init(_ arguments: [String] = []) throws {
    process.executableURL = Tool.url
    process.arguments = ["lsp"] + arguments
    process.standardInput = toServer
    process.standardOutput = fromServer
    try process.run()
  }

  /// An initialized client that has opened a document.
  convenience init(
    opening text: String, _ arguments: [String] = [], encodings: [String]? = nil,
    settings: Object = [:], versioned: Bool = true, applies: Bool = true, resolves: Bool = true
  ) throws {
    try self.init(arguments)
    try initialize(
      encodings: encodings, settings: settings, versioned: versioned, applies: applies,
      resolves: resolves)
    try open(text)
  }

  deinit {
    try? toServer.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// The CPU time of the server until now, or nil if it is not known.
  var seconds: Double? { CPUTime.seconds(ofProcess: process.processIdentifier) }

  func send(bytes: Data) throws { try toServer.fileHandleForWriting.write(contentsOf: bytes) }

  func send(content: Data) throws { try send(bytes: Self.framed(content)) }

  func send(_ message: Object) throws { try send(bytes: Self.framed(message)) }

  static func framed(_ message: Object) throws -> Data {
    let versioned = message.merging(["jsonrpc": "2.0"]) { $1 }
    return framed(try JSONSerialization.data(withJSONObject: versioned))
  }

  private static func framed(_ content: Data) -> Data {
    Data("Content-Length: \(content.count)\r\n\r\n".utf8) + content
  }

  func notify(_ method: String, _ parameters: Object) throws {
    try send(["method": method, "params": parameters])
  }

  func ask(_ method: String, _ parameters: Object?) throws -> Int {
    lastID += 1
    var message: Object = ["id": lastID, "method": method]
    message["params"] = parameters
    try send(message)
    return lastID
  }

  func answer(to id: Int?) throws -> JSON {
    try take { $0["method"].isMissing && (id == nil ? $0["id"].isNull : $0["id"].number == id) }
  }

  /// Waits for the next message of a method that the server sends by itself.
  func message(_ method: String) throws -> JSON { try take { $0["method"].text == method } }

  /// Whether a request has been answered.
  func hasAnswer(to id: Int) -> Bool { received.contains { $0["id"].number == id } }

  /// Whether the server has sent anything by itself.
  var hasMessages: Bool { received.contains { !$0["method"].isMissing } }

  func result(_ method: String, _ parameters: Object?) throws -> JSON {
    let answer = try answer(to: ask(method, parameters))
    try #require(!answer["result"].isMissing, "\(answer)")
    return answer["result"]
  }

  func errorCode(_ method: String, _ parameters: Object?) throws -> Int? {
    let answer = try answer(to: ask(method, parameters))
    #expect(answer["result"].isMissing)
    return answer["error"]["code"].number
  }

  /// Initializes the server and returns its capabilities.
  @discardableResult
  func initialize(
    encodings: [String]? = nil, settings: Object = [:], versioned: Bool = true,
    applies: Bool = true, resolves: Bool = true
  ) throws -> JSON {
    var capabilities: Object = [
      "workspace": ["applyEdit": applies, "workspaceEdit": ["documentChanges": versioned]],
      "textDocument": [
        "codeAction": [
          "codeActionLiteralSupport": ["codeActionKind": ["valueSet": ["refactor"]]],
          "dataSupport": resolves,
          "resolveSupport": ["properties": ["edit"]],
        ],
        "semanticTokens": ["requests": ["full": ["delta": true], "range": true]],
      ],
    ]
    if let encodings { capabilities["general"] = ["positionEncodings": encodings] }
    let result = try result(
      "initialize", ["capabilities": capabilities, "initializationOptions": settings])
    try notify("initialized", [:])
    return result["capabilities"]
  }

  func open(_ text: String, version: Int = 1, uri: String = uri) throws {
    self.text = text
    let document: Object = [
      "uri": uri, "languageId": "markdown", "version": version, "text": text,
    ]
    try notify("textDocument/didOpen", ["textDocument": document])
  }

  func change(version: Int, _ changes: Object) throws {
    try notify("textDocument/didChange", about(version, more: ["contentChanges": [changes]]))
  }

  func changeSettings(_ settings: Object) throws {
    try notify("workspace/didChangeConfiguration", ["settings": ["mdedit": settings]])
  }

  /// Returns the code actions for a range.
  func actions(
    _ range: Object, only kind: String? = nil, diagnostics: JSON = JSON([Any]())
  ) throws -> [JSON] {
    var context: Object = ["diagnostics": try diagnostics.list.map { $0.value }]
    if let kind { context["only"] = [kind] }
    let parameters = about(more: ["range": range, "context": context])
    return try result("textDocument/codeAction", parameters).list
  }

  /// Executes a command and answers the server's request to apply its edit.
  func execute(
    _ command: String, _ argument: Any, answering: Object = ["result": ["applied": true]]
  ) throws -> (request: JSON, answer: JSON) {
    let id = try ask("workspace/executeCommand", ["command": command, "arguments": [argument]])
    let request = try apply(answering)
    return (request, try answer(to: id))
  }

  /// Answers the server's request to apply an edit, and returns its parameters.
  func apply(_ answer: Object = ["result": ["applied": true]]) throws -> JSON {
    let request = try message("workspace/applyEdit")
    let id = try #require(request["id"].number)
    try send(answer.merging(["id": id]) { $1 })
    return request["params"]
  }

  /// Applies the edits of a result, or of the first document of a workspace edit, to the text that
  /// was opened.
  func text(after edit: JSON) throws -> String {
    let changes = edit["documentChanges"][0]
    var result = Array(text.utf16)
    for edit in try (changes.isMissing ? edit : changes)["edits"].list.reversed() {
      let range = try offset(edit["range"]["start"])..<offset(edit["range"]["end"])
      result.replaceSubrange(range, with: try #require(edit["newText"].text).utf16)
    }
    return String(decoding: result, as: UTF16.self)
  }

  private func offset(_ position: JSON) throws -> Int {
    let lines = text.utf16.split(separator: 10, omittingEmptySubsequences: false)
    let before = lines.prefix(try #require(position["line"].number))
    return before.reduce(0) { $0 + $1.count + 1 } + (try #require(position["character"].number))
  }

  /// Closes the input and returns the exit status of the server.
  func status() throws -> Int32 {
    try toServer.fileHandleForWriting.close()
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Returns the first message that is wanted, and keeps those before it.
  private func take(_ isWanted: (JSON) -> Bool) throws -> JSON {
    while true {
      if let index = received.firstIndex(where: isWanted) { return received.remove(at: index) }
      received.append(try readMessage())
    }
  }

  private func readMessage() throws -> JSON {
    var header = Data()
    while !header.suffix(4).elementsEqual("\r\n\r\n".utf8) { header += try read(1) }
    let digits = String(decoding: header, as: UTF8.self).dropFirst("Content-Length:".count)
    let length = try #require(Int(digits.trimmingCharacters(in: .whitespacesAndNewlines)))
    return try JSON(reading: read(length))
  }

  private func read(_ count: Int) throws -> Data {
    let data = try fromServer.fileHandleForReading.read(upToCount: count)
    return try #require(data?.count == count ? data : nil, "the server has ended")
  }
}

/// Returns parameters about the document, and about a version of it.
func about(
  _ version: Int? = nil, of uri: String = LanguageClient.uri, more: JSON.Object = [:]
) -> JSON.Object {
  var document: JSON.Object = ["uri": uri]
  document["version"] = version
  return more.merging(["textDocument": document]) { $1 }
}

func toggling(
  _ mark: String, _ version: Int, _ ranges: JSON.Object..., of uri: String = LanguageClient.uri
) -> JSON.Object {
  about(version, of: uri, more: ["mark": mark, "ranges": ranges])
}

func position(_ line: Int, _ character: Int) -> JSON.Object {
  ["line": line, "character": character]
}

/// Returns a range of one line in the form of the protocol.
func range(_ line: Int, _ start: Int, _ end: Int) -> JSON.Object {
  ["start": position(line, start), "end": position(line, end)]
}
