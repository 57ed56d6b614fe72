/// The notes and images in a folder and its subfolders, which `mdedit serve` reads and changes.
///
/// Each folder in a name is opened without following symbolic links, and no part of a name may be
/// hidden, so no name leaves the folder. Errors are those of the system, and for a file ENOENT if it
/// is not a regular one, ESTALE if it no longer has the version that the caller knows, EEXIST if a new
/// name is taken, EINVAL if it is not allowed, and EFBIG if it is longer than a limit.
package struct ServedFolder: Sendable {
  private static let depthLimit = 8
  private static let countLimit = 10_000

  package let path: String

  package init(_ path: String) throws(Failure) {
    guard let resolved = realpath(path.isEmpty ? path : path + "/.", nil) else {
      throw Failure(.noInput, "\(TerminalText.name(path)): \(SystemError().reason).")
    }
    defer { free(resolved) }
    self.path = String(cString: resolved)
  }

  /// A number that the path gives, the same at every start. The path cannot be read from it.
  private var fingerprint: UInt64 {
    path.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// The name under which the page keeps unsaved text of this folder.
  package var identifier: String { String(fingerprint, radix: 16) }

  /// The ports to try, in order: browsers keep text by the port, so each folder has its own.
  ///
  /// Systems do not choose these ports for outgoing connections.
  package var ports: [UInt16] {
    let first = fingerprint ^ fingerprint >> 32
    return (0..<8).map { 20_480 + UInt16(truncatingIfNeeded: (first % 8192 + $0) % 8192) }
  }

  /// The names of the notes and of the subfolders, sorted, without hidden ones and symbolic links.
  package func names() -> (notes: [String], folders: [String]) {
    var (notes, folders): ([String], [String]) = ([], [])
    func collect(_ folder: Int32, _ prefix: String, _ depth: Int) {
      defer { close(folder) }
      for name in fileNames(in: folder) where Self.isShown(name) {
        guard notes.count < Self.countLimit, folders.count < Self.countLimit else { return }
        let kind = try? fileStatus(of: name, in: folder).kind
        if kind == S_IFREG, Self.isNote(name) { notes.append(prefix + name) }
        guard kind == S_IFDIR, depth < Self.depthLimit else { continue }
        folders.append(prefix + name)
        if let inner = try? openFolder(name, in: folder) {
          collect(inner, prefix + name + "/", depth + 1)
        }
      }
    }
    if let folder = try? openFolder(path) { collect(folder, "", 0) }
    return (notes.sorted(), folders.sorted())
  }

  package static func isNote(_ name: String) -> Bool {
    name.lowercased().hasSuffix(".md") || name.lowercased().hasSuffix(".markdown")
  }

  private static func isShown(_ part: String) -> Bool {
    part.utf8.first.map { $0 != .fullStop } ?? false
  }

  /// The version of the file that has a name now.
  package func version(of name: String) throws(SystemError) -> String {
    try inside(name) { (folder, last) throws(SystemError) in try identity(last, in: folder).tag }
  }

  package func content(
    of name: String, limit: Int = Document.byteLimit
  ) throws(SystemError) -> (bytes: [UInt8], version: String) {
    try inside(name) { (folder, last) throws(SystemError) in
      let identity = try identity(last, in: folder)
      let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
      let file = Int32(try retrying { Int(openat(folder, last, flags)) })
      defer { close(file) }
      let bytes = try readAll(from: file, expecting: identity.byteCount, limit: limit)
      guard bytes.count <= limit else { throw SystemError(EFBIG) }
      // Another program may have replaced it or written to it meanwhile.
      guard FileIdentity(try fileStatus(of: file)) == identity else { throw SystemError(ESTALE) }
      return (bytes, identity.tag)
    }
  }

  /// Replaces the contents of a file as `--in-place` does.
  ///
  /// - Returns: the version that was written, even if another program has written one since.
  package func replace(_ name: String, _ version: String, with bytes: [UInt8]) throws -> String {
    let known = try inside(name) { (folder, last) throws(SystemError) in
      try identity(last, in: folder, version)
    }
    return try FileReplacement().replaceContent(
      of: path + "/" + name, shown: TerminalText.name(name), known, with: bytes
    ).tag
  }

  /// Creates a file and the missing folders of its name, and returns its version.
  package func create(_ name: String, _ bytes: [UInt8]) throws(SystemError) -> String {
    try inside(name, isNew: true) { (folder, last) throws(SystemError) in
      try createFile(last, in: folder, bytes).tag
    }
  }

  /// Moves a file, whose version stays, and creates the missing folders of its new name.
  package func move(_ name: String, _ version: String, to new: String) throws(SystemError) {
    try inside(name) { (folder, last) throws(SystemError) in
      _ = try identity(last, in: folder, version)
      try inside(new, isNew: true) { (newFolder, newLast) throws(SystemError) in
        try renameFile(last, in: folder, to: newLast, in: newFolder)
      }
    }
  }

  package func remove(_ name: String, _ version: String) throws(SystemError) {
    try inside(name) { (folder, last) throws(SystemError) in
      try removeFile(last, in: folder, identity(last, in: folder, version))
    }
  }

  package func createFolder(_ name: String) throws(SystemError) {
    try inside(name, isNew: true) { (folder, last) throws(SystemError) in
      _ = try retrying { Int(mkdirat(folder, last, 0o777)) }
    }
  }

  /// Calls `body` with the open folder of a file, and the last part of the name.
  private func inside<Value>(
    _ name: String, isNew: Bool = false, _ body: (Int32, String) throws(SystemError) -> Value
  ) throws(SystemError) -> Value {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.allSatisfy(Self.isShown), parts.count <= Self.depthLimit + 1,
      name.utf8.allSatisfy({ isNew ? $0 >= .space && $0 != .delete && $0 != .backslash : $0 != 0 })
    else { throw SystemError(isNew ? EINVAL : ENOENT) }
    var folder = try openFolder(path)
    defer { close(folder) }
    for part in parts.dropLast() {
      if isNew { mkdirat(folder, part, 0o777) }
      let inner = try openFolder(part, in: folder)
      close(folder)
      folder = inner
    }
    return try body(folder, parts.last ?? "")
  }

  private func identity(
    _ name: String, in folder: Int32, _ version: String? = nil
  ) throws(SystemError) -> FileIdentity {
    let status = try fileStatus(of: name, in: folder)
    guard status.kind == S_IFREG else { throw SystemError(ENOENT) }
    let identity = FileIdentity(status)
    guard version == nil || version == identity.tag else { throw SystemError(ESTALE) }
    return identity
  }
}

extension FileIdentity {
  /// The version as an entity tag: it changes when another program writes or replaces the file.
  fileprivate var tag: String {
    let numbers = [Int(truncatingIfNeeded: device), Int(truncatingIfNeeded: file), byteCount]
    return "\"" + (numbers + contentTime).map { String($0, radix: 16) }.joined(separator: ".")
      + "\""
  }
}
