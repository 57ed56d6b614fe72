import CExtendedAttributes

/// The file to replace: its open folder, its own descriptor, and its name in the folder.
struct Target {
  let folder: Int32
  let file: Int32
  /// The name, terminated by NUL. Not a `String`, because the resolved path need not be UTF-8.
  let name: [CChar]

  /// Opens the file at `path`, following symbolic links.
  init(_ path: String) throws(ReplacementProblem) {
    guard let resolved = realpath(path, nil) else {
      throw .failed("cannot be found", SystemError())
    }
    defer { free(resolved) }
    let whole = Array(UnsafeBufferPointer(start: resolved, count: strlen(resolved) + 1))
    let slash = whole.lastIndex(of: CChar(bitPattern: .slash)) ?? 0
    name = Array(whole[(slash + 1)...])
    guard faccessat(AT_FDCWD, whole, W_OK, AT_EACCESS) == 0 else {
      throw .failed("cannot be written", SystemError())
    }
    folder = open(Array(whole[..<max(slash, 1)]) + [0], O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw .failed("the folder cannot be opened", SystemError()) }
    file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      let error = SystemError()
      _ = closeDescriptor(folder)
      throw .failed("cannot be opened", error)
    }
  }

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

/// A new file that will replace another.
///
/// It is locked (`flock`) while its process runs, so that no other process takes it for a stray.
struct TemporaryFile {
  private static let prefix = ".mdedit-"
  private let folder: Int32
  private let file: Int32
  private let name: String

  /// Creates a file in the folder of the file `target`, readable only by its owner.
  ///
  /// Its name contains the process, and the number, size and modification time of the file to
  /// replace. See ``isStray(_:_:)``.
  init(in folder: Int32, for target: FileIdentity) throws(ReplacementProblem) {
    self.folder = folder
    let content = [target.byteCount] + target.contentTime
    let start =
      Self.prefix + "\(getpid())-\(target.file)-\(content.map(String.init).joined(separator: "-"))-"
    while true {
      let name = start + String(UInt64.random(in: .min ... .max), radix: 16)
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
      let file = openat(folder, name, flags, 0o600)
      if file < 0 {
        let error = SystemError()
        guard error.number == EEXIST || error.number == EINTR else {
          throw .failed("cannot create a temporary file in its folder", error)
        }
        continue
      }
      lock(file)
      (self.file, self.name) = (file, name)
      return
    }
  }

  /// Whether a file with this name and status was left behind by a process that no longer runs.
  ///
  /// The file is either the one that the process created, or the one it replaced, which has the
  /// temporary name for a moment. The replaced file is a stray only if its contents are those that
  /// were read; otherwise another program wrote to it.
  static func isStray(_ name: String, _ status: stat) -> Bool {
    let pattern = /\.mdedit-([1-9][0-9]*)-([0-9]+)-([0-9]+)-(-?[0-9]+)-([0-9]+)-[0-9a-f]{1,16}/
    guard let (_, process, file, size, seconds, nanoseconds) = name.wholeMatch(of: pattern)?.output,
      let process = pid_t(process), kill(process, 0) != 0, errno == ESRCH,
      status.kind == S_IFREG, status.st_nlink == 1, status.st_uid == geteuid()
    else { return false }
    let identity = FileIdentity(status)
    return UInt64(file) != identity.file
      || Int(size) == identity.byteCount
        && [Int(seconds), Int(nanoseconds)] == identity.contentTime
  }

  /// Writes the contents, copies the attributes of `original`, and flushes all of it to the disk.
  ///
  /// - Returns: the identity of the new file, before any other program can open it.
  func fill(
    with bytes: [UInt8], asCopyOf original: Target, _ status: stat
  ) throws(ReplacementProblem) -> FileIdentity {
    do {
      try writeAll(bytes, to: file)
    } catch {
      throw .failed("the new content cannot be written", error)
    }
    do {
      try copyAttributes(of: original.file, status, to: file)
    } catch {
      throw .failed(
        "cannot keep the owner, mode, access control list or extended attributes", error)
    }
    do {
      _ = try retrying { Int(fsync(file)) }
      return FileIdentity(try fileStatus(of: file))
    } catch {
      throw .failed("the new content cannot be written", error)
    }
  }

  /// Exchanges names with `target` and deletes that file if its contents are still those of
  /// `identity`. If they are not, the names are exchanged back.
  func takePlace(
    of target: Target, _ identity: FileIdentity
  ) throws(ReplacementProblem) {
    // While the old file has the temporary name, it must not be taken for a stray.
    lock(target.file)
    guard exchangeNames(folder, name, target.name) == 0 else {
      let error = SystemError()
      if error.number == ENOENT { throw .changed }
      // The file system cannot exchange two names, so the file is renamed over the other.
      guard [ENOSYS, EINVAL, ENOTSUP].contains(error.number),
        renameat(folder, name, folder, target.name) == 0
      else { throw .failed("cannot be replaced by the new content", error) }
      return
    }
    let isAsRead =
      (try? fileStatus(of: name, in: folder)).map {
        FileIdentity($0).hasSameContent(as: identity)
      } ?? false
    guard isAsRead else {
      guard exchangeNames(folder, name, target.name) == 0 else { throw .displaced(name) }
      throw .changed
    }
    unlinkat(folder, name, 0)
  }

  /// Deletes the file if the name still belongs to it.
  func remove() {
    if isNamed(file, name, in: folder) { unlinkat(folder, name, 0) }
  }

  func close() { _ = closeDescriptor(file) }
}

/// A name for `close` that no method shadows.
private func closeDescriptor(_ descriptor: Int32) -> Int32 { close(descriptor) }

/// Locks a file until it is closed here; false if another process has locked it.
@discardableResult
private func lock(_ file: Int32) -> Bool {
  flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
}

/// Whether a name still refers to an open file.
func isNamed(_ file: Int32, _ name: String, in folder: Int32) -> Bool {
  guard let own = try? fileStatus(of: file), let named = try? fileStatus(of: name, in: folder)
  else { return false }
  return (own.st_dev, own.st_ino) == (named.st_dev, named.st_ino)
}

/// Exchanges the names of two files in a folder atomically. Returns 0, or -1 and sets `errno`.
private func exchangeNames(_ folder: Int32, _ first: String, _ second: [CChar]) -> Int32 {
  #if canImport(Darwin)
    renameatx_np(folder, first, folder, second, UInt32(RENAME_SWAP))
  #else
    mdedit_exchange(folder, first, folder, second)
  #endif
}
