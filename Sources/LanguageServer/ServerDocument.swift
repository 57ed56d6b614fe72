import CommonMark
import JSONText
import MarkdownEditing
import MarkdownNotes
import MarkdownSyntax
import TextEditing

/// A document that the client has opened.
struct ServerDocument: Sendable {
  private enum Content: Sendable {
    case indexed(MarkdownEditor)
    /// Without an index: none was needed yet, or there is none for the reason given.
    case text(TextBuffer, unreadable: String?)
    /// The client's text is unknown, because one of its changes could not be applied.
    case lost(String)
  }

  /// The number of edits that are kept until the index of the text before them is known.
  private static let editLimit = 1000

  /// The client's number of the text.
  private(set) var version: Int
  /// The server's number of the text, which no other text has.
  private(set) var revision: Int
  private var content: Content
  private var tree: (tree: DocumentTree, dialect: Dialect)?
  private var note: (note: Note, revision: Int, dialect: Dialect)?
  /// The text before the client's last changes; nil if it has not changed since it was opened.
  private(set) var earlier: TextBuffer?
  /// The tokens that the client has.
  var tokens: SentTokens?
  /// The revision from which the client's edits are known, so that an index computed since then can follow them.
  private(set) var base: Int
  private var edits: [(revision: Int, edit: TextEdit)] = []

  init(_ text: String, version: Int, revision: Int) {
    self.version = version
    self.revision = revision
    base = revision
    content = .text(TextBuffer(text), unreadable: nil)
  }

  /// The text; nil if it is not known.
  var buffer: TextBuffer? {
    switch content {
    case .indexed(let editor): editor.buffer
    case .text(let buffer, _): buffer
    case .lost: nil
    }
  }

  var utf8Count: Int { buffer?.utf8Count ?? 0 }

  var isIndexed: Bool { if case .indexed = content { true } else { false } }

  /// Why the text is unknown; nil if it is known.
  var loss: String? { if case .lost(let reason) = content { reason } else { nil } }

  /// Discards the text: every request fails until the client sends the whole text.
  mutating func lose(_ reason: String) { setContent(.lost(reason)) }

  private mutating func setContent(_ content: Content) {
    self.content = content
    tree = nil
    base = revision
    edits = []
  }

  /// Returns the text, or the reason why there is none.
  func knownBuffer() throws(ResponseError) -> TextBuffer {
    if let buffer { return buffer }
    throw ResponseError(.contentModified, loss ?? "")
  }

  /// Returns the text with its index, which the first request computes.
  ///
  /// - Complexity: O(*n*) after the client has sent the whole text, otherwise O(1).
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

  /// Returns the tree of the text, which the first request computes.
  ///
  /// - Complexity: O(*n*) after a change, otherwise O(1).
  mutating func tree(in dialect: Dialect) throws(ResponseError) -> DocumentTree {
    let buffer = try knownBuffer()
    if let tree, tree.dialect == dialect { return tree.tree }
    do {
      let read = try DocumentTree(buffer, in: dialect)
      tree = (read, dialect)
      return read
    } catch {
      throw ResponseError(.requestFailed, error.description, reason: "unparsable")
    }
  }

  /// Returns what other documents need to know of the text; nil if it cannot be read. The first request computes it.
  ///
  /// - Complexity: O(*n*) after a change, otherwise O(1).
  mutating func note(in dialect: Dialect) -> Note? {
    if let note, note.revision == revision, note.dialect == dialect { return note.note }
    guard let tree = try? tree(in: dialect) else { return nil }
    let read = Note(tree.tree, tree.source, in: dialect)
    note = (read, revision, dialect)
    return read
  }

  /// Takes over what a task has computed on a copy of the document.
  mutating func adopt(_ copy: ServerDocument) {
    if copy.revision == revision, let note = copy.note { self.note = note }
    if copy.revision == revision, let tree = copy.tree { self.tree = tree }
    if let sent = copy.tokens, sent.revision >= tokens?.revision ?? 0 { tokens = sent }
    guard case .text(let buffer, nil) = content, copy.base == base else { return }
    switch copy.content {
    case .indexed(var editor):
      for (number, edit) in edits where number > copy.revision {
        guard (try? editor.apply(edit, selecting: [])) != nil else { return }
      }
      content = .indexed(editor)
      edits = []
    case .text(_, let reason?) where copy.revision == revision:
      content = .text(buffer, unreadable: reason)
    default: break
    }
  }

  /// Applies the changes of `textDocument/didChange`.
  ///
  /// - Complexity: O(log *n* + *m*) in the length of the blocks to read again; O(*n*) for a whole text.
  mutating func apply(
    _ parameters: JSONTree?, revision: Int, _ encoding: PositionEncoding
  ) {
    self.revision = revision
    tree = nil
    earlier = buffer
    guard let version = parameters?["textDocument", "version"]?.integer,
      let changes = parameters?["contentChanges"]?.elements
    else {
      return lose("A change has no version or no contents: the document has to be sent whole.")
    }
    self.version = version
    for change in changes { apply(change, encoding) }
  }

  private mutating func apply(_ change: JSONTree, _ encoding: PositionEncoding) {
    guard let text = change["text"]?.string else {
      return lose("A change has no text: the document has to be sent whole.")
    }
    guard let range = change["range"] else {
      return setContent(.text(TextBuffer(text), unreadable: nil))
    }
    let old = content
    // The text is not referenced elsewhere while it is changed, so that it is not copied.
    content = .lost("A change does not fit the text: the document has to be sent whole.")
    switch old {
    case .lost: content = old
    case .indexed(let editor): apply(range, text, to: editor, encoding)
    case .text(var buffer, let reason):
      guard let range = Places(buffer: buffer, encoding: encoding).utf8Range(of: range)
      else { return }
      buffer.replace(utf8: range, with: text)
      if reason != nil || edits.count >= Self.editLimit {
        return setContent(.text(buffer, unreadable: nil))
      }
      content = .text(buffer, unreadable: nil)
      edits.append((revision, TextEdit([.init(range, with: text)])))
    }
  }

  private mutating func apply(
    _ range: JSONTree, _ text: String, to editor: consuming MarkdownEditor,
    _ encoding: PositionEncoding
  ) {
    guard let range = Places(buffer: editor.buffer, encoding: encoding).utf8Range(of: range)
    else { return }
    do {
      try editor.apply(TextEdit([.init(range, with: text)]), selecting: [])
      content = .indexed(editor)
    } catch {
      var buffer = editor.buffer
      buffer.replace(utf8: range, with: text)
      setContent(.text(buffer, unreadable: nil))
    }
  }
}

/// The tree of a document, with the text that it was read from.
struct DocumentTree: Sendable {
  let buffer: TextBuffer
  let source: [UInt8]
  let tree: SyntaxTree

  init(_ buffer: TextBuffer, in dialect: Dialect) throws(ParsingRefusal) {
    self.buffer = buffer
    source = buffer.utf8Bytes
    tree = try SyntaxTree(source, in: dialect)
  }
}
