import JSONText
import MarkdownEditing
import MarkdownNotes
import MarkdownSyntax
import TextEditing

/// What a request is about: the innermost construct at a position.
enum Subject {
  /// A link, and whether the position is in the fragment of its destination.
  case link(Note.Link, isInFragment: Bool)
  /// A label of a definition or a footnote.
  case label(SyntaxTree.Reference)
  case tag(Note.Tag)
  /// The index of a heading among the note's.
  case heading(Int)
}

/// A document with its note, and the subject at a position.
struct SubjectPlace {
  let text: RequestText
  let tree: DocumentTree
  let path: String
  let note: Note
  let offset: Int
  let subject: Subject?
}

extension Workspace {
  /// The path of a document's address; the address itself if it is no file.
  static func path(of uri: String) -> String { Paths.path(ofURI: uri) ?? uri }

  /// The address of a path, as the client writes it if the document is open.
  func uri(of path: String) -> String {
    documents.keys.first { Self.path(of: $0) == path }
      ?? (path.utf8.first == .slash ? Paths.uri(ofPath: path) : path)
  }

  /// Makes the notes of the open documents those of their texts.
  mutating func updateOpenNotes() {
    let dialect = dialect
    var open: [String: Note] = [:]
    for uri in documents.keys {
      if let note = documents[uri]?.note(in: dialect) { open[Self.path(of: uri)] = note }
    }
    notes.open = open
  }

  /// The text of an open document, or of a file.
  func text(at path: String) -> RequestText? {
    let uri = uri(of: path)
    if let document = documents[uri] {
      return document.buffer.map {
        RequestText(uri: uri, version: document.version, buffer: $0)
      }
    }
    guard let bytes = options.files.text(at: path) else { return nil }
    return (try? TextBuffer(utf8: bytes)).map { RequestText(uri: uri, version: -1, buffer: $0) }
  }

  /// The note at a path as it is now, also if it is in none of the folders or has changed since they were read.
  func note(at path: String) -> Note? {
    notes.open[path] ?? (Paths.isNote(path) ? options.files.note(at: path, in: dialect) : nil)
  }

  /// The ranges of several files as locations. Each file is read once; one that cannot be read is left out.
  func locations(_ ranges: [(path: String, range: Range<Int>)]) -> [JSONTree] {
    var texts: [String: RequestText?] = [:]
    return ranges.compactMap { path, range in
      let text = texts[path] ?? text(at: path)
      texts[path] = text
      guard let text else { return nil }
      return location(range.clamped(to: 0..<text.buffer.utf8Count), of: text)
    }
  }

  /// Returns the document of a request, and what is at its position.
  mutating func subject(_ parameters: JSONTree?) throws(ResponseError) -> SubjectPlace {
    let (text, tree, _, offset) = try wholeTextAtPosition(parameters)
    updateOpenNotes()
    try checkCanceled()
    let path = Self.path(of: text.uri)
    let note = notes.open[path] ?? Note(tree.tree, tree.source, in: dialect)
    func touches(_ range: Range<Int>) -> Bool {
      range.lowerBound <= offset && offset <= range.upperBound
    }
    var subject: Subject?
    // The shortest is the innermost.
    let link = note.links.filter { touches($0.range) }.min { $0.range.count < $1.range.count }
    if let link, link.form != .reference, touches(link.target) {
      let hash = tree.source[link.target].firstIndex(of: .numberSign)
      subject = .link(link, isInFragment: hash.map { offset > $0 } ?? false)
    } else if let reference = tree.tree.reference(at: offset) {
      subject = .label(reference)
    } else if let link {
      subject = .link(link, isInFragment: false)
    } else if let tag = note.tags.first(where: { touches($0.range) }) {
      subject = .tag(tag)
    } else if let index = note.headings.firstIndex(where: { touches($0.range) }) {
      subject = .heading(index)
    }
    return SubjectPlace(
      text: text, tree: tree, path: path, note: note, offset: offset, subject: subject)
  }

  /// The file to which a link leads, its note, and the place there; nil if there is no such file.
  func target(
    of link: Note.Link, in path: String
  ) -> (path: String, note: Note?, place: NoteFolder.Place?)? {
    guard case .file(let file) = notes.destination(of: link, in: path) else { return nil }
    let note = note(at: file)
    let place = note.flatMap { note in
      link.fragment.flatMap { notes.place(of: $0, in: note, isWiki: link.isWiki) }
    }
    return (file, note, place)
  }
}

extension Note {
  /// The range of a place, empty at the start of the text for none.
  func range(of place: NoteFolder.Place?) -> Range<Int> {
    switch place {
    case .heading(let index): headings[index].range
    case .anchor(let index): anchors[index].range
    case .top, nil: 0..<0
    }
  }
}
