import MarkdownNotes

extension NoteFiles {
  /// The files of this machine.
  package static let system: NoteFiles = {
    var files = onDisk
    files.home = getenv("HOME").map { String(cString: $0) }
    return files
  }()

  private static let onDisk = NoteFiles(
    kind: { path in
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      return status.kind == S_IFDIR ? .folder : .file
    },
    read: { path, limit in
      let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      guard file >= 0 else { return nil }
      defer { close(file) }
      guard let status = try? fileStatus(of: file), status.kind == S_IFREG,
        status.st_size <= limit
      else { return nil }
      return try? readAll(from: file, expecting: Int(status.st_size), limit: limit)
    },
    start: { path, count in
      let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      guard file >= 0 else { return nil }
      defer { close(file) }
      var bytes = [UInt8](repeating: 0, count: count)
      return (try? readSome(from: file, into: &bytes)).map { Array(bytes[..<$0]) }
    },
    list: { path in
      guard let folder = try? openFolder(path + "/.") else { return [] }
      defer { close(folder) }
      return fileNames(in: folder).compactMap { name in
        guard name != ".", name != "..", let status = try? fileStatus(of: name, in: folder) else {
          return nil
        }
        return Entry(name, status) ?? Entry(target: name, in: folder)
      }
    })
}

extension NoteFiles.Entry {
  fileprivate init?(_ name: String, _ status: stat) {
    guard status.kind == S_IFREG || status.kind == S_IFDIR else { return nil }
    self.init(
      name: name, kind: status.kind == S_IFDIR ? .folder : .file,
      stamp: status.kind == S_IFDIR
        ? []
        : FileIdentity(status).contentTime
          + [Int(status.st_size), Int(truncatingIfNeeded: status.st_ino)])
  }

  /// The file to which a symbolic link leads. Links to folders are not followed: they may lead in circles.
  fileprivate init?(target name: String, in folder: Int32) {
    var status = stat()
    guard fstatat(folder, name, &status, 0) == 0, status.kind == S_IFREG else { return nil }
    self.init(name, status)
  }
}
