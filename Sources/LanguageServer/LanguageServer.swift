import JSONText
import MarkdownEditing
import MarkdownSyntax
import TextEditing

/// A language server for Markdown (Language Server Protocol 3.17), without streams and threads.
///
/// Its caller passes the client's messages to `receive(_:)`, runs the tasks that `nextWork(isQuiet:)` returns, passes
/// their results to `finish(_:)`, and sends what `takeOutgoing()` returns. Messages change the workspace in their
/// order; requests are answered by tasks, each on a copy of the workspace.
package struct LanguageServer: Sendable {
  /// The settings, by the command line and by the client.
  package struct Options: Hashable, Sendable {
    /// The dialect of the documents.
    package var dialect: Dialect
    /// The options of commands.
    package var editing = EditingOptions.standard
    /// Whether the findings of `mdedit lint` are published as diagnostics.
    package var publishesDiagnostics = false

    package init(dialect: Dialect) {
      self.dialect = dialect
      // What is typed does not pass through a code action.
      editing.steps = .never
    }
  }

  enum Phase: Sendable { case new, initialized, shutDown }

  /// A request of the server that the client has not answered yet.
  enum Pending: Sendable {
    /// The edit of a command; afterwards the command's request is answered with `result`.
    case edit(request: RequestID, result: [UInt8])
    case configuration
    /// A request whose answer changes nothing.
    case other

    /// The client's request that is answered afterwards.
    var request: RequestID? { if case .edit(let request, _) = self { request } else { nil } }
  }

  let version: String
  var phase = Phase.new
  var workspace: Workspace
  /// The requests of the server, by their numbers.
  var pending: [Int: Pending] = [:]
  /// The documents that have changed since their diagnostics were published.
  var unpublished: [String] = []
  /// The tasks that have not started.
  var waiting: [Work] = []
  /// The tasks that run, by their numbers.
  var running: [Int: Work.Ticket] = [:]
  /// The numbers of the running tasks whose requests are canceled.
  var unwanted: Set<Int> = []
  /// The last number of a task, a revision or a request.
  var lastNumber = 0
  private var outgoing: [[UInt8]] = []
  /// The exit status after the client's `exit`: 0 if `shutdown` came before, otherwise 1.
  package private(set) var exitStatus: Int32?

  package init(version: String, options: Options) {
    self.version = version
    workspace = Workspace(options: options)
  }

  /// The settings.
  var options: Options {
    get { workspace.options }
    set { workspace.options = newValue }
  }

  /// Returns the messages to send, in order, and forgets them.
  package mutating func takeOutgoing() -> [[UInt8]] {
    defer { outgoing = [] }
    return outgoing
  }

  /// Receives a message, and answers it if that takes no task.
  package mutating func receive(_ received: Received) {
    guard exitStatus == nil else { return }
    switch received.message {
    case .failure(let error):
      respond(to: error.id, error)
      if received.mayChangeText {
        for uri in workspace.documents.keys {
          workspace.documents[uri]?.lose("A message was lost. \(error.message)")
        }
      }
    case .success(let message):
      switch message.kind {
      case .notification(let method): notify(method, message.value)
      case .response(let id): finish(id, message)
      case .request(let id, let method):
        do throws(ResponseError) { try request(id, method, message.value) } catch {
          respond(to: id, error)
        }
      }
    }
  }

  private mutating func request(
    _ id: RequestID, _ method: String, _ parameters: JSONTree?
  ) throws(ResponseError) {
    switch (phase, method) {
    case (.new, "initialize"): respond(to: id, initialize(parameters))
    case (.new, _): throw ResponseError(.notInitialized, "The server is not initialized.")
    case (.shutDown, _): throw ResponseError(.invalidRequest, "The server is shut down.")
    case (.initialized, "initialize"):
      throw ResponseError(.invalidRequest, "The server is already initialized.")
    case (.initialized, "shutdown"):
      phase = .shutDown
      respond(to: id, Array("null".utf8))
    case (.initialized, _): enqueue(id, method, parameters)
    }
  }

  private mutating func notify(_ method: String, _ parameters: JSONTree?) {
    switch (phase, method) {
    case (_, "exit"): exitStatus = phase == .shutDown ? 0 : 1
    case (_, "$/cancelRequest"): cancel(parameters)
    case (.initialized, "initialized"): requestConfiguration(registering: true)
    case (.initialized, "textDocument/didOpen"): open(parameters)
    case (.initialized, "textDocument/didChange"): change(parameters)
    case (.initialized, "textDocument/didClose"): close(parameters)
    case (.initialized, "workspace/didChangeConfiguration"):
      if let settings = parameters?.member("settings", "mdedit") {
        configure(settings)
      } else {
        requestConfiguration(registering: false)
      }
    default: break
    }
  }

  /// Continues after the client's answer to a request of the server.
  private mutating func finish(_ id: RequestID, _ message: Message) {
    guard case .number(let number) = id, let request = pending.removeValue(forKey: number) else {
      return
    }
    switch request {
    case .other: break
    case .configuration: configure(message.value?.elements?.first)
    case .edit(let id, let result):
      if message.value?["applied"]?.bool == true { return respond(to: id, result) }
      let reason = (message.error?["message"] ?? message.value?["failureReason"])?.string
      respond(
        to: id,
        ResponseError(
          .requestFailed, "The client did not make the edit" + (reason.map { ": \($0)" } ?? ".")))
    }
  }

  // MARK: Sending

  /// Returns the message with the result of a request, which may be long.
  static func response(to id: RequestID, _ result: [UInt8]) -> [UInt8] {
    message { writer in
      writer.key("id")
      id.write(to: &writer)
      writer.key("result")
      writer.verbatim(result)
    }
  }

  mutating func respond(to id: RequestID, _ result: [UInt8]) {
    send(Self.response(to: id, result))
  }

  mutating func respond(to id: RequestID?, _ error: ResponseError) {
    send(
      Self.message { writer in
        writer.key("id")
        if let id { id.write(to: &writer) } else { writer.null() }
        writer.key("error")
        writer.object { writer in
          writer.key("code")
          writer.number(error.code.rawValue)
          writer.key("message")
          writer.string(error.message)
          if let reason = error.reason {
            writer.key("data")
            writer.object { writer in
              writer.key("reason")
              writer.string(reason)
            }
          }
        }
      })
  }

  /// Sends a notification.
  ///
  /// - Parameter parameters: an object as JSON.
  mutating func notifyClient(_ method: StaticString, _ parameters: [UInt8]) {
    send(
      Self.message { writer in
        writer.key("method")
        writer.string("\(method)")
        writer.key("params")
        writer.verbatim(parameters)
      })
  }

  /// Shows a message to the user.
  mutating func warn(_ message: String) {
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("type")
      writer.number(2)
      writer.key("message")
      writer.string(message)
    }
    notifyClient("window/showMessage", writer.bytes)
  }

  /// Sends a request of the server, and returns its number.
  mutating func request(
    _ method: StaticString, _ parameters: ((inout JSONWriter) -> Void)? = nil
  ) -> Int {
    lastNumber += 1
    let number = lastNumber
    send(
      Self.message { writer in
        writer.key("id")
        writer.number(number)
        writer.key("method")
        writer.string("\(method)")
        guard let parameters else { return }
        writer.key("params")
        writer.object(parameters)
      })
    return number
  }

  private static func message(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("jsonrpc")
      writer.string("2.0")
      members(&writer)
    }
    return writer.bytes
  }

  mutating func send(_ message: [UInt8]) { outgoing.append(message) }
}
