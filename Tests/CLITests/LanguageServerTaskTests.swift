import Foundation
import Testing

/// Checks the order of tasks and answers.
struct LanguageServerTaskTests {
  typealias Object = JSON.Object

  private let longText = String(repeating: "- one **two** three\n\n", count: 10_000)

  private func askFolds(_ client: LanguageClient) throws -> String {
    "\(try client.ask("textDocument/foldingRange", about()))"
  }

  private func askState(
    _ client: LanguageClient, _ version: Int, _ range: Object
  ) throws -> String {
    "\(try client.ask("mdedit/state", toggling("", version, range)))"
  }

  @Test func runsALongTaskBesideShortOnes() throws {
    let client = try LanguageClient(opening: longText)
    let first = try askFolds(client)
    let state = try askState(client, 1, range(0, 2, 5))
    // The index is made first, on the text as it was opened; the client's changes do not wait for it.
    let index = client.next()
    #expect(client.next() == nil)
    try client.insert("- zero\n\n", version: 2)
    #expect(client.sent().isEmpty)
    try client.run(index)
    #expect(client.sent().isEmpty)
    // Now requests about a selection are short tasks, and are answered while a long one runs.
    let folds = client.next()
    let second = try askFolds(client)
    let newState = try askState(client, 2, range(2, 2, 5))
    let states = [client.next(), client.next()]
    #expect(client.next() == nil)
    for state in states { try client.run(state) }
    let answers = client.sent()
    #expect(answers[state]?["version"].number == 1 && answers[newState]?["version"].number == 2)
    // The folds are those of the text that the client had when it asked.
    try client.run(folds)
    #expect(client.sent()[first]?[0]["endLine"].number == 19_998)
    try client.run(client.next())
    #expect(client.sent()[second]?[0]["endLine"].number == 20_000)
    #expect(client.isIdle)
  }

  @Test func runsEightShortTasksAtATime() throws {
    let client = try LanguageClient(opening: "a word")
    for _ in 0..<10 { _ = try askState(client, 1, range(0, 0, 1)) }
    let tasks = (0..<8).map { _ in client.next() }
    #expect(tasks.allSatisfy { $0 != nil } && client.next() == nil)
    try client.run(tasks[3])
    #expect(client.next() != nil && client.next() == nil)
  }

  @Test func treatsALongSelectionAsALongTask() throws {
    let client = try LanguageClient(opening: longText)
    try client.run(client.next())
    let whole: Object = ["start": position(0, 0), "end": position(20_000, 0)]
    for _ in 0..<2 { _ = try askState(client, 1, whole) }
    #expect(client.next() != nil && client.next() == nil)
    _ = try askState(client, 1, range(0, 0, 1))
    #expect(client.next() != nil)
  }

  /// A change that the text of the index already has is not made again in it.
  @Test func followsOnlyTheChangesAfterTheTextOfAnIndex() throws {
    let client = try LanguageClient(opening: "a word")
    try client.insert("x", version: 2)
    _ = try askState(client, 2, range(0, 3, 7))
    let state = client.next()
    try client.insert("y", version: 3)
    try client.run(state)
    for (range, selection) in [(range(0, 4, 8), "0:6-0:10"), (range(0, 0, 8), "0:2-0:10")] {
      let result = try client.result("mdedit/toggle", toggling("strong", 3, range))
      #expect(try result["selections"].shown() == [selection])
    }
  }

  @Test func sendsNoEditOfAnOlderText() throws {
    let client = try LanguageClient(opening: "a word")
    let toggle = try client.ask("mdedit/toggle", toggling("strong", 1, range(0, 2, 6)))
    let state = try askState(client, 1, range(0, 2, 6))
    let tasks = [client.next(), client.next()]
    try client.insert("x", version: 2)
    for task in tasks { try client.run(task) }
    let answers = client.sent()
    #expect(answers["\(toggle)"]?.number == -32801 && answers[state]?["version"].number == 1)
  }

  @Test func answersCanceledRequestsAtOnce() throws {
    let client = try LanguageClient(opening: "a word")
    let ids = [try askFolds(client), try askFolds(client)]
    let first = client.next()
    // The first runs, the second waits.
    for id in ids.compactMap(Int.init) { try client.cancel(id) }
    let answers = client.sent()
    #expect(ids.allSatisfy { answers[$0]?.number == -32800 })
    #expect(client.canceled == [try #require(first).number])
    try client.run(first, canceled: true)
    #expect(client.sent().isEmpty && client.isIdle && client.canceled.isEmpty)
    #expect(client.next() == nil)
    try client.cancel(99)
    #expect(client.sent().isEmpty)
  }

  @Test func stopsATaskThatIsCanceled() throws {
    let client = try LanguageClient(opening: longText)
    try client.run(client.next())
    for method in ["foldingRange", "semanticTokens/full", "documentSymbol"] {
      let id = try client.ask("textDocument/\(method)", about())
      try client.run(client.next(), canceled: true)
      #expect(client.sent()["\(id)"]?.number == -32800)
    }
  }

  @Test func startsALongTaskBesideCanceledOnes() throws {
    let client = try LanguageClient(opening: longText)
    try client.run(client.next())
    var canceled: [String] = []
    var tasks = [client.next()]
    tasks = []
    for _ in 0..<4 {
      canceled.append(try askFolds(client))
      tasks.append(client.next())
      #expect(tasks.last != nil && client.next() == nil)
      try client.cancel(try #require(canceled.last.flatMap(Int.init)))
    }
    let last = try askFolds(client)
    // At most four canceled tasks may still run.
    #expect(client.next() == nil)
    try client.run(tasks[0], canceled: true)
    try client.run(client.next())
    for task in tasks.dropFirst() { try client.run(task, canceled: true) }
    let answers = client.sent()
    #expect(canceled.allSatisfy { answers[$0]?.number == -32800 })
    #expect(answers[last]?.value is [Object] && client.isIdle)
  }

  @Test func discardsAWaitingLongTaskForANewerOne() throws {
    let client = try LanguageClient(opening: longText)
    let index = client.next()
    var old: [String] = []
    for version in 2...4 {
      old.append(try askFolds(client))
      try client.insert("x", version: version)
    }
    let last = try askFolds(client)
    let answers = client.sent()
    #expect(old.allSatisfy { answers[$0]?.number == -32801 } && answers[last] == nil)
    try client.run(index)
    try client.run(client.next())
    #expect(client.sent()[last]?.value is [Object])
  }

  // MARK: Diagnostics and settings

  @Test func publishesDiagnosticsOfTheCurrentTextInQuiet() throws {
    let client = try LanguageClient(opening: "[a][b]", settings: ["diagnostics": true])
    #expect(client.next(isQuiet: false) == nil)
    let old = client.next()
    try client.insert("x", version: 2)
    try client.run(old)
    #expect(client.sent()["textDocument/publishDiagnostics"] == nil)
    let published = try client.message("textDocument/publishDiagnostics")["params"]
    #expect(published["version"].number == 2)
  }

  @Test func publishesDiagnosticsWhenAClientAsksForThem() throws {
    let client = try LanguageClient(
      opening: "Sow **beans in May, `x\n\n2 * 3, snake_case and **done**\n")
    _ = try client.result("mdedit/state", toggling("", 1, range(0, 0, 3)))
    #expect(!client.hasMessages)
    func publish(_ isOn: Bool) throws -> [String] {
      try client.changeSettings(["mdedit": ["diagnostics": isOn]])
      let published = try client.message("textDocument/publishDiagnostics")["params"]
      return try published["diagnostics"].shown("range")
    }
    #expect(try publish(true) == ["0:4-0:6", "0:20-0:21"])
    #expect(try publish(false).isEmpty)
    try client.insert("x", version: 2)
    #expect(client.isIdle)
    #expect(try publish(true).count == 2)
    try client.notify("textDocument/didClose", about())
    let closed = try client.message("textDocument/publishDiagnostics")["params"]
    #expect(try closed["version"].isMissing && closed["diagnostics"].list.isEmpty)
  }

  @Test func pullsAndAppliesSettings() throws {
    let client = try LanguageClient(
      opening: "==light==",
      workspace: [
        "configuration": true, "didChangeConfiguration": ["dynamicRegistration": true],
        "semanticTokens": ["refreshSupport": true],
      ])
    let opening = client.sent()
    let registration = try #require(opening["client/registerCapability"])
    #expect(
      try registration["params"]["registrations"].shown("id", "method")
        == ["mdedit-settings workspace/didChangeConfiguration"])
    let pull = try #require(opening["workspace/configuration"])
    #expect(try pull["params"]["items"].shown("section") == ["mdedit"])
    try client.send(["id": registration["id"].shown, "result": NSNull()])
    #expect(client.sent().isEmpty)
    func marks() throws -> [String] {
      let state = try client.result("mdedit/state", toggling("", 1, range(0, 3, 3)))
      return try state["marks"].shown("mark", "presence").filter { $0.hasSuffix(" on") }
    }
    #expect(try marks() == [])
    let settings: Object = ["dialect": "obsidian", "dialekt": 1, "inRun": NSNull()]
    try client.send(["id": try #require(pull["id"].value), "result": [settings]])
    let after = client.sent()
    #expect(
      after["window/showMessage"]?["params"]["message"].text
        == "mdedit: in the settings, there is no setting “dialekt”. The others are applied.")
    #expect(after["workspace/semanticTokens/refresh"] != nil)
    #expect(try marks() == ["highlight on"])
    // A client that only says that something has changed is asked again, and not told to register.
    try client.changeSettings(NSNull())
    #expect(Set(client.sent().keys) == ["workspace/configuration"])
    // A wrong value changes nothing, and the others are applied.
    try client.changeSettings(
      ["mdedit": ["dialect": "nope", "inRun": "no", "diagnostics": true, "atEdge": "word"]])
    let message = try client.message("window/showMessage")["params"]["message"].text
    #expect(message?.contains("“dialect” must be one of commonmark, github") == true)
    #expect(message?.contains("“inRun” must be one of run, word") == true)
    _ = try client.message("textDocument/publishDiagnostics")
    #expect(!client.hasMessages)
    #expect(try marks() == ["highlight on"])
  }
}
