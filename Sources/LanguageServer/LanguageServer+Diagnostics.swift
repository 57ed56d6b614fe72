import JSONText
import MarkdownEditing
import MarkdownSyntax
import TextEditing

extension LanguageServer {
  /// The longest text, in bytes, that is read whole after each change.
  private static let diagnosedByteLimit = 1 << 20

  /// Publishes what has changed: to be called when there is nothing else to do.
  package mutating func publishDiagnostics() {
    let uris = unpublished
    unpublished = []
    let dialect = dialect
    for uri in uris {
      guard let buffer = try? documents[uri]?.editor().buffer, let version = documents[uri]?.version
      else { continue }
      var found: [SyntaxTree.Finding] = []
      if buffer.utf8Count <= Self.diagnosedByteLimit,
        let tree = try? documents[uri]?.tree(in: dialect)
      {
        found = tree.tree.findings(in: tree.source, dialect: dialect)
      }
      publish(found, of: uri, (buffer, version))
    }
  }

  mutating func publish(
    _ findings: [SyntaxTree.Finding], of uri: String, _ text: (buffer: TextBuffer, version: Int)?
  ) {
    let encoding = encoding
    notifyClient("textDocument/publishDiagnostics") { writer in
      writer.key("uri")
      writer.string(uri)
      if let text {
        writer.key("version")
        writer.number(text.version)
      }
      writer.key("diagnostics")
      writer.array { writer in
        for finding in findings {
          guard let text else { continue }
          writer.object { writer in
            writer.key("range")
            Places(buffer: text.buffer, encoding: encoding).write(finding.range, to: &writer)
            writer.key("severity")
            writer.number(finding.kind.severity)
            writer.key("code")
            writer.string(finding.kind.rawValue)
            writer.key("source")
            writer.string("mdedit")
            writer.key("message")
            writer.string(finding.message)
          }
        }
      }
    }
  }
}

extension SyntaxTree.Finding.Kind {
  /// The severity of a diagnostic: 2 for a warning, 3 for information.
  fileprivate var severity: Int {
    self == .undefinedReference || self == .undefinedFootnote || self == .openFence ? 2 : 3
  }
}
