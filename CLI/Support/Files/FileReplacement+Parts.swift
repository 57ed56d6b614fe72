#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The file that is to be replaced: its folder and itself, open, and its name there.
struct Target {
  let folder: Int32
  let file: Int32
  let name: String

  /// Opens the file that `path` leads to, symbolic links followed.
  init(_ path: String) throws(ReplacementProblem) {
    guard let resolved = realpath(path, nil) else {
      throw .failed("cannot be found", SystemError())
    }
    defer { free(resolved) }
    let whole = String(cString: resolved)
    let slash = whole.lastIndex(of: "/") ?? whole.startIndex
    name = String(whole[whole.index(after: slash)...])
    guard faccessat(AT_FDCWD, whole, W_OK, AT_EACCESS) == 0 else {
      throw .failed("cannot be written", SystemError())
    }
    let folderPath = slash == whole.startIndex ? "/" : String(whole[..<slash])
    folder = open(folderPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw .failed("the folder cannot be opened", SystemError()) }
    file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      let error = SystemError()
      _ = closeDescriptor(folder)
      throw .failed("cannot be opened", error)
    }
  }

  /// The status of the open file.
  func status() throws(ReplacementProblem) -> stat {
    do { return try fileStatus(of: file) } catch { throw .failed("cannot be examined", error) }
  }

  /// The status of the file that has the name now.
  func statusOfName() throws(ReplacementProblem) -> stat {
    do {
      return try fileStatus(of: name, in: folder)
    } catch {
      throw error.number == ENOENT ? .changed : .failed("cannot be examined", error)
    }
  }

  func close() {
    _ = closeDescriptor(file)
    _ = closeDescriptor(folder)
  }
}

/// A new file that is to take another's name.
struct TemporaryFile {
  private let folder: Int32
  private let file: Int32
  private let name: String

  /// Creates a file that only its owner may read, under a name that no file has.
  init(in folder: Int32) throws(ReplacementProblem) {
    self.folder = folder
    while true {
      let name = ".mdedit-" + String(UInt64.random(in: .min ... .max), radix: 36)
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
      let file = openat(folder, name, flags, 0o600)
      if file >= 0 {
        (self.file, self.name) = (file, name)
        return
      }
      let error = SystemError()
      guard error.number == EEXIST || error.number == EINTR else {
        throw .failed("no temporary file can be made beside it", error)
      }
    }
  }

  /// Writes the content, makes the attributes those of `original`, and brings all of it to disk.
  func fill(
    with bytes: [UInt8], asCopyOf original: Target, _ status: stat
  ) throws(ReplacementProblem) {
    do {
      try writeAll(bytes, to: file)
    } catch {
      throw .failed("the new content cannot be written", error)
    }
    do {
      try copyAttributes(of: original.file, status, to: file)
    } catch {
      throw .failed("owner, mode, access control list or extended attributes cannot be kept", error)
    }
    do {
      _ = try retrying { Int(fsync(file)) }
    } catch {
      throw .failed("the new content cannot be written", error)
    }
  }

  /// Takes the name `other`, from the file that has it.
  func rename(to other: String) throws(ReplacementProblem) {
    guard renameat(folder, name, folder, other) == 0 else {
      throw .failed("the new content cannot take its place", SystemError())
    }
  }

  /// Takes the file away.
  func remove() { unlinkat(folder, name, 0) }

  func close() { _ = closeDescriptor(file) }
}

/// `close`, under a name that no method hides.
private func closeDescriptor(_ descriptor: Int32) -> Int32 { close(descriptor) }
