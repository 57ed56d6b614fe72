import CExtendedAttributes
import Foundation
import MdeditKit
import Testing

/// Runs of the tool that change a file `notes.md` in a folder.
@Suite struct InPlaceTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.file("a word\n")
  }

  private func toggle(_ more: String = "", file: String = "notes.md") throws -> ToolRun {
    try ToolRun("toggle strong \(file) --find word --in-place \(more)", in: scratch.url)
  }

  @Test func replacesTheFileAndPrintsNothing() throws {
    let before = try scratch.status()
    let run = try toggle()
    #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty)
    #expect(try scratch.text() == "a **word**\n" && scratch.names == ["notes.md"])
    // A new file took the name, so a reader of the old file still reads all of it.
    #expect(try scratch.status().st_ino != before.st_ino)
    #expect(try toggle("--json").text.contains(#""effect":"removed""#))
    #expect(try scratch.text() == "a word\n")
    #expect(try toggle("--diff").text.hasSuffix("-a word\n+a **word**\n"))
    #expect(try scratch.text() == "a **word**\n")
  }

  /// A command that only moves the caret, one that is refused, and a run that only prints.
  @Test(arguments: [
    ("**a** b\n", "toggle strong notes.md --caret 1:4 --steps ends -i", 0),
    ("```\nword\n```\n", "toggle strong notes.md --find word -i", 1),
    ("word\n", "toggle strong notes.md --find word", 0),
  ])
  func leavesAFileWithoutAChange(_ text: String, _ line: String, _ code: Int32) throws {
    try scratch.file(text)
    let before = try scratch.status()
    #expect(try ToolRun(line, in: scratch.url).status == code)
    #expect(try scratch.status().st_ino == before.st_ino && scratch.text() == text)
  }

  @Test(arguments: [0o600, 0o644, 0o777, 0o4755, 0o2640])
  func keepsTheModeAndTheOwner(_ mode: mode_t) throws {
    if geteuid() == 0 { #expect(chown(scratch.path(), 1234, 2345) == 0) }
    #expect(chmod(scratch.path(), mode) == 0)
    let before = try scratch.status()
    #expect(try toggle().status == 0)
    let after = try scratch.status()
    #expect(after.st_mode == before.st_mode && after.st_ino != before.st_ino)
    #expect((after.st_uid, after.st_gid) == (before.st_uid, before.st_gid))
  }

  @Test func followsSymbolicLinks() throws {
    #expect(mkdir(scratch.path(of: "sub"), 0o700) == 0)
    for (target, name) in [("../notes.md", "sub/one"), ("sub/one", "two"), ("nowhere", "three")] {
      #expect(symlink(target, scratch.path(of: name)) == 0)
    }
    #expect(try toggle(file: "two").status == 0)
    #expect(try scratch.text() == "a **word**\n")
    for name in ["two", "sub/one"] {
      #expect(try scratch.status(of: name).st_mode & S_IFMT == S_IFLNK)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path(of: "sub")) == ["one"])
    #expect(try toggle(file: "three").status == 66)
  }

  @Test func breaksHardLinksOnlyIfTold() throws {
    #expect(link(scratch.path(), scratch.path(of: "other")) == 0)
    let refused = try toggle()
    #expect(refused.status == 1 && refused.output.isEmpty)
    // DocumentationTests checks the whole message.
    #expect(refused.errors.contains("the file has 2 names (hard links)"))
    #expect(try scratch.text() == "a word\n")
    #expect(try toggle("--break-hard-links").status == 0)
    #expect(try scratch.text() == "a **word**\n" && scratch.text(of: "other") == "a word\n")
    #expect(try scratch.names == ["notes.md", "other"])
  }

  /// Nobody writes to the pipe, so reading it would block forever.
  @Test(arguments: [
    ("toggle strong pipe --find word", 1, "pipe: not a regular file; nothing was changed."),
    ("do quote pipe --utf8 0-0", 1, "pipe: not a regular file; nothing was changed."),
    ("toggle strong link --find word", 1, "link: not a regular file; nothing was changed."),
    ("toggle strong /dev/zero --find x", 1, "/dev/zero: not a regular file; nothing was changed."),
    ("toggle strong . --find word", 66, ".: this is a folder, not a file."),
  ])
  func changesOnlyARegularFile(_ arguments: String, _ code: Int32, _ message: String) throws {
    #expect(mkfifo(scratch.path(of: "pipe"), 0o600) == 0)
    #expect(symlink("pipe", scratch.path(of: "link")) == 0)
    let run = try ToolRun(arguments + " -i", in: scratch.url)
    #expect(run.status == code && run.errors == "mdedit: \(message)\n")
    #expect(try scratch.status(of: "pipe").st_mode & S_IFMT == S_IFIFO)
  }

  @Test func readsAPipeWithoutInPlace() throws {
    let script = #"mkfifo pipe; printf word > pipe & "$0" toggle strong pipe --find word"#
    let run = try ToolRun(shell: script, in: scratch.url)
    #expect(run.text == "**word**" && run.status == 0)
  }

  /// `Scripts/stress faults` makes every other call fail; this one also sends a signal.
  @Test func leavesTheFileAtALimitOfFileSizes() throws {
    let text = "word " + String(repeating: "x", count: 100_000) + "\n"
    try scratch.file(text)
    let script = #"ulimit -f 8; exec "$0" toggle strong notes.md --find word -i"#
    let run = try ToolRun(shell: script, in: scratch.url)
    #expect(run.status == 74)
    #expect(
      run.errors == "mdedit: notes.md: the new content cannot be written: File too large; "
        + "the file is unchanged.\n")
    #expect(try scratch.text() == text && scratch.names == ["notes.md"])
  }

  /// A run without rights over a file or its folder. If root runs this, another user owns both.
  @Test(
    .enabled(
      if: geteuid() != 0 || FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv"),
      "root may do everything, and there is no setpriv"),
    arguments: [
      (0o777, 0o000, 66, "Permission denied."),
      (0o777, 0o444, 74, "cannot be written: Permission denied; the file is unchanged."),
      (
        0o555, 0o666, 74,
        "cannot create a temporary file in its folder: Permission denied; the file is unchanged."
      ),
      (
        0o777, 0o666, 74,
        "cannot keep the owner, mode, access control list or extended attributes: "
          + "Operation not permitted; the file is unchanged."
      ),
    ] as [(mode_t, mode_t, Int32, String)])
  func leavesAFileWithoutTheRights(
    folderMode: mode_t, fileMode: mode_t, status: Int32, message: String
  ) throws {
    let isRoot = geteuid() == 0
    if !isRoot, message.hasPrefix("cannot keep") { return }
    #expect(chmod(scratch.path(), fileMode) == 0 && chmod(scratch.url.path, folderMode) == 0)
    let arguments = ["toggle", "strong", "notes.md", "--find", "word", "--in-place"]
    let run = try ToolRun(
      executable: isRoot ? URL(filePath: "/usr/bin/setpriv") : Tool.url,
      (isRoot ? ["--reuid=65534", "--regid=65534", "--clear-groups", Tool.url.path] : [])
        + arguments, in: scratch.url)
    #expect(chmod(scratch.path(), 0o600) == 0 && chmod(scratch.url.path, 0o755) == 0)
    #expect(run.status == status && run.errors == "mdedit: notes.md: \(message)\n")
    #expect(try scratch.text() == "a word\n" && scratch.names == ["notes.md"])
  }

  #if os(Linux)
    /// An argument is UTF-8, but the current folder may have any name, such as `M\xfcller`.
    @Test func worksInAFolderWhoseNameIsNoText() throws {
      let script = """
        folder=$(printf 'M\\374ller') && mkdir "$folder" && cd "$folder" && printf 'a b\\n' > notes.md \
          && "$0" mark strong notes.md --utf8 0-1 --in-place && cat notes.md
        """
      let run = try ToolRun(shell: script, in: scratch.url)
      #expect(run.text == "**a** b\n" && run.status == 0, "\(run.errors)")
    }

    /// An access control list as Linux stores it: version, then tag, rights and id of each entry.
    private static let accessList: [UInt8] =
      [2, 0, 0, 0]
      + [(0x01, 6, -1), (0x02, 4, 1234), (0x04, 4, -1), (0x10, 4, -1), (0x20, 0, -1)].flatMap {
        (tag: UInt16, rights: UInt16, id: Int32) in
        [UInt8(tag), 0, UInt8(rights), 0] + withUnsafeBytes(of: id.littleEndian, Array.init)
      }

    /// Sets an attribute, or returns false if the file system does not support it.
    private func set(_ name: String, _ value: [UInt8], _ path: String) throws -> Bool {
      if setxattr(path, name, value, value.count, 0) == 0 { return true }
      guard errno == ENOTSUP || errno == EPERM else {
        throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
      }
      withKnownIssue("this file system has no \(name)") { Issue.record("not tried") }
      return false
    }

    private func attribute(_ name: String) -> [UInt8]? {
      var value = [UInt8](repeating: 0, count: 1 << 16)
      let count = getxattr(scratch.path(), name, &value, value.count)
      return count < 0 ? nil : Array(value[..<count])
    }

    @Test(arguments: [
      ("user.origin", (0..<2000).map { UInt8(truncatingIfNeeded: $0) }), ("user.empty", []),
      ("system.posix_acl_access", accessList),
    ])
    func keepsAnAttribute(_ name: String, _ value: [UInt8]) throws {
      guard try set(name, value, scratch.path()) else { return }
      #expect(try toggle().status == 0)
      #expect(attribute(name) == value)
    }

    /// A folder's default list applies to new files, and the document is not new to its owner.
    @Test func addsNoAccessControlList() throws {
      guard try set("system.posix_acl_default", Self.accessList, scratch.url.path) else { return }
      #expect(chmod(scratch.path(), 0o644) == 0)
      #expect(try toggle().status == 0)
      #expect(attribute("system.posix_acl_access") == nil)
      #expect(try scratch.status().st_mode & 0o7777 == 0o644)
    }
  #endif
}

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
  @Test func returnsTheIdentityOfTheFileThatWasWritten() throws {
    let written = try FileReplacement().replaceContent(of: document, with: Array("new".utf8))
    func isThere() throws -> Bool {
      let now = try #require(Document(reading: path).identity)
      return (now.file, now.contentTime) == (written.file, written.contentTime)
    }
    #expect(try isThere())
    utimes(path, [timeval(tv_sec: 1, tv_usec: 0), timeval(tv_sec: 1, tv_usec: 0)])
    #expect(try !isThere())
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
  private func leavesAFileThatChanged(_ meddling: Meddling) throws {
    var replacement = FileReplacement()
    replacement.beforeCommit = { [path] in recording { try meddling.act(path) } }
    try expectLeft(after: meddling, by: replacement)
  }

  /// Another program also has priority between the last look at the file and the exchange of names.
  @Test(arguments: [Meddling.append, .replace(by: "other"), .remove])
  private func losesNoUpdateAtTheLastMoment(_ meddling: Meddling) throws {
    var replacement = FileReplacement()
    replacement.beforeExchange = { [path] in recording { try meddling.act(path) } }
    try expectLeft(after: meddling, by: replacement)
  }

  @Test func leavesAFileThatChangedBefore() throws {
    try Meddling.rewrite.act(path)
    try expectLeft(after: .rewrite, by: FileReplacement())
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

  /// The next run removes the file of a killed run, but not that of a running one; a run searches a folder once.
  @Test func removesStraysOnceARun() throws {
    let ended = try endedProcess()
    _ = try stray(of: ended)
    let other = try stray(of: ended, "4d5e6f")
    let atWork = open(scratch.path(of: other), O_RDONLY)
    #expect(flock(atWork, LOCK_EX | LOCK_NB) == 0)
    let replacement = FileReplacement()
    try replace(replacement)
    #expect(try Set(scratch.names) == ["notes.md", other] && scratch.text() == "new")
    close(atWork)
    try replace(replacement)
    #expect(try Set(scratch.names) == ["notes.md", other])
    try replace()
    #expect(try scratch.names == ["notes.md"])
  }

  /// A file stays unless it is certainly a leftover temporary file.
  @Test func removesNoFilesOfUsers() throws {
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
  @Test(arguments: [(0, 0), (1, 0), (0, 1)])
  func removesAnOldDocumentIfItIsUnchanged(_ growth: Int, _ delay: Int) throws {
    let displaced = try scratch.file("displaced", "old")
    let identity = try #require(try Document(reading: displaced).identity)
    let (size, time) = (identity.byteCount + growth, identity.contentTime)
    let content = "\(size)-\(time[0])-\(time[1] + delay)"
    let name = ".mdedit-\(try endedProcess())-\(identity.file)-\(content)-5"
    #expect(rename(displaced, scratch.path(of: name)) == 0)
    try replace()
    #expect(
      try Set(scratch.names) == (growth + delay > 0 ? ["notes.md", name] : ["notes.md"]))
  }

  /// The time of a change has nanoseconds, so two changes in one second differ.
  @Test func identifiesAFileByNanoseconds() throws {
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

  /// Nobody else may open the temporary file before it has the rights of the document.
  @Test func keepsTheTemporaryFilePrivate() throws {
    let before = umask(0)
    defer { umask(before) }
    var replacement = FileReplacement()
    replacement.beforeFilling = { [scratch] in
      recording {
        let temporary = try #require(scratch.names.first { $0.hasPrefix(".mdedit-\(getpid())-") })
        #expect(try Set(scratch.names) == ["notes.md", temporary])
        #expect(try scratch.status(of: temporary).st_mode & 0o777 == 0o600)
      }
    }
    try replace(replacement)
    #expect(try scratch.names == ["notes.md"] && scratch.text() == "new")
  }

  /// A signal that would end the process arrives during the change, and no file is left over.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func letsSignalsWait(_ number: Int32) throws {
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
}

/// The number of received signals. Only one test at a time sends one.
private enum SignalNote {
  nonisolated(unsafe) static var count = 0
}
