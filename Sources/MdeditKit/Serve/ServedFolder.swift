/// The Markdown files in a folder and its subfolders; other files cannot be reached through it.
///
/// Each folder in a name is opened without following symbolic links, so no name leaves the folder.
package struct ServedFolder: Sendable {
  private static let depthLimit = 8
  private static let countLimit = 10_000

  package let path: String

  package init(_ path: String) throws(Failure) {
    guard let resolved = realpath(path, nil) else {
      let error = SystemError()
      throw Failure(.noInput, "\(TerminalText.name(path)): \(error.reason).")
    }
    defer { free(resolved) }
    self.path = String(cString: resolved)
    let descriptor = open(self.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw Failure(.noInput, "\(TerminalText.name(path)): this is not a folder.")
    }
    close(descriptor)
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

  /// The names of the files, sorted, without hidden files and symbolic links.
  package func names() -> [String] {
    var result: [String] = []
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if descriptor >= 0 { collect(descriptor, "", depth: 0, into: &result) }
    return result.sorted()
  }

  private func collect(
    _ folder: Int32, _ prefix: String, depth: Int, into names: inout [String]
  ) {
    guard let stream = fdopendir(folder) else {
      close(folder)
      return
    }
    defer { closedir(stream) }
    while names.count < Self.countLimit, let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
      }
      guard let name, !name.hasPrefix("."),
        let status = try? fileStatus(of: name, in: dirfd(stream))
      else { continue }
      if status.kind == S_IFDIR, depth < Self.depthLimit {
        let inner = openat(
          dirfd(stream), name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        if inner >= 0 { collect(inner, prefix + name + "/", depth: depth + 1, into: &names) }
      } else if status.kind == S_IFREG, Self.isMarkdown(name) {
        names.append(prefix + name)
      }
    }
  }

  /// Reads a file.
  ///
  /// - Returns: nil if `name` is not a Markdown file of the folder.
  package func document(_ name: String) throws(Failure) -> Document? {
    guard let identity = identity(of: name) else { return nil }
    let document = try Document(reading: path + "/" + name, isRegular: true)
    // The file must be the one that was found without following a link.
    return document.identity == identity ? document : nil
  }

  /// The identity of the file that has a name now; nil if it is not a Markdown file of the folder.
  package func identity(of name: String) -> FileIdentity? {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard let last = parts.last, Self.isMarkdown(last), parts.count <= Self.depthLimit + 1,
      parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") && !$0.utf8.contains(0) })
    else { return nil }
    var folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    for part in parts.dropLast() where folder >= 0 {
      let inner = openat(folder, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      close(folder)
      folder = inner
    }
    guard folder >= 0 else { return nil }
    defer { close(folder) }
    let file = openat(folder, last, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    guard let status = try? fileStatus(of: file), status.kind == S_IFREG else { return nil }
    return FileIdentity(status)
  }

  private static func isMarkdown(_ name: String) -> Bool {
    let small = name.lowercased()
    return small.hasSuffix(".md") || small.hasSuffix(".markdown")
  }
}
