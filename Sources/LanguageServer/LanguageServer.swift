import JSONText
import MarkdownEditing
import MarkdownSyntax
import TextEditing

/// A language server for marks in Markdown (Language Server Protocol 3.17): messages in, messages
/// out. Streams are its caller's.
package struct LanguageServer: Sendable {
  /// What the options of a client and of the command line decide.
  package struct Options: Sendable {
    /// The Markdown that documents are written in.
    package var dialect: Dialect
    /// How commands behave.
    package var editing = EditingOptions.standard
    /// Whether marks that are open on one side only are published as diagnostics.
    package var publishesDiagnostics = false

    package init(dialect: Dialect) { self.dialect = dialect }
  }

  enum Phase: Sendable { case new, initialized, shutDown }

  /// What a client has said that it can do.
  struct Client: Sendable {
    var appliesEdits = false
    var takesVersionedEdits = false
    var takesLiteralActions = false
    var takesDisabledActions = false
    /// Whether it asks for the edit of an action once that is chosen, with the action's data.
    var resolvesEdits = false
    /// Whether it takes symbols that contain symbols.
    var nestsSymbols = false
  }

  /// A command that waits for the client to make its edit.
  struct PendingCommand: Sendable {
    var request: RequestID
    /// The result, once the edit is made: JSON.
    var result: [UInt8]
  }

  let version: String
  var options: Options
  var phase = Phase.new
  var client = Client()
  var encoding = PositionEncoding.utf16
  var documents: [String: ServerDocument] = [:]
  /// By the numbers of our own requests.
  var pending: [Int: PendingCommand] = [:]
  /// Documents whose diagnostics are not those of their text.
  var unpublished: [String] = []
  private var lastRequest = 0
  private var outgoing: [[UInt8]] = []
  /// The status to end with, once the client has said so: 0 after `shutdown`, else 1.
  package private(set) var exitStatus: Int32?

  package init(version: String, options: Options) {
    self.version = version
    self.options = options
  }

  /// What has to be sent, in order; asking takes it.
  package mutating func takeOutgoing() -> [[UInt8]] {
    defer { outgoing = [] }
    return outgoing
  }

  /// Takes a frame as it came from the stream.
  ///
  /// - Returns: the message, to be handed to `receive(_:isCanceled:)` in its turn; nil where it was
  ///   none, and that is answered.
  package mutating func read(_ frame: Frame) -> Message? {
    switch frame {
    case .malformed(let reason): respond(to: nil, ResponseError(.parseError, reason))
    case .content(let content):
      do throws(ResponseError) { return try Message(content) } catch {
        respond(to: error.id, error)
        // It may have been a change of a text: then the text is not known any more.
        if content.containsDocumentChange { loseDocuments(error.message) }
      }
    }
    return nil
  }

  /// Takes a message.
  ///
  /// - Parameter isCanceled: whether the client has taken the request back since.
  package mutating func receive(_ message: Message, isCanceled: Bool = false) {
    guard exitStatus == nil else { return }
    switch message.kind {
    case .notification(let method): notify(method, message.value)
    case .response(let id): finish(id, message)
    case .request(let id, _) where isCanceled:
      respond(to: id, ResponseError(.requestCancelled, "The request was taken back."))
    case .request(let id, let method):
      do throws(ResponseError) {
        guard let result = try answer(method, message.value, id: id) else { return }
        respond(to: id, result)
      } catch { respond(to: id, error) }
    }
  }

  /// Answers a request; nil where the answer comes later.
  private mutating func answer(
    _ method: String, _ parameters: JSONTree?, id: RequestID
  ) throws(ResponseError) -> [UInt8]? {
    switch (phase, method) {
    case (.new, "initialize"): return initialize(parameters)
    case (.new, _): throw ResponseError(.notInitialized, "The server is not initialized.")
    case (.shutDown, _): throw ResponseError(.invalidRequest, "The server is shut down.")
    case (.initialized, "initialize"):
      throw ResponseError(.invalidRequest, "The server is initialized already.")
    case (.initialized, "shutdown"):
      phase = .shutDown
      return Array("null".utf8)
    case (.initialized, "textDocument/codeAction"): return try codeActions(parameters)
    case (.initialized, "codeAction/resolve"): return try resolve(parameters)
    case (.initialized, "textDocument/onTypeFormatting"): return try onType(parameters)
    case (.initialized, "workspace/executeCommand"): return try execute(parameters, id: id)
    case (.initialized, "mdedit/toggle"), (.initialized, "mdedit/do"):
      return try plan(parameters)
    case (.initialized, "mdedit/state"): return try state(parameters)
    case (.initialized, "textDocument/documentSymbol"): return try symbols(parameters)
    case (.initialized, "textDocument/foldingRange"): return try folds(parameters)
    case (.initialized, "textDocument/selectionRange"): return try selectionRanges(parameters)
    case (.initialized, "textDocument/definition"): return try definition(parameters)
    case (.initialized, "textDocument/references"): return try references(parameters)
    case (.initialized, "textDocument/linkedEditingRange"): return try linkedRanges(parameters)
    case (.initialized, "textDocument/prepareRename"): return try prepareRename(parameters)
    case (.initialized, "textDocument/rename"): return try rename(parameters)
    case (.initialized, "textDocument/semanticTokens/full"): return try allTokens(parameters)
    case (.initialized, "textDocument/semanticTokens/range"): return try tokens(parameters)
    case (.initialized, "textDocument/documentLink"): return try links(parameters)
    case (.initialized, _):
      throw ResponseError(.methodNotFound, "There is no method “\(method)”.")
    }
  }

  private mutating func notify(_ method: String, _ parameters: JSONTree?) {
    switch (phase, method) {
    case (_, "exit"): exitStatus = phase == .shutDown ? 0 : 1
    case (_, "$/cancelRequest"): cancel(parameters)
    case (.initialized, "textDocument/didOpen"): open(parameters)
    case (.initialized, "textDocument/didChange"): change(parameters)
    case (.initialized, "textDocument/didClose"): close(parameters)
    case (.initialized, "workspace/didChangeConfiguration"):
      configure(parameters?.member("settings", "mdedit"))
    default: break
    }
  }

  // MARK: Sending

  mutating func respond(to id: RequestID?, _ result: [UInt8]) {
    send { writer in
      writer.key("id")
      if let id { id.write(to: &writer) } else { writer.null() }
      writer.key("result")
      writer.verbatim(result)
    }
  }

  mutating func respond(to id: RequestID?, _ error: ResponseError) {
    send { writer in
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
    }
  }

  mutating func notifyClient(
    _ method: StaticString, _ parameters: (inout JSONWriter) -> Void
  ) {
    send { writer in
      writer.key("method")
      writer.string("\(method)")
      writer.key("params")
      writer.object(parameters)
    }
  }

  /// Sends a request of our own, and gives its number.
  mutating func request(
    _ method: StaticString, _ parameters: (inout JSONWriter) -> Void
  ) -> Int {
    lastRequest += 1
    let number = lastRequest
    send { writer in
      writer.key("id")
      writer.number(number)
      writer.key("method")
      writer.string("\(method)")
      writer.key("params")
      writer.object(parameters)
    }
    return number
  }

  private mutating func send(_ members: (inout JSONWriter) -> Void) {
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("jsonrpc")
      writer.string("2.0")
      members(&writer)
    }
    outgoing.append(writer.bytes)
  }
}
