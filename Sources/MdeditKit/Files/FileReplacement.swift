/// Puts a new content in the place of a file's, whole or not at all.
///
/// The content goes into a temporary file beside the file and on to the disk, and only then the two
/// exchange their names: whoever reads it, and whatever breaks down, there is the old content or the
/// new one. What comes out is looked at: if somebody wrote to it after it was read, the names are
/// exchanged again and the other program's content stays. Owner, mode, access control list and
/// extended attributes stay. A symbolic link stays one; the file that it points to is replaced.
package struct FileReplacement: Sendable {
  /// Whether a file with several names may be replaced under this one alone.
  package var breaksHardLinks: Bool
  /// Where strays have been looked for.
  private let swept: SweptFolders
  /// Called when the temporary file is made and empty; for tests.
  package var beforeFilling: @Sendable () -> Void = {}
  /// Called when all but the change of names is done; for tests of what may happen until then.
  package var beforeCommit: @Sendable () -> Void = {}
  /// Called between the last look at the file and the exchange of names; for tests.
  package var beforeExchange: @Sendable () -> Void = {}

  /// Makes a replacement; `breaksHardLinks` says what becomes of a file with several names, and
  /// `swept` in which folders this run has swept up before.
  package init(breaksHardLinks: Bool = false, swept: SweptFolders = SweptFolders()) {
    self.breaksHardLinks = breaksHardLinks
    self.swept = swept
  }

  /// Replaces the content of the file that `document` was read from by `bytes`.
  ///
  /// Signals that end the process wait until it is done, so that no temporary file is left.
  ///
  /// - Throws: a ``Failure``: `notDone` where it is refused (no regular file, further hard links),
  ///   `changedMeanwhile` where the file changed since it was read, `inputOutput` where it fails. The
  ///   file is as it was then.
  package func replaceContent(of document: Document, with bytes: [UInt8]) throws(Failure) {
    guard let path = document.path, let identity = document.identity else {
      throw Failure(.usage, "standard input cannot be changed in place; give a file.")
    }
    let name = document.text.name
    do throws(ReplacementProblem) {
      try withSignalsHeldBack { () throws(ReplacementProblem) in
        try replace(Target(path), identity, bytes)
      }
    } catch {
      throw Failure(error, name)
    }
  }

  private func replace(
    _ target: Target, _ identity: FileIdentity, _ bytes: [UInt8]
  ) throws(ReplacementProblem) {
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
    do throws(ReplacementProblem) {
      beforeFilling()
      try temporary.fill(with: bytes, asCopyOf: target, status)
      beforeCommit()
      let current = FileIdentity(try target.statusOfName())
      guard current == identity else { throw ReplacementProblem.changed }
      beforeExchange()
      try temporary.takePlace(of: target, identity)
    } catch {
      temporary.remove()
      throw error
    }
    // The change of names is on the disk when the folder is. A file system that cannot say so
    // (EINVAL) does it in its own time.
    do throws(SystemError) {
      _ = try retrying { Int(fsync(target.folder)) }
    } catch {
      if error.number != EINVAL { throw .uncertain(error) }
    }
  }
}

/// Why a file is not replaced.
enum ReplacementProblem: Error {
  /// It is not done.
  case refused(String)
  /// It is not done: the file is not the one that was read.
  case changed
  /// The file changed at the last moment, and what somebody wrote has this name now.
  case displaced(String)
  /// It could not be done: what, and why.
  case failed(String, SystemError)
  /// It is done, but perhaps not yet on the disk.
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

/// Runs `body` with the signals that would end the process held back until it is done.
private func withSignalsHeldBack<Failure: Error>(
  _ body: () throws(Failure) -> Void
) throws(Failure) {
  var signals = sigset_t()
  var before = sigset_t()
  // All of them, whatever a system calls them, but for those that say that the program is wrong: these
  // come of an instruction, and cannot wait.
  sigfillset(&signals)
  for signal in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT] { sigdelset(&signals, signal) }
  pthread_sigmask(SIG_BLOCK, &signals, &before)
  defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
  try body()
}
