import Foundation
import MdeditKit
import Testing

/// An action of another program on a file while it is replaced.
private struct Meddling: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The content of the file afterwards, or nil if there is no file.
  let content: String?
  let act: @Sendable (String) throws -> Void

  init(_ name: String, _ content: String?, _ act: @escaping @Sendable (String) throws -> Void) {
    (testDescription, self.content, self.act) = (name, content, act)
  }

  static let append = Meddling("append", "older") { path in
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("er".utf8))
  }
  static let rewrite = Meddling("rewrite", "OLD") { path in
    try #require(FileHandle(forWritingAtPath: path)).write(contentsOf: Data("OLD".utf8))
  }
  static let remove = Meddling("remove", nil) { unlink($0) }
  static let touch = Meddling("touch", "old") { utimes($0, nil) }
  static let changeMode = Meddling("chmod", "old") { chmod($0, 0o600) }
  static let link = Meddling("link", "old") { Foundation.link($0, $0 + ".link") }

  static func replace(by text: String) -> Meddling {
    Meddling("replace by \(text)", text) { path in
      try Data(text.utf8).write(to: URL(filePath: path + ".new"))
      rename(path + ".new", path)
    }
  }
}

/// Does something and records an error as an issue.
private func recording(_ act: () throws -> Void) {
  do { try act() } catch { Issue.record(error) }
}

@Suite(.serialized) struct FileReplacementTests {
  private let scratch: Scratch
  private let path: String
  private let document: Document

  init() throws {
    scratch = try Scratch()
    path = try scratch.file("old")
    document = try Document(reading: path)
  }

  /// Replaces the content by “new”, with other actions in between.
  private func replace(_ replacement: FileReplacement = FileReplacement()) throws {
    try replacement.replaceContent(of: Document(reading: path), with: Array("new".utf8))
  }

  /// The identity is that of the file that was written, so a later change of it is noticed.
  @Test func theIdentityIsThatOfTheFileThatWasWritten() throws {
    let document = try Document(reading: path)
    let written = try FileReplacement().replaceContent(of: document, with: Array("new".utf8))
    let folder = try ServedFolder(scratch.url.path)
    func isThere() -> Bool { folder.identity(of: "notes.md")?.contentTime == written.contentTime }
    #expect(isThere() && folder.identity(of: "notes.md")?.file == written.file)
    utimes(path, [timeval(tv_sec: 1, tv_usec: 0), timeval(tv_sec: 1, tv_usec: 0)])
    #expect(!isThere())
  }

  private func expectLeft(after meddling: Meddling, by replacement: FileReplacement) throws {
    let failure = #expect(throws: Failure.self) {
      try replacement.replaceContent(of: document, with: Array("new".utf8))
    }
    #expect(failure?.status == .changedMeanwhile)
    let changed = "another program changed the file in the meantime; that version was kept."
    #expect(failure?.message.hasSuffix(changed) == true)
    let names = try scratch.names
    #expect(names.contains("notes.md") == (meddling.content != nil))
    if let content = meddling.content { #expect(try scratch.text() == content) }
    #expect(!names.contains { $0.hasPrefix(".mdedit") })
  }

  /// Any change by others in the meantime has priority.
  @Test(arguments: [
    Meddling.append, .rewrite, .touch, .changeMode, .replace(by: "old"), .remove, .link,
  ])
  private func aFileThatChangedIsLeft(_ meddling: Meddling) throws {
    var replacement = FileReplacement()
    replacement.beforeCommit = { [path] in recording { try meddling.act(path) } }
    try expectLeft(after: meddling, by: replacement)
  }

  /// Another program also has priority between the last look at the file and the exchange of names.
  @Test(arguments: [Meddling.append, .replace(by: "other"), .remove])
  private func anUpdateAtTheLastMomentIsNotLost(_ meddling: Meddling) throws {
    var replacement = FileReplacement()
    replacement.beforeExchange = { [path] in recording { try meddling.act(path) } }
    try expectLeft(after: meddling, by: replacement)
  }

  @Test func aFileThatChangedBeforeIsLeft() throws {
    let meddling = Meddling.rewrite
    try meddling.act(path)
    try expectLeft(after: meddling, by: FileReplacement())
  }

  /// Creates a temporary file of a process for another file, and returns its name.
  private func stray(of process: Int, _ suffix: String = "1a2b3c") throws -> String {
    let name = ".mdedit-\(process)-1-2-3-4-\(suffix)"
    try scratch.file(name, "x")
    return name
  }

  private func endedProcess() throws -> Int {
    let process = try Process.run(URL(filePath: "/bin/sh"), arguments: ["-c", ":"])
    process.waitUntilExit()
    return Int(process.processIdentifier)
  }

  /// The next run removes the file of a killed run, but not that of a running one.
  @Test func straysAreSwept() throws {
    let ended = try endedProcess()
    _ = try stray(of: ended)
    let other = try stray(of: ended, "4d5e6f")
    let atWork = open(scratch.path(of: other), O_RDONLY)
    defer { close(atWork) }
    #expect(flock(atWork, LOCK_EX | LOCK_NB) == 0)
    try replace()
    #expect(try Set(scratch.names) == ["notes.md", other])
    #expect(try scratch.text() == "new")
  }

  /// A file stays unless it is certainly a leftover temporary file.
  @Test func usersFilesAreNotSwept() throws {
    let ended = try endedProcess()
    for name in [
      ".mdedit", ".mdedit-", ".mdedit-config.json", ".mdedit-notes.md", ".mdedit-1a2b3c",
      ".mdedit-\(ended)-1-1a2b3c", ".mdedit--1-1-2-3-4-1a2b3c", ".mdedit-0-1-2-3-4-1a2b3c",
    ] {
      try scratch.file(name, "x")
    }
    _ = try stray(of: Int(getpid()))
    for suffix in ["1A", "notes.md"] { _ = try stray(of: ended, suffix) }
    // A file with another name is not a temporary file, and neither is a folder or a link.
    #expect(link(scratch.path(of: try stray(of: ended, "5")), scratch.path(of: "second")) == 0)
    #expect(mkdir(scratch.path(of: ".mdedit-\(ended)-1-2-3-4-6"), 0o700) == 0)
    #expect(symlink("notes.md", scratch.path(of: ".mdedit-\(ended)-1-2-3-4-7")) == 0)
    let kept = try scratch.names
    #expect(kept.count == 16)
    try replace()
    #expect(try scratch.names == kept)
  }

  /// A run killed after the exchange of names leaves the old document under the temporary name. It
  /// is removed if its content is unchanged, and stays if another program wrote to it.
  @Test(arguments: [false, true])
  func aDocumentWithATemporaryNameIsSweptIfItIsUnchanged(isChanged: Bool) throws {
    let displaced = try scratch.file("displaced", "old")
    let identity = try #require(try Document(reading: displaced).identity)
    let (size, time) = (identity.byteCount + (isChanged ? 1 : 0), identity.contentTime)
    let name = ".mdedit-\(try endedProcess())-\(identity.file)-\(size)-\(time[0])-\(time[1])-5"
    #expect(rename(displaced, scratch.path(of: name)) == 0)
    try replace()
    #expect(try Set(scratch.names) == (isChanged ? ["notes.md", name] : ["notes.md"]))
  }

  /// Listing 10,000 files for each of them once took two minutes.
  @Test func aFolderIsSweptOnceARun() throws {
    let replacement = FileReplacement()
    let ended = try endedProcess()
    _ = try stray(of: ended)
    try replace(replacement)
    let last = try stray(of: ended, "4d5e6f")
    try replace(replacement)
    #expect(try Set(scratch.names) == ["notes.md", last])
  }

  /// The time of a change has nanoseconds, so two changes in one second differ.
  @Test func theIdentityHasNanoseconds() throws {
    func identity(_ nanoseconds: Int) throws -> FileIdentity {
      let time = timespec(tv_sec: 1_700_000_000, tv_nsec: nanoseconds)
      #expect(utimensat(AT_FDCWD, path, [time, time], 0) == 0)
      return try #require(try Document(reading: path).identity)
    }
    for nanoseconds in 1...2 {
      #expect(try identity(nanoseconds).contentTime == [1_700_000_000, nanoseconds])
    }
    // No file system in use has a clock whose ticks are all whole seconds.
    #expect(try (0..<50).contains { try identity($0).attributeTime[1] != 0 })
  }

  #if os(Linux)
    /// An argument is UTF-8, but the current folder may have any name, such as `M\xfcller`.
    @Test func aFolderMayHaveANameThatIsNoText() throws {
      let script = """
        folder=$(printf 'M\\374ller') && mkdir "$folder" && cd "$folder" && printf 'a b\\n' > notes.md \
          && "$0" mark strong notes.md --utf8 0-1 --in-place && cat notes.md
        """
      let run = try ToolRun(shell: script, in: scratch.url)
      #expect(run.text == "**a** b\n" && run.status == 0, "\(run.errors)")
    }
  #endif

  /// Nobody else may open the temporary file before it has the rights of the document.
  @Test func theTemporaryFileIsBesideAndPrivateUntilThen() throws {
    let before = umask(0)
    defer { umask(before) }
    var replacement = FileReplacement()
    replacement.beforeFilling = { [scratch] in
      recording {
        let temporary = try #require(scratch.names.first { $0.hasPrefix(".mdedit-\(getpid())-") })
        #expect(try Set(scratch.names) == ["notes.md", temporary])
        var status = stat()
        #expect(stat(scratch.path(of: temporary), &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
      }
    }
    try replace(replacement)
    #expect(try scratch.names == ["notes.md"])
    #expect(try scratch.text() == "new")
  }

  /// A signal that would end the process arrives during the change, and no file is left over.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func signalsWait(_ number: Int32) throws {
    let before = signal(number) { _ in SignalNote.count += 1 }
    defer { signal(number, before) }
    // Threads of the tests' pool block signals by default.
    var signals = sigset_t()
    var masked = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    pthread_sigmask(SIG_UNBLOCK, &signals, &masked)
    defer { pthread_sigmask(SIG_SETMASK, &masked, nil) }
    let already = SignalNote.count
    var replacement = FileReplacement()
    replacement.beforeCommit = {
      raise(number)
      #expect(SignalNote.count == already)
    }
    try replace(replacement)
    #expect(SignalNote.count == already + 1)
    #expect(try scratch.names == ["notes.md"])
  }

  /// Whenever a run is ended, the file is completely old or new, with no other file beside it.
  @Test(arguments: 0..<12) func aRunThatIsEndedLeavesAWholeFile(round: Int) throws {
    let old = "a word\n" + String(repeating: "\nparagraph\n", count: 2000)
    try scratch.file(old)
    let process = try Process.run(
      Tool.url, arguments: ["toggle", "strong", path, "--utf8", "2..<6", "-i"])
    usleep(UInt32(round) * 10_000)
    process.terminate()
    process.waitUntilExit()
    #expect(try [old, old.replacing("word", with: "**word**")].contains(scratch.text()))
    #expect(try scratch.names == ["notes.md"])
  }
}

/// The number of received signals. Only one test at a time sends one.
private enum SignalNote {
  nonisolated(unsafe) static var count = 0
}
