import JSONText
import MarkdownNotes
import MarkdownSyntax
import TextEditing

extension Workspace {
  /// `textDocument/prepareRename`: the label, heading, tag or file name at a position.
  mutating func prepareRename(_ parameters: JSONTree?) throws(ResponseError) -> JSONTree {
    let place = try subject(parameters)
    guard let (range, text) = renamed(at: place) else { return .null }
    return ["range": places(in: place.text.buffer)[range], "placeholder": .string(text)]
  }

  /// What a rename at a place changes: its range in the document, and the old name.
  private func renamed(at place: SubjectPlace) -> (Range<Int>, String)? {
    func written(_ range: Range<Int>) -> (Range<Int>, String) {
      (range, String(decoding: place.tree.source[range], as: UTF8.self))
    }
    switch place.subject {
    case .label(let reference): return reference.label(at: place.offset).map(written)
    case .tag(let tag): return (tag.range, tag.name)
    case .heading(let index): return written(place.note.headings[index].content)
    case .link(let link, let isInFragment):
      guard let target = target(of: link, in: place.path) else { return nil }
      if isInFragment, case .heading(let index)? = target.place {
        return (link.target, target.note?.headings[index].text ?? "")
      }
      guard !link.path.isEmpty, client.renamesFiles else { return nil }
      return (link.target, String(Paths.name(of: target.path)))
    case nil: return nil
    }
  }

  /// `textDocument/rename`: the edit that renames a label in the document, or a heading, a tag or a file with all links
  /// to it.
  mutating func rename(_ parameters: JSONTree?) throws(ResponseError) -> JSONTree {
    guard let name = parameters?["newName"]?.string else {
      throw ResponseError(.invalidParams, "There is no “newName”.")
    }
    // Files may have changed without a report.
    _ = notes.scan(options.files, isCanceled: isCanceled)
    let place = try subject(parameters)
    switch place.subject {
    case .label:
      do throws(SyntaxTree.RenamingRefusal) {
        let edit = try place.tree.tree.renamingLabel(
          at: place.offset, to: name, in: place.tree.source, dialect: dialect)
        return workspaceEdit(edit, of: place.text)
      } catch {
        throw ResponseError(.requestFailed, error.sentence)
      }
    case .tag(let tag):
      return try edit { (notes, read) throws(NoteFolder.RenamingRefusal) in
        try notes.renamingTag(tag.name, to: name, reading: read)
      }
    case .heading(let index): return try renameHeading(index, of: place.path, to: name)
    case .link(let link, let isInFragment):
      guard let target = target(of: link, in: place.path) else { break }
      if isInFragment, case .heading(let index)? = target.place {
        return try renameHeading(index, of: target.path, to: name)
      }
      guard !link.path.isEmpty, client.renamesFiles else { break }
      return try renameFile(target.path, to: name)
    case nil: break
    }
    throw ResponseError(
      .requestFailed, "There is no label, heading, tag or link to rename here.")
  }

  private func renameHeading(
    _ index: Int, of path: String, to name: String
  ) throws(ResponseError) -> JSONTree {
    try edit { (notes, read) throws(NoteFolder.RenamingRefusal) in
      try notes.renamingHeading(index, of: path, to: name, reading: read)
    }
  }

  /// Renames a file in its folder; a note keeps its ending if the new name has none.
  private func renameFile(_ path: String, to name: String) throws(ResponseError) -> JSONTree {
    let ending = path.dropFirst(Paths.stem(of: path[...]).count)
    let hasEnding = !Paths.isNote(path) || Paths.isNote(name)
    let new = Paths.joined(Paths.folder(of: path), name + (hasEnding ? "" : ending))
    guard !name.isEmpty, !name.utf8.contains(where: { $0 < .space }) else {
      throw ResponseError(.requestFailed, "A file needs a name.")
    }
    if notes.contains(new) || options.files.kind(new) != nil {
      throw ResponseError(.requestFailed, "There is a file “\(Paths.name(of: new))” already.")
    }
    let rename: JSONTree = [
      "kind": "rename", "oldUri": .string(uri(of: path)), "newUri": .string(Paths.uri(ofPath: new)),
    ]
    return try edit(before: rename) { (notes, read) throws(NoteFolder.RenamingRefusal) in
      try notes.moving([(path, new)], reading: read)
    }
  }

  /// `workspace/willRenameFiles`: the edit of the links to files that the client is going to move.
  mutating func willRenameFiles(_ parameters: JSONTree?) throws(ResponseError) -> JSONTree {
    _ = notes.scan(options.files, isCanceled: isCanceled)
    updateOpenNotes()
    let moves = (parameters?["files"]?.elements ?? []).compactMap {
      file -> (from: String, to: String)? in
      guard let from = file["oldUri"]?.string.flatMap(Paths.path),
        let to = file["newUri"]?.string.flatMap(Paths.path)
      else { return nil }
      return (from, to)
    }
    return try edit { (notes, read) throws(NoteFolder.RenamingRefusal) in
      try notes.moving(moves, reading: read)
    }
  }

  /// Plans an edit of several notes; a client that has none of them open edits the files.
  private func edit(
    before last: JSONTree? = nil,
    _ plan: (NoteFolder, NoteFolder.Reader) throws(NoteFolder.RenamingRefusal) ->
      [NoteFolder.Change]
  ) throws(ResponseError) -> JSONTree {
    let changes: [NoteFolder.Change]
    // The texts that the edits were proved on.
    var texts: [String: RequestText] = [:]
    do throws(NoteFolder.RenamingRefusal) {
      changes = try plan(notes) { (path) throws(NoteFolder.RenamingRefusal) in
        guard let text = text(at: path) else { throw .unreadable(path) }
        texts[path] = text
        return text.buffer.utf8Bytes
      }
    } catch {
      throw ResponseError(.requestFailed, error.sentence)
    }
    let edits = changes.compactMap { change in
      texts[change.path].map { ($0, places(in: $0.buffer)[change.edit]) }
    }
    guard client.takesVersionedEdits else {
      return ["changes": .object(edits.map { JSONTree.Member($0.0.uri, $0.1) })]
    }
    let documents = edits.map { text, edits -> JSONTree in
      ["textDocument": text.identifier, "edits": edits]
    }
    return ["documentChanges": .array(documents + (last.map { [$0] } ?? []))]
  }
}

extension NoteFolder.RenamingRefusal {
  /// The reason as a sentence.
  fileprivate var sentence: String {
    switch self {
    case .nothingHere: "There is nothing to rename here."
    case .invalidName: "A heading is not empty, and has no line endings."
    case .unreadable(let path): "“\(Paths.name(of: path))” cannot be read, so nothing was renamed."
    case .unprovable(let path):
      "With this name, “\(Paths.name(of: path))” would not be read as before, so nothing was renamed."
    }
  }
}

extension SyntaxTree.RenamingRefusal {
  /// The reason as a sentence.
  fileprivate var sentence: String {
    switch self {
    case .noReference: "There is no label of a link or a footnote here."
    case .invalidLabel: "A label is not empty, and has neither brackets nor line endings."
    case .labelInUse: "The label is defined already."
    case .unprovable: "With this label, the document would not be read as before."
    }
  }
}
