import JSONText
import MarkdownEditing
import MarkdownSyntax
import TextEditing

extension Workspace {
  /// The length of the longest text, in bytes, that gets diagnostics.
  private static let diagnosedByteLimit = 1 << 20

  /// Returns the parameters of `textDocument/publishDiagnostics` for a document.
  mutating func diagnostics(of uri: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("uri")
      writer.string(uri)
      writer.key("version")
      writer.number(documents[uri]?.version ?? 0)
      writer.key("diagnostics")
      writer.array { writer in writeFindings(of: uri, to: &writer) }
    }
    return writer.bytes
  }

  private mutating func writeFindings(of uri: String, to writer: inout JSONWriter) {
    let dialect = dialect
    guard let count = documents[uri]?.utf8Count, count <= Self.diagnosedByteLimit,
      let tree = try? documents[uri]?.tree(in: dialect)
    else { return }
    let places = Places(buffer: tree.buffer, encoding: encoding)
    let sections = tree.tree.outline(of: tree.source)
    for finding in tree.tree.findings(in: tree.source, dialect: dialect) {
      writer.object { writer in
        writer.key("range")
        places.write(finding.range, to: &writer)
        writer.key("severity")
        writer.number(finding.kind.severity)
        writer.key("code")
        writer.string(finding.kind.rawValue)
        writer.key("source")
        writer.string("mdedit")
        writer.key("message")
        writer.string(finding.message)
        guard finding.kind == .skippedLevel,
          let index = sections.firstIndex(where: { $0.heading == finding.range }), index > 0
        else { return }
        // The command that resolves it; the client sends this back in its request for actions.
        writer.key("data")
        writer.object { writer in
          writer.key("command")
          writer.string("heading-\(sections[index - 1].level + 1)")
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
