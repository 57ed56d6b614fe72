import CommonMark
import JSONText
import MarkdownEditing
import MarkdownSyntax
import TextEditing

/// A document that a client has opened.
struct ServerDocument: Sendable {
  private enum Content: Sendable {
    case indexed(MarkdownEditor)
    /// Not read yet, or not readable; the reason, as a sentence, once it was tried.
    case text(TextBuffer, unreadable: String?)
    /// What the client has is not known, since one of its changes could not be followed: why.
    case lost(String)
  }

  /// The number that the client has given the text.
  var version: Int
  private var content: Content { didSet { tree = nil } }
  /// The tree of the text in a dialect, once a request has needed it.
  private var tree: (tree: DocumentTree, dialect: Dialect)?

  init(_ text: String, version: Int) {
    self.version = version
    content = .text(TextBuffer(text), unreadable: nil)
  }

  /// What the text is no longer known for; nil where it is known.
  var loss: String? { if case .lost(let reason) = content { reason } else { nil } }

  /// Gives up the text: nothing is done to it until the client sends it whole.
  mutating func lose(_ reason: String) { content = .lost(reason) }

  /// The text with its index: made by the first request that needs it.
  ///
  /// - Complexity: O(*n*) after the text was sent whole, else O(1).
  mutating func editor() throws(ResponseError) -> MarkdownEditor {
    switch content {
    case .indexed(let editor): return editor
    case .text(let buffer, nil):
      do {
        let editor = try MarkdownEditor(buffer, historyByteLimit: 0)
        content = .indexed(editor)
        return editor
      } catch {
        content = .text(buffer, unreadable: error.description)
        throw ResponseError(.requestFailed, error.description, reason: "unparsable")
      }
    case .text(_, let reason?):
      throw ResponseError(.requestFailed, reason, reason: "unparsable")
    case .lost(let reason):
      throw ResponseError(.contentModified, reason)
    }
  }

  /// The tree of the text: read by the first request that needs it.
  ///
  /// - Complexity: O(*n*) after a change, else O(1).
  mutating func tree(in dialect: Dialect) throws(ResponseError) -> DocumentTree {
    let document = try editor().document
    if let tree, tree.dialect == dialect { return tree.tree }
    do {
      let read = try DocumentTree(document, in: dialect)
      tree = (read, dialect)
      return read
    } catch {
      throw ResponseError(.requestFailed, error.description, reason: "unparsable")
    }
  }

  /// Follows a change of the client's.
  ///
  /// - Complexity: O(log *n*) and what is read again; O(length) of a whole text.
  mutating func follow(_ change: JSONTree, _ encoding: PositionEncoding) {
    guard let text = change["text"]?.string else {
      return lose("A change has no text: the document has to be sent whole.")
    }
    guard let range = change["range"] else {
      content = .text(TextBuffer(text), unreadable: nil)
      return
    }
    let old = content
    // Held nowhere else while it is changed.
    content = .lost("A change does not fit the text: the document has to be sent whole.")
    switch old {
    case .lost: content = old
    case .indexed(let editor): follow(range, text, in: editor, encoding)
    case .text(var buffer, _):
      guard let place = buffer.utf8Range(of: range, encoding) else { return }
      buffer.replace(utf8: place, with: text)
      content = .text(buffer, unreadable: nil)
    }
  }

  private mutating func follow(
    _ range: JSONTree, _ text: String, in editor: consuming MarkdownEditor,
    _ encoding: PositionEncoding
  ) {
    guard let place = editor.buffer.utf8Range(of: range, encoding) else { return }
    do {
      try editor.apply(TextEdit([.init(place, with: text)]), selecting: [])
      content = .indexed(editor)
    } catch {
      var buffer = editor.buffer
      buffer.replace(utf8: place, with: text)
      content = .text(buffer, unreadable: nil)
    }
  }
}

/// The tree of a document with the text that it was read from.
struct DocumentTree: Sendable {
  let document: MarkdownDocument
  let source: [UInt8]
  let tree: SyntaxTree

  init(_ document: MarkdownDocument, in dialect: Dialect) throws(ParsingRefusal) {
    self.document = document
    source = document.buffer.utf8Bytes
    tree = try SyntaxTree(source, in: dialect)
  }
}
