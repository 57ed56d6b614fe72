import CExtendedAttributes

/// Replaces the contents of a file atomically.
///
/// The new contents are written to a temporary file in the same folder and flushed to the disk.
/// Then the two files exchange names. So at any time, even after a crash, the file has either the
/// old or the new contents. If another program wrote to the file after it was read, the names are
/// exchanged back and that program's version stays. Owner, mode, access control list and extended
/// attributes stay. A symbolic link stays a link; its target is replaced.
package struct FileReplacement: Sendable {
  /// Whether a file with several hard links may be replaced under only one of its names.
  package var breaksHardLinks: Bool
  private let swept: SweptFolders
  /// Called when the temporary file has been created and is empty; for tests.
  package var beforeFilling: @Sendable () -> Void = {}
  /// Called before the names are exchanged; for tests.
  package var beforeCommit: @Sendable () -> Void = {}
  /// Called between the last check of the file and the exchange of names; for tests.
  package var beforeExchange: @Sendable () -> Void = {}

  package init(breaksHardLinks: Bool = false, swept: SweptFolders = SweptFolders()) {
    self.breaksHardLinks = breaksHardLinks
    self.swept = swept
  }

  /// Replaces the contents of the file that `document` was read from by `bytes`.
  ///
  /// Signals that would end the process wait until it is done, so that no temporary file is left.
  ///
  /// - Returns: the identity of the file that was written, even if it has changed since.
  @discardableResult
  package func replaceContent(
    of document: Document, with bytes: [UInt8]
  ) throws(Failure) -> FileIdentity {
    guard let path = document.path, let identity = document.identity else {
      throw Failure(.usage, "standard input cannot be changed in place; give a file.")
    }
    return try withSignalsHeldBack { () throws(Failure) in
      try replace(Target(path, shown: document.text.name), identity, bytes)
    }
  }

  /// Replaces the contents of a file in an open folder if it has the version `version`.
  ///
  /// - Returns: the version that was written, even if another program has written one since.
  package func replaceContent(
    of name: String, in folder: Int32, _ version: String, with bytes: [UInt8]
  ) throws -> String {
    let identity = try fileIdentity(of: name, in: folder, version)
    return try withSignalsHeldBack { () throws(Failure) in
      try replace(Target(name, in: folder), identity, bytes).version
    }
  }

  private func replace(
    _ target: Target, _ identity: FileIdentity, _ bytes: [UInt8]
  ) throws(Failure) -> FileIdentity {
    defer { target.close() }
    let status = try target.status()
    guard FileIdentity(status) == identity else { throw .changed(target.shown) }
    guard status.kind == S_IFREG else {
      throw Failure(.notDone, "\(target.shown): not a regular file; the file is unchanged.")
    }
    guard status.st_nlink == 1 || breaksHardLinks else {
      throw Failure(
        .notDone,
        "\(target.shown): the file has \(status.st_nlink) names (hard links); "
          + "--break-hard-links changes only this one; the file is unchanged.")
    }
    swept.sweep(target.folder)
    let temporary = try TemporaryFile(for: target, identity)
    defer { temporary.close() }
    let written: FileIdentity
    do throws(Failure) {
      beforeFilling()
      written = try temporary.fill(with: bytes, status)
      beforeCommit()
      guard FileIdentity(try target.statusOfName()) == identity else {
        throw Failure.changed(target.shown)
      }
      beforeExchange()
      try temporary.takePlace(identity)
    } catch {
      temporary.remove()
      throw error
    }
    // The exchange of names is on the disk once the folder is. A file system that does not support
    // this (EINVAL) writes it later.
    do throws(SystemError) {
      _ = try retrying { Int(fsync(target.folder)) }
    } catch {
      if error.number != EINVAL {
        throw Failure(
          .notOnDisk,
          "\(target.shown): the file is changed, but perhaps not on the disk yet: \(error.reason).")
      }
    }
    return written
  }
}

extension Failure {
  fileprivate static func changed(_ name: String) -> Failure {
    Failure(
      .changedMeanwhile,
      "\(name): another program changed the file in the meantime; that version was kept.")
  }

  fileprivate static func failed(
    _ name: String, _ what: String, _ error: SystemError = SystemError()
  ) -> Failure {
    Failure(.inputOutput, "\(name): \(what): \(error.reason); the file is unchanged.")
  }
}

private func withSignalsHeldBack<Value>(
  _ body: () throws(Failure) -> Value
) throws(Failure) -> Value {
  var signals = sigset_t()
  var before = sigset_t()
  // All signals, except those that report an error of the program: they are raised by an
  // instruction and cannot wait.
  sigfillset(&signals)
  for signal in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT] { sigdelset(&signals, signal) }
  pthread_sigmask(SIG_BLOCK, &signals, &before)
  defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
  return try body()
}

/// The file to replace: its open folder, its own descriptor, and its name in the folder.
private struct Target {
  let shown: String
  let folder: Int32
  let file: Int32
  /// The name, terminated by NUL. Not a `String`, because the resolved path need not be UTF-8.
  let name: [CChar]

  init(_ path: String, shown: String) throws(Failure) {
    guard let resolved = realpath(path, nil) else { throw .failed(shown, "cannot be found") }
    defer { free(resolved) }
    let whole = Array(UnsafeBufferPointer(start: resolved, count: strlen(resolved) + 1))
    let slash = whole.lastIndex(of: CChar(bitPattern: .slash)) ?? 0
    let folder = open(Array(whole[..<max(slash, 1)]) + [0], O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw .failed(shown, "the folder cannot be opened") }
    try self.init(Array(whole[(slash + 1)...]), shown: shown, owning: folder)
  }

  init(_ name: String, in folder: Int32) throws(Failure) {
    let shown = TerminalText.name(name)
    guard let own = try? openFolder(".", in: folder) else {
      throw .failed(shown, "the folder cannot be opened")
    }
    try self.init(Array(name.utf8CString), shown: shown, owning: own)
  }

  private init(_ name: [CChar], shown: String, owning folder: Int32) throws(Failure) {
    (self.name, self.shown, self.folder) = (name, shown, folder)
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let isWritable = faccessat(folder, name, W_OK, AT_EACCESS) == 0
    file = isWritable ? openat(folder, name, flags) : -1
    guard file >= 0 else {
      let error = SystemError()
      _ = closeDescriptor(folder)
      throw .failed(shown, isWritable ? "cannot be opened" : "cannot be written", error)
    }
  }

  func status() throws(Failure) -> stat {
    do { return try fileStatus(of: file) } catch {
      throw .failed(shown, "cannot be examined", error)
    }
  }

  func statusOfName() throws(Failure) -> stat {
    do { return try fileStatus(of: name, in: folder) } catch {
      throw error.number == ENOENT ? .changed(shown) : .failed(shown, "cannot be examined", error)
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
private struct TemporaryFile {
  private let target: Target
  private let file: Int32
  private let name: String

  /// Creates a file in the folder of `target`, readable only by its owner.
  ///
  /// Its name contains the process, and the number, size and modification time of the file to
  /// replace. See ``isStray(_:_:)``.
  init(for target: Target, _ identity: FileIdentity) throws(Failure) {
    self.target = target
    while true {
      let name = hiddenName(identity)
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
      let file = openat(target.folder, name, flags, 0o600)
      if file < 0 {
        let error = SystemError()
        guard error.number == EEXIST || error.number == EINTR else {
          throw .failed(target.shown, "cannot create a temporary file in its folder", error)
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

  /// Writes the contents, copies the attributes of the target, and flushes all of it to the disk.
  ///
  /// - Returns: the identity of the new file, before any other program can open it.
  func fill(with bytes: [UInt8], _ status: stat) throws(Failure) -> FileIdentity {
    var step = "the new content cannot be written"
    do throws(SystemError) {
      try writeAll(bytes, to: file)
      step = "cannot keep the owner, mode, access control list or extended attributes"
      try copyAttributes(of: target.file, status, to: file)
      step = "the new content cannot be written"
      _ = try retrying { Int(fsync(file)) }
      return FileIdentity(try fileStatus(of: file))
    } catch {
      throw .failed(target.shown, step, error)
    }
  }

  /// Exchanges names with the target and deletes that file if its contents are still those of
  /// `identity`. If they are not, the names are exchanged back.
  func takePlace(_ identity: FileIdentity) throws(Failure) {
    // While the old file has the temporary name, it must not be taken for a stray.
    lock(target.file)
    guard exchangeNames() == 0 else {
      let error = SystemError()
      if error.number == ENOENT { throw .changed(target.shown) }
      // The file system cannot exchange two names, so the file is renamed over the other.
      guard [ENOSYS, EINVAL, ENOTSUP].contains(error.number),
        renameat(target.folder, name, target.folder, target.name) == 0
      else { throw .failed(target.shown, "cannot be replaced by the new content", error) }
      return
    }
    let status = try? fileStatus(of: name, in: target.folder)
    guard let status, FileIdentity(status).hasSameContent(as: identity) else {
      guard exchangeNames() == 0 else {
        throw Failure(
          .inputOutput,
          "\(target.shown): another program changed the file at the last moment; "
            + "its version is in \(name).")
      }
      throw .changed(target.shown)
    }
    unlinkat(target.folder, name, 0)
  }

  /// Exchanges the names of the two files atomically. Returns 0, or -1 and sets `errno`.
  private func exchangeNames() -> Int32 {
    #if canImport(Darwin)
      renameatx_np(target.folder, name, target.folder, target.name, UInt32(RENAME_SWAP))
    #else
      mdedit_rename(target.folder, name, target.folder, target.name, MDEDIT_EXCHANGE)
    #endif
  }

  func remove() {
    if isNamed(file, name, in: target.folder) { unlinkat(target.folder, name, 0) }
  }

  func close() { _ = closeDescriptor(file) }
}

/// A new name for a file that has it for a moment. See ``TemporaryFile/isStray(_:_:)``.
func hiddenName(_ identity: FileIdentity? = nil) -> String {
  let numbers = [identity?.byteCount ?? 0] + (identity?.contentTime ?? [0, 0])
  return
    ".mdedit-\(getpid())-\(identity?.file ?? 0)-\(numbers.map(String.init).joined(separator: "-"))-"
    + String(UInt64.random(in: .min ... .max), radix: 16)
}

/// A name for `close` that no method shadows.
private func closeDescriptor(_ descriptor: Int32) -> Int32 { close(descriptor) }

/// Locks a file until it is closed here; false if another process has locked it.
@discardableResult
private func lock(_ file: Int32) -> Bool {
  flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
}

private func isNamed(_ file: Int32, _ name: String, in folder: Int32) -> Bool {
  guard let own = try? fileStatus(of: file), let named = try? fileStatus(of: name, in: folder)
  else { return false }
  return (own.st_dev, own.st_ino) == (named.st_dev, named.st_ino)
}

/// The folders in which a run has searched for the temporary files of killed runs.
///
/// Each folder is searched only once, because a search lists all files. With `--in-place` on 10,000
/// files in one folder, each file would otherwise list all 10,000.
package struct SweptFolders: Sendable {
  private let known = Monitor(Set<[UInt64]>())

  package init() {}

  /// Removes the strays from an open folder, unless that has been done; O(its files).
  fileprivate func sweep(_ folder: Int32) {
    guard let status = try? fileStatus(of: folder) else { return }
    var isNew = false
    known.changing { known in
      let folder = FileIdentity(status)
      isNew = known.insert([folder.device, folder.file]).inserted
      return .nobody
    }
    if isNew { removeStrays(in: folder) }
  }
}

/// Removes the unlocked temporary files of killed runs: see ``TemporaryFile/isStray(_:_:)``.
private func removeStrays(in folder: Int32) {
  for name in fileNames(in: folder) where name.hasPrefix(".") {
    guard let status = try? fileStatus(of: name, in: folder), TemporaryFile.isStray(name, status)
    else { continue }
    let file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { continue }
    if flock(file, LOCK_EX | LOCK_NB) == 0, isNamed(file, name, in: folder) {
      unlinkat(folder, name, 0)
    }
    close(file)
  }
}
