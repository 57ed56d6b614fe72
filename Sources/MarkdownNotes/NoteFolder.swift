import MarkdownSyntax
import TextEditing

/// The notes and other files of some folders, by their paths, and where the links between them lead.
///
/// A copy costs O(1). Texts are not kept: whoever needs one reads the file.
package struct NoteFolder: Sendable {
  /// The kinds of what a path leads to.
  package enum Kind: Hashable, Sendable { case file, folder }

  /// What a link leads to.
  package enum Destination: Hashable, Sendable {
    case file(String)
    case folder(String)
    /// Nothing; the path that was expected.
    case missing(String)

    package var path: String {
      switch self {
      case .file(let path), .folder(let path), .missing(let path): path
      }
    }
  }

  /// A file of the folders. It is a class, because lists of many files are copied and sorted.
  package final class File: Sendable {
    package let path: String
    /// Nil if it is no note, or one that cannot be read.
    package let note: Note?
    /// The path from its root in lowercase, for searches.
    package let key: [UInt8]
    /// The offset of the name in `key`.
    package let nameStart: Int

    /// The path from its root.
    package var shownPath: Substring { Substring(path.utf8.dropFirst(rootCount)) }
    fileprivate let rootCount: Int

    /// Whether the file has a path. Lengths are compared first, because paths begin alike.
    package func isAt(_ path: String) -> Bool {
      self.path.utf8.count == path.utf8.count && self.path == path
    }

    /// The number of folders that a path from a folder leaves before it enters others on the way to the file.
    ///
    /// - Parameter folder: a folder's path from the root in lowercase, with a slash at its end; empty for the root.
    package func distance(from folder: [UInt8]) -> Int {
      var (shared, left) = (0, 0)
      while shared < min(folder.count, key.count), folder[shared] == key[shared] { shared += 1 }
      for index in shared..<folder.count where folder[index] == .slash { left += 1 }
      return left
    }

    fileprivate init(_ path: String, _ note: Note?, root: String) {
      (self.path, self.note) = (path, note)
      rootCount = root.utf8.last == .slash ? root.utf8.count : root.utf8.count + 1
      key = Array(Substring(path.utf8.dropFirst(rootCount)).lowercased().utf8)
      nameStart = key.lastIndex(of: .slash).map { $0 + 1 } ?? 0
    }
  }

  /// The folders; a path that begins with a slash is searched in the one that contains the note.
  package var roots: [String]
  package var dialect: Dialect
  /// The notes that an editor has open, which may differ from their files.
  package var open: [String: Note] = [:]
  /// What the file system has at a path that is not in the folders' lists: it may be ignored or elsewhere.
  private let lookUp: @Sendable (String) -> Kind?
  private var files: [String: File] = [:]
  private var folders: Set<String> = []
  /// The paths of notes by their names without endings, and of other files by their names, in lowercase.
  private var named: [String: [String]] = [:]
  /// The states of the files when they were read.
  var stamps: [String: [Int]] = [:]

  package init(
    roots: [String] = [], dialect: Dialect, lookUp: @escaping @Sendable (String) -> Kind?
  ) {
    (self.roots, self.dialect, self.lookUp) = (roots, dialect, lookUp)
  }

  // MARK: Contents

  package var paths: some Sequence<String> { files.keys }

  package func note(at path: String) -> Note? { open[path] ?? files[path]?.note }

  /// All files in no order, with the notes that are open instead of those on disk.
  package func visit(_ body: (File) -> Void) {
    let replaced = open.keys.compactMap { files[$0] }
    for file in files.values where !replaced.contains(where: { $0 === file }) { body(file) }
    for (path, note) in open { body(File(path, note, root: root(of: path))) }
  }

  /// All notes with their paths, in no order.
  package var notes: [(path: String, note: Note)] {
    var result: [(path: String, note: Note)] = []
    visit { file in if let note = file.note { result.append((file.path, note)) } }
    return result
  }

  /// All notes, or the one at a path.
  package func notes(at path: String?) -> [(path: String, note: Note)] {
    guard let path else { return notes }
    return note(at: path).map { [(path, $0)] } ?? []
  }

  package func contains(_ path: String) -> Bool { files[path] != nil }

  /// Adds or replaces a note, or another file without a `note`.
  package mutating func add(_ path: String, _ note: Note?) {
    let file = File(path, note, root: root(of: path))
    if files.updateValue(file, forKey: path) != nil { return }
    named[Self.key(of: path), default: []].append(path)
    var folder = Paths.folder(of: path)
    while !folder.isEmpty, folders.insert(folder).inserted { folder = Paths.folder(of: folder) }
  }

  package mutating func remove(_ path: String) {
    files[path] = nil
    named[Self.key(of: path)]?.removeAll { $0 == path }
  }

  /// The folders as they are after files have moved.
  package func moved(_ newPath: (String) -> String) -> NoteFolder {
    var result = NoteFolder(roots: roots, dialect: dialect, lookUp: lookUp)
    for file in files.values { result.add(newPath(file.path), file.note) }
    for (path, note) in open { result.open[newPath(path)] = note }
    return result
  }

  private static func key(of path: String) -> String {
    let name = Paths.name(of: path)
    return (Paths.isNote(path) ? Paths.stem(of: name) : name).lowercased()
  }

  /// The root that contains a path; the path's folder if there is none.
  package func root(of path: String) -> String {
    roots.filter { Paths.isInside(path, $0) }.max { $0.utf8.count < $1.utf8.count }
      ?? Paths.folder(of: path)
  }

  /// The folder of a file as ``File/distance(from:)`` takes it.
  package func folderKey(of path: String) -> [UInt8] {
    let file = File(path, nil, root: root(of: path))
    return Array(file.key[..<file.nameStart])
  }

  // MARK: Links

  /// Returns what a link of the note at `path` leads to.
  ///
  /// - Complexity: O(*l*) in the length of the link, and in the number of files with its name.
  package func destination(of link: Note.Link, in path: String) -> Destination {
    if link.path.isEmpty { return .file(path) }
    return link.isWiki
      ? destination(ofName: link.path, in: path) : destination(ofPath: link.path, in: path)
  }

  /// A path: from the note's folder, or from the root. An ending `.md` may be left out.
  private func destination(ofPath written: String, in path: String) -> Destination {
    let isAbsolute = written.utf8.first == .slash
    let (folder, root) = (Paths.folder(of: path), root(of: path))
    let found = find(Paths.joined(isAbsolute ? root : folder, isAbsolute ? "." + written : written))
    if let found { return found }
    if dialect.extensions.contains(.wikiLinks), !isAbsolute {
      // Obsidian also reads paths from the root, and names alone.
      let named = destination(ofName: written, in: path)
      if case .file = named { return named }
    }
    return .missing(
      Paths.joined(isAbsolute ? root : folder, isAbsolute ? "." + written : written))
  }

  /// What is at a path, or at the path with the ending of a note.
  private func find(_ path: String) -> Destination? {
    if contains(path) || open[path] != nil { return .file(path) }
    if folders.contains(path) { return .folder(path) }
    switch lookUp(path) {
    case .file?: return .file(path)
    case .folder?: return .folder(path)
    case nil:
      let notes = Paths.isNote(path) ? [] : Paths.endings.map { path + $0 }
      return notes.first { contains($0) || lookUp($0) == .file }.map { .file($0) }
    }
  }

  /// A name, or the end of a path, without regard to case. Of several files, the one in the same folder is found, else
  /// the one with the shortest path.
  private func destination(ofName written: String, in path: String) -> Destination {
    let wanted = written.lowercased()
    var name = Paths.name(of: wanted)
    if Paths.isNote(wanted) { name = Paths.stem(of: name) }
    let isPath = wanted.utf8.contains(.slash)
    let suffix = "/" + wanted.split(separator: "/").joined(separator: "/")
    let folder = Paths.folder(of: path)
    let found = (named[String(name)] ?? []).filter { candidate in
      guard isPath else { return true }
      let lower = candidate.lowercased()
      return lower.hasSuffix(suffix) || Paths.stem(of: lower[...]).hasSuffix(suffix)
    }
    let best = found.min { one, other in
      let (first, second) = (Paths.folder(of: one) == folder, Paths.folder(of: other) == folder)
      return first != second ? first : (one.utf8.count, one) < (other.utf8.count, other)
    }
    if let best { return .file(best) }
    return .missing(
      Paths.joined(
        root(of: path),
        Paths.isNote(wanted) || wanted.utf8.contains(.fullStop) ? written : written + ".md"))
  }

  /// What a fragment names in a note.
  package enum Place: Hashable, Sendable {
    /// The heading with this index.
    case heading(Int)
    case anchor(Int)
    /// The start: `#` and `#top`.
    case top
  }

  /// Returns the place in a note to which a link's fragment leads; nil if there is none.
  ///
  /// - Parameter isWiki: whether the fragment is the text of a heading, as in Obsidian, or an anchor.
  package func place(of fragment: String, in note: Note, isWiki: Bool) -> Place? {
    if fragment.isEmpty || fragment == "top" { return .top }
    if !isWiki, let place = exactPlace(of: fragment, in: note) { return place }
    if fragment.utf8.first == .circumflex {
      return note.anchors.firstIndex { $0.name == fragment }.map { .anchor($0) }
    }
    guard isWiki || dialect.extensions.contains(.wikiLinks) else { return nil }
    // `#a#b` leads to the heading b below the heading a.
    let text = fragment.split(separator: "#").last.map(String.init) ?? fragment
    let wanted = Self.comparable(text)
    return note.headings.firstIndex { Self.comparable($0.text) == wanted }.map { .heading($0) }
      ?? exactPlace(of: fragment, in: note)
  }

  private func exactPlace(of fragment: String, in note: Note) -> Place? {
    if let index = note.headings.firstIndex(where: { $0.anchor == fragment }) {
      return .heading(index)
    }
    if let index = note.anchors.firstIndex(where: { $0.name == fragment }) {
      return .anchor(index)
    }
    // github.com has this in front of the ids in its pages.
    let prefix = "user-content-"
    return fragment.hasPrefix(prefix)
      ? exactPlace(of: String(fragment.dropFirst(prefix.count)), in: note) : nil
  }

  /// A text without what Obsidian does not compare: case, and characters other than letters and digits.
  static func comparable(_ text: String) -> String {
    SyntaxTree.anchor(ofText: text).split(separator: "-").joined(separator: "-")
  }

  /// The links of all notes, or of one, that lead to a file, and to a place in it if `place` is given.
  ///
  /// - Complexity: O(*n*) in the number of links.
  package func links(
    to path: String, at place: Place? = nil, from source: String? = nil
  ) -> [(path: String, link: Note.Link)] {
    let keys = Set([Self.key(of: path), Paths.name(of: path).lowercased()]).map { Array($0.utf8) }
    let target = note(at: path)
    var result: [(path: String, link: Note.Link)] = []
    for (source, note) in notes(at: source) {
      for link in note.links {
        if link.path.isEmpty ? source != path : !Self.mayLead(link.path, toNames: keys) { continue }
        if let place {
          guard let fragment = link.fragment, let target,
            self.place(of: fragment, in: target, isWiki: link.isWiki) == place
          else { continue }
        }
        if destination(of: link, in: source) == .file(path) { result.append((source, link)) }
      }
    }
    return result.sorted {
      ($0.path, $0.link.range.lowerBound) < ($1.path, $1.link.range.lowerBound)
    }
  }

  /// Whether the last part of a path is one of some names in lowercase; ASCII is compared without regard to case.
  private static func mayLead(_ path: String, toNames names: [[UInt8]]) -> Bool {
    let name = Paths.name(of: path).utf8
    return names.contains { other in
      name.count >= other.count
        && zip(name, other).allSatisfy { $0.smallLetter == $1 || $0 >= 0x80 && $1 >= 0x80 }
        && (name.count == other.count || name.dropFirst(other.count).first == .fullStop)
    }
  }
}
