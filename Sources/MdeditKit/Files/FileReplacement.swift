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
  /// The folders that have been searched for strays.
  private let swept: SweptFolders
  /// Called when the temporary file has been created and is empty; for tests.
  package var beforeFilling: @Sendable () -> Void = {}
  /// Called before the names are exchanged; for tests.
  package var beforeCommit: @Sendable () -> Void = {}
  /// Called between the last check of the file and the exchange of names; for tests.
  package var beforeExchange: @Sendable () -> Void = {}

  /// Makes a replacement; `swept` are the folders that this run has searched for strays already.
  package init(breaksHardLinks: Bool = false, swept: SweptFolders = SweptFolders()) {
    self.breaksHardLinks = breaksHardLinks
    self.swept = swept
  }

  /// Replaces the contents of the file that `document` was read from by `bytes`.
  ///
  /// Signals that would end the process wait until it is done, so that no temporary file is left.
  ///
  /// - Returns: the identity of the file that was written, even if it has changed since.
  /// - Throws: a ``Failure``: `notDone` if the replacement is refused (not a regular file, or other
  ///   hard links), `changedMeanwhile` if the file changed since it was read, `inputOutput` if a
  ///   call fails. The file has not changed then.
  @discardableResult
  package func replaceContent(
    of document: Document, with bytes: [UInt8]
  ) throws(Failure) -> FileIdentity {
    guard let path = document.path, let identity = document.identity else {
      throw Failure(.usage, "standard input cannot be changed in place; give a file.")
    }
    let name = document.text.name
    do throws(ReplacementProblem) {
      return try withSignalsHeldBack { () throws(ReplacementProblem) in
        try replace(Target(path), identity, bytes)
      }
    } catch {
      throw Failure(error, name)
    }
  }

  private func replace(
    _ target: Target, _ identity: FileIdentity, _ bytes: [UInt8]
  ) throws(ReplacementProblem) -> FileIdentity {
    defer { target.close() }
    let status = try target.status()
    guard FileIdentity(status) == identity else { throw .changed }
    guard status.kind == S_IFREG else { throw .refused("not a regular file") }
    guard status.st_nlink == 1 || breaksHardLinks else {
      throw .refused(
        "the file has \(status.st_nlink) names (hard links); "
          + "--break-hard-links changes only this one")
    }
    swept.sweep(target.folder)
    let temporary = try TemporaryFile(in: target.folder, for: identity)
    defer { temporary.close() }
    let written: FileIdentity
    do throws(ReplacementProblem) {
      beforeFilling()
      written = try temporary.fill(with: bytes, asCopyOf: target, status)
      beforeCommit()
      let current = FileIdentity(try target.statusOfName())
      guard current == identity else { throw ReplacementProblem.changed }
      beforeExchange()
      try temporary.takePlace(of: target, identity)
    } catch {
      temporary.remove()
      throw error
    }
    // The exchange of names is on the disk once the folder is. A file system that does not support
    // this (EINVAL) writes it later.
    do throws(SystemError) {
      _ = try retrying { Int(fsync(target.folder)) }
    } catch {
      if error.number != EINVAL { throw .uncertain(error) }
    }
    return written
  }
}

enum ReplacementProblem: Error {
  /// The replacement was refused; the text is the reason.
  case refused(String)
  /// The file is no longer the one that was read.
  case changed
  /// The file changed at the last moment; the other program's version has this name now.
  case displaced(String)
  /// A call failed: which, and why.
  case failed(String, SystemError)
  /// The file was replaced, but perhaps this is not on the disk yet.
  case uncertain(SystemError)

}

extension Failure {
  fileprivate init(_ problem: ReplacementProblem, _ name: String) {
    switch problem {
    case .refused(let reason):
      self.init(.notDone, "\(name): \(reason); the file is unchanged.")
    case .changed:
      self.init(
        .changedMeanwhile,
        "\(name): another program changed the file in the meantime; that version was kept.")
    case .displaced(let other):
      self.init(
        .inputOutput,
        "\(name): another program changed the file at the last moment; its version is in \(other).")
    case .failed(let what, let error):
      self.init(.inputOutput, "\(name): \(what): \(error.reason); the file is unchanged.")
    case .uncertain(let error):
      self.init(
        .notOnDisk,
        "\(name): the file is changed, but perhaps not on the disk yet: \(error.reason).")
    }
  }
}

/// Runs `body` while all signals that would end the process are blocked.
private func withSignalsHeldBack<Value, Failure: Error>(
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
