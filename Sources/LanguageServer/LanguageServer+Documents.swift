import JSONText

extension LanguageServer {
  mutating func open(_ parameters: JSONTree?) {
    guard let document = parameters?["textDocument"], let uri = document["uri"]?.string else {
      return warn("mdedit: textDocument/didOpen has no document.")
    }
    guard let text = document["text"]?.string, let version = document["version"]?.integer else {
      return warn("mdedit: textDocument/didOpen has no text or no version: \(uri)")
    }
    lastNumber += 1
    workspace.documents[uri] = ServerDocument(text, version: version, revision: lastNumber)
    textChanged(uri)
  }

  mutating func change(_ parameters: JSONTree?) {
    guard let uri = parameters?.member("textDocument", "uri")?.string,
      var document = workspace.documents.removeValue(forKey: uri)
    else { return warn("mdedit: a document is changed that is not open.") }
    let loss = document.loss
    lastNumber += 1
    document.apply(parameters, revision: lastNumber, workspace.encoding)
    if loss == nil, let loss = document.loss { warn("mdedit: \(uri): \(loss)") }
    workspace.documents[uri] = document
    textChanged(uri)
  }

  mutating func close(_ parameters: JSONTree?) {
    guard let uri = parameters?.member("textDocument", "uri")?.string,
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
  mutating func withdrawDiagnostics(of uri: String) {
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("uri")
      writer.string(uri)
      writer.key("diagnostics")
      writer.array { _ in }
    }
    notifyClient("textDocument/publishDiagnostics", writer.bytes)
  }
}
