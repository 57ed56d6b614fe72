import Foundation
import LanguageServer
import MarkdownSyntax
import Testing

/// The order of tasks and answers, with the server in this process: nothing depends on time.
struct LanguageServerTaskTests {
  typealias Object = [String: Any]
  private let uri = "file:///a.md"

  /// A server with an initialized client.
  private final class Server {
    private var server = LanguageServer(version: "0", options: .init(dialect: .gitHub))
    private let uri = "file:///a.md"

    init(settings: Object = [:], workspace: Object = [:]) throws {
      try receive(
        "initialize",
        ["capabilities": ["workspace": workspace], "initializationOptions": settings], id: 0)
      try receive("initialized", [:])
      opening = try sent()
    }

    /// What was sent at the start.
    private(set) var opening: Object = [:]

    var isIdle: Bool { server.isIdle }
    var canceled: Set<Int> { server.canceled }

    func receive(_ method: String, _ parameters: Object, id: Int? = nil) throws {
      var message: Object = ["jsonrpc": "2.0", "method": method, "params": parameters]
      message["id"] = id
      try receive(message)
    }

    func receive(_ message: Object) throws {
      let content = try JSONSerialization.data(withJSONObject: message)
      server.receive(Received(.content(Array(content))))
    }

    func open(_ text: String) throws {
      try receive(
        "textDocument/didOpen",
        ["textDocument": ["uri": uri, "languageId": "markdown", "version": 1, "text": text]])
    }

    func change(_ version: Int, _ text: String) throws {
      try receive(
        "textDocument/didChange",
        [
          "textDocument": ["uri": uri, "version": version],
          "contentChanges": [["range": range(0, 0, 0), "text": text]],
        ])
    }

    func state(_ version: Int, _ range: Object, id: Int) throws {
      try receive("mdedit/state", toggling("", version, [range], of: uri), id: id)
    }

    /// The next task to run, if one can run now.
    func next(isQuiet: Bool = true) -> Work? { server.nextWork(isQuiet: isQuiet) }

    func run(_ work: Work?, canceled: Bool = false) throws {
      server.finish(try #require(work).run { canceled })
    }

    /// What was sent since the last call: the answers by their requests, with the code of an error, and the others by
    /// their methods.
    func sent() throws -> Object {
      var sent: Object = [:]
      for bytes in server.takeOutgoing() {
        let message = try #require(
          try JSONSerialization.jsonObject(with: Data(bytes)) as? Object)
        if let method = message["method"] as? String {
          sent[method] = message
        } else if let id = message["id"] as? Int {
          sent["\(id)"] = (message["error"] as? Object)?["code"] ?? message["result"]
        }
      }
      return sent
    }
  }

  private let longText = String(repeating: "- one **two** three\n\n", count: 10_000)
  private var document: Object { ["textDocument": ["uri": uri]] }

  @Test func aLongTaskRunsBesideShortOnes() throws {
    let server = try Server()
    try server.open(longText)
    try server.receive("textDocument/foldingRange", document, id: 1)
    try server.state(1, range(0, 2, 5), id: 2)
    // The index is made first, on the text as it was opened; the client's changes do not wait for it.
    let index = server.next()
    #expect(server.next() == nil)
    try server.change(2, "- zero\n\n")
    _ = try server.sent()
    try server.run(index)
    #expect(try server.sent().isEmpty)
    // Now requests about a selection are short tasks, and are answered while a long one runs.
    let folds = server.next()
    try server.receive("textDocument/foldingRange", document, id: 4)
    try server.state(2, range(2, 2, 5), id: 3)
    let states = [server.next(), server.next()]
    #expect(server.next() == nil)
    for state in states { try server.run(state) }
    let answers = try server.sent()
    #expect((answers["2"] as? Object)?["version"] as? Int == 1)
    #expect((answers["3"] as? Object)?["version"] as? Int == 2)
    // The folds are those of the text that the client had when it asked.
    try server.run(folds)
    let first = try #require((try server.sent()["1"] as? [Object])?.first)
    #expect(first["endLine"] as? Int == 19_998)
    try server.run(server.next())
    let last = try server.sent()
    let second = try #require((last["4"] as? [Object])?.first, "\(last)")
    #expect(second["endLine"] as? Int == 20_000)
    #expect(server.isIdle)
  }

  @Test func anEditOfAnOlderTextIsNotSent() throws {
    let server = try Server()
    try server.open("a word")
    try server.receive("mdedit/toggle", toggling("strong", 1, [range(0, 2, 6)], of: uri), id: 1)
    try server.state(1, range(0, 2, 6), id: 2)
    let tasks = [
      server.next(), server.next(),
    ]
    try server.change(2, "x")
    for task in tasks { try server.run(task) }
    let answers = try server.sent()
    #expect(answers["1"] as? Int == -32801)
    #expect((answers["2"] as? Object)?["version"] as? Int == 1)
  }

  @Test func aCanceledRequestIsAnsweredAtOnce() throws {
    let server = try Server()
    try server.open("a word")
    for id in 1...2 { try server.receive("textDocument/foldingRange", document, id: id) }
    let first = server.next()
    // Request 1 runs, request 2 waits.
    for id in 1...2 { try server.receive("$/cancelRequest", ["id": id]) }
    let answers = try server.sent()
    #expect(answers["1"] as? Int == -32800 && answers["2"] as? Int == -32800)
    #expect(server.canceled == [try #require(first).number])
    try server.run(first, canceled: true)
    #expect(try server.sent().isEmpty && server.isIdle && server.canceled.isEmpty)
    #expect(server.next() == nil)
  }

  @Test func aLongTaskDoesNotWaitForACanceledOne() throws {
    let server = try Server()
    try server.open(longText)
    try server.run(server.next())
    for id in 1...2 { try server.receive("textDocument/foldingRange", document, id: id) }
    let first = server.next()
    #expect(server.next() == nil)
    try server.receive("$/cancelRequest", ["id": 1])
    let second = server.next()
    try server.run(second)
    try server.run(first, canceled: true)
    let answers = try server.sent()
    #expect(answers["1"] as? Int == -32800 && answers["2"] is [Object])
    #expect(server.isIdle)
  }

  @Test func aWaitingLongTaskGivesWayToANewerOne() throws {
    let server = try Server()
    try server.open(longText)
    let index = server.next()
    for version in 1...3 {
      try server.receive("textDocument/foldingRange", document, id: version)
      try server.change(version + 1, "x")
    }
    try server.receive("textDocument/foldingRange", document, id: 4)
    let answers = try server.sent()
    #expect((1...3).allSatisfy { answers["\($0)"] as? Int == -32801 } && answers["4"] == nil)
    try server.run(index)
    try server.run(server.next())
    let last = try server.sent()
    #expect(last["4"] is [Object], "\(last)")
  }

  @Test func diagnosticsWaitForQuietAndAreOfTheCurrentText() throws {
    let server = try Server(settings: ["diagnostics": true])
    try server.open("[a][b]")
    #expect(server.next(isQuiet: false) == nil)
    let old = server.next()
    try server.change(2, "x")
    try server.run(old)
    #expect(try server.sent().isEmpty)
    try server.run(server.next())
    let published = try server.sent()["textDocument/publishDiagnostics"] as? Object
    #expect((published?["params"] as? Object)?["version"] as? Int == 2)
  }

  @Test func settingsArePulledAndAppliedAtOnce() throws {
    let workspace: Object = [
      "configuration": true, "didChangeConfiguration": ["dynamicRegistration": true],
      "semanticTokens": ["refreshSupport": true],
    ]
    let server = try Server(workspace: workspace)
    let requests = server.opening
    let registration = try #require(requests["client/registerCapability"] as? Object)
    let pull = try #require(requests["workspace/configuration"] as? Object)
    #expect("\(pull["params"] ?? "")".contains("mdedit"))
    try server.receive(["jsonrpc": "2.0", "id": registration["id"] ?? 0, "result": NSNull()])
    #expect(try server.sent().isEmpty)
    try server.open("==light==")
    func presence() throws -> [String] {
      try server.state(1, range(0, 3, 3), id: 9)
      try server.run(server.next())
      let marks = try #require((try server.sent()["9"] as? Object)?["marks"] as? [[String: String]])
      return marks.filter { $0["presence"] == "on" }.compactMap { $0["mark"] }
    }
    #expect(try presence().isEmpty)
    try server.receive(
      [
        "jsonrpc": "2.0", "id": pull["id"] ?? 0, "result": [["dialect": "obsidian", "dialekt": 1]],
      ])
    let after = try server.sent()
    let message = (after["window/showMessage"] as? Object)?["params"] as? Object
    #expect(
      message?["message"] as? String
        == "mdedit: in the settings, there is no setting “dialekt”. The others are applied.")
    #expect(after["workspace/semanticTokens/refresh"] != nil)
    #expect(try presence() == ["highlight"])
    // A client that only says that something has changed is asked again.
    try server.receive("workspace/didChangeConfiguration", ["settings": NSNull()])
    #expect(try server.sent()["workspace/configuration"] != nil)
    // A wrong value changes nothing, and the others are applied.
    try server.receive(
      "workspace/didChangeConfiguration",
      ["settings": ["mdedit": ["dialect": "nope", "diagnostics": true]]])
    let wrong = (try server.sent()["window/showMessage"] as? Object)?["params"] as? Object
    let sentence = try #require(wrong?["message"] as? String)
    #expect(sentence.contains("“dialect” must be one of commonmark, github"))
    try server.run(server.next())
    #expect(try server.sent()["textDocument/publishDiagnostics"] != nil)
    #expect(try presence() == ["highlight"])
  }
}
