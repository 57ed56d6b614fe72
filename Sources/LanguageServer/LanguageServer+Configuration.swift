import JSONText
import MarkdownEditing
import MarkdownSyntax

extension LanguageServer {
  /// Requests the settings from a client that has them. The first time, it also asks a client that supports it to
  /// report changes.
  mutating func requestConfiguration(registering: Bool) {
    if registering, workspace.client.registersConfiguration {
      let number = request("client/registerCapability") { writer in
        writer.key("registrations")
        writer.array { writer in
          writer.object { writer in
            writer.key("id")
            writer.string("mdedit-settings")
            writer.key("method")
            writer.string("workspace/didChangeConfiguration")
            writer.key("registerOptions")
            writer.object { writer in
              writer.key("section")
              writer.string("mdedit")
            }
          }
        }
      }
      pending[number] = .other
    }
    guard workspace.client.hasConfiguration else { return }
    let number = request("workspace/configuration") { writer in
      writer.key("items")
      writer.array { writer in
        writer.object { writer in
          writer.key("section")
          writer.string("mdedit")
        }
      }
    }
    pending[number] = .configuration
  }

  /// Applies the client's settings. Missing settings keep their values; unknown ones are reported.
  ///
  ///     {"dialect": "github", "diagnostics": false, "inRun": "run", "atEdge": "word"}
  mutating func configure(_ settings: JSONTree?) {
    guard case .object(let members) = settings?.kind else { return }
    let before = options
    var wrong: [String] = []
    for member in members where member.value.kind != .null {
      if let values = set(member.key, to: member.value) {
        wrong.append("“\(member.key)” must be one of \(values.joined(separator: ", "))")
      }
    }
    let names = Set(["dialect", "diagnostics"] + EditingOptions.Name.allCases.map(\.rawValue))
    let unknown = members.map(\.key).filter { !names.contains($0) }
    if !unknown.isEmpty {
      wrong.append("there is no setting " + unknown.map { "“\($0)”" }.joined(separator: ", "))
    }
    if !wrong.isEmpty {
      warn(
        "mdedit: in the settings, " + wrong.joined(separator: "; ") + ". The others are applied.")
    }
    settingsChanged(from: before)
  }

  /// Changes one setting.
  ///
  /// - Returns: the possible values if `value` is none of them; otherwise nil.
  private mutating func set(_ name: String, to value: JSONTree) -> [String]? {
    switch name {
    case "dialect":
      guard let dialect = value.string.flatMap({ Dialect(name: $0) }) else {
        return Dialect.named.map(\.name)
      }
      options.dialect = dialect
    case "diagnostics":
      guard let publishes = value.bool else { return ["true", "false"] }
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

  /// Sends again what depends on the settings.
  private mutating func settingsChanged(from before: Options) {
    let uris = workspace.documents.keys.sorted()
    if options.dialect != before.dialect, workspace.client.refreshesTokens, phase == .initialized,
      !uris.isEmpty
    {
      pending[request("workspace/semanticTokens/refresh")] = .other
    }
    if options.publishesDiagnostics {
      if !before.publishesDiagnostics || options.dialect != before.dialect { unpublished = uris }
    } else if before.publishesDiagnostics {
      unpublished = []
      for uri in uris { withdrawDiagnostics(of: uri) }
    }
  }
}
