import JSONText
import MarkdownEditing
import MarkdownSyntax
import TextEditing

/// The open documents, the settings and the client's abilities: everything that an answer depends on.
///
/// A copy costs O(1) and is a snapshot. A request is answered on a copy that was made when it arrived, on any thread,
/// while the client's changes are applied to the original.
struct Workspace: Sendable {
  /// The abilities that the client has announced.
  struct Client: Sendable {
    var appliesEdits = false
    var takesVersionedEdits = false
    var takesLiteralActions = false
    /// Whether it requests the edit of an action after the user has chosen it, with the action's data.
    var resolvesEdits = false
    /// Whether symbols may contain symbols.
    var nestsSymbols = false
    /// Whether the tokens after a change may be sent as edits of those before.
    var takesTokenEdits = false
    /// Whether it requests tokens again if the server asks for that.
    var refreshesTokens = false
    /// Whether it answers `workspace/configuration`.
    var hasConfiguration = false
    /// Whether it reports changes of the settings only after a registration.
    var registersConfiguration = false
  }

  /// The answer to a request.
  enum Reply: Sendable {
    /// A result, as JSON.
    case result([UInt8])
    /// An edit that the client is to make, and the result after that, as JSON.
    case edit(label: String, edit: [UInt8], result: [UInt8])
  }

  var options: LanguageServer.Options
  var client = Client()
  var encoding = PositionEncoding.utf16
  var documents: [String: ServerDocument] = [:]
  /// Whether the client has canceled the request.
  var isCanceled: @Sendable () -> Bool = { false }

  init(options: LanguageServer.Options) { self.options = options }

  /// The dialect of the documents.
  var dialect: Dialect { options.dialect }

  /// Stops a task whose request is canceled.
  func checkCanceled() throws(ResponseError) {
    if isCanceled() { throw ResponseError(.requestCancelled, "The request was canceled.") }
  }

  /// Answers a request.
  mutating func answer(
    _ method: String, _ parameters: JSONTree?
  ) throws(ResponseError) -> Reply {
    if method == "workspace/executeCommand" { return try execute(parameters) }
    return .result(try result(of: method, parameters))
  }

  private mutating func result(
    of method: String, _ parameters: JSONTree?
  ) throws(ResponseError) -> [UInt8] {
    switch method {
    case "textDocument/codeAction": try codeActions(parameters)
    case "codeAction/resolve": try resolve(parameters)
    case "textDocument/onTypeFormatting": try onType(parameters)
    case "mdedit/toggle", "mdedit/do": try plan(parameters)
    case "mdedit/state": try state(parameters)
    case "textDocument/documentSymbol": try symbols(parameters)
    case "textDocument/foldingRange": try folds(parameters)
    case "textDocument/selectionRange": try selectionRanges(parameters)
    case "textDocument/definition": try definition(parameters)
    case "textDocument/references": try references(parameters)
    case "textDocument/linkedEditingRange": try linkedRanges(parameters)
    case "textDocument/prepareRename": try prepareRename(parameters)
    case "textDocument/rename": try rename(parameters)
    case "textDocument/semanticTokens/full": try allTokens(parameters)
    case "textDocument/semanticTokens/full/delta": try tokenEdits(parameters)
    case "textDocument/semanticTokens/range": try tokens(parameters)
    case "textDocument/documentLink": try links(parameters)
    default: throw ResponseError(.methodNotFound, "There is no method “\(method)”.")
    }
  }
}
