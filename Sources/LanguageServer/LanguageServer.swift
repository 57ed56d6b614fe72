import JSONText
import MarkdownEditing
import MarkdownNotes
import MarkdownSyntax
import TextEditing

/// A language server for Markdown (Language Server Protocol 3.17), without streams and threads.
///
/// Its caller passes the client's messages to `receive(_:)`, runs the tasks that `nextWork(isQuiet:)` returns, passes
/// their results to `finish(_:)`, and sends what `takeOutgoing()` returns. Messages change the workspace in their
/// order; requests are answered by tasks, each on a copy of the workspace.
package struct LanguageServer: Sendable {
  /// The settings, by the command line and by the client.
  package struct Options: Sendable {
    package var dialect: Dialect
    package var editing = EditingOptions.standard
    /// Whether the findings of `mdedit lint` are published as diagnostics.
    package var publishesDiagnostics = true
    /// The kinds of findings that are not published.
    package var ignoredFindings: Set<String> = []
    package var files: NoteFiles
    /// The present date and time by a format, which the server's caller knows.
    package var date: @Sendable (_ format: String) -> String = { $0 }
    /// The format of the command `date` without an argument.
    package var dateFormat = "%Y-%m-%d"

    package init(dialect: Dialect, files: NoteFiles) {
      self.dialect = dialect
      self.files = files
      // What is typed does not pass through a code action.
      editing.steps = .never
    }
  }

  enum Phase: Sendable { case new, initialized, shutDown }

  /// A request of the server that the client has not answered yet.
  enum Pending: Sendable {
    /// The edit of a command; afterwards the command's request is answered with `result`.
    case edit(request: RequestID, result: JSONTree)
    case configuration
    /// A request whose answer changes nothing.
    case other
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
  /// Whether the files of the client's folders have been read; true without folders.
  var hasNotes = true
  /// The last number of a task, a revision or a request.
  var lastNumber = 0
  private var outgoing: [[UInt8]] = []
  /// The exit status after the client's `exit`: 0 if `shutdown` came before, otherwise 1.
  package private(set) var exitStatus: Int32?

  package init(version: String, options: Options) {
    self.version = version
    workspace = Workspace(options: options)
  }

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
      respond(to: id, .null)
    case (.initialized, _): enqueue(id, method, parameters)
    }
  }

  private mutating func notify(_ method: String, _ parameters: JSONTree?) {
    switch (phase, method) {
    case (_, "exit"): exitStatus = phase == .shutDown ? 0 : 1
    case (_, "$/cancelRequest"): cancel(parameters)
    case (.initialized, "initialized"):
      requestConfiguration(registering: true)
      watchFiles()
      enqueueScan()
    case (.initialized, "textDocument/didSave"), (.initialized, "workspace/didChangeWatchedFiles"),
      (.initialized, "workspace/didRenameFiles"), (.initialized, "workspace/didCreateFiles"),
      (.initialized, "workspace/didDeleteFiles"):
      enqueueScan()
    case (.initialized, "workspace/didChangeWorkspaceFolders"): changeFolders(parameters)
    case (.initialized, "textDocument/didOpen"): open(parameters)
    case (.initialized, "textDocument/didChange"): change(parameters)
    case (.initialized, "textDocument/didClose"): close(parameters)
    case (.initialized, "workspace/didChangeConfiguration"):
      if let settings = parameters?["settings", "mdedit"] {
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
  static func response(to id: RequestID, _ result: JSONTree) -> JSONTree {
    ["jsonrpc": "2.0", "id": id.tree, "result": result]
  }

  mutating func respond(to id: RequestID, _ result: JSONTree) {
    send(Self.response(to: id, result))
  }

  mutating func respond(to id: RequestID?, _ error: ResponseError) {
    let reason: JSONTree? = error.reason.map { ["reason": .string($0)] }
    send([
      "jsonrpc": "2.0", "id": id?.tree ?? .null,
      "error": [
        "code": .integer(error.code.rawValue), "message": .string(error.message), "data": reason,
      ],
    ])
  }

  mutating func notifyClient(_ method: String, _ parameters: JSONTree) {
    send(["jsonrpc": "2.0", "method": .string(method), "params": parameters])
  }

  /// Shows a message to the user.
  mutating func warn(_ message: String) {
    notifyClient("window/showMessage", ["type": 2, "message": .string(message)])
  }

  /// Sends a request of the server.
  mutating func request(_ method: String, _ parameters: JSONTree? = nil, then pending: Pending) {
    lastNumber += 1
    self.pending[lastNumber] = pending
    send([
      "jsonrpc": "2.0", "id": .integer(lastNumber), "method": .string(method), "params": parameters,
    ])
  }

  mutating func send(_ message: JSONTree) { outgoing.append(message.source) }

  // MARK: The client's abilities, and those of the server

  private mutating func initialize(_ parameters: JSONTree?) -> JSONTree {
    workspace.client = Workspace.Client(parameters?["capabilities"])
    let listed = parameters?["workspaceFolders"]?.elements?.compactMap { $0["uri"]?.string }
    let one = parameters?["rootUri"]?.string ?? parameters?["rootPath"]?.string.map(Paths.uri)
    setFolders((listed ?? one.map { [$0] } ?? []).compactMap(Paths.path))
    configure(parameters?["initializationOptions"])
    phase = .initialized
    let offered = parameters?["capabilities", "general", "positionEncodings"]?.elements
    // The first encoding that the server knows; a client that offers none counts UTF-16.
    let chosen = offered?.lazy.compactMap { $0.string.flatMap(PositionEncoding.init) }.first
    workspace.encoding = chosen ?? .utf16
    let kinds = CommandRow.all.filter(\.isAction).map(\.actionKind) + [CommandRow.fixKind]
    return [
      "capabilities": [
        "positionEncoding": (chosen?.rawValue).map { .string($0) },
        "textDocumentSync": ["openClose": true, "change": 2, "save": true],
        "completionProvider": ["triggerCharacters": ["[", "(", "#", "/", "^", ":", "|", "<"]],
        "hoverProvider": true,
        "documentHighlightProvider": true,
        "codeLensProvider": ["resolveProvider": false],
        "documentFormattingProvider": true,
        "documentRangeFormattingProvider": true,
        "workspaceSymbolProvider": true,
        "workspace": [
          "workspaceFolders": ["supported": true, "changeNotifications": true],
          "fileOperations": [
            "willRename": [
              "filters": [["scheme": "file", "pattern": ["glob": "**/*"]]]
            ]
          ],
        ],
        "documentSymbolProvider": true,
        "foldingRangeProvider": true,
        "selectionRangeProvider": true,
        "definitionProvider": true,
        "referencesProvider": true,
        "linkedEditingRangeProvider": true,
        "renameProvider": ["prepareProvider": true],
        "documentLinkProvider": ["resolveProvider": false],
        "semanticTokensProvider": [
          "legend": [
            "tokenTypes": .array(Workspace.tokenTypes.map { .string($0) }),
            "tokenModifiers": .array(Workspace.tokenModifiers.map { .string($0) }),
          ],
          "full": workspace.client.takesTokenEdits ? ["delta": true] : true,
          "range": true,
        ],
        "codeActionProvider": [
          "resolveProvider": true, "codeActionKinds": .array(kinds.map { .string($0) }),
        ],
        "documentOnTypeFormattingProvider": ["firstTriggerCharacter": "\n"],
        "executeCommandProvider": ["commands": .array(Workspace.commands.map { .string($0) })],
      ],
      "serverInfo": ["name": "mdedit", "version": .string(version)],
    ]
  }

  // MARK: Folders and settings

  private mutating func setFolders(_ paths: [String]) {
    let roots = paths.map {
      $0.utf8.count > 1 && $0.utf8.last == .slash ? String($0.dropLast()) : $0
    }.filter(options.files.isFolderOfNotes)
    workspace.notes = NoteFolder(
      roots: roots, dialect: options.dialect, lookUp: options.files.kind)
    hasNotes = roots.isEmpty
  }

  /// Adds the repository or the vault of a document that is not in the client's folders.
  private mutating func addFolder(of uri: String) {
    let path = Workspace.path(of: uri)
    guard path.utf8.first == .slash,
      !workspace.notes.roots.contains(where: { Paths.isInside(path, $0) }),
      let folder = options.files.repository(of: path)
    else { return }
    workspace.notes.roots.append(folder)
    hasNotes = false
  }

  private mutating func changeFolders(_ parameters: JSONTree?) {
    func paths(_ key: String) -> [String] {
      (parameters?["event", key]?.elements ?? []).compactMap { $0["uri"]?.string }
        .compactMap(Paths.path)
    }
    let removed = paths("removed")
    setFolders(workspace.notes.roots.filter { !removed.contains($0) } + paths("added"))
    enqueueScan()
  }

  /// Asks a client that supports it to report changed notes. Otherwise the files are looked at when one is saved.
  private mutating func watchFiles() {
    guard workspace.client.watchesFiles else { return }
    let registration: JSONTree = [
      "id": "mdedit-files", "method": "workspace/didChangeWatchedFiles",
      "registerOptions": ["watchers": [["globPattern": "**/*.{md,markdown,mdown,mkd}"]]],
    ]
    request("client/registerCapability", ["registrations": [registration]], then: .other)
  }

  /// Requests the settings from a client that has them. The first time, it also asks a client that supports it to
  /// report changes.
  private mutating func requestConfiguration(registering: Bool) {
    let section: JSONTree = ["section": "mdedit"]
    if registering, workspace.client.registersConfiguration {
      let registration: JSONTree = [
        "id": "mdedit-settings", "method": "workspace/didChangeConfiguration",
        "registerOptions": section,
      ]
      request("client/registerCapability", ["registrations": [registration]], then: .other)
    }
    guard workspace.client.hasConfiguration else { return }
    request("workspace/configuration", ["items": [section]], then: .configuration)
  }

  /// Applies the client's settings. Missing settings keep their values; unknown ones are reported.
  ///
  ///     {"dialect": "github", "diagnostics": {"broken-link": false}, "inRun": "run", "atEdge": "word"}
  private mutating func configure(_ settings: JSONTree?) {
    guard case .object(let members) = settings else { return }
    let before = options
    var wrong: [String] = []
    for member in members where member.value != .null {
      if let values = set(member.key, to: member.value) {
        wrong.append("“\(member.key)” must be one of \(values.joined(separator: ", "))")
      }
    }
    let names = Set(
      ["dialect", "diagnostics", "dateFormat"] + EditingOptions.Name.allCases.map(\.rawValue))
    let unknown = members.map(\.key).filter { !names.contains($0) }
    if !unknown.isEmpty {
      wrong.append("there is no setting " + unknown.map { "“\($0)”" }.joined(separator: ", "))
    }
    if !wrong.isEmpty {
      warn(
        "mdedit: in the settings, " + wrong.joined(separator: "; ") + ". The others are applied.")
    }
    // Sends again what depends on the settings.
    let uris = workspace.documents.keys.sorted()
    if options.dialect != workspace.notes.dialect {
      setFolders(workspace.notes.roots)
      if phase == .initialized { enqueueScan() }
    }
    if options.dialect != before.dialect, workspace.client.refreshesTokens, phase == .initialized,
      !uris.isEmpty
    {
      request("workspace/semanticTokens/refresh", then: .other)
    }
    if options.publishesDiagnostics {
      let isSame =
        before.publishesDiagnostics && options.dialect == before.dialect
        && options.ignoredFindings == before.ignoredFindings
      if !isSame { unpublished = uris }
    } else if before.publishesDiagnostics {
      unpublished = []
      for uri in uris { withdrawDiagnostics(of: uri) }
    }
  }

  /// Changes one setting.
  ///
  /// - Returns: the possible values if `value` is none of them; otherwise nil.
  private mutating func set(_ name: String, to value: JSONTree) -> [String]? {
    switch name {
    case "dialect":
      guard let dialect = value.string.flatMap({ Dialect(named: $0) }) else {
        return Dialect.named.map(\.name)
      }
      options.dialect = dialect
    case "dateFormat":
      guard let format = value.string, !format.isEmpty else {
        return ["“%Y-%m-%d”", "another text"]
      }
      options.dateFormat = format
    case "diagnostics":
      if case .object(let kinds) = value {
        options.publishesDiagnostics = true
        options.ignoredFindings = Set(kinds.filter { $0.value.bool == false }.map(\.key))
        let known = SyntaxTree.Finding.Kind.allCases.map(\.rawValue)
        return kinds.allSatisfy { known.contains($0.key) && $0.value.bool != nil }
          ? nil : known.map { "{\"\($0)\": false}" }
      }
      guard let publishes = value.bool else { return ["true", "false", "an object"] }
      options.publishesDiagnostics = publishes
    default:
      guard let name = EditingOptions.Name(rawValue: name) else { return nil }
      guard let index = name.values.firstIndex(where: { $0 == value.string }) else {
        return name.values
      }
      options.editing[name] = index
    }
    return nil
  }

  // MARK: Documents

  private mutating func open(_ parameters: JSONTree?) {
    guard let document = parameters?["textDocument"], let uri = document["uri"]?.string else {
      return warn("mdedit: textDocument/didOpen has no document.")
    }
    guard let text = document["text"]?.string, let version = document["version"]?.integer else {
      return warn("mdedit: textDocument/didOpen has no text or no version: \(uri)")
    }
    lastNumber += 1
    workspace.documents[uri] = ServerDocument(text, version: version, revision: lastNumber)
    addFolder(of: uri)
    // Other files may have changed, too.
    enqueueScan()
    textChanged(uri)
  }

  private mutating func change(_ parameters: JSONTree?) {
    guard let uri = parameters?["textDocument", "uri"]?.string,
      var document = workspace.documents.removeValue(forKey: uri)
    else { return warn("mdedit: a document is changed that is not open.") }
    let loss = document.loss
    lastNumber += 1
    document.apply(parameters, revision: lastNumber, workspace.encoding)
    if loss == nil, let loss = document.loss { warn("mdedit: \(uri): \(loss)") }
    workspace.documents[uri] = document
    textChanged(uri)
  }

  private mutating func close(_ parameters: JSONTree?) {
    guard let uri = parameters?["textDocument", "uri"]?.string,
      workspace.documents.removeValue(forKey: uri) != nil
    else { return }
    unpublished.removeAll { $0 == uri }
    if options.publishesDiagnostics { withdrawDiagnostics(of: uri) }
  }

  private mutating func textChanged(_ uri: String) {
    enqueueIndex(of: uri)
    if options.publishesDiagnostics, !unpublished.contains(uri) { unpublished.append(uri) }
  }

  /// Publishes that a document has no diagnostics.
  private mutating func withdrawDiagnostics(of uri: String) {
    notifyClient("textDocument/publishDiagnostics", ["uri": .string(uri), "diagnostics": []])
  }
}
