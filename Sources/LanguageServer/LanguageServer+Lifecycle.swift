import JSONText
import MarkdownEditing
import MarkdownSyntax
import TextEditing

extension LanguageServer {
  /// Agrees with the client on what both can do.
  mutating func initialize(_ parameters: JSONTree?) -> [UInt8] {
    phase = .initialized
    let workspace = parameters?.member("capabilities", "workspace")
    let action = parameters?.member("capabilities", "textDocument", "codeAction")
    client.appliesEdits = workspace?["applyEdit"]?.bool ?? false
    client.takesVersionedEdits =
      workspace?.member("workspaceEdit", "documentChanges")?.bool ?? false
    client.takesLiteralActions = action?["codeActionLiteralSupport"] != nil
    client.takesDisabledActions = action?["disabledSupport"]?.bool ?? false
    let resolved = action?.member("resolveSupport", "properties")?.elements ?? []
    client.resolvesEdits =
      action?["dataSupport"]?.bool == true && resolved.contains { $0.string == "edit" }
    let symbols = parameters?.member("capabilities", "textDocument", "documentSymbol")
    client.nestsSymbols = symbols?["hierarchicalDocumentSymbolSupport"]?.bool ?? false
    configure(parameters?["initializationOptions"])
    let offered = parameters?.member("capabilities", "general", "positionEncodings")?.elements
    // The first that is offered and known; a client that offers none counts UTF-16.
    let chosen = offered?.lazy.compactMap { $0.string.flatMap(PositionEncoding.init) }.first
    encoding = chosen ?? .utf16
    return capabilities(saysEncoding: chosen != nil)
  }

  private func capabilities(saysEncoding: Bool) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("capabilities")
      writer.object { writer in
        if saysEncoding {
          writer.key("positionEncoding")
          writer.string(encoding.rawValue)
        }
        writer.key("textDocumentSync")
        writer.object { writer in
          writer.key("openClose")
          writer.bool(true)
          writer.key("change")
          writer.number(2)
        }
        writeReaders(to: &writer)
        writeTokenProvider(to: &writer)
        writeProviders(to: &writer)
      }
      writer.key("serverInfo")
      writer.object { writer in
        writer.key("name")
        writer.string("mdedit")
        writer.key("version")
        writer.string(version)
      }
    }
    return writer.bytes
  }

  private func writeReaders(to writer: inout JSONWriter) {
    let plain: [StaticString] = [
      "documentSymbolProvider", "foldingRangeProvider", "selectionRangeProvider",
      "definitionProvider", "referencesProvider", "linkedEditingRangeProvider",
    ]
    for name in plain {
      writer.key(name)
      writer.bool(true)
    }
    writer.key("renameProvider")
    writer.object { writer in
      writer.key("prepareProvider")
      writer.bool(true)
    }
    writer.key("documentLinkProvider")
    writer.object { writer in
      writer.key("resolveProvider")
      writer.bool(false)
    }
  }

  private func writeProviders(to writer: inout JSONWriter) {
    writer.key("codeActionProvider")
    writer.object { writer in
      writer.key("resolveProvider")
      writer.bool(true)
      writer.key("codeActionKinds")
      writer.array { writer in
        for mark in marks { writer.string(mark.actionKind) }
        for row in CommandRow.all where row.isAction { writer.string(row.actionKind) }
      }
    }
    writer.key("documentOnTypeFormattingProvider")
    writer.object { writer in
      writer.key("firstTriggerCharacter")
      writer.string("\n")
    }
    writer.key("executeCommandProvider")
    writer.object { writer in
      writer.key("commands")
      writer.array { writer in
        for name in LanguageServer.commands { writer.string(name) }
      }
    }
  }

  /// Takes what a client has set; what it does not name stays, what has no meaning is said.
  ///
  ///     {"dialect": "github", "diagnostics": false, "inRun": "run", "atEdge": "word"}
  mutating func configure(_ settings: JSONTree?) {
    guard let settings else { return }
    var wrong: [String] = []
    if let name = settings["dialect"] {
      if let dialect = name.string.flatMap({ Dialect(name: $0) }) {
        options.dialect = dialect
      } else {
        wrong.append("“dialect” is one of \(Dialect.named.map(\.name).joined(separator: ", "))")
      }
    }
    if let value = settings["diagnostics"] {
      if let value = value.bool {
        setPublishing(value)
      } else {
        wrong.append("“diagnostics” is true or false")
      }
    }
    for name in EditingOptions.Name.allCases {
      guard let value = settings[name.rawValue] else { continue }
      if let index = name.values.firstIndex(where: { $0 == value.string }) {
        options.editing[name] = index
      } else {
        wrong.append("“\(name.rawValue)” is one of \(name.values.joined(separator: ", "))")
      }
    }
    if !wrong.isEmpty { warn("mdedit: in the settings " + wrong.joined(separator: ", ") + ".") }
  }

  private mutating func setPublishing(_ publishes: Bool) {
    guard publishes != options.publishesDiagnostics else { return }
    options.publishesDiagnostics = publishes
    for uri in documents.keys.sorted() {
      if publishes { unpublished.append(uri) } else { publish([], of: uri, nil) }
    }
  }

  /// Says something to the user.
  mutating func warn(_ message: String) {
    notifyClient("window/showMessage") { writer in
      writer.key("type")
      writer.number(2)
      writer.key("message")
      writer.string(message)
    }
  }

  /// The dialect of the documents.
  var dialect: Dialect { options.dialect }
  /// The rows of the marks that documents have.
  var marks: [CommandRow] {
    CommandRow.all.filter { $0.group == .marks && $0.isAvailable(in: dialect) }
  }
}
