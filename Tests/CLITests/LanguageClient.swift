import Foundation
import LanguageServer
import MarkdownNotes
import MarkdownSyntax
import Testing

/// A client of a language server in this process, which runs the server's tasks itself.
final class LanguageClient {
  typealias Object = JSON.Object
  static let uri = "file:///notes.md"

  private var server: LanguageServer
  private var frames = FrameReader()
  private var lastID = 0
  /// The text of the document when it was opened.
  private(set) var text = ""
  /// The messages that were received and not taken.
  private var received: [JSON] = []

  /// A client without diagnostics, unless it asks for them in its settings.
  init(dialect: Dialect = .gitHub, files: NoteFiles = .inMemory([:])) {
    var options = LanguageServer.Options(dialect: dialect, files: files)
    options.publishesDiagnostics = false
    server = LanguageServer(version: "0", options: options)
  }

  /// An initialized client that has opened a document.
  convenience init(
    opening text: String, dialect: Dialect = .gitHub, encodings: [String]? = nil,
    settings: Object = [:], workspace: Object = [:], document: Object = [:],
    versioned: Bool = true, applies: Bool = true, resolves: Bool = true
  ) throws {
    self.init(dialect: dialect)
    try initialize(
      encodings: encodings, settings: settings, workspace: workspace, document: document,
      versioned: versioned, applies: applies, resolves: resolves)
    try open(text)
  }

  /// Initializes the server and returns its capabilities.
  @discardableResult
  func initialize(
    encodings: [String]? = nil, settings: Object = [:], workspace: Object = [:],
    document: Object = [:], versioned: Bool = true, applies: Bool = true, resolves: Bool = true,
    root: String? = nil
  ) throws -> JSON {
    let edits: Object = [
      "applyEdit": applies, "workspaceEdit": ["documentChanges": versioned],
    ]
    let readers: Object = [
      "codeAction": [
        "codeActionLiteralSupport": ["codeActionKind": ["valueSet": ["refactor.rewrite"]]],
        "dataSupport": resolves, "resolveSupport": ["properties": ["edit"]],
      ],
      "semanticTokens": ["requests": ["full": ["delta": true], "range": true]],
    ]
    var capabilities: Object = [
      "workspace": edits.merging(workspace) { $1 },
      "textDocument": readers.merging(document) { $1 },
    ]
    if let encodings { capabilities["general"] = ["positionEncodings": encodings] }
    var parameters: Object = ["capabilities": capabilities, "initializationOptions": settings]
    parameters["rootUri"] = root
    let result = try result("initialize", parameters)
    try notify("initialized", [:])
    return result["capabilities"]
  }

  // MARK: Sending

  func send(bytes: [UInt8]) {
    for frame in frames.feed(bytes) { server.receive(Received(frame)) }
    collect()
  }

  func send(_ content: String) { send(bytes: Self.framed(Array(content.utf8))) }

  func send(_ message: Object) throws { send(bytes: try Self.framed(message)) }

  static func framed(_ message: Object) throws -> [UInt8] {
    let versioned = message.merging(["jsonrpc": "2.0"]) { $1 }
    return framed(Array(try JSONSerialization.data(withJSONObject: versioned)))
  }

  static func framed(_ content: [UInt8]) -> [UInt8] {
    Array("Content-Length: \(content.count)\r\n\r\n".utf8) + content
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

  func cancel(_ id: Int) throws { try notify("$/cancelRequest", ["id": id]) }

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

  func insert(_ text: String, version: Int) throws {
    try change(version: version, ["range": range(0, 0, 0), "text": text])
  }

  func changeSettings(_ settings: Any) throws {
    try notify("workspace/didChangeConfiguration", ["settings": settings])
  }

  // MARK: Tasks and answers

  var isIdle: Bool { server.isIdle }
  var canceled: Set<Int> { server.canceled }
  var exitStatus: Int32? { server.exitStatus }

  /// The next task to run, if one can run now.
  func next(isQuiet: Bool = true) -> Work? { server.nextWork(isQuiet: isQuiet) }

  func run(_ work: Work?, canceled: Bool = false) throws {
    server.finish(try #require(work).run { canceled })
    collect()
  }

  private func collect() {
    for message in server.takeOutgoing() {
      do { received.append(try JSON(reading: message)) } catch { Issue.record(error) }
    }
  }

  /// Takes all messages: those of the server by their methods, and results or codes of errors by the numbers of the
  /// requests.
  func sent() -> [String: JSON] {
    defer { received = [] }
    return received.reduce(into: [:]) { sent, message in
      let answer = message["error"].isMissing ? message["result"] : message["error"]["code"]
      let isAnswer = message["method"].isMissing
      sent[isAnswer ? message["id"].shown : message["method"].shown] = isAnswer ? answer : message
    }
  }

  /// Takes the first message that is wanted; all tasks run before.
  private func take(_ isWanted: (JSON) -> Bool) throws -> JSON {
    while let work = next() { try run(work) }
    let index = received.firstIndex(where: isWanted)
    return received.remove(at: try #require(index))
  }

  func answer(to id: Int?) throws -> JSON {
    try take { $0["method"].isMissing && (id == nil ? $0["id"].isNull : $0["id"].number == id) }
  }

  /// Takes the next message of a method that the server sends by itself.
  func message(_ method: String) throws -> JSON { try take { $0["method"].text == method } }

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

  /// Applies the edits of a result, of a list, or of the first document of a workspace edit, to the text that was
  /// opened.
  func text(after edit: JSON) throws -> String {
    let changes = edit["documentChanges"][0]
    let edits = changes.isMissing ? edit["edits"] : changes["edits"]
    var result = Array(text.utf16)
    for edit in try (edits.isMissing ? edit : edits).list.reversed() {
      let range = try offset(edit["range"]["start"])..<offset(edit["range"]["end"])
      result.replaceSubrange(range, with: try #require(edit["newText"].text).utf16)
    }
    return String(decoding: result, as: UTF16.self)
  }

  /// Returns where a caret is after edits that are made from the last to the first, if it `moves` when text is inserted
  /// at it, or else stays.
  func caret(_ caret: Int, after edits: JSON, moves: Bool) throws -> Int {
    try edits.list.reversed().reduce(caret) { caret, edit in
      let start = try offset(edit["range"]["start"])
      let end = try offset(edit["range"]["end"])
      let count = try #require(edit["newText"].text).utf16.count
      let isBefore = start == end && !moves ? end < caret : end <= caret
      return isBefore ? caret + count - (end - start) : caret
    }
  }

  /// Opens a text with a caret, “‸”, and returns the caret's position.
  static func opening(marked text: String) throws -> (LanguageClient, Object) {
    let client = try LanguageClient(opening: text.replacing("‸", with: ""))
    let lines = text.utf16.prefix { $0 != "‸".utf16.first }.split(
      separator: 10, omittingEmptySubsequences: false)
    return (client, position(lines.count - 1, lines.last?.count ?? 0))
  }

  func formatting(at position: Object, _ typed: String = "\n") throws -> JSON {
    let request = about(more: ["position": position, "ch": typed])
    return try result("textDocument/onTypeFormatting", request)
  }

  private func offset(_ position: JSON) throws -> Int {
    let lines = text.utf16.split(separator: 10, omittingEmptySubsequences: false)
    let before = lines.prefix(try #require(position["line"].number))
    return before.reduce(0) { $0 + $1.count + 1 } + (try #require(position["character"].number))
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

func asking(_ line: Int, _ character: Int, _ more: JSON.Object = [:]) -> JSON.Object {
  about(more: more.merging(["position": position(line, character)]) { $1 })
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
