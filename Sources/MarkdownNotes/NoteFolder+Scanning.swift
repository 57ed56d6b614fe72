import MarkdownSyntax
import TextEditing

/// The files of a machine, as far as notes need them.
package struct NoteFiles: Sendable {
  package struct Entry: Sendable {
    package var name: String
    package var kind: NoteFolder.Kind
    /// What differs if the file has changed: its size, number and time of change.
    package var stamp: [Int]

    package init(name: String, kind: NoteFolder.Kind, stamp: [Int]) {
      (self.name, self.kind, self.stamp) = (name, kind, stamp)
    }
  }
  /// What is at a path; symbolic links are followed.
  package var kind: @Sendable (String) -> NoteFolder.Kind?
  /// The contents of a regular file; nil if it cannot be read or has more than `limit` bytes.
  package var read: @Sendable (_ path: String, _ limit: Int) -> [UInt8]?
  /// The first bytes of a file, `count` at most.
  package var start: @Sendable (_ path: String, _ count: Int) -> [UInt8]?
  /// The files and folders of a folder, without symbolic links to folders.
  package var list: @Sendable (String) -> [Entry]

  /// The user's folder. Clients name it when they know no other, and it is not searched for notes.
  package var home: String?

  package init(
    kind: @escaping @Sendable (String) -> NoteFolder.Kind?,
    read: @escaping @Sendable (String, Int) -> [UInt8]?,
    start: @escaping @Sendable (String, Int) -> [UInt8]?,
    list: @escaping @Sendable (String) -> [Entry]
  ) {
    (self.kind, self.read, self.start, self.list) = (kind, read, start, list)
  }

  /// The closest folder above a file that is a repository or a vault.
  package func repository(of path: String) -> String? {
    var folder = Paths.folder(of: path)
    while !folder.isEmpty, !isRepository(folder) { folder = Paths.folder(of: folder) }
    return folder.isEmpty ? nil : folder
  }

  private func isRepository(_ folder: String) -> Bool {
    [".git", ".obsidian", ".marksman.toml"].contains { kind(folder + "/" + $0) != nil }
  }

  /// Whether a folder that a client names is searched for notes.
  package func isFolderOfNotes(_ folder: String) -> Bool {
    guard let home else { return true }
    return folder != home && !Paths.isInside(home, folder) || isRepository(folder)
  }

  /// The longest note that is read, in bytes.
  package static let noteLimit = 8 << 20

  /// Reads a note; nil if it cannot be read.
  package func note(at path: String, in dialect: Dialect) -> Note? {
    guard let text = text(at: path) else { return nil }
    return (try? SyntaxTree(text, in: dialect)).map { Note($0, text, in: dialect) }
  }

  /// The text of a note; nil if it cannot be read, is too long, or is not UTF-8.
  package func text(at path: String) -> [UInt8]? {
    guard let bytes = read(path, Self.noteLimit), String(validating: bytes, as: UTF8.self) != nil
    else { return nil }
    return bytes
  }
}

/// Finds the files of some folders that are not ignored.
///
/// Ignored is what `.gitignore` and `.ignore` name, in the folder or one above up to the repository's; hidden files; and
/// `node_modules`.
package struct NoteWalk {
  /// The number of files after which a walk ends.
  private static let limit = 200_000
  private static let depthLimit = 64

  private let files: NoteFiles
  private let isCanceled: () -> Bool
  package private(set) var found: [(path: String, stamp: [Int])] = []

  package init(_ files: NoteFiles, isCanceled: @escaping () -> Bool = { false }) {
    (self.files, self.isCanceled) = (files, isCanceled)
  }

  package mutating func walk(_ folder: String) {
    // The ignore files of the folders above, up to the one of the repository.
    var above: [String] = []
    var place = folder
    while files.kind(place + "/.git") == nil, !place.isEmpty {
      place = Paths.folder(of: place)
      above.append(place)
    }
    let isInRepository = files.kind(place + "/.git") != nil
    let outer = (isInRepository ? above.reversed() : []).flatMap { rules(of: $0) }
    walk(folder, outer, depth: 0)
  }

  private func rules(of folder: String) -> [IgnoreRules] {
    [".gitignore", ".ignore"].compactMap { name in
      files.read(folder + "/" + name, 1 << 20).map { IgnoreRules($0, in: folder) }
    }
  }

  private mutating func walk(_ folder: String, _ outer: [IgnoreRules], depth: Int) {
    let entries = files.list(folder)
    let hasRules = entries.contains { $0.name == ".gitignore" || $0.name == ".ignore" }
    let rules = hasRules ? outer + rules(of: folder) : outer
    for entry in entries.sorted(by: { $0.name < $1.name }) {
      if found.count >= Self.limit || isCanceled() { return }
      if entry.name.utf8.first == .fullStop || entry.name == "node_modules" { continue }
      let path = (folder == "/" ? "" : folder) + "/" + entry.name
      let isFolder = entry.kind == .folder
      let answer = rules.reversed().lazy.compactMap { $0.isIgnored(path, isFolder: isFolder) }.first
      if answer == true { continue }
      if !isFolder {
        found.append((path, entry.stamp))
      } else if depth < Self.depthLimit {
        walk(path, rules, depth: depth + 1)
      }
    }
  }
}

extension NoteFolder {
  /// Makes the contents those of the file system. Only notes that have changed are read.
  ///
  /// - Returns: whether anything has changed.
  /// - Complexity: O(*n*) in the number of files, and in the length of the notes that are read.
  package mutating func scan(_ files: NoteFiles, isCanceled: @escaping () -> Bool = { false })
    -> Bool
  {
    var walk = NoteWalk(files, isCanceled: isCanceled)
    for root in roots { walk.walk(root) }
    if isCanceled() { return false }
    var changed = false
    for (path, stamp) in walk.found where stamps[path] != stamp {
      if isCanceled() { return changed }
      changed = true
      stamps[path] = stamp
      let note = Paths.isNote(path) ? files.note(at: path, in: dialect) : nil
      add(path, note)
    }
    if stamps.count > walk.found.count {
      let present = Set(walk.found.map(\.path))
      for path in stamps.keys where !present.contains(path) {
        stamps[path] = nil
        remove(path)
        changed = true
      }
    }
    return changed
  }
}
