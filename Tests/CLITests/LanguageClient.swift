import Foundation
import Testing

/// A client of `mdedit lsp`, connected to the built tool by two pipes. It reads JSON with
/// Foundation's reader, not the server's.
final class LanguageClient {
  typealias Object = [String: Any]

  private let process = Process()
  private let toServer = Pipe()
  private let fromServer = Pipe()
  private var buffer = Data()
  private var lastID = 0
  /// The messages received that were not answers: notifications and requests of the server.
  private(set) var messages: [Object] = []
  /// The answers received before they were awaited.
  private var answers: [Object] = []

  init(_ arguments: [String] = []) throws {
    process.executableURL = Tool.url
    process.arguments = ["lsp"] + arguments
    process.standardInput = toServer
    process.standardOutput = fromServer
    try process.run()
  }

  deinit {
    try? toServer.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  func send(bytes: Data) throws { try toServer.fileHandleForWriting.write(contentsOf: bytes) }

  func send(content: Data) throws {
    try send(bytes: Data("Content-Length: \(content.count)\r\n\r\n".utf8) + content)
  }

  func send(_ message: Object) throws {
    try send(content: try JSONSerialization.data(withJSONObject: message))
  }

  func notify(_ method: String, _ parameters: Object) throws {
    try send(["jsonrpc": "2.0", "method": method, "params": parameters])
  }

  func ask(_ method: String, _ parameters: Object?) throws -> Int {
    lastID += 1
    var message: Object = ["jsonrpc": "2.0", "id": lastID, "method": method]
    message["params"] = parameters
    try send(message)
    return lastID
  }

  func answer(to id: Int?) throws -> Object {
    while true {
      let index = answers.firstIndex { $0["id"] as? Int == id && (id != nil || $0["id"] is NSNull) }
      if let index { return answers.remove(at: index) }
      try readMessage()
    }
  }

  /// Whether a request has been answered.
  func hasAnswer(to id: Int) -> Bool { answers.contains { $0["id"] as? Int == id } }

  /// Waits for the next message of a method that the server sends by itself.
  func message(_ method: String) throws -> Object {
    while true {
      if let index = messages.firstIndex(where: { $0["method"] as? String == method }) {
        return messages.remove(at: index)
      }
      try readMessage()
    }
  }

  func result(_ method: String, _ parameters: Object?) throws -> Any {
    let answer = try answer(to: ask(method, parameters))
    return try #require(answer["result"], "\(answer)")
  }

  func errorCode(_ method: String, _ parameters: Object?) throws -> Int {
    let answer = try answer(to: ask(method, parameters))
    #expect(answer["result"] == nil)
    return try #require((answer["error"] as? Object)?["code"] as? Int, "\(answer)")
  }

  /// Initializes the server as a client with `capabilities`.
  @discardableResult
  func initialize(
    encodings: [String]? = nil, settings: Object = [:], versioned: Bool = true,
    applies: Bool = true, resolves: Bool = true, more: Object = [:]
  ) throws -> Object {
    var capabilities: Object = [
      "workspace": [
        "applyEdit": applies, "workspaceEdit": ["documentChanges": versioned],
      ],
      "textDocument": [
        "codeAction": [
          "codeActionLiteralSupport": ["codeActionKind": ["valueSet": ["refactor"]]],
          "dataSupport": resolves,
          "resolveSupport": ["properties": ["edit"]],
        ],
        "semanticTokens": ["requests": ["full": ["delta": true], "range": true]],
      ],
    ]
    capabilities["workspace"] = (capabilities["workspace"] as? Object)?.merging(more) { $1 }
    if let encodings { capabilities["general"] = ["positionEncodings": encodings] }
    let result = try result(
      "initialize", ["capabilities": capabilities, "initializationOptions": settings])
    try notify("initialized", [:])
    return try #require((result as? Object)?["capabilities"] as? Object)
  }

  func open(_ uri: String, _ text: String, version: Int = 1) throws {
    try notify(
      "textDocument/didOpen",
      ["textDocument": ["uri": uri, "languageId": "markdown", "version": version, "text": text]])
  }

  func change(_ uri: String, version: Int, _ changes: [Object]) throws {
    try notify(
      "textDocument/didChange",
      ["textDocument": ["uri": uri, "version": version], "contentChanges": changes])
  }

  /// Closes the input and returns the exit status of the server.
  func status() throws -> Int32 {
    try toServer.fileHandleForWriting.close()
    process.waitUntilExit()
    return process.terminationStatus
  }

  private func readMessage() throws {
    let separator = Data("\r\n\r\n".utf8)
    while true {
      if let end = buffer.range(of: separator) {
        let header = String(decoding: buffer[..<end.lowerBound], as: UTF8.self)
        let length = try #require(Int(header.dropFirst("Content-Length: ".count)), "\(header)")
        if buffer.count >= end.upperBound + length {
          let content = buffer[end.upperBound..<end.upperBound + length]
          buffer = Data(buffer[(end.upperBound + length)...])
          let object = try JSONSerialization.jsonObject(with: content) as? Object
          let message = try #require(object)
          if message["method"] != nil { messages.append(message) } else { answers.append(message) }
          return
        }
      }
      let data = fromServer.fileHandleForReading.availableData
      try #require(!data.isEmpty, "the server has ended")
      buffer += data
    }
  }
}

/// Returns a range of one line in the form of the protocol.
func range(_ line: Int, _ start: Int, _ end: Int) -> [String: Any] {
  [
    "start": ["line": line, "character": start], "end": ["line": line, "character": end],
  ]
}
