import Foundation
import LanguageServer
import MarkdownSyntax
import Testing

/// The order of tasks and answers, with the server in this process: nothing depends on time.
struct LanguageServerTaskTests {
  typealias Object = JSON.Object

  /// A server with an initialized client that has opened a document.
  private final class Server {
    private var server = LanguageServer(version: "0", options: .init(dialect: .gitHub))
    /// The messages sent at the start.
    private(set) var opening: [String: JSON] = [:]

    init(opening text: String, settings: Object = [:], workspace: Object = [:]) throws {
      try receive(
        "initialize",
        ["capabilities": ["workspace": workspace], "initializationOptions": settings], id: 0)
      try receive("initialized", [:])
      opening = try sent()
      let document: Object = [
        "uri": LanguageClient.uri, "languageId": "markdown", "version": 1, "text": text,
      ]
      try receive("textDocument/didOpen", ["textDocument": document])
    }

    var isIdle: Bool { server.isIdle }
    var canceled: Set<Int> { server.canceled }

    func receive(_ method: String, _ parameters: Object, id: Int? = nil) throws {
      var message: Object = ["method": method, "params": parameters]
      message["id"] = id
      try receive(message)
    }

    func receive(_ message: Object) throws {
      let versioned = message.merging(["jsonrpc": "2.0"]) { $1 }
      let content = try JSONSerialization.data(withJSONObject: versioned)
      server.receive(Received(.content(Array(content))))
    }

    /// Inserts a text at the beginning of the document.
    func insert(_ text: String, version: Int) throws {
      let change: Object = ["range": range(0, 0, 0), "text": text]
      try receive("textDocument/didChange", about(version, more: ["contentChanges": [change]]))
    }

    func askFolds(id: Int) throws { try receive("textDocument/foldingRange", about(), id: id) }

    func askState(_ version: Int, _ range: Object, id: Int) throws {
      try receive("mdedit/state", toggling("", version, range), id: id)
    }

    func cancel(_ id: Int) throws { try receive("$/cancelRequest", ["id": id]) }

    func changeSettings(_ settings: Any) throws {
      try receive("workspace/didChangeConfiguration", ["settings": settings])
    }

    /// The next task to run, if one can run now.
    func next(isQuiet: Bool = true) -> Work? { server.nextWork(isQuiet: isQuiet) }

    func run(_ work: Work?, canceled: Bool = false) throws {
      server.finish(try #require(work).run { canceled })
    }

    /// Returns the messages sent since the last call: results or codes of errors by the number of
    /// the request, and the others by their methods.
    func sent() throws -> [String: JSON] {
      var sent: [String: JSON] = [:]
      for message in try server.takeOutgoing().map({ try JSON(reading: $0) }) {
        if let method = message["method"].text {
          sent[method] = message
        } else if let id = message["id"].number {
          sent["\(id)"] = message["error"].isMissing ? message["result"] : message["error"]["code"]
        }
      }
      return sent
    }
  }

  private let longText = String(repeating: "- one **two** three\n\n", count: 10_000)

  @Test func aLongTaskRunsBesideShortOnes() throws {
    let server = try Server(opening: longText)
    try server.askFolds(id: 1)
    try server.askState(1, range(0, 2, 5), id: 2)
    // The index is made first, on the text as it was opened; the client's changes do not wait for it.
    let index = server.next()
    #expect(server.next() == nil)
    try server.insert("- zero\n\n", version: 2)
    _ = try server.sent()
    try server.run(index)
    #expect(try server.sent().isEmpty)
    // Now requests about a selection are short tasks, and are answered while a long one runs.
    let folds = server.next()
    try server.askFolds(id: 4)
    try server.askState(2, range(2, 2, 5), id: 3)
    let states = [server.next(), server.next()]
    #expect(server.next() == nil)
    for state in states { try server.run(state) }
    let answers = try server.sent()
    #expect(answers["2"]?["version"].number == 1)
    #expect(answers["3"]?["version"].number == 2)
    // The folds are those of the text that the client had when it asked.
    try server.run(folds)
    #expect(try server.sent()["1"]?[0]["endLine"].number == 19_998)
    try server.run(server.next())
    #expect(try server.sent()["4"]?[0]["endLine"].number == 20_000)
    #expect(server.isIdle)
  }

  /// A change that the text of the index already has is not made again in it.
  @Test func anIndexFollowsOnlyTheChangesAfterItsText() throws {
    let server = try Server(opening: "a word")
    try server.insert("x", version: 2)
    try server.askState(2, range(0, 3, 7), id: 1)
    let state = server.next()
    try server.insert("y", version: 3)
    try server.run(state)
    try server.receive("mdedit/toggle", toggling("strong", 3, range(0, 4, 8)), id: 2)
    try server.run(server.next())
    #expect(try server.sent()["2"]?["selections"][0].range == "0:6-0:10")
    try server.receive("mdedit/toggle", toggling("strong", 3, range(0, 0, 8)), id: 3)
    try server.run(server.next())
    #expect(try server.sent()["3"]?["selections"][0].range == "0:2-0:10")
  }

  @Test func anEditOfAnOlderTextIsNotSent() throws {
    let server = try Server(opening: "a word")
    try server.receive("mdedit/toggle", toggling("strong", 1, range(0, 2, 6)), id: 1)
    try server.askState(1, range(0, 2, 6), id: 2)
    let tasks = [server.next(), server.next()]
    try server.insert("x", version: 2)
    for task in tasks { try server.run(task) }
    let answers = try server.sent()
    #expect(answers["1"]?.number == -32801)
    #expect(answers["2"]?["version"].number == 1)
  }

  @Test func aCanceledRequestIsAnsweredAtOnce() throws {
    let server = try Server(opening: "a word")
    for id in 1...2 { try server.askFolds(id: id) }
    let first = server.next()
    // Request 1 runs, request 2 waits.
    for id in 1...2 { try server.cancel(id) }
    let answers = try server.sent()
    #expect(answers["1"]?.number == -32800 && answers["2"]?.number == -32800)
    #expect(server.canceled == [try #require(first).number])
    try server.run(first, canceled: true)
    #expect(try server.sent().isEmpty && server.isIdle && server.canceled.isEmpty)
    #expect(server.next() == nil)
  }

  @Test func aLongTaskDoesNotWaitForACanceledOne() throws {
    let server = try Server(opening: longText)
    try server.run(server.next())
    for id in 1...2 { try server.askFolds(id: id) }
    let first = server.next()
    #expect(server.next() == nil)
    try server.cancel(1)
    let second = server.next()
    try server.run(second)
    try server.run(first, canceled: true)
    let answers = try server.sent()
    #expect(answers["1"]?.number == -32800 && answers["2"]?.value is [Object])
    #expect(server.isIdle)
  }

  @Test func aWaitingLongTaskGivesWayToANewerOne() throws {
    let server = try Server(opening: longText)
    let index = server.next()
    for version in 1...3 {
      try server.askFolds(id: version)
      try server.insert("x", version: version + 1)
    }
    try server.askFolds(id: 4)
    let answers = try server.sent()
    #expect((1...3).allSatisfy { answers["\($0)"]?.number == -32801 } && answers["4"] == nil)
    try server.run(index)
    try server.run(server.next())
    #expect(try server.sent()["4"]?.value is [Object])
  }

  @Test func diagnosticsWaitForQuietAndAreOfTheCurrentText() throws {
    let server = try Server(opening: "[a][b]", settings: ["diagnostics": true])
    #expect(server.next(isQuiet: false) == nil)
    let old = server.next()
    try server.insert("x", version: 2)
    try server.run(old)
    #expect(try server.sent().isEmpty)
    try server.run(server.next())
    let published = try server.sent()["textDocument/publishDiagnostics"]
    #expect(published?["params"]["version"].number == 2)
  }

  @Test func settingsArePulledAndAppliedAtOnce() throws {
    let server = try Server(
      opening: "==light==",
      workspace: [
        "configuration": true, "didChangeConfiguration": ["dynamicRegistration": true],
        "semanticTokens": ["refreshSupport": true],
      ])
    let registration = try #require(server.opening["client/registerCapability"]?["id"].value)
    let pull = try #require(server.opening["workspace/configuration"])
    #expect("\(pull["params"])".contains("mdedit"))
    try server.receive(["id": registration, "result": NSNull()])
    #expect(try server.sent().isEmpty)
    func marks() throws -> [String?] {
      try server.askState(1, range(0, 3, 3), id: 9)
      try server.run(server.next())
      let marks = try #require(try server.sent()["9"])["marks"].list
      return marks.filter { $0["presence"].text == "on" }.map { $0["mark"].text }
    }
    #expect(try marks() == [])
    let settings: Object = ["dialect": "obsidian", "dialekt": 1]
    try server.receive(["id": try #require(pull["id"].value), "result": [settings]])
    let after = try server.sent()
    #expect(
      after["window/showMessage"]?["params"]["message"].text
        == "mdedit: in the settings, there is no setting “dialekt”. The others are applied.")
    #expect(after["workspace/semanticTokens/refresh"] != nil)
    #expect(try marks() == ["highlight"])
    // A client that only says that something has changed is asked again.
    try server.changeSettings(NSNull())
    #expect(try server.sent()["workspace/configuration"] != nil)
    // A wrong value changes nothing, and the others are applied.
    try server.changeSettings(["mdedit": ["dialect": "nope", "diagnostics": true]])
    let message = try server.sent()["window/showMessage"]?["params"]["message"].text
    #expect(message?.contains("“dialect” must be one of commonmark, github") == true)
    try server.run(server.next())
    #expect(try server.sent()["textDocument/publishDiagnostics"] != nil)
    #expect(try marks() == ["highlight"])
  }
}
