import JSONText
import MarkdownNotes

/// A task for another thread, with a copy of the workspace as it was when the task was requested.
package struct Work: Sendable {
  enum Task: Sendable {
    case request(RequestID, method: String, JSONTree?)
    /// The blocks of a long document, which are found before the first request needs it.
    case index
    case diagnostics
    /// The files of the client's folders, of which those are read that have changed.
    case scan
  }

  /// The description of a task, without the documents.
  struct Ticket: Sendable {
    let number: Int
    let task: Task
    let uri: String
    /// The revision of the document; nil if the document is not open.
    let revision: Int?
    /// Whether the task reads a long text. One such task runs at a time; the others do not wait for it.
    var isLong: Bool
    /// Whether the answer depends on other files: the task waits until they have been read for the first time.
    var needsNotes: Bool

    /// A request's method, or the name of another task.
    var name: String {
      switch task {
      case .request(_, let method, _): method
      case .index: "index"
      case .diagnostics: "diagnostics"
      case .scan: "scan"
      }
    }
  }

  var ticket: Ticket
  var workspace: Workspace

  package var number: Int { ticket.number }

  /// Computes the answer.
  ///
  /// - Parameter isCanceled: whether the client has canceled the request. It is called between the steps of a long task.
  package func run(isCanceled: @escaping @Sendable () -> Bool) -> Finished {
    var workspace = workspace
    workspace.isCanceled = isCanceled
    var hasNewNotes = false
    let reply = Result { () throws(ResponseError) in
      try workspace.checkCanceled()
      switch ticket.task {
      case .request(let id, let method, let parameters):
        let reply = try workspace.answer(method, parameters)
        guard case .result(let result) = reply else { return reply }
        try workspace.checkCanceled()
        return .result(.source(LanguageServer.response(to: id, result).source))
      case .index:
        _ = try workspace.documents[ticket.uri]?.editor()
        return .result(.null)
      case .diagnostics: return .result(.source(workspace.diagnostics(of: ticket.uri).source))
      case .scan:
        hasNewNotes = workspace.notes.scan(workspace.options.files, isCanceled: isCanceled)
        return .result(.null)
      }
    }
    return Finished(
      number: number, reply: reply, documents: workspace.documents,
      notes: hasNewNotes ? workspace.notes : nil)
  }

  package struct Finished: Sendable {
    let number: Int
    /// The answer. The result of a request is the whole message.
    let reply: Result<Workspace.Reply, ResponseError>
    /// The documents with the indexes, trees and tokens that the task has computed.
    let documents: [String: ServerDocument]
    /// The notes, if the task has found changed files.
    let notes: NoteFolder?
  }
}

extension LanguageServer {
  /// The length of a text, in bytes, that is read within milliseconds.
  private static let shortByteLimit = 1 << 17
  /// The number of short tasks that run at the same time.
  private static let shortTaskLimit = 8
  /// The number of canceled tasks that may still run when a long one starts.
  private static let canceledTaskLimit = 4

  /// The methods that read only the blocks at the selection of an indexed document.
  private static let localMethods: Set = [
    "textDocument/codeAction", "codeAction/resolve", "textDocument/onTypeFormatting",
    "workspace/executeCommand", "mdedit/do", "mdedit/toggle", "mdedit/state",
    "textDocument/semanticTokens/range",
  ]
  /// The methods whose result is an edit: if the text has changed in the meantime, it must not be made.
  private static let editingMethods: Set = [
    "codeAction/resolve", "textDocument/onTypeFormatting", "workspace/executeCommand", "mdedit/do",
    "mdedit/toggle", "textDocument/rename", "textDocument/formatting",
    "textDocument/rangeFormatting",
  ]
  /// The methods whose answer does not depend on other files.
  private static let ownMethods = localMethods.union([
    "mdedit/copy", "textDocument/documentSymbol", "textDocument/foldingRange",
    "textDocument/selectionRange",
    "textDocument/linkedEditingRange", "textDocument/semanticTokens/full",
    "textDocument/semanticTokens/full/delta", "textDocument/formatting",
    "textDocument/rangeFormatting", "textDocument/documentHighlight",
  ])

  package var isIdle: Bool { running.isEmpty && waiting.isEmpty && unpublished.isEmpty }

  /// The numbers of the running tasks whose requests are canceled.
  package var canceled: Set<Int> { unwanted }

  mutating func enqueue(_ id: RequestID, _ method: String, _ parameters: JSONTree?) {
    let uri = Self.subject(method, parameters)?["textDocument", "uri"]?.string ?? ""
    enqueue(.request(id, method: method, parameters), about: uri)
  }

  /// Makes the index of a long document in advance.
  mutating func enqueueIndex(of uri: String) {
    guard let document = workspace.documents[uri], !document.isIndexed,
      document.utf8Count > Self.shortByteLimit
    else { return }
    let tickets = waiting.map(\.ticket) + running.values
    let isPending = tickets.contains {
      $0.name == "index" && $0.uri == uri && $0.revision ?? 0 >= document.base
    }
    if !isPending { enqueue(.index, about: uri) }
  }

  /// The part of a request's parameters that names the document and the selections.
  private static func subject(_ method: String, _ parameters: JSONTree?) -> JSONTree? {
    switch method {
    case "workspace/executeCommand": parameters?["arguments"]?.elements?.first
    case "codeAction/resolve": parameters?["data"]
    default: parameters
    }
  }

  private static func isLong(_ task: Work.Task, about uri: String, in workspace: Workspace) -> Bool
  {
    guard let document = workspace.documents[uri], document.utf8Count > shortByteLimit else {
      return false
    }
    guard case .request(_, let method, let parameters) = task, localMethods.contains(method),
      document.isIndexed, let buffer = document.buffer,
      let ranges = try? workspace.selections(subject(method, parameters), in: buffer)
    else { return true }
    return ranges.reduce(0) { $0 + $1.count } > shortByteLimit
  }

  private static func needsNotes(_ task: Work.Task) -> Bool {
    switch task {
    case .request(_, let method, _): !ownMethods.contains(method)
    case .diagnostics: true
    case .index, .scan: false
    }
  }

  /// Reads the files again, after those that are being read.
  mutating func enqueueScan() {
    guard !workspace.notes.roots.isEmpty else { return }
    waiting.removeAll { $0.ticket.name == "scan" }
    enqueue(.scan, about: "")
  }

  private mutating func enqueue(_ task: Work.Task, about uri: String) {
    lastNumber += 1
    let ticket = Work.Ticket(
      number: lastNumber, task: task, uri: uri, revision: workspace.documents[uri]?.revision,
      isLong: Self.isLong(task, about: uri, in: workspace), needsNotes: Self.needsNotes(task))
    // A long task of an older text need not be started: a client that wants the new answer asks again.
    let isOutdated = { (old: Work) in
      old.ticket.isLong && old.ticket.uri == uri && old.ticket.name == ticket.name
        && old.ticket.revision != ticket.revision
    }
    for old in waiting where isOutdated(old) {
      guard case .request(let id, _, _) = old.ticket.task else { continue }
      respond(to: id, ResponseError(.contentModified, "The text has changed since the request."))
    }
    waiting.removeAll(where: isOutdated)
    waiting.append(Work(ticket: ticket, workspace: workspace))
  }

  /// Returns the next task to run, or nil if there is none or if it must wait for those that run.
  ///
  /// - Parameter isQuiet: whether no message of the client waits. Only then are diagnostics computed.
  package mutating func nextWork(isQuiet: Bool) -> Work? {
    // A canceled task may take a while to stop; the next long one does not wait for it.
    let longCount = running.values.count { $0.isLong && !unwanted.contains($0.number) }
    let shortCount = running.values.count { !$0.isLong }
    let hasRoom = longCount == 0 && unwanted.count < Self.canceledTaskLimit
    let isScanning = running.values.contains { $0.name == "scan" }
    let index = waiting.firstIndex { work in
      if work.ticket.name == "scan" { return !isScanning }
      if work.ticket.needsNotes, !hasNotes { return false }
      return work.ticket.isLong ? hasRoom : shortCount < Self.shortTaskLimit
    }
    guard let index else {
      guard isQuiet, waiting.isEmpty, hasNotes, enqueueDiagnostics() else { return nil }
      return nextWork(isQuiet: false)
    }
    let work = waiting.remove(at: index)
    running[work.number] = work.ticket
    return work
  }

  private mutating func enqueueDiagnostics() -> Bool {
    let busy = Set(running.values.filter { $0.name == "diagnostics" }.map(\.uri))
    guard let index = unpublished.firstIndex(where: { !busy.contains($0) }) else { return false }
    let uri = unpublished.remove(at: index)
    enqueue(.diagnostics, about: uri)
    return true
  }

  /// Answers with the result of a task, which has ended.
  package mutating func finish(_ finished: Work.Finished) {
    guard let ticket = running.removeValue(forKey: finished.number) else { return }
    for (uri, document) in finished.documents { adopt(document, of: uri) }
    if ticket.name == "scan" { adopt(finished.notes) }
    if unwanted.remove(finished.number) != nil { return }
    let isOutdated = ticket.revision != workspace.documents[ticket.uri]?.revision
    switch ticket.task {
    case .index, .scan: break
    case .diagnostics:
      guard !isOutdated, options.publishesDiagnostics, let reply = try? finished.reply.get(),
        case .result(let parameters) = reply
      else { return }
      notifyClient("textDocument/publishDiagnostics", parameters)
    case .request(let id, let method, _):
      do throws(ResponseError) {
        let reply = try finished.reply.get()
        if isOutdated, Self.editingMethods.contains(method) {
          throw ResponseError(.contentModified, "The text has changed since the request.")
        }
        respond(to: id, reply)
      } catch { respond(to: id, error) }
    }
  }

  /// Takes over what a task has read, also for the tasks that wait. With an index they may be short.
  private mutating func adopt(_ document: ServerDocument, of uri: String) {
    workspace.documents[uri]?.adopt(document)
    for index in waiting.indices where waiting[index].ticket.uri == uri {
      waiting[index].workspace.documents[uri]?.adopt(document)
      waiting[index].ticket.isLong = Self.isLong(
        waiting[index].ticket.task, about: uri, in: waiting[index].workspace)
    }
  }

  /// Takes over the notes that were read from disk. The diagnostics of all documents depend on them.
  private mutating func adopt(_ notes: NoteFolder?) {
    // A newer scan may read other folders.
    if !waiting.contains(where: { $0.ticket.name == "scan" }) { hasNotes = true }
    guard let notes, notes.roots == workspace.notes.roots, notes.dialect == options.dialect else {
      return
    }
    workspace.notes = notes
    for index in waiting.indices { waiting[index].workspace.notes = notes }
    unpublished = workspace.documents.keys.sorted()
  }

  private mutating func respond(to id: RequestID, _ reply: Workspace.Reply) {
    switch reply {
    case .result(let response): send(response)
    case .edit(let label, let edit, let result):
      request(
        "workspace/applyEdit", ["label": .string(label), "edit": edit],
        then: .edit(request: id, result: result))
    }
  }

  /// Answers a canceled request at once, whether it waits, runs, or awaits the client's edit.
  mutating func cancel(_ parameters: JSONTree?) {
    guard let id = RequestID(parameters?["id"]) else { return }
    let isOfRequest = { (ticket: Work.Ticket) in
      guard case .request(id, _, _) = ticket.task else { return false }
      return true
    }
    if let index = waiting.firstIndex(where: { isOfRequest($0.ticket) }) {
      waiting.remove(at: index)
    } else if let ticket = running.values.first(where: {
      isOfRequest($0) && !unwanted.contains($0.number)
    }) {
      unwanted.insert(ticket.number)
    } else {
      let edit = pending.first { if case .edit(id, _) = $0.value { true } else { false } }
      guard let edit else { return }
      pending[edit.key] = nil
    }
    respond(to: id, ResponseError(.requestCancelled, "The request was canceled."))
  }
}
