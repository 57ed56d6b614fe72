import CommonMark
import MarkdownSyntax
import TextEditing

extension NoteFolder {
  /// An edit of a note.
  package struct Change: Hashable, Sendable {
    package var path: String
    package var edit: TextEdit
  }

  /// The reason why something is not renamed.
  package enum RenamingRefusal: Error, Hashable, Sendable {
    /// There is no heading, no tag or no file to rename.
    case nothingHere
    /// The new name is empty, or has characters that it cannot have.
    case invalidName
    case unreadable(String)
    /// With the edit, the note would be read differently.
    case unprovable(String)
  }

  /// Returns the text of the file at a path as it is now.
  package typealias Reader = (String) throws(RenamingRefusal) -> [UInt8]

  /// Gives a heading another text, and changes all links whose anchors change with it.
  ///
  /// Repeated headings have numbers in their anchors, so that links to others may change too. Each edited note is read
  /// again: it must be the same, apart from the heading and these links.
  ///
  ///     # Old          # New
  ///     [a](#old)      [a](#new)
  ///
  /// - Complexity: O(*n*) in the number of links and in the length of the notes that are edited.
  package func renamingHeading(
    _ index: Int, of path: String, to name: String, reading read: Reader
  ) throws(RenamingRefusal) -> [Change] {
    let own = try ReadNote(at: path, in: dialect, read)
    guard own.note.headings.indices.contains(index) else { throw .nothingHere }
    let name = name.trimmed
    guard !name.isEmpty, !name.utf8.contains(where: { $0.isLineEnding }) else { throw .invalidName }
    let heading = own.note.headings[index]
    let replacement = TextEdit.Replacement(heading.content, with: Array(name.utf8))
    let renamed = try ReadNote(
      TextEdit([replacement]).applying(to: own.source), at: path, in: dialect)
    guard renamed.note.headings.count == own.note.headings.count,
      own.skeleton(without: heading.range)
        == renamed.skeleton(without: renamed.note.headings[index].range)
    else { throw .unprovable(path) }
    let (old, new) = (own.note.headings, renamed.note.headings)
    // The note as it is now counts, not as it was last read.
    var folder = self
    folder.open[path] = own.note
    var changes: [Change] = []
    let sources = Set(folder.links(to: path).map(\.path)).union([path]).sorted()
    for source in sources {
      let file = source == path ? own : try ReadNote(at: source, in: dialect, read)
      var edits: [LinkEdit] = []
      for (number, link) in file.note.links.enumerated() where link.form != .reference {
        guard let fragment = link.fragment, !fragment.isEmpty,
          folder.destination(of: link, in: source) == .file(path),
          case .heading(let target)? = folder.place(of: fragment, in: own.note, isWiki: link.isWiki)
        else { continue }
        let isText = link.isWiki || !old.contains { $0.anchor == fragment }
        let changed =
          isText
          ? Self.fragment(fragment, renaming: old[index].text, to: new[index].text)
          : old[target].anchor == new[target].anchor
            ? fragment : fragment.replacingEnd(old[target].anchor, with: new[target].anchor)
        if changed != fragment { edits.append(LinkEdit(number, fragment: changed)) }
      }
      if source == path {
        changes.append(try own.change(edits, heading: (index, replacement)))
      } else if !edits.isEmpty {
        changes.append(try file.change(edits))
      }
    }
    return changes
  }

  /// Renames a heading in a fragment of texts: `a#b`, where `b` is below `a`.
  private static func fragment(_ fragment: String, renaming old: String, to new: String) -> String {
    // Obsidian has no such characters in links.
    let name = String(
      String.UnicodeScalarView(
        new.unicodeScalars.map { "#^[]|".unicodeScalars.contains($0) ? " " : $0 }))
    return fragment.split(separator: "#").map {
      comparable(String($0)) == comparable(old) ? name : String($0)
    }.joined(separator: "#")
  }

  /// Renames a tag, and the tags below it, in all notes: `#a` and `#a/b`.
  package func renamingTag(
    _ old: String, to new: String, reading read: Reader
  ) throws(RenamingRefusal) -> [Change] {
    let name = new.utf8.first == .numberSign ? String(new.dropFirst()) : new
    let isOf = { (tag: Note.Tag) in tag.name == old || tag.name.hasPrefix(old + "/") }
    var changes: [Change] = []
    for (path, note) in notes.sorted(by: { $0.path < $1.path })
    where note.tags.contains(where: isOf) {
      let file = try ReadNote(at: path, in: dialect, read)
      let edits = file.note.tags.filter(isOf).map { tag in
        // In front matter, the range of a tag has no `#`.
        let start = tag.range.upperBound - tag.name.utf8.count
        return TextEdit.Replacement(start..<start + old.utf8.count, with: Array(name.utf8))
      }
      let edit = TextEdit(edits.sorted { $0.range.lowerBound < $1.range.lowerBound })
      let after = try ReadNote(edit.applying(to: file.source), at: path, in: dialect)
      let wanted = file.note.tags.map { isOf($0) ? name + $0.name.dropFirst(old.count) : $0.name }
      guard after.note.tags.map(\.name) == wanted, after.skeleton() == file.skeleton() else {
        throw .unprovable(path)
      }
      changes.append(Change(path: path, edit: edit))
    }
    return changes
  }

  /// Moves files or folders, and changes all links that would lead elsewhere then. The edits are of the notes where they
  /// are now.
  ///
  /// - Complexity: O(*n*) in the number of links and in the length of the notes that are edited.
  package func moving(
    _ moves: [(from: String, to: String)], reading read: Reader
  ) throws(RenamingRefusal) -> [Change] {
    func newPath(_ path: String) -> String {
      for move in moves {
        if path == move.from { return move.to }
        if Paths.isInside(path, move.from) { return move.to + path.dropFirst(move.from.count) }
      }
      return path
    }
    let after = moved(newPath)
    // The last parts of links that may be concerned.
    var names: Set<String> = []
    for move in moves {
      let inner = paths.filter { Paths.isInside($0, move.from) }
      for path in [move.from, move.to] + inner {
        let name = Paths.name(of: path)
        names.formUnion([name.lowercased(), Paths.stem(of: name).lowercased()])
      }
    }
    func edits(of links: [Note.Link], in path: String) -> [LinkEdit] {
      let place = newPath(path)
      return links.enumerated().compactMap { number, link -> LinkEdit? in
        if link.form == .reference || link.path.isEmpty { return nil }
        let last = link.path.split(separator: "/").last ?? ""
        let isOfNames = names.contains(last.lowercased())
        guard isOfNames || place != path || last == ".." || last == "." else { return nil }
        let old = destination(of: link, in: path)
        if case .missing = old { return nil }
        let wanted = newPath(old.path)
        if after.destination(of: link, in: place).path == wanted { return nil }
        return LinkEdit(number, path: after.path(to: wanted, as: link, in: place))
      }
    }
    var changes: [Change] = []
    for (path, note) in notes.sorted(by: { $0.path < $1.path }) {
      if edits(of: note.links, in: path).isEmpty { continue }
      let file = try ReadNote(at: path, in: dialect, read)
      let edits = edits(of: file.note.links, in: path)
      if !edits.isEmpty { changes.append(try file.change(edits)) }
    }
    return changes
  }

  /// The path to write in a link of the note at `source` that is to lead to `path`, in the way in which the link is
  /// written.
  private func path(to path: String, as link: Note.Link, in source: String) -> String {
    let isBare = Paths.isNote(path) && !Paths.isNote(link.path)
    let ending = path.utf8.count - Paths.stem(of: path[...]).utf8.count
    func written(_ text: String) -> String {
      let short = isBare ? String(text.utf8.dropLast(ending)) ?? text : text
      var trial = link
      trial.path = short
      return destination(of: trial, in: source).path == path ? short : text
    }
    let fromRoot = Paths.relative(from: root(of: source), to: path)
    if link.isWiki {
      let name = written(String(Paths.name(of: path)))
      var trial = link
      trial.path = name
      let isFound = destination(of: trial, in: source).path == path
      return isFound && !link.path.utf8.contains(.slash) ? name : written(fromRoot)
    }
    let end = link.path.utf8.last == .slash ? "/" : ""
    if link.path.utf8.first == .slash { return "/" + written(fromRoot).drop { $0 == "/" } + end }
    let relative = Paths.relative(from: Paths.folder(of: source), to: path)
    let start = link.path.hasPrefix("./") && !relative.hasPrefix("../") ? "./" : ""
    return written(start + relative) + end
  }
}

/// What a link is to be: its number among the note's links, and the part of the destination that changes.
private struct LinkEdit {
  var number: Int
  var path: String?
  var fragment: String?

  init(_ number: Int, path: String? = nil, fragment: String? = nil) {
    (self.number, self.path, self.fragment) = (number, path, fragment)
  }
}

/// A note with its text.
private struct ReadNote {
  let path: String
  let source: [UInt8]
  let tree: SyntaxTree
  let note: Note
  let dialect: Dialect

  init(
    at path: String, in dialect: Dialect, _ read: NoteFolder.Reader
  ) throws(NoteFolder.RenamingRefusal) {
    try self.init(try read(path), at: path, in: dialect)
  }

  init(
    _ source: [UInt8], at path: String, in dialect: Dialect
  ) throws(NoteFolder.RenamingRefusal) {
    (self.path, self.source, self.dialect) = (path, source, dialect)
    do { tree = try SyntaxTree(source, in: dialect) } catch { throw .unreadable(path) }
    note = Note(tree, source, in: dialect)
  }

  /// What must not change: the kinds of all nodes outside a heading.
  func skeleton(without heading: Range<Int>? = nil) -> [[UInt8]] {
    tree.nodes.compactMap { node in
      let isInside =
        heading.map { $0.contains(node.range.lowerBound) && node.level == nil } ?? false
      return isInside ? nil : [node.kind.rawValue, node.mark, node.isTight ? 1 : 0]
    }
  }

  /// The links outside a heading with their paths and fragments, without those by reference.
  private func links(
    outside heading: Range<Int>?, with edits: [LinkEdit] = []
  ) -> [[String?]] {
    note.links.enumerated().compactMap { number, link in
      if link.form == .reference || heading?.contains(link.range.lowerBound) == true { return nil }
      let edit = edits.first { $0.number == number }
      return [edit?.path ?? link.path, edit?.fragment ?? link.fragment]
    }
  }

  /// The edit that changes links, and the text of a heading. The edited note is read, and must have these links and
  /// otherwise be the same.
  func change(
    _ edits: [LinkEdit], heading: (index: Int, text: TextEdit.Replacement)? = nil
  ) throws(NoteFolder.RenamingRefusal) -> NoteFolder.Change {
    let range = heading.map { note.headings[$0.index].range }
    // A link in the heading is replaced with it.
    let edits = edits.filter { range?.contains(note.links[$0.number].range.lowerBound) != true }
    let replacements = (heading.map { [$0.text] } ?? []) + edits.map { replacement(for: $0) }
    let change = TextEdit(replacements.sorted { $0.range.lowerBound < $1.range.lowerBound })
    let after = try ReadNote(change.applying(to: source), at: path, in: dialect)
    guard after.note.headings.count == note.headings.count else { throw .unprovable(path) }
    let newRange = heading.map { after.note.headings[$0.index].range }
    guard after.skeleton(without: newRange) == skeleton(without: range),
      after.links(outside: newRange) == links(outside: range, with: edits)
    else { throw .unprovable(path) }
    return NoteFolder.Change(path: path, edit: change)
  }

  /// The edit of a written destination; what does not change in it is kept as it is written.
  private func replacement(for edit: LinkEdit) -> TextEdit.Replacement {
    let link = note.links[edit.number]
    let written = source[link.target]
    let hash = written.firstIndex(of: .numberSign) ?? written.endIndex
    if let fragment = edit.fragment {
      return .init(
        min(hash + 1, written.endIndex)..<written.endIndex,
        with: Array(spelled(fragment, in: link).utf8))
    }
    let end = link.isWiki ? hash : written[..<hash].firstIndex(of: .questionMark) ?? hash
    return .init(written.startIndex..<end, with: Array(spelled(edit.path ?? "", in: link).utf8))
  }

  /// A path or a fragment, spelled so that the link reads it. Characters other than ASCII are encoded if they are in the
  /// old destination.
  private func spelled(_ text: String, in link: Note.Link) -> String {
    if link.isWiki { return text }
    let isInBrackets =
      link.form != .html && link.target.lowerBound > 0
      && source[link.target.lowerBound - 1] == .lessThan
    let old = source[link.target]
    let isEncoded = old.contains(.percentSign) && !old.contains { $0 >= 0x80 }
    return Paths.encoded(text) { byte in
      switch byte {
      case 0x80...: !isEncoded
      case .space: isInBrackets && !isEncoded
      case ..<0x20, .delete, .lessThan, .greaterThan, .leftParenthesis, .rightParenthesis,
        .backslash, .percentSign, .quotationMark, .apostrophe, .ampersand, .questionMark,
        .numberSign, .backtick, .verticalLine, .leftBracket, .rightBracket, .asterisk, .tilde:
        false
      default: true
      }
    }
  }
}

extension String {
  /// Replaces an anchor at the end of a fragment, which may have a prefix.
  fileprivate func replacingEnd(_ old: String, with new: String) -> String {
    hasSuffix(old) ? String(dropLast(old.count)) + new : new
  }
}
