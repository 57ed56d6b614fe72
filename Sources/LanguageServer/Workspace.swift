import JSONText
import MarkdownEditing
import MarkdownNotes
import MarkdownSyntax
import TextEditing

/// The open documents, the settings and the client's abilities: everything that an answer depends on.
///
/// A copy costs O(1) and is a snapshot. A request is answered on a copy that was made when it arrived, on any thread,
/// while the client's changes are applied to the original.
struct Workspace: Sendable {
  /// The abilities that the client has announced.
  struct Client: Sendable {
    let appliesEdits: Bool
    let takesVersionedEdits: Bool
    let takesLiteralActions: Bool
    /// Whether it knows the kind of our actions. A client that does not, such as Kate, shows it before the title.
    let knowsRewriting: Bool
    /// Whether it requests the edit of an action after the user has chosen it, with the action's data.
    let resolvesEdits: Bool
    /// Whether symbols may contain symbols.
    let nestsSymbols: Bool
    /// Whether the tokens after a change may be sent as edits of those before.
    let takesTokenEdits: Bool
    /// Whether it requests tokens again if the server asks for that.
    let refreshesTokens: Bool
    /// Whether it answers `workspace/configuration`.
    let hasConfiguration: Bool
    /// Whether it reports changes of the settings only after a registration.
    let registersConfiguration: Bool
    /// Whether it reports changed files after a registration.
    let watchesFiles: Bool
    /// Whether an edit may rename a file.
    let renamesFiles: Bool
    /// Whether an edit may create a file.
    let createsFiles: Bool
    /// Whether a completion may be a snippet.
    let takesSnippets: Bool

    /// Reads the capabilities of `initialize`.
    init(_ capabilities: JSONTree?) {
      let workspace = capabilities?["workspace"]
      let document = capabilities?["textDocument"]
      let action = document?["codeAction"]
      let resolved = action?["resolveSupport", "properties"]?.elements ?? []
      appliesEdits = workspace?["applyEdit"]?.bool ?? false
      takesLiteralActions = action?["codeActionLiteralSupport"] != nil
      let kinds = action?["codeActionLiteralSupport", "codeActionKind", "valueSet"]?.elements
      knowsRewriting = kinds?.contains { $0.string == "refactor.rewrite" } ?? false
      resolvesEdits =
        action?["dataSupport"]?.bool == true && resolved.contains { $0.string == "edit" }
      nestsSymbols =
        document?["documentSymbol", "hierarchicalDocumentSymbolSupport"]?.bool ?? false
      takesTokenEdits = document?["semanticTokens", "requests", "full", "delta"]?.bool ?? false
      refreshesTokens = workspace?["semanticTokens", "refreshSupport"]?.bool ?? false
      hasConfiguration = workspace?["configuration"]?.bool ?? false
      registersConfiguration =
        workspace?["didChangeConfiguration", "dynamicRegistration"]?.bool ?? false
      watchesFiles = workspace?["didChangeWatchedFiles", "dynamicRegistration"]?.bool ?? false
      let operations = workspace?["workspaceEdit", "resourceOperations"]?.elements ?? []
      renamesFiles = operations.contains { $0.string == "rename" }
      createsFiles = operations.contains { $0.string == "create" }
      // Neovim names only the operations, which are among these edits.
      takesVersionedEdits =
        !operations.isEmpty || workspace?["workspaceEdit", "documentChanges"]?.bool ?? false
      takesSnippets = document?["completion", "completionItem", "snippetSupport"]?.bool ?? false
    }
  }

  /// The answer to a request.
  enum Reply: Sendable {
    case result(JSONTree)
    /// An edit that the client is to make, and the result after that.
    case edit(label: String, edit: JSONTree, result: JSONTree)
  }

  var options: LanguageServer.Options
  var client = Client(nil)
  var encoding = PositionEncoding.utf16
  var documents: [String: ServerDocument] = [:]
  /// The notes of the client's folders as they are on disk, and of the open documents.
  var notes: NoteFolder
  /// Whether the client has canceled the request.
  var isCanceled: @Sendable () -> Bool = { false }

  init(options: LanguageServer.Options) {
    self.options = options
    notes = NoteFolder(dialect: options.dialect, lookUp: options.files.kind)
  }

  var dialect: Dialect { options.dialect }

  /// Stops a task whose request is canceled.
  func checkCanceled() throws(ResponseError) {
    if isCanceled() { throw ResponseError(.requestCancelled, "The request was canceled.") }
  }

  mutating func answer(
    _ method: String, _ parameters: JSONTree?
  ) throws(ResponseError) -> Reply {
    if method == "workspace/executeCommand" { return try execute(parameters) }
    let result: JSONTree =
      switch method {
      case "textDocument/codeAction": try codeActions(parameters)
      case "codeAction/resolve": try resolve(parameters)
      case "textDocument/onTypeFormatting": try onType(parameters)
      case "mdedit/toggle", "mdedit/do": try plan(parameters)
      case "mdedit/copy": try copy(parameters)
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
      case "textDocument/completion": try completion(parameters)
      case "textDocument/hover": try hover(parameters)
      case "textDocument/documentHighlight": try highlights(parameters)
      case "textDocument/codeLens": try lenses(parameters)
      case "textDocument/formatting", "textDocument/rangeFormatting": try formatting(parameters)
      case "workspace/symbol": try workspaceSymbols(parameters)
      case "workspace/willRenameFiles": try willRenameFiles(parameters)
      default: throw ResponseError(.methodNotFound, "There is no method “\(method)”.")
      }
    return .result(result)
  }

  // MARK: Parameters

  /// Returns the document and the selections of a request.
  ///
  /// - Parameter parameters: `{"textDocument": {"uri", "version"}, "ranges": […]}`, or with a `"range"` or a
  ///   `"position"`.
  /// - Throws: a ``ResponseError``, for example if the client's version is not the server's.
  mutating func place(
    _ parameters: JSONTree?, needsVersion: Bool = true
  ) throws(ResponseError) -> RequestPlace {
    let uri = try uri(parameters)
    let version = parameters?["textDocument", "version"]?.integer
    if version == nil, needsVersion {
      throw ResponseError(.invalidParams, "“textDocument” has no “version”: it is needed.")
    }
    let current = documents[uri]?.version ?? 0
    if let version, version != current {
      throw ResponseError(
        .contentModified, "The request is of version \(version); the text has \(current).")
    }
    guard let editor = try documents[uri]?.editor() else {
      throw ResponseError(.invalidParams, "The document is not open: \(uri)")
    }
    let selections = try self.selections(parameters, in: editor.buffer)
    let order = selections.indices.sorted {
      (selections[$0].lowerBound, selections[$0].upperBound, $0)
        < (selections[$1].lowerBound, selections[$1].upperBound, $1)
    }
    let sorted = order.map { selections[$0] }
    guard editor.areSelectable(sorted) else {
      throw ResponseError(.invalidParams, "The ranges overlap.")
    }
    let text = RequestText(uri: uri, version: current, buffer: editor.buffer)
    return RequestPlace(text: text, document: editor.document, selections: sorted, order: order)
  }

  /// Returns the address of the open document that a request names.
  func uri(_ parameters: JSONTree?) throws(ResponseError) -> String {
    guard let uri = parameters?["textDocument", "uri"]?.string else {
      throw ResponseError(.invalidParams, "There is no “textDocument” with a “uri”.")
    }
    guard documents[uri] != nil else {
      throw ResponseError(.invalidParams, "The document is not open: \(uri)")
    }
    return uri
  }

  /// Returns the document of a request with its tree, which is read without the index.
  mutating func wholeText(
    _ parameters: JSONTree?
  ) throws(ResponseError) -> (text: RequestText, tree: DocumentTree, places: Places) {
    let uri = try uri(parameters)
    let dialect = dialect
    guard let version = documents[uri]?.version, let tree = try documents[uri]?.tree(in: dialect)
    else { throw ResponseError(.invalidParams, "The document is not open: \(uri)") }
    try checkCanceled()
    let text = RequestText(uri: uri, version: version, buffer: tree.buffer)
    return (text, tree, places(in: tree.buffer))
  }

  /// Returns the document of a request with its tree, and the UTF-8 offset of the request's position.
  mutating func wholeTextAtPosition(
    _ parameters: JSONTree?
  ) throws(ResponseError) -> (text: RequestText, tree: DocumentTree, places: Places, offset: Int) {
    let (text, tree, places) = try wholeText(parameters)
    return (text, tree, places, try offset(of: parameters?["position"], in: places))
  }

  func offset(of position: JSONTree?, in places: Places) throws(ResponseError) -> Int {
    guard let position = Position(position), let offset = try? places.utf8Offset(of: position)
    else {
      throw ResponseError(.invalidParams, "There is no position, or it is inside a character.")
    }
    return offset
  }

  func places(in buffer: TextBuffer) -> Places { Places(buffer: buffer, encoding: encoding) }

  /// Returns the ranges of a request in its order; a “position” is a caret.
  func selections(
    _ parameters: JSONTree?, in buffer: TextBuffer
  ) throws(ResponseError) -> [Range<Int>] {
    let caret = parameters?["position"].map { ["start": $0, "end": $0] as JSONTree }
    let range = parameters?["range"] ?? caret
    guard let ranges = parameters?["ranges"]?.elements ?? range.map({ [$0] }), !ranges.isEmpty
    else { throw ResponseError(.invalidParams, "There is no “range”, and no “ranges”.") }
    var selections: [Range<Int>] = []
    for (index, range) in ranges.enumerated() {
      guard let range = places(in: buffer).utf8Range(of: range) else {
        throw ResponseError(
          .invalidParams, "Range \(index) (counting from 0) is invalid or splits a character.")
      }
      selections.append(range)
    }
    return selections
  }
}

/// The text that a request is about.
struct RequestText {
  let uri: String
  /// The client's number of the text; -1 for a file that is not open.
  let version: Int
  let buffer: TextBuffer

  /// The value of `textDocument`.
  var identifier: JSONTree {
    ["uri": .string(uri), "version": version < 0 ? .null : .integer(version)]
  }
}

/// The selections that a request is about.
struct RequestPlace {
  let text: RequestText
  let document: MarkdownDocument
  /// The selections in ascending order.
  let selections: [Range<Int>]
  /// The index that each selection had in the request.
  let order: [Int]

  /// Sorts the selections of a plan as the request did.
  func inOrderOfRequest(_ ranges: [Range<Int>]) -> [Range<Int>] {
    guard ranges.count == order.count else { return ranges }
    var result = ranges
    for (index, place) in order.enumerated() { result[place] = ranges[index] }
    return result
  }
}
