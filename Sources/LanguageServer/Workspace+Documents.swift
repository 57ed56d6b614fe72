import JSONText
import MarkdownEditing
import MarkdownSyntax
import TextEditing

extension Workspace {
  /// Returns the document and the selections of a request.
  ///
  /// - Parameter parameters: `{"textDocument": {"uri", "version"}, "ranges": […]}`, or with a `"range"` or a
  ///   `"position"`.
  /// - Throws: a ``ResponseError``, for example if the client's version is not the server's.
  mutating func place(
    _ parameters: JSONTree?, needsVersion: Bool = true
  ) throws(ResponseError) -> RequestPlace {
    let uri = try uri(parameters)
    let version = parameters?.member("textDocument", "version")?.integer
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
  private func uri(_ parameters: JSONTree?) throws(ResponseError) -> String {
    guard let uri = parameters?.member("textDocument", "uri")?.string else {
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
  ) throws(ResponseError) -> (text: RequestText, tree: DocumentTree) {
    let uri = try uri(parameters)
    let dialect = dialect
    guard let version = documents[uri]?.version, let tree = try documents[uri]?.tree(in: dialect)
    else { throw ResponseError(.invalidParams, "The document is not open: \(uri)") }
    try checkCanceled()
    return (RequestText(uri: uri, version: version, buffer: tree.buffer), tree)
  }

  /// Returns the UTF-8 offset of a request's position.
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

  /// Returns the ranges of a request in its order; a “position” is a caret.
  func selections(
    _ parameters: JSONTree?, in buffer: TextBuffer
  ) throws(ResponseError) -> [Range<Int>] {
    let range = parameters?["range"] ?? parameters?["position"]?.asCaret
    guard let ranges = parameters?["ranges"]?.elements ?? range.map({ [$0] }), !ranges.isEmpty
    else { throw ResponseError(.invalidParams, "There is no “range”, and no “ranges”.") }
    var selections: [Range<Int>] = []
    for (index, range) in ranges.enumerated() {
      guard let range = buffer.utf8Range(of: range, encoding) else {
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
  let version: Int
  let buffer: TextBuffer

  /// Writes the member `textDocument` of an object.
  func write(to writer: inout JSONWriter) {
    writer.key("textDocument")
    writer.object { writer in
      writer.key("uri")
      writer.string(uri)
      writer.key("version")
      writer.number(version)
    }
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

extension JSONTree {
  /// The empty range at a position.
  fileprivate var asCaret: JSONTree {
    JSONTree(
      .object([Member(key: "start", value: self), Member(key: "end", value: self)]), at: byteOffset)
  }
}
