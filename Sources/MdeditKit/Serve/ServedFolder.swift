/// The folder whose notes and images `mdedit serve` reads and changes.
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
        guard let inner = try? openFolder(name, in: folder) else { continue }
        collect(inner, prefix + name + "/", depth + 1)
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

  /// Calls `body` with the open folder of a file and the last part of its name.
  ///
  /// Each folder in a name is opened without following symbolic links, and no part of a name may be
  /// hidden, so no name leaves the folder. With `isNew`, missing folders are created.
  package func inside<Value>(
    _ name: String, isNew: Bool = false, _ body: (Int32, String) throws -> Value
  ) throws -> Value {
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
}
