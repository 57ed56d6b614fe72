import JSONText
import MarkdownEditing
import MarkdownSyntax
import TextEditing

extension LanguageServer {
  mutating func open(_ parameters: JSONTree?) {
    guard let document = parameters?["textDocument"], let uri = document["uri"]?.string else {
      return warn("mdedit: textDocument/didOpen has no document.")
    }
    guard let text = document["text"]?.string, let version = document["version"]?.integer else {
      return warn("mdedit: textDocument/didOpen has no text or no version: \(uri)")
    }
    documents[uri] = ServerDocument(text, version: version)
    textChanged(uri)
  }

  mutating func change(_ parameters: JSONTree?) {
    guard let uri = parameters?.member("textDocument", "uri")?.string,
      var document = documents.removeValue(forKey: uri)
    else { return warn("mdedit: a document is changed that is not open.") }
    let loss = document.loss
    if let version = parameters?.member("textDocument", "version")?.integer,
      let changes = parameters?["contentChanges"]?.elements
    {
      document.version = version
      for change in changes { document.follow(change, encoding) }
    } else {
      document.lose("A change has no version or no contents: the document has to be sent whole.")
    }
    if loss == nil, let loss = document.loss { warn("mdedit: \(uri): \(loss)") }
    documents[uri] = document
    textChanged(uri)
  }

  mutating func close(_ parameters: JSONTree?) {
    guard let uri = parameters?.member("textDocument", "uri")?.string,
      documents.removeValue(forKey: uri) != nil
    else { return }
    unpublished.removeAll { $0 == uri }
    if options.publishesDiagnostics { publish([], of: uri, nil) }
  }

  /// A change of a text could not be read: nothing is known of any text until it is sent whole.
  mutating func loseDocuments(_ reason: String) {
    for uri in documents.keys { documents[uri]?.lose("A message was lost. \(reason)") }
  }

  private mutating func textChanged(_ uri: String) {
    if options.publishesDiagnostics, !unpublished.contains(uri) { unpublished.append(uri) }
  }

  /// What a request is about: a document as the client has it, and what is selected.
  ///
  /// - Parameter parameters: `{"textDocument": {"uri", "version"}, "ranges": […]}` or `"range"`.
  /// - Throws: a ``ResponseError``: a text that is not the client's is never planned on.
  mutating func place(
    _ parameters: JSONTree?, needsVersion: Bool = true
  ) throws(ResponseError) -> RequestPlace {
    let uri = try uri(parameters)
    let identifier = parameters?["textDocument"]
    let version = identifier?["version"]?.integer
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
    return RequestPlace(
      uri: uri, version: current, document: editor.document, selections: sorted, order: order)
  }

  /// The open document that a request is about.
  private func uri(_ parameters: JSONTree?) throws(ResponseError) -> String {
    guard let uri = parameters?.member("textDocument", "uri")?.string else {
      throw ResponseError(.invalidParams, "There is no “textDocument” with a “uri”.")
    }
    guard documents[uri] != nil else {
      throw ResponseError(.invalidParams, "The document is not open: \(uri)")
    }
    return uri
  }

  /// The whole document that a request is about, and its tree.
  mutating func wholePlace(
    _ parameters: JSONTree?
  ) throws(ResponseError) -> (place: RequestPlace, tree: DocumentTree) {
    let uri = try uri(parameters)
    let dialect = dialect
    guard let tree = try documents[uri]?.tree(in: dialect) else {
      throw ResponseError(.invalidParams, "The document is not open: \(uri)")
    }
    let place = RequestPlace(
      uri: uri, version: documents[uri]?.version ?? 0, document: tree.document, selections: [],
      order: [])
    return (place, tree)
  }

  /// The UTF-8 offset of a request's position.
  func offset(
    _ position: JSONTree?, in buffer: TextBuffer
  ) throws(ResponseError) -> Int {
    guard let position = Position(position),
      let offset = try? buffer.utf8Offset(of: position, encoding)
    else {
      throw ResponseError(.invalidParams, "There is no position, or it is inside a character.")
    }
    return offset
  }

  /// The ranges of a request, in its order; a “position” is a caret.
  private func selections(
    _ parameters: JSONTree?, in buffer: TextBuffer
  ) throws(ResponseError) -> [Range<Int>] {
    let range = parameters?["range"] ?? parameters?["position"]?.asCaret
    guard let ranges = parameters?["ranges"]?.elements ?? range.map({ [$0] }), !ranges.isEmpty
    else { throw ResponseError(.invalidParams, "There is no “range”, and no “ranges”.") }
    var selections: [Range<Int>] = []
    for (index, range) in ranges.enumerated() {
      guard let range = buffer.utf8Range(of: range, encoding) else {
        throw ResponseError(
          .invalidParams, "Range \(index) (from 0) is none, or begins or ends inside a character.")
      }
      selections.append(range)
    }
    return selections
  }
}

/// What a request is about.
struct RequestPlace {
  let uri: String
  let version: Int
  let document: MarkdownDocument
  /// In ascending order.
  let selections: [Range<Int>]
  /// Where each of them stood in the request.
  let order: [Int]

  /// Whether so much is selected that a list of actions does not read it.
  var isLong: Bool {
    (selections.last?.upperBound ?? 0) - (selections.first?.lowerBound ?? 0) > 1 << 12
  }

  /// Writes which version of which document it is: the member `textDocument` of an object.
  func writeDocument(to writer: inout JSONWriter) {
    writer.key("textDocument")
    writer.object { writer in
      writer.key("uri")
      writer.string(uri)
      writer.key("version")
      writer.number(version)
    }
  }

  /// Selections of a plan, as the request has ordered them.
  func inOrderOfRequest(_ ranges: [Range<Int>]) -> [Range<Int>] {
    guard ranges.count == order.count else { return ranges }
    var result = ranges
    for (index, place) in order.enumerated() { result[place] = ranges[index] }
    return result
  }
}

extension [UInt8] {
  /// Whether a message that could not be read may have changed a document.
  var containsDocumentChange: Bool {
    let name = Array("textDocument/did".utf8)
    return firstRange(of: name) != nil
  }
}

extension JSONTree {
  /// The empty range at a position.
  fileprivate var asCaret: JSONTree {
    JSONTree(
      .object([Member(key: "start", value: self), Member(key: "end", value: self)]), at: byteOffset)
  }
}
