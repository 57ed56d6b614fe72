import JSONText
import MarkdownEditing
import MarkdownSyntax
import TextEditing

extension LanguageServer {
  /// Records the client's abilities, and returns those of the server.
  mutating func initialize(_ parameters: JSONTree?) -> [UInt8] {
    workspace.client = Workspace.Client(parameters?["capabilities"])
    configure(parameters?["initializationOptions"])
    phase = .initialized
    let offered = parameters?.member("capabilities", "general", "positionEncodings")?.elements
    // The first encoding that the server knows; a client that offers none counts UTF-16.
    let chosen = offered?.lazy.compactMap { $0.string.flatMap(PositionEncoding.init) }.first
    workspace.encoding = chosen ?? .utf16
    return capabilities(saysEncoding: chosen != nil)
  }

  private func capabilities(saysEncoding: Bool) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("capabilities")
      writer.object { writer in
        if saysEncoding {
          writer.key("positionEncoding")
          writer.string(workspace.encoding.rawValue)
        }
        writer.key("textDocumentSync")
        writer.object { writer in
          writer.key("openClose")
          writer.bool(true)
          writer.key("change")
          writer.number(2)
        }
        writeReaders(to: &writer)
        workspace.writeTokenProvider(to: &writer)
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
        for row in CommandRow.all where row.isAction { writer.string(row.actionKind) }
        writer.string(CommandRow.fixKind)
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
        for name in Workspace.commands { writer.string(name) }
      }
    }
  }
}

extension Workspace.Client {
  /// Reads the capabilities of `initialize`.
  init(_ capabilities: JSONTree?) {
    let workspace = capabilities?["workspace"]
    appliesEdits = workspace?["applyEdit"]?.bool ?? false
    takesVersionedEdits = workspace?.member("workspaceEdit", "documentChanges")?.bool ?? false
    hasConfiguration = workspace?["configuration"]?.bool ?? false
    registersConfiguration =
      workspace?.member("didChangeConfiguration", "dynamicRegistration")?.bool ?? false
    refreshesTokens = workspace?.member("semanticTokens", "refreshSupport")?.bool ?? false
    let action = capabilities?.member("textDocument", "codeAction")
    takesLiteralActions = action?["codeActionLiteralSupport"] != nil
    let resolved = action?.member("resolveSupport", "properties")?.elements ?? []
    resolvesEdits =
      action?["dataSupport"]?.bool == true && resolved.contains { $0.string == "edit" }
    nestsSymbols =
      capabilities?.member(
        "textDocument", "documentSymbol", "hierarchicalDocumentSymbolSupport")?.bool ?? false
    takesTokenEdits =
      capabilities?.member("textDocument", "semanticTokens", "requests", "full", "delta")?.bool
      ?? false
  }
}
